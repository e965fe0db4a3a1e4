"""The questions that records answer, as ``tasks.toml`` declares them, and how they are told."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from names.entities import EntityKind
from names.recognise import recognise
from retrieval.records.contract import Lookup, Task
from retrieval.records.genes.table import genes_named

_GENE = r"(?P<name{number}>[A-Za-z][\w@]{{0,19}}(?:[-./:]\w{{1,12}}){{0,4}})(?![\w-])"
_ID = r"(?P<name{number}>HGNC:\d{{1,6}}|ENSG\d{{11}})\b"
_LIKE_A_SYMBOL = re.compile(r"(?=.*\d)[A-Za-z][\w.@-]+|[A-Z]{3,12}(?:-[A-Z0-9]+)*")
"""What may be the name of a gene that no table holds. Anything else is taken for a word."""
_OF_CASES: tuple[EntityKind, ...] = (
    "drug", "drug_class", "unknown_drug", "tumour", "setting", "condition", "effect", "phenotype",
    "outcome", "trial", "registration", "status", "variant",
)  # fmt: skip
"""What a clinical question names. Such a question is not answered with where its gene lies."""
LONGEST = 300
"""Characters of a question of which a record is asked. Chosen by hand: a longer one tells a case.
"""


@dataclass(frozen=True, slots=True)
class AskedBy:
    """A task, and how it is asked."""

    task: Task
    pattern: re.Pattern[str]

    def names_in(self, text: str) -> Iterator[str]:
        """The names of which the text asks this, in the order of its patterns."""
        for match in self.pattern.finditer(text):
            yield next(str(value) for value in match.groups() if value)


@cache
def tasks() -> Mapping[str, AskedBy]:
    """Every task by its name, in the order in which they are tried."""
    declared = files("retrieval.records") / "tasks.toml"
    table = tomllib.loads(declared.read_text(encoding="utf-8"))
    return {
        name: AskedBy(
            Task(
                name=name,
                query=row["query"],
                asks_for=row["asks_for"],
                fields=tuple(row["fields"]),
                compared=row.get("compared", ""),
                sources=tuple(row["sources"]),
            ),
            _any_of(row["asked_by"]),
        )
        for name, row in table.items()
    }


def _any_of(patterns: Sequence[str]) -> re.Pattern[str]:
    numbered = (
        each.replace("{gene}", _GENE.format(number=number)).replace(
            "{id}", _ID.format(number=number)
        )
        for number, each in enumerate(patterns)
    )
    return re.compile("|".join(numbered), re.IGNORECASE)


def read_lookup(text: str, sources: Set[str] | None = None) -> Lookup | None:
    """What a question asks of records; None for any other question, and for a clinical one.
    ``sources``: only what one of them is asked."""
    text = " ".join(text.split())
    if len(text) > LONGEST:
        return None
    for asked in tasks().values():
        if sources is not None and sources.isdisjoint(asked.task.sources):
            continue
        for written in asked.names_in(text):
            name = _name_meant(written)
            if name and not _is_of_case(text.replace(written, "it")):
                return Lookup(task=asked.task, name=name)
    return None


def _name_meant(written: str) -> str:
    """The name of a gene as it is looked up: ``HER2`` of "HER2/neu". Empty for a word."""
    whole = written.rstrip(".")
    for name in [whole, *(whole.split("/") if "/" in whole else [])]:
        if genes_named(name):
            return name
    return whole if _LIKE_A_SYMBOL.fullmatch(whole) else ""


def _is_of_case(text: str) -> bool:
    return bool(recognise(text).of(*_OF_CASES))
