"""The last words of a run: an answer with its sources, a gap, a stop or a failure. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agents.endings.layout import AnswerLayout, gap_layout, rest_layout, short_layout, whole_layout
from agents.endings.model_costs import took_words
from agents.endings.plaintext import FOUND
from agents.endings.standing import standing_of_run
from agents.turns import Abstention, Answer, Ending, Failed, Reply, Stopped, View
from agents.wording.answer_labels import NOT_FOUND
from agents.wording.counts import count_of
from agents.wording.gaps import HEADINGS, SUPPLIED_BY, searched_line, what_to_do
from bot.failures import sentences
from bot.rendering.answer.answer_lines import (
    CitationMarks,
    answer_lines,
    citing_of,
    limit_lines,
    sentence_line,
)
from bot.rendering.answer.criteria import criteria_blocks
from bot.rendering.answer.evidence import evidence_button, has_evidence
from bot.rendering.answer.pictures import code_blocks
from bot.rendering.answer.publish_button import publish_buttons
from bot.rendering.answer.report import report_blocks
from bot.rendering.answer.signs import SIGNS
from bot.rendering.blocks import (
    Block,
    buttons,
    context,
    escape,
    link,
    person,
    sections,
    small_print,
)
from bot.rendering.board.reply import decide_button
from bot.rendering.citations import finding_line
from bot.rendering.links import PassageLinks
from bot.rendering.review.blind import ask_button
from bot.rendering.review.marks import answer_buttons, mark_blocks, warning_lines
from bot.rendering.steps import stop_button

_DRAFT = "*Answer*"
_NO_MORE = "There is no more to show: all that was found stands above."


def render(
    view: View, ending: Ending, links: PassageLinks, *, steps_behind: bool, label: str = ""
) -> list[Block]:
    """The blocks of the ending. ``steps_behind``: the thread does not show every step, so there
    is a button for them; ``label``: which question it answers."""
    heading = " · ".join(filter(None, [SIGNS[standing_of_run(view, ending)].heading, label]))
    match ending:
        case Answer():
            first = [*warning_lines(view), heading]
            if rows := report_blocks(view):
                rows, first = [*sections(first, whole=True), *rows], []
            blocks = [*rows, *_answer(ending, first, citing_of(view, ending, links))]
        case Reply():
            rows = report_blocks(view)
            code = code_blocks(ending.computed)
            return [*_reply(ending), *rows, *code, *publish_buttons(view)]
        case Abstention():
            blocks = report_blocks(view)
            blocks += _gap(ending, heading, citing_of(view, ending, links))
        case Stopped():
            told = f"{SIGNS['stopped'].character} Stopped by {person(ending.by)}."
            blocks = sections([f"{told} It was on: {label}." if label else told])
        case Failed():
            blocks = sections([f"{heading}: {sentences.sentence(ending.error)}"])
            blocks += _blocks_of_findings(ending, view.run_id, links)
    took = took_words(view)
    blocks += small_print([f"⏱️ {escape(took)}"]) if took else []
    blocks += mark_blocks(view)
    shown = _buttons(view, ending, steps_behind=steps_behind)
    return [*blocks, *shown, *publish_buttons(view)]


def draft(view: View, links: PassageLinks) -> list[Block]:
    """An answer that is being written: its verified sentences so far."""
    citing = citing_of(view, None, links)
    lines = [f"• {sentence_line(item, citing)}" for item in view.drafting]
    return [
        *sections([_DRAFT, *lines], whole=True),
        context("✍️ Still writing; every sentence shown was checked."),
        stop_button(0, view.run_id),
    ]


def failure(words: str) -> list[Block]:
    """One plain sentence of ours."""
    return sections([words])


def _blocks_of_findings(failed: Failed, run_id: str, links: PassageLinks) -> list[Block]:
    lines = [finding_line(each, run_id, links) for each in failed.found]
    return sections([f"*{FOUND}*", *lines], whole=True) if lines else []


def more(view: View, links: PassageLinks) -> list[Block]:
    """What the answer did not say at once: further points, the reasons against further options,
    and every source with the words quoted from it."""
    ending = view.ending
    if not isinstance(ending, Answer | Abstention):
        return sections([_NO_MORE])
    citing = citing_of(view, ending, links)
    rest = rest_layout(ending)
    layout = whole_layout(ending) if isinstance(ending, Answer) else gap_layout(ending)
    blocks = sections([*answer_lines(rest, citing), *limit_lines(rest, citing)], whole=True)
    passages = citing.passages(layout.keys | rest.keys)
    if passages:
        blocks += sections(["*Sources in full*", *passages], whole=True)
    return blocks or sections([_NO_MORE])


def _answer(answer: Answer, first: Sequence[str], citing: CitationMarks) -> list[Block]:
    layout = short_layout(answer)
    said = answer_lines(layout, citing) or ["I found nothing that I can say with a source."]
    blocks = [*sections([*first, *said], whole=True), *criteria_blocks(answer, citing)]
    if answer.limited:
        blocks += sections([f"⚠️ {escape(answer.limited)}"], whole=True)
    blocks += sections(limit_lines(layout, citing), whole=True)
    if layout.not_found:
        missing = [f"◦ {escape(item)}" for item in layout.not_found]
        blocks += sections([f"*{NOT_FOUND}*", *missing], whole=True)
    return blocks + _sources(layout, citing) + small_print(_notes(answer))


def _reply(reply: Reply) -> list[Block]:
    quotes = [
        f"• {link(each.link, each.name + ' (edited)' * each.is_edited)}: “{escape(each.words)}”"
        for each in reply.quotes
    ]
    lines = [escape(reply.text), *quotes, *([escape(reply.end)] if reply.end else [])]
    return sections(lines, whole=True)


def _sources(layout: AnswerLayout, citing: CitationMarks) -> list[Block]:
    lines = citing.sources(layout.keys)
    return small_print(["*Sources*", *lines]) if lines else []


def _notes(answer: Answer) -> list[str]:
    rest = rest_layout(answer)
    doubted = sum(not each.verified for each in rest.sentences)
    counted = [
        _count(len(rest.sentences), "further point")
        + (f" ({doubted} of them not verified)" if doubted else ""),
        _count(len(rest.excluded), "further reason"),
    ]
    more_of = " and ".join(filter(None, counted))
    hint = [f"And {more_of}: press *More* or reply *more*."] if more_of else []
    return [*hint, *([escape(answer.note)] if answer.note else [])]


def _count(number: int, thing: str) -> str:
    return count_of(number, thing) if number else ""


def _gap(ending: Abstention, heading: str, citing: CitationMarks) -> list[Block]:
    gap = ending.gap
    lines = [
        f"{heading}: {HEADINGS[gap.missing]}",
        f"*Missing:* {escape(gap.name)}",
        f"*Who could supply it:* {SUPPLIED_BY[gap.missing]}",
        f"*What to do:* {escape(what_to_do(gap.missing, gap.detail))}",
    ]
    layout = gap_layout(ending)
    blocks = sections(lines, whole=True) + sections(limit_lines(layout, citing), whole=True)
    blocks += _sources(layout, citing)
    looked = [escape(gap.detail)] if gap.detail and gap.missing == "silo" else []
    if searched := searched_line(gap.detail, ending.tried):
        looked.append(escape(searched))
    return blocks + small_print(looked)


def _buttons(view: View, ending: Ending, *, steps_behind: bool) -> list[Block]:
    items = answer_buttons(view.run_id)
    if has_evidence(view):
        items.insert(0, evidence_button(view.run_id))
    if isinstance(ending, Answer) and ending.citations:
        items.insert(0, ("passages", "Show passages", view.run_id))
    if isinstance(ending, Answer | Abstention) and rest_layout(ending):
        items.insert(0, ("more", "More", view.run_id))
    if steps_behind and view.all_steps:
        items.insert(0, ("steps", "Show steps", view.run_id))
    if isinstance(ending, Stopped | Failed) and not steps_behind:
        return []
    return [buttons("answer", [*items, *decide_button(view), *ask_button(view)])]
