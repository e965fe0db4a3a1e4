"""Lists of variants under the word for all of them, headings beside names with values, and lines
that head a column or a section and no variant."""

from __future__ import annotations

from retrieval.reports.contract import SequencingReport
from retrieval.reports.read_report import read_report

HEAD = "Molecular pathology report\nSample: tumour, block A1\n\n"


def _read(text: str) -> SequencingReport:
    return read_report(HEAD + text, is_declared=True)


def _classes(text: str) -> list[tuple[str, str]]:
    return [(each.name, each.classed) for each in _read(text).variants]


def test_a_class_before_a_colon_is_that_of_each_name_of_the_list() -> None:
    text = "Variants of uncertain significance: BRCA2 N1880K (0.2%), NF1 R765H (0.5%)\n"
    assert _classes(text) == [
        ("BRCA2 N1880K", "uncertain significance"), ("NF1 R765H", "uncertain significance"),
    ]  # fmt: skip


def test_a_class_that_heads_the_next_name_is_not_that_of_the_one_before_it() -> None:
    text = "Tier I: EGFR L858R (12%); Tier III: TP53 R248Q (3%).\n"
    assert _classes(text) == [("EGFR L858R", "Tier I"), ("TP53 R248Q", "Tier III")]
    behind = "Detected: EGFR L858R (12%), Tier I; TP53 R248Q (3%), Tier III.\n"
    assert _classes(behind) == [("EGFR L858R", "Tier I"), ("TP53 R248Q", "Tier III")]


def test_a_line_with_a_name_before_its_colon_begins_anew() -> None:
    text = (
        "Variants of uncertain significance: BRCA2 N1880K (0.2%), NF1 R765H (0.5%)\n"
        "Biomarkers: MSI-High NOT DETECTED. Tumour content was 40 % in the block examined here.\n"
    )
    assert [name for name, _ in _classes(text)] == ["BRCA2 N1880K", "NF1 R765H"]


def test_a_heading_of_a_class_is_no_value_of_the_card_above_it() -> None:
    text = (
        "| GENE | SMAD4 |\n| ALTERATION | Q450* |\n\n"
        "Appendix: variants of unknown significance\n\nATM R337C\n"
    )
    assert _classes(text) == [("SMAD4 Q450*", ""), ("ATM R337C", "unknown significance")]


def test_the_head_of_a_column_alone_ends_no_section() -> None:
    text = (
        "Somatic - potentially actionable variants\n\nVariant Allele Fraction\n\n"
        "| PIK3CA | p.H1047R Missense variant | 24.1% |\n"
    )
    assert [(e.name, e.origin) for e in _read(text).variants] == [("PIK3CA H1047R", "somatic")]


def test_genes_side_by_side_before_what_is_changed_of_each_are_rows() -> None:
    text = "Findings\n\nCDKN2A/B CDKN2B loss, CDKN2A loss\nFGF3/4 FGF3 gain, FGF4 gain\n"
    assert {each.name for each in _read(text).variants} == {
        "CDKN2A loss", "CDKN2B loss", "FGF3 gain", "FGF4 gain",
    }  # fmt: skip
    assert {e.name for e in _read("Findings\n\nKRAS/NRAS BRAF V600E\n").variants} <= {"BRAF V600E"}


def test_several_kinds_of_change_are_denied_of_the_genes_behind_them() -> None:
    text = "No pathogenic SNVs, indels, or copy number changes found in: BRCA1, PTEN\n"
    assert [each.name for each in _read(text).absent] == ["BRCA1", "PTEN"]
    below = "KRAS G12D\n3 Genes with no reportable alterations: BRCA1, BRCA2, PALB2\n"
    assert [each.gene for each in _read(below).absent] == ["BRCA1", "BRCA2", "PALB2"]


def test_a_card_of_low_confidence_calls_holds_no_finding() -> None:
    table = "| Gene | Alteration | VAF |\n| KRAS | p.(Gly12Asp) | 0.9% |\n"
    assert _read(f"Findings\n\n{table}").variants
    assert not _read(f"Low-confidence calls (not confirmed)\n\n{table}").variants


