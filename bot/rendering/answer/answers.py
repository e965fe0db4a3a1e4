"""The last words of a run: an answer with its sources, a gap, a stop or a failure. Pure."""

from __future__ import annotations

from agents.endings.layout import AnswerLayout, gap_layout, rest_layout, short_layout, whole_layout
from agents.endings.plaintext import FOUND
from agents.turns import Abstention, Answer, Ending, Failed, Reply, Stopped, View
from agents.wording.gaps import HEADINGS, missing_and_purpose
from bot.failures import sentences
from bot.rendering.answer.answer_lines import (
    Citing,
    answer_lines,
    citing_of,
    limit_lines,
    sentence_line,
)
from bot.rendering.blocks import Block, buttons, context, escape, person, sections, small_print
from bot.rendering.citing import finding_line
from bot.rendering.links import PassageLinks
from bot.rendering.review.marks import answer_buttons, mark_blocks, warning_lines
from bot.rendering.steps import stop_button

_HEADING = "*Answer*"
_NO_MORE = "There is no more to show: all that was found stands above."


def render(view: View, ending: Ending, links: PassageLinks, *, steps_behind: bool) -> list[Block]:
    """The blocks of the ending. ``steps_behind``: the thread does not show every step, so there
    is a button for them."""
    match ending:
        case Answer():
            blocks = _answer(view, ending, citing_of(view, ending, links))
        case Reply(text=text):
            return sections([escape(text)], whole=True)
        case Abstention():
            blocks = _gap(ending, citing_of(view, ending, links))
        case Stopped():
            blocks = sections([f"🛑 Stopped by {person(ending.by)}."])
        case Failed():
            blocks = failure(sentences.sentence(ending.error))
            blocks += _found(ending, view.run_id, links)
    blocks += mark_blocks(view)
    return [*blocks, *_buttons(view, ending, steps_behind=steps_behind)]


def draft(view: View, links: PassageLinks) -> list[Block]:
    """An answer that is being written: its verified sentences so far."""
    citing = citing_of(view, None, links)
    lines = [f"• {sentence_line(item, citing)}" for item in view.drafting]
    return [
        *sections([_HEADING, *lines], whole=True),
        context("✍️ Still writing; every sentence shown was checked."),
        stop_button(0, view.run_id),
    ]


def notice(ending: Ending) -> str:
    """The text of the notification: what happened, without a word of the case."""
    match ending:
        case Answer():
            return "Curbside has an answer."
        case Reply():
            return "Curbside has a hint for you."
        case Abstention():
            return "Curbside cannot answer this from its sources."
        case Stopped():
            return "Curbside stopped."
        case Failed():
            return "Curbside could not finish this question."


def failure(words: str) -> list[Block]:
    """One plain sentence of ours."""
    return sections([words])


def _found(failed: Failed, run_id: str, links: PassageLinks) -> list[Block]:
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


def _answer(view: View, answer: Answer, citing: Citing) -> list[Block]:
    layout = short_layout(answer)
    said = answer_lines(layout, citing) or ["I found nothing that I can say with a source."]
    blocks = sections([*warning_lines(view), _HEADING, *said], whole=True)
    if answer.limited:
        blocks += sections([f"⚠️ {escape(answer.limited)}"], whole=True)
    blocks += sections(limit_lines(layout, citing), whole=True)
    if layout.not_found:
        missing = [f"◦ {escape(item)}" for item in layout.not_found]
        blocks += sections(["*Not found*", *missing], whole=True)
    return blocks + _sources(layout, citing) + small_print(_notes(answer))


def _sources(layout: AnswerLayout, citing: Citing) -> list[Block]:
    lines = citing.sources(layout.keys)
    return small_print(["*Sources*", *lines]) if lines else []


def _notes(answer: Answer) -> list[str]:
    rest = rest_layout(answer)
    counted = [
        _count(len(rest.sentences), "further point"),
        _count(len(rest.excluded), "further reason"),
    ]
    more_of = " and ".join(filter(None, counted))
    hint = [f"➕ {more_of}: press *More* or reply *more*."] if more_of else []
    return [*hint, *([escape(answer.note)] if answer.note else [])]


def _count(number: int, thing: str) -> str:
    if number == 0:
        return ""
    return f"1 {thing}" if number == 1 else f"{number} {thing}s"


def _gap(ending: Abstention, citing: Citing) -> list[Block]:
    gap = ending.gap
    lines = [
        f"*{HEADINGS[gap.missing]}*",
        missing_and_purpose(f"*{escape(gap.name)}*", escape(gap.purpose)),
    ]
    if gap.detail:
        lines.append(escape(gap.detail))
    layout = gap_layout(ending)
    blocks = sections(lines, whole=True) + sections(limit_lines(layout, citing), whole=True)
    blocks += _sources(layout, citing)
    if any(title not in gap.detail for title in ending.tried):
        tried = ", ".join(escape(item) for item in ending.tried)
        blocks += small_print([f"Searched: {tried}"])
    return blocks


def _buttons(view: View, ending: Ending, *, steps_behind: bool) -> list[Block]:
    items = answer_buttons(view.run_id)
    if isinstance(ending, Answer) and ending.citations:
        items.insert(0, ("passages", "Show passages", view.run_id))
    if isinstance(ending, Answer | Abstention) and rest_layout(ending):
        items.insert(0, ("more", "More", view.run_id))
    if steps_behind and view.all_steps:
        items.insert(0, ("steps", "Show steps", view.run_id))
    if isinstance(ending, Stopped | Failed) and not steps_behind:
        return []
    return [buttons("answer", items)]
