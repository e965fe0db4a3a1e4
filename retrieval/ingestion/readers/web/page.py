"""HTML to text: headings, list items and table rows keep their own lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from retrieval.errors import DocumentUnreadable
from retrieval.ingestion.readers.plain import plain_text
from retrieval.ingestion.readers.web.declarations import declarations_of, is_hiding, is_see_through
from retrieval.ingestion.readers.web.nesting import is_nested_too_deep
from retrieval.ingestion.readers.web.sheets import hidden_by_sheets, struck_by_sheets
from retrieval.ingestion.readers.web.unseen_words import take_out_unseen_words
from retrieval.text.superscripts import superscripts

_UNSEEN = "script, style, noscript, template, nav, header, footer, aside, form, iframe, svg"
_STRUCK = "s, del, strike, [role=deletion], [style*=line-through]"
"""What is struck out: it holds no longer."""
_HIDDEN = "[hidden]:not([hidden=until-found])"
"""What the page does not show, where the element itself says so."""
_BLOCKS = frozenset(
    (
        *("p", "div", "section", "article", "main", "ul", "ol", "dl", "figure"),
        *("figcaption", "blockquote", "pre", "table", "tbody", "thead", "body"),
        *("address", "center", "details", "dialog", "dir", "fieldset", "hgroup", "hr", "legend"),
        *("listing", "menu", "option", "optgroup", "plaintext", "search", "summary", "xmp"),
        # Of tables that only lay out a page.
        *("tr", "td", "th", "tfoot", "caption"),
    )
)
_PARTED = frozenset(
    (
        *("br", "li", "dt", "dd", "button", "select", "textarea", "input", "img", "object"),
        *("canvas", "video", "audio", "embed", "meter", "progress", "marquee"),
    )
)
"""What stands beside other words in a line of its own or a box: never one word with them."""
_LISTS = frozenset({"ul", "ol", "dd"})
"""What the words are indented in."""
_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
_APART = _BLOCKS | _PARTED | frozenset(_HEADINGS)
_IN_LAYOUT = ", ".join(f"table {tag}" for tag in ("table", *_HEADINGS))
_CELLS = frozenset({"cell", "gridcell", "columnheader", "rowheader"})
_ROWS = frozenset({"row", "rowgroup"})
_LAYOUT = "curbside-layout"
_MARK = "-"
"""Before the words of an item."""
_INDENT = "  "
"""Before an item of a list inside an item, for each list around it."""
_CHARSET = re.compile(rb"""<meta[^<>]+charset=["']?\s*([\w-]+)""", re.IGNORECASE)
_CHARSET_WITHIN = 4096
"""Bytes in which a page declares its encoding. HTML says 1,024; pages with long comments before it
are read as well."""
_DEEPEST = 200
"""Elements nested deeper than this are read as plain text. Chosen by hand."""
MOST_DIGITS = 5
"""Digits from which a span is no number of cells. Chosen by hand: far beyond ``MOST_SPANNED``."""
MOST_SPANNED = 40
"""Columns or rows that one cell may take. Chosen by hand: tables of protocols have about ten."""
MOST_COLUMNS = 200
"""Columns up to which the words of a merged cell are repeated. Chosen by hand: forty cells of forty
columns, each over forty rows, are no table."""


def html_text(name: str, content: bytes) -> tuple[str, str]:
    """Title and visible text. Raises :class:`DocumentUnreadable`."""
    html = _decode(name, content)
    if is_nested_too_deep(html):
        detail = f"{name} is nested deeper than any page. Save it as PDF or text, and try that."
        raise DocumentUnreadable(detail)
    parser = LexborHTMLParser(html)
    title_node = parser.css_first("title")
    title = title_node.text() if title_node is not None else ""
    for node in hidden_by_sheets(parser):
        node.attrs["hidden"] = ""
    may_appear = parser.css_first("script[src], script[type=module]") is not None
    take_out_unseen_words(parser)
    for selector in (*struck_by_sheets(parser), _STRUCK, _UNSEEN, _HIDDEN):
        for node in parser.css(selector):
            node.decompose()
    for node in parser.css("[style]"):
        style = node.attributes.get("style") or ""
        if is_hiding(style) and not (may_appear and is_see_through(declarations_of(style))):
            node.decompose()
    _mark_layout_tables(parser)
    pieces: list[str] = []
    if parser.body is not None:
        _collect(parser.body, pieces, 0, 0)
    lines = map(_with_indent, "".join(pieces).split("\n"))
    return title, re.sub(r"\n{3,}", "\n\n", "\n".join(_with_marks_beside(lines)))


def _with_indent(line: str) -> str:
    """A line with single blanks. Tabs before it say in how many items it is."""
    words = " ".join(line.split())
    return _INDENT * (len(line) - len(line.lstrip("\t"))) + words if words else ""


def _with_marks_beside(lines: Iterable[str]) -> Iterator[str]:
    """The lines, each mark of an item before its words, where they are a paragraph of their own:
    "<li><p>Grade 3</p>"."""
    mark = ""
    for line in lines:
        if line.strip() == _MARK:
            mark = line
        elif not mark:
            yield line
        elif line:
            is_item = line.lstrip().startswith(f"{_MARK} ")
            yield line if is_item else f"{mark} {line.lstrip()}"
            mark = ""


def _decode(name: str, content: bytes) -> str:
    declared = _CHARSET.search(content[:_CHARSET_WITHIN])
    if declared is not None:
        try:
            return content.decode(declared[1].decode("ascii"))
        except (LookupError, UnicodeDecodeError):
            return plain_text(name, content)[1]
    return plain_text(name, content)[1]


