"""What stands in the reach of a denial is never read as being there."""

from __future__ import annotations

import pytest

from names.clinical.grammar.denial import contradicted_by_negation, without_doubtful
from names.clinical.readers import read_clinical, read_patient
from names.clinical.values import Condition, FoundValue, Marker, Toxicity, Tumour
from names.tables.variant_classes import lung_drivers


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("no trace of RAS or BRAF mutations on NGS", "BRAF"),
        ("FGFR3 altered - no", "FGFR3"),
        ("EGFR/ALK/ROS1 all unremarkable", "ALK"),
        ("BRCA came back clean", "BRCA2"),
        ("ESR1: ND, AKT1: mutated", "ESR1"),
        ("melanoma, BRAF non mutated", "BRAF"),
    ],
)
def test_denied_in_the_words_of_the_ward(text: str, name: str) -> None:
    markers = [each.value for each in read_patient(text) if isinstance(each.value, Marker)]
    assert {each.polarity for each in markers if each.name == name} == {"absent"}


def test_a_condition_denied_without_an_apostrophe() -> None:
    values = [each.value for each in read_patient("she isnt diabetic")]
    assert Condition(name="diabetes", polarity="absent") in values


def test_what_is_lost_is_not_the_next_marker() -> None:
    values = [each.value for each in read_patient("does not want hair loss, HER2 low mBC")]
    assert Marker(name="HER2", state="low") in values
    assert Marker(name="HER2", state="positive") not in values


def test_no_amplification_denies_no_mutation() -> None:
    values = [each.value for each in read_patient("HER2 mutation (not amplified) NSCLC")]
    assert Marker(name="ERBB2") in values


def test_an_answer_behind_a_question_mark_is_doubtful() -> None:
    text = "BRCA mutated? no. ATM mutated? yes."
    kept = {v.value.name for v in read_patient(text) if isinstance(v.value, Marker)}
    assert kept == {"ATM"}
    words = {
        text[each.start : each.end] for each in contradicted_by_negation(read_clinical(text), text)
    }
    assert words == {"BRCA mutated? no"}


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("does not have ILD", True),
        ("no signs of new ILD", True),
        ("not tolerated, then ILD", False),
        ("no change on T-DXd with ILD", False),
        ("no clear answer to the old question about ILD", False),
        ("ILD: none", True),
        ("ILD (excluded)", True),
        ("ILD, not sure of the grade", False),
    ],
)
def test_reach_of_a_denial(text: str, denied: bool) -> None:
    start = text.index("ILD")
    read = [FoundValue(Toxicity(event="interstitial lung disease"), start, start + 3)]
    assert (without_doubtful(read, text) == []) is denied


def test_wild_type_is_a_gene_not_the_variant_before() -> None:
    markers = {(m.name, m.state, m.polarity) for m in _markers("PIK3CA H1047R + ESR1 wt")}
    assert markers == {("PIK3CA", "H1047R", "present"), ("ESR1", "altered", "absent")}
    assert {m.polarity for m in _markers("EGFR T790M and MET amplification not detected")} == {
        "absent"
    }


def test_no_drivers() -> None:
    for text in ("NSCLC, no drivers", "driver negative NSCLC", "no actionable mutations on NGS"):
        markers = {m.name: m.polarity for m in _markers(text)}
        assert markers == {gene: "absent" for gene, _ in lung_drivers()}


def _markers(text: str) -> list[Marker]:
    return [each.value for each in read_patient(text) if isinstance(each.value, Marker)]


def test_a_variant_of_uncertain_meaning_is_no_alteration() -> None:
    text = "germline BRCA2 variant reported as VUS (class 3), somatic HRR nothing else"
    found = {(m.name, m.polarity) for m in _markers(text) if m.name in ("BRCA2", "ATM")}
    assert ("BRCA2", "uncertain") in found
    assert ("ATM", "absent") in found
    assert "present" not in {polarity for _, polarity in found}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("mCRC, liver + lung mets", {"colorectal cancer"}),
        ("melanoma (lung, nodes)", {"melanoma"}),
        ("T-DXd in lung and breast?", {"lung cancer", "breast cancer"}),
    ],
)
def test_a_place_of_metastases_is_no_tumour(text: str, names: set[str]) -> None:
    tumours = {each.value.name for each in read_patient(text) if isinstance(each.value, Tumour)}
    assert tumours == names


@pytest.mark.parametrize(
    "words",
    [
        "never smoker",
        "never-smoker",
        "non-smoker",
        "not a smoker",
        "ex-smoker",
        "former smoker",
        "doesn't smoke",
        "no smoking history",
        "non-drinker",
        "never treated",
        "no prior therapy",
        "no comorbidities",
        "no brain mets",
        "no visceral metastases",
        "non-diabetic",
        "no diabetes",
    ],
)
@pytest.mark.parametrize(
    ("marker", "name", "state"),
    [
        ("MET ex14 skipping", "MET", "exon 14 skipping"),
        ("EGFR L858R", "EGFR", "L858R"),
        ("RET fusion", "RET", "fusion"),
    ],
)
def test_a_denial_belongs_to_its_own_noun(words: str, marker: str, name: str, state: str) -> None:
    values = [each.value for each in read_patient(f"62F NSCLC {words} {marker}, PD-L1 90%")]
    assert Marker(name=name, state=state) in values


