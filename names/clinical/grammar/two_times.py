"""Two values of one thing, each with its time, and which of them holds: "3.1 on day 1, 0.3 on day
15", "A before TACE, B now". Where the times do not tell, neither does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from names.clinical.grammar.doses_taken import is_dose_behind
from names.clinical.grammar.times import DAYS, RECENT, times_beside_calendar

Holds = Literal["first", "second", ""]
"""Which of two values is the later one in time; empty where nobody can tell."""

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b"
)
_DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
_DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b"
_COUNT = r"(?:\d{1,3}|an?|one|two|three|four|five|six)"
_SPAN = r"(?:days?|d|weeks?|wks?|w|months?|mos?|m|years?|yrs?|y|hours?|h|cycles?)"
_COUNTED = r"(?:(?:cycle|course|dose|day|week|wk|month)\s?\d{1,3}|(?-i:[CDWdw])\d{1,2})"
_EVENT = (
    rf"(?:\s(?:(?:the|an?|her|his|first|second|last|any|more|further)\s){{0,2}}(?:{_COUNTED}"
    r"|(?!(?:and|but|now|then|is|was|it|today|currently)\b)[a-z][\w+/-]{1,20})"
    rf"(?:\s(?:of|with|and)\s(?!now\b|then\b)[a-z][\w-]{{2,20}})?(?:\s{_COUNTED})?)"
)
"""What came between two values: "TACE", "cycle 2 of niraparib"."""
_SAMPLE = r"(?:samples?|biops(?:y|ies)|bx|specimens?|blocks?|tissue|sections?|test|report|one)"
"""What a value was measured in: "in the recent sample"."""
TIME = re.compile(
    rf"(?i)(?P<now>\b(?:(?:(?:in|on|at|from)\s)?(?:the\s)?(?:most recent|recent|latest|newest|newer"
    rf"|current|fresh|new|repeat|today['’]s)\s{_SAMPLE}\b"
    r"|now|today|currently|current(?=\s[\d<>~]|$)|at present|presently|at the moment|this (?:week"
    r"|month"
    r"|morning|year|visit|cycle|time)|(?:(?:on|at)\s)?(?:(?:the\s)?(?:latest|repeat(?:ed)?"
    r"|re-?check"
    r"|re-?biopsy|re-?test(?:ing)?|re-?staging|relapse|recurrence|progression)\b(?:\s(?:biopsy|test"
    r"|check|imaging|scan|echo))?))\b)"
    rf"|(?P<earlier>\b(?:(?:(?:in|on|at|from)\s)?(?:the\s)?(?:archiv(?:al|ed)|old|older|oldest"
    rf"|original"
    rf"|initial|previous|prior|earlier|diagnostic|baseline)\s{_SAMPLE}\b"
    rf"|(?:(?:in|on)\s)?archival\b|before{_EVENT}?|prior to{_EVENT}|pre-?(?:treatment|op"
    r"|operatively|chemo|therapy|cycle|dose|transfusion)|previously|formerly|earlier|initially"
    r"|originally|(?:(?:at|on)\s)?(?:the\s)?"
    r"(?:baseline|(?:first |initial )?diagnosis|presentation|admission|start|referral|screening)"
    r"|last (?:week|month|year|time|visit|cycle|spring|summer|autumn|fall|winter|check|night)"
    rf"|yesterday|{_COUNT} {_SPAN} (?:ago|back|before|earlier))\b)"
    rf"|(?P<after>\b(?:after{_EVENT}?|post{_EVENT}|post-?(?:treatment|op|operatively|chemo|therapy"
    r"|cycle|dose|TACE|transfusion|contrast)|post(?=\s?(?:[,.;)]|$))|following"
    rf"{_EVENT}|off(?:\s(?:it|them|that|the drug))?(?=\s?(?:[,.;)\d]|$))|later|afterwards"
    rf"|thereafter|since then|subsequently|meanwhile|{_COUNT} {_SPAN} "
    rf"(?:later|after(?:wards)?{_EVENT}?)|(?:at|by) \d{{1,3}} {_SPAN})\b)"
    rf"|(?P<dated>\b(?:(?:in|on|at|by|since|from)\s)?(?:\d{{1,2}}(?:st|nd|rd|th)?\s)?(?:(?:early"
    rf"|mid|late)[\s-])?{_MONTH}(?:\s\d{{1,2}}(?:st|nd|rd|th)?(?![\d.%]))?(?:,?\s(?:19|20)\d\d\b)?"
    rf"|\b(?:(?:in|on|at|by|since|from)\s)?(?:the\s)?(?:(?:19|20)\d\d\b(?:\s{_SAMPLE}\b)?"
    r"|(?<![\d/.])\d{1,2}[/.](?:19|20)\d\d(?![\d.%/])|(?:19|20)\d\d-\d\d(?:-\d\d)?(?![\d%-])"
    r"|\d{1,2}/\d{1,2}(?:/\d{2,4})?(?![\d.%/])"
    r"|\d{1,2}\.\d{1,2}\.\d{2,4}(?![\d.%]))"
    rf"|\b(?:(?:in|on|at|by)\s)?{_COUNTED}(?:\s?(?-i:D)\d{{1,2}}\b)?"
    rf"|\b(?:(?:on|since|from)\s)?(?:(?:last|this)\s)?{_DAY}"
    r"|\b(?:at|on|in) (?:the )?(?:first|second|third|1st|2nd|3rd)\b(?: (?:PD|progression"
    r"|relapse)\b)?"
    r"|\b(?:while on|on|during|under)(?:\s(?!day|a\b|the\b|now\b|and\b|but\b)[a-z][\w-]{2,20}"
    r"|(?=\s?[,.;)]|$)))"
)
_YEAR = re.compile(r"\b((?:19|20)\d\d)\b|\d[./]\d{1,2}[./](\d\d)(?!\d)")
_SLASHED = re.compile(r"(?<![\d/.])(\d{1,2})[./](\d{1,2})(?![\d%])")
_OF_YEAR = re.compile(
    r"(?<![\d/.])(\d{1,2})[/.](?:19|20)\d\d(?!\d)|(?<!\d)(?:19|20)\d\d-(\d\d)(?!\d)"
)
"""A month by its number, beside its year: "12/2021", "2021-12-24"."""
_DAY_OF_MONTH = re.compile(
    rf"(?i)\b(\d{{1,2}})(?:st|nd|rd|th)?\s{_MONTH}|\b{_MONTH}\s(\d{{1,2}})(?!\d)"
)
_IN_DAYS = re.compile(r"(?i)(cycle|course|dose|day|week|wk|month|C|D|W)\s?(\d{1,3})")
_ELAPSED = re.compile(r"(?i)\b(?:at|by|after) (\d{1,3}) ([dwmy])")
_NAMED = (
    (re.compile(r"(?i)\b" + _MONTH), tuple(_MONTHS), "month"),
    (re.compile(r"(?i)\b" + _DAY), tuple(_DAYS), "weekday"),
)
UP_FROM = re.compile(
    r"(?i)(?:\s?[a-z%/]{1,8})?[\s,;(]{1,3}(?:(?:which|it|that)\s(?:is|was)\s)?"
    r"(?:up|down|raised|increased|decreased|improved|better|worse)\sfrom\b"
)
"""Behind the value that holds, before the one of before."""
REACH = 90
"""Characters behind a value in which a second one is looked for. By hand: a clause and a reason."""
_CLAUSE_END = re.compile(r"[?!\n]|\.(?!\d)")
_TODAY = re.compile(r"(?i)now|today|currently")
_PARTED = re.compile(
    r"(?i)[,;(/]\s?|\s?(?:->|→|⇒|=>)\s?|\s[–—-]\s|\s(?=(?:now|today|currently)\b)"
    r"|\s(?:and|but|then|vs\.?|versus|to)\s|(?<=[a-z\d])\s(?=[\d<>≤≥])"
)
"""What may stand between the two values."""
_LINK = (
    r"(?:(?:and|but|then|it|is|has|have|was|were|been|be|it['’]s|at|down|up|to|only|just|about"
    r"|still"
    r"|fell|dropped|rose|went|worsened|improved|recovered|recovering|back|climbed|later|->|→|⇒"
    r"|=>)\b\s?|[\s:=~]){0,6}"
)
_WAS = re.compile(r"(?i)\b(?:was|were|had been)\b")
_LATER = re.compile(r"(?i)\b(?:then|to)\b|->|→|⇒|=>")
_NO_VALUE = (
    r"(?!\s?-?(?:mg|mcg|µg|g\b(?!/)|IU|Gy|fractions?|(?:weeks?|wks?|months?|mos?|days?"
    r"|cycles?)\b(?!\s\d)"
    r"|years?|yrs?|yo\b|y/o|y\b|d\b|h\b|hours?|hrs?|lines?|doses?|units?|bags?|prior|of\b|or\b"
    r"|times\b|mets\b|lesions?"
    r"|nodes?|drugs?|courses?|agents?|L\b|L/|points?|st\b|nd\b|rd\b|th\b)|\s?[-–/]\s?\d)"
)
_ENDS = re.compile(
    r"\s?(?:[,.;:)?!]|$)|\s(?:and|but|with|on|so|what|which|because|due|despite|while)\b"
)
_STOPS = re.compile(r"\s?(?:[,.;)?!]|$)")
_SUPPORT = re.compile(
    r"(?i)\W{0,3}(?:transfus\w{2,4}(?:\s(?:with\s)?\d\s?(?:u|units?|bags?|P?RBCs?)\b)?"
    r"|(?:\d )?(?:units?|bags?|pools?)(?: given| transfused)?"
    r"|hydrat\w{2,4}|G-?CSF|corrected|replaced|supplemented|treated|held|stopped|paused)\W{0,3}"
)
"""What was done about the first value: the second one came after it."""
_FILLER = 30
"""Characters of other words behind the first value and its time. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class TwoValues:
    """The places of both values, and which holds."""

    holds: Holds
    first: tuple[int, int]
    second: tuple[int, int]
    lead: str = ""
    """The words before the second."""
    others: tuple[tuple[int, int], ...] = ()
    """The places of all values that do not hold."""


