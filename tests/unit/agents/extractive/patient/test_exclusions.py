"""An answer on the usual case is none for the unusual one that was asked about: the option is
excluded with its reason, or nothing is said at all."""

from __future__ import annotations

import pytest

from agents.extractive.answer.sentences import sentences_of
from agents.extractive.answer.wording import excluded_options, headline, missing_facts
from agents.turns import Answer
from retrieval.derivation.derive import derive_statements
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary
from tests.unit.agents.extractive.conftest import document as document_of
from tests.unit.agents.extractive.one_statement import document, score, sorted_out

EXCLUDED = [
    (
        "olaparib in BRCA1 VUS?",
        "Olaparib is indicated in BRCA-mutated disease.",
        "variant of uncertain significance",
    ),
    (
        "alpelisib, PIK3CA wild-type breast cancer?",
        "Alpelisib is indicated for PIK3CA-mutated breast cancer.",
        "no PIK3CA alteration",
    ),
    (
        "trastuzumab in HER2-negative breast cancer?",
        "Trastuzumab is indicated for HER2-positive breast cancer.",
        "HER2-negative",
    ),
    (
        "pertuzumab for HER2-low breast cancer?",
        "Pertuzumab is indicated for HER2-positive breast cancer.",
        "HER2-low",
    ),
    (
        "cetuximab again for colorectal cancer that progressed on cetuximab?",
        "Cetuximab is indicated for metastatic colorectal cancer.",
        "progressed on cetuximab",
    ),
]
BESIDE = [
    ("capecitabine dose in dialysis?", "In moderate renal impairment give 75% of capecitabine."),
    ("everolimus dose in Child-Pugh C?", "In Child-Pugh B reduce the dose of everolimus to 5 mg."),
    (
        "olaparib with fluconazole?",
        "Avoid strong CYP3A inhibitors with olaparib.",
    ),
]
SPOKEN_OF = [
    ("capecitabine dose in dialysis?", "The dose of capecitabine in haemodialysis is unknown."),
    (
        "olaparib in HER2-negative breast cancer",
        "Olaparib is indicated for HER2-negative breast cancer.",
    ),
    ("olaparib dose", "The dose of olaparib is 300 mg."),
]


@pytest.mark.parametrize(("question", "text", "reason"), EXCLUDED)
def test_an_option_that_the_patients_facts_speak_against_is_told_as_none(
    question: str, text: str, reason: str
) -> None:
    (selected,) = sorted_out(question, document(text))
    assert selected.answers == ()
    (excluded,) = excluded_options(selected)
    assert reason in excluded.reason
    (first,) = headline(selected, 0)
    assert first.basis == "matching"
    assert reason in first.text


@pytest.mark.parametrize(("question", "text"), BESIDE)
def test_a_neighbouring_class_is_neither_an_answer_nor_an_exclusion(
    question: str, text: str
) -> None:
    (selected,) = sorted_out(question, document(text))
    assert selected.answers == ()
    assert selected.excluded == ()


@pytest.mark.parametrize(("question", "text"), SPOKEN_OF)
def test_what_a_statement_speaks_of_is_said(question: str, text: str) -> None:
    assert score(question, document(text)) > 0


def test_a_drug_that_is_asked_for_in_another_line_is_told_as_none() -> None:
    text = "Osimertinib is recommended as first-line treatment of EGFR L858R lung cancer."
    question = "third line osimertinib for EGFR L858R lung cancer?"
    (selected,) = sorted_out(question, document(text))
    assert selected.answers == ()
    (first,) = headline(selected, 0)
    assert "here: third line" in first.text


def test_options_for_another_setting_that_nobody_asked_about_are_a_gap() -> None:
    text = "Abemaciclib is indicated as adjuvant treatment of breast cancer."
    (selected,) = sorted_out("therapy of metastatic breast cancer?", document(text))
    assert selected.answers == ()
    assert headline(selected, 0) == ()


def test_a_sentence_that_points_back_is_quoted_with_what_it_points_to() -> None:
    text = (
        "One trial saw longer survival with early surgery of the primary tumour. "
        "A later meta-analysis of eight trials did not confirm this."
    )
    source = document(text, title="Surgery")
    quoted = [[source.text[start:end] for start, end in s.spans] for s in derive_statements(source)]
    assert any(len(spans) > 1 or text in spans[0] for spans in quoted), quoted


def test_a_drug_of_which_one_indication_fits_is_not_excluded_by_another() -> None:
    """The same drug for HER2-low and for HER2-positive disease."""
    text = (
        "Trastuzumab deruxtecan is indicated for HER2-positive breast cancer.\n\n"
        "Trastuzumab deruxtecan is indicated for HER2-low breast cancer."
    )
    (fits,) = sorted_out("HER2-low breast cancer. Trastuzumab deruxtecan?", document(text))
    assert fits.excluded
    assert not excluded_options(fits)
    (none,) = sorted_out("HER2 IHC 0 breast cancer. Trastuzumab deruxtecan?", document(text))
    assert excluded_options(none)


