"""What a question puts beside each other: each half is answered, and a lost half is named first."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.extractive.question.parsing import parse_text
from agents.extractive.question.requests.halves import halves_of
from agents.extractive.question.unread.words import unread_phrases
from agents.turns import Abstention, Answer
from retrieval.ingestion.readers import read_documents
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

PAIR = """## Options

Dabrafenib plus trametinib is indicated for unresectable or metastatic melanoma with a BRAF V600E
mutation.
"""
DOUBLET = """## Options

Nivolumab plus ipilimumab is indicated for unresectable or metastatic melanoma with a BRAF V600E
mutation.
"""
LETROZOLE = """## Options

Letrozole is indicated for HR-positive, HER2-negative metastatic breast cancer.
"""
CASE = "metastatic melanoma, BRAF V600E:"


def shelf(*texts: str) -> FakeLibrary:
    drugs = {
        PAIR: ["dabrafenib", "trametinib"],
        DOUBLET: ["nivolumab", "ipilimumab"],
        LETROZOLE: ["letrozole"],
    }
    return FakeLibrary(
        [
            document(
                "drug_information", f"d{n}", " and ".join(drugs[text]), text, drugs=drugs[text]
            )
            for n, text in enumerate(texts)
        ]
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("IO doublet first or dab/tram first?", ("IO doublet", "dab/tram")),
        ("osimertinib or chemo-IO?", ("osimertinib", "chemo-IO")),
        ("elacestrant vs chemo?", ("elacestrant", "chemo")),
        ("TKI or platinum doublet?", ("TKI", "platinum doublet")),
        ("capmatinib rather than immunotherapy", ("capmatinib", "immunotherapy")),
        ("olaparib instead of docetaxel?", ("olaparib", "docetaxel")),
        ("ADC, PARPi or endocrine?", ("ADC", "PARPi", "endocrine")),
        ("olaparib or observation?", ("observation", "olaparib")),
        ("surgery or osimertinib first?", ("surgery", "osimertinib")),
        ("IO vs chemo?", ("IO", "chemo")),
        ("zolbetuximab or IO?", ("zolbetuximab", "IO")),
        ("chemo or IO plus bevacizumab?", ("chemo", "IO plus bevacizumab")),
        ("pembrolizumab or qx?", ("qx", "pembrolizumab")),
        ("osimertinib or no?", ()),
        ("progressed on letrozole or anastrozole: fulvestrant?", ()),
        ("olaparib or not?", ()),
        ("olaparib in BRCA1 or BRCA2?", ()),
        ("chemo with or without bevacizumab?", ()),
        ("trastuzumab alone or with chemo?", ()),
    ],
)
def test_the_halves_are_read(text: str, words: tuple[str, ...]) -> None:
    assert tuple(each.words for each in halves_of(text)) == words


def test_a_class_beside_a_drug_is_a_question_of_its_own() -> None:
    parts = parse_text(f"{CASE} IO doublet first or dab/tram first?").parts
    assert [sorted(part.classes) for part in parts] == [
        ["CTLA-4 inhibition", "PD-1/PD-L1 inhibition"],
        [],
    ]
    assert [sorted(part.drugs) for part in parts] == [[], ["dabrafenib", "trametinib"]]
    assert parts[0].are_joined


@pytest.mark.parametrize("io", ["io", "IO", "cpi", "ici", "immunotherapy"])
@pytest.mark.parametrize("case", ["dMMR mCRC first line", "dmmr mcrc first line"])
def test_short_forms_of_immunotherapy_are_a_class(case: str, io: str) -> None:
    parts = parse_text(f"{case}: {io} vs chemo?").parts
    assert [sorted(part.classes) for part in parts] == [
        ["PD-1/PD-L1 inhibition"],
        ["Chemotherapy"],
    ]


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("olaparib or niraparib or xyz?", ("xyz",)),
        ("pembrolizumab or xyzab with chemo?", ("xyzab",)),
        ("pembrolizumab or qx?", ("qx",)),
        ("should he or she get pembrolizumab, or not?", ()),
    ],
)
def test_a_side_that_is_not_read_is_named(text: str, unread: tuple[str, ...]) -> None:
    assert unread_phrases(text) == unread


@pytest.mark.parametrize(
    "question",
    [
        f"{CASE} IO doublet first or dab/tram first?",
        f"{CASE} dab/tram or chemo-IO?",
        f"{CASE} dab/tram vs platinum doublet",
        f"{CASE} dab/tram or TIL therapy?",
        f"{CASE} dabrafenib/trametinib rather than encorafenib/binimetinib?",
    ],
)
async def test_the_half_on_which_nothing_is_shown_is_named_first(question: str) -> None:
    ending = await Conversation(shelf(PAIR)).ask(question)
    assert isinstance(ending, Answer)
    first, second = ending.sentences[:2]
    assert first.text.startswith("Nothing shown here is on ")
    assert first.verified
    assert second.text.startswith("Dabrafenib plus trametinib")


async def test_both_halves_are_answered() -> None:
    library = shelf(PAIR, DOUBLET)
    ending = await Conversation(library).ask(f"{CASE} IO doublet first or dab/tram first?")
    assert isinstance(ending, Answer)
    told = [each.text for each in ending.sentences]
    assert any(each.startswith("Nivolumab plus ipilimumab") for each in told)
    assert any(each.startswith("Dabrafenib plus trametinib") for each in told)
    assert not any(each.startswith("Nothing shown") for each in told)


@pytest.mark.parametrize(
    "question",
    [
        "metastatic breast cancer HR+ HER2- on anastrozole, switch to letrozole?",
        "metastatic breast cancer HR+ HER2- on anastrozole, letrozole instead?",
        "metastatic breast cancer HR+ HER2-: pain on anastrozole, change her over to letrozole?",
    ],
)
def test_what_the_patient_is_switched_to_is_asked_about(question: str) -> None:
    (part,) = parse_text(question).parts
    assert part.drugs == {"letrozole"}


@pytest.mark.parametrize(
    "question",
    [
        "mCRPC, PD on abiraterone. What about talazoparib plus enzalutamide instead?",
        "mCRPC, PD on abiraterone. Enzalutamide/talazoparib instead?",
        "mCRPC, PD on abiraterone: talazoparib with enzalutamide instead?",
    ],
)
def test_a_regimen_in_place_of_another_keeps_both_drugs(question: str) -> None:
    (part,) = parse_text(question).parts
    assert (part.kind, part.drugs) == ("therapy", {"talazoparib", "enzalutamide"})


async def test_nothing_on_the_new_drug_gives_no_answer_on_the_old_one() -> None:
    question = "metastatic breast cancer HR+ HER2- on letrozole, switch to anastrozole?"
    ending = await Conversation(shelf(LETROZOLE)).ask(question)
    assert isinstance(ending, Abstention), ending


def test_a_cancer_drug_in_place_of_another_is_no_partner() -> None:
    (part,) = parse_text("mCSPC on enzalutamide, apalutamide instead?").parts
    assert (part.kind, part.drugs, part.partners) == ("therapy", {"apalutamide"}, frozenset())


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "CML T315I after dasatinib, ponatinib or asciminib, what dose?",
            [("therapy", "asciminib ponatinib"), ("dose", "ponatinib"), ("dose", "asciminib")],
        ),
        (
            "RET fusion NSCLC: selpercatinib vs pralsetinib, dosing?",
            [
                ("therapy", "pralsetinib selpercatinib"),
                ("dose", "selpercatinib"),
                ("dose", "pralsetinib"),
            ],
        ),
        (
            "IDH1 glioma: vorasidenib now or RT, dose?",
            [("therapy", "vorasidenib"), ("dose", "vorasidenib")],
        ),
        (
            "EGFR T790M NSCLC after gefitinib or erlotinib, what dose of osimertinib?",
            [("dose", "osimertinib")],
        ),
        ("olaparib or talazoparib, what dose?", [("dose", "olaparib"), ("dose", "talazoparib")]),
        ("olaparib or talazoparib dose?", [("dose", "olaparib"), ("dose", "talazoparib")]),
        ("olaparib tablets or capsules in ovarian cancer, CrCl 35, dose?", [("dose", "olaparib")]),
    ],
)
def test_a_choice_comes_before_the_dose_of_what_is_chosen(
    text: str, parts: list[tuple[str, str]]
) -> None:
    asked = parse_text(text).parts
    assert [(each.kind, " ".join(sorted(each.drugs))) for each in asked] == parts


async def test_a_half_of_two_letters_is_no_part_of_a_word() -> None:
    text = "## Results\n\nIn glioma with IDH1 R132H, evidence of level A supports vorasidenib.\n"
    page = document("drug_information", "v", "Vorasidenib", text, drugs=["vorasidenib"])
    case = "Glioma, IDH1 R132H: vorasidenib now or RT?"
    ending = await Conversation(FakeLibrary([page])).ask(case)
    assert isinstance(ending, Answer)
    assert "on RT" in ending.sentences[0].text


ENDOMETRIAL = """## Options

