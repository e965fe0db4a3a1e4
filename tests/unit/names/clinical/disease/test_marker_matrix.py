"""Every marker of the tables with every wording of its state."""

from __future__ import annotations

import pytest

from names.clinical.markers import read_markers
from names.clinical.values import Marker
from names.tables.rows import read_rows
from names.tables.variant_classes import variant_classes

PROTEINS = ("HER2", "HR", "ER", "PR", "PD-L1", "HRD")
FURTHER = (
    "BRCA1", "BRCA2", "PALB2", "ATM", "CHEK2", "NTRK1", "NTRK3", "FGFR1", "PTEN", "TP53", "IDH2",
    "CDK12", "MLH1", "NRG1", "STK11", "KEAP1", "HRAS", "MAP2K1", "NF1", "CDH1",
)  # fmt: skip
GENES = tuple(sorted({*variant_classes(), *FURTHER} - {"ERBB2"}))
"""ERBB2 is HER2 where its protein is spoken of."""
ABSENT = (
    "{} negative", "{}-negative", "{} neg", "{}-", "{}−", "{} is negative", "{}: negative",
    "not {} positive", "no {} positivity", "negative for {}", "tested negative for {}",
    "the tumour is not {}-positive", "{} status negative", "lack of {} expression",
    "absence of {}", "{} not detected", "{} was not detected", "{} absent",
)  # fmt: skip
OF_GENES = (
    "{} wild type", "{} wild-type", "{} wildtype", "{} wt", "{} WT", "{}wt", "wild-type {}",
    "no {} mutation", "no {} mutations", "without {} mutation", "without a {} alteration",
    "without any {} variant", "no evidence of {} mutation", "no evidence of a mutation in {}",
    "lack of {} alterations", "absence of {} mutations", "lacking {} alterations",
    "{} mutation not detected", "{} mutation not found", "{} not mutated", "{} is not mutated",
    "{} unmutated", "{} non-mutated", "non-{}-mutated", "not {}-mutated", "{} mutation absent",
    "{} mutation negative", "{} intact", "no {} alteration found", "no pathogenic {} variant",
    "no {} or XRCC2 mutation", "neither {} nor XRCC2 mutations", "with neither a {} mutation",
    "no XRCC2 or {} mutation", "XRCC2 and {} wild type", "{}, XRCC2 and POLE wild type",
    "XRCC2, {} or POLE mutations not detected", "{} neg, XRCC2 neg", "{}-/XRCC2-",
    "without XRCC2 or {} genomic aberrations", "does not have a {} mutation",
    "doesn't harbor a {} mutation", "did not carry {} alterations", "{} mutation ruled out",
    "negative for XRCC2, POLE and {}", "negative for {}, XRCC2 and POLE", "{} -ve",
    "{} no", "{} nil", "{} clean", "{} r/o", "{} [-]", "{}-ve", "{} mut neg", "{} gone",
    "{} turned out neg", "{} no longer detected", "{} result: negative", "{} XRCC2 POLE neg",
    "{}, XRCC2, POLE: all negative", "{} no, XRCC2 G12C +", "{} cleared", "denies {} mutation",
)  # fmt: skip
PRESENT = (
    "{} positive", "{}-positive", "{}+", "{} pos", "positive for a {} mutation", "{} +ve",
)  # fmt: skip
PRESENT_OF_GENES = (
    "{} mutated", "{}-mutated", "{} mutant", "{} mutation", "{}mut", "mutation in {}",
    "{} alteration", "pathogenic {} variant", "{} mutation detected", "{} mutation: which drug?",
    "XRCC2 wild type, {} mutated", "no XRCC2 mutation but {} mutated",
    "without XRCC2 mutation, with {} mutation", "{} and XRCC2 mutations", "{}/XRCC2-alteration",
    "XRCC2 not detected, {} mutated", "XRCC2 negative, {} positive",
    "{}-mut", "{} MUT", "{} mutn", "{} yes", "{}: yes", "XRCC2 no, {} +", "{} turned out positive",
    "{} mutated, stable disease",
)  # fmt: skip
UNCERTAIN = (
    "{} VUS", "{} variant of uncertain significance", "VUS in {}", "a VUS of {}",
    "{} variant of unknown significance", "{} equivocal", "{} indeterminate", "{} VUS only",
)  # fmt: skip
NOTHING = (
    "{} unknown", "{} status unknown", "{} pending", "{} not tested", "{} result awaited",
    "{} testing", "with or without {} mutation", "with and without {} mutation",
    "regardless of {} status", "unknown {} status",
    "irrespective of {} mutation", "{} status?", "{} inhibitor", "anti-{} therapy", "is {} tested?",
    "{}-directed therapy", "{} status not known", "{} to be determined",
    "{} n.d.", "{} nd", "{} insufficient tissue",
    "never {} tested", "never tested for {}", "{} never done", "never did {}", "no {} testing",
    "we haven't tested {}", "didn't send {}", "no testing for {}", "no {} results yet",
    "no XRCC2, POLE or {} testing", "never {}, XRCC2 or POLE tested", "neither {} nor POLE tested",
    "{} wasn't checked", "no data on {}", "no {} on file", "without {} testing",
)  # fmt: skip


