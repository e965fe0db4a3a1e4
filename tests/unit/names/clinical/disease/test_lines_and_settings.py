"""Lines of treatment, settings, tumours with stage and sites."""

from __future__ import annotations

import pytest

from names.clinical.disease import read_settings, read_tumours
from names.clinical.expansion import expand
from names.clinical.readers import read_patient
from names.clinical.treatment import read_lines_of_treatment
from names.clinical.values import Line, Setting, Tumour


def lines(text: str) -> list[tuple[int, int | None]]:
    found = [each.value for each in read_lines_of_treatment(text)]
    return list(dict.fromkeys((v.first, v.last) for v in found if isinstance(v, Line)))


def settings(text: str) -> dict[str, str]:
    found = [each.value for each in read_settings(text)]
    return {value.name: value.polarity for value in found if isinstance(value, Setting)}


def tumours(text: str) -> list[Tumour]:
    return [each.value for each in read_tumours(text) if isinstance(each.value, Tumour)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("first line", (1, 1)),
        ("1L", (1, 1)),
        ("frontline", (1, 1)),
        ("upfront", (1, 1)),
        ("treatment-naive", (1, 1)),
        ("untreated metastatic disease", (1, 1)),
        ("no treatment yet", (1, 1)),
        ("second-line", (2, 2)),
        ("2nd line", (2, 2)),
        ("2L+", (2, None)),
        ("after progression on first-line treatment", (2, 2)),
        ("third line or later", (3, None)),
        ("the first- and second-line treatment", (1, 2)),
        ("second- or third-line", (2, 3)),
        ("second- and later-line", (2, None)),
        ("second or subsequent line", (2, None)),
        ("third-line and beyond", (3, None)),
        ("late-line", (3, None)),
        ("relapsed or refractory AML", (2, None)),
        ("R/R DLBCL", (2, None)),
        ("relapsed high-grade serous ovarian cancer", (2, None)),
        ("BRCA-mutated recurrent epithelial ovarian cancer", (2, None)),
        ("his AML has relapsed", (2, None)),
        ("relapsed multiple myeloma after 3 prior lines", (4, 4)),
        ("heavily pretreated", (3, None)),
        ("4th line", (4, 4)),
        ("after two lines", (3, 3)),
        ("3 prior lines", (4, 4)),
        ("three earlier lines of platinum chemotherapy", (4, 4)),
        ("two preceding regimens", (3, 3)),
        ("after at least two prior lines", (3, None)),
        ("two or more prior systemic therapies", (3, None)),
        ("after one or two lines of chemotherapy", (2, 3)),
        ("had received up to two prior lines", (1, 3)),
        ("second or third line", (2, 3)),
        ("maintenance after first-line platinum", (1, 1)),
    ],
)
def test_a_line_in_many_wordings(text: str, expected: tuple[int, int | None]) -> None:
    assert lines(text) == [expected]


@pytest.mark.parametrize(
    "text", ["untreated or relapsed CLL", "previously untreated and previously treated CLL"]
)
def test_untreated_and_treated_disease_are_both_lines(text: str) -> None:
    assert lines(text) == [(1, 1), (2, None)]


@pytest.mark.parametrize(
    "text",
    [
        "line of sight",
        "Which drug?",
        "88 patients not treated with either",
        "baseline",
        "recurrent breast cancer",
        "advanced or recurrent ovarian cancer",
        "recurrent infections in CLL",
    ],
)
def test_no_line_is_read_where_none_is_said(text: str) -> None:
    assert lines(text) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("stage IV NSCLC", "metastatic"),
        ("mCRPC", "metastatic"),
        ("mBC", "metastatic"),
        ("de novo metastatic", "metastatic"),
        ("liver mets", "metastatic"),
        ("unresectable melanoma", "advanced"),
        ("locally advanced NSCLC", "locally advanced"),
        ("LABC", "locally advanced"),
        ("early breast cancer", "early"),
        ("node-negative breast cancer", "early"),
        ("1.2 cm N0", "early"),
        ("neoadj chemo", "neoadjuvant"),
        ("T-DXd vs T-DM1 post neoadj: iDFS", "adjuvant"),
        ("DB-05 post neoadj results", "adjuvant"),
        ("post-neoadjuvant treatment", "adjuvant"),
        ("adjuvant capecitabine after neoadj?", "adjuvant"),
        ("adj abemaciclib", "adjuvant"),
        ("residual disease after surgery", "residual disease"),
        ("no pCR", "residual disease"),
        ("olaparib maintenance", "maintenance"),
    ],
)
def test_a_setting_in_many_wordings(text: str, name: str) -> None:
    assert settings(text).get(name) == "present"


def test_settings_are_told_apart() -> None:
    assert "adjuvant" not in settings("neoadjuvant chemotherapy")
    assert "advanced" not in settings("locally advanced breast cancer")
    assert settings("no metastases") == {"metastatic": "absent"}
    assert "metastatic" not in settings("non-metastatic breast cancer") or (
        settings("non-metastatic breast cancer")["metastatic"] == "absent"
    )


@pytest.mark.parametrize(
    "text",
    [
        "solid tumours except colorectal cancer",
        "solid tumors other than colorectal cancer",
        "cancers excluding colorectal cancer",
        "not indicated for colorectal cancer",
        "not indicated for the treatment of patients with colorectal cancer",
        "but not in colorectal cancer",
        "with the exception of colorectal cancer",
        "non-colorectal cancer",
    ],
)
def test_a_tumour_that_is_taken_out_is_absent(text: str) -> None:
    assert [t.polarity for t in tumours(text) if t.name == "colorectal cancer"] == ["absent"]


