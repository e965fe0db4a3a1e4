"""An answer as a table: its sentences as they are, each with the option that it names, its
support, its date and its citations. What limits the answer stands around it as in the answer
itself. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from agents.endings.layout import (
    ONLY_QUOTES,
    AnswerLayout,
    PartLayout,
    label_of_option,
    short_layout,
)
from agents.endings.provenance import date_words, evidence_words, warning_words
from agents.endings.reviews import citation_number
from agents.endings.tables.options import DASH, point_words
from agents.turns import Answer, Citation, Sentence, View
from bot.rendering.answer.answer_lines import NOT_WEIGHED, CitationMarks, citing_of, limit_lines
from bot.rendering.blocks import Block, clip, escape, link, sections, small_print
from bot.rendering.links import PassageLinks, web_address

HEADS = ("Option", "What is said", "Support and date", "Source")
MOST_ROWS = 24
"""Rows, the head not counted. Chosen by hand: what is said at once has about six."""
_LONGEST_CELL = 1_500
_MOST_CHARACTERS = 9_000
"""Of all cells; Slack takes 10,000 of a table."""
_HEAD = "*The last answer as a table, its words unchanged*"
_CUT = "⚠️ More than fits into a table: the answer above has all of it."
_MORE = "What is shown is what the answer said at once; “more” gives the rest."
Cell = dict[str, Any]


def table_blocks(view: View, links: PassageLinks) -> list[Block]:
    """The table, and around it what limits the answer; empty where nothing was answered."""
    answer = view.ending
    if not isinstance(answer, Answer) or answer.criteria:
        return []
    layout, citing = short_layout(answer), citing_of(view, answer, links)
    rows = list(_rows(layout, citing))
    if not rows:
        return []
    shown = _rows_that_fit(rows)
    table: Block = {
        "type": "table",
        "rows": [[_words(head) for head in HEADS], *shown],
        "column_settings": [{"is_wrapped": True} for _ in HEADS],
    }
    above = [*_above(answer, layout), *([_CUT] if len(shown) < len(rows) else [])]
    blocks = [*sections([_HEAD, *above], whole=True), table]
    blocks += sections(_below(layout, citing), whole=True)
    return [*blocks, *small_print(["*Sources*", *citing.sources(layout.keys), _MORE])]


def _above(answer: Answer, layout: AnswerLayout) -> list[str]:
    unweighed = "; ".join(map(escape, layout.not_weighed))
    lines = [f"{NOT_WEIGHED} {unweighed}"] if unweighed else []
    lines += [f"⚠️ {ONLY_QUOTES}"] if layout.only_quotes else []
    return lines + ([f"⚠️ {escape(answer.limited)}"] if answer.limited else [])


def without_table(blocks: Sequence[Block]) -> list[Block]:
    """The same blocks, each row of a table as a line."""
    plain: list[Block] = []
    for block in blocks:
        if block["type"] != "table":
            plain.append(block)
            continue
        lines = (" · ".join(filter(None, map(_text_of, row))) for row in block["rows"][1:])
        plain += sections([f"• {line}" for line in lines], whole=True)
    return plain


def _text_of(cell: Cell) -> str:
    """What a cell says, as the text of a section."""
    if cell["type"] == "raw_text":
        return "" if cell["text"] == DASH else escape(cell["text"])
    parts = [part for element in cell["elements"] for part in element["elements"]]
    return "".join(link(part.get("url", ""), part["text"]) for part in parts)


def _rows(layout: AnswerLayout, citing: CitationMarks) -> Iterator[list[Cell]]:
    for part in layout.parts:
        if part.question:
            yield [_words(f"{part.number}."), _words(part.question), _words(""), _words("")]
        yield from (_row(sentence, citing) for sentence in part.sentences)
        if told := _words_of_silence(part):
            yield [_words("Not answered"), _words(told), _words(""), _words("")]
    for each in layout.excluded:
        cited = [citing.known[key] for key in each.keys if key in citing.known]
        said = _words(f"{label_of_option(each)}: {each.reason}")
        yield [
            _words(each.option),
            said,
            _words(_support(cited, citing.today)),
            _marks(cited, citing),
        ]


def _words_of_silence(part: PartLayout) -> str:
    return part.gap.name if part.gap else part.silence


def _row(sentence: Sentence, citing: CitationMarks) -> list[Cell]:
    cited = [citing.known[key] for key in sentence.keys if key in citing.known]
    named = (citing.options[key] for key in sentence.keys if key in citing.options)
    option = sentence.option or next(named, "") or DASH
    words = point_words(sentence)
    if not sentence.verified:
        words = f"Not verified ({sentence.problem or 'its sources do not show this'}): {words}"
    if sentence.basis == "calculation":
        words = f"{words} (calculated)"
    return [
        _words(option),
        _words(words),
        _words(_support(cited, citing.today)),
        _marks(cited, citing),
    ]


def _support(cited: list[Citation], today: date | None) -> str:
    """Support, date, and whatever makes a source doubtful."""
    told = []
    for each in cited:
        doubts = [
            *warning_words(each, today),
            *([each.badge] if each.status != "confirmed" else []),
        ]
        words = ", ".join(filter(None, (evidence_words(each), date_words(each))))
        told.append(" ".join([words, *(f"⚠️ {doubt}" for doubt in doubts)]).strip())
    return "; ".join(dict.fromkeys(told))


def _words(text: str) -> Cell:
    return {"type": "raw_text", "text": clip(text, _LONGEST_CELL) or DASH}


def _marks(cited: list[Citation], citing: CitationMarks) -> Cell:
    """The numbers, linked to their passages."""
    parts: list[Cell] = []
    for each in cited:
        number = citation_number(each.key)
        address = citing.links.link(citing.run_id, each.key) or each.url
        parts += [{"type": "text", "text": " "}] if parts else []
        linked = {"type": "link", "url": address, "text": number}
        parts.append(linked if web_address(address) else {"type": "text", "text": number})
    if not parts:
        return _words("")
    return {
        "type": "rich_text",
        "elements": [{"type": "rich_text_section", "elements": parts}],
    }


def _below(layout: AnswerLayout, citing: CitationMarks) -> list[str]:
    """What would change the answer, values that a formula gave, and what was not found; the options
    that are none stand in the table."""
    lines = limit_lines(replace(layout, excluded=()), citing)
    return [*lines, *(f"◦ {escape(item)}" for item in layout.not_found)]


def _rows_that_fit(rows: list[list[Cell]]) -> list[list[Cell]]:
    left, shown = _MOST_CHARACTERS, []
    for row in rows[:MOST_ROWS]:
        left -= sum(len(str(cell)) if "elements" in cell else len(cell["text"]) for cell in row)
        if left < 0:
            break
        shown.append(row)
    return shown
