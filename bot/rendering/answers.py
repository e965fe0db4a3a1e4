"""The last words of a run: an answer with its sources, a gap, a stop or a failure. Pure."""

from __future__ import annotations

from agents.turns import (
    Abstention,
    Answer,
    Citation,
    Ending,
    Failed,
    Reply,
    Sentence,
    Stopped,
    View,
)
from bot.failures import sentences
from bot.rendering.blocks import Block, buttons, context, escape, sections, small_print
from bot.rendering.citing import mark, source_lines
from bot.rendering.links import PassageLinks

_HEADING = "*Answer*"
_GAPS = {
    "silo": "*I cannot answer this from my sources.*",
    "capability": "*This is something I cannot do.*",
    "fact": "*I need to know more before I can look this up.*",
}

_SUPPLIERS = {
    "silo": (
        "Whoever looks after Curbside's sources can add one. You can attach the document here; "
        "I then go on with this question."
    ),
    "capability": "A colleague has to do this.",
    "fact": (
        "Whoever knows the patient can state it here, or attach the report; I then go on with "
        "this question."
    ),
}
"""Who can supply what a gap lacks, by its kind."""


def render(view: View, ending: Ending, links: PassageLinks, *, steps_behind: bool) -> list[Block]:
    """The blocks of the ending. ``steps_behind``: the thread does not show every step, so there
    is a button for them."""
    match ending:
        case Answer():
            blocks = _answer(view, ending, links)
        case Reply(text=text):
            return sections([escape(text)], whole=True)
        case Abstention():
            blocks = _gap(ending)
        case Stopped():
            blocks = sections([f"🛑 Stopped by {_person(ending.by)}."])
        case Failed():
            blocks = failure(sentences.sentence(ending.error))
    return [*blocks, *_buttons(view, ending, steps_behind=steps_behind)]


def draft(view: View, links: PassageLinks) -> list[Block]:
    """An answer that is being written: its verified sentences so far."""
    lines = [
        _sentence(item, view.citations, view.run_id, links, several=True) for item in view.drafting
    ]
    return [
        *sections([_HEADING, *lines], whole=True),
        context("✍️ Still writing; every sentence shown was checked."),
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


def _answer(view: View, answer: Answer, links: PassageLinks) -> list[Block]:
    known = {citation.key: citation for citation in answer.citations} or view.citations
    several = len(answer.sentences) > 1
    lines = [_sentence(item, known, view.run_id, links, several) for item in answer.sentences]
    said = lines or ["I found nothing that I can say with a source."]
    blocks = sections([_HEADING, *said], whole=True)
    if answer.limited:
        blocks += sections([f"⚠️ {escape(answer.limited)}"], whole=True)
    if answer.not_found:
        missing = [f"◦ {escape(item)}" for item in answer.not_found]
        blocks += sections(["*Not found*", *missing], whole=True)
    if answer.citations:
        listed = source_lines(answer.citations, view.run_id, links)
        blocks += small_print(["*Sources*", *listed])
    if answer.note:
        blocks += small_print([escape(answer.note)])
    return blocks


def _sentence(
    sentence: Sentence,
    known: dict[str, Citation],
    run_id: str,
    links: PassageLinks,
    several: bool,
) -> str:
    marks = " ".join(mark(known[key], run_id, links) for key in sentence.keys if key in known)
    words = f"{escape(sentence.text)} {marks}".rstrip()
    if not sentence.verified:
        why = escape(sentence.problem or "its sources do not show this")
        words = f"⚠️ *Not verified* ({why}): {words}"
    return f"• {words}" if several else words


def _gap(ending: Abstention) -> list[Block]:
    gap = ending.gap
    lines = [
        _GAPS[gap.missing],
        f"Missing: *{escape(gap.name)}*. Needed for: {escape(gap.purpose)}.",
    ]
    if gap.detail:
        lines.append(escape(gap.detail))
    lines.append(_SUPPLIERS[gap.missing])
    blocks = sections(lines, whole=True)
    if any(title not in gap.detail for title in ending.tried):
        tried = ", ".join(escape(item) for item in ending.tried)
        blocks += small_print([f"Searched: {tried}"])
    return blocks


def _person(by: str) -> str:
    """A mention of the person who stopped the run, if it is a Slack user id."""
    is_user = by[:1] in "UW" and by.isalnum() and by.isupper()
    return f"<@{by}>" if is_user else escape(by or "request")


def _buttons(view: View, ending: Ending, *, steps_behind: bool) -> list[Block]:
    items = [("right", "👍 Helpful", view.run_id), ("wrong", "👎 Wrong", view.run_id)]
    if isinstance(ending, Answer) and ending.citations:
        items.insert(0, ("passages", "Show passages", view.run_id))
    if steps_behind and view.all_steps:
        items.insert(0, ("steps", "Show steps", view.run_id))
    if isinstance(ending, Stopped | Failed) and not steps_behind:
        return []
    return [buttons("answer", items)]
