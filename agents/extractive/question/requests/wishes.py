"""What people wish of the last answer in a few words: once more from other sources, shorter, as a
table, which sources, how sure, how new. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from agents.cores import ToolCard
from agents.replies.on_answer import asked_of_answer
from agents.replies.requests.loose_requests import request_loosely
from agents.replies.requests.request_words import RequestKind
from agents.replies.steering import silos_named
from retrieval.declaration.cards import read_cards

WishKind = Literal[
    "again", "shorter", "style", "citation", "sources", "sure", "why", "told", "facts"
]
SilosWished = Literal["", "only", "without", "also"]
LONGEST = 90
"""Characters of a wish. Chosen by hand: one line; what is longer asks something else as well."""
_BEGIN = r"\W{0,3}(?:(?:please|pls|and|now|ok|okay|can you|could you|just|so|but)[\s,]{1,2}){0,3}"
_END = r"(?:[\s,]{1,2}(?:please|pls|now|instead|thanks)){0,2}\W{0,3}"
_IT = r"(?:it|that|this|them|the answer|your answer|the last answer)"
_REDO = (
    r"(?:(?:(?:re-?run|redo|re-?do|repeat|answer|ask|search|do|try|run|look)(?:\s(?:it|this|that))?"
    r"(?:\s(?:again|anew))?|again|anew)[\s,]{1,2})?"
)
_NAME = r"(?P<name>[^\s][^?!.;:]{0,40}?)"
_AND_AGAIN = (
    r"(?:\s(?:and|then)\s(?:then\s)?(?:(?:try|search|answer|ask|run|redo|do)(?:\s(?:it|this|that))?"
    r"\s)?again)?"
)
_SILOS_WISHED: tuple[tuple[SilosWished, str], ...] = (
    ("only", rf"(?:with|from|in|using|use|try|ask)\s{_NAME}\sinstead"),
    ("only", rf"(?:only|just)\s(?:(?:with|from|in|using|use)\s)?{_NAME}"),
    ("only", rf"(?:with|using|use|from|in)\s(?:only|just)\s{_NAME}"),
    ("only", rf"(?:with\s)?{_NAME}\s(?:only|alone)"),
    (
        "without",
        rf"(?:without|skip|exclude|excluding|leave out|ignore|drop)\s{_NAME}{_AND_AGAIN}",
    ),
    ("also", rf"(?:with|also|include|including|plus|add|using)\s{_NAME}{_AND_AGAIN}"),
    ("also", rf"(?:in|at|try|check|search|search in|look in|look at|ask)\s{_NAME}(?:\sagain)?"),
    ("also", rf"{_NAME}\s(?:too|as well|also)"),
)
_AGAIN: tuple[tuple[SilosWished, re.Pattern[str]], ...] = tuple(
    (how, re.compile(rf"(?i){_BEGIN}{_REDO}{words}{_END}")) for how, words in _SILOS_WISHED
)
_BETWEEN = re.compile(r"(?i),\s?|\s(?:and|or)\s|\s?\+\s?")
_SAID_AGAIN = re.compile(
    rf"(?i){_BEGIN}(?:(?:say|repeat|tell me)\s{_IT}(?:\sagain)?|come again"
    rf"|what do you mean(?:\s(?:by|with)\s(?:that|this|it))?){_END}"
)
_LANGUAGE = r"(?:english|german|french|spanish|italian|dutch|turkish|arabic|portuguese|polish)"
_STYLE = re.compile(
    rf"(?i){_BEGIN}(?:(?:(?:put|show|give|make|format|write|present)(?: me)?(?: {_IT})? )?"
    r"(?:as|in|into|in the form of) (?:an? )?(?:tables?|lists?|bullets?|bullet points?)"
    rf"|translat\w{{1,3}}\b[^?!.]{{0,40}}|(?:(?:say|write|put) {_IT} )?in(?:to)? {_LANGUAGE}"
    rf"|(?:(?:say|put|explain) {_IT} )?in (?:plain|simple|lay\w*|everyday|easier) (?:words|terms"
    r"|language)|simpler|(?:rephrase|reword|simplify|explain)"
    rf"(?: {_IT})?(?: (?:simply|more simply|to me))?|more simply){_END}"
)
_SOURCES = re.compile(
    rf"(?i){_BEGIN}(?:(?:which|what) (?:other )?(?:sources?|silos?|guidelines?|databases?|labels?)"
    r" (?:did|have|do|were) (?:you )?(?:not |n['’]t )?(?:use|used|search|searched|look|looked|ask"
    r"|asked|check|checked|consult|consulted)\b[^?!.]{0,30}"
    r"|what (?:did|have)(?:n['’]t)? you (?:not )?(?:look(?:ed)? at|search(?:ed)?|use[d]?"
    r"|check(?:ed)?|ask(?:ed)?)"
    r"|why (?:did|have)(?:n['’]t)? you (?:not )?(?:search|use|look|ask|check|skip|ignore|leave"
    r"|consult)\w{0,3}\b[^?!.]{0,50}"
    rf"|where (?:does|did|do you have) {_IT} (?:come )?from){_END}"
)
_SURE = re.compile(
    rf"(?i){_BEGIN}(?:how (?:sure|certain|confident|reliable|safe|good)"
    rf" (?:are you|is {_IT})\b[^?!.]{{0,40}}"
    r"|are you (?:really |quite |absolutely )?(?:sure|certain|confident|positive)\b[^?!.]{0,40}"
    rf"|can (?:i|we) (?:trust|rely on) {_IT}|really){_END}"
)
_ANSWER_IT = r"(?: (?:answer|tell|say|know|find)(?: (?:me|us|it|that|this|anything|an answer))?)?"
_WHY = re.compile(
    rf"(?i){_BEGIN}(?:why(?: not| is that| was that| that| no answer| nothing|"
    rf" (?:is|was) there (?:no|not an) answer|(?: can| could| do| did)(?:n?['’]?t| not)? you"
    rf"(?: not)?{_ANSWER_IT})?"
    r"|what(?:['’]s| is| was)? (?:exactly )?missing"
    r"|what (?:exactly )?(?:do|would) you (?:need|lack|miss)(?: (?:from me|for (?:it|that|this)))?"
    r"|who (?:could|can|would|might|should) (?:supply|add|answer|tell|provide|know)"
    rf"(?: (?:it|that|this|me|us)){{0,2}}){_END}"
)
_WISHED: Mapping[RequestKind, WishKind] = {
    "again": "again",
    "shorter": "shorter",
    "table": "style",
    "style": "style",
    "sources": "sources",
    "sure": "sure",
    "facts": "facts",
}
"""What is wished by requests that are read by all of their words."""
_PLAIN: tuple[tuple[WishKind, re.Pattern[str]], ...] = (
    ("again", _SAID_AGAIN),
    ("style", _STYLE),
    ("sources", _SOURCES),
    ("sure", _SURE),
    ("why", _WHY),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is wished of the last answer."""

    kind: WishKind
    how: SilosWished = ""
    """Whether the named silos alone may answer, may not, or are to be asked as well."""
    names: tuple[str, ...] = ()
    """Silos as people name them."""
    also: tuple[str, ...] = ()
    """Those that are to be asked as well, where others may not."""
    citation: int = 0
    """The number of the citation that somebody finds fault with."""

    @property
    def asks_anew(self) -> bool:
        """Whether the question before is to be answered once more."""
        return self.kind in ("again", "shorter")


