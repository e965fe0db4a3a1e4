"""What exactly is asked of a drug binds which statements answer; a neighbour is none."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from agents.extractive.question.parsing import parse_text
from agents.extractive.question.requests.aspects import aspects_asked, aspects_said
from agents.turns import Answer, Ending
from names.clinical.values import Population
from names.recognise import recognise
from retrieval.derivation.derive import with_statements
from retrieval.documents import Document
from retrieval.ingestion.readers import read_documents
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary

SILO = "drug_information"
LABELS = (
    *("abemaciclib", "alpelisib", "capecitabine", "dabrafenib-trametinib", "lorlatinib"),
    *("everolimus", "neratinib", "sacituzumab-govitecan"),
    *("osimertinib", "paclitaxel", "palbociclib", "pertuzumab-trastuzumab-subcutaneous"),
    *("ribociclib", "talazoparib"),
    *("trastuzumab-deruxtecan", "trastuzumab-emtansine", "tucatinib"),
)


@cache
def labels(corpus: Path) -> tuple[Document, ...]:
    files = [corpus / SILO / f"{name}.yaml" for name in LABELS]
    read = [each for f in files for each in read_documents(SILO, f, f.read_bytes())]
    return tuple(with_statements(each, "label") for each in read)


async def words_of_answer(question: str, corpus: Path) -> str:
    """The answer from the labels, those of the drugs named in the question first."""
    drugs = recognise(question).names("drug")
    found = sorted(labels(corpus), key=lambda each: not drugs & set(each.facets.drugs))
    ending: Ending = await Conversation(FakeLibrary(found)).ask(question)
    return " ".join(s.text for s in ending.sentences) if isinstance(ending, Answer) else ""


@pytest.mark.parametrize(
    ("question", "said", "not_said"),
    [
        ("tucatinib dose?", "300 mg twice daily", "resumed"),
        ("how do we give abemaciclib?", "150 mg twice daily", "diarrhoea"),
        ("abemaciclib dose, adjuvant", "150 mg", "200 mg"),
        ("lorlatinib starting dose", "100 mg", "75 mg"),
        ("abemaciclib early breast: dose and duration with letrozole?", "150 mg", "200 mg"),
        ("abemaciclib early breast: dose and duration with letrozole?", "2 years", "200 mg"),
        ("HER2+ gastric cancer, T-DXd: which mg/kg and interval?", "6.4 mg/kg", "5.4 mg/kg"),
        ("dabrafenib dose?", "150 mg", "trametinib"),
        ("dose of trametinib", "", "dabrafenib"),
        ("Verzenio dosing in early breast", "150 mg", "200 mg"),
        ("tucatinib + capecitabine: doses of both pls", "300 mg twice daily", "loose"),
        ("cape G3 hand-foot, second time. dose?", "75% of the dose the first", "1000 mg"),
        ("capecitabine second episode grade 2 diarrhoea, dose?", "100% of the dose", "1250"),
        ("levothyroxine 100 mcg and abemaciclib interaction?", "", "50 mg"),
        ("ribo 400 early breast, methadone 40 mg/d. concerns?", "prolong the QT", "400 mg"),
        ("osimertinib pt takes citalopram 20 mg. ok?", "", "80 mg"),
        ("palbo, ANC 0.6 day 1 of cycle 3", "withheld and the blood count", "every 3 months"),
        ("osimertinib grade 3 dysgeusia", "another adverse reaction", "interstitial"),
        ("osimertinib grade 3 ILD", "discontinued permanently", "another adverse reaction"),
        ("AST 180 U/L on ribociclib, what to do", "grade 4", "monitored"),
        ("osimertinib, ILD last month, rechallenge ok?", "any grade", "another"),
        ("T-DXd dose in stomach cancer?", "6.4 mg/kg", "is started at 5.4"),
        ("talazoparib dose?", "1 mg once daily", "renal"),
        ("serious adverse events of sacituzumab?", "fatal neutropenia", "contraception"),
        ("T-DXd: which SAEs?", "interstitial lung disease", "indicated"),
        ("T-DXd toxicity", "interstitial lung disease", "indicated"),
        ("osimertinib adverse drug reactions", "", "monitored"),
        ("can a man on talazoparib father a child?", "4 months after", "1 mg"),
        ("is it safe to have children on talazoparib", "7 months after", "1 mg"),
        ("main toxicities of T-DXd?", "interstitial lung disease", "contraception"),
        ("warnings of talazoparib?", "contraception", "1 mg"),
        ("side effects of talazoparib on the fetus?", "harm the fetus", "1 mg"),
        ("abemaciclib dose steps from 150 mg", "to 100 mg and 50 mg", "haematological"),
        ("neratinib next dose down from 240", "200 mg, 160 mg", "with food"),
        (
            "abemaciclib 150 bd, grade 3 diarrhoea again. what dose now",
            "next lower dose",
            "200 mg twice",
        ),
        (
            "abemaciclib 150 bd, grade 3 diarrhoea again. what dose now",
            "100 mg and 50 mg",
            "haemato",
        ),
        (
            "lorlatinib, TG and chol grade 4: dose reduction steps?",
            "resumed at the same dose",
            "100",
        ),
        ("lorlatinib lipids grade 4", "resumed at the same dose", "75 mg"),
        ("Stomatitis with everolimus/exemestane - how to prevent?", "mouthwash", "withheld"),
        ("how can stomatitis be prevented with everolimus?", "mouthwash", "withheld"),
        ("prevention of diarrhoea on neratinib", "loperamide", "240 mg once"),
        ("starting neratinib tmrw, how do i keep her from diarrhoea", "loperamide", "240 mg once"),
        ("neratinib - how to avoid diarrhoea?", "loperamide", "240 mg once"),
        ("febrile neutropenia prophylaxis sacituzumab", "G-CSF", "loperamide"),
        ("growth factor support with sacituzumab govitecan", "G-CSF", "loperamide"),
        ("dose reduction steps of tucatinib", "250 mg, 200 mg and 150 mg", "300 mg"),
        ("palbociclib dose level -2?", "75 mg", "125 mg"),
        ("after the last dose of talazoparib, contraception how long?", "7 months", "once daily"),
        ("talazoparib, partner wants a child, how long condoms", "7 months", "once daily"),
        ("is breastfeeding ok with lorlatinib", "7 days after", "contraception"),
        ("how long adjuvant osimertinib?", "up to 3 years", "grade 3"),
        ("missed dose of alpelisib", "9 hours", "300 mg"),
        ("Palbociclib + letrozole, starts posaconazole. what dose?", "75 mg", "125 mg"),
        ("Talazoparib in breast cancer, CrCl 35. Dose?", "0.75 mg", " 1 mg once"),
        ("She takes ketoconazole. palbociclib dose?", "75 mg", "125 mg"),
        ("alpelisib: forgot the tablet this morning", "9 hours", "300 mg"),
        ("how is Enhertu given, infusion time?", "90 minutes", "28 days"),
        ("palbociclib with ketoconazole - new dose?", "75 mg", "125 mg"),
        ("osimertinib and carbamazepine, which dose now?", "160 mg", "grade"),
        ("palbociclib with itraconazole prophylaxis?", "75 mg", "125 mg"),
        ("abemaciclib G3 diarrhoea: hold? dose then?", "to 100 mg and 50 mg", "contraception"),
        ("abemaciclib G3 diarrhea, new dose?", "to 100 mg and 50 mg", "contraception"),
    ],
)
async def test_the_aspect_asked_about_is_answered(
    question: str, said: str, not_said: str, corpus: Path
) -> None:
    words = await words_of_answer(question, corpus)
    assert said in words
    assert not_said not in words


@pytest.mark.parametrize(
    "question",
    [
        "alpelisib dose level -1?",
        "G-CSF with tucatinib?",
        "prevention of hair loss on neratinib",
        "prophylaxis of hypertension on sacituzumab govitecan",
        "tucatinib missed dose?",
        "lactation on T-DM1?",
        "paclitaxel dose weekly",
        "trastuzumab dose?",
        "how long is talazoparib given?",
        "maximum dose of abemaciclib",
        "paclitaxel dose every 2 weeks?",
    ],
)
async def test_a_neighbour_of_what_is_asked_is_a_gap(question: str, corpus: Path) -> None:
    assert await words_of_answer(question, corpus) == ""


@pytest.mark.parametrize(
    ("text", "is_fact"),
    [
        ("29F starts olaparib. What about breastfeeding?", False),
        ("Is breastfeeding allowed on abemaciclib?", False),
        ("pregnancy on capecitabine?", False),
        ("how long to wait before pregnancy after T-DM1", False),
        ("29F, breastfeeding, HER2+ early breast cancer. T-DM1?", True),
        ("She is breastfeeding. Abemaciclib?", True),
        ("20 weeks pregnancy, doxorubicin?", True),
        ("Can a breastfeeding mother take tamoxifen?", True),
    ],
)
def test_what_is_only_asked_about_is_no_fact(text: str, is_fact: bool) -> None:
    state = [v for v in parse_text(text).sheet.of(Population) if v.pregnancy]
    assert bool(state) is is_fact


def test_several_aspects_are_several_questions_with_names_of_their_own() -> None:
    parts = parse_text("contraception and breastfeeding on tucatinib?").parts
    assert [set(each.aspects) for each in parts] == [{"contraception"}, {"breastfeeding"}]
    assert len({each.shown for each in parts}) == 2


def test_a_circumstance_of_a_further_question_is_not_lost() -> None:
    first, second = parse_text("talazoparib dose? and with CrCl 35?").parts
    assert "amount" in first.aspects
    assert second.about
    assert "amount" not in second.aspects


def test_a_cycle_is_no_duration_of_treatment() -> None:
    cycle = "taken at 125 mg once daily for 21 days followed by 7 days off"
    assert "duration" not in aspects_said(cycle)
    assert "duration" in aspects_asked("how many years of letrozole")


def test_a_short_form_of_two_drugs_names_both() -> None:
    (asked,) = parse_text("capi dose?").parts
    assert asked.drugs == {"capecitabine", "capivasertib"}


@pytest.mark.parametrize(
    ("question", "said", "not_said"),
    [
        ("abemaciclib, 8 stools a day over baseline", "grade 3 or 4 diarrhoea", "first loose"),
        ("tucatinib, 9 watery stools per day above baseline?", "next lower dose", "grade 4"),
        ("T-DM1, plt 20. Continue?", "grade 4 thrombocytopenia", "grade 3"),
        ("palbo, ANC 0.4, afebrile. Hold?", "grade 4 neutropenia", "blood count repeated"),
        ("tucatinib, bilirubin 2.5x ULN, hold?", "grade 2 bilirubin", "Child-Pugh"),
    ],
)
async def test_a_measured_value_is_answered_by_the_rule_for_its_grade(
    question: str, said: str, not_said: str, corpus: Path
) -> None:
    words = await words_of_answer(question, corpus)
    assert said in words
    assert not_said not in words


async def test_alone_is_asked_of_the_lead_drug_of_the_question_before(corpus: Path) -> None:
    talk = Conversation(FakeLibrary(list(labels(corpus))))
    await talk.ask("abemaciclib dose with letrozole in metastatic breast cancer?")
    ending = await talk.ask("and as a single agent, same dose?")
    assert isinstance(ending, Answer)
    assert "200 mg twice daily" in ending.sentences[0].text


def test_the_next_step_of_a_treatment_is_no_dose() -> None:
    assert not aspects_asked("BRAF V600E melanoma, PD on ipi nivo. next step?")
    assert "levels" in aspects_asked("next dose step of olaparib?")


@pytest.mark.parametrize("asks", ["what about contraception", "contraception?", "breastfeeding?"])
@pytest.mark.parametrize("tells", ["wants olaparib", "starting olaparib", "on olaparib"])
def test_an_aspect_of_a_drug_is_asked_also_where_somebody_wants_it(tells: str, asks: str) -> None:
    parsed = parse_text(f"34F, {tells} for gBRCA HER2- metastatic breast cancer. {asks}")
    assert parsed.parts[0].kind == "adverse"
    assert parsed.parts[0].drugs == {"olaparib"}


@pytest.mark.parametrize(
    ("question", "aspects"),
    [
        ("capivasertib, adverse reaction: how do I reduce?", {"reduction"}),
        ("capivasertib dose steps for adverse reactions?", {"levels"}),
        ("lapatinib toxicity: reduce to what?", {"levels"}),
    ],
)
def test_an_adverse_reaction_is_why_a_dose_is_reduced(question: str, aspects: set[str]) -> None:
    assert [{*each.aspects} for each in parse_text(question).parts] == [aspects]


def test_side_effects_beside_a_dose_are_asked_too() -> None:
    parsed = parse_text("rucaparib dose reduction and side effects")
    assert "harm" in {name for each in parsed.parts for name in each.aspects}


@pytest.mark.parametrize(
    ("question", "said", "not_said"),
    [
        ("niraparib 300, plt 71. restart at what dose?", "From a start at 300 mg", "hepatic"),
        ("talazoparib breast cancer, CrCl 22. next dose level?", "0.5 mg once daily", "0.35 mg"),
    ],
)
async def test_the_steps_are_told_for_any_count_but_not_for_another_organ(
    question: str, said: str, not_said: str, corpus: Path
) -> None:
    file = corpus / SILO / f"{question.split()[0].rstrip(',')}.yaml"
    read = [
        with_statements(each, "label") for each in read_documents(SILO, file, file.read_bytes())
    ]
    ending = await Conversation(FakeLibrary(read)).ask(question)
    assert isinstance(ending, Answer)
    words = " ".join(each.text for each in ending.sentences)
    assert said in words
    assert not_said not in words
    assert all(part.gap is None for part in ending.parts)
