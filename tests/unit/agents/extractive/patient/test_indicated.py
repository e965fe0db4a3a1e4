"""Who asks for a dose is told first when the drug is not for this patient."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.extractive.question.parsing import parse_text
from agents.turns import Answer, Ending
from names.clinical.values import Marker, MarkerRule
from retrieval.derivation.derive import derive_statements
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

OLAPARIB = """## Indication

Olaparib is indicated for metastatic breast cancer with a germline BRCA1 or BRCA2 mutation.

## Dose

Olaparib is given at 300 mg twice daily.
"""
SOTORASIB = """## Indication

Sotorasib is indicated for metastatic non-small cell lung cancer with KRAS G12C.

## Dose

Sotorasib is given at 960 mg once daily.
"""
CETUXIMAB = """## Resistance

Colorectal cancer with a KRAS mutation is resistant to cetuximab.
"""


def on_drug(drug: str, text: str, silo: str = "drug_information") -> FakeLibrary:
    return FakeLibrary([document(silo, drug, drug.capitalize(), text, drugs=[drug])])


async def said(question: str, library: FakeLibrary) -> tuple[list[str], Ending]:
    ending = await Conversation(library).ask(question)
    return [each.text for each in ending.sentences] if isinstance(ending, Answer) else [], ending


@pytest.mark.parametrize(
    ("question", "drug", "text", "dose"),
    [
        ("olaparib dose, mBC, gBRCA negative", "olaparib", OLAPARIB, "300 mg"),
        ("sotorasib dose in metastatic NSCLC with KRAS G12D?", "sotorasib", SOTORASIB, "960 mg"),
    ],
)
async def test_the_dose_of_a_drug_that_needs_another_marker(
    question: str, drug: str, text: str, dose: str
) -> None:
    sentences, ending = await said(question, on_drug(drug, text))
    assert isinstance(ending, Answer)
    assert sentences[0].startswith(f"{drug.capitalize()} is not indicated here: needs")
    assert any(dose in each for each in sentences[1:])
    assert [each.option for each in ending.excluded] == [drug]


@pytest.mark.parametrize(
    ("question", "drug", "text"),
    [
        ("olaparib dose, mBC, germline BRCA1 pathogenic variant", "olaparib", OLAPARIB),
        ("olaparib dose in breast cancer?", "olaparib", OLAPARIB),
        ("sotorasib dose in metastatic NSCLC with KRAS G12C?", "sotorasib", SOTORASIB),
        ("on sotorasib for NSCLC, KRAS G12D. dose of sotorasib?", "sotorasib", SOTORASIB),
    ],
)
async def test_the_dose_of_a_drug_that_nothing_speaks_against(
    question: str, drug: str, text: str
) -> None:
    sentences, ending = await said(question, on_drug(drug, text))
    assert isinstance(ending, Answer)
    assert not any("not indicated" in each for each in sentences)


async def test_resistance_is_told_where_a_dose_is_asked_for_and_that_the_dose_is_missing() -> None:
    library = on_drug("cetuximab", CETUXIMAB, "variant_evidence")
    sentences, ending = await said("Cetuximab for KRAS G13D colorectal cancer, dose?", library)
    assert isinstance(ending, Answer)
    assert "resistant to cetuximab" in sentences[0]
    assert any("on the dose of cetuximab" in line for line in ending.not_found)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("first-line metastatic urothelial cancer, cis-eligible, what regimen?", "therapy"),
        ("transplant-eligible myeloma, what therapy?", "therapy"),
        ("Who is eligible for OlympiA?", "eligibility"),
        ("anything to test before rasburicase?", "monitoring"),
        ("which screening prior to capecitabine?", "monitoring"),
    ],
)
def test_what_a_patient_is_fit_for_asks_for_no_trial(question: str, kind: str) -> None:
    assert parse_text(question).parts[0].kind == kind


@pytest.mark.parametrize("fit", ["cisplatin-ineligible", "cisplatin eligible", "cisplatin-unfit"])
def test_a_drug_that_a_patient_is_fit_for_is_not_the_one_asked_about(fit: str) -> None:
    assert not parse_text(f"{fit} metastatic urothelial cancer, first line?").parts[0].drugs


RUCAPARIB = """## Indications

Rucaparib is indicated for maintenance treatment of recurrent ovarian cancer with a BRCA1 or BRCA2
mutation.

## Status

The later-line treatment indication of rucaparib in ovarian cancer was withdrawn voluntarily.

## Dose

Rucaparib is given at 600 mg twice daily.
"""
UNCERTAIN = """## Uncertain significance

