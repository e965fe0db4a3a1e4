"""What one statement comes to for one part of a question and one patient."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from agents.matching.sub_question import SubQuestion
from retrieval.statements.model import Statement, StatementKind

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
    "population",
    "condition",
    "safety",
    "trial",
    "route",
    "currency",
]
Outcome = Literal["ok", "contradicts", "silent"]
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
        "safety",
    )
)
"""A contradiction here says that an option is not one for this patient. A contradiction in the
others says only that the statement is on something else, which nobody wants to read."""


CIRCUMSTANCES: frozenset[Dimension] = frozenset(
    ("organ function", "interaction", "phenotype", "toxicity")
)
"""Dimensions in which a rule says under what it holds."""
ACTS: frozenset[StatementKind] = frozenset(("adjustment", "interaction", "contraindication"))
"""Kinds of statement that say what is done under a circumstance."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a statement and a patient compare in one dimension."""

    dimension: Dimension
    outcome: Outcome
    reason: str = ""
    """Of a contradiction: what the statement needs and what the patient has. Of a marker that is
    as it should be: which."""
    missing: str = ""
    """Of silence: the fact that the statement depends on and nobody has stated."""
    markers: tuple[str, ...] = ()
    """Of a marker: the names of those that the rule is on."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A statement judged once for one part of a question."""

    statement: Statement
    part: int
    verdicts: tuple[Verdict, ...]
    score: float = 0.0
    """How well it answers, from 0 to 1; 0 when it contradicts or is not on the subject."""

    @property
    def contradictions(self) -> tuple[Verdict, ...]:
        return tuple(each for each in self.verdicts if each.outcome == "contradicts")

    @property
    def reason(self) -> str:
        """What speaks against it, in words; empty when nothing does."""
        reasons = dict.fromkeys(each.reason for each in self.contradictions)
        return "; ".join(reason for reason in reasons if reason)

    @property
    def is_on_subject(self) -> bool:
        """Whether the statement is about what this part of the question asks about."""
        return all(v.outcome == "ok" for v in self.verdicts if v.dimension == "subject")

    @property
    def answers(self) -> bool:
        """Whether it may be said as an answer."""
        return self.is_on_subject and not self.contradictions

    @property
    def is_for_patient(self) -> bool:
        """Whether it is an indication for this tumour and for markers that the patient has, all
        that it asks for."""
        agreed = {v.dimension for v in self.verdicts if v.outcome == "ok"}
        open_marker = any(v.dimension == "marker" and v.missing for v in self.verdicts)
        fits = {"tumour", "marker"} <= agreed and not open_marker
        return self.answers and self.statement.kind == "indication" and fits

    @property
    def has_no_open_marker(self) -> bool:
        """Whether it is an indication for this tumour, or for markers that the patient has, and
        depends on no other marker."""
        told = any(v.outcome == "ok" for v in self.verdicts if v.dimension in {"tumour", "marker"})
        hangs = any(v.dimension == "marker" and v.missing for v in self.verdicts)
        return self.answers and self.statement.kind == "indication" and told and not hangs

    @property
    def gives_what_is_asked(self) -> bool:
        """Whether it says just what is asked of a drug, such as its dose or a duration."""
        return self.answers and any(
            v.dimension == "aspect" and v.outcome == "ok" for v in self.verdicts
        )

    @property
    def is_met(self) -> bool:
        """Whether it says what to do with a drug under a circumstance that the patient has, and
        depends on no other circumstance."""
        told = [v for v in self.verdicts if v.dimension in CIRCUMSTANCES]
        agreed = any(v.outcome == "ok" for v in told) and not any(v.missing for v in told)
        return self.answers and self.statement.kind in ACTS and agreed

    @property
    def is_on_condition(self) -> bool:
        """Whether it says what a disease means that the patient has, or had before the drug."""
        met = any(v.dimension == "condition" and v.outcome == "ok" for v in self.verdicts)
        return self.answers and met

    def is_met_for(self, asked: SubQuestion) -> bool:
        """Whether :attr:`is_met` or :attr:`is_on_condition` holds, for a drug that a part asks
        about."""
        on = bool(asked.drugs & frozenset(self.statement.drugs))
        fits = not asked.is_choice and self.statement.kind in asked.answered_by
        return bool(asked.about) and on and fits and (self.is_met or self.is_on_condition)

    @property
    def is_wanted(self) -> bool:
        """Whether it answers whatever its words are like: an indication for just this patient, or
        just what is asked of a drug."""
        return self.is_for_patient or self.gives_what_is_asked

    @property
    def is_open(self) -> bool:
        """Whether it is an indication for this tumour that depends on markers which nobody has
        stated."""
        on_tumour = any(v.dimension == "tumour" and v.outcome == "ok" for v in self.verdicts)
        open_marker = any(v.dimension == "marker" and v.missing for v in self.verdicts)
        return self.answers and self.statement.kind == "indication" and on_tumour and open_marker

    @property
    def is_excluded_option(self) -> bool:
        """Whether it is on the subject, and only facts of the patient speak against it."""
        against = self.contradictions
        return (
            self.is_on_subject
            and bool(against)
            and all(each.dimension in PATIENT_DIMENSIONS for each in against)
        )

    @property
    def missing(self) -> tuple[str, ...]:
        """The facts that it depends on and that nobody has stated."""
        return tuple(dict.fromkeys(each.missing for each in self.verdicts if each.missing))
