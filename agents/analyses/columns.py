"""Which column of a table a question means."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import SequenceMatcher
from functools import cache
from importlib.resources import files

from names.tables.rows import read_rows
from retrieval.tables.codebook import LEAST_LIKENESS, codebook
from retrieval.tables.contract import DataTable, TableColumn

_FOLDER = files("agents.analyses")
_PLAIN = re.compile(r"[^a-z0-9]+")
_BRACKETS = re.compile(r"\([^()]{0,40}\)")
_ENDS = re.compile(
    r"(?:time|inmonths|indays|inweeks|inyears|months?|days?|weeks?|years?|mos?|mths?|yrs?|d|m|y"
    r"|event|events|status|cens|cnsr|censor|censored|ev|flag|yn|01){1,2}"
)
_WORDS = re.compile(r"[a-z0-9]+")
_OF_KIND = frozenset((
    "status", "state", "result", "results", "group", "category", "class", "type", "value", "level",
    "score", "at", "baseline", "diagnosis", "dx", "ajcc", "uicc", "clinical", "pathologic",
    "pathological", "tumor", "tumour", "patient", "yn", "flag", "mutation", "code", "name",
))  # fmt: skip
"""Words of heads that say of what kind the values are, or when they were told."""
_UNIT = re.compile(r"(?:in)?(?:days?|weeks?|wks?|months?|mos?|mths?|years?|yrs?)$")
_AGE = re.compile(r"(?i)age(?![a-z])|age(?:y|yr|yrs|years|dx)$")
_ROLES = {
    "arm": "arm", "arms": "arm", "treatment": "arm", "treatmentarm": "arm", "group": "arm",
    "actualarm": "arm", "plannedarm": "arm", "response": "response", "bestresponse": "response",
    "grade": "grade", "severity": "grade", "patient": "subject", "subject": "subject",
}  # fmt: skip


@cache
def _names() -> Mapping[str, tuple[str, ...]]:
    rows = read_rows("columns.tsv", _FOLDER)
    return {role: tuple(names.split()) for role, names in rows}


def plain(words: str) -> str:
    """Letters and digits only, in small letters."""
    return _PLAIN.sub("", words.lower())


def column_for(table: DataTable, role: str, prefix: str = "") -> TableColumn | None:
    """The column for a role; one whose name begins with the endpoint that is asked for first."""
    by_name = {plain(each.name): each for each in table.columns}
    names = _names()[role]
    if prefix:
        own = [
            each for each in table.columns
            if endpoint_of_head(each.name).lower() == prefix and _ends_as(plain(each.name), role)
        ]  # fmt: skip
        if own:
            return own[0]
    if role == "time":
        by_name = {**{_UNIT.sub("", name): each for name, each in by_name.items()}, **by_name}
    return next((by_name[name] for name in names if name in by_name), None)


def endpoint_of_head(head: str) -> str:
    """The endpoint whose name a head begins with; empty where it begins with none."""
    name = plain(head)
    for endpoint, others in endpoints().items():
        starts = (endpoint.lower(), *map(plain, others))
        for start in starts:
            rest = name.removeprefix(start)
            if rest != name and (not rest or _ENDS.fullmatch(rest)):
                return endpoint
    return ""


@cache
def endpoints() -> Mapping[str, tuple[str, ...]]:
    """Endpoint → its other names."""
    rows = read_rows("endpoints.tsv", _FOLDER)
    return {name: tuple(filter(None, others.split("|"))) for name, others in rows}


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
    if exact := named_exactly(table, words):
        return exact
    by_name = {plain(each.name): each for each in table.columns}
    ranked = [(SequenceMatcher(None, asked, name).ratio(), name) for name in by_name]
    likeness, best = max(ranked, default=(0.0, ""))
    return by_name[best] if likeness >= LEAST_LIKENESS else None


def named_exactly(table: DataTable, words: str) -> TableColumn | None:
    """The column of this head, with or without what stands in brackets there, of what it is for, or
    of this label in the codebook."""
    return named_in(table, names_of_columns(table), words)


def named_in(table: DataTable, names: Mapping[str, TableColumn], words: str) -> TableColumn | None:
    """As :func:`named_exactly`, with the names of the columns at hand."""
    asked = plain(words)
    if not asked:
        return None
    if asked in names:
        return names[asked]
    if asked == "actualarm":
        actual = [names[name] for name in ("trt01a", "trta", "actarm") if name in names]
        if actual:
            return actual[0]
    if asked in _ROLES:
        return column_for(table, _ROLES[asked])
    return _named_in_part(table, words)


def _named_in_part(table: DataTable, words: str) -> TableColumn | None:
    """The one column whose head says no more than these words and of what kind its values are:
    ``TP53`` of ``TP53_STATUS``, ``stage`` of ``AJCC_STAGE``."""
    asked = set(_WORDS.findall(words.lower()))
    if not asked - _OF_KIND:
        return None
    found = [
        each for each in table.columns
        if asked < (head := set(_WORDS.findall(each.name.lower())))
        and head - asked <= _OF_KIND
        and not endpoint_of_head(each.name)
    ]  # fmt: skip
    return found[0] if len(found) == 1 else None


def names_of_columns(table: DataTable) -> Mapping[str, TableColumn]:
    """What each column is called; a head as it stands before any other name."""
    found: dict[str, TableColumn] = {}
    for column in table.columns:
        label = codebook().get(column.name.strip().upper(), "")
        for name in (_BRACKETS.sub("", column.name), label, _UNIT.sub("", plain(column.name))):
            if plain(name):
                found.setdefault(plain(name), column)
    return {**found, **{plain(each.name): each for each in table.columns}}


def columns_of_age(table: DataTable) -> tuple[TableColumn, ...]:
    """The columns of numbers whose heads begin with "age"."""
    return tuple(e for e in table.columns if e.kind == "number" and _AGE.match(e.name))
