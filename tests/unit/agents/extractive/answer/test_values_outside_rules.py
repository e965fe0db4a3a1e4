"""A value of the patient is held against the rule for it, whatever is asked of the drug; where the
rules at hand are for other values, it is named as not weighed, and no figure of another group
stands for the one that is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.endings.standing import standing_of
from agents.turns import Answer, Ending
from retrieval.derivation.derive import with_statements
from retrieval.ingestion.readers import read_documents
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary


def conversation(corpus: Path, *files: str) -> Conversation:
    read = [
        with_statements(each, "label")
        for name in files
        for each in read_documents(name.split("/")[0], corpus / name, (corpus / name).read_bytes())
    ]
    return Conversation(FakeLibrary(read))


def words(ending: Ending) -> str:
    assert isinstance(ending, Answer)
    return " ".join(each.text for each in ending.sentences)


async def test_a_new_count_brings_the_rule_of_the_drug_before(corpus: Path) -> None:
    thread = conversation(
        corpus,
        "drug_information/sacituzumab-govitecan.yaml",
        "indications/breast-cancer-no-marker.yaml",
    )
    await thread.ask("sacituzumab for TNBC mets")
    said = words(await thread.ask("ANC today 1.2"))
    assert "withheld at a neutrophil count below 1500/mm3" in said
    assert "severe diarrhoea" not in said
    after = words(await thread.ask("ANC today 2.4"))
    assert "severe diarrhoea" not in after


@pytest.mark.parametrize(
    ("file", "question", "value"),
    [
        ("osimertinib", "osimertinib QTc 495", "QTc 495 ms"),
        ("abemaciclib", "abemaciclib ALT 2x ULN", "ALT 2 ×ULN"),
        ("osimertinib", "osimertinib QTc 512 on two ECGs", ""),
        ("trastuzumab-emtansine", "T-DM1 metastatic, AST 4x ULN", ""),
    ],
)
async def test_a_value_outside_of_all_rules_is_not_weighed(
    file: str, question: str, value: str, corpus: Path
) -> None:
    ending = await conversation(corpus, f"drug_information/{file}.yaml").ask(question)
    assert isinstance(ending, Answer)
    assert ending.unweighed == ((value,) if value else ())
    assert (standing_of(ending) == "answered") is not bool(value)


@pytest.mark.parametrize(
    ("question", "standing"),
    [
        ("KEYNOTE-355 OS with CPS 1-9?", "partly"),
        ("KEYNOTE-355 OS with CPS 1 or higher?", "answered"),
        ("KEYNOTE-355: HR for OS with CPS 10 or higher?", "answered"),
    ],
)
async def test_the_figure_of_a_wider_group_is_said_to_be_that(
    question: str, standing: str, corpus: Path
) -> None:
    ending = await conversation(corpus, "landmark_trials/keynote-355.yaml").ask(question)
    assert standing_of(ending) == standing
    assert ("by itself; what follows is on others" in words(ending)) is (standing == "partly")


@pytest.mark.parametrize(
    ("stage", "standing"), [("stage IB", "partly"), ("stage II-IIIA", "answered"), ("", "answered")]
)
async def test_a_result_in_other_stages_is_said_to_be_that(
    stage: str, standing: str, corpus: Path
) -> None:
    thread = conversation(corpus, "landmark_trials/adaura.yaml")
    ending = await thread.ask(f"DFS HR in ADAURA {stage and 'in '}{stage}?")
    assert standing_of(ending) == standing
    assert ("stage IB by itself" in words(ending)) is (stage == "stage IB")


@pytest.mark.parametrize(
    ("tumour", "is_told"), [("breast cancer", True), ("prostate cancer", False)]
)
async def test_a_guideline_on_one_tumour_is_none_for_another(
    tumour: str, *, is_told: bool, corpus: Path
) -> None:
    thread = conversation(corpus, "asco_guidelines/asco-bone-modifying-agents-2017.yaml")
    ending = await thread.ask(f"denosumab with CrCl 22 for bone metastases of {tumour}?")
    assert (isinstance(ending, Answer) and "ASCO asks" in words(ending)) is is_told


@pytest.mark.parametrize(
    ("baseline", "stops"),
    [("430", "discontinued permanently"), ("470", "resumed at a reduced dose")],
)
async def test_a_rise_above_the_baseline_decides_between_two_rules(
    baseline: str, stops: str, corpus: Path
) -> None:
    thread = conversation(corpus, "drug_information/encorafenib.yaml")
    ending = await thread.ask(f"Encorafenib, melanoma; QTcF 515, baseline {baseline}. Dose?")
    said = words(ending)
    assert stops in said
    assert ("up to 60 ms above baseline" in said) is (baseline == "470")
    assert ("more than 60 ms above baseline" in said) is (baseline == "430")


@pytest.mark.parametrize(
    ("file", "question", "standing"),
    [
        ("monaleesa-7", "median OS in MONALEESA-7?", "partly"),
        ("monaleesa-7", "OS in MONALEESA-7?", "answered"),
        ("monaleesa-2", "median OS in MONALEESA-2?", "answered"),
    ],
)
async def test_a_share_alive_is_no_median(
    file: str, question: str, standing: str, corpus: Path
) -> None:
    ending = await conversation(corpus, f"landmark_trials/{file}.yaml").ask(question)
    assert isinstance(ending, Answer)
    assert standing_of(ending) == standing
    assert any("the median overall survival" in each for each in ending.not_found) is (
        standing == "partly"
    )


async def test_food_and_a_partner_are_two_questions(corpus: Path) -> None:
    thread = conversation(corpus, "drug_information/alectinib.yaml")
    ending = await thread.ask("alectinib with or without food, and does esomeprazole matter?")
    said = words(ending)
    assert "taken with food" in said
    assert "esomeprazole had no clinically relevant effect" in said


WAITS = {
    "carboplatin due today, plt 82, ANC 1,4 - can we give it?": "carboplatin",
    "carboplatin AUC 5, platelets 48 on day 1 of the cycle - go ahead?": "carboplatin",
    "carboplatin: platelets 145 and ANC 2.6 today - proceed?": "carboplatin",
    "paclitaxel C4 today, ANC 2100, plt 64. Treat?": "paclitaxel",
    "cisplatin next course: creatinine 1.7 mg/dL, was 0.9 - go ahead?": "cisplatin",
}


@pytest.mark.parametrize(("question", "drug"), WAITS.items())
async def test_counts_on_the_day_get_the_rule_on_the_next_course(
    question: str, drug: str, corpus: Path
) -> None:
    ending = await conversation(corpus, f"drug_information/{drug}.yaml").ask(question)
    assert f"course of {drug} is not repeated until" in words(ending)
    assert "nadir" not in words(ending)


@pytest.mark.parametrize(
    ("fever", "is_told"), [("no fever", False), ("afebrile", False), ("temp 38.9", True)]
)
async def test_a_rule_that_needs_a_fever_is_none_without(
    fever: str, *, is_told: bool, corpus: Path
) -> None:
    thread = conversation(corpus, "drug_information/palbociclib.yaml")
    ending = await thread.ask(f"palbociclib D15 of cycle 1, ANC 0,72, {fever} - hold or go on?")
    assert ("and fever of 38.5" in words(ending)) is is_told
    assert isinstance(ending, Answer)
    assert not ending.unread


OF_GENES = [
    ("cyp2d6-tamoxifen", "CYP2D6 IM, premenopausal, tamoxifen planned. What does CPIC say?",
     "other than tamoxifen"),
    ("cyp2d6-tamoxifen", "CYP2D6 poor metaboliser, premenopausal, tamoxifen - alternatives?",
     "other than tamoxifen"),
    ("cyp2c19-voriconazole",
     "Voriconazole, CYP2C19 poor metaboliser: which alternatives does CPIC name?",
     "such as isavuconazole"),
    ("g6pd-rasburicase", "Rasburicase urgently needed, G6PD not known - may I give it?",
     "contraindicated in patients with G6PD deficiency"),
    ("dpyd-capecitabine", "capecitabine with DPYD unknown, can we start?", "asks for a test"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "question", "told"), OF_GENES)
async def test_a_gene_brings_the_first_advice_and_an_untested_one_its_test(
    file: str, question: str, told: str, corpus: Path
) -> None:
    assert told in words(await conversation(corpus, f"pharmgkb/{file}.yaml").ask(question))


async def test_a_deficiency_of_open_extent_brings_what_holds_for_each(corpus: Path) -> None:
    thread = conversation(corpus, "drug_information/capecitabine.yaml")
    ending = await thread.ask("DPYD deficient, which capecitabine dose?")
    assert isinstance(ending, Answer)
    assert "should be avoided" in ending.sentences[0].text
    assert "In partial DPD deficiency" in words(ending)


async def test_what_a_partner_is_held_for_does_not_hide_the_rule_for_its_hold(corpus: Path) -> None:
    thread = conversation(corpus, "drug_information/encorafenib.yaml")
    case = "On encorafenib 450 mg + binimetinib; binimetinib is held for LVEF drop."
    assert "at most 300 mg" in words(await thread.ask(f"{case} What encorafenib dose?"))


@pytest.mark.parametrize(
    "question",
    [
        "Encorafenib/binimetinib in NSCLC: binimetinib paused for CK, encorafenib stays at 450?",
        "Encorafenib + binimetinib for melanoma, binimetinib withheld, keep encorafenib at 450 mg?",
    ],
)
async def test_whether_a_dose_stays_is_asked_of_the_drug_that_goes_on(
    question: str, corpus: Path
) -> None:
    said = words(await conversation(corpus, "drug_information/encorafenib.yaml").ask(question))
    assert "at most 300 mg" in said
    assert "450 mg once a day with binimetinib" not in said


@pytest.mark.parametrize(("bilirubin", "is_told"), [("normal", False), ("1.5x ULN", True)])
async def test_a_normal_bilirubin_is_held_against_the_rules(
    bilirubin: str, *, is_told: bool, corpus: Path
) -> None:
    thread = conversation(corpus, "drug_information/paclitaxel.yaml")
    ending = await thread.ask(f"paclitaxel 3 h dose, AST 3x ULN, bilirubin {bilirubin}")
    said = words(ending) if isinstance(ending, Answer) else ""
    assert ("135 mg/m2" in said) is is_told
    assert "course of paclitaxel is not repeated" not in said


async def test_a_measure_is_weighed_under_each_of_its_names(corpus: Path) -> None:
    thread = conversation(corpus, "drug_information/docetaxel.yaml")
    ending = await thread.ask("Docetaxel, AST 2 x ULN, AP 3 x ULN, bili normal - may I give it?")
    assert isinstance(ending, Answer)
    assert "alkaline phosphatase > 2.5" in words(ending)
    assert (ending.unread, ending.unweighed) == ((), ())