def wish_of(text: str) -> Wish | None:
    """What a message wishes of the answer before it; None for any other. "Without liver
    metastases" names no silo and is no wish."""
    return _wish_of(text.strip()) if len(text) <= LONGEST else None


@lru_cache(maxsize=500)
def _wish_of(text: str) -> Wish | None:
    request = request_loosely(text)
    if request and request.kind == "faulty":
        return Wish(kind="citation", citation=request.cited)
    for kind, pattern in _PLAIN:
        if pattern.fullmatch(text):
            return Wish(kind=kind)
    if request and (wished := _WISHED.get(request.kind)):
        names, also = (_as_written(each, text) for each in (request.silos, request.also))
        return Wish(kind=wished, how=request.how, names=names, also=also)
    if asked_of_answer(text):
        return Wish(kind="told")
    for how, pattern in _AGAIN:
        found = pattern.fullmatch(text)
        names = _names_in(found["name"]) if found else ()
        if names and all(silos_named(name, read_cards()) for name in names):
            return Wish(kind="again", how=how, names=names)
    return None


def _as_written(names: Sequence[str], text: str) -> tuple[str, ...]:
    """The names as they stand in the text, with capitals and without an article."""
    plain = " ".join(text.split())
    bare = (name.removeprefix("the ") for name in names)
    found = (re.search(re.escape(name), plain, re.I) for name in bare)
    return tuple(each[0] for each in found if each)


def _names_in(written: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in _BETWEEN.split(written) if name.strip())


def tools_wished(cards: Sequence[ToolCard], wish: Wish | None) -> Sequence[ToolCard]:
    """The tools that may be used for a wish: those of the silos that are left."""
    if wish is None or wish.how in ("", "also"):
        return cards
    named = tools_named(cards, wish.names)
    only = wish.how == "only"
    return [each for each in cards if not each.silo or (each.name in named) is only]


def tools_named(cards: Sequence[ToolCard], names: Sequence[str]) -> frozenset[str]:
    """The tools that search the silos of these names."""
    silos = [each for each in cards if each.silo]
    return frozenset(tool for name in names for tool in silos_named(name, silos))
