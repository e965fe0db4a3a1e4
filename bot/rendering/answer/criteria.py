"""The criteria of a trial below the bottom line of an answer. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from agents.endings.tables.criteria import HEADS, criterion_words, in_reading_order, verdict_words
from agents.turns import Answer
from agents.turns.criteria import CriterionVerdict, JudgedCriterion
from bot.rendering.answer.answer_lines import CitationMarks
from bot.rendering.blocks import Block, clip, escape, sections

MOST_OPEN = 12
"""Criteria that are open of which the words are shown. Chosen by hand: what is judged goes first,
and all stand in the record."""
LONGEST_WORDS = 160
"""Characters of a criterion's words in a thread. Chosen by hand: two lines."""
_SIGNS: Mapping[CriterionVerdict, str] = {"conflict": "⚠️", "unknown": "❔"}
_EFFECTS = {"for": "✅", "against": "⛔"}


def criteria_blocks(answer: Answer, citing: CitationMarks) -> list[Block]:
    """A row for each criterion: which, its verdict, why, its words; nothing for other answers."""
    if not answer.criteria:
        return []
    rows = in_reading_order(answer.criteria)
    told = [each for each in rows if each.verdict != "unknown"]
    left = [each for each in rows if each.verdict == "unknown"]
    lines = [f"*{' · '.join(HEADS)}*", *(_row(each, citing) for each in [*told, *left[:MOST_OPEN]])]
    if rest := left[MOST_OPEN:]:
        marks = citing.marks([each.key for each in rest])
        lines.append(f"❔ {len(rest)} more are unknown: {marks}")
    return sections(lines, whole=True)


def _row(judged: JudgedCriterion, citing: CitationMarks) -> str:
    sign = _SIGNS.get(judged.verdict) or _EFFECTS[judged.effect]
    words = clip(criterion_words(judged, citing.known), LONGEST_WORDS)
    told = f"{sign} *{judged.name}* · {verdict_words(judged)} · {escape(judged.why)}"
    return f"{told} · “{escape(words)}” {citing.marks([judged.key])}"
