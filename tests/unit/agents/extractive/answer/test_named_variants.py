"""A resistance variant that is named: what is said of exactly it comes first, each drug once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.extractive.answer.patient.unproven_facts import is_named
from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary
from tests.unit.agents.extractive.conftest import document as library_document
from tests.unit.agents.extractive.one_statement import document, sorted_out

TEXT = """In lung cancer with ROS1 G2032R, crizotinib is ineffective: resistance to crizotinib.
In lung cancer with ROS1 G2032R, lorlatinib keeps activity: a response to lorlatinib.
In lung cancer with ROS1 L2026M, crizotinib is ineffective: resistance to crizotinib.
"""


@pytest.mark.parametrize("variant", ["G2032R", "L2026M"])
def test_only_the_named_variant_is_told(variant: str) -> None:
    source = document(TEXT, heading="Resistance", title="ROS1 resistance variants")
    (chosen,) = sorted_out(f"ROS1 {variant} lung cancer, which drug?", source)
    assert chosen.answers
    assert all(variant in each.words for each in chosen.answers)


def test_a_drug_for_the_driver_is_not_excluded_by_an_absent_resistance_variant() -> None:
    text = "Amivantamab is indicated for lung cancer with an EGFR exon 19 deletion."
    (chosen,) = sorted_out(
        "EGFR C797S lung cancer, no T790M. Which treatment?", document(text, title="Amivantamab")
    )
    assert not any(
        "C797S" in e.judgement.reason and "needs" in e.judgement.reason for e in chosen.excluded
    )


def test_what_is_on_the_variant_answers_a_question_of_one_word() -> None:
    text = """In lung cancer with ROS1 G2032R, evidence supports resistance to crizotinib.

In lung cancer with ROS1 G2032R, evidence supports a response to lorlatinib."""
    source = document(text, heading="ROS1 G2032R", title="ROS1 resistance variants")
    (chosen,) = sorted_out("ROS1 G2032R after crizotinib. options?", source)
    assert {drug for each in chosen.answers for drug in each.drugs} == {"crizotinib", "lorlatinib"}


def test_what_the_variant_resists_is_no_option_by_another_variant() -> None:
    text = """Osimertinib is indicated for EGFR T790M lung cancer.

EGFR C797S lung cancer is resistant to osimertinib."""
    source = document(text, heading="Osimertinib", title="Osimertinib")
    (chosen,) = sorted_out("Lung cancer, EGFR T790M and C797S. Which treatment?", source)
    assert not any("is indicated" in each.words for each in chosen.answers)


def test_resistance_by_another_variant_does_not_take_the_drug_away() -> None:
    text = """Osimertinib is indicated for metastatic lung cancer with an EGFR exon 19 deletion.

In lung cancer with an EGFR exon 19 deletion or T790M, C797S gave resistance to osimertinib."""
    source = document(text, heading="Osimertinib", title="Osimertinib")
    (chosen,) = sorted_out("Metastatic lung cancer, EGFR exon 19 deletion. What to give?", source)
    assert any("is indicated" in each.words for each in chosen.answers)


IMATINIB = """Imatinib is indicated for KIT (CD117)-positive gastrointestinal stromal tumour.

In GIST with KIT exon 11 mutation, CIViC evidence of level A supports a response to imatinib."""


@pytest.mark.parametrize(
    ("case", "is_told"),
    [
        ("GIST with KIT D816V. Imatinib?", False),
        ("CD117-positive GIST, KIT D816V. Imatinib?", False),
        ("CD117-positive GIST, KIT D816V. What to give?", False),
        ("CD117-positive GIST, KIT V559D. Imatinib?", True),
        ("CD117-positive GIST. Imatinib?", True),
    ],
)
def test_what_asks_for_a_protein_says_nothing_of_a_variant(case: str, is_told: bool) -> None:
    (chosen, *_) = sorted_out(case, document(IMATINIB, heading="Imatinib", title="Imatinib"))
    assert any("is indicated" in each.words for each in chosen.answers) is is_told


LABEL = "Gilteritinib is indicated for relapsed acute myeloid leukaemia with an FLT3 mutation."
AT_PLACE = (
    "Gilteritinib is indicated for relapsed acute myeloid leukaemia with an FLT3 D835 mutation."
)
ADJUVANT = """## Indications

Osimertinib is indicated for adjuvant treatment of non-small cell lung cancer with EGFR L858R.

## Dose

As adjuvant treatment osimertinib is given at 80 mg once daily for up to 3 years.
"""


async def not_found(question: str, drug: str, text: str) -> tuple[str, ...]:
    shelf = FakeLibrary([library_document("drug_information", "one", drug, text, drugs=[drug])])
    ending = await Conversation(shelf).ask(question)
    assert isinstance(ending, Answer)
    return ending.not_found


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (LABEL, ["The sources shown are on FLT3 alterations as such; none names D835Y."]),
        (AT_PLACE, []),
        (LABEL.replace("an FLT3 mutation", "FLT3 D835Y"), []),
    ],
)
async def test_a_variant_that_is_shown_by_its_gene_or_place_is_not_called_unspoken_of(
    text: str, told: list[str]
) -> None:
    found = await not_found("Relapsed AML with FLT3 D835Y - gilteritinib?", "gilteritinib", text)
    assert [each for each in found if "D835Y" in each] == told


async def test_what_another_statement_shown_names_is_not_called_untied() -> None:
    question = "resected NSCLC EGFR L858R, adjuvant osimertinib? how long"
    found = await not_found(question, "osimertinib", ADJUVANT)
    assert not [each for each in found if "ties this" in each]
    alone = await not_found(question, "osimertinib", ADJUVANT.partition("\n\n## Dose")[2])
    assert not [each for each in alone if "L858R" in each and "None of" in each]


@pytest.mark.parametrize(
    ("name", "words", "named"),
    [
        ("D835Y", "with FLT3 D835 mutations", True),
        ("V600E", "with BRAF V600 mutations", True),
        ("V600E", "with BRAF V600K mutations", False),
        ("BRAF", "dabrafenib alone", False),
        ("EGFR", "at an eGFR of 40", False),
        ("G12C", "with KRAS G12D", False),
    ],
)
def test_a_marker_is_named_by_itself_or_its_place(name: str, words: str, named: bool) -> None:
    assert is_named(name, words) is named


CELLS = "In lung cancer with ROS1 G2032R, lorlatinib keeps activity: a response to lorlatinib."
DRIVER = "Repotrectinib is indicated for ROS1-positive metastatic non-small cell lung cancer."


@pytest.mark.parametrize(
    ("case", "is_told"),
    [
        ("ROS1-positive NSCLC, G2032R after crizotinib. Options?", True),
        ("ROS1-positive NSCLC after crizotinib. Options?", False),
        ("ROS1-positive NSCLC, G2032R after repotrectinib. Options?", False),
    ],
)
async def test_laboratory_data_on_a_variant_leave_options_for_its_driver(
    case: str, is_told: bool
) -> None:
    label = library_document("drug_information", "r", "Repotrectinib", DRIVER)
    cells = library_document("variant_evidence", "c", "ROS1 G2032R", CELLS)
    cells = replace(cells, facets=replace(cells.facets, evidence_level="D (preclinical evidence)"))
    ending = await Conversation(FakeLibrary([label, cells])).ask(case)
    lines = getattr(ending, "not_found", ())
    assert any("tells whether it works against ROS1 G2032R" in e for e in lines) is is_told
