"""Which drugs a sentence is on, and which it names together or only as had before. Pure."""

from __future__ import annotations

import re

from names.entities import EntityMention
from names.recognise import recognise_passage

LONGEST_GAP = 60
"""Characters between two drugs that may belong together. Chosen by hand: "in combination with"
and a class of drugs fit."""
_TOGETHER = re.compile(r"(?:\+|/|plus|with|together with|combined with|in combination with)", re.I)
_LISTED = re.compile(r"(?:/|\+|(?:,\s*)?(?:or|and|and/or|plus))(?:\s+either)?", re.I)
_EITHER = re.compile(r"(?:,\s*)?or", re.I)
_HAD = re.compile(
    r"\b(?:after|following|(?:progress(?:ed|es|ion)?|progressing|relapsed?|recurred|recurrence)"
    r"\s(?:on or after|on|under|during|with)|as (?:here|(?:in )?(?:her|his|this) (?:case|patient)"
    r"|s?he did)\s(?:on|under|during|after)|(?:pre-?treated|previously treated) with"
    r"|resist(?:ant|ance) to|refractory to"
    r"|(?:has|have|had|having)(?: already)? (?:had|received|taken|been given|been treated with))\s"
    r"(?:(?:a|an|the|prior|previous|earlier|at least one|on|or|either|treatment|therapy"
    r"|progression|failure|with|of)\s)*"
    r"(?:(?:an?\s)?[\w-]{2,20}(?:\s[\w-]{2,20}){0,3}\s(?:such as|for example)\s"
    r"|[\w-]{2,20}\s(?:plus|and|with|\+)\s)?$",
    re.I,
)
_WITH_OR_WITHOUT = re.compile(
    r"\bwith or without\s(?:(?:an?|the|prior|previous|earlier)\s)*$", re.I
)
_AT_SOME_TIME = re.compile(
    r"\s(?:(?:thereafter|afterwards|beforehand|previously|in between)\b|before(?=$|[,.;)]))", re.I
)
"""What makes of "with or without docetaxel" a treatment that was had or not, and none beside."""


def drugs_spoken_of(text: str) -> frozenset[str]:
    """The drugs that a sentence names otherwise than as what was had: in "olaparib after
    abiraterone" olaparib. All of them where it names none otherwise."""
    spoken = drugs_not_had(text)
    return spoken or frozenset(name for each in _drugs(text) for name in each.names)


def drugs_not_had(text: str) -> frozenset[str]:
    """The same, and none where all were had: "it is indicated after abiraterone" offers no drug
    by its name."""
    mentions = _drugs(text)
    had = _had_before(text, mentions)
    return frozenset(name for each in mentions if each not in had for name in each.names)


def regimens_named(text: str) -> tuple[frozenset[str], ...]:
    """The drugs that a sentence speaks of, those together that it joins: "olaparib plus
    abiraterone and niraparib" are two, and both are with abiraterone in "olaparib or niraparib
    with abiraterone"."""
    mentions = _drugs(text)
    had = _had_before(text, mentions)
    groups: list[set[str]] = []
    sharing: list[set[str]] = []  # those that get what is joined next
    has_partner = False
    last: EntityMention | None = None
    for each in (mention for mention in mentions if mention not in had):
        between = text[last.end : each.start].strip() if last is not None else ""
        if last is not None and _TOGETHER.fullmatch(between):
            for group in sharing:
                group.update(each.names)
            has_partner = True
        else:
            groups.append(set(each.names))
            is_either = last is not None and not has_partner and _EITHER.fullmatch(between)
            sharing = [*(sharing if is_either else []), groups[-1]]
            has_partner = False
        last = each
    return tuple(map(frozenset, groups))


def _drugs(text: str) -> list[EntityMention]:
    found = (each for each in recognise_passage(text).mentions if each.kind == "drug")
    return sorted(found, key=lambda each: each.start)


def _had_before(text: str, mentions: list[EntityMention]) -> list[EntityMention]:
    """The mentions that follow a word of what was had, and those listed behind one."""
    had: list[EntityMention] = []
    for each in mentions:
        start = max(0, each.start - 2 * LONGEST_GAP)
        listed = had and _LISTED.fullmatch(text[had[-1].end : each.start].strip())
        before = text[start : each.start]
        either = _WITH_OR_WITHOUT.search(before) and _AT_SOME_TIME.match(text, each.end)
        if listed or either or _HAD.search(before):
            had.append(each)
    return had
