"""New values that a message tells in a thread, before it asks of another drug, are held against the
drug of the thread as well."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import ParsedQuestion, parse_text
from tests.unit.agents.extractive.question.test_follow_ups import follow_up

FIRST = "abemaciclib, grade 3 diarrhoea, next step?"


def _drugs_of(parsed: ParsedQuestion) -> list[set[str]]:
    """The drugs of the parts in order, those of several values once."""
    return [set(drugs) for drugs in dict.fromkeys(part.drugs for part in parsed.parts)]


@pytest.mark.parametrize(
    ("before", "text", "drugs"),
    [
        (
            FIRST,
            "now ALT 6x ULN, bilirubin 2.5x ULN. And does she need a new dose of letrozole?",
            [{"abemaciclib"}, {"letrozole"}],
        ),
        (
            "ribociclib dose in renal impairment?",
            "QTcF is 505 ms today. Is fulvestrant ok?",
            [{"ribociclib"}, {"fulvestrant"}],
        ),
        (FIRST, "ALT 6x ULN now. What about abemaciclib?", [{"abemaciclib"}]),
        (FIRST, "thanks. And letrozole?", [{"letrozole"}]),
        (FIRST, "she takes letrozole, ALT 6x ULN. And fulvestrant?", [{"fulvestrant"}]),
    ],
)
def test_new_values_are_asked_of_the_drug_of_the_thread(
    before: str, text: str, drugs: list[set[str]]
) -> None:
    assert _drugs_of(follow_up(before, text)) == drugs


def test_the_values_count_for_the_other_drug_too() -> None:
    parsed = follow_up(FIRST, "ALT 6x ULN now. And does she need a new dose of letrozole?")
    assert any("ALT" in str(each) for each in parsed.parts[1].about)


def test_a_variant_is_asked_of_the_gene_that_has_it() -> None:
    before = "EGFR exon 19 deletion NSCLC stage IV, first line?"
    after = "and if she had TP53 mutated and the deletion were an exon 20 insertion instead?"
    (part,) = follow_up(before, after).parts
    assert part.genes == {"EGFR"}
    (alone,) = parse_text("TP53 R175H breast cancer, what first line?").parts
    assert alone.genes == {"TP53"}


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Doxorubicin: has had 480 mg/m2 so far, 75 mg/m2 planned. OK?", True),
        ("sarcoma, doxorubicin cumulative so far 480 mg/m2. Two more cycles?", True),
        ("doxorubicin 60 mg/m2 every 21 days, CrCl 40. Dose?", False),
    ],
)
def test_a_cumulative_dose_asks_for_its_limit(text: str, asks: bool) -> None:
    parts = [part for part in parse_text(text).parts if "Maximum cumulative" in part.text]
    assert [set(part.drugs) for part in parts] == ([{"doxorubicin"}] if asks else [])
