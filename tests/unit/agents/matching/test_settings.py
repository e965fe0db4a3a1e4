"""Tumour, setting and line: a statement on others is no answer for this patient."""

from __future__ import annotations

import pytest

from names.clinical.values import Condition, Line, Setting, Therapy, Tumour
from retrieval.statements.model import Applicability
from tests.unit.agents.matching.judged import judged, outcome

TUMOURS = [
    (("ovarian cancer",), (), "breast cancer", "contradicts"),
    (("breast cancer",), (), "triple-negative breast cancer", "ok"),
    (("solid tumour",), ("colorectal cancer",), "colorectal cancer", "contradicts"),
    (("solid tumour",), ("colorectal cancer",), "melanoma", "ok"),
    (("triple-negative breast cancer",), (), "breast cancer", "silent"),
]


@pytest.mark.parametrize(("on", "shut", "tumour", "expected"), TUMOURS)
def test_tumours(on: tuple[str, ...], shut: tuple[str, ...], tumour: str, expected: str) -> None:
    applies = Applicability(tumours=on, excluded_tumours=shut)
    dimension = "limitation" if shut and expected == "contradicts" else "tumour"
    assert outcome(dimension, judged(applies, Tumour(name=tumour))) == expected


def test_a_limit_of_the_wider_disease_leaves_the_kind_that_is_meant() -> None:
    applies = Applicability(
        tumours=("ductal carcinoma in situ",), excluded_tumours=("breast cancer",)
    )
    own = Tumour(name="ductal carcinoma in situ")
    assert outcome("tumour", judged(applies, own)) == "ok"
    assert outcome("tumour", judged(applies, Tumour(name="melanoma"))) == "contradicts"


def test_early_is_not_metastatic_and_first_line_is_not_second() -> None:
    adjuvant = Applicability(settings=("adjuvant",))
    assert outcome("setting", judged(adjuvant, Setting(name="metastatic"))) == "contradicts"
    first = Applicability(line=Line(first=1, last=1))
    assert outcome("line", judged(first, Line(first=3, last=None))) == "contradicts"
    progressed = Therapy(drugs=("letrozole",), outcome="progressed")
    assert outcome("line", judged(first, progressed)) == "contradicts"
    assert outcome("line", judged(first)) == "silent"


@pytest.mark.parametrize(
    ("stated", "here", "expected"),
    [
        (("neoadjuvant", "early"), ("adjuvant", "early"), "contradicts"),
        (("neoadjuvant",), ("residual disease",), "contradicts"),
        (("adjuvant",), ("residual disease", "early"), "ok"),
        (("adjuvant",), ("residual disease",), "ok"),
        (("residual disease",), ("adjuvant",), "silent"),
        (("residual disease",), ("adjuvant", "neoadjuvant"), "silent"),
        (("residual disease",), ("metastatic",), "contradicts"),
        (("neoadjuvant", "adjuvant"), ("adjuvant",), "ok"),
        (("early",), ("adjuvant",), "ok"),
    ],
)
def test_before_the_operation_is_not_after_it(
    stated: tuple[str, ...], here: tuple[str, ...], expected: str
) -> None:
    values = [Setting(name=name) for name in here]
    told = outcome("setting", judged(Applicability(settings=stated), *values))
    assert told == expected


@pytest.mark.parametrize(
    ("stated", "here", "expected"),
    [
        (("advanced", "metastatic"), ("locally advanced", "early", "adjuvant"), "contradicts"),
        (("locally advanced", "metastatic"), ("locally advanced", "neoadjuvant"), "contradicts"),
        (("locally advanced",), ("locally advanced", "adjuvant"), "contradicts"),
        (("locally advanced",), ("locally advanced", "neoadjuvant"), "ok"),
        (("adjuvant", "early"), ("locally advanced", "early"), "ok"),
        (("neoadjuvant", "locally advanced"), ("locally advanced", "advanced"), "contradicts"),
        (("advanced", "metastatic"), ("locally advanced",), "ok"),
        (("neoadjuvant", "locally advanced"), ("locally advanced",), "ok"),
    ],
)
def test_locally_advanced_is_operated_on_or_inoperable(
    stated: tuple[str, ...], here: tuple[str, ...], expected: str
) -> None:
    values = [Setting(name=name) for name in here]
    assert outcome("setting", judged(Applicability(settings=stated), *values)) == expected


def test_a_later_line_than_is_known_stays_open() -> None:
    third = Applicability(line=Line(first=3, last=None))
    judgement = judged(third, Line(first=2, last=None))
    assert outcome("line", judgement) == "silent"
    assert "third line or later" in " ".join(judgement.missing)


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        (("residual disease",), "contradicts"),
        (("adjuvant", "residual disease"), "contradicts"),
        (("adjuvant", "early"), "silent"),
        (("neoadjuvant", "residual disease"), "contradicts"),
    ],
)
def test_nothing_left_is_no_residual_disease(stated: tuple[str, ...], expected: str) -> None:
    none_left = Setting(name="residual disease", polarity="absent")
    judgement = judged(Applicability(settings=stated), Setting(name="adjuvant"), none_left)
    assert outcome("limitation", judgement) == expected
    assert "disease disease" not in judgement.reason


@pytest.mark.parametrize(
    ("settings", "expected"),
    [(("metastatic",), "contradicts"), (("advanced", "metastatic"), "contradicts")],
)
def test_a_carcinoma_in_situ_has_not_spread(settings: tuple[str, ...], expected: str) -> None:
    in_situ = Tumour(name="ductal carcinoma in situ")
    applies = Applicability(tumours=("breast cancer",), settings=settings)
    assert outcome("setting", judged(applies, in_situ)) == expected
    assert outcome("setting", judged(applies, Tumour(name="breast cancer"))) == "silent"
    adjuvant = Applicability(tumours=("ductal carcinoma in situ",), settings=("adjuvant",))
    assert outcome("setting", judged(adjuvant, in_situ)) != "contradicts"


def test_a_recurrence_score_is_of_early_disease() -> None:
    score = Condition(name="recurrence score 22")
    assert (
        outcome("setting", judged(Applicability(settings=("metastatic",)), score)) == "contradicts"
    )
    assert outcome("setting", judged(Applicability(settings=("early",)), score)) == "ok"
    spread = Setting(name="metastatic")
    assert (
        outcome("setting", judged(Applicability(settings=("metastatic",)), score, spread)) == "ok"
    )