A PARP inhibitor is not chosen for breast cancer with a variant of uncertain significance of BRCA1.
"""
DOSE = "Olaparib is given at 300 mg twice daily."


@pytest.mark.parametrize(
    ("question", "drug", "text", "dose"),
    [
        ("how much olaparib for her BRCA VUS mbc", "olaparib", OLAPARIB, "300 mg"),
        (
            "how many mg of olaparib, BRCA1 variant of unknown significance?",
            "olaparib",
            OLAPARIB,
            "300 mg",
        ),
        ("dose of sotorasib, KRAS VUS, metastatic NSCLC", "sotorasib", SOTORASIB, "960 mg"),
        ("olaparib planned for mBC, gBRCA wild type. dose?", "olaparib", OLAPARIB, "300 mg"),
        ("sotorasib dose, adjuvant NSCLC KRAS G12C", "sotorasib", SOTORASIB, "960 mg"),
    ],
)
async def test_no_dose_before_what_stands_against_the_drug(
    question: str, drug: str, text: str, dose: str
) -> None:
    sentences, ending = await said(question, on_drug(drug, text))
    assert isinstance(ending, Answer)
    refusals = (
        "is not indicated here",
        "has another indication in the sources here, and none was found for this",
    )
    assert sentences[0].startswith(tuple(f"{drug.capitalize()} {told}: " for told in refusals))
    assert any(dose in each for each in sentences[1:])


async def test_a_marker_that_is_known_in_part_is_told_before_the_dose() -> None:
    sentences, _ = await said("olaparib dose for her BRCA2 wt mbc", on_drug("olaparib", OLAPARIB))
    assert sentences[0].startswith("Only with germline BRCA1 alteration: ")
    assert sentences[1] == DOSE


@pytest.mark.parametrize(
    ("question", "is_told"),
    [
        ("how much olaparib for her BRCA1 VUS mbc", True),
        ("olaparib for her BRCA1 VUS mbc?", True),
        ("how much olaparib for her gBRCA1 mutated mbc", False),
    ],
)
async def test_the_rule_on_a_variant_of_uncertain_significance(
    question: str, *, is_told: bool
) -> None:
    gene = document("genes", "brca1", "BRCA1", UNCERTAIN, genes=["BRCA1"])
    (rule,) = derive_statements(gene, "gene")
    unsure = MarkerRule(any_of=(Marker(name="BRCA1", polarity="uncertain"),))
    applies = replace(rule.applies, requires=(unsure,))
    rule = replace(rule, kind="recommendation", genes=("BRCA1",), applies=applies)
    gene = replace(gene, statements=(rule,))
    drug = document("drug_information", "olaparib", "Olaparib", OLAPARIB, drugs=["olaparib"])
    sentences, _ = await said(question, FakeLibrary([gene, drug]))
    assert any("is not chosen" in each for each in sentences) == is_told


@pytest.mark.parametrize(
    "question",
    [
        "rucaparib third-line ovarian cancer, still valid? dose?",
        "rucaparib dose as third line treatment of ovarian cancer, BRCA mutated",
        "how many mg rucaparib for BRCA ovarian cancer, third line (not maintenance), still valid?",
    ],
)
async def test_an_approval_that_ended_is_told_before_the_dose(question: str) -> None:
    sentences, _ = await said(question, on_drug("rucaparib", RUCAPARIB))
    told = [place for place, each in enumerate(sentences) if "withdrawn" in each]
    dose = [place for place, each in enumerate(sentences) if "600 mg" in each]
    assert told
    assert dose
    assert told[0] < dose[0]


async def test_the_dose_of_maintenance_is_told_without_what_became_of_later_lines() -> None:
    library = on_drug("rucaparib", RUCAPARIB)
    sentences, _ = await said("rucaparib maintenance dose, BRCA1 mutated ovarian cancer", library)
    assert not any("withdrawn" in each for each in sentences)
    assert any("narrowed" in each for each in sentences)
    assert any("600 mg" in each for each in sentences)


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("how many mg olaparib in gBRCA mBC, is it still approved", ["therapy", "dose"]),
        ("olaparib dose in gBRCA mBC, still valid?", ["therapy", "dose"]),
        ("olaparib dose in gBRCA mBC?", ["dose"]),
    ],
)
def test_whether_an_indication_holds_is_a_part_beside_the_dose(
    question: str, kinds: list[str]
) -> None:
    assert [each.kind for each in parse_text(question).parts] == kinds


@pytest.mark.parametrize(
    "question",
    [
        "Dose of olaparib vs talazoparib: pharmacy sent olaparib 400 mg, OK?",
        "pharmacy dispensed olaparib 400 mg twice daily, right?",
    ],
)
async def test_an_amount_to_be_checked_is_held_against_the_dose(question: str) -> None:
    sentences, _ = await said(question, on_drug("olaparib", OLAPARIB))
    assert DOSE in sentences


@pytest.mark.parametrize(
    "question",
    ["olaparib dose in metastatic breast cancer?", "mBC: olaparib dosing", "dose of olaparib, mbc"],
)
async def test_a_dose_stands_beside_what_its_only_indication_asks_for(question: str) -> None:
    sentences, _ = await said(question, on_drug("olaparib", OLAPARIB))
    assert sentences[0].startswith("Only with germline BRCA1")
    assert "300 mg" in sentences[1]


async def test_several_indications_stand_behind_the_dose() -> None:
    more = OLAPARIB.replace(
        "## Dose",
        "Olaparib is indicated for adjuvant treatment of breast cancer with a germline BRCA1"
        " mutation.\n\n## Dose",
    )
    sentences, _ = await said("olaparib dose in breast cancer?", on_drug("olaparib", more))
    assert "300 mg" in sentences[0]
    assert sum("is indicated" in each for each in sentences[1:]) == 2


async def test_without_a_dose_its_indication_answers_nothing() -> None:
    without = OLAPARIB.partition("## Dose")[0]
    sentences, ending = await said(
        "olaparib dose in metastatic breast cancer?", on_drug("olaparib", without)
    )
    assert not sentences
    assert not isinstance(ending, Answer)


ALPELISIB = """## Indication

