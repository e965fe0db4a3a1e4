"""A look-up is on one named thing, or says why it is not."""

from __future__ import annotations

import pytest

from agents.lookups.subjects import LookUpKind, LookUpSubject, NotKnown, read_subject


@pytest.mark.parametrize(
    ("kind", "words", "name"),
    [
        ("gene", "BRAF", "BRAF"),
        ("gene", "her2", "ERBB2"),
        ("gene", "HER1", "EGFR"),
        ("drug", "Lynparza", "olaparib"),
        ("trial", "keynote 48", "KEYNOTE-048"),
        ("trial", "NCT02032823", "NCT02032823"),
        ("variant", "BRAF p.Val600Glu", "BRAF V600E"),
        ("variant", "EGFR exon 19 deletion", "EGFR exon 19 deletion"),
        ("variant", "EML4-ALK", "EML4::ALK"),
        ("variant", "ALK-EML4", "EML4::ALK"),
        ("variant", "EML4(13)-ALK(20)", "EML4::ALK"),
        ("variant", "BCR-ABL", "BCR::ABL1"),
        ("variant", "METex14", "MET exon 14 skipping"),
        ("variant", "FLT3-ITD", "FLT3 ITD"),
        ("variant", "EGFRvIII", "EGFR vIII"),
        ("variant", "EML4–ALK fusion", "EML4::ALK"),
        ("variant", "BCR/ABL1", "BCR::ABL1"),
        ("variant", "RS 1799853", "rs1799853"),
        ("variant", "CYP2C19*2/*17", "CYP2C19*2/*17"),
        ("variant", "HLA-B*57:01", "HLA-B*57:01"),
        ("variant", "MYC gain", "MYC gain"),
        ("variant", "BRAFV600E", "BRAF V600E"),
        ("variant", "ＢＲＡＦ Ｖ６００Ｅ", "BRAF V600E"),
        ("variant", "NM_004333.6:c.1799T>A", "NM_004333.6:c.1799T>A"),
        ("variant", "NM_004333.6(BRAF):c.1799T>A (p.Val600Glu)", "NM_004333.6(BRAF):c.1799T>A"),
        ("variant", "NC_000007.14:g.140753336A>T", "GRCh38 chr7:g.140753336A>T"),
        ("gene", "the BRAF gene", "BRAF"),
        ("drug", "the drug olaparib", "olaparib"),
        ("trial", "the FLAURA trial", "FLAURA"),
        ("trial", "https://clinicaltrials.gov/study/NCT02358031", "NCT02358031"),
    ],
)
def test_any_name_of_a_thing_is_understood(kind: LookUpKind, words: str, name: str) -> None:
    found = read_subject(kind, f"  {words} ")
    assert isinstance(found, LookUpSubject)
    assert found.name == name
    assert found.asked in ("", words) or words.startswith(("the ", "https:"))


@pytest.mark.parametrize(
    ("kind", "words", "told"),
    [
        ("gene", "", "Name the gene, such as BRAF."),
        ("gene", "XYZ1", "no gene"),
        (
            "gene",
            "BRFA",
            "Did you mean BRAF, RBFA or BRF1? Nothing was looked up.",
        ),
        ("gene", "PIK3CAA", "Did you mean PIK3CA, "),
        ("gene", "olaparib", "was called “olaparib”."),
        ("gene", "BRAF V600E", "as a variant"),
        ("gene", "B" * 200, "more than the name"),
        ("drug", "olaparb", "Did you mean olaparib? Nothing was looked up."),
        ("drug", "olaparib dose", "Name one drug alone"),
        ("drug", "olaparib niraparib", "Name one drug alone"),
        ("drug", "vitamin zork", "knows a drug"),
        ("trial", "blah", "is no trial"),
        ("variant", "V600E", "Name the gene"),
        ("variant", "BRAF", "is a gene and names no single variant"),
        ("variant", "BRAF V600E and KRAS G12C", "several: V600E and G12C"),
        ("variant", "BRAF V600Z", "What is read: a gene with its change"),
        ("drug", "PARP inhibitor", "is a class of drugs"),
        ("variant", "EGFR L858R T790M", "no single variant"),
        ("variant", "melanoma BRAF V600E", "alone"),
    ],
)
def test_what_names_no_single_thing_gets_a_sentence(
    kind: LookUpKind, words: str, told: str
) -> None:
    found = read_subject(kind, words)
    assert isinstance(found, NotKnown)
    assert told in found.sentence
    assert "/" not in found.sentence, "other programs are told so, too: they have no commands"


def test_an_alias_of_several_genes_gives_all_of_them() -> None:
    found = read_subject("gene", "p40")
    assert isinstance(found, NotKnown)
    assert "stands for several genes" in found.sentence


def test_a_change_on_a_sequence_alone_is_that_of_no_gene() -> None:
    named, whole = (
        read_subject("variant", words) for words in ("BRAF V600E", "NP_004324.2:p.Val600Glu")
    )
    assert isinstance(named, LookUpSubject)
    assert isinstance(whole, LookUpSubject)
    assert named.keys == {"V600E"}
    assert whole.keys.isdisjoint(named.keys)
    assert (named.is_whole, whole.is_whole) == (False, True)
