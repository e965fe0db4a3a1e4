"""Whether a drug may be given to a patient with a limiting fact: what is on the fact, or a gap."""

from __future__ import annotations

import pytest

from agents.extractive.evidence.label_searches import searches_for_labels
from agents.extractive.question.parsing import parse_text
from agents.extractive.question.permission import drugs_to_permit
from agents.matching.safety.limiting_facts import limiting_facts
from agents.turns import Abstention, Answer
from tests.unit.agents.extractive.conftest import Card, Conversation, FakeLibrary, document

RIBOCICLIB = """## Indications

Ribociclib is indicated with letrozole for HR-positive, HER2-negative metastatic breast cancer.

## Trials

In MONALEESA-2, neutropenia led to a lower ribociclib dose in 111 of 334 patients (33.2%).
"""
QT = """
## Interactions

Drugs known to prolong the QT interval should be avoided with ribociclib.
"""
CONJUGATE = """## Indications

Trastuzumab deruxtecan is indicated for HER2-positive metastatic breast cancer.

## Lung

The boxed warning of trastuzumab deruxtecan names interstitial lung disease and pneumonitis.

Trastuzumab deruxtecan is discontinued permanently for pneumonitis of grade 2 or higher.
"""
DISEASE = "HER2-positive metastatic breast cancer"
GONE = "discontinued permanently"


async def ask(question: str, text: str, drug: str) -> Answer | Abstention:
    shelf = FakeLibrary([document("drug_information", "one", drug, text, drugs=[drug])])
    ending = await Conversation(shelf).ask(question)
    assert isinstance(ending, Answer | Abstention)
    return ending


def said(ending: Answer | Abstention) -> list[str]:
    return [each.text for each in ending.sentences] if isinstance(ending, Answer) else []


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        ("QTcF 478 ms", "QTc 478 ms"),
        ("DVT 3 months ago", "thromboembolism"),
        ("Crohn's disease", "autoimmune disease"),
        ("bilirubin 2.1x ULN", "bilirubin 2.1 ×ULN"),
        ("calcium 1.85 mmol/L", "hypocalcaemia grade 2"),
    ],
)
@pytest.mark.parametrize("question", ["Ribociclib ok?", "Ribociclib?", "Can I give ribociclib?"])
async def test_where_nothing_speaks_of_the_fact_that_leads_and_what_it_is_for_stands_behind(
    fact: str, words: str, question: str
) -> None:
    ending = await ask(
        f"{fact}. HR+ HER2- metastatic breast cancer. {question}", RIBOCICLIB, "ribociclib"
    )
    assert isinstance(ending, Answer)
    first, second = ending.sentences
    assert first.text == f"No statement found speaks of {words} with ribociclib."
    assert first.verified
    assert second.text.startswith("Ribociclib is indicated with letrozole")
    assert second.role == "point"
    assert words in ending.unweighed


@pytest.mark.parametrize(
    "question",
    [
        "QTcF 478 ms. HER2+ metastatic breast cancer. Ribociclib?",
        "QTcF 478 ms. Ribociclib?",
        "QTcF 478 ms. HR+ HER2- metastatic breast cancer on ribociclib. Continue ribociclib?",
        "QTcF 478 ms. HR+ HER2- metastatic breast cancer. Ribociclib dose?",
        "QTcF 478 ms. HR+ HER2- metastatic breast cancer. Ribociclib toxicity?",
        "Hypocalcaemia G3, HR+ HER2- metastatic breast cancer. Ribociclib?",
    ],
)
async def test_no_use_stands_behind_if_none_fits_or_another_thing_is_asked(question: str) -> None:
    told = said(await ask(question, RIBOCICLIB, "ribociclib"))
    assert not any("is indicated with" in each for each in told)


