"""The lines of an answer: the bottom line, the points, what is not for this patient, what would
change it, what was not found. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from agents.endings.layout import (
    ONLY_QUOTES,
    AnswerLayout,
    PartLayout,
    calculated_line,
    excluded_line,
    excluded_names,
    label_of_option,
    missing_line,
    removed_line,
)
from agents.endings.plaintext import why_missing
from agents.endings.provenance import date_words, evidence_words, question_day
from agents.endings.tables.options import (
    CELLS,
    DASH,
    OptionRow,
    cell_words,
    point_words,
    support_words,
)
from agents.matching.patient.therapies import OPTIONS
from agents.turns import Answer, Citation, Ending, Gap, Sentence, SentenceCell, View
from agents.wording.answer_labels import WOULD_CHANGE
from bot.rendering.blocks import bold, clip, escape
from bot.rendering.citations import mark, passage_lines, source_lines
from bot.rendering.links import PassageLinks
from retrieval.statements.model import Statement

_SEVERAL = re.compile(r" \+ | or ")
ALSO_NOT = "*Also not for this patient:*"
_WOULD_CHANGE = f"*{WOULD_CHANGE}:*"
REMOVED = "✂️ *Removed:*"
NOT_WEIGHED = "⚠️ *Not weighed in this answer:*"
LONGEST_PART = 150
"""Characters of a question that stand above its answer. Chosen by hand: two lines of a thread."""
LONGEST_DETAIL = 400
"""Characters of the detail of a gap among the parts. Chosen by hand: four lines of a thread."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationMarks:
    """What turns keys of citations into marks and source lines."""

    known: dict[str, Citation]
    run_id: str
    links: PassageLinks
    today: date | None
    options: dict[str, str]
    """Citations of statements that name what may be given → the options, in words."""

    def marks(self, keys: Sequence[str]) -> str:
        """The numbers of the citations, linked."""
        known = [self.known[key] for key in keys if key in self.known]
        return " ".join(mark(citation, self.run_id, self.links) for citation in known)

    def citations_under(self, keys: frozenset[str]) -> list[Citation]:
        """The citations under these keys, in the order of the answer."""
        return [citation for key, citation in self.known.items() if key in keys]

    def sources(self, keys: frozenset[str]) -> list[str]:
        """One line for each source that these keys point at."""
        return source_lines(self.citations_under(keys), self.run_id, self.links, self.today)

    def passages(self, keys: frozenset[str]) -> list[str]:
        """The same with the quoted words."""
        return passage_lines(self.citations_under(keys), self.run_id, self.links, self.today)


def citing_of(view: View, ending: Ending | None, links: PassageLinks) -> CitationMarks:
    """The citations of a run: those of its answer first, then the others it has observed."""
    own = ending.citations if isinstance(ending, Answer) else ()
    known = {citation.key: citation for citation in own}
    return CitationMarks(
        known=known | {key: each for key, each in view.citations.items() if key not in known},
        run_id=view.run_id,
        links=links,
        today=question_day(view),
        options=_options(view),
    )


def answer_lines(layout: AnswerLayout, citing: CitationMarks) -> list[str]:
    """What the answer does not weigh, then the sentences, part by part; a part without an answer
    says so in its place."""
    unweighed = "; ".join(map(escape, layout.not_weighed))
    lines = [f"{NOT_WEIGHED} {unweighed}"] if unweighed else []
    lines += [f"⚠️ {ONLY_QUOTES}"] if layout.only_quotes else []
    for part in layout.parts:
        if part.question:
            lines.append(bold(f"{part.number}. {clip(part.question, LONGEST_PART)}"))
        lines += part_lines(part, citing)
    return lines


def part_lines(part: PartLayout, citing: CitationMarks) -> list[str]:
    """The bottom line, then the points in a list; one point alone is no list. A choice of options
    is a list of rows: the option, the statement that says for whom, its support and its date."""
    gap = [_gap_line(part.gap)] if part.gap else []
    gap += [part.silence] if part.silence else []
    options = {each for s in part.sentences if (each := _option_of(s, citing))}
    if len(options) > 1 and not part.rows:
        return [_row(sentence, citing) for sentence in part.sentences] + gap
    is_list = bool(part.headline or part.rows) or len(part.points) > 1
    lines = [sentence_line(sentence, citing) for sentence in part.headline]
    lines += [_table_row(row, citing) for row in part.rows]
    return (
        lines + [f"{'• ' if is_list else ''}{sentence_line(p, citing)}" for p in part.points] + gap
    )


