"""Whether a patient's other drug goes with the treatment: what one does to the other, by roles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.extractive.question.parsing import parse_text
from agents.matching.premises import effects_named, is_effect_told
from agents.turns import Abstention, Answer
from retrieval.documents import Facets
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary
from tests.unit.agents.extractive.conftest import document as document_of
from tests.unit.agents.extractive.one_statement import document, sorted_out

QUESTIONS = [
    ("Tamoxifen patient, hot flushes. Would venlafaxine be ok?", "tamoxifen", ["venlafaxine"]),
    ("tam + fluoxetine ok?", "tamoxifen", ["fluoxetine"]),
    ("neratinib with omeprazole or famotidine?", "neratinib", ["famotidine", "omeprazole"]),
    ("capecitabine plus phenytoin - anything to watch?", "capecitabine", ["phenytoin"]),
    ("Lapatinib, patient takes digoxin. Problem?", "lapatinib", ["digoxin"]),
    ("capecitabine and brivudine for shingles?", "capecitabine", ["brivudine"]),
    (
        "Can palbociclib be taken with grapefruit, erythromycin or clarithromycin?",
        "palbociclib",
        ["clarithromycin", "erythromycin", "grapefruit"],
    ),
]


@pytest.mark.parametrize(("text", "drug", "partners"), QUESTIONS, ids=[q[0] for q in QUESTIONS])
def test_each_partner_is_a_question_of_its_own(text: str, drug: str, partners: list[str]) -> None:
    parts = parse_text(text).parts
    assert [sorted(part.partners) for part in parts] == [[each] for each in partners]
    assert {part.kind for part in parts} == {"interaction"}
    assert all(part.drugs == {drug} for part in parts)


def test_the_dose_beside_what_changes_the_exposure_is_asked_with_it() -> None:
    pair, dose = parse_text("Dose of olaparib? The patient takes fluconazole.").parts
    assert (pair.kind, pair.partners) == ("interaction", {"fluconazole"})
    assert (dose.kind, dose.partners) == ("dose", frozenset())


@pytest.mark.parametrize(
    "text", ["Codeine in a CYP2D6 poor metaboliser?", "Next line after tucatinib? Takes metformin."]
)
def test_what_asks_for_something_else_is_no_pair(text: str) -> None:
    assert not any(part.partners for part in parse_text(text).parts)


STATEMENTS = [
    ("A substrate", "Avoid venlafaxine in CYP2D6 intermediate metabolizers.", "venlafaxine", False),
    (
        "The pair",
        "Venlafaxine does not lower the effect of tamoxifen.",
        "venlafaxine",
        True,
    ),
    ("The class", "Strong CYP2D6 inhibitors should be avoided with tamoxifen.", "bupropion", True),
    ("Weaker", "Strong CYP2D6 inhibitors should be avoided with tamoxifen.", "sertraline", False),
    ("Unknown", "Strong CYP2D6 inhibitors should be avoided with tamoxifen.", "metformin", False),
    ("Another", "Paroxetine should be avoided with tamoxifen.", "sertraline", False),
    ("Food", "With CYP3A inhibitors tamoxifen is reduced to 10 mg.", "grapefruit", False),
    ("Victim", "Sensitive CYP3A substrates are avoided with tamoxifen.", "simvastatin", True),
    ("Other victim", "P-gp substrates are avoided with tamoxifen.", "simvastatin", False),
    ("Food avoided", "Moderate CYP3A inhibitors should be avoided.", "grapefruit", True),
]


@pytest.mark.parametrize(
    ("name", "text", "partner", "answers"), STATEMENTS, ids=[each[0] for each in STATEMENTS]
)
def test_only_what_is_on_the_pair_answers(
    name: str, text: str, partner: str, answers: bool
) -> None:
    source = document(text, heading="Interactions", title="Tamoxifen and antidepressants")
    (chosen,) = sorted_out(f"Can {partner} be given with tamoxifen?", source)
    assert bool(chosen.answers) is answers


def test_a_rule_on_a_strength_is_none_where_the_strength_is_unknown() -> None:
    text = "Weak P-gp inhibitors had no effect on the exposure to talazoparib."
    (chosen,) = sorted_out("Can carvedilol be given with talazoparib?", document(text, title="T"))
    assert not chosen.answers
    assert "how strongly carvedilol acts" in chosen.neighbours[0].judgement.reason


def test_the_table_tells_how_a_partner_acts() -> None:
    told = "Bupropion, by the table of interactions: strong CYP2D6 inhibitor."
    assert effects_named("bupropion", "Strong CYP2D6 inhibitors are avoided.") == {
        "bupropion": told
    }
    assert effects_named("metformin and tamoxifen", "") == {}


def test_of_a_partner_only_the_effects_are_told_that_the_rule_names() -> None:
    rule = "Moderate CYP3A inhibitors should be avoided with olaparib."
    told = effects_named("olaparib on fluconazole", rule)["fluconazole"]
    assert told == "Fluconazole, by the table of interactions: moderate CYP3A inhibitor."
    every = effects_named("olaparib on fluconazole", "Nothing of a class.")["fluconazole"]
    assert "CYP2C19" in every
    assert is_effect_told(told, "on fluconazole")
    assert is_effect_told(every, "on fluconazole")
    assert not is_effect_told(told, "on rifampicin")
    assert not is_effect_told(told.replace("moderate", "strong"), "on fluconazole")


AT_START = "Venetoclax is contraindicated with strong CYP3A inhibitors during the ramp-up phase."


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Venetoclax stable at 400 mg, needs voriconazole. Ok?", False),
        ("On a stable dose of venetoclax, needs posaconazole. Ok?", False),
        ("Venetoclax, completed the ramp-up, needs voriconazole. Ok?", False),
        ("We start venetoclax ramp-up, he takes voriconazole. Ok?", True),
        ("Venetoclax with voriconazole?", True),
    ],
)
def test_a_rule_for_the_start_says_nothing_of_a_stable_dose(question: str, said: bool) -> None:
    selected = sorted_out(question, document(AT_START, "Use", "Venetoclax"))
    assert (AT_START in [each.words for one in selected for each in one.answers]) == said


async def test_what_both_do_to_a_third_drug_is_nothing_of_the_pair() -> None:
    said = "Strong CYP3A inducers such as enzalutamide and rifampin are avoided with adagrasib."
    text = f"## Use\n\n{said}\n"
    page = document_of("drug_information", "a", "Adagrasib", text, drugs=["adagrasib"])
    ending = await Conversation(FakeLibrary([page])).ask("enzalutamide and rifampin, dose change?")
    told = [each.text for each in ending.sentences] if isinstance(ending, Answer) else []
    assert said not in told


INTERACTIONS = """## Interactions

