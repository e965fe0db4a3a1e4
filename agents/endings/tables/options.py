"""The table of options of an answer: its rows, and the words around their cells. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agents.endings.provenance import date_words, evidence_words
from agents.turns import Citation, Sentence, SentenceCell, SentenceRole
from agents.wording.answer_labels import NOT_FOR_PATIENT

CELLS: Mapping[SentenceCell, str] = {"evidence": "Evidence", "for": "For", "against": "Against"}
"""The columns that hold claims, in their order; the others are made by the program."""
PREFIXES: Mapping[SentenceRole, str] = {
    "not for": f"{NOT_FOR_PATIENT}: ",
    "dissent": "Sources disagree: ",
}
"""What stands before a point that is of a kind of its own."""
DASH = "–"
"""What stands in a cell that was removed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionRow:
    """One option with what is known of it for this patient."""

    option: str
    sentences: tuple[Sentence, ...]
    removed: tuple[Sentence, ...] = ()
    """Cells that are not said."""

    def cell(self, name: SentenceCell) -> tuple[Sentence, ...]:
        """The sentences of one column."""
        return tuple(each for each in self.sentences if each.cell == name)

    def is_emptied(self, name: SentenceCell) -> bool:
        """Whether all that stood in a column was removed: a dash keeps its place."""
        return not self.cell(name) and any(each.cell == name for each in self.removed)


def option_rows(
    sentences: Sequence[Sentence], removed: Sequence[Sentence] = ()
) -> tuple[OptionRow, ...]:
    """The rows of the table, in the order in which their options were first named. An option of
    which every cell was removed has no row: nothing that holds was said of it."""
    cells: dict[str, list[Sentence]] = {}
    for sentence in sentences:
        if sentence.role == "row":
            cells.setdefault(sentence.option, []).append(sentence)
    gone = [sentence for sentence in removed if sentence.role == "row"]
    return tuple(
        OptionRow(
            option=name,
            sentences=tuple(own),
            removed=tuple(each for each in gone if each.option == name),
        )
        for name, own in cells.items()
    )


def cell_words(sentence: Sentence) -> str:
    """A cell without the name of its option before it, which the row has said."""
    return sentence.text.removeprefix(f"{sentence.option}: ")


def point_words(sentence: Sentence) -> str:
    """A point with what kind of point it is."""
    return PREFIXES.get(sentence.role, "") + sentence.text


def support_words(row: OptionRow, known: Mapping[str, Citation]) -> str:
    """Scale of the evidence, organisation and date of what the row cites: made from the citations,
    not from what was written."""
    keys = [key for sentence in row.sentences if sentence.verified for key in sentence.keys]
    told = [_support(known[key]) for key in dict.fromkeys(keys) if key in known]
    return "; ".join(dict.fromkeys(told))


def _support(citation: Citation) -> str:
    parts = (evidence_words(citation), citation.organisation, date_words(citation))
    return ", ".join(part for part in parts if part)
