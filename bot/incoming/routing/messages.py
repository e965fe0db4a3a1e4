"""What a message asks of us: a question, a stop, a fact, another way to go on, or nothing."""

from __future__ import annotations

import re

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
from agents.steering import read_steering
from bot.db.inbox import NOT_OURS
from bot.failures.errors import LONGEST_QUESTION
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing.decisions import (
    AddToRun,
    Again,
    Ask,
    AskChanged,
    Decision,
    Fork,
    Help,
    Ignore,
    More,
    Reason,
    RoutingRules,
    Steer,
    Stop,
    ThreadState,
)

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


def on_message(incoming: Incoming, thread: ThreadState, rules: RoutingRules) -> Decision:
    """What to do about a new message."""
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
    forked = _forked(incoming, text, thread, rules) if thread.newest else None
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
    return Fork(thread.newest, int(found[1]), text, steering, fact)


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
    if thread.changed and asks_again(text):
        return AskChanged(thread.changed)
    if thread.live or not thread.newest:
        return None
    if asks_again(text):
        return Again(thread.newest)
    if asks_more(text):
        return More(thread.newest)
    if thread.gap and incoming.files and is_statement(text):
        return AddToRun(thread.gap, text)
    if thread.gap and gives_fact(text, thread.gap_missing):
        return AddToRun(thread.gap, without_mark(text))
    if not incoming.files and (corrects(text) or (is_added(text) and states_facts(text))):
        return AddToRun(thread.newest, without_mark(text))
    return None