RET = """## Indications

{drug} is indicated for metastatic medullary thyroid cancer with a RET mutation.

{drug} is indicated for metastatic thyroid cancer with a RET fusion.
"""


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("selpercatinib?", ("selpercatinib",)),
        ("1L selpercatinib?", ("selpercatinib",)),
        ("1L selpercatinib or vandetanib?", ("selpercatinib", "vandetanib")),
        ("start selpercatinib?", ("selpercatinib",)),
    ],
)
async def test_only_the_use_that_fits_the_marker_stands_behind(
    asked: str, named: tuple[str, ...]
) -> None:
    drugs = ["selpercatinib", "vandetanib"]
    shelf = FakeLibrary(
        [
            document("drug_information", d, d, RET.format(drug=d.capitalize()), drugs=[d])
            for d in drugs
        ]
    )
    case = "metastatic medullary thyroid cancer, RET M918T, QTc 478"
    told = said(await Conversation(shelf).ask(f"{case}. {asked}"))
    notice = f"No statement found speaks of QTc 478 ms with {' or '.join(named)}."
    assert told[0] == notice
    assert len(told) == 1 + len(named)
    assert all("with a RET mutation" in each for each in told[1:])


async def test_what_holds_for_drugs_taken_beside_says_nothing_of_a_measured_value() -> None:
    ending = await ask("QTcF 478 ms at baseline. ribociclib ok?", RIBOCICLIB + QT, "ribociclib")
    assert isinstance(ending, Abstention)
    assert "No statement found speaks of QTc 478 ms with ribociclib." in ending.gap.detail


async def test_a_measured_value_beside_a_drug_that_lengthens_qt_is_named() -> None:
    text = "QTc 462 ms, takes ondansetron. ribociclib ok?"
    ending = await ask(text, RIBOCICLIB + QT, "ribociclib")
    assert isinstance(ending, Answer)
    assert any("Drugs known to prolong the QT" in each for each in said(ending))
    assert "QTc 462 ms" in ending.unweighed


async def test_without_the_fact_the_drug_is_answered_as_before() -> None:
    ending = await ask("HR+ HER2- metastatic breast cancer. Ribociclib?", RIBOCICLIB, "ribociclib")
    assert any("is indicated" in each for each in said(ending))


async def test_options_in_general_stand_with_the_fact_named() -> None:
    question = "DVT 3 months ago, HR+ HER2- metastatic breast cancer. What are the options?"
    ending = await ask(question, RIBOCICLIB, "ribociclib")
    assert any("is indicated" in each for each in said(ending))
    assert isinstance(ending, Answer)
    assert "thromboembolism" in ending.unweighed


@pytest.mark.parametrize("partner", ["citalopram", "amiodarone", "ondansetron", "methadone"])
async def test_a_drug_that_lengthens_qt_is_heard_as_such(partner: str) -> None:
    ending = await ask(f"on {partner}. ribociclib ok?", RIBOCICLIB + QT, "ribociclib")
    assert any(each.startswith("Drugs known to prolong the QT") for each in said(ending))


async def test_the_drugs_own_effect_comes_before_its_indication() -> None:
    question = f"{DISEASE}, prior ILD on T-DXd grade 3. Can we give trastuzumab deruxtecan again?"
    first, *others = said(await ask(question, CONJUGATE, "trastuzumab deruxtecan"))
    assert GONE in first
    assert not any("is indicated" in each for each in (first, *others[:1]))


