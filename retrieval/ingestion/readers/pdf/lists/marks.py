"""What stands before the items of lists: signs, also drawn ones, numbers and letters. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from retrieval.ingestion.readers.pdf.paragraphs import PlacedLine

MOST_SIGN, LEAST_SIGN = 0.45, 0.08
"""Of the letters' size that a drawn sign takes. Chosen by hand: browsers draw a quarter, a box to
tick takes nearly all."""
MOST_DRAWN_SIGNS = 1_000
"""Curves and areas of a page that is looked at for signs. Chosen by hand: a page has some 60 lines,
and each is held against each sign."""
FARTHEST = 2.5
"""Of the letters' size between a drawn sign and its words. Chosen by hand: browsers leave one."""
_BULLETS = "•‣◦○●▪▫■□◆◇◾◽►▸▶❖❑❏❍∙·⁃\uf0b7\uf0a7\uf076\uf0d8\uf02d\uf0be\uf06e\uf0a8"
"""Signs that only say that an item begins."""
_TELLING = "→➔➢➤✓✔✗✘☐☑☒"
"""Signs that may say more than that, and stay."""
_MARK = re.compile(
    rf"(?P<bullet>[{_BULLETS}]|o(?=\s)|[-–—*]|[\ufffd\x7f])\s{{1,40}}(?=\S)"
    rf"|(?P<telling>[{_TELLING}])\s{{0,40}}(?=\S)"
    r"|(?P<number>\(?\d{1,3}[.)])\s{1,40}(?=\S)"
    r"|(?P<letter>\(?(?:[a-z]|[ivx]{2,5})[.)])\s{1,40}(?=\S)"
    r"|(?P<capital>\(?(?:[A-Z]|[IVX]{2,5})[.)])\s{1,40}(?=\S)"
)
_LONE = re.compile(
    rf"[{_BULLETS}{_TELLING}\x7f\ufffd*–—o-]|\(?(?:\d{{1,2}}|[a-z]|[ivx]{{2,5}})[.)]?|[A-Z]{{1,5}}[.)]"
)
_FIRST = frozenset(("1", "a", "i"))
END_OF_LINE = 20
"""Characters of a line that tell whether a sentence ends with it: its signs. Chosen by hand."""
LONGEST_MARK = 60
"""Characters of a line in which its mark stands, with the blanks behind it. Chosen by hand."""
ITEM = "-"
"""Before the words of an item."""
_DINGBATS = str.maketrans("lmnopqrstuv345678", "●❍■❏❐❑❒▲▼◆❖✓✔✕✖✗✘")
"""Of the face ZapfDingbats, whose letters are signs."""


@dataclass(frozen=True, slots=True)
class ItemMark:
    """The mark of an item."""

    kind: str
    """The same for marks of one list: the sign itself, or what counts."""
    told: str
    """As it is told."""
    rest: str
    """The words behind it."""
    counts_on: bool = False
    """Whether it counts and is not the first of its list."""
    is_capital: bool = False
    """Whether it counts in capitals: without more it may be an initial, or a stage."""


@dataclass(frozen=True, slots=True)
class DrawnSign:
    """A small thing that is drawn on a page, in points from its upper left corner."""

    left: float
    right: float
    middle: float
    """How far down."""
    wide: float


def mark_of(words: str, nested: bool) -> ItemMark | None:
    """The mark that a line begins with. The letter o is one only where it may stand for a sign: in
    a list that is ``nested``."""
    found = _MARK.match(words.lstrip()[:LONGEST_MARK])
    if found is None:
        return None
    rest = words.lstrip()[found.end() :]
    if found["bullet"]:
        sign = found["bullet"]
        if sign == "o" and not nested:
            return None
        return ItemMark(sign, ITEM if sign in "-–—*" else "•", rest)
    if found["telling"]:
        return ItemMark(found["telling"], f"{ITEM} {found['telling']}", rest)
    counted = found[0].strip()
    value = counted.strip("(.)")
    if found["capital"]:
        told = f"{ITEM} {value})"
        return ItemMark(f"capital{counted[-1]}", told, rest, value.lower() not in _FIRST, True)
    if found["number"]:
        return ItemMark(f"number{counted[-1]}", counted, rest, value not in _FIRST)
    return ItemMark(f"letter{counted[-1]}", f"{value})", rest, value not in _FIRST)


def drawn_signs(page: Any) -> list[DrawnSign]:
    """The small signs that are drawn on a page of pdfplumber; none where it is turned, or where so
    much is drawn that it is a picture."""
    if page.rotation or page.mediabox[0] or page.mediabox[1]:
        return []
    if len(page.curves) + len(page.rects) > MOST_DRAWN_SIGNS:
        return []
    return [
        DrawnSign(each["x0"], each["x1"], (each["top"] + each["bottom"]) / 2, wide)
        for each in (*page.curves, *page.rects)
        if 0 < (wide := each["x1"] - each["x0"]) < 2 * (high := each["bottom"] - each["top"])
        and high < 2 * wide
    ]


def with_readable_signs(letters: Iterable[dict[str, Any]]) -> None:
    """Put signs in the place of the letters that stand for them in a face of signs."""
    for each in letters:
        if "dingbats" in each["fontname"].lower():
            each["text"] = each["text"].translate(_DINGBATS)


def with_joined_marks(lines: Sequence[PlacedLine]) -> list[PlacedLine]:
    """The lines, a mark that stands alone with the words that stand beside it."""
    found: list[PlacedLine] = []
    for line in lines:
        mark = _lone_mark(found[-1], line) if found else ""
        if mark:
            last = found.pop()
            words = f"{mark} {line.words.lstrip()}"
            line = replace(line, words=words, left=last.left, words_left=line.left)
        found.append(line)
    return found


def _lone_mark(one: PlacedLine, other: PlacedLine) -> str:
    """The mark that one line is to the other, which stands right beside it; else nothing."""
    size = max(one.size, other.size)
    level = abs(one.down - other.down) <= 0.5 * size
    close = 0 < other.left - one.left <= 2 * FARTHEST * size
    told = _LONE.fullmatch(one.words.strip()) if level and close else None
    if told is None:
        return ""
    return f"{told[0]}." if told[0].isalnum() and told[0] != "o" else told[0]


def with_drawn_signs(
    lines: Sequence[PlacedLine], signs: Sequence[DrawnSign], down: float = 0.0
) -> tuple[PlacedLine, ...]:
    """The lines, those beside a drawn sign as items. ``down`` is how far down the page's upper edge
    is where the lines were measured."""
    return tuple(_with_sign(line, signs, down) if signs else line for line in lines)


def _with_sign(line: PlacedLine, signs: Sequence[DrawnSign], down: float) -> PlacedLine:
    place, size = line.down - down, line.size
    beside = [
        each
        for each in signs
        if LEAST_SIGN * size <= each.wide <= MOST_SIGN * size
        and -0.1 * size <= line.left - each.right <= FARTHEST * size
        and place - size <= each.middle <= place + 0.1 * size
    ]
    if len(beside) != 1 or mark_of(line.words, nested=False):
        return line
    words = f"• {line.words.lstrip()}"
    return replace(line, words=words, left=beside[0].left, words_left=line.left)