Strong or moderate CYP3A4 inhibitors should be avoided with neratinib.
Strong or moderate CYP3A4 inducers should be avoided with neratinib.
Proton pump inhibitors should be avoided with neratinib.
Neratinib is contraindicated with strong CYP2C8 inhibitors.
Antacids and neratinib are kept apart by 3 hours.

## Dosage

The recommended dose of neratinib is 240 mg once daily.
"""


@pytest.mark.parametrize(
    "question",
    [
        "What drug interactions does neratinib have?",
        "neratinib interactions?",
        "what interacts with neratinib",
    ],
)
def test_all_interactions_of_a_drug_are_told_where_all_are_asked_for(question: str) -> None:
    (chosen,) = sorted_out(question, document(INTERACTIONS, title="Neratinib (Nerlynx)"))
    said = " ".join(each.words for each in chosen.answers)
    words = ("inhibitors", "inducers", "Proton pump", "contraindicated", "Antacids")
    assert [word for word in words if word not in said] == []
    assert "240 mg" not in said


@pytest.mark.parametrize(
    "question", ["interactions of neratinib with milk thistle", "interactions of letrozole?"]
)
def test_what_narrows_the_question_is_no_question_on_all_interactions(question: str) -> None:
    (chosen,) = sorted_out(question, document(INTERACTIONS, title="Neratinib (Nerlynx)"))
    assert chosen.answers == ()


STUDIED = """In healthy volunteers tucatinib raised the exposure (AUC) to midazolam 5.7-fold.