async def test_an_event_of_another_drugs_making_is_heard_and_no_current_toxicity() -> None:
    question = f"prior severe ILD from amiodarone, {DISEASE}. enhertu?"
    told = said(await ask(question, CONJUGATE, "trastuzumab deruxtecan"))
    assert told[0].startswith("The boxed warning")
    assert not any(GONE in each for each in told)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Is live vaccine allowed on nivolumab?", "vaccination"),
        ("Vaccination while on rituximab, ok?", "vaccination"),
        ("osteonecrosis of jaw on denosumab, what to do?", "osteonecrosis of the jaw"),
        ("severe skin reaction, enfortumab vedotin?", "severe cutaneous adverse reactions"),
        ("QTcF 478, ribociclib?", "prolonged QT"),
    ],
)
def test_facts_are_understood_as_what_they_are(text: str, topic: str) -> None:
    assert topic in {each.topic for each in limiting_facts(parse_text(text).sheet)}


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Crohn's disease. pembrolizumab contraindicated?", ("pembrolizumab",)),
        ("QTc 490 ms. Ribociclib dose?", ()),
        ("Crohn's disease, metastatic melanoma. Options?", ()),
        ("Results of MONALEESA-2 for ribociclib?", ()),
        ("MDS/AML risk w lynparza?", ()),
        ("How often ILD with T-DXd?", ()),
        ("Does olaparib cause pneumonitis?", ()),
    ],
)
def test_whether_a_drug_may_be_given_is_told_from_other_questions(
    text: str, asked: tuple[str, ...]
) -> None:
    parsed = parse_text(text)
    assert {d for each in parsed.parts for d in drugs_to_permit(each, parsed.sheet)} == {*asked}


TUCATINIB = """## Indications

Tucatinib is indicated for HER2-positive metastatic breast cancer.
"""


async def test_what_stands_against_an_option_is_heard_before_it() -> None:
    texts = {"trastuzumab deruxtecan": CONJUGATE, "tucatinib": TUCATINIB}
    shelf = FakeLibrary(
        [
            document("drug_information", drug, drug.capitalize(), text, drugs=[drug])
            for drug, text in texts.items()
        ]
    )
    case = f"{DISEASE}, history of ILD. What to give?"
    ending = await Conversation(shelf).ask(case)
    told = said(ending)
    assert "boxed warning" in told[0]
    assert told[1].startswith("Tucatinib")
    assert any(each.startswith("Trastuzumab deruxtecan is indicated") for each in told[2:])
    without = said(await Conversation(shelf).ask(f"{DISEASE}. What to give?"))
    assert without
    assert not any("boxed warning" in each for each in without)


DIABETES = """## Safety

Safety of alpelisib is not established in patients with type 1 diabetes.

For hyperglycaemia on alpelisib metformin is started.
"""


async def test_type_1_diabetes_is_no_other_diabetes() -> None:
    asked = "May I give alpelisib to someone with type 1 diabetes?"
    assert said(await ask(asked, DIABETES, "alpelisib")) == [
        "Safety of alpelisib is not established in patients with type 1 diabetes."
    ]
    other = DIABETES.replace("type 1 diabetes", "uncontrolled diabetes")
    ending = await ask(asked, other, "alpelisib")
    assert isinstance(ending, Answer)
    assert "None of the sources shown speaks of type 1 diabetes." in ending.not_found


CARRIERS = """## Safety

HLA-B*57:01 carriers have a higher risk of liver enzyme elevations on pazopanib.

UGT1A1 *28/*28 poor metabolizers have a higher risk of hyperbilirubinaemia on pazopanib.
"""
LIVER = "\nIn moderate hepatic impairment pazopanib is reduced to 200 mg once daily.\n"


@pytest.mark.parametrize(
    "question",
    [
        "pazopanib in hepatic impairment",
        "pazopanib dose in moderate hepatic impairment?",
        "pazopanib with bilirubin 2.5x ULN?",
        "can I give pazopanib, Child-Pugh B",
    ],
)
async def test_what_harms_carriers_is_no_rule_for_an_impaired_liver(question: str) -> None:
    ending = await ask(question, CARRIERS, "pazopanib")
    assert not said(ending)


async def test_the_rule_for_the_liver_is_heard_beside_it() -> None:
    ending = await ask("pazopanib in moderate hepatic impairment", CARRIERS + LIVER, "pazopanib")
    assert [each for each in said(ending) if "200 mg" in each]
    assert not [each for each in said(ending) if "UGT1A1" in each or "HLA" in each]


async def test_carriers_hear_of_it() -> None:
    ending = await ask("pazopanib, UGT1A1 *28/*28", CARRIERS, "pazopanib")
    assert [each for each in said(ending) if "UGT1A1" in each]