def _mark_layout_tables(parser: LexborHTMLParser) -> None:
    """Mark the tables that lay out a page, and hold no rows: those with tables or headings in
    them."""
    for inner in parser.css(_IN_LAYOUT):
        around = inner.parent
        while around is not None and around.tag != "table":
            around = around.parent
        if around is not None:
            around.attrs[_LAYOUT] = ""


def _collect(node: LexborNode, pieces: list[str], depth: int, inside: int) -> None:
    """The words of a node. ``inside``: in how many lists it is."""
    for child in node.iter(include_text=True):
        tag = child.tag or ""
        if tag == "-text":
            pieces.append(re.sub(r"\s+", " ", child.text(deep=False)))
        elif tag in _HEADINGS:
            pieces.append(f"\n\n{_HEADINGS[tag]}{_flat(child)}\n\n")
        elif tag == "sup":
            pieces.append(superscripts(_flat(child)))
        elif tag == "table" and _LAYOUT not in child.attributes:
            pieces.append("\n\n")
            _collect_table(child, pieces, {}, depth + 1)
            pieces.append("\n\n")
        elif _role(child) in ("table", "grid"):
            pieces.append("\n\n")
            _collect_areas(child, pieces, depth + 1)
            pieces.append("\n\n")
        elif tag == "br":
            pieces.append("\n" + "\t" * inside)
        elif depth > _DEEPEST:
            pieces.append(_flat(child))
        else:
            before, after = _around(tag, inside)
            pieces.append(before)
            _collect(child, pieces, depth + 1, inside + (tag in _LISTS))
            pieces.append(after)


def _role(node: LexborNode) -> str:
    return (node.attributes.get("role") or "").lower()


def _collect_areas(node: LexborNode, pieces: list[str], depth: int) -> None:
    """The rows of a table that is made of areas."""
    for child in node.iter():
        if _role(child) == "row":
            cells = [
                _flat(each).replace("|", "¦") for each in child.iter() if _role(each) in _CELLS
            ]
            pieces.append(f"\n| {' | '.join(cells)} |")
        elif depth <= _DEEPEST and any(_role(each) in _ROWS for each in child.iter()):
            _collect_areas(child, pieces, depth + 1)
        else:
            pieces.append(f"\n\n{_flat(child)}\n")


_Held = dict[int, tuple[int, str]]
"""Columns that a cell of a row above reaches down to: for how many more rows, and its words."""


def _collect_table(node: LexborNode, pieces: list[str], held: _Held, depth: int) -> None:
    """The rows of a table, each with the words of merged cells in every column they reach."""
    for child in node.iter():
        if child.tag == "tr":
            pieces.append(f"\n| {' | '.join(_row(child, held))} |")
        elif child.tag in ("thead", "tbody", "tfoot") and depth <= _DEEPEST:
            _collect_table(child, pieces, held, depth + 1)
        else:
            pieces.append(f"\n\n{_flat(child)}\n")


def _row(row: LexborNode, held: _Held) -> list[str]:
    cells = [cell for cell in row.iter() if cell.tag in ("td", "th")]
    # A single cell over all columns heads the rows below it: it is told once.
    alone = len(cells) == 1 and not held
    found: list[str] = []
    lower: _Held = {}
    for cell in cells:
        _let_down(held, found, lower)
        words, rows = _flat(cell).replace("|", "¦"), _span(cell, "rowspan")
        room = max(1, MOST_COLUMNS - len(found))
        for _ in range(1 if alone else min(room, _span(cell, "colspan"))):
            if rows > 1 and len(found) < MOST_COLUMNS:
                lower[len(found)] = (rows - 1, words)
            found.append(words)
    _let_down(held, found, lower)
    held.clear()
    held.update(lower)
    return found


def _let_down(held: _Held, found: list[str], lower: _Held) -> None:
    """Fill the next columns that cells of rows above reach down to."""
    while len(found) in held:
        rows, words = held.pop(len(found))
        if rows > 1:
            lower[len(found)] = (rows - 1, words)
        found.append(words)


def _span(cell: LexborNode, name: str) -> int:
    """How many columns or rows a cell takes; a number nobody can mean is one."""
    written = cell.attributes.get(name) or "1"
    told = written.isascii() and written.isdigit() and len(written) < MOST_DIGITS
    return max(1, min(int(written), MOST_SPANNED)) if told else 1


def _around(tag: str, inside: int) -> tuple[str, str]:
    indent = "\t" * inside
    if tag == "li":
        return f"\n{indent[1:]}{_MARK} ", ""
    if tag == "dt":
        return f"\n{indent}{_MARK} ", ":"
    if tag == "dd":
        return " ", ""
    if tag in _BLOCKS:
        return f"\n\n{indent}", f"\n\n{indent}"
    # Elements that a page makes itself have a hyphen: most are boxes.
    return (" ", " ") if tag in _PARTED or "-" in tag else ("", "")


def _flat(node: LexborNode) -> str:
    """The words in one line: blanks part blocks, not what is only set in another face."""
    pieces: list[str] = []
    waiting: list[LexborNode | str] = list(reversed(list(node.iter(include_text=True))))
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            pieces.append(each)
            continue
        tag = each.tag or ""
        if tag == "-text":
            pieces.append(each.text(deep=False))
        elif tag == "sup":
            pieces.append(superscripts(_flat(each)))
        else:
            apart = " " if tag in _APART or "-" in tag else ""
            waiting += [apart, *reversed(list(each.iter(include_text=True))), apart]
    return " ".join("".join(pieces).split())