def test_a_variant_classification_may_be_the_class() -> None:
    heads = "| Gene | Variant | Zygosity | Variant classification |\n"
    table = (
        f"{heads}| BRCA2 | c.5946del (p.Ser1982Argfs*22) | heterozygous | PATHOGENIC |\n"
        "| ATM | p.Cys2464Arg | heterozygous | Uncertain Significance |\n"
    )
    assert _classes(table) == [
        ("BRCA2 S1982Rfs*22", "PATHOGENIC"), ("ATM C2464R", "Uncertain Significance"),
    ]  # fmt: skip
    kind = f"{heads}| BRCA2 | p.Ser1982Argfs*22 | – | Frame_Shift_Del |\n"
    assert _classes(kind) == [("BRCA2 S1982Rfs*22", "")]


def test_columns_of_plain_text_are_read_by_their_heads() -> None:
    text = (
        "  GENE    CHANGE (PROTEIN)   VAF    TIER\n"
        "  ---------------------------------------\n"
        "  KRAS    p.Gly12Cys         28%    I\n"
        "  FBXW7   p.Arg465His        19%    III\n"
    )
    assert _classes(text) == [("KRAS G12C", "TIER I"), ("FBXW7 R465H", "TIER III")]
    uneven = text + "  APC     p.Arg1450Ter\n"
    assert [name for name, _ in _classes(uneven)] == ["KRAS G12C", "FBXW7 R465H", "APC R1450*"]


def test_shares_or_copies_and_tiers_of_evidence_head_columns_beside_therapies() -> None:
    text = (
        "| Gene | Alteration | VAF / CN | Evidence tier | Therapies |\n"
        "| BRCA1 | p.Gln1756Profs*74 | 63.1% | I-A | olaparib |\n"
        "| CCNE1 | Amplification | CN 9 | II-D | – |\n"
    )
    assert [(e.name, e.vaf, e.classed) for e in _read(text).variants] == [
        ("BRCA1 Q1756Pfs*74", "63.1%", "tier I-A"), ("CCNE1 amplification", "", "tier II-D"),
    ]  # fmt: skip


def test_a_fusion_is_one_row_wherever_its_genes_are_joined_and_in_either_order() -> None:
    text = (
        "| Gene | Finding | Supporting reads |\n| ALK | EML4(13)-ALK(20) | 213 |\n\n"
        "An EML4::ALK fusion was identified. The ALK-EML4 fusion was detected in RNA.\n"
    )
    (found,) = _read(text).variants
    assert [each.text for each in found.normal] == ["EML4::ALK e13::e20", "EML4::ALK"]


def test_rearrangements_within_a_gene_have_their_names() -> None:
    text = (
        "| Gene | Variant | VAF |\n"
        "| FLT3 | Internal tandem duplication (ITD), exon 14 | 38% |\n"
        "| TERT | C228T | 29% |\n"
    )
    assert [each.name for each in _read(text).variants] == ["FLT3 ITD", "TERT c.-124C>T"]
    splice = "| Splice variant | Breakpoint start | Reads |\n| EGFRvIII | chr7:55087058 | 212 |\n"
    assert [each.name for each in _read(splice).variants] == ["EGFR vIII"]
    events = "| Event | Reads |\n| EGFRvIII | 512 |\n| METex14 | not detected |\n"
    assert [each.name for each in _read(events).variants] == ["EGFR vIII"]
    exons = "| Genes | Locus | Read count |\n| MET(13)-MET(15) | chr7:116411708 | 2310 |\n"
    assert [each.name for each in _read(exons).variants] == ["MET exon 14 skipping"]


def test_a_second_change_beside_a_duplication_within_the_gene_is_another() -> None:
    text = "| Gene | Variant | Class |\n| FLT3 | ITD, D835Y | Tier I |\n"
    assert {each.name for each in _read(text).variants} == {"FLT3 ITD", "FLT3 D835Y"}


def test_what_a_line_is_on_may_stand_before_a_marker() -> None:
    told = {
        each.marker: each.value
        for each in _read(
            "Genomic alteration: Tumor Mutational Burden 7.57 Mut/Mb measured\nMSI status: stable\n"
        ).markers
    }
    assert told["TMB"].startswith("7.57")
    estimate = "TMB: The estimated tumor mutation burden (TMB) for this sample is 4.1 mut/Mb.\n"
    assert [each.value[:3] for each in _read(estimate).markers] == ["4.1"]


def test_a_frequency_in_short_is_a_share_of_reads() -> None:
    (found,) = _read(
        "| Gene | Variant | Freq (%) | Reads |\n| PTEN | p.Y68H | 71.0 | 802 |\n"
    ).variants
    assert found.percent == 71
