"""What is for after progression is not for a patient who is stable or responds."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from names.clinical.treatment.no_progression import NO_PROGRESSION, read_no_progression
from names.clinical.values import Condition, Line, Therapy
from retrieval.statements.model import Applicability
from tests.unit.agents.matching.judged import judged, outcome

AFTER_ENDOCRINE = Applicability(
    prior_required=(Therapy(classes=("Endocrine therapy",), outcome="progressed"),)
)
AFTER_TRASTUZUMAB = Applicability(prior_required=(Therapy(drugs=("trastuzumab",)),))
SECOND_LINE = Applicability(line=Line(first=2, last=None))
AFTER_TREATMENT = Applicability(prior_required=(Therapy(),))
AFTER_CHEMORADIATION = Applicability(prior_required=(Therapy(),), settings=("locally advanced",))
HAD_FOLFOX = Therapy(drugs=("oxaliplatin", "fluorouracil"), outcome="given")
EARLIER = Therapy(drugs=("oxaliplatin",), outcome="given", setting="adjuvant")
ON_LETROZOLE = Therapy(drugs=("letrozole",), outcome="current")
FAILED_LETROZOLE = Therapy(drugs=("letrozole",), outcome="progressed")


@pytest.mark.parametrize(
    ("applies", "had", "expected"),
    [
        (AFTER_ENDOCRINE, [NO_PROGRESSION, ON_LETROZOLE], "contradicts"),
        (AFTER_ENDOCRINE, [NO_PROGRESSION], "contradicts"),
        (AFTER_ENDOCRINE, [NO_PROGRESSION, FAILED_LETROZOLE], "ok"),
        (AFTER_ENDOCRINE, [FAILED_LETROZOLE], "ok"),
        (
            AFTER_TRASTUZUMAB,
            [NO_PROGRESSION, Therapy(drugs=("trastuzumab",), outcome="current")],
            "contradicts",
        ),
        (SECOND_LINE, [NO_PROGRESSION, ON_LETROZOLE], "contradicts"),
        (AFTER_TREATMENT, [NO_PROGRESSION, HAD_FOLFOX], "contradicts"),
        (AFTER_TREATMENT, [HAD_FOLFOX], "ok"),
        (AFTER_TREATMENT, [NO_PROGRESSION, EARLIER], "ok"),
        (AFTER_TREATMENT, [NO_PROGRESSION, HAD_FOLFOX, ON_LETROZOLE], "ok"),
        (AFTER_CHEMORADIATION, [NO_PROGRESSION, HAD_FOLFOX], "ok"),
        (SECOND_LINE, [ON_LETROZOLE], "silent"),
    ],
)
def test_what_asks_for_progression(
    applies: Applicability, had: list[Therapy | Condition], expected: str
) -> None:
    verdicts = [v.outcome for v in judged(applies, *had).verdicts if v.dimension == "prior therapy"]
    worst = "contradicts" if "contradicts" in verdicts else "ok" if "ok" in verdicts else "silent"
    assert worst == expected
    assert outcome("line", judged(applies, *had)) in ("silent", "ok")


CARBOPLATIN = ("carboplatin",)
PROGRESSED = Therapy(drugs=CARBOPLATIN, outcome="progressed")
RESPONDED = Therapy(drugs=CARBOPLATIN, outcome="given")


@pytest.mark.parametrize("asked", [(), (Therapy(classes=("Platinum-based chemotherapy",)),)])
@pytest.mark.parametrize(
    ("had", "against"),
    [([PROGRESSED], True), ([RESPONDED], False), ([PROGRESSED, RESPONDED], False), ([], False)],
)
def test_maintenance_is_for_what_a_treatment_has_held(
    asked: tuple[Therapy, ...], had: list[Therapy], against: bool
) -> None:
    applies = Applicability(settings=("maintenance",), prior_required=asked)
    verdicts = judged(applies, *had).contradictions
    assert any("has not progressed" in each.reason for each in verdicts) is against


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no progression on letrozole/ribo, ESR1m", True),
        ("palbo/letrozole ongoing, imaging stable", True),
        ("still responding on ribo/AI", True),
        ("CR on palbo/letrozole", True),
        ("on THP with stable disease", True),
        ("palbo + AI, SD at 3 yrs", True),
        ("stable on pembro, KRAS G12C", True),
        ("progressed? no - on osi", True),
        ("ctDNA ESR1 mut, no pd", True),
        ("not progressing on alectinib", True),
        ("was stable on palbo for 2 years, now pd in liver", False),
        ("SD on palbo/letrozole then progressed", False),
        ("stable on warfarin", False),
        ("brain mets stable, pd in liver", False),
        ("no progression-free survival data", False),
        ("PD-L1 CPS 20, no PD-L1 before", False),
        ("treated until progression", False),
    ],
)
def test_that_there_is_no_progression(text: str, expected: bool) -> None:
    assert bool(read_no_progression(text)) is expected


@pytest.mark.parametrize(
    ("text", "drug"),
    [
        ("EGFR del19, progressed? no - responding on osi. Change to amivantamab?", "osimertinib"),
        ("EGFR del19 NSCLC, CR on osimertinib. Amivantamab?", "osimertinib"),
        ("ALK+ NSCLC, in PR on alectinib. Lorlatinib?", "alectinib"),
        ("mTNBC, SD on pembrolizumab. SG?", "pembrolizumab"),
        ("ER+ MBC, good response on letrozole. Elacestrant?", "letrozole"),
    ],
)
def test_a_treatment_under_which_the_disease_responds_goes_on(text: str, drug: str) -> None:
    therapies = read_fact_sheet([Message(text=text)]).of(Therapy)
    assert [each.outcome for each in therapies if drug in each.drugs] == ["current"]


def test_every_place_is_told() -> None:
    found = read_no_progression("palbo/letrozole, imaging stable, no pd")
    assert [(each.start, each.end) for each in found] == [(17, 31), (33, 38)]


def test_the_reason_names_the_treatment() -> None:
    judgement = judged(AFTER_TREATMENT, NO_PROGRESSION, HAD_FOLFOX)
    assert judgement.reason.endswith("here: no progression after oxaliplatin and fluorouracil")


def test_a_later_progression_counts() -> None:
    said = [
        Message(text="HR+ MBC, stable on letrozole + ribociclib."),
        Message(text="Now pd on letrozole + ribociclib."),
    ]
    assert NO_PROGRESSION not in read_fact_sheet(said).of(Condition)