def polarities(text: str, name: str) -> set[str]:
    return {
        found.value.polarity
        for found in read_markers(text)
        if isinstance(found.value, Marker) and found.value.name == name
    }


@pytest.mark.parametrize("name", [*PROTEINS, *GENES])
def test_a_marker_is_absent_in_every_wording(name: str) -> None:
    wordings = ABSENT if name in PROTEINS else ABSENT + OF_GENES
    wrong = {
        w: found for w in wordings if (found := polarities(w.format(name), name)) != {"absent"}
    }
    assert wrong == {}


@pytest.mark.parametrize("name", [*PROTEINS, *GENES])
def test_a_marker_is_present_in_every_wording(name: str) -> None:
    wordings = PRESENT[:4] if name in PROTEINS else PRESENT + PRESENT_OF_GENES
    wrong = {
        w: found for w in wordings if (found := polarities(w.format(name), name)) != {"present"}
    }
    assert wrong == {}


@pytest.mark.parametrize("name", GENES)
def test_a_variant_of_uncertain_significance_is_neither(name: str) -> None:
    wrong = {
        w: found for w in UNCERTAIN if (found := polarities(w.format(name), name)) != {"uncertain"}
    }
    assert wrong == {}


@pytest.mark.parametrize("name", [*PROTEINS[:5], *GENES])
def test_of_what_is_only_tested_or_left_open_nothing_is_said(name: str) -> None:
    wrong = {w: found for w in NOTHING if (found := polarities(w.format(name), name))}
    assert wrong == {}


VARIANTS = sorted(
    {
        (gene, member)
        for gene, _, member, *_ in read_rows("clinical/variant_classes.tsv")
        if member[0].isupper() and member[1:-1].isdigit() and member[-1].isupper()
    }
)


def states(text: str, gene: str) -> dict[str, str]:
    return {
        found.value.state: found.value.polarity
        for found in read_markers(text)
        if isinstance(found.value, Marker) and found.value.name == gene
    }


@pytest.mark.parametrize(("gene", "variant"), VARIANTS)
def test_every_variant_of_the_table_is_read_with_its_polarity(gene: str, variant: str) -> None:
    present = (f"{gene} {variant}", f"{gene} p.{variant} mutation", f"{variant} mutation in {gene}")
    absent = (
        f"no {gene} {variant}", f"without {gene} {variant}", f"{gene} {variant} not detected",
        f"{gene} {variant} negative", f"{gene} without {variant}", f"{gene} mutated, no {variant}",
    )  # fmt: skip
    for text in present:
        assert states(text, gene).get(variant) == "present", text
    for text in absent:
        assert states(text, gene).get(variant) == "absent", text


def test_her2_is_the_protein_or_its_gene() -> None:
    assert states("HER2-mutant NSCLC", "ERBB2") == {"altered": "present"}
    assert states("ERBB2 wild type", "ERBB2") == {"altered": "absent"}
    assert states("HER2 exon 20 insertion", "ERBB2") == {"exon 20 insertion": "present"}
    assert states("ERBB2 amplification", "HER2") == {"positive": "present"}
    assert states("HER2 not amplified", "HER2") == {"positive": "absent"}
    assert states("ERBB2 positive", "HER2") == {"positive": "present"}


@pytest.mark.parametrize(
    ("text", "absent", "present"),
    [
        ("EGFR T790M: -", {"EGFR"}, set()),
        ("T790M - and C797S +", {"EGFR"}, {"EGFR"}),
        ("ALK rearrangement: none", {"ALK"}, set()),
        ("ALK rearrangement: none detected", {"ALK"}, set()),
        ("FGFR2 fusion: no", {"FGFR2"}, set()),
        ("KRAS G12C: no, STK11 mutated", {"KRAS"}, {"STK11"}),
        ("PIK3CA mut (-), ESR1 (+)", {"PIK3CA"}, {"ESR1"}),
        ("HER2 (-), ER (+)", {"HER2"}, {"ER"}),
        ("HER2 -, ER +, PR -", {"HER2", "PR"}, {"ER"}),
        ("no actionable alterations in EGFR, ALK, ROS1", {"EGFR", "ALK", "ROS1"}, set()),
        ("no EGFR mutation, ALK fusion present", {"EGFR"}, {"ALK"}),
        ("no mutations in EGFR, KRAS G12C mutated", {"EGFR"}, {"KRAS"}),
        ("EGFR exon 19 deletion: present", set(), {"EGFR"}),
        ("Actionable mutations: none. BRCA2 mutated.", set(), {"BRCA2"}),
        ("no EGFR, no ALK, ROS1 tested positive", {"EGFR", "ALK"}, {"ROS1"}),
        ("RET tested negative, never NTRK1 tested", {"RET"}, set()),
    ],
)
def test_results_in_columns_keep_their_polarity(
    text: str, absent: set[str], present: set[str]
) -> None:
    found = [each.value for each in read_markers(text) if isinstance(each.value, Marker)]
    assert {marker.name for marker in found if marker.polarity == "absent"} == absent
    assert {marker.name for marker in found if marker.polarity == "present"} == present