Alpelisib with fulvestrant is indicated for PIK3CA-mutated breast cancer.

## Dose

Alpelisib is given at 300 mg once daily.

## Hyperglycaemia

For hyperglycaemia on alpelisib a review recommends metformin.
"""


@pytest.mark.parametrize("tumour", ["ovarian cancer", "prostate cancer", "liposarcoma"])
async def test_advice_for_an_event_under_a_drug_is_no_indication_in_another_tumour(
    tumour: str,
) -> None:
    _, ending = await said(f"alpelisib dose in {tumour}", on_drug("alpelisib", ALPELISIB))
    assert isinstance(ending, Answer)
    assert ending.unweighed == (f"{tumour} (no indication of alpelisib at hand is for it)",)


@pytest.mark.parametrize(
    "question",
    [
        "mBC gBRCA2 pd on talazoparib, olaparib dose?",
        "olaparib dose for metastatic breast cancer, gBRCA2, which progressed on talazoparib",
    ],
)
async def test_the_dose_of_the_class_that_failed_is_told_behind_that(question: str) -> None:
    sentences, _ = await said(question, on_drug("olaparib", OLAPARIB))
    assert sentences[0].startswith("No source was found on olaparib after talazoparib")
    assert "300 mg" in sentences[1]


@pytest.mark.parametrize(
    "question",
    [
        "mBC gBRCA2, progressed on olaparib, olaparib rechallenge dose",
        "gBRCA2 metastatic breast cancer failed olaparib. olaparib again, what dose?",
    ],
)
async def test_the_dose_of_a_drug_that_has_failed(question: str) -> None:
    sentences, _ = await said(question, on_drug("olaparib", OLAPARIB))
    assert sentences[0] == "Olaparib is not indicated here: progressed on olaparib."


async def test_what_speaks_against_a_drug_stands_before_what_it_is_for() -> None:
    text = """## Indication

Imatinib is indicated for KIT-positive gastrointestinal stromal tumour.

## Resistance

Gastrointestinal stromal tumour with PDGFRA D842V is resistant to imatinib.

## Dose

Imatinib is given at 400 mg once daily.
"""
    sentences, _ = await said("GIST PDGFRA D842V imatinib dose?", on_drug("imatinib", text))
    assert "resistant to imatinib" in sentences[0]
    assert not any(each.startswith("Only with") for each in sentences)


@pytest.mark.parametrize("denied", ["no metastases on CT", "not metastatic", "no distant mets"])
async def test_no_metastases_refuse_only_the_approval_for_metastatic_disease(denied: str) -> None:
    early = "Pembrolizumab is indicated for adjuvant treatment of triple-negative breast cancer."
    late = "Pembrolizumab is indicated for metastatic triple-negative breast cancer."
    text = f"## Indications\n\n- {late}\n- {early}\n"
    drugs = ["pembrolizumab"]
    label = document("drug_information", "pembro", "Pembrolizumab", text, drugs=drugs)
    question = f"TNBC after surgery, {denied}. Adjuvant pembrolizumab?"
    ending = await Conversation(FakeLibrary([label])).ask(question)
    assert isinstance(ending, Answer)
    assert [each.text for each in ending.sentences] == [early]


DABRAFENIB = """## Indication

Dabrafenib with trametinib is indicated for adjuvant treatment of melanoma with BRAF V600E.

## Dose

Dabrafenib is given at 150 mg twice daily.
"""
TRAMETINIB = """## Indication

Trametinib alone is indicated for metastatic melanoma with BRAF V600E.

## Dose

Trametinib is given at 2 mg once daily.
"""


@pytest.mark.parametrize(
    ("question", "is_refused"),
    [
        ("dose of dabrafenib + trametinib in adjuvant BRAF melanoma", False),
        ("dose of trametinib in adjuvant melanoma", True),
    ],
)
async def test_half_of_a_combination_is_not_refused_alone(question: str, is_refused: bool) -> None:
    names = (("dabrafenib", DABRAFENIB), ("trametinib", TRAMETINIB))
    library = FakeLibrary(
        [document("drug_information", n, n.capitalize(), text, drugs=[n]) for n, text in names]
    )
    sentences, _ = await said(question, library)
    assert any("2 mg" in each for each in sentences)
    assert any("Trametinib has another indication" in each for each in sentences) == is_refused
