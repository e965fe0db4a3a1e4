"""Numbers with comparisons and units: "<30", "31 to 50 mL/min", "30 or less", "1.5–3 × ULN".

Every repeat in a pattern has an upper bound, and a pattern is tried at one place only, so that
reading takes time in proportion to the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

NUMBER = r"\d{1,9}(?:[.,]\d{1,3}){0,3}"
_AT_LEAST = (
    r"≥|⩾|>\s?=|=>|at least|no less than|not less than|minimum(?: of)?|min\.?"
    r"|greater than or equal to|more than or equal to|from"
)
_ABOVE = r">|greater than|more than|higher than|above|over|exceeding|exceeds"
_AT_MOST = (
    r"≤|⩽|<\s?=|=<|at most|no more than|not more than|up to|maximum(?: of)?|max\.?"
    r"|less than or equal to|lower than or equal to|not exceeding"
)
_BELOW = r"<|less than|lower than|fewer than|below|under"
SIGN = rf"(?:{_AT_LEAST}|{_AT_MOST}|{_ABOVE}|{_BELOW})"
UNITS: tuple[tuple[str, str], ...] = (
    ("mL/min", r"m[lL]\s?/\s?min(?:ute)?(?:\s?(?:/|per)\s?1[.,]73\s?m(?:2|²|\^2)?)?|ml per minute"),
    ("mg/dL", r"mg\s?/\s?d[lL]|mg%"),
    ("g/dL", r"g\s?/\s?d[lL]"),
    ("g/L", r"g\s?/\s?[lL]\b"),
    ("µmol/L", r"(?:[µμu]|micro|mc)mol\s?/\s?[lL]|[µμ]M\b|[µμu]mol\b(?!\s?/)"),
    ("mmol/L", r"mmol\s?/\s?[lL]|mM\b"),
    ("mEq/L", r"m[Ee]q\s?/\s?[lL]"),
    ("mU/L", r"mI?U\s?/\s?[lL]\b|[µμu]I?U\s?/\s?mL\b"),
    ("U/L", r"I?U\s?/\s?[lL]\b"),
    ("m²", r"m\s?(?:²|\^?2\b)"),
    ("mmol/mol", r"mmol\s?/\s?mol"),
    (
        "×ULN",
        r"(?:[x×*]|times)?\s?(?:the\s)?(?:ULN|upper limits?(?: of (?:the )?normal)?)"
        r"|(?:[x×*]|times|-?\s?fold)\s?(?:the\s)?(?:upper\s)?(?:normal|limit)\b"
        r"|(?:[x×]|-?\s?fold\b|times\b)(?![\w*])(?!\s?(?:\d|baseline|an?\b|per\b|/|daily|weekly|monthly"
        r"|weeks?|days?|in\b|over\b|since\b|the\b|higher|increase))",
    ),
    (
        "10^9/L",
        r"(?:[x×*]\s?)?10\s?(?:\^|\*\*|e|E)?\s?(?:\(9\)|[9⁹])\s?/\s?[lL]|G(?:pt)?/[lL]\b"
        r"|(?:[x×*]\s?)?10\s?\^?[3³]\s?/\s?(?:[µμu]L|mcL|mm\^?[3³])|[kK]\s?/\s?(?:[µμu]L|mcL|mm\^?[3³])"
        r"|[kK]\b|(?i:tsd|thou|thousand)\b|/\s?n[lL]\b",
    ),
    (
        "/µL",
        r"(?:cells?\s?)?(?:/|per)\s?(?:[µμu]L|mcL|mm\^?[3³]|cmm|microlit(?:er|re)"
        r"|cubic millimet(?:er|re))(?![a-z])",
    ),
    ("%", r"%|percent\b|per cent\b"),
    ("kg/m²", r"kgs?\s?/\s?m\s?(?:²|\^?2\b)"),
    ("kg", r"kgs?\b|kilos?\b|kilograms?\b"),
    ("lb", r"lbs?\b|pounds?\b"),
    ("cm", r"cm\b"),
    ("m", r"m\b(?!\s?²|[²/])"),
    ("ms", r"ms\b|msec\b|milliseconds?\b"),
    ("/min", r"bpm\b|beats per minute|/\s?min\b"),
)
"""Name of a unit → how it is written. The first that fits counts."""
UNIT = "|".join(f"(?:{written})" for _, written in UNITS)
_READ_UNITS = tuple((name, re.compile(written)) for name, written in UNITS)
UNIT_BEHIND = re.compile(rf"\s{{0,2}}(?P<unit>{UNIT})")
"""A unit right behind a number."""
_LOWER = r"(?:less|lower|below|under|fewer|smaller)"
_HIGHER = r"(?:more|higher|above|over|greater|older|upwards?|later)"
BOUNDS = re.compile(
    rf"(?:between\s{{1,2}}|from\s{{1,2}}|range\s(?:of\s)?)?"
    rf"(?P<sign>(?i:{SIGN}))?\s{{0,2}}(?P<first>{NUMBER})(?:\s{{0,2}}-?(?P<unit1>{UNIT}))?"
    rf"(?:\s{{0,2}}(?P<joint>-|–|—|−|‑|(?i:to|and|through|up to|but)\b|,)\s{{0,2}}"
    rf"(?P<sign2>(?i:{SIGN}))?\s{{0,2}}(?P<second>{NUMBER})(?:\s{{0,2}}-?(?P<unit2>{UNIT}))?)?"
    rf"(?:\s(?P<tail>(?i:(?:or|and)\s(?:{_LOWER}|{_HIGHER}))\b)|(?P<plus>\+))?"
)
_TIME = re.compile(
    r"\s{0,2}-?\s?(?:(?:years?|yrs?|months?|mos?|mths?|weeks?|wks?|days?|hours?|hrs?|cycles?|decades?)\b(?!\s?\d)"
    r"|y(?:/?o)?\b|y\.\s?o|(?<=\d)(?:yo?)?(?-i:[MF])(?![\w/])|(?:d|w|m|h)\s(?:ago|after|post|before|since)\b)",
    re.IGNORECASE,
)
_BY = (
    r"falls?|fell|fallen|drops?|dropped|dropping|decreases?|decreased|declines?|declined|sinks?"
    r"|sank|rises?|rose|risen|rising|increases?|increased|climbs?|climbed|jumps?|jumped"
    r"|creeps?|crept|improves?|improved|recovers?|recovered|worsens?|worsened|deteriorates?"
    r"|deteriorated|(?:goes|went|gone|going)(?=\s(?:up|down|off|further))"
)
"""Verbs of change. A number right after them tells by how much: "Hb dropped 2 g/dL"."""
_TO = r"goes|went|gone|going|gets|got|comes?|came|coming|returns?|returned|changes?|changed"
"""The others; "to" after all of them leads to the value that holds now."""
_WAY = r"(?:\s(?:back|up|down|off|further)){0,2}"
_VALUE_FOLLOWS = (
    rf"(?=\s?[,:=(→<>≤≥⩾⩽-]|\s(?:now|is|today|currently|only|just|still)\b|\s(?i:{SIGN})"
    r"|\s\d[\d.,]{0,6}\s?-?(?:[x×*]|times|fold)?\s?(?:the\s)?(?:ULN|upper\b))"
)
_CHANGED_TO = (
    rf"(?:{_BY}){_WAY}(?:\s(?:to|at|as)(?! (?:least|most))|{_VALUE_FOLLOWS})"
    rf"|(?:{_TO})(?:\sback)?(?:\s(?:to|at|as)(?! (?:least|most)))?"
    r"|(?:is|now|are|was|been)\sup\sto|up\sto\snow|down\sto"
    r"|back(?:\s(?:up|down))?\s(?:to|at)"
    r"|up\sto(?=\s\d[\d.,]{0,8}[^.,;\d]{0,12}\s(?:now|today)\b)"
)
LEAD = re.compile(
    rf"(?:[\s:=~,]|\(|['’]s\b|->|→|⇒|=>|(?i:{_CHANGED_TO}|reached|reaches|hits?|measures|measured"
    r"|of|is|was|are|were|now|at(?! (?:least|most))|about|approximately|approx\.?|around|ca\.?"
    r"|today|currently|latest|repeat(?:ed)?|recheck(?:ed)?|values?|levels?|counts?|result|with|a|an|the"
    r"|estimated|calculated|baseline|has|have|been|remains|only|just|still|again|further"
    rf"|since(?=\s(?:{_BY}|gone|been|become)\b))\b){{0,8}}"
)
"""Words between the name of a measure and its number."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Numbers from ``low`` to ``high`` with their place; None is unbounded."""

    low: float | None
    high: float | None
    above: bool
    """``low`` itself is not included."""
    below: bool
    """``high`` itself is not included."""
    unit: str
    """A name of :data:`UNITS`; empty when none stands there."""
    start: int
    end: int

    @property
    def is_point(self) -> bool:
        return self.low is not None and self.low == self.high


