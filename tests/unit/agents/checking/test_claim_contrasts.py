"""What a sentence turns round or moves in words that its quotes do not have."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

METHYLATION = "LINE-1 hypomethylation was an independent risk factor of early recurrence."
TRIAL = (
    "The CRYSTAL trial tested FOLFIRI with or without cetuximab in metastatic colorectal cancer."
)
RAISES = (
    "Adagrasib raises the exposure to CYP2D6 substrates such as pimozide, which should be avoided."
)
LOWERS = "Rifampin should be avoided with adagrasib, because it lowers the exposure to adagrasib."
LATER = (
    "Ivosidenib is indicated for metastatic cholangiocarcinoma with a susceptible IDH1 mutation"
    " after earlier treatment."
)
GRADE = "Capmatinib is discontinued permanently for grade 4 ALT or AST."
GRADES = "Capmatinib is discontinued permanently for ALT or AST of grade 3 or higher."
INDEX = "High risk was defined as a Ki-67 index of 20% or more in node-positive breast cancer."
INTERVAL = "Patients with adjuvant therapy more than 12 months before were eligible for the trial."
COUNT = "A course is not repeated until neutrophils are at least 2,000."


@pytest.mark.parametrize(
    ("sentence", "quote", "asked"),
    [
        ("LINE-1 hypermethylation was a risk factor of early recurrence.", METHYLATION, ""),
        ("CRYSTAL compared FOLFOX with and without cetuximab.", TRIAL, ""),
        ("Pimozide raises adagrasib exposure and should be avoided.", RAISES, ""),
        ("Rifampin pushes adagrasib levels up and should be avoided.", LOWERS, ""),
        (
            "In IDH1-mutated cholangiocarcinoma ivosidenib is labelled from the start.",
            LATER,
            "",
        ),
        ("Capmatinib is discontinued permanently for grade 3 ALT.", GRADE, "ALT grade 3"),
        ("A Ki-67 index of 15% is enough for high risk.", INDEX, "Ki-67 index 15%"),
        (
            "Adjuvant therapy 5 months before makes the patient eligible.",
            INTERVAL,
            "5 months before",
        ),
        ("His neutrophils of 1,400 allow the next course.", COUNT, "neutrophils 1,400"),
    ],
)
def test_turned_round_in_other_words_is_found(sentence: str, quote: str, asked: str) -> None:
    assert problem(sentence, quote, asked=asked)


@pytest.mark.parametrize(
    ("sentence", "quote", "asked"),
    [
        ("LINE-1 hypomethylation was a risk factor of early recurrence.", METHYLATION, ""),
        ("FOLFIRI was tested with or without cetuximab.", TRIAL, ""),
        ("The exposure to pimozide is raised by adagrasib.", RAISES, ""),
        ("Rifampin brings adagrasib levels down and should be avoided.", LOWERS, ""),
        ("Ivosidenib is given for IDH1-mutated cholangiocarcinoma after another drug.", LATER, ""),
        ("Capmatinib is discontinued permanently for grade 4 ALT.", GRADE, "ALT grade 4"),
        ("Capmatinib is discontinued permanently for grade 4 ALT.", GRADES, "ALT grade 4"),
        ("A Ki-67 index of 25% is enough for high risk.", INDEX, "Ki-67 index 25%"),
        ("His neutrophils of 2,300 allow the next course.", COUNT, "neutrophils 2,300"),
    ],
)
def test_the_same_in_other_words_is_left_alone(sentence: str, quote: str, asked: str) -> None:
    assert problem(sentence, quote, asked=asked) == ""


def test_a_title_with_both_words_does_not_support_the_other_one() -> None:
    quote = "Hyperprogression was reported by three teams in 9% to 29% of patients."
    said = "Pseudoprogression was reported by three teams in 9% to 29% of patients."
    assert problem(said, quote, title="Pseudoprogression and hyperprogression")


def test_each_case_is_of_its_own_rule() -> None:
    """The word of the quote is found again where the sentence has both."""
    said = "LINE-1 hypomethylation, not hypermethylation, was a risk factor of early recurrence."
    assert "beginning" not in problem(said, METHYLATION)
