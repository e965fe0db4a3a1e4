"""What is asked, and what a core thinks, does and reads."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from agents.matching.verdicts import Judgement
from agents.turns.computing.code_runs import CodeRun
from agents.turns.computing.drawings import ComputedAnalysis
from agents.turns.criteria import Criterion
from agents.turns.discussion import NO_DISCUSSION, Discussion, ThreadQuote
from retrieval.documents import DocumentRef

ToolOutcome = Literal["data", "empty", "unavailable", "error", "stopped"]
Missing = Literal["silo", "capability", "fact"]
QuoteMatch = Literal["exact", "typographic"]
Arguments = dict[str, str | int | float | bool]
OPEN_STEP = "open_step"
"""The tool that shows an earlier step again."""
CALCULATE = "calculate"
PATIENT_FACTS = "patient_facts"
LOOK_UP_NAME = "look_up_name"
LOOKUPS = frozenset({CALCULATE, PATIENT_FACTS, LOOK_UP_NAME})
"""The tools that tell what the program itself knows."""


@dataclass(frozen=True, slots=True)
class ThreadKey:
    """One conversation: a Slack thread, or a named thread of the command line."""

    team: str
    channel: str
    thread: str

    def __str__(self) -> str:
        return f"{self.team}:{self.channel}:{self.thread}"


CUT = "… (the rest of this file was not read)"
"""The last line of the text of a file that is longer than is read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """The text of a file that came with a question, or why it could not be read."""

    name: str
    text: str = ""
    problem: str = ""
    """A plain sentence when the file, or a page of it, could not be read; empty otherwise."""
    id: str = ""
    """Slack's id of the file, by which its deletion is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileUse:
    """Somebody switched a file of the thread off, or on again: from the next question on."""

    file_id: str
    is_used: bool
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What somebody asked, in which thread."""

    thread: ThreadKey
    asker: str
    text: str
    attachments: tuple[Attachment, ...] = ()
    repeats: str = ""
    """The run whose question is asked once more, to be answered with what is known now. Its words
    were said then: what was put right since counts."""
    replaces: str = ""
    """The run that answered, or was to answer, the same message before its words were changed."""
    is_sealed: bool = False
    """Whether nothing of it may go to models of others, whatever its channel allows: a guest asked
    it, or people of another organisation read it."""
    private_in: str = ""
    """The channel of the direct messages with the asker, if they alone see the answer first; empty
    if it goes to the thread."""
    discussion: Discussion = NO_DISCUSSION
    """What people and other bots had written to each other in the thread by then."""
    continues: tuple[str, ...] = ()
    """The threads of direct messages that it goes on with, oldest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What one model call cost. The unit prices are stored with it, since prices change."""

    model: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    input_price_usd: float | None = None
    """Per million tokens that did not come from the provider's cache; None when unknown. Where some
    were put into it at another price, the mean of both."""
    output_price_usd: float | None = None
    cached_tokens: int = 0
    """Of the input, what the provider had in its cache."""
    cached_price_usd: float | None = None
    """None when unknown: they then cost what the rest of the input does."""

    @property
    def cost_usd(self) -> float | None:
        """What the calls cost in US dollars; None where the price of the model is not known."""
        if self.input_price_usd is None or self.output_price_usd is None:
            return None
        cached_price = self.cached_price_usd
        return (
            (self.input_tokens - self.cached_tokens) * self.input_price_usd
            + self.cached_tokens * (self.input_price_usd if cached_price is None else cached_price)
            + self.output_tokens * self.output_price_usd
        ) / 1_000_000


NO_USAGE = Usage()
"""Of what cost no call of a model."""


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
    asks: str = ""
    """What a model asks the person, word for word: any answer lets the run go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The end of a run that had nothing to look up: small talk, or a question about Curbside."""

    text: str
    """All that is said; plain words. With quotes it is what leads to them."""
    quotes: tuple[ThreadQuote, ...] = ()
    """What is quoted of the discussion of the thread, oldest first."""
    end: str = ""
    """What is said behind the quotes; mostly nothing."""
    computed: tuple[ComputedAnalysis, ...] = ()
    """The analyses of a table that its words tell the numbers of."""
    is_whole: bool = True
    """Whether it answers; else it says why fixed methods compute nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """What the core thought: words, and either actions, a gap, a reply, or none of them (ready to
    answer)."""

    text: str
    actions: tuple[Action, ...] = ()
    gap: Gap | None = None
    reply: Reply | None = None
    written: str = ""
    """The answer, as a core wrote it that had nothing more to search; not checked, never shown."""
    dropped: int = 0
    """Further actions that were not done, because a step may have so many."""
    reasoning: str = ""
    """What a reasoning model thought before, which some servers want back; never shown."""
    usage: Usage = NO_USAGE
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
    judgements: tuple[Judgement, ...] = ()
    """What the statement quoted comes to, for each part of the question it was judged for; empty
    when a model read the document."""
    criterion: Criterion | None = None
    """Of what is a criterion of a trial: which one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a core read out of the documents that one search returned."""

    insights: tuple[Insight, ...]
    whole: tuple[DocumentRef, ...] = ()
    """Documents that the core wants to be shown whole when it thinks, in place of reading them."""
    unread: tuple[DocumentRef, ...] = ()
    """Documents that it left alone, for want of room."""
    remark: str = ""
    """A sentence on what was left out of a document; mostly there is none."""
    problem: str = ""
    """A sentence on why the documents could not be read; empty where they were."""
    extracting: tuple[CodeRun, ...] = ()
    """Runs of code that was to point at what a source of records sent."""
    usage: Usage = NO_USAGE
    prompt_sha: str = ""
