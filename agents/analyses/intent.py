"""What a message asks to have computed."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from agents.analyses.contract import Asked

_KINDS: tuple[tuple[Asked, re.Pattern[str]], ...] = (
    ("waterfall", re.compile(r"(?i)\bwaterfall\b")),
    ("swimmer", re.compile(r"(?i)\bswimmers?\b")),
    ("forest", re.compile(r"(?i)\bforest(?: plot)?\b")),
    ("hazards", re.compile(r"(?i)\bcox\b|\bhazard ratios?\b|\bHRs?\b|\bproportional hazards?\b")),
    (
        "survival",
        re.compile(
            r"(?i)\bKM\b|kaplan|\bsurvival\b|log-?rank|\bmedian (?:OS|PFS|DFS|EFS|RFS|TTP|time)\b"
            r"|\btime to\b|\bat risk\b"
        ),
    ),
    ("response", re.compile(r"(?i)\b[OD][RC]R\b|\bresponse rates?\b|\bresponders?\b")),
    ("adverse events", re.compile(r"(?i)\badverse events?\b|\bAEs?\b|\btoxicit(?:y|ies)\b")),
    ("two by two", re.compile(r"(?i)\bfisher\b|\b2 ?[x×] ?2\b|\bodds ratio\b|\bassociation\b")),
    ("summary", re.compile(r"(?i)\b(?:mean|average|median|summary|quartiles?|range) (?:of )?")),
    ("counts", re.compile(r"(?i)\bcounts?\b|\bnumber of\b|\bhow many\b|\bdistribution\b|\bn of\b")),
)
_BY = re.compile(
    r"(?i)\b(?:by|per|across|between|according to|for each|in each)\s+(?P<what>[\w .-]+)"
)
_ENDPOINT = re.compile(r"\b(OS|PFS|DFS|EFS|RFS|TTP|DOR|TTDE)\b")
_EVENT = re.compile(
    r"(?i)\bevents? (?:is|are|=) ?(?P<column>[\w.]+) ?(?:=|is|:) ?(?P<value>[\w.]+)"
)
_OF = re.compile(
    r"(?i)\b(?:mean|average|median|summary|quartiles?|range|counts?|number|how many"
    r"|distribution|waterfall(?: plot)?|fisher(?:['’]s)?(?: exact)?(?: test)?|odds ratio"
    r"|association|2 ?[x×] ?2(?: table)?)\s+(?:of |for |in )?(?:the )?(?P<what>[\w .-]+?)"
    r"(?=\s+(?:by|per|across|between|according|for each|in each|and|with|vs\.?|versus)\b|[?,;]|$)"
)
_BESIDE = re.compile(r"(?i)^(?:the|each) | (?:please|with .*|in .*|at \d.*)$")
_PARTS = re.compile(r"(?i);|\band (?:the |a |also )?(?=\S)")


@dataclass(frozen=True, slots=True)
class Intent:
    """One thing to compute."""

    asked: Asked
    words: str
    of: str = ""
    """What is counted, averaged or compared, in the words of the message."""
    by: str = ""
    """By which groups, in its words."""
    endpoint: str = ""
    event: tuple[str, str] | None = None
    """Column and value that mean an event, where the message says so."""


def read_intents(text: str) -> tuple[Intent, ...]:
    """What a message asks to have computed, in order; nothing for one that asks something else. A
    part that names no groups takes those of the part before."""
    event = _EVENT.search(text)
    told = (event["column"], event["value"]) if event else None
    bare = text.replace(event[0], " ") if event else text
    found: list[Intent] = []
    for part in _parts(bare):
        kind = next((kind for kind, pattern in _KINDS if pattern.search(part)), None)
        if kind is None:
            continue
        by, of, endpoint = _BY.search(part), _OF.search(part), _ENDPOINT.search(part)
        intent = Intent(
            asked=kind, words=part, of=_bare(of["what"]) if of else "",
            by=_bare(by["what"]) if by else "", endpoint=endpoint[1] if endpoint else "",
            event=told,
        )  # fmt: skip
        if not intent.by and found:
            intent = replace(intent, by=found[-1].by)
        found.append(intent)
    return tuple(found)


def _parts(text: str) -> list[str]:
    """The parts of a message that each ask for something; a part that asks for nothing of its own
    belongs to the one before: "AEs by grade and arm"."""
    found: list[str] = []
    for part in map(str.strip, _PARTS.split(text)):
        if found and not any(pattern.search(part) for _, pattern in _KINDS):
            found[-1] += f" and {part}"
        elif part:
            found.append(part)
    return found


def _bare(words: str) -> str:
    return re.sub(
        r"(?i)^(?:the|each) | (?:please|with .*|in .*|at \d.*)$", "", words.strip(" .-")
    ).strip()
