"""One gene with a result for each origin: "BRCA2 (germline: no, tumour: yes)"."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("BRCA2 (germline: no, tumour: yes)", ("BRCA2", "absent", "present")),
        ("BRCA2 germline: negative; tumour: positive", ("BRCA2", "absent", "present")),
        ("BRCA1 (tumour: yes, germline: no)", ("BRCA1", "absent", "present")),
        ("PALB2 (tumor positive; germline negative), ECOG 1", ("PALB2", "absent", "present")),
        ("ATM (germline yes / somatic no)", ("ATM", "present", "absent")),
    ],
)
def test_each_result_is_of_its_origin(text: str, told: tuple[str, str, str]) -> None:
    gene, germline, tumour = told
    found = [describe(fact.value) for fact in read_fact_sheet([Message(text)]).facts]
    assert sorted(each for each in found if "alteration" in each) == [
        f"germline {gene} alteration: {germline}",
        f"tumour {gene} alteration: {tumour}",
    ]