@dataclass(frozen=True, slots=True)
class ValuePatterns:
    """How the values of one thing are written."""

    first: re.Pattern[str]
    second: re.Pattern[str]
    """With the words and the time that lead to it."""


def value_patterns_of(value: str) -> ValuePatterns:
    """The patterns for a value that is written so."""
    return ValuePatterns(
        re.compile(value), re.compile(rf"(?P<lead>{_LINK})(?P<value>{value}){_NO_VALUE}")
    )


def read_two(text: str, start: int, patterns: ValuePatterns, time: str = "") -> TwoValues | None:
    """The value that begins at ``start`` and the next one of the same clause, if one of them has a
    time; None if there is one value only. ``time``: what stands before the first."""
    first = patterns.first.match(text, start)
    if first is None or UP_FROM.match(text, first.end()):
        return None
    until = min(len(text), first.end() + REACH)
    end = _CLAUSE_END.search(text, first.end(), until)
    until = end.start() if end else until
    for parted in _partings(text, first.end(), until):
        found = _second(text, parted.end(), until, patterns)
        if found is None:
            continue
        second, behind = found
        between = text[first.end() : parted.start()]
        if not _is_of_time(between):
            return None
        lead = text[parted.start() : second.start("value")]
        return _two_of(first, second, f"{time} {between}", lead, behind)
    return None


