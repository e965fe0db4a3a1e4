"""What may be decided about an event, and what a decision rests on. Values, and no more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agents.lookups.subjects import LookUpKind
from agents.replies.files import FileSwitch
from agents.replies.steering import NamedSilo
from agents.turns import BoardDecision, Review, Signature, Steering
from agents.turns.withdrawal import HowWithdrawn
from bot.db.channels.choices import ChannelChoices, FollowUps
from bot.incoming.on_answer.decisions import TellOfAnswer, WhyNot
from bot.incoming.routing.blind_reading import AskSecondReader, StoreVote
from bot.incoming.routing.cases import FollowCase
from bot.incoming.routing.report_rows import AskOfRow

Reason = Literal[
    "a bot wrote it", "not a stop sign", "nothing runs", "not for us", "a courtesy",
    "not our thread", "no mention", "addressed to somebody else", "people talk to each other",
    "no change to a question", "nothing to stop", "a button without effect",
    "a command of another version",
]  # fmt: skip
"""Why nothing is done about an event; ``bot.incoming.decision_words`` has the sentence of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadState:
    """What is known about the thread of an event."""

    run_ids: tuple[str, ...] = ()
    """Runs started in the thread, oldest first."""
    withdrawn: frozenset[str] = frozenset()
    """Those whose question was changed or deleted since."""
    changed: str = ""
    """The newest run, if its question was changed and nobody has asked for the new one yet."""
    live: tuple[str, ...] = ()
    """Those that have not ended and are not withdrawn, oldest first."""
    gap: str = ""
    """The newest run, if it ended in a gap: a fact lets it go on."""
    gap_missing: str = ""
    """Kind of what that gap lacks: ``fact``, ``silo`` or ``capability``, or ``answer`` where a
    model has asked the person something."""
    people: frozenset[str] = frozenset()
    """Who wrote in it, the sender included; bots are not people."""
    follow_ups: FollowUps | None = None
    """What the channel has set; None where it is not asked."""
    has_table: bool = False
    """Whether a table came with a question; looked up for a message that asks of one."""
    run_of_message: str = ""
    """The run that the message of a reaction, press, edit or deletion belongs to."""
    run_before: str = ""
    """The run that a direct message which begins a thread goes on with."""
    case_above: str = ""
    """The channel and thread of the question that a direct message above it answers alone."""

    @property
    def newest(self) -> str:
        """The newest run, if its question stands; empty otherwise."""
        newest = self.run_ids[-1] if self.run_ids else ""
        return "" if newest in self.withdrawn else newest


@dataclass(frozen=True, slots=True)
class Ask:
    """A question: open a run. ``instead_of`` names the run of the message before it was edited."""

    text: str
    instead_of: str = ""
    is_later: bool = False
    """Whether a button asks it, and the message was decided on before."""
    is_followed: bool | None = None
    """Whether its case is to be followed from now on, or no longer; None if neither was said."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop these runs."""

    run_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AddToRun:
    """Somebody added a fact to a run that goes on or has a gap, or put one right."""

    run_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Steer:
    """Somebody asked a run that goes on to search elsewhere, or deeper."""

    run_id: str
    steering: Steering


@dataclass(frozen=True, slots=True)
class Fork:
    """Make a run again from one of its steps on: with other silos, or a fact put right."""

    run_id: str
    step: int
    text: str
    steering: Steering | None = None
    fact: str = ""


