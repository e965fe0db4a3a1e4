"""The tables of a thread, and what its question asks to have computed of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.analyses.intent import read_intents
from agents.facts.read_sheet import Message
from agents.reports.file_values import File
from agents.turns import View
from agents.turns.question_types import CUT
from names.clinical.disease.tumours import read_tumours
from names.entities import EntityKind
from names.recognise import recognise
from retrieval.tables.contract import DataTable
from retrieval.tables.tables_in_text import tables_of

MOST_OTHERS = 4
"""Older files of a thread that a newer one is joined with. Chosen by hand."""
EARLIER_FILE = "the file above"
"""What a file of an earlier message is called that has no name."""
MOST_VALUES = 60
"""Values of a column among which a name is looked for. Chosen by hand: more are no groups."""
_SUBJECTS: tuple[EntityKind, ...] = ("drug", "drug_class", "gene", "trial", "registration")
_CARD = re.compile(
    r"(?i)\bwhat(?:['’]s| is| does| do| are) (?:in |the columns (?:of|in) )?"
    r"(?:this|the|these|my|our) (?:attached )?(?:tables?|data|files?|csv|spreadsheet|sheet)\b"
    r"|\b(?:describe|summari[sz]e|explain) (?:this|the|these|my|our) (?:attached )?"
    r"(?:tables?|data|csv|spreadsheet|sheet)\b"
)


@dataclass(frozen=True, slots=True)
class AttachedTables:
    """A file of the thread with its tables, and whether it is to be described or computed with."""

    file: str
    tables: tuple[DataTable, ...]
    is_described: bool
    is_cut: bool
    """Whether rows of the file were not read."""
    is_new: bool = True
    """Whether it came with the question."""
    others: tuple[DataTable, ...] = ()
    """The tables of the other files of the thread, each by the name of its file."""


def asks_of_tables(text: str) -> bool:
    """Whether a message asks for what a table gives: what it holds, or something computed."""
    is_asked = bool(_CARD.search(text)) or bool(read_intents(text))
    return is_asked and not names_other_subject(text)


def tables_asked_in_vain(text: str, files: Sequence[File]) -> tuple[File, ...]:
    """The tables that a message asks of and that are switched off: one that it names, or where no
    table is used, all of them."""
    if not asks_of_tables(text):
        return ()
    tables = [each for each in files if each.text and is_data(each.text)]
    meant = [each for each in tables if names_file(text, each.name)] or tables
    return () if any(each.is_used for each in meant) else tuple(meant)


def asked_of_tables(view: View) -> AttachedTables | None:
    """The tables that a question asks to have described or computed with; None if it asks for
    something else, or if no table lies at hand. A question that names a drug, a gene or a trial is
    on those, unless a table came with it."""
    text = view.question.text
    described = bool(_CARD.search(text))
    if not described and not read_intents(text):
        return None
    held = newest_tables(view)
    if held is None:
        return None
    if not held.is_new and names_other_subject(text) and not _are_in(held.tables, text):
        return None
    return replace(held, is_described=described)


def _are_in(tables: Sequence[DataTable], text: str) -> bool:
    """Whether all that sources could be asked about stands in the tables: their arms are drugs."""
    named = {each.text.lower() for each in recognise(text).of(*_SUBJECTS)}
    held = {
        words.lower()
        for table in tables
        for column in table.columns
        if len(column.distinct) <= MOST_VALUES
        for words in (column.name, *column.distinct)
    }
    return named <= held


def newest_tables(view: View) -> AttachedTables | None:
    """The tables of the file that the question names, else of the one that came with it, else of
    the newest of the thread."""
    new = [(file.name, file.text, True) for file in view.question.attachments]
    before = [
        (_name(message), message.text, False)
        for message in reversed(view.messages)
        if message.place == "attachment"
    ]
    held = [each for each in (*new, *before) if is_data(each[1])]
    named = [each for each in held if names_file(view.question.text, each[0])]
    if not held:
        return None
    name, text, is_new = (named or held)[0]
    others = {each[0]: each[1] for each in reversed(held) if each[0] != name and not _is_cut(each)}
    tables = tables_of(text)
    told = tuple(
        table for other, words in list(others.items())[-MOST_OTHERS:]
        for table in tables_by_file(other, tables_of(words))
    )  # fmt: skip
    is_cut = text.endswith(CUT)
    return AttachedTables(
        name, tables_by_file(name, tables) if told else tables, False, is_cut, is_new, told
    )


def tables_by_file(file: str, tables: Sequence[DataTable]) -> tuple[DataTable, ...]:
    """The tables with the file in their names, so that those of several files are told apart."""
    return tuple(
        replace(each, name=f"{file}, {each.name}" if each.name else file) for each in tables
    )


def _is_cut(held: tuple[str, str, bool]) -> bool:
    return held[1].endswith(CUT)


def names_file(text: str, name: str) -> bool:
    """Whether a message names a file, which is called by its name with its ending."""
    return "." in name and name.lower() in text.lower()


def _name(message: Message) -> str:
    return message.file_name or EARLIER_FILE


def names_other_subject(text: str) -> bool:
    """Whether a question names something that sources are asked about."""
    return bool(recognise(text).of(*_SUBJECTS))


def names_tumour(text: str) -> bool:
    """Whether a question names a kind of tumour, as one to sources does."""
    return bool(read_tumours(text))


def is_data(text: str) -> bool:
    """Whether a file is nothing but tables, as CSV and workbooks are."""
    lines = text.removesuffix(CUT).split("\n")
    return bool(tables_of(text)) and all(
        not line or line.startswith(("|", "## ")) for line in lines
    )