def number(written: str) -> float:
    """ "150,000" → 150000; "1,5" → 1.5: three digits after a comma are thousands."""
    groups = written.split(",")
    if len(groups) > 1 and all(len(group.split(".")[0]) == 3 for group in groups[1:]):
        return float("".join(groups).replace(".", ".", 1))
    return float(".".join(written.replace(",", ".").split(".")[:2]))


def read_bounds(text: str, start: int, *, lead: bool = True) -> Bounds | None:
    """The numbers that begin at ``start``, or after words like "of" when ``lead`` is set.

    With ``lead`` the name of a measure ends at ``start``; a number may follow it without a blank
    ("CrCl30")."""
    named = start
    if lead:
        match = LEAD.match(text, start)
        start = match.end() if match else start
    match = BOUNDS.match(text, start)
    if match is None:
        return None
    first = match.start("first")
    if (first > named or not lead) and _is_part_of_a_word(text, first):
        return None
    if _goes_on(text, match.end("first")):
        return None
    return _bounds(match) if _is_range(match) else _single(match)


def unit_name(written: str | None) -> str:
    """The name of a unit in :data:`UNITS`; empty when nothing is written."""
    if not written:
        return ""
    return next(name for name, pattern in _READ_UNITS if pattern.fullmatch(written))


def _is_part_of_a_word(text: str, at: int) -> bool:
    return at > 0 and (text[at - 1].isalpha() or text[at - 1] in "*_")


