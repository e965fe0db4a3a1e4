"""A tumour that was only derived takes no warning from another patient."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.matching.sub_question import SubQuestion
from names.clinical.values import Tumour
from retrieval.statements.model import Applicability, StatementKind
from tests.unit.agents.matching.judged import OPTION, judged, outcome

LUNG = Applicability(tumours=("lung cancer",))
BREAST = Tumour(name="breast cancer")
ASKED = SubQuestion(text="olaparib?", kind="adverse", drugs=frozenset({"olaparib"}))


@pytest.mark.parametrize("kind", ["warning", "contraindication", "monitoring", "interaction"])
def test_a_derived_tumour_takes_no_warning_away(kind: StatementKind) -> None:
    derived = replace(OPTION, kind=kind)
    assert judged(LUNG, BREAST, asked=ASKED, statement=derived).answers


@pytest.mark.parametrize("kind", ["warning", "contraindication"])
def test_a_stated_tumour_says_for_whom_it_holds(kind: StatementKind) -> None:
    asked = replace(ASKED, tumours=frozenset({"breast cancer"}))
    stated = replace(OPTION, kind=kind, stated=("applies.tumours",))
    judgement = judged(LUNG, BREAST, asked=asked, statement=stated)
    assert outcome("tumour", judgement) == "contradicts"


@pytest.mark.parametrize("kind", ["indication", "adjustment"])
def test_an_option_and_a_changed_dose_stay_with_their_tumour(kind: StatementKind) -> None:
    asked = replace(ASKED, tumours=frozenset({"breast cancer"}))
    judgement = judged(LUNG, BREAST, asked=asked, statement=replace(OPTION, kind=kind))
    assert outcome("tumour", judgement) == "contradicts"


def test_what_leaves_a_tumour_out_is_not_for_it_whatever_is_asked() -> None:
    """CPIC's alternative to mercaptopurine is not for leukaemia."""
    asked = SubQuestion(
        text="mercaptopurine dose?", kind="pharmacogenomics", drugs=frozenset({"olaparib"})
    )
    rule = replace(OPTION, kind="adjustment")
    applies = Applicability(excluded_tumours=("leukaemia",))
    here = Tumour(name="acute lymphoblastic leukaemia")
    assert not judged(applies, here, asked=asked, statement=rule).answers
    assert judged(applies, Tumour(name="lymphoma"), asked=asked, statement=rule).answers
