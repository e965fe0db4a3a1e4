"""What one approval asks for says nothing of another; what it asks for binds advice on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.turns import Abstention, Answer
from retrieval.ingestion.readers import read_documents
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

ALONE = (
    "Pembrolizumab alone is indicated for first-line treatment of metastatic non-small cell lung "
    "cancer with PD-L1 TPS of at least 1%."
)
TOGETHER = (
    "Pembrolizumab plus pemetrexed is indicated for first-line treatment of metastatic non-small "
    "cell lung cancer with no EGFR or ALK alterations."
)
CASE = "Metastatic NSCLC, no drivers, PD-L1 TPS 0%, first line."


async def answer_to(question: str, *sentences: str) -> Answer | Abstention:
    text = "## Indications\n\n" + "\n".join(sentences)
    page = document("drug_information", "p", "Pembrolizumab", text, drugs=["pembrolizumab"])
    ending = await Conversation(FakeLibrary([page])).ask(question)
    assert isinstance(ending, Answer | Abstention)
    return ending


@pytest.mark.parametrize("asked", ["What to give?", "Pembrolizumab plus pemetrexed?"])
async def test_alone_needs_a_marker_together_needs_none(asked: str) -> None:
    ending = await answer_to(f"{CASE} {asked}", ALONE, TOGETHER)
    assert isinstance(ending, Answer)
    said = [each.text for each in ending.sentences]
    assert TOGETHER in said
    assert ALONE not in said
    assert not any("is not indicated here" in each for each in said)


async def test_what_is_for_a_later_line_hangs_on_the_treatment_before() -> None:
    later = (
        "Palbociclib plus fulvestrant is indicated for metastatic HR-positive, HER2-negative "
        "breast cancer that progressed after endocrine therapy."
    )
    first = (
        "Palbociclib plus an aromatase inhibitor is indicated for metastatic HR-positive, "
        "HER2-negative breast cancer as first-line treatment."
    )
    ending = await answer_to("HR+ HER2- mBC, first line, what to give?", later, first)
    assert isinstance(ending, Answer)
    assert [each.text for each in ending.sentences] == [first]
    assert any("endocrine therapy" in each.name for each in ending.missing)


@pytest.mark.parametrize("untreated", ["treatment naive", "no prior therapy"])
async def test_what_another_approval_asks_for_says_nothing_of_the_first_line(
    untreated: str,
) -> None:
    first = (
        "Osimertinib alone is indicated for first-line treatment of metastatic non-small cell lung "
        "cancer with EGFR exon 19 deletions."
    )
    after = (
        "Osimertinib alone is indicated for locally advanced, unresectable non-small cell lung "
        "cancer with EGFR exon 19 deletions after platinum-based chemotherapy."
    )
    case = f"Metastatic NSCLC, EGFR exon 19 deletion, {untreated}. First line?"
    ending = await answer_to(case, after, first)
    assert [each.text for each in ending.sentences] == [first]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Is tamoxifen an option, healthy woman with DCIS?", "Tamoxifen is indicated"),
        ("Pembrolizumab in stage IV colon cancer?", "Only with MSI-high: Pembrolizumab"),
    ],
)
async def test_an_indication_of_the_drug_that_is_asked_about_is_said(
    question: str, said: str
) -> None:
    text = (
        "## Indications\n\nTamoxifen is indicated in women with ductal carcinoma in situ.\n"
        "Pembrolizumab is indicated for metastatic MSI-high colorectal cancer.\n"
    )
    page = document("drug_information", "drugs", "Labels", text, drugs=["tamoxifen"])
    ending = await Conversation(FakeLibrary([page])).ask(question)
    assert isinstance(ending, Answer)
    assert any(each.text.startswith(said) for each in ending.sentences)


def page_of(drug: str, *sentences: str) -> FakeLibrary:
    text = "## Indications\n\n" + "\n".join(sentences)
    return FakeLibrary([document("drug_information", "p", drug.capitalize(), text, drugs=[drug])])


async def test_a_drug_of_the_class_that_failed_is_said_with_what_is_missing() -> None:
    library = page_of(
        "talazoparib",
        "Talazoparib is indicated for HER2-negative metastatic breast cancer with a germline BRCA1 "
        "or BRCA2 mutation.",
    )
    ending = await Conversation(library).ask(
        "HER2-negative metastatic breast cancer, gBRCA1, progressed on olaparib. Talazoparib next?"
    )
    assert isinstance(ending, Answer)
    missing = "No source was found on talazoparib after olaparib (PARP inhibition both): "
    assert ending.sentences[0].text.startswith(missing)


async def test_a_failed_class_is_said_though_the_drug_is_for_the_time_after_another() -> None:
    library = page_of(
        "panitumumab",
        "Panitumumab is indicated for metastatic colorectal cancer that is wild-type for RAS after "
        "progression on oxaliplatin- and irinotecan-containing chemotherapy.",
    )
    ending = await Conversation(library).ask(
        "RAS wild-type mCRC, progressed on FOLFOX, then cetuximab plus irinotecan. Panitumumab?"
    )
    assert isinstance(ending, Answer)
    missing = "No source was found on panitumumab after cetuximab (EGFR inhibition both): "
    assert ending.sentences[0].text.startswith(missing)


async def test_that_an_approval_for_another_setting_may_fit_is_told() -> None:
    library = page_of(
        "pembrolizumab",
        "Pembrolizumab is indicated for metastatic triple-negative breast cancer whose tumours "
        "express PD-L1 (CPS >= 10).",
        "Pembrolizumab is indicated for early triple-negative breast cancer as neoadjuvant "
        "treatment.",
    )
    ending = await Conversation(library).ask("TNBC, PD-L1 CPS 2. Pembrolizumab?")
    assert isinstance(ending, Answer)
    first, second = ending.sentences
    assert first.text.startswith("Pembrolizumab is not indicated in the metastatic setting: needs")
    assert "for early triple-negative" in second.text


async def test_a_value_at_which_a_drug_is_not_offered_is_heard_beside_what_is_measured() -> None:
    library = page_of(
        "trastuzumab",
        "Cardiac function is assessed before trastuzumab; it is not offered with an LVEF of 55% or "
        "less.",
        "Trastuzumab is suspended when the LVEF drops to below 50%.",
    )
    ending = await Conversation(library).ask("trastuzumab with LVEF 45% at baseline?")
    assert isinstance(ending, Answer)
    assert any("not offered" in sentence.text for sentence in ending.sentences)


async def test_what_an_approval_asks_for_in_one_tumour_it_asks_for_in_no_other() -> None:
    library = page_of(
        "trastuzumab",
        "Trastuzumab is indicated for HER2-overexpressing breast cancer.",
        "Trastuzumab is indicated for HER2-overexpressing metastatic gastric cancer.",
    )
    ending = await Conversation(library).ask("Trastuzumab in early disease, ok?")
    assert isinstance(ending, Answer)
    assert not any("not indicated" in sentence.text for sentence in ending.sentences)


async def test_what_is_for_any_tumour_does_not_hide_that_the_own_one_is_left_out() -> None:
    library = page_of(
        "pembrolizumab",
        "Pembrolizumab is indicated for metastatic triple-negative breast cancer that is "
        "PD-L1-positive.",
        "Pembrolizumab is indicated for metastatic solid tumours that are MSI-high.",
    )
    ending = await Conversation(library).ask("PD-L1 negative metastatic TNBC: pembrolizumab?")
    assert isinstance(ending, Answer)
    assert ending.sentences[0].text.startswith("Pembrolizumab is not indicated")


async def test_a_partner_is_not_refused_beside_what_both_did() -> None:
    library = page_of(
        "panitumumab",
        "Panitumumab is indicated for metastatic colorectal cancer that is wild-type for KRAS.",
        "Sotorasib plus panitumumab is indicated for KRAS G12C-mutated metastatic colorectal "
        "cancer.",
    )
    ending = await Conversation(library).ask(
        "KRAS G12C metastatic colorectal cancer: sotorasib and panitumumab?"
    )
    assert isinstance(ending, Answer)
    assert "Sotorasib plus panitumumab is indicated" in ending.sentences[0].text
    assert not ending.excluded


async def test_what_was_found_for_one_gene_alone_goes_with_the_panel() -> None:
    alone = "For prostate cancer with an ATM mutation alone olaparib showed no benefit: HR 1.04."
    library = page_of(
        "olaparib",
        "Olaparib is indicated for metastatic castration-resistant prostate cancer with a BRCA1, "
        "BRCA2 or ATM mutation that progressed on abiraterone.",
        alone,
    )
    ending = await Conversation(library).ask(
        "mCRPC, BRCA2 mutation, progressed on abiraterone. Olaparib? And for ATM?"
    )
    assert isinstance(ending, Answer)
    assert any(alone in each.text for each in ending.sentences)


BRAF_MEK = (
    "Dabrafenib plus trametinib is indicated for unresectable or metastatic melanoma with BRAF "
    "V600E."
)
DABRAFENIB = (
    "Dabrafenib alone is indicated for unresectable or metastatic melanoma with BRAF V600E."
)
ANY_TUMOUR = (
    "Dabrafenib plus trametinib is indicated for metastatic solid tumours with BRAF V600E that "
    "progressed after earlier treatment and have no satisfactory alternative."
)
PREFERRED = "For metastatic melanoma, ASCO prefers nivolumab to a BRAF inhibitor."
MELANOMA = "Metastatic melanoma, BRAF V600E, untreated."


async def test_the_approval_for_any_tumour_says_nothing_against_that_for_this_one() -> None:
    ending = await answer_to(f"{MELANOMA} What first line?", ANY_TUMOUR, DABRAFENIB, BRAF_MEK)
    assert isinstance(ending, Answer)
    said = [each.text for each in ending.sentences]
    assert BRAF_MEK in said
    assert ANY_TUMOUR not in said


@pytest.mark.parametrize(
    ("question", "first"),
    [
        (f"{MELANOMA} Which first, targeted or immunotherapy?", PREFERRED),
        (f"{MELANOMA} What is approved?", BRAF_MEK),
    ],
)
async def test_what_a_guideline_prefers_leads_where_one_of_two_is_asked_for(
    question: str, first: str
) -> None:
    label = document("drug_information", "d", "Dabrafenib", f"## Indications\n\n{BRAF_MEK}\n")
    advice = document(
        "asco_guidelines", "g", "ASCO: melanoma", f"## Recommendation\n\n{PREFERRED}\n"
    )
    ending = await Conversation(FakeLibrary([label, advice])).ask(question)
    assert isinstance(ending, Answer)
    assert ending.sentences[0].text == first


RIGHT_SIDED = (
    "In right-sided metastatic colorectal cancer ASCO recommends bevacizumab with chemotherapy, "
    "not an anti-EGFR antibody."
)
LEFT_SIDED = (
    "In left-sided metastatic colorectal cancer ASCO recommends cetuximab and chemotherapy."
)
CETUXIMAB = "Cetuximab is indicated for first-line treatment of metastatic colorectal cancer."


@pytest.mark.parametrize(
    ("side", "first", "left_out"),
    [("right-sided", RIGHT_SIDED, LEFT_SIDED), ("left-sided", LEFT_SIDED, RIGHT_SIDED)],
)
async def test_advice_on_the_side_of_the_tumour_leads_and_that_on_the_other_is_none(
    side: str, first: str, left_out: str
) -> None:
    label = document("drug_information", "c", "Cetuximab", f"## Indications\n\n{CETUXIMAB}\n")
    text = f"## First line\n\n{LEFT_SIDED}\n{RIGHT_SIDED}\n"
    advice = document("asco_guidelines", "g", "ASCO: metastatic colorectal cancer", text)
    question = f"Metastatic {side} colorectal cancer, first line: cetuximab or bevacizumab?"
    ending = await Conversation(FakeLibrary([label, advice])).ask(question)
    assert isinstance(ending, Answer)
    # That nothing shown is on the other drug rests on no source, and stands before.
    said = [each.text for each in ending.sentences if each.keys]
    assert said[0] == first
    assert left_out not in said
    assert not any("sided primary tumour" in each.reason for each in ending.excluded)


FIRST_LINE = "In metastatic melanoma with BRAF V600E ASCO advises nivolumab as first line."


async def test_advice_for_just_this_line_leads_before_what_is_approved() -> None:
    label = document("drug_information", "d", "Dabrafenib", f"## Indications\n\n{BRAF_MEK}\n")
    advice = document(
        "asco_guidelines", "g", "ASCO: melanoma", f"## Recommendation\n\n{FIRST_LINE}\n"
    )
    ending = await Conversation(FakeLibrary([label, advice])).ask(f"{MELANOMA} What first line?")
    assert isinstance(ending, Answer)
    assert [each.text for each in ending.sentences][:2] == [FIRST_LINE, BRAF_MEK]


RESPONSE = (
    "In follicular lymphoma with EZH2 activating mutation, CIViC evidence of level A supports a "
    "response to tazemetostat."
)


@pytest.mark.parametrize(
    "question",
    [
        "Tazemetostat for EZH2-mutated FL, 3L?",
        "Does tazemetostat work with EZH2 mutations?",
        "Is tazemetostat an option with EZH2 mutation?",
    ],
)
async def test_an_approval_that_ended_is_told_of_the_tumour_of_what_is_shown(
    question: str,
) -> None:
    ending = await Conversation(page_of("tazemetostat", RESPONSE)).ask(question)
    assert isinstance(ending, Answer)
    assert "approved before in follicular lymphoma" in ending.sentences[0].text
    assert "discontinued" in ending.sentences[0].text


async def test_an_approval_that_ended_is_told_in_the_tumour_of_the_thread() -> None:
    thread = Conversation(page_of("tazemetostat", RESPONSE))
    await thread.ask("Relapsed follicular lymphoma, EZH2 Y646N, after R-CHOP. Options?")
    ending = await thread.ask("Tazemetostat?")
    assert isinstance(ending, Answer)
    assert "discontinued" in ending.sentences[0].text


async def test_what_ended_in_one_of_several_tumours_is_not_told_unasked() -> None:
    library = page_of(
        "olaparib",
        "Olaparib is indicated for BRCA1-mutated metastatic castration-resistant prostate cancer.",
        "Olaparib is indicated for maintenance of BRCA1-mutated ovarian cancer.",
    )
    ending = await Conversation(library).ask("Olaparib for patients with BRCA1 mutation?")
    assert isinstance(ending, Answer)
    assert not any("withdrawn" in each.text for each in ending.sentences)


ABROAD = """
id: durvalumab
title: Durvalumab
drugs: [durvalumab]
sections:
- heading: Endometrial cancer
  statements:
  - id: us
    kind: indication
    text: Durvalumab is indicated in the US for advanced endometrial cancer that is dMMR.
    drugs: [durvalumab]
    applies: {{tumours: [endometrial cancer], requires: [MSI-high]}}
    jurisdiction: US
    record: https://example.org/us
  - id: eu
    kind: indication
    text: Durvalumab is indicated in the EU for advanced endometrial cancer.
    drugs: [durvalumab]
    applies: {{tumours: [endometrial cancer], requires: []}}
    jurisdiction: {country}
    record: https://example.org/eu