IN_SCOPE = [
    # question, indications, options named as none
    (
        "ER+ HER2- metastatic breast cancer, PIK3CA mut, pd on letrozole, then fulvestrant. next?",
        "Alpelisib with fulvestrant is indicated for PIK3CA-mutated breast cancer after progression"
        " on endocrine therapy.",
        {"alpelisib with fulvestrant"},
    ),
    (
        "HER2-low breast cancer. trastuzumab deruxtecan?",
        "Trastuzumab deruxtecan is indicated for HER2-low breast cancer.\n\nTrastuzumab deruxtecan"
        " with pertuzumab is indicated for HER2-positive breast cancer.",
        set(),
    ),
    (
        "triple-negative breast cancer, gBRCA wild-type, what options?",
        "Abemaciclib is indicated for HR-positive breast cancer.\n\nOlaparib is indicated for"
        " germline BRCA-mutated breast cancer.",
        {"olaparib"},
    ),
    (
        "triple-negative breast cancer, abemaciclib?",
        "Abemaciclib is indicated for HR-positive breast cancer.",
        {"abemaciclib"},
    ),
    (
        "colorectal cancer, KRAS wild-type, cetuximab?",
        "Cetuximab should not be given in colorectal cancer with a KRAS mutation.",
        set(),
    ),
]
CONTINUED = (
    "HER2-positive breast cancer, pd on trastuzumab and pertuzumab. tucatinib with trastuzumab?",
    "Tucatinib with trastuzumab is indicated for HER2-positive breast cancer after progression on"
    " HER2-directed therapy.",
)


@pytest.mark.parametrize(("question", "text", "options"), IN_SCOPE)
def test_only_what_is_in_the_scope_of_the_question_is_named_as_none(
    question: str, text: str, options: set[str]
) -> None:
    (selected,) = sorted_out(question, document(text))
    assert {each.option for each in excluded_options(selected)} == options


def test_what_goes_on_after_progression_is_no_reason_against_a_regimen() -> None:
    question, text = CONTINUED
    (selected,) = sorted_out(question, document(text))
    assert selected.answers
    assert not excluded_options(selected)


UNDECIDED = (
    "Pembrolizumab is indicated for triple-negative breast cancer with PD-L1 CPS ≥ 10.\n\n"
    "Sacituzumab govitecan is indicated for triple-negative breast cancer."
)


def test_an_option_that_hangs_on_an_unknown_marker_is_named_with_it() -> None:
    question = "metastatic triple-negative breast cancer, gBRCA wild-type, PD-L1 pending. options?"
    (selected,) = sorted_out(question, document(UNDECIDED))
    named = {each.name: each.options for each in missing_facts(selected)}
    assert named["PD-L1 CPS of at least 10"] == ("pembrolizumab",)
    assert all("sacituzumab govitecan" in each.drugs for each in selected.answers)


def test_where_nothing_else_is_one_it_is_told_under_its_condition() -> None:
    text = (
        f"{UNDECIDED.partition('.')[0]}.\n\nOlaparib is indicated for BRCA-mutated breast cancer."
    )
    question = "metastatic triple-negative breast cancer, gBRCA wild-type, PD-L1 unknown. options?"
    (selected,) = sorted_out(question, document(text))
    (first,) = sentences_of(selected, 0)
    assert first.text.startswith("Only with PD-L1 CPS of at least 10: ")
    assert {each.option for each in excluded_options(selected)} == {"olaparib"}


PARTNERS = [
    (
        "capecitabine in HER2-negative breast cancer?",
        "Tucatinib plus capecitabine is indicated for HER2-positive breast cancer.",
    ),
    (
        "does doxorubicin harm the fertility of a man?",
        "Doxorubicin is indicated for women with breast cancer.",
    ),
]


@pytest.mark.parametrize(("question", "text"), PARTNERS)
def test_what_is_not_asked_of_a_drug_refuses_it_not(question: str, text: str) -> None:
    (selected,) = sorted_out(question, document(text))
    assert headline(selected, 0) == ()


async def test_of_whom_the_tumour_is_not_known_nothing_is_named_as_none() -> None:
    text = "## Use\n\nErlotinib is indicated for lung cancer that progressed after chemotherapy.\n"
    page = document_of("drug_information", "e", "Erlotinib", text, drugs=["erlotinib"])
    ending = await Conversation(FakeLibrary([page])).ask("72M, no chemotherapy yet. Options?")
    assert not isinstance(ending, Answer) or not ending.excluded


