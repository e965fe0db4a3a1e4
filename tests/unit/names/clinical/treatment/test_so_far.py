"""What is "all so far" was had; what may be given, or is approved, "only" was not."""

import pytest

from names.clinical.readers import read_patient
from names.clinical.spelling import normalise_message
from names.clinical.values import Therapy


def therapies(text: str) -> list[tuple[tuple[str, ...], str]]:
    read = [each.value for each in read_patient(normalise_message(text).text)]
    return [(v.drugs, v.outcome) for v in read if isinstance(v, Therapy) and v.drugs]


@pytest.mark.parametrize(
    ("text", "drugs"),
    [
        ("mCRPC, olaparib if only abiraterone so far, no taxane", ("abiraterone",)),
        ("just letrozole until now", ("letrozole",)),
        ("nothing other than pembrolizumab to date", ("pembrolizumab",)),
        ("osimertinib only so far", ("osimertinib",)),
        ("only carboplatin + paclitaxel so far. next?", ("carboplatin", "paclitaxel")),
    ],
)
def test_what_is_all_so_far_was_had(text: str, drugs: tuple[str, ...]) -> None:
    assert (drugs, "given") in therapies(text)


@pytest.mark.parametrize(
    "text",
    [
        "only trastuzumab is available",
        "can I give nothing but pembrolizumab?",
        "is ribociclib only approved with letrozole so far?",
        "just pembrolizumab or pembrolizumab plus chemo?",
    ],
)
def test_only_alone_tells_of_no_treatment(text: str) -> None:
    assert therapies(text) == []
