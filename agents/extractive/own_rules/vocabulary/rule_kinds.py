"""The kind of thing a rule gives and a question asks for: a time, an amount, whom to call."""

from __future__ import annotations

import re

_NUMBER = r"\d[\d.,]{0,8}"
_SIGNS = (
    (
        "time",
        rf"{_NUMBER}[ -]?(?:hours?|hrs?|h\b|minutes?|min\b|days?|d\b|weeks?|wks?\b|months?|years?)",
    ),
    (
        "amount",
        rf"{_NUMBER} ?(?:%|mg|g\b(?! ?/ ?d?l\b)|mcg|micrograms?|µg|ug|Gy|units?|IU|MU|mL|mmol|mEq"
        r"|tablets?|pools?)"
        r"|AUC ?\d",
    ),
    (
        "clock",
        r"\d{1,2}[:.]\d{2}\b|\d ?[ap]\.?m\b|\bnoon\b"
        r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day",
    ),
    (
        "contact",
        r"\b(?:ext(?:ension)?|bleep|pager|phone|tel|dial|hotline|refer|call|inform|ask|e-?mail"
        r"|room)\b",
    ),
    (
        "bound",
        r"\b(?:below|above|under|over|at (?:least|most)|up to|(?:less|more|fewer) than|minimum"
        r"|maximum|threshold|max|or (?:more|less|above|below))\b|[<>≤≥] ?\d",
    ),
    (
        "interval",
        r"\bevery\b|\b(?:hourly|once|twice|times) (?:a|per|each)\b"
        r"|\b(?:daily|weekly|monthly|hourly)\b|\bq\d(?![1-9]h)|\bdays? \d",
    ),
)
_IN_RULES = tuple((f"sign:{name}", re.compile(rf"(?i){pattern}")) for name, pattern in _SIGNS)
_UNITS_OF_TIME = r"(?:days|hours|hrs|weeks|wks|months|minutes|mins?)"
_ASKED = (
    (r"\bhow (?:often|frequently)\b|\binterval (?:for|of|between)\b", ("interval",)),
    (
        rf"\bhow (?:long|soon|quickly|fast|late|early|many {_UNITS_OF_TIME})\b"
        r"|\b(?:by when|timing|duration)\b"
        r"|\b(?:taper|course|treatment|infusion|wean) length\b|\blength of (?:the )?"
        r"(?:taper|course|treatment|infusion|wean)",
        ("time", "clock"),
    ),
    (r"\b(?:what time|cut-?off (?:time|for)|opening|open|closes?|deadline)\b", ("clock",)),
    (
        r"(?<!last )(?<!first )(?<!next )(?<!missed )(?<!previous )\b(?:doses?|dosing)\b"
        r"(?! to\b| ?(?:no\.?|number)? ?\d)"
        r"|\b(?:how much|percentage)\b|\b(?:what|which) ?(?:%|per ?cent\b)",
        ("amount",),
    ),
    (
        r"\b(?:threshold|trigger|cut-?off(?! (?:time|for))|minimum|maximum|lowest|highest)\b",
        ("bound",),
    ),
    (
        r"\b(?:who|whom) (?:do|should|must|can|to)\b[^?.]{0,20}"
        r"\b(?:call|contact|ring|phone|inform|bleep|ask)"
        r"|\b(?:phone|bleep|pager|extension) (?:number|no)\b|\bnumber (?:of|for)\b",
        ("contact",),
    ),
)
_IN_QUESTIONS = tuple(
    (re.compile(rf"(?i){pattern}"), frozenset(f"sign:{name}" for name in names))
    for pattern, names in _ASKED
)


def signs_in(text: str) -> frozenset[str]:
    """The kinds of thing that a rule gives, told by their form."""
    return frozenset(sign for sign, pattern in _IN_RULES if pattern.search(text))


def signs_asked_for(text: str) -> tuple[frozenset[str], ...]:
    """For each kind of thing that a question asks for: the signs, one of which gives it."""
    return tuple(ways for pattern, ways in _IN_QUESTIONS if pattern.search(text))


def asks_whom_or_when(text: str) -> bool:
    """Whether a question asks whom to call or at what time, which no source but the hospital's own
    can tell."""
    return any(ways & {"sign:clock", "sign:contact"} for ways in signs_asked_for(text))
