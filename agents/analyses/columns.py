"""Which column of a table a question means."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import SequenceMatcher
from functools import cache
from importlib.resources import files

from retrieval.tables.codebook import LEAST_LIKENESS, meaning_of
from retrieval.tables.contract import DataTable, TableColumn

_PLAIN = re.compile(r"[^a-z0-9]+")
_ROLES = {
    "arm": "arm", "arms": "arm", "treatment": "arm", "treatmentarm": "arm", "group": "arm",
    "actualarm": "arm", "plannedarm": "arm", "response": "response", "bestresponse": "response",
    "grade": "grade", "severity": "grade", "patient": "subject", "subject": "subject",
}  # fmt: skip


@cache
def _names() -> Mapping[str, tuple[str, ...]]:
    text = (files("agents") / "analyses" / "columns.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {role: tuple(names.split()) for role, names in rows}


def plain(words: str) -> str:
    """Letters and digits only, in small letters."""
    return _PLAIN.sub("", words.lower())


def column_for(table: DataTable, role: str, prefix: str = "") -> TableColumn | None:
    """The column for a role; one whose name begins with the endpoint that is asked for first."""
    by_name = {plain(each.name): each for each in table.columns}
    names = _names()[role]
    if prefix:
        own = [name for name in by_name if name.startswith(prefix) and _ends_as(name, role)]
        if own:
            return by_name[own[0]]
    return next((by_name[name] for name in names if name in by_name), None)


def _ends_as(name: str, role: str) -> bool:
    ends = {
        "time": ("time", "months", "days", "weeks", "years", "os", "pfs", "dfs", "mo"),
        "event": ("event", "status", "cens", "cnsr", "censor", "censored", "ev"),
    }
    return name.endswith(ends.get(role, ()))


def named_column(table: DataTable, words: str) -> TableColumn | None:
    """The column that somebody names: by its head, by what it is for, by its label in the codebook,
    or by a name that is like it."""
    asked = plain(words)
    if not asked:
        return None
    by_name = {plain(each.name): each for each in table.columns}
    if asked in by_name:
        return by_name[asked]
    if asked == "actualarm":
        actual = [by_name[name] for name in ("trt01a", "trta", "actarm") if name in by_name]
        if actual:
            return actual[0]
    if asked in _ROLES and (found := column_for(table, _ROLES[asked])):
        return found
    for column in table.columns:
        meaning = meaning_of(column.name)
        if meaning and meaning.likeness == 1 and plain(meaning.label) == asked:
            return column
    ranked = [(SequenceMatcher(None, asked, name).ratio(), name) for name in by_name]
    likeness, best = max(ranked, default=(0.0, ""))
    return by_name[best] if likeness >= LEAST_LIKENESS else None
