"""Maintenance belongs to the line of the treatment that the disease responded to."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

FIRST = (
    "Olaparib alone is indicated for maintenance treatment of advanced ovarian cancer with a"
    " germline or somatic BRCA1 or BRCA2 mutation in complete or partial response to first-line"
    " platinum-based chemotherapy."
)
PANCREAS = (
    "Olaparib alone is indicated for maintenance treatment of metastatic pancreatic adenocarcinoma"
    " with a germline BRCA1 or BRCA2 mutation that has not progressed on first-line platinum-based"
    " chemotherapy."
)
RECURRENT = (
    "Niraparib alone is indicated for maintenance treatment of recurrent ovarian cancer with a"
    " germline BRCA1 or BRCA2 mutation in complete or partial response to platinum-based"
    " chemotherapy."
)
QUIZARTINIB = (
    "Quizartinib plus cytarabine plus an anthracycline is indicated for newly diagnosed acute"
    " myeloid leukaemia with an FLT3 ITD, in induction, consolidation and then alone as"
    " maintenance."
)
FOLFIRI = "Cetuximab with FOLFIRI is indicated for first-line treatment of colorectal cancer."


async def ending_of(question: str, sentence: str) -> Answer:
    page = document("drug_information", "p", "Indications", f"## Indications\n\n{sentence}\n")
    ending = await Conversation(FakeLibrary([page])).ask(question)
    assert isinstance(ending, Answer)
    return ending


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("BRCA1 wt, BRCA2 mut ovarian cancer in CR after platinum, olaparib?", FIRST),
        ("Ovarian cancer, gBRCA1, responding after carboplatin and paclitaxel. Olaparib?", FIRST),
        ("Recurrent ovarian cancer, gBRCA2, PR after platinum again, niraparib?", RECURRENT),
        (
            "Metastatic pancreatic cancer, gBRCA2, no progression after FOLFIRINOX. Olaparib?",
            PANCREAS,
        ),
        ("AML FLT3-ITD in CR after quizartinib + 7+3, quizartinib maintenance?", QUIZARTINIB),
    ],
)
async def test_after_a_response_maintenance_is_an_option(question: str, sentence: str) -> None:
    ending = await ending_of(question, sentence)
    assert any(each.text.endswith(sentence) for each in ending.sentences)
    assert ending.excluded == ()


async def test_a_response_that_is_told_is_not_missing() -> None:
    case = "Recurrent ovarian cancer, gBRCA2, {} after platinum again, niraparib?"
    ending = await ending_of(case.format("PR"), RECURRENT)
    assert "response to the treatment before maintenance" not in [e.name for e in ending.missing]


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Ovarian cancer, gBRCA2, progressed on platinum, olaparib?", FIRST),
        ("Metastatic colorectal cancer in CR after FOLFOX, cetuximab with FOLFIRI?", FOLFIRI),
        ("AML FLT3-ITD, progressed on quizartinib. Quizartinib maintenance?", QUIZARTINIB),
    ],
)
async def test_what_failed_or_begins_anew_is_none(question: str, sentence: str) -> None:
    ending = await ending_of(question, sentence)
    assert sentence not in [each.text for each in ending.sentences]


DOSES = (
    "With a body weight of 77 kg or more and platelets of 150,000/µL or more niraparib is started"
    " at 300 mg once daily as maintenance of ovarian cancer that responded to first-line"
    " platinum-based chemotherapy."
)


@pytest.mark.parametrize(
    ("question", "refused"),
    [
        ("niraparib 1L maintenance ovarian cancer, 90 kg, plts 210. start dose", False),
        ("niraparib dose, 1L maintenance of ovarian cancer, 85 kg, platelets 250", False),
        ("niraparib 1L ovarian cancer, BRCA wt, 90 kg, plts 210. dose?", True),
        # That the disease responded to the first line tells maintenance.
        (
            "niraparib dose after response to 1L platinum, ovarian ca, BRCA wt, 90 kg, plt 210",
            False,
        ),
    ],
)
async def test_the_label_of_another_line_does_not_refuse_a_dose_in_its_place(
    question: str, refused: bool
) -> None:
    text = f"## Indications\n\n{RECURRENT}\n\n## Dose\n\n{DOSES}\n"
    page = document("drug_information", "p", "Niraparib", text)
    ending = await Conversation(FakeLibrary([page])).ask(question)
    assert isinstance(ending, Answer)
    headline = ending.sentences[0].text
    assert ("300 mg" in headline) is not refused
    assert ("not indicated" in headline) is refused


@pytest.mark.parametrize(
    ("after", "told"),
    [
        ("and if she was 90 kg w the same platelets", False),
        ("and for maintenance of recurrent disease, 90 kg?", True),
    ],
)
async def test_what_ended_in_another_line_heads_no_follow_up_on_the_dose(
    after: str, told: bool
) -> None:
    text = f"## Indications\n\n{RECURRENT}\n\n## Dose\n\n{DOSES}\n"
    page = document("drug_information", "p", "Niraparib", text)
    thread = Conversation(FakeLibrary([page]))
    await thread.ask("niraparib 1L maintenance ovarian cancer, 85 kg, plts 210. start dose")
    ending = await thread.ask(after)
    said = [each.text for each in ending.sentences] if isinstance(ending, Answer) else []
    assert any("was narrowed" in each or "was withdrawn" in each for each in said) is told


RECURRENT_ONLY = (
    "Niraparib alone is indicated for second-line maintenance treatment of ovarian cancer with a"
    " germline BRCA1 or BRCA2 mutation."
)
ADVICE = (
    "For first-line maintenance of HRD-positive ovarian cancer without a BRCA mutation, ASCO"
    " recommends niraparib or rucaparib."
)
OF_PATIENT = "ovarian cancer, HRD positive, BRCA wild type, niraparib?"


async def ending_with_advice(question: str) -> Answer:
    label, advice = f"## Indications\n\n{RECURRENT_ONLY}\n", f"## Advice\n\n{ADVICE}\n"
    pages = [
        document("drug_information", "label", "Niraparib", label),
        document("asco_guidelines", "parp", "PARP inhibitors", advice),
    ]
    library = FakeLibrary(pages)
    ending = await Conversation(library).ask(question)
    assert isinstance(ending, Answer)
    return ending


@pytest.mark.parametrize("line", ["First-line maintenance, ", ""])
async def test_an_approval_for_another_line_refuses_nothing_that_is_advised(line: str) -> None:
    ending = await ending_with_advice(line + OF_PATIENT)
    assert any("ASCO recommends niraparib" in each.text for each in ending.sentences)
    assert not any("not indicated" in each.text for each in ending.sentences)
    assert ending.excluded == ()


async def test_an_approval_for_just_this_line_still_refuses() -> None:
    ending = await ending_with_advice("Second-line maintenance, " + OF_PATIENT)
    assert [each.option for each in ending.excluded] == ["niraparib"]


SAME_LINE = (
    "Pembrolizumab plus trastuzumab is indicated for first-line treatment of metastatic"
    " HER2-positive gastric cancer with PD-L1 CPS >= 1."
)
WITHOUT_SCORE = (
    "For untreated metastatic HER2-positive gastric cancer, ASCO recommends pembrolizumab plus"
    " trastuzumab."
)


@pytest.mark.parametrize(
    "question",
    [
        "gastric cancer, HER2 3+, PD-L1 CPS 0. add pembrolizumab to trastuzumab?",
        "metastatic gastric cancer, HER2 3+, PD-L1 CPS 0. pembrolizumab + trastuzumab?",
        "gastric cancer, first line, HER2 3+, PD-L1 CPS 0. pembrolizumab plus trastuzumab chemo?",
    ],
)
async def test_a_label_for_the_line_of_the_advice_refuses_though_nobody_told_the_line(
    question: str,
) -> None:
    label, advice = f"## Indications\n\n{SAME_LINE}\n", f"## Advice\n\n{WITHOUT_SCORE}\n"
    pages = [
        document("drug_information", "label", "Pembrolizumab", label),
        document("asco_guidelines", "gastric", "Gastric cancer", advice),
    ]
    ending = await Conversation(FakeLibrary(pages)).ask(question)
    said = [each.text for each in ending.sentences] if isinstance(ending, Answer) else []
    assert any("needs PD-L1 CPS of at least 1" in each for each in said)
    assert not any("ASCO recommends" in each for each in said)
