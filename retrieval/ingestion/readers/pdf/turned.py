"""Pages whose words run up or down: tables that lie on an upright page."""

from __future__ import annotations

from typing import Any

from pdfplumber.page import Page

MOSTLY = 0.5
"""Share of the letters of a page that run up or down, from which on the page is turned."""


def upright(page: Any) -> Any:
    """The page, turned so that most of its words run across."""
    ups = [letter["matrix"][1] for letter in page.chars if not letter["text"].isspace()]
    across = [letter for letter in page.chars if not _runs_up_or_down(letter["matrix"])]
    if not ups or len(across) >= MOSTLY * len(page.chars):
        return page
    # A quarter clockwise for words that run up, three for words that run down.
    quarters = 1 if sum(up > 0 for up in ups) * 2 >= len(ups) else 3
    page.page_obj.rotate = (page.page_obj.rotate + 90 * quarters) % 360
    page.close()
    return Page(page.pdf, page.page_obj, page.page_number, page.initial_doctop)


def _runs_up_or_down(matrix: tuple[float, ...]) -> bool:
    return abs(matrix[1]) > abs(matrix[0])
