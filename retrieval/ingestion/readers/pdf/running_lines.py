"""Lines that stand at one place on page after page: they are told once. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from retrieval.ingestion.readers.pdf.paragraphs import PlacedLine

MOST_RUNNING = 3
"""Lines at a page's upper and lower edge that may stand on other pages. Chosen by hand."""
SAME_PLACE = 2.0
"""Points by which they may shift. Chosen by hand."""
END = 20
"""Characters of a line that tell how it ends: the marks behind its last letter. By hand."""
MOST_LETTERS = 150
"""Of such a line. Chosen by hand: what is longer is text."""
_SENTENCE = re.compile(r"[.!?:;]\W{0,19}\Z")
_ONLY_NUMBER = re.compile(
    r"\W{0,9}(\d{1,4})(?:\W{0,9}(?:of|von)?\W{0,9}\d{1,4})?\W{0,9}", re.IGNORECASE
)
_NAMES_PAGE = re.compile(r"\b(?:page|seite)\W{0,3}\d", re.IGNORECASE)
_OWN_PAGE = re.compile(
    r"\b(?:page|seite)\W{0,3}(?P<number>\d{1,4})(?:\W{0,3}(?:of|von)?\W{0,3}\d{1,4})?\W{0,3}\Z",
    re.IGNORECASE,
)
"""How a line ends that tells the number of its page."""
_DIGITS = re.compile(r"\d+")


def running_lines(pages: Sequence[Sequence[PlacedLine]]) -> list[dict[PlacedLine, bool]]:
    """The lines of each page that stand at the same place of half of the pages or more, with the
    same words or the number of the page; and whether it is the last page with that line. What ends
    like a sentence is none of them, and what stands below the title of its own page is none: the
    pages of two regimens may be alike."""
    alike: dict[str, list[tuple[float, int, PlacedLine]]] = defaultdict(list)
    for number, page in enumerate(pages):
        for line in _at_edges(page):
            alike[_form(line.words, number)].append((line.down, number, line))
    running = [{line for line in _at_edges(page) if _names_page(line, number)}
               for number, page in enumerate(pages, start=1)]  # fmt: skip
    for held in alike.values():
        same = _at_one_place(held)
        if 2 * len({number for number, _ in same}) >= len(pages):
            for number, line in same:
                running[number].add(line)
    outer = [_from_the_edges(page, lines) for page, lines in zip(pages, running, strict=True)]
    last = {_form(line.words, at): at for at, lines in enumerate(outer) for line in lines}
    return [
        {line: last[_form(line.words, at)] == at for line in lines}
        for at, lines in enumerate(outer)
    ]


def _names_page(line: PlacedLine, number: int) -> bool:
    told = _OWN_PAGE.search(" ".join(line.words.split()))
    return told is not None and int(told["number"]) == number


def _at_one_place(held: Sequence[tuple[float, int, PlacedLine]]) -> set[tuple[int, PlacedLine]]:
    return {
        (number, line)
        for one, other in pairwise(sorted(held, key=lambda each: each[:2]))
        if other[0] - one[0] <= SAME_PLACE and one[1] != other[1]
        for _, number, line in (one, other)
    }


def _from_the_edges(page: Sequence[PlacedLine], running: set[PlacedLine]) -> list[PlacedLine]:
    """The lines with nothing but such lines between them and an edge of the page."""
    ordered = sorted(page, key=lambda line: line.down)
    above = takewhile(running.__contains__, ordered)
    below = takewhile(running.__contains__, reversed(ordered))
    return list(dict.fromkeys((*above, *below)))


def _at_edges(page: Sequence[PlacedLine]) -> Iterator[PlacedLine]:
    ordered = sorted(page, key=lambda line: line.down)
    for line in dict.fromkeys((*ordered[:MOST_RUNNING], *ordered[-MOST_RUNNING:])):
        if len(line.words) <= MOST_LETTERS and not _SENTENCE.search(line.words[-END:]):
            yield line


def _form(words: str, number: int) -> str:
    """The words; the same for all pages where they tell which page it is."""
    told = " ".join(words.split())
    if only := _ONLY_NUMBER.fullmatch(told):
        return f"#{int(only[1]) - number}"
    return _DIGITS.sub("#", told) if _NAMES_PAGE.search(told) else told