def _table_row(row: OptionRow, citing: CitationMarks) -> str:
    """A row of the table of options: the option, its cells one after the other, its support."""
    cells = [
        f"_{title}:_ {words}"
        for name, title in CELLS.items()
        for words in _cell_lines(row, name, citing)
    ]
    support = escape(support_words(row, citing.known))
    return " · ".join([f"• *{escape(row.option)}*", *cells, *([f"_{support}_"] if support else [])])


def _cell_lines(row: OptionRow, name: SentenceCell, citing: CitationMarks) -> list[str]:
    if row.is_emptied(name):
        return [DASH]
    return [_checked_line(cell_words(each), each, citing) for each in row.cell(name)]


def _row(sentence: Sentence, citing: CitationMarks) -> str:
    """A row of a choice; what is no option has neither name nor support in front or behind."""
    option = _option_of(sentence, citing)
    if not option:
        return f"{'• ' if sentence.role == 'point' else ''}{sentence_line(sentence, citing)}"
    source = next(citing.known[key] for key in sentence.keys if key in citing.known)
    known = (evidence_words(source), source.jurisdiction, date_words(source))
    support = escape(", ".join(filter(None, known)))
    words = sentence_line(sentence, citing)
    first = _SEVERAL.split(option)[0]
    if words.lower().startswith(f"{first.lower()} "):
        named = f"*{words[: len(first)]}*{words[len(first) :]}"
    else:
        named = f"*{escape(option)}*: {words}"
    return f"• {named} · _{support}_"


def _option_of(sentence: Sentence, citing: CitationMarks) -> str:
    """The option that a quoted sentence names; empty when it names none."""
    if sentence.basis != "quote" or not any(key in citing.known for key in sentence.keys):
        return ""
    return next((citing.options[key] for key in sentence.keys if key in citing.options), "")


def _options(view: View) -> dict[str, str]:
    found: dict[str, str] = {}
    for step in view.all_steps:
        for observation in step.observations:
            for finding in observation.findings:
                names = [_option_name(each.statement) for each in finding.judgements]
                named = next(filter(None, names), "")
                found |= {citation.key: named for citation in finding.citations if named}
    return found


def _option_name(statement: Statement) -> str:
    """``olaparib + bevacizumab``; several regimens stand beside each other with *or*."""
    if statement.kind not in OPTIONS:
        return ""
    return " or ".join(" + ".join(drugs) for drugs in statement.regimens or (statement.drugs,))


def sentence_line(sentence: Sentence, citing: CitationMarks) -> str:
    """A sentence with its marks; what was not verified, and what a formula gave, is marked."""
    return _checked_line(point_words(sentence), sentence, citing)


def _checked_line(text: str, sentence: Sentence, citing: CitationMarks) -> str:
    words = f"{escape(text)} {citing.marks(sentence.keys)}".rstrip()
    if sentence.basis == "calculation":
        words = f"{words} *calculated*"
    if not sentence.verified:
        why = escape(sentence.problem or "its sources do not show this")
        words = f"⚠️ *Not verified* ({why}): {words}"
    return words


def limit_lines(layout: AnswerLayout, citing: CitationMarks) -> list[str]:
    """What stands below the sentences: the options that are none with their reasons, what would
    change the answer, what a formula gave, and what was removed."""
    lines = [
        f"*{label_of_option(each)}:* {escape(excluded_line(each))}"
        f" {citing.marks(each.keys)}".rstrip()
        for each in layout.excluded
    ]
    names = escape(excluded_names(layout.excluded_by_name))
    lines += [f"{ALSO_NOT} {names}"] if names else []
    missing = "; ".join(escape(missing_line(each)) for each in layout.missing)
    lines += [f"{_WOULD_CHANGE} {missing}"] if missing else []
    lines += [f"*calculated:* {escape(calculated_line(e))}" for e in layout.calculated]
    removed = escape(clip(removed_line(layout.removed), LONGEST_DETAIL))
    return lines + ([f"{REMOVED} {removed}"] if removed else [])


def _gap_line(gap: Gap) -> str:
    words = f"⚠️ *Not answered:* {escape(gap.name)} ({why_missing(gap)})."
    return f"{words} {escape(clip(gap.detail, LONGEST_DETAIL))}".rstrip()
