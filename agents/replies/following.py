"""Messages that ask to follow a case: to be told in the morning what has changed. Pure.

People ask each other to watch or to monitor a patient: a message that names no case, thread, board
or morning is never one of these, and neither is one that names a patient."""

from __future__ import annotations

import re
from dataclasses import dataclass

_LONGEST = 160
"""Characters of such a message. Chosen by hand: a question is longer, or asks something else."""
_CASE = r"(?:this|the|our|her|his|their) (?:case|thread)"
_FOR_CASE = rf"(?: (?:here|(?:for|in|on|to|of) {_CASE}))"
_SINCE = r"(?: since (?:the |our )?(?:last|previous) (?:board|tumou?r board|meeting|time))"
_ALL_CHANGES = r"(?:(?:about |of |on )?(?:any |the )?changes)"
_ALL_NEW = r"(?:(?:of |about )?what(?: has|['’]?s)? ?(?:is |been )?(?:changed|new|different))"
_CHANGES = rf"(?:{_ALL_CHANGES}|{_ALL_NEW})"
_WHEN = (
    r"(?: (?:(?:every|each|in the|on the|tomorrow) (?:morning|day|weekday)s?|daily"
    r"|before (?:the|our|each|every)(?: next)? (?:board|meeting)))"
)
_MESSAGES = rf"morning (?:messages?|updates?){_FOR_CASE}?"
_FOLLOW = r"(?:follow|watch|monitor|track|keep(?: an)? eyes? on|keep track of)"
_TELL = r"(?:(?:tell|remind|inform|notify|message|update|let) (?:us|me)(?: know)?)"
_COURTESY = r"(?:please |pls |now |ok,? |and |can you |could you ){0,4}"
_END = r"(?:,? please)?[.!?]{0,3}"
_NAMED = re.compile(r"(?i)\b(?:case|thread|board|(?:every|each) morning|morning messages?)\b")
_ON = re.compile(
    rf"(?i){_COURTESY}(?:{_FOLLOW} {_CASE}(?: for changes)?{_WHEN}{{0,2}}|keep {_CASE} open"
    # What has changed may be asked of anything: since when, when or for what must be said.
    rf"|{_TELL}{_WHEN} {_CHANGES}{_FOR_CASE}?{_SINCE}?{_WHEN}?"
    rf"|(?:{_TELL} )?{_CHANGES}(?:{_FOR_CASE}{_SINCE}?|{_SINCE}{_FOR_CASE}?){_WHEN}{{0,2}}"
    rf"|{_TELL} {_CHANGES}{_WHEN}{{1,2}}"
    rf"|(?:turn on |switch on |start )?(?:the )?{_MESSAGES}(?: on)?){_END}"
)
_OFF = re.compile(
    rf"(?i){_COURTESY}(?:(?:unfollow|close) {_CASE}"
    rf"|(?:stop|no longer|do not|don['’]?t|quit) (?:follow|watch|monitor|track)(?:ing)? {_CASE}"
    rf"(?: any ?more| any longer)?"
    rf"|(?:stop|no more|turn off|switch off|end) (?:the |your |these )?{_MESSAGES}){_END}"
)


def asks_to_follow(text: str) -> bool | None:
    """Whether a message asks to follow its case, or to do so no longer; None if it asks for
    anything else."""
    words = " ".join(text.split())
    if len(words) > _LONGEST or not _NAMED.search(words):
        return None
    if _OFF.fullmatch(words):
        return False
    return True if _ON.fullmatch(words) else None


@dataclass(frozen=True, slots=True)
class FollowedQuestion:
    """A question, and what the same message asks of its case."""

    is_on: bool
    question: str


_JOINT = re.compile(r"[.;!?,\n][ \n]?(?:(?:and|also|then|please) ){0,2}|(?<! ) (?:and|then) ", re.I)
"""Where such a message may be cut in two."""


def follow_and_ask(text: str) -> FollowedQuestion | None:
    """What a message asks that asks to follow its case, or to do so no longer, and something else
    before or behind that; None for any other message."""
    words = text.strip()
    for cut in reversed(list(_JOINT.finditer(words, 0, _LONGEST))):
        is_on = asks_to_follow(words[: cut.start()])
        if is_on is not None and (rest := _other_half(words[cut.end() :])):
            return FollowedQuestion(is_on, rest)
    for cut in _JOINT.finditer(words, max(0, len(words) - _LONGEST)):
        is_on = asks_to_follow(words[cut.end() :])
        # A question mark belongs to the question before it.
        if is_on is not None and (rest := _other_half(words[: cut.start() + 1])):
            return FollowedQuestion(is_on, rest.removesuffix(","))
    return None


def _other_half(words: str) -> str:
    """The rest of such a message, if it may be a question."""
    rest = words.strip()
    is_asked = len(rest.split()) > 1 and asks_to_follow(rest) is None
    return rest if is_asked else ""
