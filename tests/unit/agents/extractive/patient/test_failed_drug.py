"""What only tells of a drug that has failed is no answer to what comes next."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.extractive.answer.selection.place_of_use import without_failed
from agents.matching.patient.therapies import judge_had_before
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Judgement
from agents.turns import Abstention, Answer
from names.clinical.values import Therapy
from retrieval.statements.model import Statement
from tests.unit.agents.extractive import one_statement
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

STATUS = (
    "The FDA approved pembrolizumab on 2020-06-29 for unresectable or metastatic MSI-high"
    " colorectal cancer.\n"
)
LABEL = "Pembrolizumab is indicated for metastatic MSI-high colorectal cancer.\n"
SERIES = (
    "The series holds 73 patients with dMMR colorectal cancer, of whom 79.5% received a PD-1"
    " inhibitor alone.\n"
)
TRIAL = (
    "In CHECKMATE-X, 65% of patients with MSI-high colorectal cancer responded to nivolumab plus"
    " ipilimumab.\n"
)
NEXT = (
    "After progression on pembrolizumab, ASCO recommends FOLFOX for metastatic MSI-high colorectal"
    " cancer.\n"
)
HEADS = ("## Status", "## Indications", "## Evidence", "## Results", "## After progression")


async def told(question: str, *texts: str) -> list[str]:
    whole = "\n".join(f"{head}\n\n{text}" for head, text in zip(HEADS, texts, strict=False))
    shelf = FakeLibrary([document("asco_guidelines", "crc", "Colorectal cancer", whole)])
    ending = await Conversation(shelf).ask(question)
    assert isinstance(ending, Answer | Abstention)
    return [each.text for each in ending.sentences] if isinstance(ending, Answer) else []


@pytest.mark.parametrize("asked", ["next line?", "what next?", "options?", "what now?"])
@pytest.mark.parametrize("failed", ["progressed on pembrolizumab", "PD on pembrolizumab"])
async def test_the_failed_drug_and_its_class_do_not_answer(failed: str, asked: str) -> None:
    said = await told(f"metastatic CRC MSI-H {failed}, {asked}", STATUS, LABEL, SERIES)
    assert not any(STATUS.strip() in each or SERIES.strip() in each for each in said)
    assert not any(LABEL.strip() in each for each in said)


async def test_what_is_said_of_the_time_after_it_leads() -> None:
    case = "metastatic CRC MSI-H progressed on pembrolizumab"
    said = await told(f"{case}, next line?", STATUS, LABEL, SERIES, TRIAL, NEXT)
    assert said[0] == NEXT.strip()
    assert not any(STATUS.strip() in each for each in said)


async def test_without_failure_the_approval_is_told_as_before() -> None:
    said = await told("metastatic CRC MSI-H, first line, options?", STATUS, LABEL, SERIES)
    assert any(LABEL.strip() in each or STATUS.strip() in each for each in said)


@pytest.mark.parametrize(
    ("had", "reason", "left"),
    [
        (Therapy(outcome="progressed"), "progressed on pembrolizumab", 0),
        (Therapy(outcome="intolerant"), "did not tolerate pembrolizumab", 0),
        (
            Therapy(outcome="progressed", setting="adjuvant", months_free=4),
            "came back within 4 months of pembrolizumab",
            0,
        ),
        (Therapy(outcome="given"), "has had pembrolizumab", 1),
    ],
)
def test_a_drug_that_was_had_and_may_go_on_is_no_failed_one(
    had: Therapy, reason: str, left: int
) -> None:
    source = one_statement.document(STATUS)
    status = Statement(id="s", kind="status", spans=((0, 20),), drugs=("pembrolizumab",))
    label = replace(status, id="l", kind="indication")
    against = judge_had_before(label, [replace(had, drugs=("pembrolizumab",))])
    assert against.reason == reason
    shown = one_statement.cited(Judgement(status, 0, ()), source)
    excluded = one_statement.cited(Judgement(label, 0, (against,)), source)
    asked = SubQuestion(text="next?", kind="therapy")
    assert len(without_failed([shown], [excluded], asked)) == left
    again = SubQuestion(text="again?", kind="therapy", drugs=frozenset(("pembrolizumab",)))
    assert without_failed([shown], [excluded], again) == [shown]


def test_the_partners_of_a_failed_drug_have_not_failed() -> None:
    source = one_statement.document(STATUS)
    both = ("encorafenib", "cetuximab")
    label = Statement(id="l", kind="indication", spans=((0, 20),), drugs=both)
    triplet = replace(label, id="t", drugs=(*both, "fluorouracil"))
    one = Therapy(drugs=("fluorouracil",), outcome="progressed")
    against = judge_had_before(triplet, [one])
    assert against.reason == "progressed on fluorouracil"
    shown = one_statement.cited(Judgement(label, 0, ()), source)
    excluded = one_statement.cited(Judgement(triplet, 0, (against,)), source)
    asked = SubQuestion(text="next?", kind="therapy")
    assert without_failed([shown], [excluded], asked) == [shown]
    again = judge_had_before(triplet, [replace(one, drugs=both)])
    assert again.reason == "progressed on encorafenib with cetuximab"
    excluded = one_statement.cited(Judgement(triplet, 0, (again,)), source)
    assert without_failed([shown], [excluded], asked) == []
