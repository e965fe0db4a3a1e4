"""One citation of an answer, its sources by age or support, how long it took: from the record of
the run, and nothing searched. Pure.

No first line names a question or a patient: Slack shows it in notifications."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from agents.endings.changes import changes_between
from agents.endings.layout import short_layout
from agents.endings.model_costs import took_words
from agents.endings.provenance import citations_of, question_day
from agents.endings.reviews import citation_number
from agents.replies.on_answer import AskedKind, AskedOfAnswer
from agents.turns import Answer, Citation, View
from bot.db.outbox import FINAL, Outgoing, SlackAddress
from bot.rendering.answer.answer_lines import answer_lines, citing_of, limit_lines, sentence_line
from bot.rendering.answer.evidence import evidence_button, has_evidence
from bot.rendering.answer.voices import voice_lines
from bot.rendering.blocks import Block, buttons, escape, message_body, sections, small_print
from bot.rendering.citations import passage_lines, source_lines
from bot.rendering.links import PassageLinks
from bot.rendering.on_answer.table import table_blocks, without_table
from bot.rendering.review.marks import mark_blocks, mark_blocks_on, warning_lines
from bot.rendering.steering import change_blocks
from names.recognise import recognise

MOST_NUMBERS = 12
"""Numbers of citations that are named where somebody asks for another one. Chosen by hand."""
MOST_DRUGS = 3
"""Drugs for which the question on changes of their label is written out. Chosen by hand."""
MOST_POINTS = 1
"""Points of a part that are told in short, behind its headlines and options. Chosen by hand: what
goes with the rule."""
_ONE = "*The citation that was asked for, as it was quoted*"
_DOUBT = (
    "If it is wrong, outdated or beside the point, mark it with 👎 or *Mark…* below the answer, and"
    " why: everybody here sees the mark, and it is counted. “again without” and the name of a"
    " source asks the question without it."
)
_WHICH = "Which citation is meant? Name its number; those of the last answer are {known}."
_SHORT = "*The last answer in short, its words unchanged*"
_WHOLE = "The answer above has all of it."
_OF_STEP = "⚠️ *The step that was opened since has this number for another citation:*"
_UNUSED = "No sentence of the last answer cites it; a step found it."
_CITED_BY = "*The answer cites it for:*"
_NO_SUCH = "The last answer has no {number}. Its citations are {known}."
_DATES = "*Sources of the last answer, the newest first*"
_DATES_NOTE = (
    "These are the days for which the statements held when they were taken in. A newer one that no"
    " silo holds is not known here: open the record. “again” searches anew."
)
_SINCE = "Of {year} or later: {those}."
_UNDATED = " No date is known of {those}."
_CHANGED = "is the label of {drug} still current?"
_CHANGED_NOTE = "Whether a label was changed since is searched by its name: “{questions}”"
_SUPPORT = "*What supports the last answer, as its sources grade it*"
_SUPPORT_NOTE = (
    "Grades are those of the sources, and I add none. Where nothing stands, none is recorded."
)
_CHANGES = "*The last answer beside the one before it in this thread*"
_CHANGES_NOTE = (
    "Compared are the quotes that each rests on, not the facts of the patient: *What I understood*"
    " above tells those."
)
_TOOK = "Thinking and searching took {time}. No chat model was used, so nothing was charged."
_EXPORT = (
    "`/curbside export` with the link of the answer gives it as text, to you alone, and"
    " `/curbside packet` all of the question on one page. As a Word file, Markdown or JSON an admin"
    " writes it with `curbside packet`."
)
_FAULT = (
    "Mark the answer with 👎 or *Mark…* below it: wrong, outdated, beside the point or missing a"
    " source, and why. Everybody here sees the mark, and it is counted. If a fact of the patient"
    " was misread, write it as “no, HER2 0”. “again without” and the name of a source asks the"
    " question without it."
)
_MARKS = "*What colleagues marked on the last answer*"
_NO_MARKS = (
    "Nobody has marked the last answer so far. 👍, 👎 and *Mark…* below it do, with a reason that"
    " everybody here sees."
)
_UNDO = (
    "No words undo what was said: delete your message, and what was said to it goes, too; edit it,"
    " and it is asked anew. “no, HER2 0” puts a fact right, and “again” answers with it. “again"
    " without” and the name of a source leaves that out; earlier answers stay as they are."
)
_VOICES = "*Who says what on the last question, and who is silent*"
_VOICES_NOTE = (
    "Whether they differ is not decided here: their own words stand beside each other, the newest"
    " first. *Show evidence* below the answer has all of them."
)
_ONE_VOICE = "Fewer than two sources were searched for the last answer, so nobody can differ."
_ONE_ANSWER = (
    "There is one answer in this thread so far, so there is none to compare it with. “again”"
    " searches anew, and then “what changed?” tells the difference."
)


def told_message(run_id: str, address: SlackAddress, blocks: Sequence[Block]) -> Outgoing:
    """The reply to the message *run_id*. Where Slack refuses a table, its rows are lines."""
    has_table = any(block["type"] == "table" for block in blocks)
    simple = without_table(blocks) if has_table else None
    return Outgoing(
        run_id=run_id,
        seq=0,
        part="on-answer",
        address=address,
        priority=FINAL,
        body=message_body("On the last answer", blocks, simple),
    )


def told_blocks(view: View, asked: AskedOfAnswer, links: PassageLinks) -> list[Block]:
    """What is told of the answer of a run; empty where nothing of the kind was recorded."""
    if asked.kind == "citation":
        blocks = _shown_blocks(view, asked, links)
    elif asked.kind == "doubt":
        blocks = _doubt_blocks(view, asked, links)
    elif asked.kind == "dates":
        blocks = _date_blocks(view, asked.year, links)
    else:
        tell = _TELL.get(asked.kind)
        blocks = tell(view, links) if tell else []
    marked = warning_lines(view)
    return [*sections(marked, whole=True), *blocks] if marked and blocks else blocks


def told_of_step(view: View, asked: AskedOfAnswer, links: PassageLinks) -> list[Block]:
    """The same of a step that was opened since, whose numbers are its own."""
    return [*sections([_OF_STEP]), *told_blocks(view, asked, links)]


def change_blocks_of(before: View | None, view: View) -> list[Block]:
    """What the answer of a run cites beside that of an earlier one; that there is none before it;
    empty where it is no answer."""
    earlier = before.ending if before else None
    if not isinstance(view.ending, Answer):
        return []
    if not isinstance(earlier, Answer):
        return sections([_ONE_ANSWER])
    changes = changes_between(earlier.citations, view.ending.citations)
    return [*sections([_CHANGES]), *change_blocks(changes), *small_print([_CHANGES_NOTE])]


def voice_blocks_of(view: View, links: PassageLinks, titles: Mapping[str, str]) -> list[Block]:
    """What each source that was searched for an answer says; empty where a run is no answer."""
    if not isinstance(view.ending, Answer):
        return []
    lines = voice_lines(view, citing_of(view, view.ending, links), titles)
    if not lines:
        return sections([_ONE_VOICE])
    return [*sections([_VOICES, *lines], whole=True), *small_print([_VOICES_NOTE])]


def _citation_blocks(view: View, number: str, links: PassageLinks) -> list[Block]:
    known = view.citations | {each.key: each for each in citations_of(view)}
    found = [each for each in known.values() if citation_number(each.key) == number]
    if not found:
        return _no_such(view, number)
    citation = found[0]
    blocks = sections([_ONE, *passage_lines([citation], view.run_id, links, question_day(view))])
    blocks += sections(_cited_for(view, citation, links), whole=True)
    blocks += mark_blocks_on(view, (None, citation.key))
    if has_evidence(view):
        blocks.append(buttons("told", [evidence_button(view.run_id)]))
    return blocks


def _shown_blocks(view: View, asked: AskedOfAnswer, links: PassageLinks) -> list[Block]:
    """The citation that is meant by its number or its place; without either, which there are."""
    numbers = [citation_number(each.key) for each in citations_of(view)]
    number = f"[{asked.number}]"
    if not asked.number:
        place = asked.place - (asked.place > 0)
        number = numbers[place] if asked.place and abs(asked.place) <= len(numbers) else ""
    if not number:
        return sections([_WHICH.format(known=_in_a_line(numbers))]) if numbers else []
    return _citation_blocks(view, number, links)


def _doubt_blocks(view: View, asked: AskedOfAnswer, links: PassageLinks) -> list[Block]:
    """The citation that somebody doubts, and how to mark it."""
    blocks = _shown_blocks(view, asked, links)
    is_found = bool(asked.number or asked.place)
    return [*blocks, *small_print([_DOUBT])] if blocks and is_found else blocks


def _no_such(view: View, number: str) -> list[Block]:
    known = [citation_number(each.key) for each in citations_of(view)]
    return sections([_NO_SUCH.format(number=number, known=_in_a_line(known))]) if known else []


def _in_a_line(numbers: Sequence[str]) -> str:
    return ", ".join(numbers[:MOST_NUMBERS]) + (", …" if len(numbers) > MOST_NUMBERS else "")


def _short_blocks(view: View, links: PassageLinks) -> list[Block]:
    """The main statements alone, with all that limits them."""
    answer = view.ending
    if not isinstance(answer, Answer) or answer.criteria:
        return []
    said, citing = short_layout(answer), citing_of(view, answer, links)
    parts = [replace(each, points=each.points[:MOST_POINTS]) for each in said.parts]
    layout = replace(said, parts=tuple(parts))
    limited = [f"⚠️ {escape(answer.limited)}"] if answer.limited else []
    lines = [_SHORT, *answer_lines(layout, citing), *limited, *limit_lines(layout, citing)]
    lines += [f"◦ {escape(item)}" for item in layout.not_found]
    notes = ["*Sources*", *citing.sources(layout.keys), _WHOLE]
    return [*sections(lines, whole=True), *small_print(notes)]


def _cited_for(view: View, citation: Citation, links: PassageLinks) -> list[str]:
    citing = citing_of(view, view.ending, links)
    said = view.ending.sentences if isinstance(view.ending, Answer) else ()
    lines = [f"• {sentence_line(each, citing)}" for each in said if citation.key in each.keys]
    return [_CITED_BY, *lines] if lines else [_UNUSED]


def _date_blocks(view: View, year: int, links: PassageLinks) -> list[Block]:
    newest = sorted(citations_of(view), key=_day_of, reverse=True)
    lines = source_lines(newest, view.run_id, links, question_day(view))
    if not lines:
        return []
    drugs = "” or “".join(_CHANGED.format(drug=each) for each in _drugs_in(newest)[:MOST_DRUGS])
    notes = [_DATES_NOTE, *([_CHANGED_NOTE.format(questions=drugs)] if drugs else [])]
    since = [_since_line(newest, year)] if year else []
    return [*sections([_DATES, *since, *lines], whole=True), *small_print(notes)]


def _since_line(citations: Sequence[Citation], year: int) -> str:
    """Which of them hold for a day of this year or a later one."""
    days = {citation_number(each.key): _day_of(each) for each in citations}
    since = [number for number, day in days.items() if day[:4] >= str(year)]
    undated = [number for number, day in days.items() if not day]
    line = _SINCE.format(year=year, those=_in_a_line(since) or "none of them")
    return line + (_UNDATED.format(those=_in_a_line(undated)) if undated else "")


def _drugs_in(citations: Sequence[Citation]) -> list[str]:
    """The drugs that the quotes name, in their order."""
    found = (each for citation in citations for each in recognise(citation.quote).of("drug"))
    return list(dict.fromkeys(name for each in found for name in sorted(each.names)))


def _day_of(citation: Citation) -> str:
    """``2023-11-06``, or as much of it as is known; what has no date comes last."""
    return citation.as_of or citation.date


def _support_blocks(view: View, links: PassageLinks) -> list[Block]:
    lines = source_lines(citations_of(view), view.run_id, links, question_day(view))
    if not lines:
        return []
    return [*sections([_SUPPORT, *lines], whole=True), *small_print([_SUPPORT_NOTE])]


def _time_blocks(view: View, _links: PassageLinks) -> list[Block]:
    took = took_words(view) or _TOOK.format(time=f"{view.seconds:.1f} s")
    return sections([f"⏱️ {escape(took)}"])


def _all_marks(view: View, _links: PassageLinks) -> list[Block]:
    marks = mark_blocks(view)
    return [*sections([_MARKS]), *marks] if marks else sections([_NO_MARKS])


def _hint(words: str) -> Callable[[View, PassageLinks], list[Block]]:
    return lambda _view, _links: sections([words], whole=True)


_TELL: Mapping[AskedKind, Callable[[View, PassageLinks], list[Block]]] = {
    "support": _support_blocks,
    "table": table_blocks,
    "short": _short_blocks,
    "took": _time_blocks,
    "export": _hint(_EXPORT),
    "fault": _hint(_FAULT),
    "undo": _hint(_UNDO),
    "marks": _all_marks,
}
