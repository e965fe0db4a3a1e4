"""What one part of a question asks about, and the context of a statement, as values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from agents.facts.sheet import Fact, FactSheet
from names.clinical.grammar.times import landmark_months
from names.clinical.treatment.cycle_days import NO_DAYS, CycleDays
from names.clinical.values import ClinicalValue, Line, OrganFunction
from names.recognise import recognise
from retrieval.statements.model import StatementKind

CHOICES = frozenset(("therapy", "eligibility"))
"""Kinds of question that ask for options, or whether a drug is an option."""
TRIAL = re.compile(
    r"(?i)\b(?:trials?|stud(?:y|ies)|phase (?:[1-3]|I{1,3})|recruiting|accruing|enrolling"
    r"|be enrolled)\b"
)
TAKES_PATIENTS = re.compile(
    r"(?i)\b(?:recruit(?:s|ing|ment)?|accru(?:es?|ing|al)|enrolling|still open"
    r"|open (?:to|for) (?:accrual|enrol\w*|patients|inclusion)|taking patients)\b"
)
"""Words on whether a trial takes patients now."""
HARM = "harm"
"""The aspect of a question on adverse reactions in general."""
LIMITS = "limits"
"""The kind that asks what a fact of the patient means for a drug."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SubQuestion:
    """One part of a question. What is known of the patient stands in the fact sheet."""

    text: str
    """The words of this part."""
    message: str = ""
    """The words of the whole message, of which the part may be one short sentence ("Dose?")."""
    kind: str
    """The kind of question: a table of ``kinds.toml``."""
    answered_by: frozenset[StatementKind] = frozenset()
    """Kinds of statement that answer this kind of question."""
    drugs: frozenset[str] = frozenset()
    """Drugs asked about; not those that the patient has had."""
    lacks_drug: bool = False
    """Whether it is on a drug that neither its words nor the case name. Then only statements on one
    of the ``mentioned`` drugs may answer: a rule of another drug does not."""
    mentioned: frozenset[str] = frozenset()
    """Every drug that the message or the patient's sheet names."""
    compared: bool = False
    """Whether the drugs are compared, so that each needs an answer."""
    together: bool = False
    """Whether it asks what drugs do to each other."""
    partners: frozenset[str] = frozenset()
    """Drugs that the patient takes beside ``drugs``, if it asks whether both go together. Only
    statements on the pair answer. A rule on the dose or metabolism of the partner alone does
    not."""
    instead_of: frozenset[str] = frozenset()
    """Drugs that the asked options should replace ("or what instead"): they are told last."""
    to_start: frozenset[str] = frozenset()
    """Drugs that the message only wishes or plans: the patient does not have them yet."""
    alone: bool = False
    """Whether the drug is asked about without partners."""
    classes: frozenset[str] = frozenset()
    """Classes of drugs asked about ("which PARP inhibitor")."""
    are_joined: bool = False
    """Whether a regimen with a drug of each class is asked about ("chemo-IO")."""
    genes: frozenset[str] = frozenset()
    variants: frozenset[str] = frozenset()
    """Named variants that the question is on, as :mod:`names.recognise` names them."""
    open_markers: frozenset[str] = frozenset()
    """Drivers of the patient's lung cancer that the message names and whose state could not be
    read. They may be altered, so statements for patients without them need not fit."""
    drivers: frozenset[str] = frozenset()
    """Drivers of the patient's lung cancer that are altered. An option for another one, of which
    nothing is known, is none: they hardly come together."""
    statuses: frozenset[str] = frozenset()
    tumours: frozenset[str] = frozenset()
    trials: frozenset[str] = frozenset()
    """Keys of acronyms and registration numbers."""
    line: Line | None = None
    """The line of treatment that is asked for, whoever the patient is."""
    settings: frozenset[str] = frozenset()
    cycle_days: CycleDays = NO_DAYS
    """The day and the cycle of treatment at which something was found."""
    about: tuple[ClinicalValue, ...] = ()
    """Circumstances that this part is on: an organ's function, a class of interacting drugs, a
    phenotype, an adverse event, a condition. An answer has to speak of each."""
    routes: frozenset[str] = frozenset()
    """Routes of the drug that the words take for granted ("oral fulvestrant")."""
    aspects: frozenset[str] = frozenset()
    """What exactly is wanted: ``contraception``, ``duration``, ``missed``, or ``amount`` for the
    plain dose. An answer has to speak of each."""
    focus: str = ""
    """What this part is on, if a question was split. Its text has the words of the whole
    question."""
    words: frozenset[str] = frozenset()
    """Other names in the text, without a value: outcomes, effects."""
    topics: frozenset[str] = frozenset()
    """Stems of the words that carry a topic and are not names."""
    said: frozenset[str] = frozenset()
    """Stems of all words outside names, also of plain ones ("given", "first"). They tell apart
    several statements on one drug."""
    from_silos: frozenset[str] = frozenset()
    """Silos of the hospital that it asks for by name. Then nothing else answers."""
    own_text: str = ""
    """The words that are compared with the hospital's own rules: those of the question without the
    words that ask for a silo. Empty if the hospital has no silo of its own."""
    own_query: str = ""
    """The same words as they are searched for and shown: with a pronoun for the silo, so that the
    sentence is whole."""
    publishers: frozenset[str] = frozenset()
    """Publishers that it names ("according to ESMO"): their statements come first."""
    of_publisher: frozenset[str] = frozenset()
    """Silos that belong to these publishers alone."""
    is_own_first: bool = False
    """Whether the hospital's own silos are asked first though the message does not name them."""
    is_pathway: bool = False
    """Whether it is a choice that is looked up in the hospital's own pathways: rules that say what
    is given for a tumour and its markers."""
    asks_own: bool = False
    """Whether it asks what is done in the hospital ("our patients"), with or without a name."""
    numbers: frozenset[str] = frozenset()
    """Numbers that are part of no name and of no value of the patient: "5-year", "400 or 800"."""

    option: int = 0
    """For a part on an option that another part finds: the number of the option, from 1."""
    record: str = ""
    """What is looked up in records, in the words of its task; empty for any other part."""
    own_sheet: FactSheet | None = None
    """The patient of this part, if another part of the message is on another patient."""
    failed_before: tuple[Fact, ...] = ()
    """Treatments of which the thread has told by then that they failed, without their name: "PD on
    it" of the drug asked about."""
    is_of_value: bool = False
    """Whether another part asks the same of another value. One statement may hold for both."""

    @property
    def organs_without_class(self) -> tuple[str, ...]:
        """The organs that it asks about without a class or number: "in renal impairment"."""
        named = [v for v in self.about if isinstance(v, OrganFunction)]
        classed = {v.organ for v in named if not v.is_bare}
        return tuple(dict.fromkeys(v.organ for v in named if v.organ not in classed))

    @property
    def told(self) -> str:
        """The words in which the patient is told."""
        return self.message or self.text

    @property
    def outcomes(self) -> frozenset[str]:
        """Outcomes that its words name."""
        return recognise(self.text).names("outcome")

    @property
    def times(self) -> frozenset[int]:
        """Times, in months, for which outcomes are asked: "5-year survival"."""
        return landmark_months(self.text)

    @property
    def shown(self) -> str:
        """The words of this part as people are shown them."""
        return f"{self.text} ({self.focus})" if self.focus else self.text

    @property
    def is_choice(self) -> bool:
        """Whether it asks for options, or whether a drug is one. A question on who could enter a
        named trial offers nothing, so it is no choice."""
        return self.kind in CHOICES and not self.asks_who_entered

    @property
    def asks_who_entered(self) -> bool:
        """Whether it asks for the criteria of a trial that it names."""
        return self.kind == "eligibility" and bool(self.trials)

    @property
    def asks_who_recruits(self) -> bool:
        """Whether it asks if a trial that it names takes patients now."""
        return bool(self.trials) and bool(TAKES_PATIENTS.search(self.text))

    @property
    def asks_for_trial(self) -> bool:
        """Whether it asks for some trial that the patient could enter. A drug that is given outside
        of a trial does not answer it."""
        return self.kind == "eligibility" and not self.trials and bool(TRIAL.search(self.text))


class StatementContext(Protocol):
    """The context of a statement: the title, identifiers, drugs and genes of its document, and the
    words, names and topics of the statement itself.

    The names in the words are read when they are first needed, because most statements are ruled
    out before that."""

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
        """The names in the statement's own words."""

    @property
    def stems(self) -> frozenset[str]:
        """Stems of the statement's own words."""

    @property
    def stems_above(self) -> frozenset[str]:
        """Stems of the heading and the title."""

    @property
    def aspects(self) -> frozenset[str]:
        """The aspects of a drug that the statement's own words speak of: ``contraception``,
        ``amount``."""

    @property
    def only_asked(self) -> frozenset[str]:
        """The aspects among them that answer only a question which asks for them: ``missed``."""

    @property
    def role(self) -> str:
        """The role of the silo."""
