"""What stands in the packet of a run, section by section, whatever the format. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal

from agents.endings.layout import PartLayout, gap_layout, whole_layout, why_unverified
from agents.endings.plaintext import (
    plain_cautions,
    plain_gap,
    plain_limits,
    plain_removed,
    reply_lines,
)
from agents.endings.provenance import citations_of, question_day, source_words, warning_words
from agents.endings.reviews import review_line, vote_line
from agents.endings.sign_off import WORDS, decision_lines, sign_off_of
from agents.endings.standing import standing_of_run
from agents.endings.tables.options import CELLS, cell_words, point_words
from agents.facts.display.sheet_line import is_worth_showing
from agents.journal.entry import Event
from agents.turns import Abstention, Answer, Citation, Failed, Reply, Sentence, View
from agents.wording.gaps import searched_line
from bot.rendering.answer.signs import SIGNS
from bot.rendering.fact_sheet import understood_lines

LineKind = Literal["text", "item", "quote"]
NO_DECISION = "No decision is recorded."
NOT_REVIEWED = "Nobody has marked it."


@dataclass(frozen=True, slots=True)
class PacketLine:
    """A paragraph, an item of a list, or words of a source."""

    words: str
    kind: LineKind = "text"
    link: str = ""


@dataclass(frozen=True, slots=True)
class PacketSection:
    """A heading and what stands below it."""

    title: str
    lines: tuple[PacketLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalHead:
    """How far the journal was when the packet was made."""

    rows: int
    hash: str
    problem: str = ""
    """Where its chain is broken; empty if it holds, or if that was not looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PacketRun:
    """One run of a packet."""

    view: View
    head: JournalHead
    checked: Mapping[str, str] = field(default_factory=dict)
    """What came of comparing each quote with its document, by key; empty if that was not done."""


def head_of(events: Sequence[Event], problem: str = "") -> JournalHead:
    """The head of a journal by its rows."""
    return JournalHead(rows=len(events), hash=events[-1].hash, problem=problem)


def sections_of(
    run: PacketRun, hide: Callable[[str], str] = lambda words: words
) -> tuple[PacketSection, ...]:
    """The sections, those without a line left out. ``hide`` takes out what identifies a patient
    from what people wrote; quotes of sources stay as they are."""
    view = run.view
    cited = citations_of(view)
    numbers = {citation.key: f"[{n}]" for n, citation in enumerate(cited, 1)}
    said = {
        "Question": _question(view),
        "What was understood": _items(
            understood_lines(view.sheet) if is_worth_showing(view.sheet) else ()
        ),
        "Answer": _answer(view, numbers),
        "Limits, exclusions and what was not found": _items(_limits(view)),
    }
    people = {
        "Review": _items(_review_lines(view, numbers)),
        "Decision of the board": _items(decision_lines(view, numbers) or [NO_DECISION]),
    }
    quotes = [line for each in cited for line in _quote(run, each, numbers[each.key])]
    found = {**_without_patient(said, hide), "Quotes": quotes, **_without_patient(people, hide)}
    found["How to check it"] = _checking_lines(run)
    return tuple(PacketSection(title, tuple(lines)) for title, lines in found.items() if lines)


def _without_patient(
    sections: Mapping[str, list[PacketLine]], hide: Callable[[str], str]
) -> dict[str, list[PacketLine]]:
    return {
        title: [PacketLine(hide(line.words), line.kind, line.link) for line in lines]
        for title, lines in sections.items()
    }


def _question(view: View) -> list[PacketLine]:
    asked_at = next((message.said_at for message in view.said if message.said_at), "")
    asked = f"Asked by {view.question.asker or 'the terminal'}"
    if asked_at:
        asked += f", {datetime.fromisoformat(asked_at).astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    lines = [view.question.text, *view.additions, asked]
    if view.withdrawn is not None:
        lines.append("The question was changed or deleted afterwards.")
    return [PacketLine(line) for line in lines]


