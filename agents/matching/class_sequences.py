"""Classes of drugs of which one commonly follows another."""

from __future__ import annotations

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
_EXPOSURE = ("CYP", "P-gp", "UGT", "BCRP", "OATP", "QT")
"""Beginnings of classes that say how a drug changes the exposure to others, not what it treats."""


def follows_itself(name: str) -> bool:
    """Whether progression on one drug of a class says nothing of the others."""
    lower = name.lower()
    told = lower in _BROAD or any(word in lower for word in _BROAD_WORDS)
    return told or name.startswith(_EXPOSURE)
