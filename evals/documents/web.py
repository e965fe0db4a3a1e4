"""Web pages: as a publisher writes them, and as an old intranet does."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence

from evals.documents.layout import HEADER, WrittenFile, footer
from evals.documents.texts import Block, Cell, Table, Text

_TAGS = {"title": "h1", "heading": "h2", "paragraph": "p"}


def publisher_page(text: Text) -> WrittenFile:
    """Heads and bodies of tables, spans, captions, what stands around the article."""
    page = (
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{_e(text.title)}</title>"
        f"<style>td {{ padding: 2px }}</style></head><body><header>{_e(HEADER)}</header>"
        f"<nav><ul><li>Home</li><li>Guidelines</li></ul></nav><main>"
        f"{''.join(_publisher_blocks(text.blocks))}</main><footer>{_e(footer(1))}</footer></body></html>"
    )
    return WrittenFile(page.encode())


def _publisher_blocks(blocks: Sequence[Block]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Table):
            heads = "".join(_row(block, row, "th") for row in range(block.heads))
            body = (_row(block, row, "td") for row in range(block.heads, block.row_count))
            yield f"<table><thead>{heads}</thead><tbody>{''.join(body)}</tbody></table>"
        elif block.kind == "item":
            yield f"<ul><li><p>{_e(block.words)}</p></li></ul>"
        else:
            tag = _TAGS[block.kind]
            yield f"<{tag}>{_e(block.words)}</{tag}>\n"


def _row(table: Table, row: int, tag: str) -> str:
    cells = (f"<{tag}{_spans(cell)}>{_e(cell.words)}</{tag}>" for cell in table.row(row))
    return f"<tr>{''.join(cells)}</tr>\n"


def _spans(cell: Cell) -> str:
    down = f' rowspan="{cell.rows}"' if cell.rows > 1 else ""
    return down + (f' colspan="{cell.columns}"' if cell.columns > 1 else "")


def intranet_page(text: Text) -> WrittenFile:
    """The words in the cell of a table that lays out the page, tables within it, tags in capitals
    and not closed, line breaks for paragraphs, cells of several lines, in Windows' letters."""
    body = "".join(_intranet(text.blocks))
    page = (
        f"<HTML><HEAD><META HTTP-EQUIV=Content-Type CONTENT='text/html; charset=windows-1252'>"
        f"<TITLE>{_e(text.title)}</TITLE></HEAD><BODY BGCOLOR=white>"
        f"<TABLE WIDTH=100% CELLPADDING=4><TR><TD VALIGN=top><FONT SIZE=1>Hospital of Nowhere"
        f"</FONT><TD>{body}</TABLE></BODY></HTML>"
    )
    return WrittenFile(page.encode("cp1252", "xmlcharrefreplace"))


def _intranet(blocks: Sequence[Block]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Table):
            rows = (_open_row(block, row) for row in range(block.row_count))
            yield f"\n<TABLE BORDER=1>{''.join(rows)}</TABLE>\n"
        elif block.kind in ("title", "heading"):
            yield f"<P><B><FONT SIZE=4>{_e(block.words)}</FONT></B><P>\n"
        elif block.kind == "item":
            yield f"<LI>{_e(block.words)}\n"
        else:
            yield f"{_e(block.words)}<BR><BR>\n"


def _open_row(table: Table, row: int) -> str:
    cells = (f"<TD{_spans(cell)}><P>{_broken(cell.words)}" for cell in table.row(row))
    return f"<TR>{''.join(cells)}\n"


def _broken(words: str) -> str:
    """The words with a line break in their middle."""
    told = words.split(" ")
    half = len(told) // 2
    first, rest = _e(" ".join(told[:half])), _e(" ".join(told[half:]))
    return f"{first}<BR>\n  {rest}" if first else rest


def _e(words: str) -> str:
    return html.escape(words, quote=False)
