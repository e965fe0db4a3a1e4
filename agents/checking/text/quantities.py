"""Numbers with their signs and units, negations, and names with digits: what a copy must not
change. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from agents.checking.text.normalised import plain

_UNITS = {
    "%": ("percent", "per cent", "percentage points?"),
    "mg": ("milligrams?",),
    "μg": ("mcg", "ug", "micrograms?"),
    "month": ("months?", "mo", "mos"),
    "week": ("weeks?", "weekly", "wk", "wks"),
    "day": ("days?",),
    "year": ("years?", "yr", "yrs"),
    "hour": ("hours?", "hr", "hrs", "h"),
    "minute": ("minutes?", "min"),
    "second": ("seconds", "secs"),
    "ms": ("msecs?", "milliseconds?"),
    "time": ("times",),
    "dose": ("doses?(?! level)",),
    "cycle": ("cycles?",),
    "tablet": ("tablets?",),
    "capsule": ("capsules?",),
    "patient": ("patients?", "participants?"),
    "unit": ("units?", "iu"),
    "fold": ("fold",),
    "mut/mb": ("mutations per megabase", "mutations/mb", "muts/mb", "mutations/megabase"),
}
_BASES = r"mg|kg|μg|ng|pg|g|ml|dl|l|mmol|μmol|nmol|mol|mm|cm|nm|μm|cgy|gy|mut|cells|ms"
_PER = r"(?:m2|m\^2|m 2|kg|ml|dl|l|mb|mm3|mm\^3|μl|day|d|h|hour|week|wk|min|dose|m)"
_UNIT = re.compile(
    r"[ -]?(?:(?P<word>"
    + "|".join(sorted((form for forms in _UNITS.values() for form in forms), key=len, reverse=True))
    + rf")(?![a-z0-9])|(?P<sign>%)|(?P<base>(?:{_BASES})(?:/{_PER})*)(?![a-z0-9]))"
)
_NUMBER = re.compile(r"(?<![a-z])\d+(?:[.,]\d+)*(?:\^-?\d+)?")
_NAME = re.compile(
    r"(?<![a-z0-9])(?:[cgmnr]\.[*-]?\d|(?:p\.)?[a-z]++(?:[-*][a-z]*+)?\d)[a-z0-9]*"
    r"(?:[-*:>_][a-z]*\d[a-z0-9*]*)*"
)
_BEFORE = (
    (
        re.compile(
            r"(?:≥|>=|at least(?: (?:at|for|to|of))?|not? (?:less|fewer|lower|younger|shorter"
            r"|earlier) than"
            r"|not (?:below|under)"
            r"|minimum of) ?$"
        ),
        "≥",
    ),
    (
        re.compile(
            r"(?:≤|<=|at most(?: (?:at|for|to|of))?|never (?:more than|above|over|beyond)"
            r"|(?:not|never) exceed(?:s|ing)?|(?<!add )(?<!adds )(?<!sum )up to|not? (?:more"
            r"|greater|higher"
            r"|older|longer|later) than"
            r"|not (?:above|over|exceeding)|maximum of) ?$"
        ),
        "≤",
    ),
    (re.compile(r"(?:above|over) (?:an? |the )?(?:[a-z-]{1,20} ){1,3}of ?$"), ">"),
    (re.compile(r"(?:below|under) (?:an? |the )?(?:[a-z-]{1,20} ){1,3}of ?$"), "<"),
    (
        re.compile(
            r"(?:>|(?:more|greater|longer|higher|older|larger|bigger) than|above|over|beyond"
            r"|past|in excess of"
            r"|upwards of|exceeding"
            r"|exceeds?|exceeded|passes|surpass(?:es|ed)?) ?$"
        ),
        ">",
    ),
    (re.compile(r"(?:<|(?:less|fewer|lower|shorter|younger|smaller) than|below|under) ?$"), "<"),
    (re.compile(r"\bwithin (?:the (?:first|last) )?$"), "within"),
    (
        re.compile(
            r"(?:~|approximately|about|around|nearly|almost|roughly|close to|circa|some) ?$"
        ),
        "~",
    ),
    (re.compile(r"(?:^|[\s(\[=<>≤≥±/,;:])-$"), "-"),
)
_AFTER = (
    (
        re.compile(
            r"(?:/[a-zμ]{1,2}\d?)? ?(?:of age )?(?:(?:and|or) (?:older|more|greater|above|over"
            r"|higher"
            r"|longer|worse"
            r"|up)\b|upwards?\b|or later\b|at (?:the )?least\b(?! (?:once|twice|one|two|three|\d)))"
        ),
        "≥",
    ),
    (
        re.compile(
            r"(?:/[a-zμ]{1,2}\d?)? ?(?:of age )?(?:and|or) (?:younger|less|fewer|below|under|lower"
            r"|shorter|better)\b(?! than\b)|(?:/[a-zμ]{1,2}\d?)? ?at (?:the )?most\b"
        ),
        "≤",
    ),
)
_OR_MORE = re.compile(r" (?:or|and) (?:more|less|fewer|longer|shorter)(?= (?!than\b))")
_JOINED = re.compile(
    r" ?(?:-|to|and|or|,|/|,? and|,? or|,? ?(?:versus|vs\.?|against|compared (?:with|to))) ?$"
)
_NAMED_BY_NUMBER = re.compile(
    r"\b(?:at|grade|stage|phase|level|category|class|cycle|day|week|month|year|line|version"
    r"|cohort|part) $"
)
"""Before a number that names one of several, and is no amount."""
_OVER = re.compile(r"\bover $")
_DURATION = re.compile(
    r"(?:\d{1,4}|two|three|four|six|eight|twelve)(?:(?: to |-)\d{1,4})?[ -]?(?:hours?|minutes?"
    r"|min|days?|weeks?)\b"
)
_WORDS = {"once": "1", "twice": "2", "thrice": "3"}
_COUNT_WORDS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty"
)
_COUNTED = {word: str(number) for number, word in enumerate(_COUNT_WORDS.split(), start=1)}
_NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(_COUNTED)})(?=[ -](?:[a-z]))")
_FREQUENCY = re.compile(
    r"\b(?:once(?= (?:daily|weekly|monthly|yearly|only|per|every|each)\b"
    r"| an? (?:day|week|month|year|night|fortnight|cycle|quarter|treatment|course|hour)\b)|twice"
    r"|thrice|bid|b\.i\.d|qd|q\.d|tid|t\.i\.d)\b"
)
_AWAY_FROM = re.compile(
    r"\d ?(?:%|points?|percentage points|months?|weeks?|days?|years?|mg|kg|ml/min)"
    r" (?:below|under|above|over|beyond) ?$"
)
"""As in "15 points below 58%", which is a difference and no limit."""
_MORE_OR_LESS = re.compile(r"(?:more|less) than $")
BESIDE = 40
"""Characters beside a quote that may belong to a number at its end. Chosen by hand: a long unit."""
BEFORE = 48
"""Characters before a number in which its comparison stands. Chosen by hand: "at a dose not to
exceed a total of"."""
_FREQUENCIES = _WORDS | {
    "bid": "2",
    "b.i.d": "2",
    "qd": "1",
    "q.d": "1",
    "tid": "3",
    "t.i.d": "3",
}
_NEGATION = re.compile(
    r"\b(?:no|not|cannot|without|neither|nor|never|none|fail(?:s|ed|ing)?|lack(?:s|ed|ing)?"
    r"|contraindicat\w*|avoid(?:s|ed|ing)?|unlikely|absen(?:t|ce)|insufficient|unclear"
    r"|unproven)\b"
    r"|n't\b"
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with what stands before it (``<``, ``≥``, ``-``, ``~``) and its unit."""

    value: str
    unit: str = ""
    sign: str = ""

    def __str__(self) -> str:
        return quantity_in_words(self.sign, self.value, self.unit)


def quantity_in_words(sign: str, value: str, unit: str) -> str:
    """``≥10 mg``, ``50%``."""
    return f"{sign}{value}{unit if unit in ('', '%') else f' {unit}'}"


@dataclass(frozen=True, slots=True)
class PlacedQuantity:
    """A quantity whose number stands at ``start:end`` of a text in the plain form."""

    quantity: Quantity
    start: int
    end: int


def quantities(text: str) -> Counter[Quantity]:
    """Every number of a text that is not part of a name."""
    return Counter(each.quantity for each in located_quantities(plain(text).text))


def located_quantities(text: str) -> tuple[PlacedQuantity, ...]:
    """The same of a text that is in the plain form already, with where they stand."""
    return tuple(_quantities(text))


def names_with_digits(text: str) -> tuple[str, ...]:
    """Identifiers, variants, gene and trial names of a text, in the plain form: those parts that
    mix letters and digits."""
    words = plain(text).text
    found = (match.group() for match in _NAME.finditer(words))
    return tuple(dict.fromkeys(name for name in found if not _is_unit(name)))


def negations(text: str) -> int:
    """How many words of a text deny or forbid."""
    return len(_NEGATION.findall(plain(text).text))


def ends_before_unit(rest: str) -> bool:
    """Whether a number that ends just before *rest* goes on there: with a unit or a range."""
    words = plain("0" + rest[:BESIDE]).text[1:]
    return bool(_UNIT.match(words)) or bool(re.match(r" ?(?:to|or|and|±|×|x) ?\d", words))


def sign_before(text: str) -> str:
    """What a comparison or sign at the end of *text* makes of the number that follows."""
    words = plain(text[-BESIDE:] + "0").text[:-1]
    return next((sign for pattern, sign in _BEFORE if pattern.search(words)), "")


def _quantities(text: str) -> Iterator[PlacedQuantity]:
    masked = _NAME.sub(lambda match: _mask(match.group()), text)
    found: list[tuple[str, str, str]] = []
    spans: list[tuple[int, int]] = []
    for match in _NUMBER.finditer(masked):
        unit = _unit_behind(masked, match.end())
        end = unit.end() if unit and not _OR_MORE.match(masked, match.end()) else match.end()
        sign = _sign(masked, match.start(), end)
        found.append((_value(match.group()), _unit_name(unit) if unit else "", sign))
        spans.append(match.span())
    for each, span in zip(_with_shared_units(masked, found, spans), spans, strict=True):
        yield PlacedQuantity(Quantity(*each), *span)
    for match in _FREQUENCY.finditer(masked):
        bound = _MORE_OR_LESS.search(masked, max(0, match.start() - 12), match.start())
        sign = _sign(masked, match.start(), match.end()) if bound else ""
        yield PlacedQuantity(Quantity(_FREQUENCIES[match.group()], "time", sign), *match.span())
    for match in _NUMBER_WORD.finditer(masked):
        if unit := _UNIT.match(masked, match.end()):
            value = _COUNTED[match.group()]
            sign = _sign(masked, match.start(), unit.end())
            yield PlacedQuantity(Quantity(value, _unit_name(unit), sign), *match.span())


def _unit_behind(text: str, end: int) -> re.Match[str] | None:
    """The unit of a number that ends there, also behind "or more"."""
    bound = _OR_MORE.match(text, end)
    return _UNIT.match(text, end) or (_UNIT.match(text, bound.end()) if bound else None)


def _mask(name: str) -> str:
    return name if _is_unit(name) else "x" * len(name)


def _is_unit(name: str) -> bool:
    return name in ("m2", "mm2", "mm3") or bool(_UNIT.fullmatch(name))


def _sign(text: str, start: int, end: int) -> str:
    before = text[max(0, start - BEFORE) : start]
    if _OVER.search(before) and not before.endswith("for over ") and _DURATION.match(text, start):
        return ""  # an infusion "over 3 hours"
    if _AWAY_FROM.search(before):
        return ""
    for pattern, sign in _BEFORE:
        if pattern.search(before):
            return sign
    return next((sign for pattern, sign in _AFTER if pattern.match(text, end)), "")


def _with_shared_units(
    text: str, found: list[tuple[str, str, str]], spans: list[tuple[int, int]]
) -> list[tuple[str, str, str]]:
    """Units given once for several numbers: "5-10 mg", "125, 100 and 75 mg"."""
    shared = list(found)
    for place in range(len(found) - 2, -1, -1):
        between = text[spans[place][1] : spans[place + 1][0]]
        value, unit, sign = shared[place]
        if shared[place + 1][1] == "%" and "," in between:
            continue  # "hazard ratio 0.51, 95% CI": two things, not a list
        ahead = _NAMED_BY_NUMBER.search(text, max(0, spans[place][0] - BESIDE), spans[place][0])
        if ahead and "and" in between and shared[place + 1][1] == "%":
            continue  # "3.3% at 5 and 5.9% at 10 years", "12% grade 3 and 0.6% grade 4"
        if not unit and _JOINED.fullmatch(between):
            shared[place] = (value, shared[place + 1][1], sign)
    return shared


def _unit_name(match: re.Match[str]) -> str:
    if word := match.group("word"):
        return next(
            unit
            for unit, forms in _UNITS.items()
            if any(re.fullmatch(form, word) for form in forms)
        )
    return (match.group("sign") or match.group("base")).replace("m^2", "m2").replace("m 2", "m2")


def _value(number: str) -> str:
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", number):
        number = number.replace(",", "")
    if re.fullmatch(r"\d+(?:\.\d+)?", number):
        return format(Decimal(number).normalize(), "f")
    return number
