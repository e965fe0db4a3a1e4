"""What a message asks of us: a question, a stop, a fact, another way to go on, or nothing."""

from __future__ import annotations

import re
from dataclasses import replace

from agents.replies.addressee import asks_to_compute, to_whom
from agents.replies.fact_replies import (
    adds_fact,
    asks_again,
    asks_more,
    corrects,
    gives_fact,
    is_added,
    is_statement,
    states_facts,
    without_mark,
)
from agents.replies.files import asks_for_files, read_switch
from agents.replies.following import follow_and_ask
from agents.replies.on_answer import asked_of_answer
from agents.replies.requests.loose_requests import request_loosely, speaks_of_answer
from agents.replies.requests.request_words import RequestKind
from agents.replies.requests.silos_by_yes_and_no import read_steering_of_run
from agents.replies.why_not import asked_why_not
from agents.reports.file_values import asked_of_file
from bot.asking.limits import LONGEST_QUESTION
from bot.db.inbox import NOT_OURS
from bot.incoming.on_answer.decisions import TellOfAnswer, WhyNot
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing.blind_reading import AskSecondReader, second_readers_asked
from bot.incoming.routing.cases import FollowCase, names_case, on_case_message
from bot.incoming.routing.decisions import (
    AddToRun,
    Again,
    Ask,
    AskChanged,
    Decision,
    Fork,
    Help,
    Ignore,
    ListFiles,
    More,
    Offer,
    OfferSettings,
    RoutingRules,
    Steer,
    Stop,
    SwitchFiles,
    ThreadState,
)

_STOP = re.compile(
    r"(please\s+)?(stop|halt|cancel|abort)(\s+(it|this|that|now|please))*[.!]*", re.I
)
_SETTINGS = re.compile(r"((channel|the|your|my|open|show) )*settings[.!?]?", re.I)
_THANKS = re.compile(
    r"(many\s+|ok(ay)?[,\s]+)?"
    r"(thanks?|thank\s+you|thx|ta|cheers|great|perfect|ok(ay)?|got\s+it|noted|nice|super)"
    r"(\s+(a\s+lot|so\s+much|very\s+much|you|all|everyone|curbside))*[\s.!👍🙏]*",
    re.I,
)
_THANKED = re.compile(r"\b(?:thank\w*|thx|ta|cheers)\b", re.I)
_FROM_STEP = re.compile(
    r"(?:please )?(?:again|anew|redo|rerun|re-run|repeat)(?: it| this)? from step (\d{1,2})"
    r"(?!\d)(.*)",
    re.I | re.S,
)


def on_message(incoming: Incoming, thread: ThreadState, rules: RoutingRules) -> Decision:
    """What to do about a new message."""
    addressed = incoming.direct or incoming.text.is_to(rules.bot_user)
    text = incoming.text.without(rules.bot_user)
    is_to_us = addressed or _is_alone(incoming, thread, rules)
    if _STOP.fullmatch(text) or (is_to_us and _wants(text, "stop")):
        # What comes too late is not a question about stopping.
        late = Help("nothing_to_stop") if addressed else Ignore("nothing runs")
        return Stop(thread.live) if thread.live else late
    if addressed and _SETTINGS.fullmatch(text):
        return OfferSettings()
    if not addressed:
        other = _unless_to_us(incoming, text, thread, rules)
        if other is not None:
            return other
    if thread.live and (steering := read_steering_of_run(text, incoming.user, rules.silos)):
        return Steer(thread.live[0], steering)
    if files := _on_files(incoming, text):
        return files
    if case := on_case_message(incoming, text):
        return _on_case(case, thread)
    readers = second_readers_asked(incoming, text, rules.bot_user)
    if readers is not None:
        return AskSecondReader(thread.newest, readers)
    forked = _fork_asked_for(incoming, text, thread, rules) if thread.newest else None
    return forked or _on_words_and_case(incoming, text, thread, addressed)


def _on_case(case: FollowCase, thread: ThreadState) -> FollowCase | Help:
    if thread.run_ids:
        return case
    return replace(case, thread=thread.case_above) if thread.case_above else Help("no_case")


def _on_words_and_case(
    incoming: Incoming, text: str, thread: ThreadState, addressed: bool
) -> Decision:
    """What to do about a message that may ask to follow its case beside what it asks."""
    both = follow_and_ask(text)
    if both is not None:
        asked = _on_words(incoming, both.question, thread, addressed)
        if isinstance(asked, Ask):
            return replace(asked, is_followed=both.is_on)
    return _on_words(incoming, text, thread, addressed)


def _on_files(incoming: Incoming, text: str) -> ListFiles | SwitchFiles | None:
    """What a message asks of the files of its thread; None if it asks for anything else."""
    if incoming.files:
        return None
    if switch := read_switch(text):
        return SwitchFiles(is_used=switch.is_used, words=switch)
    return ListFiles() if asks_for_files(text) else None


def _fork_asked_for(
    incoming: Incoming, text: str, thread: ThreadState, rules: RoutingRules
) -> Fork | None:
    """A fork, if a message asks for one, and for nothing that is not understood."""
    found = _FROM_STEP.fullmatch(text)
    if found is None:
        return None
    wanted = found[2].strip(" ,:;.!").removeprefix("with ")
    steering = read_steering_of_run(wanted, incoming.user, rules.silos)
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
        return _courtesy(text, is_to_us=True)
    if thread.live and not incoming.files and _is_fact(text, addressed):
        return AddToRun(thread.live[0], without_mark(text))
    return _on_rest(incoming, text, thread) or Ask(text)


