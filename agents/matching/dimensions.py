"""The dimensions in which a statement and a patient are compared, and of which kind a reason or a
missing fact is."""

from __future__ import annotations

from typing import Literal

Dimension = Literal[
    "subject",
    "aspect",
    "marker",
    "variant",
    "tumour",
    "limitation",
    "setting",
    "line",
    "prior therapy",
    "had before",
    "organ function",
    "interaction",
    "phenotype",
    "toxicity",
    "level",
    "day",
    "population",
    "condition",
    "spread",
    "safety",
    "fitness",
    "companion",
    "barred",
    "regimen",
    "trial",
    "route",
    "currency",
    "own rule",
    "house rule",
]
VerdictOutcome = Literal["ok", "contradicts", "silent"]
ReasonKind = Literal[
    "",
    "after barred treatment",
    "class again",
    "class beside others",
    "disease held",
    "marker excluded",
    "marker met",
    "marker needed",
    "marker uncertain",
    "no progression",
    "other age",
    "other time",
    "other tissue",
    "safety not stated",
    "treatment failed",
    "trial group",
    "tumour left out",
    "value under drug",
]
"""What a reason is, for code that asks for it; its words are for people. Empty where no code
does."""
MissingKind = Literal[
    "",
    "absent condition",
    "absent marker",
    "grade of tumour",
    "hormone suppression",
    "marker",
    "negative receptor",
    "number range",
    "response before maintenance",
]
"""What a missing fact is, for code that asks for it; its words are for people. Empty where no code
does."""
HOLDS_BACK: frozenset[MissingKind] = frozenset(
    ("absent marker", "grade of tumour", "hormone suppression", "marker", "number range")
)
"""Missing facts on which an option depends. A receptor that must be negative holds none back."""
ABSENT: frozenset[MissingKind] = frozenset(("absent condition", "absent marker"))
"""Missing facts that are met when something is absent."""
PATIENT_DIMENSIONS: frozenset[Dimension] = frozenset(
    (
        "marker",
        "limitation",
        "setting",
        "line",
        "prior therapy",
        "had before",
        "population",
        "condition",
        "fitness",
        "safety",
        "barred",
    )
)
"""A contradiction in these dimensions says that an option is not for this patient. A contradiction
in the others only says that the statement is on something else."""
OF_PATIENT: frozenset[Dimension] = PATIENT_DIMENSIONS | {"tumour"}
"""Dimensions that tell the patients of a source from this one."""
CIRCUMSTANCES: frozenset[Dimension] = frozenset(
    ("organ function", "interaction", "phenotype", "toxicity")
)
"""Dimensions in which a rule says for which circumstance it holds."""
