"""The result of comparing one statement with one part of a question and one patient."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from agents.matching.dimensions import (
    CIRCUMSTANCES,
    HOLDS_BACK,
    OF_PATIENT,
    PATIENT_DIMENSIONS,
    Dimension,
    MissingKind,
    ReasonKind,
    VerdictOutcome,
)
from agents.matching.sub_question import SubQuestion
from names.clinical.values import MarkerRule
from retrieval.statements.model import Statement, StatementKind

ACTS: frozenset[StatementKind] = frozenset(("adjustment", "interaction", "contraindication"))
"""Kinds of statement that say what to do under a circumstance."""
STEPS: frozenset[StatementKind] = frozenset(("adjustment", "contraindication", "recommendation"))
"""Kinds of statement that say what to do about a finding or an event. Others say how often it is
seen or measured."""
TELLS_OF_PAIR: frozenset[StatementKind] = ACTS | {"warning", "monitoring", "recommendation"}
"""Kinds of statement that say what to mind when two drugs are given together."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a statement and a patient compare in one dimension."""

    dimension: Dimension
    outcome: VerdictOutcome
    reason: str = ""
    """For a contradiction: what the statement needs and what the patient has. For a marker that
    agrees: the marker. For an earlier treatment in just the setting that is asked for: the
    setting. For silence on a phenotype: what is known of the gene, if anything is. For one of
    several regimens: why it is none for this patient. For silence on who the patient is: how the
    patients of the source differ, in a look-up that asks whoever they are."""
    missing: str = ""
    """For silence: the fact that the statement depends on and that nobody has stated."""
    missing_kind: MissingKind = ""
    """What the missing fact is. Empty, too, in journals of older versions."""
    markers: tuple[str, ...] = ()
    """For a marker: the names of the markers that the rule is on."""
    regimen: tuple[str, ...] = ()
    """For a statement that offers several regimens: the drugs of the one that is none for this
    patient, while another is."""
    kind: ReasonKind = ""
    rule: MarkerRule | None = None
    """For a marker: the rule that was compared with the patient's markers."""
    names: tuple[str, ...] = ()
    """What the reason names: the drugs that failed, the class not to be given again, the fact that
    a source does not weigh, the value of the patient in words."""
    needs: str = ""
    """Of two halves of a reason: what the statement needs or is on. Empty if the reason has none,
    and in journals of older versions."""
    here: str = ""
    """Of two halves of a reason: what the patient has in its place. Empty if nobody has told it."""

    @property
    def holds_back(self) -> bool:
        """Whether the statement depends on a missing fact, so that it offers nothing until somebody
        states it. A marker of unknown kind, in a journal of an older version, is such a fact."""
        unknown = self.dimension == "marker" and not self.missing_kind
        return bool(self.missing) and (unknown or self.missing_kind in HOLDS_BACK)

    @property
    def told_of_patient(self) -> frozenset[str]:
        """What the reason tells of the patient, in words: all together, and each by itself."""
        return frozenset(filter(None, (self.here, *self.names)))

    @property
    def is_half_told(self) -> bool:
        """Whether the reason says what the statement needs and nothing of the patient."""
        return bool(self.needs) and not self.here


def differs(
    dimension: Dimension,
    needs: str,
    here: str,
    *,
    kind: ReasonKind = "",
    names: tuple[str, ...] = (),
) -> Verdict:
    """A contradiction by two halves, of which its reason is made: what the statement ``needs`` or
    is on, and what the patient has ``here``."""
    return Verdict(
        dimension,
        "contradicts",
        two_sided_reason(needs, here),
        kind=kind,
        names=names,
        needs=needs,
        here=here,
    )


