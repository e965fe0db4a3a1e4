"""The first value of a list is of the group that is named first."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

LEVELS = (
    "Median survival in the low TS- versus high TS-expression groups was 7.1 (5.7-8.3) versus 2.6"
    " (1.3-4.1) months (p = 0.0015)."
)
NODES = (
    "Overall 5-year survival differed between patients with ypN0, ypN1, and ypN2 disease (87.4%,"
    " 82.2%, and 62.5%, p = 0.002)."
)
EXONS = (
    "KIT exon 11 mutant tumours treated with regorafenib had a longer median progression-free"
    " survival (13.4 months vs. 5.7 and 1.6 months), as compared to patients with KIT exon 9"
    " mutation and patients with KIT wildtype."
)
FATAL = "A higher incidence of fatal adverse events was observed with enzalutamide (6.9% vs 3.8%)."
ALONE = "Radiochemotherapy was superior to radiotherapy alone in survival (19 vs. 12 months)."


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("High-TS tumours had a median survival of 7.1 months.", LEVELS),
        ("Five-year survival was 62.5% in patients with ypN1 disease.", NODES),
        ("With KIT exon 9 mutation median PFS on regorafenib was 13.4 months.", EXONS),
        ("Fatal adverse events were seen in 3.8% of men on enzalutamide.", FATAL),
        ("With radiotherapy alone survival was 19 months.", ALONE),
    ],
)
def test_the_value_of_another_group_is_found(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("High-TS tumours had a median survival of 2.6 months.", LEVELS),
        ("Five-year survival was 82.2% in patients with ypN1 disease.", NODES),
        ("KIT exon 11 mutant tumours on regorafenib had a median PFS of 13.4 months.", EXONS),
        ("Fatal adverse events were seen in 6.9% of men on enzalutamide.", FATAL),
        ("With radiotherapy alone survival was 12 months.", ALONE),
    ],
)
def test_its_own_is_left(sentence: str, quote: str) -> None:
    assert problem(sentence, quote) == ""
