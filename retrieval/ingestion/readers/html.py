"""HTML to text: headings, list items and table rows keep their own lines."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from retrieval.ingestion.readers.plain import plain_text

_UNSEEN = "script, style, noscript, template, nav, header, footer, aside, form, iframe, svg"
_BLOCKS = frozenset(
    (
        *("p", "div", "section", "article", "main", "ul", "ol", "dl", "dt", "dd", "figure"),
        *("figcaption", "blockquote", "pre", "table", "tbody", "thead", "body"),
    )
)
_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
_CHARSET = re.compile(rb"""<meta[^<>]+charset=["']?\s*([\w-]+)""", re.IGNORECASE)
_DEEPEST = 200
"""Elements nested deeper than this are read as plain text. Chosen by hand."""


def html_text(name: str, content: bytes) -> tuple[str, str]:
    """Title and visible text."""
    parser = LexborHTMLParser(_decode(name, content))
    title_node = parser.css_first("title")
    title = title_node.text() if title_node is not None else ""
    for node in parser.css(_UNSEEN):
        node.decompose()
    pieces: list[str] = []
    if parser.body is not None:
        _collect(parser.body, pieces, 0)
    lines = (" ".join(line.split()) for line in "".join(pieces).split("\n"))
    return title, re.sub(r"\n{3,}", "\n\n", "\n".join(lines))


def _decode(name: str, content: bytes) -> str:
    declared = _CHARSET.search(content[:4096])
    if declared is not None:
        try:
            return content.decode(declared[1].decode("ascii"))
        except (LookupError, UnicodeDecodeError):
            return plain_text(name, content)[1]
    return plain_text(name, content)[1]


def _collect(node: LexborNode, pieces: list[str], depth: int) -> None:
    for child in node.iter(include_text=True):
        tag = child.tag or ""
        if tag == "-text":
            pieces.append(re.sub(r"\s+", " ", child.text(deep=False)))
        elif tag in _HEADINGS:
            pieces.append(f"\n\n{_HEADINGS[tag]}{_flat(child)}\n\n")
        elif tag == "tr":
            cells = (_flat(cell) for cell in child.iter() if cell.tag in ("td", "th"))
            pieces.append(f"\n| {' | '.join(cells)} |")
        elif tag == "br":
            pieces.append("\n")
        elif depth > _DEEPEST:
            pieces.append(_flat(child))
        else:
            before, after = _around(tag)
            pieces.append(before)
            _collect(child, pieces, depth + 1)
            pieces.append(after)


def _around(tag: str) -> tuple[str, str]:
    if tag == "li":
        return "\n- ", ""
    return ("\n\n", "\n\n") if tag in _BLOCKS else ("", "")


def _flat(node: LexborNode) -> str:
    return " ".join(node.text(separator=" ").split())
