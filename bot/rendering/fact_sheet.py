"""What was understood of the patient, as people read it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agents.facts.display.sheet_line import UNDERSTOOD, is_worth_showing, sheet_line
from agents.facts.reading import read_fact_sheet
from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from agents.turns import View
from bot.rendering.blocks import Block, context, escape, sections

CORRECT_ME = "Not right? Reply with the correction, for example “no, HER2 0”."
AGAIN = "Reply *again* and I answer the question again with this."


def is_news(view: View) -> bool:
    """Whether the thread has to be shown what was understood: there are facts of a patient, and
    this run's question, files or added facts changed something about them."""
    if not is_worth_showing(view.sheet):
        return False
    before = read_fact_sheet(view.earlier)
    return sheet_line(before) != sheet_line(view.sheet) or bool(view.sheet.changed)


def understood_lines(sheet: FactSheet) -> list[str]:
    """The facts in one plain line, then what the newest message changed, then what contradicts."""
    changed = [f"Changed: {sentence.rstrip('.')}." for sentence in sheet.changed]
    return [sheet_line(sheet), *changed, *_contradictions(sheet)]


def understood_blocks(sheet: FactSheet) -> list[Block]:
    """The reply that shows a thread what was understood."""
    first, *others = understood_lines(sheet)
    head = f"*{UNDERSTOOD}:* {escape(first.removeprefix(f'{UNDERSTOOD}: '))}"
    return [*sections([head, *map(escape, others)], whole=True), context(CORRECT_ME)]


def correction(before: FactSheet, after: FactSheet) -> list[Block]:
    """The reply to a correction: what it changed, and that the question may be answered again."""
    lines = [f"*Changed:* {escape(sentence.rstrip('.'))}." for sentence in after.changed]
    if not lines:
        lines = [f"*Noted:* {escape(_news(before, after))}"]
    lines += [escape(sentence) for sentence in _contradictions(after)]
    return sections([*lines, AGAIN], whole=True)


def _news(before: FactSheet, after: FactSheet) -> str:
    known = {fact.value for fact in before.facts}
    new = [describe(f.value) for f in after.facts if f.value not in known and not f.rule]
    return f"{', '.join(dict.fromkeys(new))}." if new else "nothing that was not known before."


def _contradictions(sheet: FactSheet) -> Sequence[str]:
    return [f"⚠️ {contradiction.sentence}" for contradiction in sheet.contradictions]
