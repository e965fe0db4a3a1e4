"""A run as a core sees it: steps, earlier turns, and the ending."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.sheet import FactSheet
from agents.turns.board_decisions import SignedDecision
from agents.turns.discussion import HeardMessages, heard_of, in_order
from agents.turns.endings import Ending, Sentence
from agents.turns.evidence import Citation, Observation
from agents.turns.publication import Published
from agents.turns.question_types import OPEN_STEP, Action, Question, Thought, Usage
from agents.turns.reviews import BlindVote, DatedReview
from agents.turns.steering import ForkedAt, SteeringRow
from agents.turns.withdrawal import Redacted, Withdrawn
from retrieval.documents import Document, DocumentRef


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
    additions: tuple[str, ...] = ()
    """What people added in the thread while the run went on."""
    newly_added: tuple[str, ...] = ()
    """Those of them that came after the newest thought."""
    earlier: tuple[Message, ...] = ()
    """What people had said in the thread before this question, oldest first."""
    said: tuple[Message, ...] = ()
    """The question, its files, and what was added to it, oldest first."""
    steering: tuple[SteeringRow, ...] = ()
    """What people asked of the run while it went on, oldest first."""
    forked: ForkedAt | None = None
    """Where the run was forked from another, if it was."""
    resumptions: int = 0
    """How often the run went on after a gap, because somebody stated a fact."""
    earlier_steps: tuple[Step, ...] = ()
    """The steps before the last resumption; their citations stay citable."""
    steps: tuple[Step, ...] = ()
    """The steps since then; all of them in a run that has not ended in a gap before."""
    folded: str = ""
    """Summary of the steps that compaction has folded away; their citations stay citable."""
    hidden: int = 0
    """How many of ``steps``, from the first, the summary stands for."""
    ending: Ending | None = None
    withdrawn: Withdrawn | None = None
    """That the question was changed or deleted since, if it was."""
    redacted: Redacted | None = None
    """That its words were taken out, if they were: there is nothing left to show."""
    reviews: tuple[DatedReview, ...] = ()
    """What people think of it, oldest first: the last mark of each on each target."""
    votes: tuple[BlindVote, ...] = ()
    """What second readers came to who saw its findings without the answer, oldest first."""
    decided: SignedDecision | None = None
    """What a board decided on it, if anything."""
    published: Published | None = None
    """That the asker has published it, if it went to them alone."""
    drafting: tuple[Sentence, ...] = ()
    """Verified sentences of an answer that is still being written; no row of the journal."""
    steps_left: int = 0
    usage: tuple[Usage, ...] = ()
    seconds: float = 0.0
    """How long thinking and searching took."""
    documents: Mapping[DocumentRef, Document] = field(default_factory=dict)
    """Those that are shown whole; loaded for the core, no part of the journal."""

    @property
    def is_private(self) -> bool:
        """Whether the asker alone may see what it says."""
        return bool(self.question.private_in) and self.published is None

    @property
    def all_steps(self) -> tuple[Step, ...]:
        """Every step of the run, those before a resumption included."""
        return (*self.earlier_steps, *self.steps)

    @property
    def own_steps(self) -> tuple[Step, ...]:
        """Every step of the run that is not another run's."""
        first = self.forked.seq if self.forked else 0
        return tuple(step for step in self.all_steps if step.seq > first)

    @property
    def looks_back(self) -> bool:
        """Whether the run did nothing but open earlier steps, because that was asked for."""
        tools = {action.tool for step in self.all_steps for action in step.thought.actions}
        return tools == {OPEN_STEP}

    @property
    def heard(self) -> HeardMessages:
        """What people told one another in the thread, as far as it counts for its patient."""
        return heard_of(self.question.discussion, self.earlier)

    @property
    def messages(self) -> tuple[Message, ...]:
        """What people said in the thread until now, oldest first: to us, and of its patient to one
        another."""
        heard = self.heard.messages
        return (*(in_order((*self.earlier, *heard)) if heard else self.earlier), *self.said)

    @property
    def all_additions(self) -> tuple[str, ...]:
        """What people added anywhere in the thread to a run, oldest first."""
        before = tuple(message.text for message in self.earlier if message.place == "thread")
        return (*before, *self.additions)

    @property
    def sheet(self) -> FactSheet:
        """What is known of the patient: read from the messages, never stored."""
        return read_fact_sheet(self.messages)

    @property
    def citations(self) -> dict[str, Citation]:
        """Every citation the run has observed, by key, in order of appearance."""
        return {
            citation.key: citation
            for step in self.all_steps
            for observation in step.observations
            for finding in observation.findings
            for citation in finding.citations
        }
