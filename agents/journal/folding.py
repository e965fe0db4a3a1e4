"""What the core sees of a run: a fold of its journal, row by row. Pure; nothing is ever deleted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.errors import RunUnknown
from agents.facts.read_sheet import Message
from agents.journal.board_folding import BoardFold
from agents.journal.codec import Addition, Compaction, decode
from agents.journal.entry import Event
from agents.journal.messages_of_run import new_messages
from agents.journal.run_progress import bound_turns
from agents.journal.thread_files import without_files
from agents.turns import (
    BlindVote,
    BoardDecision,
    DatedReview,
    Ending,
    FileUse,
    Forked,
    ForkedAt,
    Observation,
    Published,
    Question,
    Redacted,
    Review,
    Signature,
    Steering,
    SteeringRow,
    Step,
    Thought,
    Turn,
    Usage,
    View,
    Withdrawn,
)
from agents.turns.reviews import standing_reviews

STEPS_DEEPER = 2
"""Thoughts that a run may have more when people ask to go deeper. Chosen by hand: one for what the
findings rest on, and one for what that leads to."""


def fold(
    events: Sequence[Event],
    turns: Sequence[Turn] = (),
    steps_allowed: int = 0,
    earlier: Sequence[Message] = (),
) -> View:
    """The view that a journal amounts to; see :class:`Fold`."""
    folding = Fold(turns, steps_allowed, earlier)
    for event in events:
        folding.add(event)
    return folding.view()


class Fold:
    """A view that grows with its journal: each row is decoded once, whatever comes after it."""

    def __init__(
        self, turns: Sequence[Turn] = (), steps_allowed: int = 0, earlier: Sequence[Message] = ()
    ) -> None:
        """``turns`` are the earlier turns of the thread and ``earlier`` what people said in it
        before, oldest first. ``steps_allowed`` is how many thoughts the run may have, counted anew
        when it goes on after a gap: what is left of them stands in ``View.steps_left``."""
        self._turns = bound_turns(turns)
        self._steps_allowed = steps_allowed
        self._earlier = tuple(earlier)
        self._run_id = ""
        self._question: Question | None = None
        self._additions: list[Addition] = []
        self._heard_by_thought, self._heard_by_next = 0, 0
        self._said: list[Message] = []
        self._steering: list[SteeringRow] = []
        self._forked: ForkedAt | None = None
        self._steps: list[Step] = []
        self._step_of_call: dict[str, int] = {}
        self._landed: dict[str, Observation] = {}
        self._usage: list[Usage] = []
        self._resumptions = 0
        self._steps_before = 0
        self._compaction: Compaction | None = None
        self._seconds, self._slowest = 0.0, 0.0
        self._ending: Ending | None = None
        self._ended: str = ""
        self._withdrawn: Withdrawn | None = None
        self._redacted: Redacted | None = None
        self._reviews: list[DatedReview] = []
        self._votes: dict[str, BlindVote] = {}
        self._board = BoardFold()
        self._published: Published | None = None
        self._files_off: frozenset[str] = frozenset()
        self._switched: dict[str, bool] = {}

    def add(self, event: Event) -> None:
        """Take in the next row."""
        # The first rows of a fork are those of the run it was forked from.
        self._run_id = event.run_id
        if event.entry.usage.model:
            self._usage.append(event.entry.usage)
        self._count_seconds(event)
        match decode(event.entry.kind, event.entry.payload):
            case Question() as question:
                self._question = self._question or question
                self._hear(question, event)
            case Addition() as addition:
                self._resume_after_gap()
                self._additions.append(addition)
                self._hear(addition, event)
            case Steering() | Forked() | Withdrawn() | Redacted() | Published() as asked:
                self._turn(asked, event)
            case FileUse() as use:
                self._switched[use.file_id] = use.is_used
                self._heed_switches()
            case Thought() as thought:
                # What came while it was thought, it has not heard.
                self._heard_by_thought = self._heard_by_next
                self._add_step(event.seq, thought)
            case Observation() as observation:
                self._heard_by_next = len(self._additions)
                self._observe(observation)
            case Compaction() as compaction:
                self._compaction = compaction
            case value:
                self._judge_or_end(value, event)

    def view(self) -> View:
        """The run as it is after the rows so far; the first of them is the question. Raises
        :class:`RunUnknown` when there is none."""
        if self._question is None:
            raise RunUnknown
        steps = tuple(self._steps[self._steps_before :])
        return View(
            run_id=self._run_id,
            question=_with_files(self._question, self._additions, self._files_off),
            turns=self._turns,
            additions=_texts(self._additions),
            newly_added=_texts(self._additions[self._heard_by_thought :]) if steps else (),
            earlier=_asked_then(self._earlier, self._question),
            said=without_files(self._said, self._files_off),
            steering=tuple(self._steering),
            forked=self._forked,
            resumptions=self._resumptions,
            earlier_steps=tuple(self._steps[: self._steps_before]),
            steps=steps,
            folded=self._compaction.summary if self._compaction else "",
            hidden=self._compaction.hidden if self._compaction else 0,
            ending=self._ending,
            withdrawn=self._withdrawn,
            redacted=self._redacted,
            reviews=standing_reviews(self._reviews),
            votes=tuple(self._votes.values()),
            decided=self._board.standing_decision(),
            published=self._published,
            steps_left=max(0, self._steps_allowed + self._steps_more - len(steps)),
            usage=tuple(self._usage),
            seconds=self._seconds + self._slowest,
        )

    def _count_seconds(self, event: Event) -> None:
        """The time that thinking and searching took; actions of one step run side by side."""
        seconds = event.entry.latency_ms / 1000
        if event.entry.kind == "observation":
            self._slowest = max(self._slowest, seconds)
        else:
            self._seconds, self._slowest = self._seconds + self._slowest + seconds, 0.0

    def _judge_or_end(
        self, value: Review | BlindVote | BoardDecision | Signature | Ending, event: Event
    ) -> None:
        match value:
            case BlindVote():
                # Who has seen the answer since is no longer blind: the first vote stands.
                if not event.entry.is_redacted:
                    self._votes.setdefault(value.by, value)
            case BoardDecision() | Signature():
                self._board.add(event, value)
            case Review():
                if not event.entry.is_redacted:
                    self._reviews.append(DatedReview(event.at, value))
            case ending:
                self._ending, self._ended = ending, event.entry.kind

    def _turn(
        self, asked: Steering | Forked | Withdrawn | Redacted | Published, event: Event
    ) -> None:
        if isinstance(asked, Published):
            self._published = asked
            return
        if isinstance(asked, Redacted):
            self._redacted = asked if asked.is_whole else self._redacted
            return
        if isinstance(asked, Steering):
            self._steering.append(SteeringRow(event.seq, asked))
            return
        if isinstance(asked, Withdrawn):
            self._withdrawn = asked
            return
        # What the shared rows cost was paid by the other run.
        self._forked, self._usage = ForkedAt(event.seq, asked), []
        self._board.forget()
        self._seconds, self._slowest = 0.0, 0.0

    @property
    def _steps_more(self) -> int:
        """Thoughts beyond those that are allowed, because people asked to go deeper."""
        return STEPS_DEEPER * sum(each.steering.deeper for each in self._steering)

    def _heed_switches(self) -> None:
        """What was switched while the run had ended counts when it goes on: what it said until
        then rests on what it had."""
        if self._ending is None:
            off = {file for file, is_used in self._switched.items() if not is_used}
            self._files_off = frozenset(off)

    def _hear(self, value: Question | Addition, event: Event) -> None:
        self._said += new_messages(value, event.at, (*self._earlier, *self._said))

    def _resume_after_gap(self) -> None:
        """The first fact behind a gap lets the run go on: steps, summary and ending count anew."""
        if self._ended == "gap":
            self._resumptions += 1
            self._steps_before = len(self._steps)
            self._compaction, self._ending, self._ended = None, None, ""
            self._heed_switches()
            # What was said of the gap is none of the answer that follows it.
            self._reviews = [each for each in self._reviews if not each.review.is_of_answer]
            self._votes = {}
            self._board.go_on()

    def _add_step(self, seq: int, thought: Thought) -> None:
        for action in thought.actions:
            self._step_of_call[action.call_id] = len(self._steps)
        step = Step(number=len(self._steps) + 1, seq=seq, thought=thought)
        self._steps.append(self._with_landed(step))

    def _observe(self, observation: Observation) -> None:
        """The first observation of an action stands."""
        if self._landed.setdefault(observation.call_id, observation) is not observation:
            return
        if (index := self._step_of_call.get(observation.call_id)) is not None:
            self._steps[index] = self._with_landed(self._steps[index])

    def _with_landed(self, step: Step) -> Step:
        calls = (action.call_id for action in step.thought.actions)
        landed = tuple(self._landed[call_id] for call_id in calls if call_id in self._landed)
        return replace(step, observations=landed)


def _asked_then(earlier: Sequence[Message], question: Question) -> tuple[Message, ...]:
    """The earlier messages; the one that asked a question that is asked once more is its words."""
    return tuple(
        replace(message, place="question")
        if question.repeats and (message.place, message.text) == ("earlier question", question.text)
        else message
        for message in earlier
    )


def _texts(additions: Sequence[Addition]) -> tuple[str, ...]:
    return tuple(each.text for each in additions if each.text)


def _with_files(question: Question, additions: Sequence[Addition], off: frozenset[str]) -> Question:
    """The question with the files that were added later, and without those that are not used."""
    added = tuple(file for addition in additions for file in addition.attachments)
    every = (*question.attachments, *added)
    used = tuple(file for file in every if not file.id or file.id not in off)
    return replace(question, attachments=used)
