"""Where a marker rules out the drug asked about, what is at hand for that marker is told."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

OSIMERTINIB = (
    "Osimertinib alone is indicated for first-line treatment of metastatic non-small cell lung"
    " cancer with EGFR exon 19 deletions or exon 21 L858R mutations."
)
AMIVANTAMAB = (
    "Amivantamab alone is indicated for metastatic non-small cell lung cancer with EGFR exon 20"
    " insertion mutations."
)
SOTORASIB = "Sotorasib alone is indicated for non-small cell lung cancer with KRAS G12C."
EMTANSINE = "Trastuzumab emtansine is indicated for HER2-positive metastatic breast cancer."
DERUXTECAN = "Trastuzumab deruxtecan is indicated for HER2-low metastatic breast cancer."
ALPELISIB = (
    "Alpelisib plus fulvestrant is indicated for HR-positive, HER2-negative, PIK3CA-mutated"
    " metastatic breast cancer."
)
CAPIVASERTIB = (
    "Capivasertib plus fulvestrant is indicated for HR-positive, HER2-negative metastatic breast"
    " cancer with a PIK3CA, AKT1 or PTEN alteration."
)
RESULT = "In breast cancer with PIK3CA mutation, evidence supports a response to alpelisib."


async def said_to(question: str, *sentences: str) -> list[str]:
    page = document("indications", "p", "Indications", "## Approved\n\n" + "\n".join(sentences))
    ending = await Conversation(FakeLibrary([page])).ask(question)
    assert isinstance(ending, Answer)
    return [each.text for each in ending.sentences]


@pytest.mark.parametrize(
    ("question", "told", "other"),
    [
        ("EGFR exon 20 insertion NSCLC, metastatic. Osimertinib?", AMIVANTAMAB, SOTORASIB),
        ("Metastatic breast cancer, HER2-low: trastuzumab emtansine?", DERUXTECAN, SOTORASIB),
    ],
)
async def test_another_drug_for_the_marker_stands_behind_the_refusal(
    question: str, told: str, other: str
) -> None:
    said = await said_to(question, OSIMERTINIB, AMIVANTAMAB, SOTORASIB, EMTANSINE, DERUXTECAN)
    assert "is not indicated here" in said[0]
    assert told in said[1:]
    assert other not in said


@pytest.mark.parametrize(
    ("question", "told"),
    [("EGFR exon 20 insertion, osimertinib?", True), ("KRAS G12D, osimertinib?", False)],
)
async def test_without_a_tumour_what_is_for_the_marker_in_the_tumour_of_the_drug_is_told(
    question: str, told: bool
) -> None:
    thyroid = "Sotorasib alone is indicated for thyroid cancer with EGFR exon 20 insertions."
    said = await said_to(question, OSIMERTINIB, AMIVANTAMAB, thyroid)
    assert "is not indicated here" in said[0]
    assert any(AMIVANTAMAB in each for each in said) == told
    assert not any(thyroid in each for each in said)


async def test_a_record_of_another_variant_does_not_hide_that_the_drug_is_for_another_gene() -> (
    None
):
    resisted = "Alectinib was ineffective against ROS1 G2032R in cell lines."
    said = await said_to("ROS1 fusion, alectinib?", ALECTINIB, ENTRECTINIB, resisted)
    assert "no indication for ROS1 fusion in the sources here" in said[0]
    assert any(ENTRECTINIB in each for each in said)


async def test_nothing_is_added_where_the_drug_is_an_option() -> None:
    question = "Metastatic NSCLC, EGFR exon 20 insertion, amivantamab?"
    assert await said_to(question, OSIMERTINIB, AMIVANTAMAB) == [AMIVANTAMAB]


async def test_a_gene_without_a_tumour_is_told_every_approval_with_what_it_asks_for() -> None:
    said = await said_to("PIK3CA mut; drugs?", ALPELISIB, CAPIVASERTIB, RESULT)
    assert f"Only with HR-positive: {ALPELISIB}" in said
    assert f"Only with HR-positive: {CAPIVASERTIB}" in said


async def test_a_record_of_the_variant_asked_about_is_not_left_out_for_the_gene() -> None:
    exact = "In breast cancer with PIK3CA E545K, evidence supports a response to fulvestrant."
    approved = (
        "The FDA approved inavolisib with palbociclib and fulvestrant on 2024-10-10 for"
        " PIK3CA-mutated breast cancer."
    )
    question = "Is PIK3CA E545K treated the same as H1047R?"
    assert exact in await said_to(question, ALPELISIB, CAPIVASERTIB, exact, approved)


async def test_an_option_for_a_relapse_that_nobody_told_is_said_with_it() -> None:
    mirvetuximab = (
        "Mirvetuximab soravtansine alone is indicated for FOLR1-positive, platinum-resistant"
        " ovarian cancer after one to three systemic regimens."
    )
    said = await said_to("Which treatment for FOLR1-positive ovarian cancer?", mirvetuximab)
    assert said == [f"Only with relapsed or refractory disease: {mirvetuximab}"]


async def test_a_drug_for_the_third_line_is_no_other_option_where_no_earlier_one_is_told() -> None:
    later = (
        "Sacituzumab govitecan alone is indicated for metastatic triple-negative breast cancer"
        " after two or more systemic therapies."
    )
    question = "Metastatic TNBC, no prior chemo. Trastuzumab emtansine now?"
    said = await said_to(question, EMTANSINE, later)
    assert "is not indicated here" in said[0]
    assert not any(later in each for each in said)


async def test_another_drug_is_told_with_the_earlier_treatment_that_it_needs() -> None:
    question = "EGFR exon 20 insertion NSCLC, metastatic. Osimertinib?"
    after = f"{AMIVANTAMAB.removesuffix('.')} after platinum-based chemotherapy."
    said = await said_to(question, OSIMERTINIB, after)
    assert f"Only with prior platinum-based chemotherapy: {after}" in said


ALECTINIB = "Alectinib alone is indicated for ALK-positive metastatic non-small cell lung cancer."
ENTRECTINIB = "Entrectinib alone is indicated for ROS1-positive non-small cell lung cancer."
LAROTRECTINIB = (
    "Larotrectinib alone is indicated for metastatic solid tumours with an NTRK gene fusion."
)
PEMETREXED = "Pemetrexed alone is indicated for metastatic non-small cell lung cancer."


@pytest.mark.parametrize(
    ("question", "here", "with_", "other"),
    [
        ("ROS1 fusion NSCLC, starting alectinib. fine?", "ROS1 fusion", "ALK fusion", ENTRECTINIB),
        ("alectinib for EGFR L858R lung adeno?", "EGFR L858R", "ALK fusion", OSIMERTINIB),
        ("larotrectinib in ALK fusion NSCLC?", "ALK fusion", "NTRK1 fusion", ALECTINIB),
        ("sotorasib, NSCLC with an ALK fusion?", "ALK fusion", "KRAS G12C", ALECTINIB),
    ],
)
async def test_a_drug_for_another_gene_is_told_as_one(
    question: str, here: str, with_: str, other: str
) -> None:
    page = document(
        "indications",
        "p",
        "Indications",
        "## Approved\n\n"
        + "\n".join((ALECTINIB, ENTRECTINIB, LAROTRECTINIB, SOTORASIB, OSIMERTINIB)),
    )
    ending = await Conversation(FakeLibrary([page])).ask(question)
    assert isinstance(ending, Answer)
    said = [each.text for each in ending.sentences]
    assert f"no indication for {here} in the sources here; indicated with {with_}" in said[0]
    assert all(each.verified for each in ending.sentences)
    assert any(other in each for each in said[1:])
    assert [each.reason.startswith("no indication for") for each in ending.excluded] == [True]


@pytest.mark.parametrize(
    ("question", "sentences"),
    [
        ("alectinib in ALK fusion NSCLC?", (ALECTINIB, ENTRECTINIB)),
        ("trastuzumab emtansine, HER2+ breast cancer, PIK3CA H1047R?", (EMTANSINE,)),
        ("crizotinib for ROS1 fusion NSCLC?", (ENTRECTINIB, ALECTINIB)),
        ("pemetrexed for KRAS G12C NSCLC?", (PEMETREXED, SOTORASIB)),
    ],
)
async def test_a_drug_that_needs_no_other_gene_is_not_refused_for_it(
    question: str, sentences: tuple[str, ...]
) -> None:
    page = document("indications", "p", "Indications", "## Approved\n\n" + "\n".join(sentences))
    ending = await Conversation(FakeLibrary([page])).ask(question)
    said = [each.text for each in ending.sentences] if isinstance(ending, Answer) else []
    assert not any("no indication for" in each for each in said)


COMPARED = (
    "ASCO finds no comparison of capivasertib with alpelisib in metastatic breast cancer, and"
    " advises choosing by the expected side effects."
)
ON_TEST = "When plasma shows no PIK3CA mutation, ASCO advises testing tumour tissue as well."


@pytest.mark.parametrize("beside", [(), (COMPARED,), (COMPARED, ON_TEST)])
@pytest.mark.parametrize("receptors", ["HR+ HER2-", "HR+"])
async def test_what_only_compares_the_refused_drug_does_not_offer_it(
    receptors: str, beside: tuple[str, ...]
) -> None:
    question = f"{receptors} metastatic breast cancer, AKT1 E17K, PIK3CA wt. Alpelisib?"
    said = await said_to(question, ALPELISIB, CAPIVASERTIB, *beside)
    assert any(CAPIVASERTIB in each for each in said)
    assert not any(each.startswith(ALPELISIB) for each in said)


async def test_two_drugs_that_are_compared_are_no_combination_to_wait_for() -> None:
    page = document("indications", "p", "Advice", f"## Choice\n\n{COMPARED}\n\n{ALPELISIB}\n")
    question = "metastatic breast cancer, PIK3CA H1047R. Alpelisib?"
    ending = await Conversation(FakeLibrary([page])).ask(question)
    assert isinstance(ending, Answer)
    assert not any("capivasertib with alpelisib" in each.options for each in ending.missing)


AVAPRITINIB = (
    "Avapritinib alone is indicated for metastatic gastrointestinal stromal tumour with PDGFRA"
    " D842V."
)
RESISTS = (
    "In gastrointestinal stromal tumour with PDGFRA D842V, evidence supports resistance to {}."
)


@pytest.mark.parametrize(
    ("question", "drug"),
    [
        ("GIST with PDGFRA D842V, metastatic: imatinib 800?", "imatinib"),
        ("Metastatic GIST, PDGFRA D842V. Sunitinib an option?", "sunitinib"),
    ],
)
async def test_where_a_variant_resists_the_drug_what_is_for_the_variant_is_told_too(
    question: str, drug: str
) -> None:
    said = await said_to(question, RESISTS.format(drug), AVAPRITINIB, SOTORASIB)
    assert said == [RESISTS.format(drug), AVAPRITINIB]


DRIVER = "{} is indicated for chronic myeloid leukaemia with BCR::ABL1."
FOR_VARIANT = "Asciminib alone is indicated for chronic myeloid leukaemia with ABL1 T315I."


async def test_an_approval_for_the_driver_alone_does_not_outweigh_a_resistance() -> None:
    resists = (
        "In chronic myeloid leukaemia with ABL1 T315I, evidence supports resistance to dasatinib."
    )
    approved = [DRIVER.format(name) for name in ("Dasatinib", "Nilotinib")]
    question = "CML T315I, failed imatinib. dasatinib or nilotinib?"
    said = await said_to(question, resists, *approved, FOR_VARIANT)
    assert FOR_VARIANT in said
    assert resists in said
    assert not any(each in said for each in approved)
