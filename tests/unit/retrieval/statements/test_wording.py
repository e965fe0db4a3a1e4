"""What a reader sees of a statement."""

from __future__ import annotations

from names.clinical.values import (
    Exposure,
    Line,
    Marker,
    MarkerRule,
    OrganFunction,
    Population,
    Therapy,
    Toxicity,
)
from retrieval.statements.model import Applicability, EvidenceLevel, Result, Statement
from retrieval.statements.wording import statement_lines


def test_each_line_says_whether_it_was_stated() -> None:
    statement = Statement(
        id="a",
        kind="indication",
        spans=((0, 1),),
        drugs=("olaparib", "talazoparib"),
        regimens=(("olaparib",), ("talazoparib",)),
        applies=Applicability(
            tumours=("breast cancer",),
            line=Line(first=2, last=None),
            prior_required=(Therapy(classes=("Chemotherapy",), outcome="progressed"),),
            requires=(
                MarkerRule(
                    any_of=(
                        Marker(name="BRCA1", origin="germline"),
                        Marker(name="BRCA2", origin="germline"),
                    )
                ),
                MarkerRule(any_of=(Marker(name="HER2", state="positive", polarity="absent"),)),
                MarkerRule(any_of=(Marker(name="PD-L1"),), at_least=10, unit="CPS"),
            ),
            population=Population(age_from=18, menopause="postmenopausal"),
            organ=(OrganFunction(organ="renal", low=31, high=50, unit="mL/min"),),
            exposures=(Exposure(mechanism="CYP3A inhibition", strength="strong"),),
            toxicities=(Toxicity(event="ILD", grade_from=2),),
        ),
        jurisdiction="US",
        currency="withdrawn",
        evidence=EvidenceLevel(scale="FDA approval", value="regular"),
        stated=("spans", "kind", "applies.tumours"),
    )
    assert statement_lines(statement) == [
        "kind: indication (stated)",
        "drugs: olaparib or talazoparib (derived)",
        "tumour: breast cancer (stated)",
        "line: line 2 or later (derived)",
        "after: Chemotherapy (progressed) (derived)",
        "requires: BRCA1 altered (germline) or BRCA2 altered (germline); HER2 not positive;"
        " PD-L1 altered at least 10 CPS (derived)",
        "population: postmenopausal from 18 years (derived)",
        "organ function: renal 31 to 50 mL/min (derived)",
        "taken beside it: strong CYP3A inhibition (derived)",
        "toxicities: ILD grade from 2 (derived)",
        "jurisdiction: US (derived)",
        "currency: withdrawn (derived)",
        "evidence: FDA approval: regular (derived)",
    ]


def test_a_result_says_of_which_arm_beside_which_and_how_old_its_data_are() -> None:
    result = Result(
        trial="DESTINY-Breast09",
        arm="trastuzumab deruxtecan plus pertuzumab",
        comparator="taxane, trastuzumab and pertuzumab",
        endpoint="progression-free survival",
        value="HR 0.56",
        interval="95% CI 0.44 to 0.71",
        cut_off="2025-02-26",
    )
    statement = Statement(id="a", kind="result", spans=(), result=result, stated=("result",))
    assert statement_lines(statement) == [
        "kind: result (derived)",
        "result of: DESTINY-Breast09 (stated)",
        "arm: trastuzumab deruxtecan plus pertuzumab (stated)",
        "compared with: taxane, trastuzumab and pertuzumab (stated)",
        "endpoint: progression-free survival (stated)",
        "result: HR 0.56 (95% CI 0.44 to 0.71) (stated)",
        "data cut-off: 2025-02-26 (stated)",
    ]


def test_what_is_unknown_has_no_line() -> None:
    assert statement_lines(Statement(id="a", kind="other", spans=())) == ["kind: other (derived)"]