def read_last(text: str, start: int, patterns: ValuePatterns, time: str = "") -> TwoValues | None:
    """The same of more than two values, each later than the one before: the last two."""
    last, others = read_two(text, start, patterns, time), []
    for _ in range(_MOST_VALUES):
        if last is None or last.holds != "second":
            break
        others.append(last.first)
        two = read_two(text, last.second[0], patterns, last.lead)
        if two is None or two.holds == "first":
            others += [two.second] if two else []
            break
        last = two
    if last is None or last.holds == "second":
        return replace(last, others=tuple(others)) if last else None
    others += [last.second] if last.holds else [last.first, last.second]
    return replace(last, others=tuple(others))


_MOST_VALUES = 6
"""Values of a course that are looked at; chosen by hand."""


def _partings(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Where a second value may begin: not within a time; and behind a blank only where one ends."""
    times = [each.span() for each in TIME.finditer(text, start, end)]
    for parted in _PARTED.finditer(text, start, end):
        if any(begin < parted.end() < last for begin, last in times):
            continue
        blank = parted.group().isspace() and not _TODAY.match(text, parted.end())
        if not blank or any(parted.start() == last for _, last in times):
            yield parted


def _second(
    text: str, start: int, until: int, patterns: ValuePatterns
) -> tuple[re.Match[str], str] | None:
    """The second value with the words that lead to it, and its time."""
    lead = TIME.match(text, start, until)
    match = patterns.second.match(text, lead.end() if lead else start, until)
    if match is None or is_dose_behind(text, *match.span("value")):
        return None
    at = match.end() + 1 if text[match.end() : match.end() + 1].isspace() else match.end()
    at += text[at : at + 1] == "("
    behind = TIME.match(text, at, until)
    words = " ".join(each.group() for each in (lead, behind) if each)
    led = lead or _LATER.search(text, max(0, start - 3), match.end("lead"))
    ends = _ENDS if led else _STOPS
    if behind is None and not ends.match(text, match.end()):
        return None
    return match, words


def _is_of_time(between: str) -> bool:
    """Whether the words between two values are their time and little else; no other number."""
    rest = TIME.sub(" ", _SUPPORT.sub(" ", between))
    return len(rest.strip()) <= _FILLER and not re.search(r"\d", rest)


def _two_of(
    first: re.Match[str], second: re.Match[str], time: str, lead: str, behind: str
) -> TwoValues | None:
    supported = bool(_SUPPORT.search(time))
    times = _time(time), _time(behind)
    if not any(times) and not supported:
        return None
    holds = "second" if supported and not times[1] else _later(*times)
    if not holds and _LATER.search(lead):
        holds = "second"
    if not holds and (_WAS.search(lead) or (lead.startswith("(") and not times[0])):
        holds = "first"  # "24 (38 in May)"
    return TwoValues(holds, first.span(), second.span("value"), lead)


def later_of(first: str, second: str) -> Holds | None:
    """Which of two values is the later one by the words around each; None if one has no time."""
    times = _time(first), _time(second)
    return _later(*times) if all(times) else None


_Time = tuple[int, tuple[tuple[str, int], ...]]
"""Whether a time lies before the others (-1), after something (1) or is today (2); and what a
calendar says."""
_RANKS = {"now": 2, "after": 1, "dated": 0, "earlier": -1}


def _time(words: str) -> _Time | None:
    found = list(TIME.finditer(words))
    if not found:
        return None
    rank = max((_RANKS[each.lastgroup or "dated"] for each in found), key=abs)
    return rank, _moments(" ".join(each.group() for each in found))


def _moments(words: str) -> tuple[tuple[str, int], ...]:
    found = []
    if year := _YEAR.search(words):
        found.append(("year", int(year[1] or f"20{year[2]}")))
    if month := _OF_YEAR.search(words):
        found.append(("month", int(month[1] or month[2]) - 1))
    for pattern, names, kind in _NAMED:
        if named := pattern.search(words):
            found.append((kind, names.index(named.group().lower()[:3])))
    if day := _DAY_OF_MONTH.search(words):
        found.append(("day of month", int(day[1] or day[2])))
    if slashed := _SLASHED.search(words):  # day and month, or month and day
        one, other = int(slashed[1]), int(slashed[2])
        found += [("month and day", 31 * one + other), ("day and month", 31 * other + one)]
    if elapsed := _ELAPSED.search(words):
        found.append(("elapsed", int(elapsed[1]) * DAYS[elapsed[2].lower()]))
    if counted := _IN_DAYS.search(words):
        found.append((counted[1].lower()[:1], int(counted[2])))
    return (*found, *times_beside_calendar(words))


def _later(first: _Time | None, second: _Time | None) -> Holds:
    if first and second and (by_day := _by_today(first, second)) is not None:
        return by_day
    if first and second and (by_date := _by_date(dict(first[1]), dict(second[1]))) is not None:
        return by_date
    before, after = first[0] if first else 0, second[0] if second else 0
    if second is None:
        return "first" if before == _RANKS["now"] else ""
    if before == after and first:
        return ""
    if after < 0 or before == _RANKS["now"]:
        return "" if after > 0 else "first"
    if after == 0 and first is None:  # "48%, 60% in 2021": a year is looked back at
        return "first" if "year" in dict(second[1]) else ""
    if after == 0:
        return "second" if before < 0 else ""
    return "second"


def _by_today(first: _Time, second: _Time) -> Holds | None:
    """Which of two times is later where one says how long ago it was; None where none does, or the
    other is today or after something. Beside a day of the month nobody can tell."""
    told = dict(first[1]), dict(second[1])
    days = told[0].get("ago"), told[1].get("ago")
    if days[0] is not None and days[1] is not None:
        return None if days[0] == days[1] else "first" if days[0] < days[1] else "second"
    if days == (None, None):
        return None
    ago, rank, other = (
        (days[0], second[0], told[1]) if days[0] is not None else (days[1], first[0], told[0])
    )
    if ago is None or rank > 0:
        return None
    dated = {"day of month", "month and day"} & other.keys()
    on_calendar = {"month", "year"} & other.keys() and ago <= RECENT
    if not dated and (on_calendar or ago <= 1 or (rank < 0 and ago <= RECENT)):
        return "first" if days[0] is not None else "second"
    return "" if dated or other else None


_SLASHED_KINDS = ("month and day", "day and month")


def _by_date(first: dict[str, int], second: dict[str, int]) -> Holds | None:
    """Which date is later; None where the two have nothing to compare, or are the same."""
    slashed = [first.get(kind, 0) - second.get(kind, 0) for kind in _SLASHED_KINDS]
    if first.get("year") == second.get("year") and all(each < 0 for each in slashed):
        return "second"
    for kind in ("year", "month", "day of month", "weekday", "c", "w", "d", "m", "elapsed", "nth"):
        if kind not in first or kind not in second or first[kind] == second[kind]:
            continue
        if first[kind] < second[kind]:
            return "second"
        # Without a year May may come after November.
        return "" if kind in ("month", "weekday") and "year" not in first else "first"
    return None
