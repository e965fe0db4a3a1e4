"""HTML of any shape is read in time that grows with its length, or refused with a sentence."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest

from retrieval.errors import DocumentUnreadable
from retrieval.ingestion.readers.web.page import html_text
from tests.cpu_growth import LINEAR, growth

SHAPES: dict[str, Callable[[int], str]] = {
    "lists": lambda _: "<ul><li>x",
    "boxes": lambda _: "<div>x",
    "hidden": lambda _: "<nav>x",
    "letters": lambda number: f"<font color={number}>x",
    "attributes": lambda number: f" a{number}=b" if number else "<p",
    "spans": lambda _: "<table><tr><td rowspan=40 colspan=40>x",
    "scripts": lambda _: "<script>",
    "comments": lambda _: "<!-- <div> ",
    "closed": lambda _: "<div><ul><li>x</ul></div>",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_work_grows_with_the_length(shape: str) -> None:
    def reading(size: int) -> Callable[[], object]:
        content = "".join(map(SHAPES[shape], range(size // 10))).encode()

        def read() -> None:
            with contextlib.suppress(DocumentUnreadable):
                html_text("page.html", content)

        return read

    assert growth(reading, 10_000) < LINEAR


def test_a_page_of_many_closed_elements_and_long_scripts_is_read() -> None:
    script = "<script>" + "html += '<div><span>';" * 7000 + "</script>"
    page = script + "<!--" + "<div>" * 7000 + "-->" + "<div><p>One line.</div>" * 7000
    title, text = html_text("page.html", f"<title>T</title>{page}".encode())
    assert title == "T"
    assert text.count("One line.") == 7000
    assert "span" not in text


def test_what_is_nested_deeper_than_any_page_is_refused() -> None:
    assert html_text("page.html", b"<div>" * 500 + b"Words.")[1].strip() == "Words."
    with pytest.raises(DocumentUnreadable, match=r"page\.html is nested deeper than any page"):
        html_text("page.html", b"<div>" * 7000 + b"Words.")