CONJUGATE = """## Indications

Trastuzumab deruxtecan is indicated for metastatic HER2-low breast cancer after chemotherapy.

Trastuzumab deruxtecan is indicated for metastatic HR-positive breast cancer with HER2-low status.
"""


def test_an_approval_is_not_limited_by_another_one() -> None:
    chosen = sorted_out("HER2 IHC 1+, HR-negative. T-DXd?", document(CONJUGATE))[0]
    assert [each.words for each in chosen.answers] == [CONJUGATE.split("\n\n")[1]]
    assert not headline(chosen, 0)
    assert "prior chemotherapy" in [each.name for each in missing_facts(chosen)]


THIRD_LINE = """## Lines

For metastatic ALK-positive non-small cell lung cancer after alectinib, lorlatinib is recommended
in the third line.

Lorlatinib is indicated for ALK-positive metastatic non-small cell lung cancer.
"""


def test_advice_for_another_line_leaves_the_approval() -> None:
    text = THIRD_LINE.replace("third line", "second line")
    asked = "ALK+ metastatic NSCLC, third line after crizotinib and alectinib: lorlatinib?"
    chosen = sorted_out(asked, document(text))[0]
    assert any("is indicated for" in each.words for each in chosen.answers)


SEVERAL_USES = [
    # question, event, drug, marker of another use, marker of the use that fits, rule asked for
    (
        "T-DXd ILD grade 1 in HER2-low",
        "interstitial lung disease",
        "Trastuzumab deruxtecan",
        "HER2-positive",
        "HER2-low",
        "For grade 1 interstitial lung disease trastuzumab deruxtecan is interrupted.",
    ),
    (
        "encorafenib rash grade 3 with BRAF V600K",
        "rash",
        "Encorafenib",
        "BRAF V600E-mutated",
        "BRAF V600K-mutated",
        "For a rash of grade 3 encorafenib is withheld.",
    ),
]


@pytest.mark.parametrize(("question", "event", "drug", "other", "own", "rule"), SEVERAL_USES)
async def test_a_drug_with_a_fitting_use_is_none_for_no_one_who_asks_of_its_harm(
    question: str, event: str, drug: str, other: str, own: str, rule: str
) -> None:
    uses = [f"{drug} is indicated for {each} metastatic cancer." for each in (other, own)]

    async def options(*told: str) -> list[str]:
        text = "\n\n".join((rule, *told))
        label = document_of("drug_information", "one", f"{drug} — uses, {event}", text)
        ending = await Conversation(FakeLibrary([label])).ask(question)
        assert isinstance(ending, Answer)
        return [each.option for each in ending.excluded]

    assert await options(uses[0]) == [drug.lower()]
    assert await options(*uses) == []


async def test_advice_for_the_group_of_the_patient_comes_first() -> None:
    """The label is for women; what the guideline says of men is not refused by it."""
    label = "Fulvestrant is indicated for women with HR-positive metastatic breast cancer."
    general = "ASCO advises an aromatase inhibitor for HR-positive metastatic breast cancer."
    men = (
        "For men with metastatic breast cancer ASCO recommends tamoxifen, an aromatase inhibitor"
        " with a GnRH agent, or fulvestrant."
    )
    pages = [
        document_of("drug_information", "l", "Fulvestrant", f"## Indications\n\n{label}\n"),
        document_of("asco_guidelines", "g", "Breast cancer", f"## Advice\n\n{general}\n"),
        document_of("asco_guidelines", "m", "Male breast cancer", f"## Advice\n\n{men}\n"),
    ]
    question = "{} with HR+ metastatic breast cancer, which endocrine therapy?"
    asked = Conversation(FakeLibrary(pages))
    ending = await asked.ask(question.format("60M"))
    assert isinstance(ending, Answer)
    assert ending.sentences[0].text == men
    other = await Conversation(FakeLibrary(pages)).ask(question.format("60F"))
    assert men not in [each.text for each in getattr(other, "sentences", ())]


GRADE_TWO = (
    "## Options\n\nVorasidenib is indicated for grade 2 astrocytoma or oligodendroglioma with an"
    " IDH1 mutation.\n"
)


@pytest.mark.parametrize(
    ("tumour", "begins"),
    [
        ("grade 2 oligodendroglioma", "Vorasidenib is indicated"),
        ("oligodendroglioma", "Only with low-grade glioma: Vorasidenib"),
        ("oligodendroglioma gr 3", "Vorasidenib is not indicated here"),
    ],
)
async def test_an_option_for_a_grade_of_a_glioma(tumour: str, begins: str) -> None:
    page = document_of("drug_information", "label", "Vorasidenib", GRADE_TWO)
    ending = await Conversation(FakeLibrary([page])).ask(f"{tumour}, IDH1 R132H. vorasidenib?")
    assert isinstance(ending, Answer)
    assert ending.sentences[0].text.startswith(begins)
