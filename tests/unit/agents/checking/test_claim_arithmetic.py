"""Numbers that follow from the quote's: in words, rounded, complements, parts of a whole."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

RATE = (
    "The objective response rate was 42% in 19 patients with lung cancer treated with dabrafenib."
)
SURVIVAL = (
    "Median overall survival was 14.4 months with sacituzumab govitecan and 11.2 months with"
    " chemotherapy (hazard ratio 0.79, 95% CI 0.65 to 0.96)."
)
ALIVE = "At 5 years 89.2% of patients were alive with capecitabine and 83.6% without."
EVENTS = "Grade 3 diarrhoea occurred in 113 of 451 patients (25%) on abemaciclib."
PARTS = "Of 34 patients with lung cancer 4 had a complete and 11 a partial response to afatinib."
STEPS = (
    "If a strong inhibitor is given, encorafenib is reduced from 450 mg to 150 mg and from 300 mg"
    " to 75 mg once daily."
)
DAYS = "Median event-free survival was 687 days with a KIT mutation and 82 days without one."
LISTED = (
    "Median survival of up to 32, 19 and 16 months was reported for resection, chemoradiotherapy"
    " and radiosurgery, respectively."
)
LIMIT = "In women 50 years of age or younger the test found some benefit of chemotherapy."


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Eight of 19 patients responded to dabrafenib (42%).", RATE),
        ("About two in five patients responded to dabrafenib.", RATE),
        ("Fewer than half of the 19 patients responded to dabrafenib.", RATE),
        ("58% did not respond to dabrafenib.", RATE),
        ("Eleven of the 19 patients had no response to dabrafenib.", RATE),
        ("The risk of death fell by about a fifth with sacituzumab govitecan.", SURVIVAL),
        ("On chemotherapy median OS was less than a year.", SURVIVAL),
        ("Median OS was 14.4 v 11.2 months with sacituzumab govitecan against chemotherapy.",
         SURVIVAL),
        ("Survival at five years was 89% against 84%.", ALIVE),
        ("With capecitabine 10.8% had died at five years.", ALIVE),
        ("Three quarters of patients on abemaciclib had no grade 3 diarrhoea.", EVENTS),
        ("15 of 34 patients responded to afatinib (44%).", PARTS),
        ("Event-free survival was close to two years with a KIT mutation.", DAYS),
    ],
)  # fmt: skip
def test_a_number_may_follow_from_the_quote(sentence: str, quote: str) -> None:
    assert problem(sentence, quote) == ""


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Nine of 19 patients responded to dabrafenib.", RATE),
        ("More than half of the patients responded to dabrafenib.", RATE),
        ("Most of the 19 patients responded to dabrafenib.", RATE),
        ("48% did not respond to dabrafenib.", RATE),
        ("The risk of death fell by about a third with sacituzumab govitecan.", SURVIVAL),
        ("More than 90% were alive at five years with capecitabine.", ALIVE),
        ("16 of 34 patients responded to afatinib.", PARTS),
        ("With a strong inhibitor encorafenib is reduced from 450 mg to 75 mg once daily.", STEPS),
        ("Resection, chemoradiotherapy and radiosurgery reached median survivals of up to 16, 19"
         " and 32 months.", LISTED),
        ("In women over 50 the test found some benefit of chemotherapy.", LIMIT),
    ],
)  # fmt: skip
def test_a_number_that_does_not_follow_is_found(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)


def test_a_number_alone_keeps_its_arm() -> None:
    quote = (
        "The hazard ratio with lorlatinib against crizotinib was 0.06, and median time to"
        " progression with crizotinib was 16.4 months."
    )
    assert "another drug" in problem("Median time was 16.4 months on lorlatinib.", quote)
    assert problem("Median time to progression was 16.4 months on crizotinib.", quote) == ""