def _unless_to_us(
    incoming: Incoming, text: str, thread: ThreadState, rules: RoutingRules
) -> Ignore | Offer | None:
    """What becomes of a message without a mention that is none of ours; None if it is ours."""
    if not thread.run_ids:
        return Ignore(NOT_OURS)
    follow_ups = thread.follow_ups or rules.follow_ups
    if follow_ups == "mention":
        return Ignore("no mention")
    if incoming.text.addressee is not None:
        return Ignore("addressed to somebody else")
    if follow_ups == "always" or _is_expected(incoming, text, thread, rules):
        return None
    if any(mention.kind in ("user", "group") for mention in incoming.text.mentions):
        return Ignore("addressed to somebody else")
    return _by_words(incoming, text, thread, rules)


def _is_expected(incoming: Incoming, text: str, thread: ThreadState, rules: RoutingRules) -> bool:
    """Whether the thread waits for such a message, or only we understand it."""
    if read_steering_of_run(text, incoming.user, rules.silos):
        return True
    if thread.newest and _FROM_STEP.fullmatch(text):
        return True
    switch = read_switch(text)
    if (switch and switch.is_plain) or asks_for_files(text) or names_case(incoming, text):
        return True
    if corrects(text):
        return True
    gives = thread.gap_missing == "fact" and gives_fact(text, "fact") and states_facts(text)
    return not thread.live and (asks_again(text) or asks_more(text) or gives)


def _by_words(
    incoming: Incoming, text: str, thread: ThreadState, rules: RoutingRules
) -> Ignore | Offer | None:
    is_alone = _is_alone(incoming, thread, rules)
    if is_alone and (_is_on_answer(text) or _goes_to_run(incoming, text, thread)):
        return None
    if thread.has_table and asks_to_compute(text):
        return None
    match to_whom(text):
        case "us":
            return None
        case "somebody":
            return Ignore("addressed to somebody else")
        case "question":
            return None if is_alone else Offer()
        case "unsure":
            return Offer() if is_alone or "?" in text else Ignore("people talk to each other")
        case "people":
            is_courtesy = _THANKS.fullmatch(text)
            return (
                _courtesy(text, is_to_us=is_alone)
                if is_courtesy
                else Ignore("people talk to each other")
            )


def _is_alone(incoming: Incoming, thread: ThreadState, rules: RoutingRules) -> bool:
    """Whether nobody but its writer talks with us in our thread."""
    return bool(thread.run_ids) and not thread.people - {incoming.user, rules.bot_user}


def _is_on_answer(text: str) -> bool:
    """Whether a message of the only person in the thread is on the last answer. What is said to a
    colleague by name is not."""
    if to_whom(text) == "somebody":
        return False
    return bool(asked_of_answer(text) or request_loosely(text) or speaks_of_answer(text))


def _wants(text: str, *kinds: RequestKind) -> bool:
    request = request_loosely(text)
    return request is not None and request.kind in kinds


def _courtesy(text: str, *, is_to_us: bool) -> Ignore:
    return Ignore("a courtesy", is_thanked=is_to_us and bool(_THANKED.search(text)))


def _goes_to_run(incoming: Incoming, text: str, thread: ThreadState) -> bool:
    """Whether the only person in the thread gives a run something, a file, or a fact that it uses
    or lacks, or asks what a file says."""
    if incoming.files or asked_of_file(text):
        return True
    if thread.gap and not thread.live and gives_fact(text, thread.gap_missing):
        return True
    is_talk = to_whom(without_mark(text)) in ("people", "somebody")
    return bool(thread.live or is_added(text)) and adds_fact(text) and not is_talk


def _is_fact(text: str, addressed: bool) -> bool:
    """Whether a message to a run that goes on adds a fact. How it should go on is none."""
    return (is_added(text) or not addressed) and adds_fact(text)


def _on_rest(incoming: Incoming, text: str, thread: ThreadState) -> Decision | None:
    """What to do about a message to a thread in which nothing runs, if it is no question."""
    if thread.changed and asks_again(text):
        return AskChanged(thread.changed)
    if thread.run_before and not incoming.files:
        return _on_run(text, thread.run_before)
    if thread.live or not thread.newest:
        return None
    if asks_again(text) or _wants(text, "once more"):
        return Again(thread.newest)
    if asks_more(text) or _wants(text, "more"):
        return More(thread.newest)
    if thread.gap and incoming.files and is_statement(text):
        return AddToRun(thread.gap, text)
    if thread.gap and gives_fact(text, thread.gap_missing):
        return AddToRun(thread.gap, without_mark(text))
    if not incoming.files and (corrects(text) or (is_added(text) and adds_fact(text))):
        return AddToRun(thread.newest, without_mark(text))
    return None if incoming.files else _on_answer(text, thread.newest)


def _on_run(text: str, run_id: str) -> More | WhyNot | TellOfAnswer | None:
    """What to do about a direct message of its own thread that is on the answer above it."""
    return More(run_id) if asks_more(text) or _wants(text, "more") else _on_answer(text, run_id)


def _on_answer(text: str, run_id: str) -> WhyNot | TellOfAnswer | None:
    """What to do about a message on the last answer itself; None for a question of its own."""
    if drugs := asked_why_not(text):
        return WhyNot(run_id, text, drugs)
    asked = asked_of_answer(text)
    return TellOfAnswer(run_id, text, asked) if asked else None
