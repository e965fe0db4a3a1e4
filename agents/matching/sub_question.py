"""What one part of a question asks about, and what a statement is read under, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from agents.facts.sheet import FactSheet
from names.clinical.grammar.times import landmark_months
from names.clinical.values import ClinicalValue, Line
from names.recognise import recognise
from retrieval.statements.model import StatementKind

CHOICES = frozenset(("therapy", "eligibility"))
"""Kinds of question that ask for options, or whether one is."""
LIMITS = "limits"
"""The kind that asks what a fact of the patient means for a drug."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SubQuestion:
    """One part of a question. What is known of the patient stands in the fact sheet."""

    text: str
    """The words of this part."""
    kind: str
    """The kind of question: a table of ``kinds.toml``."""
    answered_by: frozenset[StatementKind] = frozenset()
    """Kinds of statement that answer this kind of question."""
    drugs: frozenset[str] = frozenset()
    """Drugs asked about; not those that the patient has had."""
    lacks_drug: bool = False
    """Whether it is on a drug that its words and the case leave open. Then only what is on one of
    ``mentioned`` may answer: the rule of another drug is none."""
    mentioned: frozenset[str] = frozenset()
    """Every drug that the message or the patient's sheet names."""
    compared: bool = False
    """Whether the drugs are held against each other, so that each counts for itself."""
    together: bool = False
    """Whether it is asked what drugs do to each other."""
    partners: frozenset[str] = frozenset()
    """What the patient takes beside ``drugs``, where it is asked whether both go together. Only
    what is on the pair answers: a rule on a partner's own dose or metabolism does not."""
    instead_of: frozenset[str] = frozenset()
    """Drugs in place of which others are asked for ("or what instead"): they are told last."""
    alone: bool = False
    """Whether the drug is asked about by itself, without partners."""
    classes: frozenset[str] = frozenset()
    """Classes of drugs asked about ("which PARP inhibitor")."""
    genes: frozenset[str] = frozenset()
    variants: frozenset[str] = frozenset()
    """Named variants that the question is on, as :mod:`names.recognise` names them."""
    open_markers: frozenset[str] = frozenset()
    """Drivers of the patient's lung cancer that the message names and of whose state nothing could
    be read: they may be altered, so that what is for those without is not taken to fit."""
    statuses: frozenset[str] = frozenset()
    tumours: frozenset[str] = frozenset()
    trials: frozenset[str] = frozenset()
    """Keys of acronyms and registration numbers."""
    line: Line | None = None
    """The line of treatment that is asked for, whoever the patient is."""
    settings: frozenset[str] = frozenset()
    about: tuple[ClinicalValue, ...] = ()
    """Circumstances that this part is on: an organ's function, a class of interacting drugs, a
    phenotype, an adverse event, a condition. A statement has to speak of each."""
    routes: frozenset[str] = frozenset()
    """Ways of giving the drug that the words take for granted ("oral fulvestrant")."""
    aspects: frozenset[str] = frozenset()
    """What exactly is wanted: ``contraception``, ``duration``, ``missed``, of a dose that is asked
    for as such ``amount``. The words of a statement have to speak of each."""
    focus: str = ""
    """Of a question that was taken apart: what this part is on, beside the words of all."""
    words: frozenset[str] = frozenset()
    """Other names in it that have no value: outcomes, effects."""
    topics: frozenset[str] = frozenset()
    """Stems of the words that carry a topic and are no names."""
    said: frozenset[str] = frozenset()
    """Stems of all words beside names, also of plain ones ("given", "first"), which tell apart what
    a source says of one drug."""
    from_silos: frozenset[str] = frozenset()
    """Silos of the hospital's own that are asked for by name: nothing else answers."""
    publishers: frozenset[str] = frozenset()
    """Who is asked for by name ("according to ESMO"): what they say comes first."""
    of_publisher: frozenset[str] = frozenset()
    """The silos that are theirs alone."""
    asks_own: bool = False
    """Whether it asks what is done in the hospital ("our patients"), with or without a name."""
    numbers: frozenset[str] = frozenset()
    """Numbers that stand in no name and in no value of the patient: "5-year", "400 or 800"."""

    option: int = 0
    """Of a part on an option that another part brings up: which of them, from 1."""
    own_sheet: FactSheet | None = None
    """The patient as this part tells of him, where another part of the message tells otherwise."""

    @property
    def outcomes(self) -> frozenset[str]:
        """Outcomes that its words name."""
        return recognise(self.text).names("outcome")

    @property
    def times(self) -> frozenset[int]:
        """Times, in months, at which outcomes are asked for: "5-year survival"."""
        return landmark_months(self.text)

    @property
    def shown(self) -> str:
        """The words of this part as people are shown them."""
        return f"{self.text} ({self.focus})" if self.focus else self.text

    @property
    def is_choice(self) -> bool:
        """Whether options are asked for, or whether one is. Who could enter a trial by name is
        looked up: it offers nothing."""
        return self.kind in CHOICES and not self.asks_who_entered

    @property
    def asks_who_entered(self) -> bool:
        """Whether the criteria of a trial by name are asked for."""
        return self.kind == "eligibility" and bool(self.trials)


class StatementContext(Protocol):
    """What stands around a statement: the title, identifiers, drugs and genes of its document, and
    the words, names and topics of the statement itself.

    The names in the words are read only when they are first asked for, because most statements are
    ruled out before that."""

    @property
    def title(self) -> str:
        """The title of the document."""

    @property
    def text(self) -> str:
        """The words of the statement."""

    @property
    def drugs(self) -> frozenset[str]:
        """Drugs that the document is on."""

    @property
    def genes(self) -> frozenset[str]:
        """Genes that the document is on."""

    @property
    def identifiers(self) -> frozenset[str]:
        """The document's id, trial numbers, PMIDs."""

    @property
    def names(self) -> frozenset[str]:
        """Every name that the statement, its heading and the title hold."""

    @property
    def names_inside(self) -> frozenset[str]:
        """Those of them that the statement's own words hold."""

    @property
    def stems(self) -> frozenset[str]:
        """Stems of the statement's own words."""

    @property
    def stems_above(self) -> frozenset[str]:
        """Stems of heading and title."""

    @property
    def aspects(self) -> frozenset[str]:
        """What of a drug the statement's own words speak of: ``contraception``, ``amount``."""

    @property
    def only_asked(self) -> frozenset[str]:
        """Those of them that answer only who asks for them: ``missed``."""

    @property
    def role(self) -> str:
        """The role of the silo."""
