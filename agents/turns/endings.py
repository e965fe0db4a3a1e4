"""Drafts, checked answers, and the other ways in which a run ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from agents.facts.sheet import Fact
from agents.turns.criteria import JudgedCriterion
from agents.turns.evidence import Citation, Finding
from agents.turns.question_types import NO_USAGE, Gap, Reply, Usage

SentenceBasis = Literal["quote", "matching", "calculation"]
"""What a sentence rests on: words of a source; the comparison of a statement with the facts of the
patient, which the check makes again; a formula, which the check computes again."""
SentenceRole = Literal["headline", "row", "point", "not for", "dissent"]
"""What a sentence is in the answer. ``row``: a cell of the table of options; ``not for``: why
something is none for this patient; ``dissent``: in what sources disagree."""
SentenceCell = Literal["", "evidence", "for", "against"]
"""Column of the table of options. What is for or against an option is so in this patient."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftSentence:
    """A sentence of the answer and the citation keys it points at."""

    text: str
    keys: tuple[str, ...] = ()
    role: SentenceRole = "point"
    basis: SentenceBasis = "quote"
    part: int = 0
    """The part of the question that it answers, from 0."""
    option: str = ""
    """Of a cell: the drug or regimen of its row."""
    cell: SentenceCell = ""
    doubt: str = ""
    """Why a second model finds that its quotes do not bear it out. It can only take the mark of a
    verified sentence away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExcludedOption:
    """An option that is not one for this patient, and why."""

    option: str
    """The drug or regimen."""
    reason: str
    """``needs a BRCA1 or BRCA2 variant; germline negative``."""
    keys: tuple[str, ...] = ()
    is_to_check: bool | None = None
    """Whether its source only does not weigh a fact of the patient: that fact is to be checked.
    None where it was written before this was kept; its reason tells it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculatedValue:
    """A value that a formula gave, with all that went into it."""

    name: str
    value: float
    unit: str
    formula: str
    """Name of the formula, as :mod:`agents.calculators` knows it."""
    inputs: tuple[tuple[str, str], ...]
    """Name and value with unit of each input, in the words they were said in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingFact:
    """A fact that the thread lacks and that statements depend on."""

    name: str
    """``HER2-low or HER2 IHC 0``."""
    options: tuple[str, ...] = ()
    """What hangs on it: drugs or regimens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionPart:
    """One of the questions in a message, and whether it was answered."""

    question: str
    gap: Gap | None = None
    """Why it was not answered; None when it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An answer as the core wrote it, before the program has checked it."""

    sentences: tuple[DraftSentence, ...]
    not_found: tuple[str, ...] = ()
    """What was looked for and not found, a plain sentence each."""
    note: str = ""
    """A line about how the answer was made (the extractive core says that it quotes)."""
    taken_back: tuple[Sentence, ...] = ()
    """Sentences that did not hold and that their writer took back, with the reason."""
    rewritten: tuple[tuple[Sentence, str], ...] = ()
    """Each sentence that did not hold, with the words in its place that do."""
    facts: tuple[Fact, ...] = ()
    """The patient as understood."""
    excluded: tuple[ExcludedOption, ...] = ()
    calculated: tuple[CalculatedValue, ...] = ()
    missing: tuple[MissingFact, ...] = ()
    unweighed: tuple[str, ...] = ()
    """Facts of the patient that an option has to weigh and of which nothing said speaks."""
    unread: tuple[str, ...] = ()
    """Words of the question that nothing has read, so that the answer does not weigh them."""
    parts: tuple[QuestionPart, ...] = ()
    """In order; empty when the message asks one thing."""
    criteria: tuple[JudgedCriterion, ...] = ()
    """The criteria of the trial that the patient is held against."""
    asked: tuple[tuple[str, ...], ...] = ()
    """Names of the question: of each of these it has to speak by one. None where the core reads the
    question itself and says what it leaves open."""
    to_weigh: tuple[tuple[str, str], ...] = ()
    """Facts of the patient that options have to weigh: the name of each, and its words. None where
    the core says itself what it leaves open."""
    asks: Gap | None = None
    """What a model asks the person in place of an answer."""
    usage: Usage = NO_USAGE
    prompt_sha: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A checked sentence. Not verified means: shown as such, with the reason, or removed where the
    channel asks for that."""

    text: str
    keys: tuple[str, ...]
    verified: bool
    problem: str = ""
    role: SentenceRole = "point"
    basis: SentenceBasis = "quote"
    part: int = 0
    option: str = ""
    """As of the draft."""
    cell: SentenceCell = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The end of a run that found evidence."""

    sentences: tuple[Sentence, ...]
    citations: tuple[Citation, ...]
    """Those the sentences point at, in order of first use."""
    removed: tuple[Sentence, ...] = ()
    """Sentences that are not verified and therefore not said, in a channel that asks for that."""
    only_quotes: bool = False
    """Whether all that was written is removed, and the sentences are the quotes it pointed at."""
    not_found: tuple[str, ...] = ()
    note: str = ""
    limited: str = ""
    """A plain sentence when a limit ended the search early; empty otherwise."""
    facts: tuple[Fact, ...] = ()
    excluded: tuple[ExcludedOption, ...] = ()
    calculated: tuple[CalculatedValue, ...] = ()
    missing: tuple[MissingFact, ...] = ()
    unweighed: tuple[str, ...] = ()
    """As of the draft."""
    unread: tuple[str, ...] = ()
    """As of the draft."""
    parts: tuple[QuestionPart, ...] = ()
    criteria: tuple[JudgedCriterion, ...] = ()
    """As of the draft, each judged once more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Abstention:
    """The end of a run that declared a gap."""

    gap: Gap
    tried: tuple[str, ...] = ()
    """Titles of the silos that were searched."""
    facts: tuple[Fact, ...] = ()
    excluded: tuple[ExcludedOption, ...] = ()
    missing: tuple[MissingFact, ...] = ()
    removed: tuple[Sentence, ...] = ()
    """Sentences that were drafted and of which none was verified, each with the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """The end of a run that somebody stopped."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """The end of a run that could not go on. The reason is a plain sentence without internals."""

    error: str
    """Name of the error class, for logs and the table of failures."""
    reason: str
    found: tuple[Finding, ...] = ()
    """What had been found by then: quotes that stand in their documents; nobody has weighed them.
    """
    removed: tuple[Sentence, ...] = ()
    """Sentences that were drafted and of which none was verified, each with the reason."""


Ending = Answer | Reply | Abstention | Stopped | Failed
