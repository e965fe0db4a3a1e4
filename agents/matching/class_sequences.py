"""Classes of drugs of which one commonly follows another."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

_BROAD = frozenset(
    (
        "chemotherapy",
        "endocrine therapy",
        "aromatase inhibition",
        "estrogen receptor inhibition",
        "er signaling inhibition",
        "selective estrogen receptor degrader",
        "ovarian function suppression",
        "her2 inhibition",
        "her2 tki",
        "antibody-drug conjugate",
        "pi3k/akt/mtor inhibition",
        "vegf inhibition",
        "gnrh",
    )
)
"""Classes whose members are given one after the other, by the sequences of the sources at hand
(endocrine drugs, chemotherapies, antibodies and TKIs against HER2, generations of TKIs). Of the
others, a drug after progression on one of its class needs a statement that says so."""
_BROAD_WORDS = ("chemotherapy", "topoisomerase", "alkylating", "antimetabolite", "vinca", "taxane")
ORAL_DEGRADERS = "Oral estrogen receptor degradation"
DEGRADERS = "Selective estrogen receptor degrader"
OF_ONE_MECHANISM = frozenset((ORAL_DEGRADERS, DEGRADERS))
"""Classes inside endocrine therapy: that a source asks for earlier endocrine therapy says nothing
of one such drug after another."""
_EXPOSURE = ("CYP", "P-gp", "UGT", "BCRP", "OATP", "QT")
"""Beginnings of classes that say how a drug changes the exposure to others, not what it treats."""


def follows_itself(name: str) -> bool:
    """Whether progression on one drug of a class says nothing of the others."""
    lower = name.lower()
    told = lower in _BROAD or any(word in lower for word in _BROAD_WORDS)
    return told or name.startswith(_EXPOSURE)


def repeated_mechanism(option: Sequence[str], classes: AbstractSet[str]) -> frozenset[str]:
    """The class of one drug that is given alone after an oral degrader of the estrogen receptor,
    though the class as a whole is given in sequence: oral ones after fulvestrant."""
    return frozenset((DEGRADERS,) if len(option) == 1 and ORAL_DEGRADERS in classes else ())