def _goes_on(text: str, end: int) -> bool:
    """Whether the digits belong to a date or a name: "2024-05-27", "3A"."""
    return re.match(r"-\d{1,2}-\d|/\d{2,4}/|[A-Z]\d", text[end : end + 8]) is not None


def _is_range(match: re.Match[str]) -> bool:
    """A second number counts only where the words between say that it ends a range."""
    if match["second"] is None:
        return False
    joint = match["joint"].lower()
    began = match.group().lower().lstrip().startswith(("between", "from", "range"))
    if joint in {"and", ",", "but"}:
        return match["sign2"] is not None or (joint == "and" and began)
    return True


def _bounds(match: re.Match[str]) -> Bounds:
    low, high = number(match["first"]), number(match["second"])
    unit = unit_name(match["unit2"] or match["unit1"])
    above, below = _is(_ABOVE, match["sign"]), _is(_BELOW, match["sign2"])
    if low > high and _is(f"{_ABOVE}|{_AT_LEAST}", match["sign2"]):
        low, high = high, low
        above, below = _is(_ABOVE, match["sign2"]), _is(_BELOW, match["sign"])
    elif low > high:
        return _single(match)
    return Bounds(low, high, above, below, unit, match.start(), match.end())


def _single(match: re.Match[str]) -> Bounds:
    value = number(match["first"])
    second = match["second"] is not None
    end = match.end("unit1") if match["unit1"] else match.end("first")
    unit = unit_name(match["unit1"])
    found = Bounds(value, value, False, False, unit, match.start(), end)
    sign, tail = match["sign"], "" if second else (match["tail"] or "").lower()
    if _is(_BELOW, sign) or _is(_AT_MOST, sign):
        return replace(found, low=None, below=_is(_BELOW, sign))
    if _is(_ABOVE, sign) or _is(_AT_LEAST, sign):
        return replace(found, high=None, above=_is(_ABOVE, sign))
    if tail and re.search(_LOWER, tail):
        return replace(found, low=None, end=match.end())
    if tail or (match["plus"] and not second):
        return replace(found, high=None, end=match.end())
    return found


def _is(signs: str, sign: str | None) -> bool:
    return sign is not None and re.fullmatch(signs, sign, re.IGNORECASE) is not None


def is_time(text: str, end: int) -> bool:
    """Whether the number that ends here is an age or a time: "the eGFR of a 58-year-old man"."""
    return bool(_TIME.match(text, end))
