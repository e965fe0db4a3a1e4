"""Where every drug for an altered gene comes too early, what is given whichever genes are altered
is told; a status of the whole genome has options of its own beside a gene."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import ending_of, said_to

LATER = (
    "Sotorasib is indicated for KRAS G12C-mutated metastatic non-small cell lung cancer after at"
    " least one systemic therapy."
)
FIRST = (
    "Cemiplimab plus platinum-based chemotherapy is indicated for first-line treatment of"
    " metastatic non-small cell lung cancer with no EGFR or ALK aberrations."
)
OF_GENE = (
    "Osimertinib is indicated for first-line treatment of metastatic non-small cell lung cancer"
    " with EGFR exon 19 deletions."
)
ADJUVANT = "Nivolumab is indicated for adjuvant treatment of resected melanoma."
NODES = (
    "Dabrafenib plus trametinib is indicated for adjuvant treatment of resected melanoma with BRAF"
    " V600E and involved lymph nodes."
)
UNSTABLE = "Pembrolizumab is indicated for metastatic colorectal cancer that is MSI-high."
DOUBLET = (
    "Encorafenib plus cetuximab plus fluorouracil is indicated for metastatic colorectal cancer"
    " with a BRAF V600E mutation."
)
ANY_TUMOUR = (
    "Pembrolizumab is indicated for metastatic solid tumours with a high tumour mutational burden."
)
OF_TUMOUR = (
    "Capivasertib plus fulvestrant is indicated for HR-positive, HER2-negative metastatic breast"
    " cancer with a PIK3CA alteration."
)


@pytest.mark.parametrize(
    "question",
    [
        "KRAS G12C NSCLC stage IV treatment naive, options?",
        "first line for metastatic KRAS G12C NSCLC?",
    ],
)
async def test_what_is_given_without_the_gene_is_told_where_its_drug_comes_too_early(
    question: str,
) -> None:
    ending = await ending_of(question, LATER, FIRST)
    assert isinstance(ending, Answer)
    assert any(FIRST in each.text for each in ending.sentences)
    assert [each.option for each in ending.excluded] == ["sotorasib"]


async def test_a_fitting_option_for_the_gene_stands_alone() -> None:
    said = await said_to(
        "EGFR exon 19 deletion NSCLC stage IV, untreated, options?", OF_GENE, FIRST
    )
    assert OF_GENE in said
    assert not any(FIRST in each for each in said)


async def test_what_excludes_the_gene_is_not_what_is_given_without_it() -> None:
    said = await said_to("EGFR exon 20 insertion NSCLC stage IV, untreated, options?", FIRST)
    assert not any(FIRST in each for each in said)


async def test_after_the_first_line_its_options_are_not_told() -> None:
    said = await said_to("KRAS G12C NSCLC, 1L carboplatin/pemetrexed PD, next?", LATER, FIRST)
    assert LATER in said
    assert not any(FIRST in each for each in said)


@pytest.mark.parametrize("stage", ["IIB", "IIC"])
async def test_melanoma_without_involved_nodes_is_not_offered_what_is_for_them(stage: str) -> None:
    question = f"Stage {stage} melanoma BRAF V600E resected, adjuvant options?"
    ending = await ending_of(question, NODES, ADJUVANT)
    assert isinstance(ending, Answer)
    assert [each.text for each in ending.sentences] == [ADJUVANT]
    assert ending.excluded[0].reason.startswith("is for node-positive disease")


async def test_melanoma_of_stage_three_is_offered_it() -> None:
    said = await said_to("Stage IIIB melanoma BRAF V600E resected, adjuvant?", NODES, ADJUVANT)
    assert NODES in said


async def test_what_is_for_unstable_tumours_stands_beside_what_is_for_a_gene() -> None:
    said = await said_to("MSI-H mCRC BRAF V600E first line?", DOUBLET, UNSTABLE)
    assert set(said) == {DOUBLET, UNSTABLE}
    assert UNSTABLE not in await said_to("MSS mCRC BRAF V600E first line?", DOUBLET, UNSTABLE)


async def test_what_is_for_any_tumour_comes_behind_what_is_for_this_one() -> None:
    case = "PIK3CA H1047R HR+ HER2- MBC, TMB 22, options?"
    said = await said_to(case, ANY_TUMOUR, OF_TUMOUR)
    assert said.index(OF_TUMOUR) < said.index(ANY_TUMOUR)


EVEROLIMUS = (
    "Everolimus plus exemestane is indicated for advanced HR-positive, HER2-negative breast cancer"
    " after failure of letrozole."
)


async def test_a_gene_that_is_only_named_is_told_what_it_would_open() -> None:
    case = "HR+ HER2- MBC, progressed on letrozole, options?"
    ending = await ending_of(f"PIK3CA {case}", EVEROLIMUS, OF_TUMOUR)
    assert isinstance(ending, Answer)
    assert [each.text for each in ending.sentences] == [
        EVEROLIMUS,
        f"Only with PIK3CA alteration: {OF_TUMOUR}",
    ]
    assert OF_TUMOUR not in " ".join(await said_to(case, EVEROLIMUS, OF_TUMOUR))


TESTING = (
    "ASCO recommends testing for microsatellite instability and BRCA mutations in metastatic"
    " pancreatic cancer, to select patients for pembrolizumab, olaparib or larotrectinib."
)


async def test_advice_on_tests_offers_and_refuses_no_drug() -> None:
    ending = await ending_of("pancreatic cancer BRCA wt, second line after gemcitabine?", TESTING)
    if isinstance(ending, Answer):
        assert not ending.excluded
        assert not any("not an option" in each.text for each in ending.sentences)


GOES_ON = (
    "Olaparib plus bevacizumab is indicated for first-line maintenance treatment of advanced"
    " HRD-positive ovarian cancer in response to platinum-based chemotherapy."
)


async def test_a_partner_that_goes_on_was_given_before() -> None:
    case = "HGSOC HRD-positive, CR after carboplatin/paclitaxel{}, first line maintenance?"
    assert GOES_ON in await said_to(case.format("/bevacizumab"), GOES_ON)
    ending = await ending_of(case.format(", bevacizumab not given"), GOES_ON)
    told = ending.excluded if isinstance(ending, Answer) else ()
    assert [each.reason for each in told] == [
        "bevacizumab goes on from the treatment before; here: not given"
    ]