Strong CYP2C8 inhibitors should be avoided with tucatinib.

In a trial with tucatinib 12 patients had midazolam before an endoscopy.
"""


@pytest.mark.parametrize(
    "question",
    [
        "tucatinib with midazolam",
        "patient on tucatinib needs midazolam for endoscopy, ok?",
        "does tucatinib raise midazolam levels",
    ],
)
def test_what_a_drug_does_to_a_partner_of_which_no_table_has_a_name(question: str) -> None:
    source = document(STUDIED, heading="Interactions", title="Tucatinib")
    said = [e.words for part in sorted_out(question, source) for e in part.answers]
    assert [each for each in said if "5.7-fold" in each]
    assert not [each for each in said if "CYP2C8" in each]


@pytest.mark.parametrize("partner", ["triazolam", "midodrine", "digoxin"])
def test_what_it_does_to_one_partner_says_nothing_of_another(partner: str) -> None:
    source = document(STUDIED, heading="Interactions", title="Tucatinib")
    found = sorted_out(f"tucatinib with {partner}", source)
    assert not [each for part in found for each in part.answers]


@pytest.mark.parametrize(
    "question",
    [
        "DM1 on insulin pump, alpelisib?",
        "type 1 diabetes on insulin, capivasertib ok?",
        "insulin-treated diabetic with PIK3CA-mutated MBC: alpelisib?",
    ],
)
def test_what_a_disease_of_the_patient_is_treated_with_is_no_partner(question: str) -> None:
    (part,) = parse_text(question).parts
    assert (len(part.drugs), part.partners) == (1, frozenset())
    assert part.kind != "interaction"


def test_what_a_disease_is_treated_with_is_a_partner_where_that_is_asked() -> None:
    (part,) = parse_text("does insulin interact with alpelisib in a diabetic?").parts
    assert (part.kind, part.partners) == ("interaction", {"insulin"})


async def test_a_gap_on_a_pair_names_both() -> None:
    text = "Strong CYP2C8 inhibitors should be avoided with tucatinib."
    shelf = FakeLibrary(
        [document_of("drug_information", "t", "Tucatinib", text, drugs=["tucatinib"])]
    )
    ending = await Conversation(shelf).ask("tucatinib with digoxin?")
    assert isinstance(ending, Abstention)
    assert ending.gap.name.endswith("what digoxin means for tucatinib")


async def test_a_contraindication_for_a_state_of_the_patient_is_no_interaction() -> None:
    allergy = "Paclitaxel is contraindicated after hypersensitivity to it."
    caution = "Caution is needed when paclitaxel is given with inhibitors of CYP3A4."
    text = f"## Safety\n\n- {allergy}\n- {caution}\n"
    drugs = ["paclitaxel"]
    label = document_of("drug_information", "paclitaxel", "Paclitaxel", text, drugs=drugs)
    ending = await Conversation(FakeLibrary([label])).ask("What drug interactions has paclitaxel?")
    assert isinstance(ending, Answer)
    assert [each.text for each in ending.sentences] == [caution]


def test_a_rule_on_the_partner_needs_no_other_drug_that_it_names_beside() -> None:
    both = (
        "Paroxetine and fluoxetine inhibit CYP2D6 and should be avoided together with tamoxifen in"
        " CYP2D6 intermediate metabolizers."
    )
    source = document(both, title="CYP2D6 and paroxetine")
    source = replace(source, facets=Facets(drugs=("ondansetron", "paroxetine")))
    (chosen,) = sorted_out("tamoxifen + paroxetine?", source)
    (told,) = chosen.answers
    assert not any("fluoxetine" in each for each in told.judgement.missing)