Pembrolizumab alone is indicated for advanced endometrial cancer that is MSI-high.

Dostarlimab plus carboplatin plus paclitaxel is indicated for advanced endometrial cancer that is
MSI-high.
"""


async def refusals(question: str, text: str, *drugs: str) -> list[str]:
    page = document("drug_information", "p", drugs[0].title(), text, drugs=list(drugs))
    ending = await Conversation(FakeLibrary([page])).ask(question)
    return [each.text for each in ending.sentences] if isinstance(ending, Answer) else []


PD_L1 = """
id: pembrolizumab
title: Pembrolizumab
drugs: [pembrolizumab]
sections:
- heading: Breast cancer
  statements:
  - id: one
    kind: indication
    text: Pembrolizumab plus chemotherapy is indicated for breast cancer with PD-L1 CPS from 10 on.
    drugs: [pembrolizumab]
    applies:
      tumours: [breast cancer]
      requires:
      - any_of: [{name: PD-L1, state: positive}]
        at_least: 10
        unit: CPS
    record: https://example.org/label
"""


async def test_a_partner_that_is_named_by_its_class_is_not_left_out_of_the_refusal() -> None:
    shelf = FakeLibrary([*read_documents("drug_information", Path("p.yaml"), PD_L1.encode())])
    ending = await Conversation(shelf).ask("breast cancer, PD-L1 CPS 4: pembro + chemo?")
    assert isinstance(ending, Answer)
    told = [each.text for each in ending.sentences]
    assert told[0].startswith("Pembrolizumab with chemotherapy is not")
    assert not any("Nothing shown here" in each for each in told)


async def test_the_partners_of_another_drug_are_no_regimen_with_the_one_refused() -> None:
    told = await refusals(
        "advanced endometrial cancer, MSS: pembrolizumab with carboplatin and paclitaxel?",
        ENDOMETRIAL,
        *("pembrolizumab", "dostarlimab", "carboplatin", "paclitaxel"),
    )
    assert any("Nothing shown here is on pembrolizumab with" in each for each in told)


NIVOLUMAB = "Nivolumab is indicated for unresectable or metastatic melanoma."
IPILIMUMAB = "Ipilimumab is indicated for unresectable or metastatic melanoma."
JOINT = "Nivolumab plus ipilimumab is indicated for unresectable or metastatic melanoma."


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("Nivolumab or ipilimumab, or both together?", "both together"),
        ("Nivolumab, ipilimumab, or a combination?", "a combination"),
        ("Nivolumab or ipilimumab? Or should we combine them?", "combine them"),
    ],
)
async def test_each_alone_does_not_answer_whether_both_are_given_together(
    asked: str, words: str
) -> None:
    apart = f"{NIVOLUMAB}\n\n{IPILIMUMAB}"
    question = f"Metastatic melanoma. {asked}"
    ending = await Conversation(FakeLibrary([document("drug_information", "o", "o", apart)])).ask(
        question
    )
    assert isinstance(ending, Answer)
    assert any(f"is on “{words}”, which" in each.text for each in ending.sentences if each.verified)
    both = document("drug_information", "o", "o", f"{apart}\n\n{JOINT}")
    ending = await Conversation(FakeLibrary([both])).ask(question)
    assert isinstance(ending, Answer)
    assert not any(f"is on “{words}”, which" in each.text for each in ending.sentences)
