"""What is recognised in a question, and what is not."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from names.entities import EntityKind
from names.recognise import recognise, recognise_passage
from names.tables import is_same_tumour
from tests.cpu_growth import LINEAR, growth

GENES = [
    ("HER2 amplified breast cancer", {"ERBB2"}),
    ("is her2 a gene?", {"ERBB2"}),
    ("HER-2 testing", {"ERBB2"}),
    ("ERBB2 mutation", {"ERBB2"}),
    ("p53 mutation in AML", {"TP53"}),
    ("TP53 Y220C", {"TP53"}),
    ("PD-L1 expression", {"CD274"}),
    ("PDL1 positive", {"CD274"}),
    ("anti-inflammatory and PD-1", {"PDCD1"}),
    ("MET amplification after osimertinib", {"MET"}),
    ("KIT exon 11 mutation", {"KIT"}),
    ("c-Met overexpression", {"MET"}),
    ("AR splice variants in prostate cancer", {"AR"}),
    ("BRCA1 carrier", {"BRCA1"}),
    ("brca2 mutation", {"BRCA2"}),
    ("BRCA-mutated ovarian cancer", {"BRCA1", "BRCA2"}),
    ("BRCA1/2 mutation", {"BRCA1", "BRCA2"}),
    ("gBRCA", {"BRCA1", "BRCA2"}),
    ("DPYD testing before 5-FU", {"DPYD"}),
    ("DPD deficiency test: DPD", {"DPYD"}),
    ("UGT1A1 genotype", {"UGT1A1"}),
    ("RAS wild-type", {"KRAS", "NRAS", "HRAS"}),
    ("NTRK fusion", {"NTRK1", "NTRK2", "NTRK3"}),
    ("egfr mutated lung", {"EGFR"}),
    ("EGFR T790M", {"EGFR"}),
    ("human epidermal growth factor receptor 2", {"ERBB2"}),
    ("trop-2 expression", {"TACSTD2"}),
    ("HLA-B*57:01", {"HLA-B"}),
    ("alk rearranged nsclc", {"ALK"}),
    ("ret fusion thyroid", {"RET"}),
    ("PALB2 and CHEK2", {"PALB2", "CHEK2"}),
    ("CYP2D6 poor metabolizer", {"CYP2D6"}),
]
NO_GENES = [
    "We met the family and set a date; the rest can wait.",
    "A CAT scan of the chest",
    "ALL patients should be treated",
    "The kit was sent to the lab",
    "HR 0.64 (95% CI 0.5-0.8)",
    "eGFR 35 mL/min",
    "Was it an impact on OS or PFS?",
    "MSK-IMPACT panel",
    "no large case series, as far as we know",
    "CT and MRI were normal",
    "PR in liver, SD in bone",
    "she can walk and eat",
    "Give it at night with fat",
    "WHAT CAN WE SET FOR THE REST OF THE TEAM",
    "the patient had a stroke and a mass",
    "AST and ALT rose",
    "IV, PO and SC routes",
    "the gap in the map was filled",
]
DRUGS = [
    ("dose of olaparib", "olaparib"),
    ("Lynparza dose", "olaparib"),
    ("ENHERTU", "trastuzumab deruxtecan"),
    ("T-DXd after T-DM1", "trastuzumab deruxtecan"),
    ("t-dxd", "trastuzumab deruxtecan"),
    ("kadcyla", "trastuzumab emtansine"),
    ("5-FU infusion", "fluorouracil"),
    ("5fu", "fluorouracil"),
    ("Xeloda", "capecitabine"),
    ("nab-paclitaxel", "nab-paclitaxel"),
    ("Herceptin alternative? trastuzumab", "trastuzumab"),
    ("keytruda", "pembrolizumab"),
    ("abiraterone acetate", "abiraterone"),
    ("St John's wort", "st john's wort"),
    ("rifampicin", "rifampin"),
    ("warfarin", "warfarin"),
]
MISSPELLED = [
    ("palbocilib", "palbociclib"),
    ("pembrolizumb", "pembrolizumab"),
    ("trastuzimab", "trastuzumab"),
    ("tamoxifin", "tamoxifen"),
    ("osimertinab", "osimertinib"),
    ("capecitabin", "capecitabine"),
    ("abemacicilb", "abemaciclib"),
    ("olapirib", "olaparib"),
]
NO_DRUGS = [
    "who won the match?",
    "vaccination before chemotherapy",
    "the recommendation of the guideline",
    "progression of disease",
    "metabolism and elimination",
    "ovarian suppression",
    "an important consideration",
]
VARIANTS = [
    ("PIK3CA p.H1047R", "H1047R"),
    ("PIK3CA H1047R", "H1047R"),
    ("p.Val600Glu", "V600E"),
    ("p.(His1047Arg)", "H1047R"),
    ("BRAF V600E", "V600E"),
    ("braf v600e", "V600E"),
    ("BRAF V600 mutation", "V600"),
    ("V600E/K", "V600K"),
    ("BRCA1 c.68_69delAG", "c.68_69delAG"),
    ("BRCA1 185delAG", "185delAG"),
    ("c.1905+1G>A", "c.1905+1G>A"),
    ("EGFR exon 19 deletion", "exon 19 deletion"),
    ("EGFR exon 19 deletions", "exon 19 deletion"),
    ("EGFR ex19del", "exon 19 deletion"),
    ("exon 20 insertions", "exon 20 insertion"),
    ("MET exon 14 skipping", "exon 14 skipping"),
    ("METex14", "exon 14 skipping"),
    ("ERBB2 amplification", "amplification"),
    ("FGFR2-amplified", "amplification"),
    ("EML4-ALK", "EML4::ALK"),
    ("BCR::ABL1", "BCR::ABL1"),
    ("BCR-ABL1 positive", "BCR::ABL1"),
    ("RET rearrangement", "fusion"),
    ("NTRK gene fusions", "fusion"),
    ("CYP2D6 *4/*4", "*4"),
    ("DPYD*2A", "*2A"),
    ("UGT1A1*28/*28", "*28"),
    ("rs3918290", "rs3918290"),
    ("biallelic loss of CDKN2A", "biallelic loss"),
    ("HLA-B*57:01", "HLA-B*57:01"),
    ("KRAS G12C", "G12C"),
    ("TP53 R175fs", "R175fs"),
]
NO_VARIANTS = [
    "Q12H dosing",
    "T2N0 tumour",
    "H1N1 influenza",
    "grade 3 or 4",
    "10 mg/m2 on day 1",
    "stage IIIB",
    "COVID-19",
    "a 45-year-old woman, G2P1",
]
STATES = [
    ("HER2-low", {"HER2-low"}),
    ("HER2 ultralow", {"HER2-ultralow"}),
    ("HR+/HER2- disease", {"HR-positive", "HER2-negative"}),
    ("ER-positive, HER2-negative", {"HR-positive", "HER2-negative"}),
    (
        "hormone receptor (HR)-positive, human epidermal growth factor receptor 2 (HER2)-negative",
        {"HR-positive", "HER2-negative"},
    ),
    ("TNBC", {"HER2-negative", "HR-negative"}),
    ("MSI-H tumour", {"MSI-high or dMMR"}),
    ("mismatch repair deficient", {"MSI-high or dMMR"}),
    ("MSS colon cancer", {"microsatellite-stable"}),
    ("TMB-high", {"TMB-high"}),
    ("germline BRCA2", {"germline"}),
    ("KRAS wild-type", {"KRAS-wild-type"}),
    ("PD-L1 positive", {"PD-L1-positive"}),
    ("HER2 positive", {"HER2-positive"}),
]
OTHERS: list[tuple[str, EntityKind, str]] = [
    ("NCT03155997 eligibility", "registration", "NCT03155997"),
    ("nct 03155997", "registration", "NCT03155997"),
    ("PMID 35665782", "pmid", "35665782"),
    ("KEYNOTE-522", "trial", "keynote522"),
    ("DESTINY-Breast04", "trial", "destinybreast04"),
    ("monarchE", "trial", "monarche"),
    ("the monarche trial", "trial", "monarche"),
    ("OlympiA", "trial", "olympia"),
    ("MONARCH 3", "trial", "monarch3"),
    ("what did CLEOPATRA show", "trial", "cleopatra"),
    ("SOLAR-1", "trial", "solar1"),
    ("HER2-positive early breast cancer", "tumour", "breast cancer"),
    ("HER2-positive early breast cancer", "setting", "early"),
    ("TNBC", "tumour", "triple-negative breast cancer"),
    ("tnbc", "tumour", "triple-negative breast cancer"),
    ("mCRC", "tumour", "colorectal cancer"),
    ("NSCLC", "tumour", "non-small cell lung cancer"),
    ("non-small-cell lung cancer", "tumour", "non-small cell lung cancer"),
    ("gastrointestinal stromal tumor", "tumour", "gastrointestinal stromal tumour"),
    ("in ALL with BCR-ABL", "tumour", "acute lymphoblastic leukaemia"),
    ("first-line treatment", "setting", "first line"),
    ("1L", "setting", "first line"),
    ("adjuvant", "setting", "adjuvant"),
    ("stage IV disease", "setting", "metastatic"),
    ("severe renal impairment", "condition", "renal impairment"),
    ("eGFR 35", "condition", "renal impairment"),
    ("CrCl 40 mL/min", "condition", "renal impairment"),
    ("Child-Pugh B", "condition", "hepatic impairment"),
    ("brain metastases", "condition", "brain metastases"),
    ("ILD", "effect", "interstitial lung disease"),
    ("QTc prolongation", "effect", "QT prolongation"),
    ("CDK4/6 inhibitor", "drug_class", "CDK4/6 inhibition"),
    ("PARP inhibitors", "drug_class", "PARP inhibition"),
    ("poor metabolisers", "phenotype", "poor metabolizer"),
    ("intermediate or poor metabolizers", "phenotype", "intermediate metabolizer"),
    ("overall survival", "outcome", "overall survival"),
    ("pCR rate", "outcome", "pathological complete response"),
    ("foobarnib", "unknown_drug", "foobarnib"),
]


@pytest.mark.parametrize(("text", "symbols"), GENES)
def test_a_gene_is_recognised_by_symbol_and_alias(text: str, symbols: set[str]) -> None:
    assert symbols <= recognise(text).names("gene")


@pytest.mark.parametrize("text", NO_GENES)
def test_ordinary_words_and_clinical_abbreviations_are_no_genes(text: str) -> None:
    assert recognise(text).names("gene") == frozenset()


@pytest.mark.parametrize(("text", "generic"), DRUGS)
def test_a_drug_is_recognised_by_generic_and_brand_name(text: str, generic: str) -> None:
    found = recognise(text)
    assert generic in found.names("drug")
    assert not any(mention.guessed for mention in found.mentions)


@pytest.mark.parametrize(("word", "generic"), MISSPELLED)
def test_a_misspelled_drug_is_read_and_marked_as_guessed(word: str, generic: str) -> None:
    (mention,) = recognise(f"dose of {word}?").of("drug")
    assert (mention.name, mention.text, mention.guessed) == (generic, word, True)


@pytest.mark.parametrize("word", ["brelatinib", "zorbitinib", "foobarnib"])
def test_a_well_formed_name_that_no_table_has_is_not_read_as_another_drug(word: str) -> None:
    found = recognise(f"dose of {word}?")
    assert found.names("drug") == frozenset()
    assert found.names("unknown_drug") == {word}


@pytest.mark.parametrize("text", NO_DRUGS)
def test_ordinary_words_are_no_drugs(text: str) -> None:
    assert recognise(text).names("drug", "unknown_drug") == frozenset()


@pytest.mark.parametrize(("text", "variant"), VARIANTS)
def test_a_variant_is_recognised_by_its_grammar(text: str, variant: str) -> None:
    assert variant in recognise(text).names("variant")


@pytest.mark.parametrize("text", NO_VARIANTS)
def test_stages_doses_and_dates_are_no_variants(text: str) -> None:
    assert recognise(text).names("variant") == frozenset()


@pytest.mark.parametrize(("text", "states"), STATES)
def test_receptor_and_mutation_states_are_told_apart(text: str, states: set[str]) -> None:
    assert recognise(text).names("status") == states


@pytest.mark.parametrize(("text", "kind", "name"), OTHERS)
def test_trials_tumours_settings_and_the_rest_are_recognised(
    text: str, kind: EntityKind, name: str
) -> None:
    assert name in recognise(text).names(kind)


def test_an_antibody_conjugate_is_not_its_antibody() -> None:
    assert recognise("trastuzumab deruxtecan").names("drug") == {"trastuzumab deruxtecan"}


def test_a_class_of_drugs_is_not_the_gene_it_acts_on() -> None:
    assert recognise("EGFR inhibitors").names("gene") == frozenset()


def test_a_mention_says_where_it_stands() -> None:
    text = "Is olaparib active in BRCA2?"
    for mention in recognise(text).mentions:
        assert text[mention.start : mention.end] == mention.text


def test_nothing_is_guessed_in_the_sentences_of_a_source() -> None:
    assert recognise_passage("The palbocilib arm").names("drug") == frozenset()


def test_a_narrower_tumour_type_speaks_to_a_wider_one_but_not_to_a_sibling() -> None:
    assert is_same_tumour("breast cancer", "triple-negative breast cancer")
    assert is_same_tumour("triple-negative breast cancer", "breast cancer")
    assert not is_same_tumour("small cell lung cancer", "non-small cell lung cancer")
    assert not is_same_tumour("uveal melanoma", "melanoma")


def test_names_are_recognised_in_time_by_the_length_of_the_text() -> None:
    """How many milliseconds a question takes is a figure of ``curbside bench``."""
    recognise("warm up abemacicilb")
    case = (
        "A 62-year-old woman with HR+/HER2- metastatic breast cancer, PIK3CA H1047R and ESR1 D538G,"
        " progressed on palbociclib and letrozole; renal impairment with eGFR 35; options? "
    )
    turns = count()

    def recognising(size: int) -> Callable[[], object]:
        text = case * (size // len(case))
        return lambda: recognise(f"{text} {next(turns)}")

    assert growth(recognising, 250) < LINEAR


@pytest.mark.parametrize(
    ("text", "residue"),
    [
        ("EGFR L858", "L858"),
        ("PIK3CA H1047 in breast cancer", "H1047"),
        ("KIT D816", "D816"),
        ("ESR1 Y537, second line", "Y537"),
        ("BRAF V600", "V600"),
        ("IDH2 R140", "R140"),
    ],
)
def test_a_residue_beside_a_gene_is_a_variant(text: str, residue: str) -> None:
    assert residue in recognise(text).names("variant")


@pytest.mark.parametrize(
    "text", ["vitamin B12 and C30", "CYP3A4 P450 enzymes", "room T30", "the H1047 form", "EGFR 35"]
)
def test_a_letter_and_a_number_without_a_gene_are_no_variant(text: str) -> None:
    assert recognise(text).names("variant") == frozenset()


WARD = ("mgmt", "max", "med", "cad", "caps", "esr", "tox", "prep", "ctrl", "mos")


@pytest.mark.parametrize("word", WARD)
@pytest.mark.parametrize(
    "wording", ["olaparib {} of anaemia", "PFS {} + HR", "{} dose?", "pt with {}, ok?", "{}"]
)
def test_words_of_the_ward_are_no_genes(word: str, wording: str) -> None:
    assert not recognise(wording.format(word)).names("gene")
    assert not recognise(wording.format(word.upper()) + " for her").names("gene")


def test_a_word_of_the_ward_beside_a_word_of_genes_is_one() -> None:
    assert recognise("MGMT promoter methylation").names("gene") == {"MGMT"}
    assert recognise("germline MAX variant").names("gene") == {"MAX"}
    assert recognise("CDK4 amplification").names("gene") == {"CDK4"}
    assert not recognise("which CDK4/6 next?").names("gene")


@pytest.mark.parametrize(
    ("text", "drugs"),
    [
        ("nivo-rela", {"nivolumab", "relatlimab"}),
        ("durva/treme", {"durvalumab", "tremelimumab"}),
        ("len-pembro", {"lenvatinib", "pembrolizumab"}),
        ("cabo-nivo", {"cabozantinib", "nivolumab"}),
        ("enco-bini", {"encorafenib", "binimetinib"}),
        ("EV-pembro", {"enfortumab vedotin", "pembrolizumab"}),
        ("carbo-pem-pembro", {"carboplatin", "pemetrexed", "pembrolizumab"}),
        ("tuc/cap/tras", {"tucatinib", "capecitabine", "trastuzumab"}),
        ("ipi3/nivo1", {"ipilimumab", "nivolumab"}),
        ("nivo3-ipi1", {"ipilimumab", "nivolumab"}),
    ],
)
def test_short_forms_joined_to_each_other_are_drugs(text: str, drugs: set[str]) -> None:
    found = recognise(f"can she get {text}?")
    assert found.names("drug") == drugs
    assert not found.names("gene")


@pytest.mark.parametrize(
    "text", ["RELA fusion", "len is short", "ventilation/perfusion", "CDK4/6", "CA15-3"]
)
def test_short_forms_alone_are_no_drugs(text: str) -> None:
    assert not recognise(text).names("drug")


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("KRAS G12/G13", {"KRAS"}),
        ("KRAS: codons G12, G13 and Q61", {"KRAS"}),
        ("hotspots G12, G13 and Q61", set()),
        ("NRAS G13 mutated", {"NRAS"}),
        ("G13 loss in lymphoma", {"GNA13"}),
        ("The gene G13", {"GNA13"}),
    ],
)
def test_a_place_in_a_protein_is_not_the_gene_of_that_old_name(
    text: str, symbols: set[str]
) -> None:
    assert recognise_passage(text).names("gene") == symbols


def test_an_enzyme_is_no_trial() -> None:
    assert not recognise("dose with a strong CYP3A inhib").names("trial")


@pytest.mark.parametrize(
    ("text", "tumour"),
    [
        ("biopsy now shows small cell transformation", "small cell lung cancer"),
        ("rebiopsy: SCLC transformation", "small cell lung cancer"),
        ("transformed to small cell on osimertinib", "small cell lung cancer"),
        ("small cells on the smear, no transformation", ""),
    ],
)
def test_a_transformed_tumour_is_what_it_became(text: str, tumour: str) -> None:
    assert recognise(text).names("tumour") == ({tumour} if tumour else set())


@pytest.mark.parametrize(
    ("text", "drug"),
    [
        ("liposomal irinotecan dose?", "liposomal irinotecan"),
        ("nal-IRI + 5-FU", "liposomal irinotecan"),
        ("irinotecan dose?", "irinotecan"),
        ("pegylated liposomal doxorubicin", "liposomal doxorubicin"),
        ("PLD in ovarian cancer", "liposomal doxorubicin"),
        ("doxorubicin dose?", "doxorubicin"),
    ],
)
def test_a_liposomal_form_is_a_drug_of_its_own(text: str, drug: str) -> None:
    assert drug in recognise(text).names("drug")
    assert not recognise(text).names("drug") - {drug, "fluorouracil"}
