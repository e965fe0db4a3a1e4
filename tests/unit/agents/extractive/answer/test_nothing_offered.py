"""A choice for which nothing is offered: warnings are no option, a refusal is of what is asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.extractive.answer.selection.excluded_options import is_scoped_advice
from agents.extractive.answer.selection.place_of_use import without_failed
from agents.matching.patient.markers import judge_markers
from agents.matching.premises import NO_OPTION
from agents.turns import Answer
from names.clinical.values import Marker, MarkerRule
from tests.unit.agents.extractive.conftest import ending_of, said_to
from tests.unit.agents.extractive.one_statement import cited, document, judged, sorted_out

KRAS = "KRAS G12D confers resistance to cetuximab in metastatic colorectal cancer."
WILD_TYPE = (
    "For stage IV lung cancer without EGFR alteration and with no ALK alteration, the society"
    " recommends paclitaxel with bevacizumab."
)
TVEC = (
    "For BRAF wild-type metastatic melanoma the society no longer recommends talimogene"
    " laherparepvec."
)
STAGED = (
    "After resection of melanoma of stage IIB, the society advises adjuvant pembrolizumab; in stage"
    " IIA it advises against adjuvant therapy."
)


@pytest.mark.parametrize(
    ("question", "words", "none"),
    [
        ("Metastatic colorectal cancer with KRAS G12D, what next?", KRAS, True),
        ("BRAF wild-type metastatic melanoma, what next?", TVEC, True),
        ("Stage IIB melanoma after resection, adjuvant treatment?", STAGED, False),
    ],
)
async def test_what_only_warns_is_told_as_no_option(question: str, words: str, none: bool) -> None:
    said = await said_to(question, words)
    assert said
    assert (said[0] == NO_OPTION) is none


def test_advice_for_those_without_the_alteration_refuses_nothing() -> None:
    source = document(WILD_TYPE)
    question = "ALK-positive stage IV lung cancer after alectinib, chemotherapy next?"
    (judgement,) = judged(question, source)
    fusion = Marker(name="ALK", state="fusion")
    none = MarkerRule(any_of=(Marker(name="ALK", state="altered", polarity="absent"),))
    against = judge_markers((none,), (MarkerRule(any_of=(fusion,)),), [fusion], frozenset())
    reasons = ["needs no ALK alteration; here: ALK fusion", "not with ALK fusion; here: ALK fusion"]
    assert [each.reason for each in against] == reasons
    advice = replace(judgement.statement, kind="recommendation")
    judgement = replace(judgement, statement=advice, verdicts=tuple(against))
    found = cited(judgement, source, "guideline")
    assert is_scoped_advice(found)


COMBINED = (
    "With binimetinib, encorafenib and cetuximab, median overall survival of BRAF V600E colorectal"
    " cancer was 9.0 months."
)


def test_a_result_with_a_targeted_drug_that_failed_is_no_option() -> None:
    failed = "Colorectal cancer with BRAF V600E, progressed on encorafenib and cetuximab, options?"
    label = document("Encorafenib with cetuximab is indicated for BRAF V600E colorectal cancer.")
    (selected,) = sorted_out(failed, label)
    source = document(COMBINED)
    (judgement,) = judged(failed, source)
    drugs = ("binimetinib", "encorafenib", "cetuximab")
    result = replace(judgement.statement, kind="result", drugs=drugs)
    found = cited(replace(judgement, statement=result), source, "variant")
    assert not without_failed([found], selected.excluded, selected.asked)
    partner = replace(result, drugs=("binimetinib", "irinotecan"))
    other = cited(replace(judgement, statement=partner), source, "variant")
    assert without_failed([other], selected.excluded, selected.asked) == [other]


ADJUVANT = (
    "Osimertinib is indicated for adjuvant treatment after resection of EGFR exon 19 deletion lung"
    " cancer."
)
UNPLACED = "Afatinib is indicated for lung cancer with EGFR exon 19 deletion."


def test_what_names_no_setting_is_not_told_beside_an_adjuvant_option() -> None:
    source = document(f"{ADJUVANT}\n\n{UNPLACED}")
    (adjuvant,) = sorted_out("EGFR exon 19 deletion lung cancer resected, adjuvant?", source)
    assert [each.drugs for each in adjuvant.answers] == [("osimertinib",)]


async def test_an_approval_that_ended_is_checked_by_the_tumour_as_it_is_understood() -> None:
    words = "Tazemetostat is given to patients with follicular lymphoma and an EZH2 mutation."
    ending = await ending_of("tazemetostat in FL after 2 lines, EZH2 mutated?", words)
    assert isinstance(ending, Answer)
    (ended,) = [each for each in ending.sentences if "no longer made" in each.text]
    assert ended.verified
