import pytest

from retrieval.records.tasks import (
    belongs_to,
    first_lookup,
    next_lookups,
    read_lookup,
    tasks,
)

ASKED = [
    ("which chromosome is SRY on?", "gene_location", "SRY"),
    ("Which chromosome is FAM66D gene located on human genome?", "gene_location", "FAM66D"),
    ("FAM66D gene is located on human genome chromosome", "gene_location", "FAM66D"),
    ("where is the gene brca2 located?", "gene_location", "brca2"),
    ("cytoband of MYC", "gene_location", "MYC"),
    ("official symbol of CD20?", "gene_symbol", "CD20"),
    ("official gene symbol for HER2/neu?", "gene_symbol", "HER2"),
    ("which gene does LMP10 mean?", "gene_symbol", "LMP10"),
    ("The official gene symbol of gene LMP10 is", "gene_symbol", "LMP10"),
    ("ensembl id ENSG00000215251 is which gene?", "gene_symbol", "ENSG00000215251"),
    ("Convert ENSG00000215251 to official gene symbol.", "gene_symbol", "ENSG00000215251"),
    ("which gene is HGNC:3430?", "gene_symbol", "HGNC:3430"),
    ("aliases of ERBB2", "gene_aliases", "ERBB2"),
    ("what are the other names for HER2?", "gene_aliases", "HER2"),
    ("is XYZ a protein coding gene?", "gene_coding", "XYZ"),
    ("Is LOC124907753 a protein-coding gene?", "gene_coding", "LOC124907753"),
    ("Regarding if the gene codes a protein, ATP5F1EP2 is", "gene_coding", "ATP5F1EP2"),
    ("what is the HGNC ID of TP53?", "gene_identifiers", "TP53"),
    ("What is the function of the gene of rs1799853?", "function_of_snp_gene", "rs1799853"),
    (
        "Chromosome locations of the genes related to Lynch syndrome. Step by step.",
        "places_of_disease_genes",
        "Lynch syndrome",
    ),
    ("HGVS name of BRAF V600E?", "variant_names", "BRAF V600E"),
    ("what does HER2 stand for?", "gene_symbol", "HER2"),
    ("full name of BRCA1", "gene_symbol", "BRCA1"),
    ("symbol of the gene previously called MLL", "gene_symbol", "MLL"),
    ("GRCh37 coordinates of TP53", "gene_in_older_assembly", "TP53"),
    ("Which chromosome does SNP rs1430464 locate on?", "snp_location", "rs1430464"),
    ("what is rs1799853 and rs123456?", "snp", "rs1799853"),
    ("what is EGFR L858R in HGVS?", "variant_names", "EGFR L858R"),
    (
        "which assembly is NC_000007.14:g.140753336A>T?",
        "variant_names",
        "NC_000007.14:g.140753336A>T",
    ),
]
CLINICAL = [
    "which gene is mutated?",
    "what gene is responsible for Lynch syndrome?",
    "is KRAS a coding gene in NSCLC?",
    "location of BRAF V600E",
    "where is the ALK inhibitor metabolised?",
    "which chromosome is EGFR on, and olaparib dose?",
    "official name of Herceptin",
    "BRCA2 pathogenic variant, olaparib?",
    "EGFR exon 20 insertion: options?",
    "other names for the pain",
    "what is HER2-low?",
    "what is the standard form of treatment?",
    "which treatment for BRAF V600E?",
    "location of the primary tumour",
    "what does PD stand for?",
    "what does CR mean?",
    "what does TMB mean?",
    "full name of the drug",
    "olaparib dose with rs1799853",
]


@pytest.mark.parametrize(("text", "task", "name"), ASKED)
def test_a_question_on_a_record_is_read(text: str, task: str, name: str) -> None:
    lookup = read_lookup(text)
    assert lookup is not None
    assert (lookup.task.name, lookup.name) == (task, name)
    assert read_lookup(lookup.words) == lookup, "what is sent reads as the same"


@pytest.mark.parametrize("text", CLINICAL)
def test_a_clinical_question_is_none_on_a_record(text: str) -> None:
    assert read_lookup(text) is None


NAMES = {
    "function": "rs1799853",
    "places": "Lynch syndrome",
    "aliases": "ATTCTGCCTTTAGTAATTTGATGACAGAG",
    "snp": "rs1799853",
    "allele": "NM_000546.6:c.215C>G",
    "civic": "BRAF V600E",
    "variant": "BRAF V600E",
    "disease": "Lynch syndrome",
    "sequence": "ATTCTGCCTTTAGTAATTTGATGACAGAG",
}
"""A name for the tasks whose name begins so; of all others a gene."""


def _name_for(task: str) -> str:
    return NAMES.get(task.partition("_")[0], "BRAF")


def test_a_chain_asks_on_of_what_its_first_record_gives() -> None:
    lookup = read_lookup("places of the genes related to Lynch syndrome")
    assert lookup is not None
    first = first_lookup(lookup)
    assert first.words == "genes related to Lynch syndrome"
    steps = next_lookups(lookup, ["MLH1, MSH2", "MLH1"])
    assert [each.words for each in steps] == [
        "chromosome location of MLH1",
        "chromosome location of MSH2",
    ]
    assert [belongs_to(lookup, each.words) for each in (first, *steps)] == [first, *steps]
    assert belongs_to(lookup, "aliases of MLH1") is None
    assert belongs_to(first, steps[0].words) is None


def test_a_chain_needs_a_source_for_each_step() -> None:
    asked = "places of the genes related to Lynch syndrome"
    assert read_lookup(asked, {"ncbi_omim", "gene_table"}) is not None
    assert read_lookup(asked, {"gene_table"}) is None


@pytest.mark.parametrize("name", tasks())
def test_the_query_of_a_task_asks_it(name: str) -> None:
    task = tasks()[name].task
    lookup = read_lookup(task.query.format(name=_name_for(name)))
    assert lookup is not None
    assert lookup.task == task
