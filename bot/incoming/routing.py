"""What an event asks of us. Pure: an :class:`Incoming` and what is known about its thread give a
decision."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agents.fact_replies import (
    asks_again,
    asks_more,
    corrects,
    gives_fact,
    is_added,
    is_statement,
    states_facts,
    without_mark,
)
from agents.steering import NamedSilo, read_steering
from agents.turns import Steering
from bot.db.inbox import NOT_OURS
from bot.failures.errors import LONGEST_QUESTION
from bot.incoming.payloads.events import Incoming

FollowUps = Literal["mention", "smart", "always"]
Reason = Literal[
    "a bot wrote it",
    "not a stop sign",
    "nothing runs",
    "not for us",
    "a courtesy",
    "not our thread",
    "no mention",
    "addressed to somebody else",
    "people talk to each other",
    "no change to a live question",
    "nothing to stop",
    "a button without effect",
]
"""Why nothing is done about an event; ``bot.incoming.decision_words`` has the sentence of each."""
STOP_REACTIONS = frozenset({"octagonal_sign", "stop_sign"})

_STOP = re.compile(
    r"(please\s+)?(stop|halt|cancel|abort)(\s+(it|this|that|now|please))*[.!]*", re.I
)
_THANKS = re.compile(
    r"(many\s+|ok(ay)?[,\s]+)?"
    r"(thanks?|thank\s+you|thx|ta|cheers|great|perfect|ok(ay)?|got\s+it|noted|nice|super)"
    r"(\s+(a\s+lot|so\s+much|very\s+much|you|all|everyone|curbside))*[\s.!👍🙏]*",
    re.I,
)
_FROM_STEP = re.compile(
    r"(?:please )?(?:again|anew|redo|rerun|re-run|repeat)(?: it| this)? from step (\d{1,2})"
    r"(?!\d)(.*)",
    re.I | re.S,
)
_ABOUT_OUR_STEPS = re.compile(
    r"\bstep\s+\d+\b|\byour\s+(answer|sources?|citations?|search)\b", re.I
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadState:
    """What is known about the thread of an event."""

    run_ids: tuple[str, ...] = ()
    """Runs started in the thread, oldest first."""
    live: tuple[str, ...] = ()
    """Those that have not ended, oldest first."""
    gap: str = ""
    """The newest run, if it ended in a gap: a fact lets it go on."""
    gap_missing: str = ""
    """Kind of what that gap lacks: ``fact``, ``silo`` or ``capability``."""
    people: frozenset[str] = frozenset()
    """Who wrote in it, the sender included; bots are not people."""
    run_of_message: str = ""
    """The run that the message of a reaction, press, edit or deletion belongs to."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question: open a run. ``instead_of`` names the live run of an edited question."""

    text: str
    instead_of: str = ""


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop these runs."""

    run_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AddToRun:
    """Somebody added a fact to a run: while it goes on, after a gap, or to put right what an
    answered one went by."""

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
    """Answer the thread's last question again, with the facts as they are now. Its newest run is
    named; it may have asked about steps, or nothing at all."""

    run_id: str


@dataclass(frozen=True, slots=True)
class StoreReview:
    """Somebody judged a run, or one of its steps."""

    run_id: str
    verdict: Literal["right", "wrong"]


@dataclass(frozen=True, slots=True)
class Show:
    """Show the passages, the steps or the rest of a run to the person who pressed the button."""

    run_id: str
    what: Literal["passages", "steps", "more"]


@dataclass(frozen=True, slots=True)
class More:
    """Say the rest of this run's answer in the thread."""

    run_id: str


@dataclass(frozen=True, slots=True)
class Help:
    """Answer with a plain sentence instead of a run; which one is in ``bot.failures.sentences``."""

    topic: Literal["empty", "too_long", "nothing_to_stop", "nothing_to_steer"]


@dataclass(frozen=True, slots=True)
class Ignore:
    """Nothing for us."""

    reason: Reason
    """Kept with the event, so that its silence can be explained; never words of people."""


Decision = Ask | Again | More | Stop | AddToRun | Steer | Fork | StoreReview | Show | Help | Ignore


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingRules:
    """Who the bot is, and which messages without a mention it answers in its threads."""

    bot_user: str
    follow_ups: FollowUps
    silos: Sequence[NamedSilo] = ()
    """Those that people may ask to search, or to leave out."""


def decide(incoming: Incoming, thread: ThreadState, rules: RoutingRules) -> Decision:
    """What to do about the event."""
    if incoming.by_bot or incoming.user == rules.bot_user:
        return Ignore("a bot wrote it")
    match incoming.kind:
        case "message":
            return _on_message(incoming, thread, rules)
        case "edited":
            return _on_edit(incoming, thread, rules)
        case "deleted":
            return _stop_one(thread)
        case "reaction":
            asks = incoming.name in STOP_REACTIONS
            return _stop_one(thread) if asks else Ignore("not a stop sign")
        case "session_stopped":
            return Stop(thread.live) if thread.live else Ignore("nothing runs")
        case "action":
            return _on_button(incoming)
        case _:
            return Ignore("not for us")


