"""Forms of reports: what a laboratory or a pathologist writes."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said


def facts_of(*texts: str) -> list[str]:
    sheet = read_fact_sheet([said(text, number) for number, text in enumerate(texts)])
    return [describe(fact.value) for fact in sheet.facts]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ALK (D5F3) negative, ROS1 negative. NSCLC", "ALK alteration: absent"),
        ("lung adeno, ROS1 break-apart positive in 48% of nuclei", "ROS1 fusion: present"),
        ("EGFR L858R, TMB 4 Muts/Mb, MS-Stable", "MSS"),
        ("EGFRex20ins NSCLC", "EGFR exon 20 insertion: present"),
        ("EGFR L858R, METamp CN 12", "MET amplification: present"),
        ("MET-amp after osi, EGFR L858R", "MET amplification: present"),
        ("ovarian, BRCA2g", "germline BRCA2 alteration: present"),
        ("mCRPC HRR: CHEK2 only, PD on abiraterone", "CHEK2 alteration: present"),
        ("UGT1A1 28/28, mCRC", "UGT1A1 *28/*28 (poor metaboliser)"),
        ("GIST exon 11, imatinib", "KIT exon 11 mutation: present"),
        ("HER2 IHC 2+, ISH ratio 1.6, copy number 3.4", "HER2-low (IHC 2+)"),
        ("HER2 2+, FISH ratio 2.4, CN 6.2", "HER2-positive (IHC 2+)"),
        ("HER2 2+, FISH ratio 2.4, CN 3.2", "HER2 equivocal (IHC 2+)"),
        ("HR+ HER2- 3 nodes, Ki67 30, G3", "Ki-67 30%"),
        ("HR+ HER2- 3 nodes, Ki67 30, G3", "tumour grade 3"),
        ("HR+ HER2- 3 nodes, Ki67 30, G3", "3 positive nodes"),
        ("HR+ HER2- 3 nodes, Ki67 30, G3", "node-positive disease"),
    ],
)
def test_what_a_report_tells(text: str, told: str) -> None:
    assert told in facts_of(text)


@pytest.mark.parametrize(
    ("text", "not_told"),
    [
        ("HR+ breast ca, 14 nodes removed, G2", "node-positive disease"),
        ("GIST PDGFRA exon 18", "KIT exon 18 mutation: present"),
        ("suspected pneumonitis on CT turned out to be infection", "interstitial lung disease"),
        ("HER2+ mBC, echo 2 weeks ago", "LVEF 2%"),
    ],
)
def test_what_a_report_does_not_tell(text: str, not_told: str) -> None:
    assert not_told not in facts_of(text)


def test_an_echo_tells_the_ejection_fraction() -> None:
    facts = facts_of("HER2+ mBC, LVEF 62, starting THP", "echo yesterday 44%")
    assert "LVEF 44%" in facts
    assert "LVEF 62%" not in facts


def test_the_other_genes_of_repair_are_absent_and_not_the_one_before_them() -> None:
    found = facts_of("mCRPC, germline PALB2 mutation, HRR otherwise negative. PARP inhibitor?")
    assert "germline PALB2 alteration: present" in found
    assert {"BRCA1 alteration: absent", "BRCA2 alteration: absent"} <= {*found}
    assert not [each for each in found if each.endswith("present") and "PALB2" not in each]


@pytest.mark.parametrize(
    ("genotypes", "told"),
    [
        ("DPYD c.1905+1G>A: G/G (wild type)", "DPYD c.1905+1G>A: absent"),
        ("DPYD c.1905+1G>A C/C", "DPYD c.1905+1G>A: absent"),
        ("DPYD c.1905+1G>A G/A", "DPYD c.1905+1G>A"),
    ],
)
def test_two_reference_alleles_are_no_variant(genotypes: str, told: str) -> None:
    assert facts_of(f"{genotypes}.") == [told]


def test_an_allele_beside_its_reference_genotype_makes_no_phenotype() -> None:
    assert facts_of("DPYD c.1905+1G>A (*2A) C/C, c.2846A>T A/A.") == [
        "DPYD c.1905+1G>A: absent", "DPYD c.2846A>T: absent",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("BMI 34, on warfarin", "body mass index 34 kg/m²"),
        ("BMI of 34.2 kg/m2", "body mass index 34.2 kg/m²"),
        ("body mass index: 17.5 kg/m²", "body mass index 17.5 kg/m²"),
        ("BMI 34 last year, now 29", "body mass index 29 kg/m²"),
    ],
)
def test_a_body_mass_index_that_is_told_is_read(text: str, told: str) -> None:
    assert told in facts_of(text)


@pytest.mark.parametrize("text", ["BMI over 30?", "If BMI > 35 we avoid it", "BMI 24-26"])
def test_a_body_mass_index_that_is_asked_or_supposed_is_none(text: str) -> None:
    assert not facts_of(text)


def test_what_is_told_is_not_calculated_anew() -> None:
    told = facts_of("BMI 34, weight 92 kg, height 160 cm")
    assert [each for each in told if "mass" in each] == ["body mass index 34 kg/m²"]