"""


@pytest.mark.parametrize(("country", "told"), [("EU", True), ("US", False)])
async def test_the_condition_of_one_country_is_none_in_another(country: str, *, told: bool) -> None:
    text = ABROAD.format(country=country)
    own = read_documents("drug_information", Path("d.yaml"), text.encode())
    ending = await Conversation(FakeLibrary(list(own))).ask(
        "advanced endometrial cancer, MSS. durvalumab?"
    )
    said = [each.text for each in ending.sentences] if isinstance(ending, Answer) else []
    assert any("in the EU" in each for each in said) is told


HIGH_RISK = (
    "Olaparib is indicated for adjuvant treatment of early breast cancer with a BRCA mutation."
)


async def test_no_residual_disease_is_named_where_nothing_shown_speaks_of_it() -> None:
    case = "BRCA1 mutated early breast cancer with pCR after neoadjuvant chemo. adjuvant olaparib?"
    ending = await answer_to(case, HIGH_RISK)
    assert isinstance(ending, Answer)
    assert "no residual disease" in ending.unweighed


@pytest.mark.parametrize(("told", "named"), [("48 kg", True), ("70 kg", False)])
async def test_a_low_weight_is_named_where_nothing_shown_weighs_it(
    told: str, *, named: bool
) -> None:
    case = f"{told}, BRCA1 mutated early breast cancer, after chemo. Which adjuvant treatment?"
    ending = await answer_to(case, HIGH_RISK)
    assert isinstance(ending, Answer)
    assert ("weight 48 kg" in ending.unweighed) is named


async def test_what_one_marker_refuses_in_any_tumour_another_marker_may_allow() -> None:
    library = page_of(
        "pembrolizumab",
        "Pembrolizumab is indicated for metastatic solid tumours that are MSI-high.",
        "Pembrolizumab is indicated for metastatic solid tumours that are TMB-high.",
    )
    ending = await Conversation(library).ask("Metastatic salivary cancer, MSS: pembrolizumab?")
    assert isinstance(ending, Answer)
    refused, opened = (sentence.text for sentence in ending.sentences)
    assert refused.startswith("Pembrolizumab is not indicated")
    assert "needs MSI-high" in refused
    assert opened.startswith("Only with TMB-high:")