def _answer(view: View, numbers: Mapping[str, str]) -> list[PacketLine]:
    ending = view.ending
    if ending is None:
        return [PacketLine("This run has not ended.")]
    lines = [PacketLine(f"{SIGNS[standing_of_run(view, ending)].word}.")]
    match ending:
        case Answer():
            layout = whole_layout(ending)
            lines += [PacketLine(each) for each in plain_cautions(layout)]
            lines += [line for part in layout.parts for line in _part(part, numbers)]
            lines += [PacketLine(each) for each in (ending.limited, ending.note) if each]
        case Abstention():
            lines.append(PacketLine(plain_gap(ending.gap)))
            if searched := searched_line(ending.gap.detail, ending.tried):
                lines.append(PacketLine(searched))
        case Reply():
            lines += [PacketLine(each) for each in reply_lines(ending)]
        case Failed():
            lines.append(PacketLine(ending.reason))
    return lines


def _part(part: PartLayout, numbers: Mapping[str, str]) -> Iterator[PacketLine]:
    if part.question:
        yield PacketLine(f"{part.number}. {part.question}")
    for sentence in part.headline:
        yield PacketLine(_sentence(sentence.text, sentence, numbers))
    for row in part.rows:
        for name, title in CELLS.items():
            for each in row.cell(name):
                words = f"{row.option}, {title.lower()}: {cell_words(each)}"
                yield PacketLine(_sentence(words, each, numbers), "item")
    for sentence in part.points:
        yield PacketLine(_sentence(point_words(sentence), sentence, numbers), "item")
    if part.silence:
        yield PacketLine(part.silence)
    if part.gap:
        yield PacketLine(f"Not answered: {plain_gap(part.gap)}")


def _sentence(words: str, sentence: Sentence, numbers: Mapping[str, str]) -> str:
    marks = "".join(numbers[key] for key in sentence.keys if key in numbers)
    doubt = "" if sentence.verified else f" (not verified: {why_unverified(sentence)})"
    return f"{words} {marks}".rstrip() + doubt


def _limits(view: View) -> list[str]:
    if isinstance(view.ending, Abstention):
        return plain_limits(gap_layout(view.ending))
    if not isinstance(view.ending, Answer):
        return []
    layout = whole_layout(view.ending)
    removed = plain_removed(layout)
    return [*plain_limits(layout), *([removed] if removed else [])]


def _quote(run: PacketRun, citation: Citation, number: str) -> Iterator[PacketLine]:
    record = [citation.record] if citation.record else []
    source = ". ".join([citation.title, *source_words(citation), *record])
    told = "; ".join((citation.badge, *warning_words(citation, question_day(run.view))))
    yield PacketLine(f"{number} {source} ({told})", "item", citation.url)
    yield PacketLine(citation.quote, "quote")
    ref = citation.ref
    where = f"{ref.silo}/{ref.id} version {ref.version}, {citation.start}–{citation.end}"
    checked = run.checked.get(citation.key)
    yield PacketLine(f"{where}: {checked}" if checked else where)


def _review_lines(view: View, numbers: Mapping[str, str]) -> list[str]:
    marks = [review_line(each, view, numbers) for each in view.reviews]
    state = f"{WORDS[sign_off_of(view.reviews, view.decided)]}."
    return [state, *(marks or [NOT_REVIEWED]), *map(vote_line, view.votes)]


def _checking_lines(run: PacketRun) -> list[PacketLine]:
    head = run.head
    chain = f"broken: {head.problem}" if head.problem else "intact"
    return [
        PacketLine(f"Run {run.view.run_id}, {head.rows} rows of its journal."),
        PacketLine(f"Hash of the last row: {head.hash}"),
        *([PacketLine(f"Hash chain when this was made: {chain}.")] if run.checked else []),
        PacketLine(
            f"`curbside replay {run.view.run_id}` compares every quote with its stored document and"
            " checks the chain again; with --packet FILE also a packet in JSON."
        ),
    ]


def _items(lines: Sequence[str]) -> list[PacketLine]:
    return [PacketLine(line, "item") for line in lines]
