"""Cuts text into sentences without losing a character: spans, never copies. Pure.

Headings, list items and table rows end where their line (or item) ends, whatever stands in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from retrieval.text.abbreviations import BEFORE_NUMBER, DOTTED, MAY_END, NEVER_END
from retrieval.text.lower_case import ends_before_small, has_no_capitals

SpanKind = Literal["sentence", "heading", "row"]

_FENCE = re.compile(r"^[ \t]*(```|~~~)")
_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+(?=\S)")
_ITEM = re.compile(
    r"^[ \t]*(?:[-*+•‣–](?:[ \t]+(?:[A-Z]|[IVX]{2,5})\))?|\(?\d{1,3}[.)]|\(?(?:[a-z]|[ivx]{2,5})\))"
    r"[ \t]+(?=\S)"
)
"""The mark of an item. The reader of PDF files tells a capital that counts behind a dash."""
_COUNTED = re.compile(
    r"^[ \t]*\(?(?P<value>[A-Za-z]|[IVX]{2,5}|[ivx]{2,5})(?P<close>[.)])[ \t]+(?=(?P<next>\S))"
)
"""What may be the mark of an item, an initial, or the end of the line before ("IV."): a list in
which each follows the one before it shows which."""
_UP_TO_TWENTY = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx"
_ROMAN = {value: number for number, value in enumerate(_UP_TO_TWENTY.split(), start=1)}
_NUMBERED = re.compile(
    r"\b(?:stages?|grades?|class(?:es)?|types?|phases?|groups?|categor(?:y|ies)|cohorts?|levels?|arms?"
    r"|parts?|scores?)\b(?!\s{1,9}(?:\d|[IVX]{1,4}\b))",
    re.IGNORECASE,
)
"""What a number or letter belongs to: below "Stage", "II." says more than that an item begins."""
_ENDED_LINE = re.compile(r"[.!?:;,)\]][*_\"'”’»]*\s*\Z")
_QUOTE = re.compile(r"^[ \t]*>(?![ \t]?\d)[ \t]?")
_ROW = re.compile(r"^[ \t]*\|")
_WORDLESS = re.compile(r"^[\W_]*$")

_END = re.compile(
    r"""(?P<mark>(?<![.!?…])[.!?…]++)         # how it ends
        (?P<close>["'”’»)\]*_]*(?:[ ]?\[\d+(?:[,–-]\s?\d+)*\])*)  # what may still belong to it
        (?P<gap>\s+)
        (?=(?P<next>(?!\[\d+[\],–-])\S+))""",
    re.VERBOSE,
)
_BEGINS = re.compile(r"""["'“‘«(\[*_]*(?:[^\W\da-z_]|\d|[a-z]+-?[A-Z\d])""")
_LAST_WORD = re.compile(r"[^\s(\[“\"']+$")

_OPENING = """
the this these those in it its a an patients if for when however do no all most at as on with after
before we there they both such to
"""
_OPENERS = frozenset(_OPENING.split())


_LONGEST_MARK = 120
"""Characters of a line in which its mark and the letter behind it stand; blanks are most of them.
Chosen by hand."""
LOOKED_BACK = 80
"""Characters before a mark that decide whether a sentence ends there. Chosen by hand."""
IV = 4
"""As a Roman number also how a drug is given: where a line that has not ended goes on with it, it
is no mark."""
MOST_CAPITALS = 0.1
"""Of the blocks of a text may begin with a capital for the others to be taken for sentences in
small letters. Chosen by hand: a heading or a name among many lines."""


@dataclass(frozen=True, slots=True)
class Span:
    """A sentence, heading or table row at ``start:end``."""

    start: int
    end: int
    kind: SpanKind


@dataclass(frozen=True, slots=True)
class _Mark:
    """The mark of an item that counts."""

    start: int
    """Of its line."""
    words: int
    """Where those behind it begin."""
    tells: bool
    """Whether it says what the item is of, as a stage does, so that it belongs to the words."""


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines that belong together. ``first`` is where its own words begin, after any marker."""

    first: int
    end: int
    kind: SpanKind
    open: bool
    """Whether the next plain line continues it."""
    small: bool = False
    """Whether its sentences begin with small letters."""
    behind: int = 0
    """Where what stands behind a mark begins, if it has one that belongs to the words."""


def split(text: str) -> tuple[Span, ...]:
    """All spans in order; they do not overlap, and between them stands nothing with a letter but
    the marks of items."""
    blocks = tuple(_with_small_letters(text, tuple(_blocks(text))))
    return tuple(span for block in blocks for span in _sentences(text, block))


def _with_small_letters(text: str, blocks: tuple[_Block, ...]) -> Iterator[_Block]:
    """The blocks, marked where sentences begin with small letters: in a text in which next to no
    block begins with a capital, those without any."""
    plain = [block for block in blocks if block.kind == "sentence"]
    begun = sum(text[block.first : block.first + 1].isupper() for block in plain)
    if begun > len(plain) * MOST_CAPITALS:
        yield from blocks
        return
    for block in blocks:
        small = block.kind == "sentence" and has_no_capitals(text, block.first, block.end)
        yield replace(block, small=True) if small else block


def _blocks(text: str) -> Iterator[_Block]:
    current: _Block | None = None
    marks = _counted_marks(text)
    for start, end in _lines(text):
        block = _block(text, start, end, marks)
        joins = block is not None and block.open and _continues(text, start, marks)
        if joins and current is not None:
            current = replace(current, end=end)
            continue
        if current is not None:
            yield current
        if block is None or not block.open:
            current = None
            if block is not None:
                yield block
        else:
            current = block
    if current is not None:
        yield current


def _counted_marks(text: str) -> dict[int, _Mark]:
    """The marks that count in Roman numbers or letters, by where their line begins: those of lists
    that begin with the first and leave none out."""
    runs: dict[str, list[_Mark]] = {}
    found: dict[int, _Mark] = {}
    last, ended = "", True
    for start, end in _lines(text):
        line = text[start:end]
        mark = _COUNTED.match(line[:_LONGEST_MARK])
        for kind, number in _numbers(mark) if mark else ():
            run, words = runs.get(kind, []), start + (mark.end() if mark else 0)
            if number == len(run) + 1 > 1 and (ended or number != IV):
                run.append(_Mark(start, words, run[0].tells))
                found.update({each.start: each for each in run})
            elif number == 1:
                runs[kind] = [_Mark(start, words, bool(_NUMBERED.search(last)))]
        if line.strip():
            last = line[-LOOKED_BACK:]
        # A short item has no full stop.
        ended = not line.strip() or start in found or bool(_ENDED_LINE.search(line[-LOOKED_BACK:]))
    return found


def _numbers(mark: re.Match[str]) -> Iterator[tuple[str, int]]:
    """What a mark may count, with how it looks: as a Roman number, and as a letter where no name
    follows."""
    told, value = mark["value"], mark["value"].lower()
    looks = f"{'capital' if told.isupper() else 'small'}{mark['close']}"
    if value in _ROMAN:
        yield f"roman {looks}", _ROMAN[value]
    if len(value) == 1 and (told == value or mark["next"].isupper()):
        yield f"letter {looks}", ord(value) - ord("a") + 1


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for line in text.splitlines(keepends=True):
        yield start, start + len(line)
        start += len(line)


def _block(text: str, start: int, end: int, marks: Mapping[int, _Mark]) -> _Block | None:
    """The block that this line alone would be; None when it says nothing."""
    line = text[start:end]
    if _WORDLESS.match(line) or _FENCE.match(line):
        return None
    if _ROW.match(line):
        return _Block(start, end, "row", open=False)
    heading = _HEADING.match(line)
    if heading:
        return _Block(start + heading.end(), end, "heading", open=False)
    item = _ITEM.match(line) or _QUOTE.match(line)
    counted = marks.get(start)
    if counted is not None and counted.tells:
        return _Block(start, end, "sentence", open=True, behind=counted.words)
    first = start + item.end() if item else counted.words if counted else start
    return _Block(first, end, "sentence", open=True)


def _continues(text: str, start: int, marks: Mapping[int, _Mark]) -> bool:
    """Whether this line goes on with the block before: it is no item of its own."""
    return start not in marks and not _ITEM.match(text[start : start + _LONGEST_MARK])


def _sentences(text: str, block: _Block) -> Iterator[Span]:
    start = block.first
    if block.kind == "sentence":
        for found in _END.finditer(text, max(block.first, block.behind), block.end):
            if found.start("mark") >= start and _ends(text, start, found, small=block.small):
                yield from _trim(text, start, found.end("close"), block.kind)
                start = found.end("gap")
    yield from _trim(text, start, block.end, block.kind)


def _trim(text: str, start: int, end: int, kind: SpanKind) -> Iterator[Span]:
    piece = text[start:end]
    if _WORDLESS.match(piece):
        return
    start += len(piece) - len(piece.lstrip())
    end -= len(piece) - len(piece.rstrip())
    yield Span(start, end, kind)


def _ends(text: str, start: int, found: re.Match[str], *, small: bool) -> bool:
    """Whether a sentence ends at this mark."""
    following = found["next"]
    begins = bool(_BEGINS.match(following))
    if not begins and not small:
        return False
    if found["mark"] != ".":
        return begins or found["mark"] in ("?", "!")
    mark = found.start("mark")
    before = text[max(start, mark - LOOKED_BACK) : mark]
    last = _LAST_WORD.search(before)
    if last is None:
        return begins
    decide = ends_before_small if small else _word_may_end
    return decide(last[0], before[: last.start()], following)


def _word_may_end(word: str, before: str, following: str) -> bool:
    """Whether ``word`` and a full stop end a sentence, given what stands around them."""
    lowered = word.lower()
    if lowered in NEVER_END:
        return False
    if lowered in BEFORE_NUMBER:
        # Behind a number it is what is counted: "over 30 min."
        return not following[0].isdigit() or before.rstrip()[-1:].isdigit()
    opener = following.strip("\"'“‘«(,").lower() in _OPENERS
    if lowered in MAY_END or DOTTED.match(word):
        return opener
    if len(word) == 1 and word.isupper():
        previous = before.split()
        return opener or bool(previous and previous[-1][0].islower())
    return True
