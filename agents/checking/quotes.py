"""Whether a quote stands in a text, in the same words and in the same sense. Pure.

Two copies of the same words may differ in typography: dashes, quotation marks, spaces, hyphens,
a word broken at the end of a line. Anything else is another statement. A quote cut out of its
sentence so that a "not" or a unit is left behind is refused, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Literal

from rapidfuzz import fuzz

from agents.checking.support.reading.concepts import concepts_in, level
from agents.checking.text.normalised import NormalisedText, bare, plain
from agents.checking.text.quantities import ends_before_unit, negations, quantities, sign_before
from agents.turns import QuoteMatch
from retrieval.derivation.layout.captions import is_caption
from retrieval.derivation.segments import text_units
from retrieval.text.sentences import Span

QuoteProblem = Literal[
    "too_short", "altered_number", "altered_negation", "altered", "cut", "not_found"
]

LEAST_CHARACTERS = 25
LEAST_WORDS = 5
LEAST_WORDS_OF_A_LINE = 2
"""A shorter quote could stand anywhere; a whole line or table row may be shorter. Chosen by
hand."""
ALIKE = 92.0
"""Similarity (``rapidfuzz``, 0 to 100) from which a quote counts as altered rather than invented.
Chosen by hand: either way it is not shown; only the reason differs."""
LONGEST = 4_000
"""Characters of a quote; a longer one is a copy of the page. Chosen by hand."""
BESIDE = 40
"""Characters beside a quote that may belong to its first or last word, number or cell. Chosen by
hand: a long unit."""
MOST_PLACES = 50
"""Places at which a quote's words are judged. Chosen by hand: what a source says oftener and never
in the quote's sense is a table's cell or a line of rules, no statement."""


@dataclass(frozen=True, slots=True)
class VerifiedQuote:
    """The quote stands at ``start:end`` of the source."""

    match: QuoteMatch
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class RejectedQuote:
    """The quote does not stand there, or not in this sense."""

    problem: QuoteProblem


QuoteCheck = VerifiedQuote | RejectedQuote

MOST_CAPITALS_OF_NONE = 0.002
"""Share of capitals among the letters up to which a text counts as one without: a stray "I".
Chosen by hand."""
_FULL_STOP = re.compile(
    r"(?<=[a-z0-9)\]%])(?<!e\.g)(?<!i\.e)(?<!\bvs)(?<!\bal)(?P<stop>\.)\s+(?=[a-z0-9])"
)
_BINDING = re.compile(
    r"\b(?:if|unless|except|provided|when|until|whether|asked|aim(?:s|ed)? to|only)\b",
    re.IGNORECASE,
)
_BOUND_AFTER = re.compile(
    r"(?:(?:of|in(?! the (?:morning|evening))|for|on|with|without|among"
    r"|after|before|during|under|than|who|whose|homozygous"
    r"|heterozygous|carrying|receiving|aged|older|younger|variants?|mutations?)\b|BRCA)"
)
"""What goes on without a mark and says of what, in whom or when."""
_ONLY_SUPPOSED = re.compile(
    r"\b(?:hypothesi[sz]e[ds]?|suppos\w+|suspect\w*|assum\w+|propos\w+|postulat\w+|speculat\w+"
    r"|believ\w+|expect\w*|suggest\w*) that\s*$",
    re.IGNORECASE,
)
_ITEM_MARK = re.compile(r"[ \t>]{0,80}(?:(?:[-*+•‣–]|\(?\w{1,3}[.)])[ \t]{1,8})?")
_REFERS = re.compile(r"(?:it|they|this|these|he|she)\b")
"""A subject that stands for what is named before."""
_JOINED_TO = re.compile(r"\w, (?:and |but |so )?$|\w (?:and|but|so) $")
_ENDS = frozenset(".;:!?")
_OPENING = re.compile(
    r"^\s*(?:In|With|At|For|After|Below|Above|Without|Among|Under|During|By|On|Before)\b"
    r"(?:(?!,| (?:was|were|is|are|has|had) )[\s\S]){0,160}",
    re.IGNORECASE,
)


def check_quote(
    text: str, quote: str, start: int | None = None, end: int | None = None
) -> QuoteCheck:
    """Check a quote against the stored text; with a span, against that span only."""
    if start is not None and end is not None:
        return _check_span(text, quote, start, end)
    words = plain(quote)
    if not words.text or len(quote) > LONGEST:
        return RejectedQuote("not_found" if words.text else "too_short")
    first: QuoteCheck | None = None
    for place in islice(_places(text, quote), MOST_PLACES):
        check = _in_context(text, quote, place)
        if isinstance(check, VerifiedQuote):
            return check
        first = first or check
    return first or RejectedQuote(_alteration(text, quote))


def _check_span(text: str, quote: str, start: int, end: int) -> QuoteCheck:
    if not 0 <= start < end <= len(text) or text[start:end] != quote:
        return RejectedQuote("not_found")
    if _is_whole_cell(text, start, end) or _is_whole_unit(text, start, end):
        return VerifiedQuote("exact", start, end)
    return _in_context(text, quote, VerifiedQuote("exact", start, end))


def _is_whole_cell(text: str, start: int, end: int) -> bool:
    """Whether a span is all of a cell of a table row: what stands beside it is another cell."""
    line = text[text.rfind("\n", 0, start) + 1 : start]
    after = text[end : end + BESIDE].split("\n")[0]
    row = line.lstrip().startswith("|") and line.rstrip().endswith("|")
    return row and after.lstrip().startswith("|") and "\n" not in text[start:end]


def _is_whole_unit(text: str, start: int, end: int) -> bool:
    """Whether a span is all of a heading, a row, or a line that leads in a list or names a table,
    with which a rule is quoted: "MASCC below 21", "QTc:", "Table 2. Doses"."""
    return _is_whole_lead_in(text, start, end) or any(
        each.kind != "sentence" and (each.start, each.end) == (start, end)
        for each in _spans_of(text)
    )


def _is_whole_lead_in(text: str, start: int, end: int) -> bool:
    line = text[text.rfind("\n", 0, start) + 1 : start]
    after = text[end : end + BESIDE].split("\n")[0]
    if after.strip() or not _ITEM_MARK.fullmatch(line):
        return False
    return text[end - 1] == ":" or is_caption(text[start:end])


def is_quotable(text: str, start: int, end: int) -> bool:
    """Whether what stands there in a text is a quote by itself."""
    return isinstance(check_quote(text, text[start:end], start, end), VerifiedQuote)


def _places(text: str, quote: str) -> Iterator[VerifiedQuote]:
    """Where the words of the quote stand, exactly or up to typography."""
    yield from (VerifiedQuote("exact", *span) for span in _spans(plain(text), plain(quote).text))
    for hyphen in ("", " "):
        needle = bare(quote, hyphen=hyphen).text
        for start, end in _spans(bare(text, hyphen=hyphen), needle):
            yield VerifiedQuote("typographic", start, end)


def _spans(form: NormalisedText, needle: str) -> Iterator[tuple[int, int]]:
    at = form.text.find(needle) if needle else -1
    while at >= 0:
        yield form.span(at, at + len(needle))
        at = form.text.find(needle, at + 1)


def _in_context(text: str, quote: str, place: VerifiedQuote) -> QuoteCheck:
    """Whether the words mean there what they mean alone."""
    start, end = place.start, place.end
    stretch = text[start:end]
    around = [span for span in _spans_of(text) if span.start < end and span.end > start]
    if _is_too_short(stretch) and not _is_whole_line(text, around, start, end):
        return RejectedQuote("too_short")
    is_copy = stretch == quote
    if not is_copy and quantities(stretch) != quantities(quote):
        return RejectedQuote("altered_number")
    if problem := _problem_before(text, around, start) or _problem_after(text, around, end):
        return RejectedQuote(problem)
    if not is_copy and negations(stretch) != negations(quote):
        return RejectedQuote("altered_negation")
    if _is_denied_outside(text, around, stretch, start):
        return RejectedQuote("altered_negation")
    return RejectedQuote("cut") if _is_cut_short(text, around, start, end) else place


# As many documents as the questions of a meeting quote from.
@lru_cache(maxsize=256)
def _spans_of(text: str) -> tuple[Span, ...]:
    """The sentences of a text, which is asked for once per place and quote."""
    units = text_units(text)
    letters = sum(character.isalpha() for character in text)
    if sum(map(str.isupper, text)) > letters * MOST_CAPITALS_OF_NONE:
        return units
    return tuple(part for unit in units for part in _split_without_capitals(text, unit))


def _split_without_capitals(text: str, unit: Span) -> Iterator[Span]:
    """The sentences of a unit in a text that begins none with a capital."""
    start = unit.start
    for match in _FULL_STOP.finditer(text, unit.start, unit.end):
        yield replace(unit, start=start, end=match.start("stop") + 1)
        start = match.end()
    if start < unit.end:
        yield replace(unit, start=start)


def _is_cut_short(text: str, around: list[Span], start: int, end: int) -> bool:
    """Whether words of its sentence are left behind that may bind what it says: a condition, a
    "whether", an exception. A source in brackets and a further clause bind nothing."""
    if not around or _is_whole_cell(text, start, end):
        return False
    before, after = text[around[0].start : start], text[end : around[-1].end]
    if _BINDING.search(before) or _BINDING.search(after):
        return True
    if _BOUND_AFTER.match(after.lstrip()) and text[end - 1] not in _ENDS:
        return True
    refers = _JOINED_TO.search(before) and _REFERS.match(text, start)
    if refers or _ONLY_SUPPOSED.search(before):
        return True
    opening = _OPENING.search(before)
    return opening is not None and bool(
        re.search(r"\d", opening.group()) or concepts_in(level(opening.group()))
    )


def _is_too_short(stretch: str) -> bool:
    # Of a line in ASCII the plain form changes no more than white space and capitals.
    is_simple = stretch.isascii() and "\n" not in stretch
    words = " ".join(stretch.split()) if is_simple else plain(stretch).text
    return len(words) < LEAST_CHARACTERS or len(words.split()) < LEAST_WORDS


def _is_whole_line(text: str, around: list[Span], start: int, end: int) -> bool:
    """Whether a short quote is all of a sentence, list item or table row: it is short because the
    source is, and nothing that stood around it was left out. Headings say nothing."""
    if len(around) != 1 or around[0].kind == "heading":
        return False
    words = len(re.findall(r"\w+", text[start:end]))
    left_out = text[around[0].start : start] + text[end : around[0].end]
    return words >= LEAST_WORDS_OF_A_LINE and not re.search(r"[\w<>≤≥%+~-]", left_out)


def _problem_before(text: str, around: list[Span], start: int) -> QuoteProblem | None:
    """Whether the quote begins inside a word or a quantity."""
    before, first = text[max(0, start - BESIDE) : start], text[start]
    if around and start <= around[0].start:
        return None
    if first.isdigit() and (sign_before(before) or re.search(r"\d[.,·]?\Z|[±^≈–−/-]\Z", before)):
        return "altered_number"
    return "altered" if first.isalnum() and re.search(r"\w\Z|\w[-–‑/]\Z", before) else None


def _problem_after(text: str, around: list[Span], end: int) -> QuoteProblem | None:
    """Whether the quote ends inside a word or a quantity."""
    last, after = text[end - 1], text[end : end + BESIDE]
    if around and end >= around[-1].end:
        return None
    if last.isdigit() and (re.match(r"[.,·]\d|[-–−/^%]", after) or ends_before_unit(after)):
        return "altered_number"
    if re.match(r"/\w", after) and re.search(r"\d\S*\s?\w+$", text[max(0, end - 12) : end]):
        return "altered_number"
    inside = last.isalnum() and re.match(r"\w|[-–‑−+/](?:\w|[\s),.;/]|$)", after)
    return "altered" if inside else None


def _is_denied_outside(text: str, around: list[Span], stretch: str, start: int) -> bool:
    """Whether the sentences that hold the quote deny more than the quote does."""
    if not around:
        return False
    first, last = min(around[0].start, start), max(around[-1].end, start + len(stretch))
    lead_in, whole = _lead_in(text, start), text[first:last]
    if not lead_in and whole.strip() == stretch.strip():
        return False
    return negations(f"{lead_in}\n{whole}") > negations(stretch)


def _lead_in(text: str, start: int) -> str:
    """The line that announces the list an item stands in ("Do not give with:")."""
    line_start = text.rfind("\n", 0, start) + 1
    if not re.match(r"\s*(?:[-*+•‣–]|\(?\w{1,3}[.)])\s", text[line_start:start] + " "):
        return ""
    for line in reversed(text[: max(0, line_start - 1)].split("\n")):
        if not line.strip() or re.match(r"\s*(?:[-*+•‣–]|\(?\w{1,3}[.)])\s", line):
            continue
        return line if line.rstrip().rstrip("*_").endswith(":") else ""
    return ""


def _alteration(text: str, quote: str) -> QuoteProblem:
    """What a quote that stands nowhere was made from."""
    if _is_too_short(quote):
        return "too_short"
    words, source = plain(quote).text, plain(text).text
    near = fuzz.partial_ratio_alignment(words, source)
    if near is None or near.score < ALIKE:
        return "not_found"
    aligned = source[near.dest_start : near.dest_end]
    if quantities(words) != quantities(aligned):
        return "altered_number"
    if negations(words) != negations(aligned):
        return "altered_negation"
    return "altered"