GLUCOSE = """## Monitoring

Fasting glucose and HbA1c are measured before capivasertib and at regular intervals during it.
"""


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("HbA1c 9.8 %, is capivasertib ok?", "HbA1c 9.8%"),
        ("Can I start capivasertib with an A1c of 10.2%", "HbA1c 10.2%"),
        ("May we give capivasertib, HbA1c 8.5 %?", "HbA1c 8.5%"),
    ],
)
async def test_that_a_value_is_measured_does_not_weigh_it(question: str, value: str) -> None:
    ending = await ask(question, GLUCOSE, "capivasertib")
    told = f"No statement found speaks of {value} with capivasertib."
    assert not said(ending) or said(ending)[0] == told
    if isinstance(ending, Abstention):
        assert told in ending.gap.detail


async def test_a_statement_on_uncontrolled_diabetes_weighs_it() -> None:
    text = (
        GLUCOSE
        + "\nCapivasertib should be avoided in patients with diabetes that is not controlled.\n"
    )
    ending = await ask("HbA1c 9.8 %, is capivasertib ok?", text, "capivasertib")
    assert "not controlled" in said(ending)[0]


LIVER_WARNING = """## Warnings

The boxed warning of lapatinib names hepatotoxicity, which may be severe.

Liver tests are done before lapatinib and every 4 to 6 weeks during it.
"""


@pytest.mark.parametrize("asked", ["with Child-Pugh B", "in moderate hepatic impairment", "CP-B"])
async def test_that_an_organ_is_watched_is_no_rule_for_a_class_of_it(asked: str) -> None:
    other = "\nIn severe hepatic impairment (Child-Pugh C) lapatinib is reduced to 750 mg daily.\n"
    ending = await ask(f"lapatinib {asked}", LIVER_WARNING + other, "lapatinib")
    assert isinstance(ending, Abstention)
    assert "Child-Pugh C" in ending.gap.detail


@pytest.mark.parametrize("asked", ["in moderate hepatic impairment", "in hepatic impairment"])
async def test_a_contraindication_holds_for_every_class(asked: str) -> None:
    text = LIVER_WARNING + "\nLapatinib is contraindicated in hepatic impairment.\n"
    ending = await ask(f"lapatinib {asked}", text, "lapatinib")
    assert "contraindicated" in said(ending)[0]


PRONE = "A history of lung disease may increase the risk of pneumonitis on trastuzumab deruxtecan."


@pytest.mark.parametrize(
    "question",
    [
        "T-DXd in a patient with UIP/fibrosis?",
        f"{DISEASE}, COPD. T-DXd ok?",
        f"{DISEASE}, IPF. Trastuzumab deruxtecan?",
        "Trastuzumab deruxtecan despite known lung fibrosis?",
    ],
)
async def test_what_is_on_a_disease_that_was_there_before_leads(question: str) -> None:
    ending = await ask(question, f"{CONJUGATE}\n{PRONE}\n", "trastuzumab deruxtecan")
    assert said(ending)[:1] == [PRONE]


async def test_who_is_prone_does_not_lead_where_the_event_came_under_the_drug() -> None:
    ending = await ask(
        "Grade 2 pneumonitis on T-DXd. Restart?",
        f"{CONJUGATE}\n{PRONE}\n",
        "trastuzumab deruxtecan",
    )
    assert GONE in said(ending)[0]


@pytest.mark.parametrize(
    "question",
    [
        "Does scalp cooling lower alopecia under docetaxel?",
        "Will scalp cooling reduce alopecia with docetaxel?",
    ],
)
async def test_an_effect_that_something_lowers_limits_nobody(question: str) -> None:
    words = "Scalp cooling lowers the risk of alopecia under docetaxel."
    source = document("wikipedia", "cold", "Scalp cooling", words + "\n", drugs=["docetaxel"])
    ending = await Conversation(FakeLibrary([source])).ask(question)
    assert isinstance(ending, Answer)
    assert [each.text for each in ending.sentences] == [words]


