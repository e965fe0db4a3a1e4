"""What was understood of the patient, as people read it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agents.facts.display.sheet_line import UNDERSTOOD, is_worth_showing, sheet_line
from agents.facts.read_sheet import read_fact_sheet
from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from agents.turns import Discussion, DiscussionMessage, View
from agents.wording.counts import count_of
from bot.rendering.blocks import Block, context, escape, link, sections

CORRECT_ME = "Not right? Reply with the correction, for example “no, HER2 0”."
AGAIN = "Reply *again* and I answer the question again with this."


def is_news(view: View) -> bool:
    """Whether the thread has to be shown what was understood: there are facts of a patient, and
    this run's question, files or added facts changed something about them."""
    if not is_worth_showing(view.sheet):
        return False
    before = read_fact_sheet(_known_before(view).messages)
    return sheet_line(before) != sheet_line(view.sheet) or bool(view.sheet.changed)


def understood_lines(sheet: FactSheet) -> list[str]:
    """The facts in one plain line, then what the newest message changed, then what contradicts."""
    changed = [f"Changed: {sentence.rstrip('.')}." for sentence in sheet.changed]
    return [sheet_line(sheet), *changed, *contradiction_lines(sheet)]


def understood_blocks(view: View) -> list[Block]:
    """The reply that shows a thread what was understood, and first what was read for it of what
    people told one another; empty when neither is news."""
    read = " ".join(_read_lines(view))
    lines = [read] if read else []
    if not is_news(view):
        return sections(lines, whole=True)
    first, *others = understood_lines(view.sheet)
    lines.append(f"*{UNDERSTOOD}:* {escape(first.removeprefix(f'{UNDERSTOOD}: '))}")
    return [*sections([*lines, *map(escape, others)], whole=True), context(CORRECT_ME)]


def _known_before(view: View) -> View:
    """The view without its question, and without what of the discussion is new to the thread."""
    old = tuple(each for each in view.question.discussion.said if not each.is_new)
    question = replace(view.question, discussion=Discussion(said=old))
    return replace(view, question=question, said=())


def _read_lines(view: View) -> Iterator[str]:
    """What was read of the thread for this question and not before, and what became of it."""
    discussion, heard = view.question.discussion, view.heard
    new = [each for each in discussion.said if each.is_new]
    if discussion.problem:
        yield f"⚠️ {escape(discussion.problem)}"
    if new:
        kind = "" if len(new) == len(discussion.said) else "new or changed "
        head = f"*Read {count_of(len(new), f'{kind}message')} of this thread:*"
        yield f"{head} {_taken_over(view, new) or 'no fact of a patient is taken from them'}."
    if heard.of_several and new:
        one = _link_to_message(heard.of_several[0])
        yield (
            f"They speak of more than one patient ({one}), so none of their facts counts. Ask again"
            " with the facts of the patient you mean."
        )
    elif of_another := [each for each in heard.of_another if each.is_new]:
        told = ", ".join(map(_link_to_message, of_another))
        yield f"What {told} tells of another patient is left aside."
    if discussion.left_out and new:
        left = count_of(discussion.left_out, "message")
        were = "was" if discussion.left_out == 1 else "were"
        yield f"{left} of a long discussion did not fit and {were} left out or cut."
    if files := sum(each.files for each in new):
        yield f"Not read: {count_of(files, 'file')} with them; attach to a question what counts."
    if discussion.gone:
        gone = count_of(discussion.gone, "message")
        is_gone = "is gone, and counts" if discussion.gone == 1 else "are gone, and count"
        yield f"{gone} that I had read before {is_gone} no longer."


def _taken_over(view: View, said: Sequence[DiscussionMessage]) -> str:
    """The facts of the sheet that these messages told, by whom they were told."""
    told: list[str] = []
    # What was derived ("moderate renal impairment (from eGFR 48)") is nobody's.
    stated = tuple(fact for fact in view.sheet.facts if not fact.rule)
    shown = sheet_line(FactSheet(facts=stated)) if is_news(view) else ""
    for name in dict.fromkeys(each.name for each in said):
        places = {(each.by, each.at) for each in said if each.name == name}
        facts = tuple(
            fact
            for fact in view.sheet.facts
            if (fact.said_by, fact.said_at) in places and not fact.rule
        )
        if facts:
            line = sheet_line(FactSheet(facts=facts))
            if line == shown:
                return f"{escape(name)} told all of the facts below"
            line = line.removeprefix(f"{UNDERSTOOD}: ")
            told.append(f"{escape(line)} ({escape(name)})")
    return "; ".join(told)


def _link_to_message(said: DiscussionMessage) -> str:
    words = f"{said.name}’s message"
    return link(said.link, words) if said.link else escape(words)


def correction(before: FactSheet, after: FactSheet) -> list[Block]:
    """The reply to a correction: what it changed, and that the question may be answered again."""
    lines = [f"*Changed:* {escape(sentence.rstrip('.'))}." for sentence in after.changed]
    if not lines:
        lines = [f"*Noted:* {escape(_news(before, after))}"]
    lines += [escape(sentence) for sentence in contradiction_lines(after)]
    return sections([*lines, AGAIN], whole=True)


def _news(before: FactSheet, after: FactSheet) -> str:
    known = {fact.value for fact in before.facts}
    new = [describe(f.value) for f in after.facts if f.value not in known and not f.rule]
    return f"{', '.join(dict.fromkeys(new))}." if new else "nothing that was not known before."


def contradiction_lines(sheet: FactSheet) -> Sequence[str]:
    """What was said of the patient that cannot all hold."""
    return [f"⚠️ {contradiction.sentence}" for contradiction in sheet.contradictions]