def two_sided_reason(needs: str, here: str) -> str:
    """``is for Child-Pugh B; here: Child-Pugh C``"""
    return f"{needs}; here: {here}"


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
        """The reasons against the statement, in words; empty when there are none."""
        return "; ".join(self.reasons)

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons against the statement, each by itself and once."""
        reasons = dict.fromkeys(each.reason for each in self.contradictions)
        return tuple(reason for reason in reasons if reason)

    @property
    def told_of_patient(self) -> frozenset[str]:
        """What the reasons against the statement tell of the patient, in words."""
        return frozenset(words for each in self.contradictions for words in each.told_of_patient)

    @property
    def only_asks_to_check(self) -> bool:
        """Whether all that speaks against the statement is that its source does not weigh a fact of
        the patient: that refuses nothing."""
        told = [each.kind for each in self.contradictions if each.reason]
        return bool(told) and all(kind == "safety not stated" for kind in told)

    @property
    def other_patients(self) -> str:
        """How the patients that the statement is on differ from this one, if it is told whoever the
        patient is; empty when nothing differs."""
        told = (e.reason for e in self._on_others if e.reason in self.reasons_of_others)
        return "; ".join(dict.fromkeys(told))

    @property
    def reasons_of_others(self) -> frozenset[str]:
        """The reasons of :attr:`other_patients`, each by itself."""
        return reasons_on_patients(self._on_others)

    @property
    def _on_others(self) -> tuple[Verdict, ...]:
        return tuple(each for each in self.verdicts if each.outcome == "silent")

    @property
    def is_on_subject(self) -> bool:
        """Whether the statement is about what this part of the question asks about."""
        return all(v.outcome == "ok" for v in self.verdicts if v.dimension == "subject")

    @property
    def answers(self) -> bool:
        """Whether the statement is on the subject and nothing contradicts it."""
        return self.is_on_subject and not self.contradictions

    @property
    def is_own_rule(self) -> bool:
        """Whether the statement was found as a rule of the hospital that answers the question."""
        return any(v.dimension == "own rule" and v.outcome == "ok" for v in self.verdicts)

    @property
    def other_measure(self) -> str:
        """Of a rule of the hospital: what it goes by where the question gives a value of something
        related ("creatinine clearance; given is eGFR"); empty where both are the same."""
        return next((v.reason for v in self.verdicts if v.dimension == "own rule"), "")

    @property
    def is_for_patient(self) -> bool:
        """Whether the statement is an indication for this tumour and for markers of the patient,
        and needs no other marker."""
        agreed = {v.dimension for v in self.verdicts if v.outcome == "ok"}
        open_marker = any(v.dimension == "marker" and v.missing for v in self.verdicts)
        fits = {"tumour", "marker"} <= agreed and not open_marker
        return self.answers and self.statement.kind == "indication" and fits

    @property
    def has_no_open_marker(self) -> bool:
        """Whether the statement is an indication for this tumour, or for markers of the patient,
        and needs no other marker."""
        told = any(v.outcome == "ok" for v in self.verdicts if v.dimension in {"tumour", "marker"})
        hangs = any(v.dimension == "marker" and v.missing for v in self.verdicts)
        return self.answers and self.statement.kind == "indication" and told and not hangs

    @property
    def gives_what_is_asked(self) -> bool:
        """Whether the statement says just what is asked about a drug, such as its dose or a
        duration."""
        return self.answers and any(
            v.dimension == "aspect" and v.outcome == "ok" for v in self.verdicts
        )

    @property
    def is_met(self) -> bool:
        """Whether the statement says what to do with a drug under a circumstance that the patient
        has, and depends on no other circumstance."""
        told = [v for v in self.verdicts if v.dimension in CIRCUMSTANCES]
        agreed = any(v.outcome == "ok" for v in told) and not any(v.missing for v in told)
        acts = self.statement.kind in ACTS or self._is_advice_by_genotype
        return self.answers and acts and agreed

    @property
    def _is_advice_by_genotype(self) -> bool:
        """Whether a guideline advises on a drug by the phenotype of a gene: another drug for poor
        metabolizers is such advice, and no change of a dose."""
        return self.statement.kind == "recommendation" and bool(self.statement.applies.phenotypes)

    @property
    def is_on_condition(self) -> bool:
        """Whether the statement says what a disease means that the patient has, or had before the
        drug."""
        met = any(v.dimension == "condition" and v.outcome == "ok" for v in self.verdicts)
        return self.answers and met

    @property
    def is_on_companion(self) -> bool:
        """Whether the statement says which further drug this patient gets with the drug asked
        about."""
        return any(v.dimension == "companion" and v.outcome == "ok" for v in self.verdicts)

    def is_met_for(self, asked: SubQuestion) -> bool:
        """Whether :attr:`is_met` or :attr:`is_on_condition` holds, for a drug that a part asks
        about, or whether it is a rule on this drug with the partner of the part."""
        on = bool(asked.drugs & frozenset(self.statement.drugs))
        if on and asked.partners and self.answers and self.statement.kind in TELLS_OF_PAIR:
            return True
        fits = not asked.is_choice and self.statement.kind in asked.answered_by
        met = fits and (self.is_met or self.is_on_condition)
        return bool(asked.about) and on and (met or self.is_on_class_of(asked))

    def is_on_class_of(self, asked: SubQuestion) -> bool:
        """Whether the statement is for a class or numbers of an organ that the part names without a
        class, with a drug of the part. All such statements together are the answer."""
        drugs = asked.drugs & frozenset(self.statement.drugs)
        own = asked.organs_without_class
        told = any(r.organ in own and not r.is_bare for r in self.statement.applies.organ)
        of_event = bool(self.statement.applies.toxicities)
        return self.answers and bool(drugs) and not asked.is_choice and told and not of_event

    @property
    def is_wanted(self) -> bool:
        """Whether the statement answers whatever its words are: an indication for just this
        patient, or just what is asked about a drug."""
        return self.is_for_patient or self.gives_what_is_asked

    @property
    def is_open(self) -> bool:
        """Whether the statement is an indication for this tumour that needs markers which nobody
        has stated."""
        on_tumour = any(v.dimension == "tumour" and v.outcome == "ok" for v in self.verdicts)
        open_marker = any(v.dimension == "marker" and v.missing for v in self.verdicts)
        return self.answers and self.statement.kind == "indication" and on_tumour and open_marker

    @property
    def is_excluded_option(self) -> bool:
        """Whether the statement is on the subject, and only facts of the patient speak against
        it."""
        against = self.contradictions
        return (
            self.is_on_subject
            and bool(against)
            and all(each.dimension in PATIENT_DIMENSIONS for each in against)
        )

    @property
    def missing(self) -> tuple[str, ...]:
        """The facts that the statement depends on and that nobody has stated."""
        return tuple(dict.fromkeys(each.missing for each in self.verdicts if each.missing))


def reasons_on_patients(verdicts: Sequence[Verdict]) -> frozenset[str]:
    """The reasons among these verdicts that tell other patients from this one."""
    return frozenset(e.reason for e in verdicts if e.dimension in OF_PATIENT and e.reason)


def tells_marker_needed(judgement: Judgement, drugs: Set[str]) -> bool:
    """Whether an indication of one of these drugs needs a marker that the patient lacks. It says
    more of the drug than that a source is on another tumour."""
    statement = judgement.statement
    own = statement.kind == "indication" and bool(drugs & set(statement.drugs[:1]))
    return own and any(v.dimension == "marker" for v in judgement.contradictions)