def _on_message(incoming: Incoming, thread: ThreadState, rules: RoutingRules) -> Decision:
    addressed = incoming.direct or incoming.text.is_to(rules.bot_user)
    text = incoming.text.without(rules.bot_user)
    if _STOP.fullmatch(text):
        # What comes too late is not a question about stopping.
        late = Help("nothing_to_stop") if addressed else Ignore("nothing runs")
        return Stop(thread.live) if thread.live else late
    if not addressed:
        silence = _why_silent(incoming, text, thread, rules)
        if silence:
            return Ignore(silence)
    if thread.live and (steering := read_steering(text, incoming.user, rules.silos)):
        return Steer(thread.live[0], steering)
    forked = _forked(incoming, text, thread, rules) if thread.run_ids else None
    return forked or _on_words(incoming, text, thread, addressed)


def _forked(incoming: Incoming, text: str, thread: ThreadState, rules: RoutingRules) -> Fork | None:
    """A fork, if a message asks for one, and for nothing that is not understood."""
    found = _FROM_STEP.fullmatch(text)
    if found is None:
        return None
    wanted = found[2].strip(" ,:;.!").removeprefix("with ")
    steering = read_steering(wanted, incoming.user, rules.silos)
    if wanted and steering is None and not states_facts(wanted):
        return None
    fact = "" if steering else wanted
    return Fork(thread.run_ids[-1], int(found[1]), text, steering, fact)


def _on_words(incoming: Incoming, text: str, thread: ThreadState, addressed: bool) -> Decision:
    if not text and not incoming.files and incoming.files_known:
        return Help("empty")
    if len(text) > LONGEST_QUESTION:
        return Help("too_long")
    if _THANKS.fullmatch(text) and thread.run_ids:
        return Ignore("a courtesy")
    if thread.live and not incoming.files and _is_fact(text, addressed):
        return AddToRun(thread.live[0], without_mark(text))
    return _on_rest(incoming, text, thread) or Ask(text)


def _why_silent(
    incoming: Incoming, text: str, thread: ThreadState, rules: RoutingRules
) -> Reason | None:
    """Why a message without a mention is none of ours; None if it is."""
    if not thread.run_ids:
        return NOT_OURS
    if rules.follow_ups == "mention":
        return "no mention"
    if incoming.text.addressee is not None:
        return "addressed to somebody else"
    if thread.live and read_steering(text, incoming.user, rules.silos):
        return None
    others = thread.people - {incoming.user, rules.bot_user}
    if rules.follow_ups == "always" or not others:
        return None
    gives = gives_fact(text, thread.gap_missing) and states_facts(text)
    expected = asks_again(text) or asks_more(text) or (thread.gap_missing == "fact" and gives)
    if (expected and not thread.live) or corrects(text):
        return None
    named = re.match(r"(hey\s+|hi\s+|ok\s+)?@?curbside\b", text, re.I)
    if named or _ABOUT_OUR_STEPS.search(text):
        return None
    return "people talk to each other"


def _is_fact(text: str, addressed: bool) -> bool:
    return is_added(text) or (not addressed and is_statement(text))


def _on_rest(incoming: Incoming, text: str, thread: ThreadState) -> Decision | None:
    """What to do about a message to a thread in which nothing runs, if it is no question."""
    if thread.live or not thread.run_ids:
        return None
    if asks_again(text):
        return Again(thread.run_ids[-1])
    if asks_more(text):
        return More(thread.run_ids[-1])
    if thread.gap and incoming.files and is_statement(text):
        return AddToRun(thread.gap, text)
    if thread.gap and gives_fact(text, thread.gap_missing):
        return AddToRun(thread.gap, without_mark(text))
    if not incoming.files and (corrects(text) or (is_added(text) and states_facts(text))):
        return AddToRun(thread.run_ids[-1], without_mark(text))
    return None


def _on_edit(incoming: Incoming, thread: ThreadState, rules: RoutingRules) -> Decision:
    text = incoming.text.without(rules.bot_user)
    if incoming.text == incoming.former_text or thread.run_of_message not in thread.live:
        return Ignore("no change to a live question")
    if not text or len(text) > LONGEST_QUESTION:
        return Stop((thread.run_of_message,))
    return Ask(text, instead_of=thread.run_of_message)


def _stop_one(thread: ThreadState) -> Decision:
    if thread.run_of_message and thread.run_of_message in thread.live:
        return Stop((thread.run_of_message,))
    return Ignore("nothing to stop")


def _on_button(incoming: Incoming) -> Decision:
    match incoming.name:
        case "stop":
            return Stop((incoming.value,))
        case "right" | "wrong" as verdict:
            return StoreReview(incoming.value, verdict)
        case "passages" | "steps" | "more" as what:
            return Show(incoming.value, what)
        case _:
            return Ignore("a button without effect")