LABELS = [Card("labels", "Labels", role="label"), Card("indications", "Indications", role="label")]


def labels_searched(question: str) -> list[str]:
    parsed = parse_text(question)
    return [q for part in parsed.parts for _, q in searches_for_labels(part, parsed, LABELS)]


@pytest.mark.parametrize(
    ("question", "queries"),
    [
        ("lapatinib dose? ALT 6x ULN and bilirubin 2.5x ULN", ["lapatinib Tykerb Tyverb"]),
        ("on lapatinib, now grade 2 pneumonitis, what to do", ["lapatinib Tykerb Tyverb"]),
        ("lapatinib dose?", []),
    ],
)
def test_the_label_of_a_drug_is_searched_by_its_names(question: str, queries: list[str]) -> None:
    assert list(dict.fromkeys(labels_searched(question))) == queries


async def test_a_rule_for_a_value_under_the_drug_is_not_denied() -> None:
    rule = "With a QTc above 500 ms ribociclib is interrupted until it is below 481 ms."
    page = f"{RIBOCICLIB}\n## Safety\n\n{rule}\n"
    ending = await ask("QTc 512, HR+ HER2- mBC. Start ribociclib?", page, "ribociclib")
    assert isinstance(ending, Answer)
    unsaid = [each for each in ending.sentences if each.text.startswith("No statement")]
    assert [each.text for each in unsaid] == [
        "No statement found speaks of QTc 512 ms before the drug with ribociclib."
    ]
    assert not unsaid[0].problem
    assert ending.unweighed.count("QTc 512 ms") + len(ending.unweighed) == 1


async def test_a_warning_of_an_event_has_not_weighed_a_value() -> None:
    warning = "The boxed warning of pertuzumab names left ventricular dysfunction."
    use = f"Pertuzumab is indicated with trastuzumab for {DISEASE}."
    rule = "Pertuzumab is contraindicated with an LVEF below 50%."
    asked = f"{DISEASE}, LVEF 41%. Can we start pertuzumab?"
    ending = await ask(asked, f"## Heart\n\n{warning}\n\n## Use\n\n{use}\n", "pertuzumab")
    assert isinstance(ending, Answer)
    assert said(ending)[0] == warning
    assert ending.unweighed == ("LVEF 41%",)
    weighed = await ask(asked, f"## Heart\n\n{warning}\n\n{rule}\n\n{use}\n", "pertuzumab")
    assert isinstance(weighed, Answer)
    assert not weighed.unweighed


async def test_that_a_value_is_measured_has_not_weighed_it() -> None:
    tests = "On crizotinib ALT, AST and bilirubin are measured every 2 weeks for 2 months."
    rule = "For ALT above 5 times the upper limit of normal crizotinib is withheld."
    page = f"## Monitoring\n\n{tests}\n"
    ending = await ask("crizotinib ALT 6x ULN", page, "crizotinib")
    assert isinstance(ending, Answer)
    assert ending.unweighed == ("ALT 6 ×ULN",)
    ending = await ask("crizotinib ALT 6x ULN", f"{page}\n## Dose\n\n{rule}\n", "crizotinib")
    assert isinstance(ending, Answer)
    assert not ending.unweighed


CORRECTED = "Denosumab is contraindicated in hypocalcaemia, which is corrected first."
EVERY_FOUR_WEEKS = "The dose of denosumab is 120 mg every 4 weeks, with calcium and vitamin D."


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("denosumab 120, Ca 1.9 mmol/L, CrCl 25", CORRECTED),
        ("denosumab dose?", EVERY_FOUR_WEEKS),
    ],
)
async def test_a_contraindication_that_is_met_stands_before_the_dose(
    question: str, first: str
) -> None:
    page = f"## Limits\n\n{CORRECTED}\n\n## Dose\n\n{EVERY_FOUR_WEEKS}\n"
    ending = await ask(question, page, "denosumab")
    assert said(ending)[0] == first
