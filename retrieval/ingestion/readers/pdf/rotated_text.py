"""Words that run up or down a page: a table that lies on an upright page, or a whole page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pdfplumber.page import Page

MOSTLY = 0.5
"""Share of the letters of a page that run up or down, from which on they are read first."""
FEWEST_TURNED = 20
"""Letters that run up or down, from which on they are read by themselves. Chosen by hand: fewer
are the name of an axis."""


def upright_parts(page: Any) -> Iterator[Any]:
    """The page with the words that run across; and the page turned, with those that run up or
    down, if there are enough of them. The larger part is first."""
    letters = [letter for letter in page.chars if not letter["text"].isspace()]
    ups = [letter["matrix"][1] for letter in letters if _runs_up_or_down(letter["matrix"])]
    if len(ups) < FEWEST_TURNED:
        yield page
        return
    mostly = len(ups) > MOSTLY * len(letters)
    across = page.filter(_runs_across)
    if not mostly and across.chars:
        yield across
    yield _turn_quarters(page, sum(up > 0 for up in ups) * 2 >= len(ups)).filter(_runs_across)
    if mostly and across.chars:
        yield across


def _turn_quarters(page: Any, clockwise: bool) -> Any:
    """The page turned by a quarter for words that run up, by three for words that run down."""
    before = page.page_obj.rotate
    page.page_obj.rotate = (before + (90 if clockwise else 270)) % 360
    turned = Page(page.pdf, page.page_obj, page.page_number, page.initial_doctop)
    # What is drawn on it is read when it is first asked for.
    turned.objects  # noqa: B018
    page.page_obj.rotate = before
    return turned


def _runs_across(drawn: dict[str, Any]) -> bool:
    return drawn["object_type"] != "char" or not _runs_up_or_down(drawn["matrix"])


def _runs_up_or_down(matrix: tuple[float, ...]) -> bool:
    return abs(matrix[1]) > abs(matrix[0])
