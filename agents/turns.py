"""The values that pass between the parts of a run. All are frozen; none knows Slack or SQL.

A run is one execution of the loop for one question. A step is one thought with its actions and
their observations. A turn is one question of a thread with how it ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from retrieval.documents import DocumentRef, Status

ToolOutcome = Literal["data", "empty", "unavailable", "error", "stopped"]
Missing = Literal["silo", "capability", "fact"]
QuoteMatch = Literal["exact", "typographic"]
Arguments = dict[str, str | int | float | bool]


@dataclass(frozen=True, slots=True)
class ThreadKey:
    """One conversation: a Slack thread, or a named thread of the command line."""

    team: str
    channel: str
    thread: str

    def __str__(self) -> str:
        return f"{self.team}:{self.channel}:{self.thread}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """The text of a file that came with a question, or why it could not be read."""

    name: str
    text: str = ""
    problem: str = ""
    """A plain sentence when the file could not be read; empty otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What somebody asked, in which thread."""

    thread: ThreadKey
    asker: str
    text: str
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What one model call cost. The unit prices are stored with it, since prices change."""

    model: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    input_price_usd: float | None = None
    """Per million tokens; None when unknown."""
    output_price_usd: float | None = None

    @property
    def cost_usd(self) -> float | None:
        if self.input_price_usd is None or self.output_price_usd is None:
            return None
        return (
            self.input_tokens * self.input_price_usd + self.output_tokens * self.output_price_usd
        ) / 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """The tool chosen and its arguments. The call id is unique within a run."""

    call_id: str
    tool: str
    arguments: Arguments = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """Why the question cannot be answered, and what would be needed."""

    purpose: str
    """What the missing thing would have been used for."""
    missing: Missing
    name: str
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The end of a run that had nothing to look up: small talk, or a question about Curbside."""

    text: str
    """All that is said; plain words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """What the core thought: words, and either actions, a gap, a reply, or none of them (ready to
    answer)."""

    text: str
    actions: tuple[Action, ...] = ()
    gap: Gap | None = None
    reply: Reply | None = None
    usage: Usage = Usage()
    prompt_sha: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointer:
    """Where a core says that a quote stands. The program, not the core, checks it.

    A core that knows the span gives it; a model gives the words only."""

    ref: DocumentRef
    text: str
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Insight:
    """What the documents say about the query, in a sentence, with the quotes it rests on."""

    text: str
    pointers: tuple[Pointer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a core read out of the documents that one search returned."""

    insights: tuple[Insight, ...]
    usage: Usage = Usage()
    prompt_sha: str = ""


BADGES: Mapping[Status, str] = {
    "retracted": "RETRACTED: do not rely on it",
    "concern": "expression of concern: open the source",
    "corrected": "verified quote; a correction was published: open the source",
    "unconfirmed": "unconfirmed: open the guideline",
}
"""What stands beside a citation whose document is not simply what it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A verified quote: document, version, span and words, under a key that the program made."""

    key: str
    ref: DocumentRef
    title: str
    organisation: str
    url: str
    date: str
    quote: str
    """The words as they stand in the stored text at ``start:end``."""
    start: int
    end: int
    match: QuoteMatch
    status: Status
    evidence_level: str = ""

    @property
    def badge(self) -> str:
        """What a reader sees beside the citation, most important first."""
        if self.status in BADGES:
            return BADGES[self.status]
        return "verified quote" if self.match == "exact" else "verified quote (typography differs)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """An insight of which at least one quote was verified."""

    text: str
    citations: tuple[Citation, ...]
    removed: int = 0
    """How many of the insight's quotes failed the check and were taken out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What came back from one action; a failure is one, too."""

    call_id: str
    tool: str
    outcome: ToolOutcome
    findings: tuple[Finding, ...] = ()
    documents: tuple[DocumentRef, ...] = ()
    titles: tuple[str, ...] = ()
    """Titles of ``documents``, in the same order."""
    detail: str = ""
    """A plain sentence: why it is empty, what failed, or the text that a tool returned."""
    usage: Usage = Usage()
    prompt_sha: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftSentence:
    """A sentence of the answer and the citation keys it points at."""

    text: str
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An answer as the core wrote it, before the program has checked it."""

    sentences: tuple[DraftSentence, ...]
    not_found: tuple[str, ...] = ()
    """What was looked for and not found, a plain sentence each."""
    note: str = ""
    """One line about how the answer was made (the extractive core says that it quotes)."""
    usage: Usage = Usage()
    prompt_sha: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A checked sentence. Not verified means: shown as such, with the reason."""

    text: str
    keys: tuple[str, ...]
    verified: bool
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The end of a run that found evidence."""

    sentences: tuple[Sentence, ...]
    citations: tuple[Citation, ...]
    """Those the sentences point at, in order of first use."""
    not_found: tuple[str, ...] = ()
    note: str = ""
    limited: str = ""
    """A plain sentence when a limit ended the search early; empty otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Abstention:
    """The end of a run that declared a gap."""

    gap: Gap
    tried: tuple[str, ...] = ()
    """Titles of the silos that were searched."""


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


Ending = Answer | Reply | Abstention | Stopped | Failed


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thought with the observations of its actions, in the order of the actions."""

    number: int
    """Counts from 1 within the run; what a reader sees."""
    seq: int
    """The journal row of the thought."""
    thought: Thought
    observations: tuple[Observation, ...] = ()

    @property
    def pending(self) -> tuple[Action, ...]:
        """The actions that no observation has answered yet."""
        done = {observation.call_id for observation in self.observations}
        return tuple(action for action in self.thought.actions if action.call_id not in done)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """An earlier question of the thread and how it ended; its steps can be opened by run id."""

    run_id: str
    question: str
    answer: str
    """The answer as plain text, or the sentence of the reply, gap or failure."""
    outcome: Literal["answer", "reply", "gap", "failed", "stopped"]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What a core sees of a run: a fold of its journal, nothing else."""

    run_id: str
    question: Question
    turns: tuple[Turn, ...] = ()
    """Earlier turns of the thread, oldest first, bounded."""
    facts: tuple[str, ...] = ()
    """Facts that people added in the thread while the run went on."""
    steps: tuple[Step, ...] = ()
    folded: str = ""
    """Summary of the steps that compaction has folded away; their citations stay citable."""
    hidden: int = 0
    """How many of ``steps``, from the first, the summary stands for."""
    ending: Ending | None = None
    drafting: tuple[Sentence, ...] = ()
    """Verified sentences of an answer that is still being written; no row of the journal."""
    steps_left: int = 0
    usage: tuple[Usage, ...] = ()

    @property
    def citations(self) -> dict[str, Citation]:
        """Every citation the run has observed, by key, in order of appearance."""
        return {
            citation.key: citation
            for step in self.steps
            for observation in step.observations
            for finding in observation.findings
            for citation in finding.citations
        }