@pytest.mark.parametrize(
    "text",
    ["no smoker or EGFR mutation", "no diabetes or EGFR mutation", "no trace of EGFR mutations"],
)
def test_what_is_joined_to_a_denied_noun_is_not_there(text: str) -> None:
    assert Marker(name="EGFR") not in [each.value for each in read_patient(text)]


@pytest.mark.parametrize("text", ["BRCA2 HER2-negative", "BRCA1 HER2 neg", "PIK3CA HER2- mbc"])
def test_a_receptor_says_nothing_of_the_gene_before_it(text: str) -> None:
    markers = [v.value for v in read_patient(text) if isinstance(v.value, Marker)]
    assert {each.name for each in markers} == {"HER2"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("brain-negative HER2+ MBC", Marker(name="HER2", state="positive")),
        ("Node-negative HER2+ 1.5 cm EBC", Marker(name="HER2", state="positive")),
        ("lymph node negative ER+ breast ca", Marker(name="ER", state="positive")),
        ("margin-negative HR+ HER2+ EBC", Marker(name="HR", state="positive")),
        ("sentinel neg ER+ HER2-", Marker(name="ER", state="positive")),
        ("pregnancy test negative HER2+ EBC", Marker(name="HER2", state="positive")),
        ("node-ve HER2+", Marker(name="HER2", state="positive")),
        ("ctDNA-negative HER2+ EBC", Marker(name="HER2", state="positive")),
        ("COVID negative EGFR L858R NSCLC", Marker(name="EGFR", state="L858R")),
        ("MRD-negative FLT3-ITD AML", Marker(name="FLT3", state="ITD")),
        ("BCG-negative FGFR3 S249C bladder", Marker(name="FGFR3", state="S249C")),
        ("weight loss HER2+ gastric", Marker(name="HER2", state="positive")),
        ("PET neg HER2-low MBC", Marker(name="HER2", state="low")),
        (
            "H pylori positive HER2- gastric",
            Marker(name="HER2", state="positive", polarity="absent"),
        ),
        ("NSCLC negative EGFR", Marker(name="EGFR", polarity="absent")),
        ("neg KRAS G12C", Marker(name="KRAS", state="G12C", polarity="absent")),
        ("ctDNA neg ESR1", Marker(name="ESR1", polarity="absent")),
        (
            "a patient with negative HER2",
            Marker(name="HER2", state="positive", polarity="absent"),
        ),
    ],
)
def test_a_state_is_of_the_word_that_it_is_joined_to(text: str, expected: Marker) -> None:
    markers = [v.value for v in read_patient(text) if isinstance(v.value, Marker)]
    assert [m for m in markers if m.name == expected.name] == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "gBRCA, HER2-negative early breast cancer",
        "gBRCA, HER2 neg",
        "gBRCA and HER2 negative",
        "gBRCA1, HER2-negative",
        "gBRCA2 and HER2-neg MBC",
        "gBRCA & HER2 negative",
        "gBRCA, ER and HER2 negative",
        "gBRCA1 and ER, PR, HER2 negative",
        "germline BRCA2 and HER2 negative",
        "germline BRCA1, HER2 negative",
        "BRCA2 germline mutated, HER2 negative",
        "BRCA2 germline mutated and HER2 negative",
        "gBRCA1m and HER2 negative",
    ],
)
def test_a_receptors_state_is_not_that_of_an_inherited_gene(text: str) -> None:
    markers = [each.value for each in read_patient(text) if isinstance(each.value, Marker)]
    assert not [each for each in markers if "BRCA" in each.name and each.polarity == "absent"]
    assert [each for each in markers if "BRCA" in each.name and each.polarity == "present"]
    assert "absent" in {each.polarity for each in markers if each.name == "HER2"}


@pytest.mark.parametrize(
    "text",
    [
        "BRCA1, BRCA2 and PALB2 negative",
        "gBRCA and PALB2 negative",
        "gBRCA negative, HER2 negative",
        "gBRCA and HER2 both negative",
        "gBRCA wt and HER2 negative",
        "no gBRCA, HER2 negative",
        "germline BRCA1/2 and PALB2 neg, HER2 neg",
    ],
)
def test_one_sign_behind_a_list_of_genes_is_for_all(text: str) -> None:
    markers = [each.value for each in read_patient(text) if isinstance(each.value, Marker)]
    assert {each.polarity for each in markers} == {"absent"}


def test_one_sign_behind_a_list_of_receptors_is_for_all() -> None:
    markers = [each.value for each in read_patient("ER, PR and HER2 negative")]
    assert {each.polarity for each in markers if isinstance(each, Marker)} == {"absent"}