def test_all_of_a_list_is_taken_out() -> None:
    found = {
        t.name: t.polarity
        for t in tumours("solid tumours other than breast, colorectal and gastric cancer")
    }
    assert found == {
        "solid tumour": "present",
        "breast cancer": "absent",
        "colorectal cancer": "absent",
        "gastric cancer": "absent",
    }


def test_stage_sites_and_histology_stand_with_the_tumour() -> None:
    (tumour,) = tumours("Stage IIIB invasive lobular breast carcinoma")[:1]
    assert tumour.stage == "IIIB"
    (tumour,) = tumours("metastatic breast cancer (bone, liver)")
    assert tumour.sites == ("bone", "liver")
    (tumour,) = tumours("NSCLC with two new brain metastases")
    assert tumour.sites == ("brain",)
    (tumour,) = tumours("NSCLC, no brain metastases")
    assert tumour.sites == ()
    assert tumours("breast cancer, 1.2 cm N0")[0].stage == "N0"
    assert [t.name for t in tumours("breast cancer with lung metastases")] == ["breast cancer"]


def test_after_the_neoadjuvant_treatment_nothing_is_given_before_surgery() -> None:
    assert "neoadjuvant" not in settings("post-neoadjuvant treatment of HER2+ breast cancer?")
    assert "neoadjuvant" in settings("HER2+ breast cancer, neoadjuvant treatment?")


@pytest.mark.parametrize(
    ("text", "present"),
    [
        ("HER2+ recurrence in the breast after adjuvant trastuzumab", set()),
        ("relapsed in the liver 8 months after adjuvant T-DM1", {"metastatic"}),
        ("new liver lesions under adjuvant anastrozole", {"metastatic", "adjuvant"}),
        ("NSCLC came back in both lungs after adj osimertinib", {"metastatic"}),
        ("had neoadjuvant TCHP, non-pCR at surgery", {"early", "residual disease"}),
        ("stage II colon cancer, had adjuvant FOLFOX, no recurrence", {"early"}),
        ("adjuvant abemaciclib after neoadjuvant chemotherapy?", {"adjuvant", "early"}),
        ("on adjuvant letrozole", {"adjuvant"}),
        ("local recurrence, not operable", {"advanced"}),
    ],
)
def test_the_setting_of_a_treatment_that_is_over_is_past(text: str, present: set[str]) -> None:
    found = [each.value for each in read_patient(text)]
    told = {v.name for v in found if isinstance(v, Setting) and v.polarity == "present"}
    assert told == present


@pytest.mark.parametrize(
    ("text", "expanded"),
    [
        ("pd on palbo", "progressed on palbo"),
        ("s/p THP", "after THP"),
        ("mbc w/o mets", "metastatic breast cancer without metastases"),
        ("2L tx", "second-line treatment"),
        ("PD-L1 1%", "PD-L1 1%"),
        ("a  b\n\nc\nd", "a b\n\nc d"),
    ],
)
def test_abbreviations_are_written_out(text: str, expanded: str) -> None:
    assert expand(text).text == expanded


def test_every_span_of_an_expanded_text_has_its_place() -> None:
    text = "HER2+ MBC, s/p THP w/o mets, pd on T-DXd"
    found = expand(text)
    for word in ("HER2+", "THP", "T-DXd"):
        start = found.text.index(word)
        assert text[slice(*found.original_span(start, start + len(word)))] == word
    start = found.text.index("without")
    assert text[slice(*found.original_span(start, start + len("without")))] == "w/o"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pCR after neoadjuvant TCHP", "absent"),
        ("stage I HER2+ with pCR, continue trastuzumab", "absent"),
        ("ypT0 N0 after surgery", "absent"),
        ("did not achieve pCR after TCHP", "present"),
        ("residual TNBC after KEYNOTE-522", "present"),
        ("pCR rate of KEYNOTE-522", ""),
        ("KEYNOTE-522 pCR?", ""),
    ],
)
def test_a_complete_response_leaves_no_residual_disease(text: str, expected: str) -> None:
    assert settings(text).get("residual disease", "") == expected


@pytest.mark.parametrize(
    ("text", "metastatic"),
    [
        ("met melanoma", True),
        ("Met melanoma, BRAF V600E", True),
        ("met. lung ca", True),
        ("met BRAF-mut uveal melanoma", True),
        ("KRAS wt met CRC", True),
        ("criteria met, NSCLC", False),
        ("she met her oncologist for breast cancer", False),
        ("MET exon 14 NSCLC", False),
    ],
)
def test_met_before_a_tumour_is_metastatic(text: str, metastatic: bool) -> None:
    assert ("metastatic" in settings(text)) is metastatic


def test_what_is_untreated_at_one_site_is_no_line() -> None:
    assert lines("two active untreated brain mets, progressed on THP") == []


@pytest.mark.parametrize(
    "text",
    [
        "no evidence of brain mets or liver mets",
        "no brain or liver mets",
        "no brain, liver or lung mets",
        "no lung, liver, or bone metastases",
        "CT: no liver/lung mets",
        "denies brain mets and liver mets",
        "without bone or liver metastases",
        "no visceral crisis or liver mets",
    ],
)
def test_a_denied_list_of_places_is_no_spread(text: str) -> None:
    assert not [each for each in tumours(text) if each.sites]
    assert settings(text).get("metastatic") != "present"


@pytest.mark.parametrize(
    ("text", "site"),
    [
        ("no brain mets, liver mets present", "liver"),
        ("no brain mets but liver mets", "liver"),
        ("no brain mets and liver mets", "liver"),
        ("liver mets, no brain or bone mets", "liver"),
        ("no CNS disease, bone mets only", "bone"),
    ],
)
def test_what_stands_beside_a_denied_place_is_there(text: str, site: str) -> None:
    assert [place for each in tumours(text) for place in each.sites] == [site]
    assert settings(text)["metastatic"] == "present"
