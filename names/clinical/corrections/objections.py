"""What a message says wrong first and then puts right, told as it was meant: "allergic to
carboplatin – actually paclitaxel" becomes "allergic to paclitaxel", "ECOG 3, correction 2" becomes
"ECOG 2", "66M never smoker? no, 40 py" is no denial."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from names.clinical.corrections.objection_words import IT_IS, MARK, NO, PAUSE, RIGHT
from names.clinical.corrections.other_values import other_values
from names.clinical.corrections.proposals_asked import asks_what_to_do
from names.clinical.expansion import Change
from names.clinical.treatment.agents import find_agents
from names.recognise import recognise

_TO = r"(?:(?:to|on|with|of|after|the|a|an)\s){0,2}"
_OBJECTION = re.compile(
    rf"(?i){MARK}(?:(?:{RIGHT}){PAUSE}(?:(?:{RIGHT}|{NO}){PAUSE}){{0,2}}"
    rf"|(?P<plain>{NO})(?:[,:;–—-]|\s[–—-])\s?(?:{RIGHT}{PAUSE}){{0,2}}){IT_IS}{_TO}"
)
"""Between what was said and what is meant in its place."""
_ANSWERS = re.compile(rf"(?i)\s?,\s{NO}\s?[–—-]\s?")
"""A "no" with a dash behind it denies nothing of what follows: "KRAS wt, no – BRAF V600E"."""
_NO_WAIT = re.compile(rf"(?i)\b(?:{NO}|oops|ah)[\s,]{{1,3}}{RIGHT}\b")
"""A "no" of which the next word says that it objects: "no, sorry". Alone it may answer."""
_ROOT = re.compile(r"(?i)[a-z][a-z0-9]{1,9}\b")
_ITS_STATE = r"(?:[+-][\w+/-]{0,10}|(?:\s[\w.%+/]{1,9}){1,2})"
_FAR = 40
"""Characters before an objection in which the same measure stands: its name, with two words."""
_LEADING = re.compile(
    r"(?i)\W{0,3}(?P<no>(?:no|nope)\s)(?=(?:sorry|wait|actually|apologies|oops|my (?:mistake|bad)"
    r"|correction|rather|(?:it|that|this|s?he)['’]s|(?:it|that|this|s?he|they)\s(?:is|was|has|had|are))\b)"
)
"""A "no" without a comma that begins a message and objects to what was said: it denies nothing."""
_SPOKEN = re.compile(r"(?i)\b(?:no|nope|nah|sorry|oops|wait|mean|meant|scratch|rather|make)\b")
"""An objection of who speaks; a report corrects itself in other words."""
_AGAIN = re.compile(rf"(?i)\s?(?:[:=–—-]|\bis|\bwas)\s?(?:{NO}|yes|done|given)\b|\s?\?")
"""Behind an item of a list of answers ("bev – no, cetuximab – no"), and what is asked."""
_BESIDE = re.compile(
    r"(?i)\s(?:(?:was\s|is\s)?(?:not|never)|too|also|as well|before|earlier|first|then|next"
    r"|later)\b"
)
"""Behind what comes beside what was said, not in its place."""
_REGIMEN = re.compile(r"(?i)\s?(?:[+/&,]|\band\b|\bplus\b|\bwith\b|-)\s?")
_HAD = re.compile(
    r"(?i)\b(?:PD|POD|progress\w*|fail\w*|relaps\w*|recur\w*|refractory|resistan\w*|intoleran\w*"
    r"|allerg\w*|react\w*|anaphyla\w*|hypersensitiv\w*|after|post|s/p|following|stopped|had"
    r"|received"
    r"|takes|taking|on)\s(?:(?:to|on|of|under|with|after|the|her|his|an?|first|second|1st|2nd"
    r"|[12]L)\s){0,3}$"
)
"""Before a treatment of which a message tells how it went, even if it asks itself."""


_NOT = re.compile(
    r"(?i)\b(?:not|no|never|without|instead of|rather than)"
    r"\s(?:(?:on|to|had|got|received|given|took|been|an?)\s){0,2}$"
)


@dataclass(frozen=True, slots=True)
class _Named:
    start: int
    end: int
    kind: str


def objections(text: str) -> Iterator[Change]:
    """The words that a message takes back, with the objection to them, each to be left out."""
    matches = list(_OBJECTION.finditer(text))
    named = _names_in(text) if matches else []
    for match in matches:
        if found := list(_replacements(text, match, named)):
            yield from found
        elif _ANSWERS.fullmatch(match.group()) and any(e.start == match.end() for e in named):
            yield (*match.span(), ". ")
        elif _tells_same_again(text, match):
            yield (*match.span(), ": no. ")
        elif objects_at(text, match.start()):
            yield (*match.span(), ", ")
    if leads := _LEADING.match(text):
        yield (*leads.span("no"), "")
    yield from other_values(text)
    yield from _denials_denied(text)


def objects_at(text: str, start: int) -> bool:
    """Whether the words that begin here object to what was just said, and answer no question."""
    match = _OBJECTION.match(text, start)
    return bool(match and "?" not in match["mark"] and _NO_WAIT.search(match.group()))


def _tells_same_again(text: str, objects: re.Match[str]) -> bool:
    """Whether the same measure stands on both sides: "CPS 5, no, CPS 50"."""
    again = _ROOT.match(text, objects.end())
    before = text[max(0, objects.start() - _FAR) : objects.start()]
    return (
        again is not None
        and "?" not in objects["mark"]
        and re.search(rf"(?i)\b{again.group()}{_ITS_STATE}$", before) is not None
    )


def _names_in(text: str) -> list[_Named]:
    agents = [_Named(each.start, each.end, "treatment") for each in find_agents(text)]
    others = [
        _Named(each.start, each.end, "treatment" if each.kind == "drug" else each.kind)
        for each in recognise(text).of("variant", "tumour", "status", "gene", "drug")
    ]
    return sorted({*agents, *others}, key=lambda each: (each.start, -each.end, each.kind))


def _replacements(text: str, match: re.Match[str], named: Sequence[_Named]) -> Iterator[Change]:
    """What the objection takes back: the finding, or the whole regimen, that stands before it."""
    new = [each for each in named if each.start == match.end()]
    for kind in dict.fromkeys(each.kind for each in new):
        if kind == "gene" and match["plain"]:
            continue  # an item of a list: "ALK, no, ROS1 yes"
        before = [each for each in named if each.kind == kind and each.end <= match.start()]
        if not before or not _is_beside(text, before[-1].end, match.start()):
            continue
        first = _first_of(text, before)
        last = max(each.end for each in new)
        spoken = _SPOKEN.search(match.group())
        if kind == "variant" and match["mark"] == "(" and not spoken:
            continue  # told as absent, as a report that corrects itself
        if _AGAIN.match(text, last) or _BESIDE.match(text, last):
            return
        if _was_stated(text, match, first.start):
            yield first.start, match.end(), ""
            return


_ADDED = re.compile(
    r"(?i)(?:[+-]|\s?(?:positive|pos|negative|neg|fusion|mut\w{0,4}|amp\w{0,9}|rearr\w{0,8}))?"
    r"\s?(?:\((?!no\b)[^()\n]{0,20}\)|first|1L|2L|initially)?\s?"
)


def _is_beside(text: str, start: int, end: int) -> bool:
    return _ADDED.fullmatch(text, start, end) is not None


def _first_of(text: str, named: Sequence[_Named]) -> _Named:
    """The first treatment of the regimen that ends with the last of these."""
    place = len(named) - 1
    while (
        place
        and named[place].kind == "treatment"
        and _REGIMEN.fullmatch(text, named[place - 1].end, named[place].start)
        and "," not in text[named[place - 1].end : named[place].start]
    ):
        place -= 1
    return named[place]


def _was_stated(text: str, match: re.Match[str], start: int) -> bool:
    """Whether what stands before an objection was told. A plain "no" behind a question answers it,
    unless that asks how a treatment went that was had."""
    if _NOT.search(text, max(0, start - 20), start):
        return False
    if "?" not in match["mark"]:
        return True
    return bool(_HAD.search(text, max(0, start - 40), start)) and not asks_what_to_do(
        text, match.start()
    )


_OF_DENIAL = re.compile(
    r"(?i)\b(?:(?P<never>never\s)|(?:non-?|not an?\s|no\s))[a-z][\w-]{2,20}(?:\s[\w-]{2,14})?"
    rf"(?P<answer>\s?\?{{1,3}}\s{{0,2}}{NO}(?:[,:;]|\s?[–—-])\s)(?=\S)"
)


def _denials_denied(text: str) -> Iterator[Change]:
    """A denial that is asked about and answered with no and more: nothing is denied, and behind
    "never" it was."""
    for match in _OF_DENIAL.finditer(text):
        if match["never"]:
            yield (*match.span("never"), "")
            yield (*match.span("answer"), ", ")
        else:
            yield (*match.span(), "")
