"""Classes of drugs whose members are often given one after the other."""

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
        "vegf inhibition",
        "gnrh",
        "bcr-abl inhibition",
    )
)
"""Classes whose members are given one after the other, by the sequences in the sources at hand
(endocrine drugs, chemotherapies, antibodies and TKIs against HER2, generations of TKIs, those for
chronic myeloid leukaemia by their labels). For other
classes, a drug after progression on one of its class needs a statement that says so."""
PATHWAYS = frozenset(("PI3K/AKT/mTOR inhibition",))
"""Classes of drugs on several targets of one pathway. After one of them, a drug on another target
is told with the source that is missing."""
_BROAD_WORDS = ("chemotherapy", "topoisomerase", "alkylating", "antimetabolite", "vinca", "taxane")
ORAL_DEGRADERS = "Oral estrogen receptor degradation"
DEGRADERS = "Selective estrogen receptor degrader"
OF_ONE_MECHANISM = frozenset((ORAL_DEGRADERS, DEGRADERS))
"""Classes inside endocrine therapy. A source that asks for earlier endocrine therapy does not say
that one such drug may follow another."""
_EXPOSURE = ("CYP", "P-gp", "UGT", "BCRP", "OATP", "QT")
"""How names of classes begin that say how a drug changes the exposure to others, not what it
treats."""


def follows_itself(name: str) -> bool:
    """Whether drugs of a class may follow each other after progression."""
    lower = name.lower()
    told = lower in _BROAD or any(word in lower for word in _BROAD_WORDS)
    return told or name.startswith(_EXPOSURE)


def repeated_mechanism(option: Sequence[str], classes: AbstractSet[str]) -> frozenset[str]:
    """The class of degraders, if one drug is given alone after an oral degrader of the estrogen
    receptor. Endocrine drugs usually follow each other, and oral degraders follow fulvestrant. A
    degrader alone after an oral one needs a source."""
    return frozenset((DEGRADERS,) if len(option) == 1 and ORAL_DEGRADERS in classes else ())