@dataclass(frozen=True, slots=True)
class Again:
    """Answer the thread's last question again, with the facts as they are now; its newest run."""

    run_id: str


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The question of this run was changed, or deleted: what was said to it no longer stands."""

    run_id: str
    how: HowWithdrawn


@dataclass(frozen=True, slots=True)
class ForgetFile:
    """A file was deleted in Slack: what was said of it no longer stands."""

    file_id: str


@dataclass(frozen=True, slots=True)
class AskChanged:
    """Answer the question of this run as it reads now, after it was changed."""

    run_id: str


@dataclass(frozen=True, slots=True)
class Offer:
    """It is not sure whether the message is for us: ask its writer, and nobody else sees that."""


@dataclass(frozen=True, slots=True)
class AskWritten:
    """Answer an earlier message of this thread after all, since its writer asks for that."""

    thread_ts: str
    ts: str


@dataclass(frozen=True, slots=True)
class StoreReview:
    """Somebody marked an answer, a step or a citation."""

    run_id: str
    review: Review


@dataclass(frozen=True, slots=True)
class RecordDecision:
    """Somebody recorded what the board decided on an answer, or changed that."""

    run_id: str
    decision: BoardDecision


@dataclass(frozen=True, slots=True)
class SignDecision:
    """Somebody signed what the board decided, or dissents."""

    run_id: str
    signature: Signature


@dataclass(frozen=True, slots=True)
class Publish:
    """Show what this run said in the thread of its question."""

    run_id: str


@dataclass(frozen=True, slots=True)
class OfferSettings:
    """Show the person a button that opens the settings of the channel."""


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Somebody changed the settings of the channel."""

    chosen: ChannelChoices


@dataclass(frozen=True, slots=True)
class Show:
    """Show passages, steps, the rest or the packet of a run to the person who pressed."""

    run_id: str
    what: Literal["passages", "steps", "more", "packet"]


@dataclass(frozen=True, slots=True)
class More:
    """Say the rest of this run's answer in the thread."""

    run_id: str


@dataclass(frozen=True, slots=True)
class ListFiles:
    """Say which files the thread has, what was read of them, and which are used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchFiles:
    """Use files of the thread no longer, or again."""

    is_used: bool
    words: FileSwitch | None = None
    """Which are meant, as somebody wrote; None where a button names one."""
    file_id: str = ""


@dataclass(frozen=True, slots=True)
class Help:
    """Answer with a plain sentence instead of a run; which one is in ``bot.failures.sentences``."""

    topic: Literal[
        "empty", "too_long", "nothing_to_stop", "nothing_to_steer", "no_new_question", "no_case"
    ]


@dataclass(frozen=True, slots=True)
class LookUp:
    """Show what the sources hold on one named thing: to who asked, or in the channel."""

    kind: LookUpKind
    name: str
    is_shared: bool = False
    is_asked: bool = False
    """Whether a thread is to begin with it, in which the thing is asked about."""


@dataclass(frozen=True, slots=True)
class PostQuestion:
    """Post a question that was asked in a form, for the person who asked it."""

    text: str
    is_case: bool = False


@dataclass(frozen=True, slots=True)
class AskPosted:
    """Answer a question that we posted for somebody."""

    text: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back the question of this run, which we posted for this person."""

    run_id: str
    asker: str


@dataclass(frozen=True, slots=True)
class ShowHome:
    """Publish the Home of the person who has opened it."""


@dataclass(frozen=True, slots=True)
class RunCommand:
    """Do what `/curbside` was told: its first word, and what follows it."""

    word: str
    rest: str


@dataclass(frozen=True, slots=True)
class Ignore:
    """Nothing for us."""

    reason: Reason
    """Kept with the event, so that its silence can be explained; never words of people."""
    is_thanked: bool = False
    """Whether somebody thanks us, which gets a reaction."""


Decision = (
    Ask
    | AskChanged
    | AskWritten
    | Offer
    | Again
    | More
    | Stop
    | Withdraw
    | ForgetFile
    | AddToRun
    | Steer
    | Fork
    | StoreReview
    | AskSecondReader
    | StoreVote
    | RecordDecision
    | SignDecision
    | Publish
    | OfferSettings
    | ChangeSettings
    | Show
    | WhyNot
    | TellOfAnswer
    | AskOfRow
    | ListFiles
    | SwitchFiles
    | FollowCase
    | Help
    | LookUp
    | PostQuestion
    | AskPosted
    | TakeBack
    | ShowHome
    | RunCommand
    | Ignore
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingRules:
    """Who the bot is, and which messages without a mention it answers in its threads."""

    bot_user: str
    follow_ups: FollowUps
    silos: Sequence[NamedSilo] = ()
    """Those that people may ask to search, or to leave out."""


def stop_one(thread: ThreadState) -> Stop | Ignore:
    """Stop the run of the message that the event is about."""
    if thread.run_of_message and thread.run_of_message in thread.live:
        return Stop((thread.run_of_message,))
    return Ignore("nothing to stop")
