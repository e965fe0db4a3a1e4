"""How often a dose is given, on which days of its cycle, how long on and how long off. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL

_OFTEN = (
    r"(?:once|twice|(?:two|three|four|[234]) times) (?:daily|a day|per day|weekly|a week)"
    r"|every (?:other|second) day|every (?:\d{1,2}|two|three|four) (?:hours|days|weeks)"
    r"|daily|weekly"
)
_DOSE = re.compile(
    r"(?<![\d.])(?P<n>\d+(?:\.\d+)?) ?(?P<u>mg/m2|mg/kg|mg|g)\b(?!/)(?: (?:orally|by mouth"
    rf"|intravenously|subcutaneously|given|taken|is|each))? (?P<often>{_OFTEN})\b"
)
_TIMES = {
    "once": 1, "twice": 2, "two times": 2, "2 times": 2, "three times": 3, "3 times": 3,
    "four times": 4, "4 times": 4,
}  # fmt: skip
_TOTAL = re.compile(r"\b(?:total\w*|in all|altogether|amounts? to|adds? up to|sum)\b")
_EVERY = re.compile(r"every (?P<n>other|second|[a-z]+|\d{1,2}) (?P<u>hour|day|week)s?")
_HOURS = {"hour": 1, "day": 24, "week": 168}
_PERIODS = re.compile(
    r"(?P<on>\d{1,2}|one|two|three|four|five|six) (?P<u>day|week)s?(?: of (?:treatment|dosing))?"
    r" ?(?:onperiod|followed by|,? then|and then)?,?(?: and| followed by| then)?"
    r" (?P<off>\d{1,2}|one|two|three|four|five|six) (?P<v>day|week)s? (?:offperiod|off\b"
    r"|of rest|without|pause)"
)
_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8}
_LENGTH = {"day": 1, "week": 7}
_SPAN = re.compile(r"\bdays? (?P<a>\d{1,2}) ?(?:to|-|through|until) ?(?:day )?(?P<b>\d{1,2})\b")
_FIRST = re.compile(r"\bfirst (?P<n>\d{1,2}|seven|fourteen) days\b")
_LISTED = re.compile(r"\bdays? (?P<days>\d{1,2}(?:(?:,? and |, |,| or |/)\d{1,2}){0,7})\b")


def problem_with_frequency_of_dose(claim: CitedSentence) -> str:
    """The first dose that it gives more or less often than each quote that tells how often."""
    told = [pair for quote in claim.quotes() for pair in _frequencies(quote.words)]
    if _TOTAL.search(claim.sentence.words):
        return ""
    for dose, hours in _frequencies(claim.sentence.words):
        own = [often for each, often in told if each == dose]
        if own and hours not in own:
            return f"The cited quotes give {dose} at another interval."
    return ""


def _frequencies(text: str) -> Iterator[tuple[str, float]]:
    for found in _DOSE.finditer(text):
        yield f"{float(found['n']):g} {found['u']}", _hours(found["often"])


def _hours(often: str) -> float:
    """Hours between two doses."""
    if every := _EVERY.match(often):
        count = _WORDS.get(every["n"]) or (int(every["n"]) if every["n"].isdigit() else 2)
        return float(count * _HOURS[every["u"]])
    times = next((n for words, n in _TIMES.items() if often.startswith(words)), 1)
    return _HOURS["week" if "week" in often else "day"] / times


def problem_with_periods(claim: CitedSentence) -> str:
    """Days or weeks on and off treatment of which no quote has both."""
    said, told = (
        set(_periods(" ".join(texts)))
        for texts in ([claim.sentence.words], [quote.words for quote in claim.quotes()])
    )
    if said and told and not said & told:
        return "The cited quotes tell other times on and off treatment."
    return ""


def _periods(text: str) -> Iterator[tuple[int, int]]:
    for found in _PERIODS.finditer(text):
        on, off = (_WORDS.get(found[side]) or int(found[side]) for side in ("on", "off"))
        yield on * _LENGTH[found["u"]], off * _LENGTH[found["v"]]


def problem_with_span_of_days(claim: CitedSentence) -> str:
    """A span of days ("days 1 to 21") that ends on none of the days on which the quotes give it."""
    if DENIAL.search(claim.sentence.words):
        return ""
    ends = {int(found["b"]) for found in _SPAN.finditer(claim.sentence.words)}
    told: set[int] = set()
    quotes = [quote.words for quote in claim.quotes()]
    for quote in quotes:
        told |= {int(found["b"]) for found in _SPAN.finditer(quote)}
        told |= {int(m["n"]) for m in _FIRST.finditer(quote) if m["n"].isdigit()}
        told |= {int(d) for m in _LISTED.finditer(quote) for d in re.findall(r"\d+", m["days"])}
    if ends and told and not ends <= told:
        return "The cited quotes give it on other days."
    return ""
