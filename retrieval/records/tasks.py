"""The questions that records answer, as ``tasks.toml`` declares them, and how they are told."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import count
from typing import Any

from names.entities import EntityKind
from names.recognise import recognise
from names.variants.gene_lists import genes_in_short
from names.variants.usual_forms import read_described
from retrieval.records.contract import Lookup, Task
from retrieval.records.genes.table import genes_named

_FORMS: Mapping[str, str] = {
    "gene": r"(?!rs\d)(?:\d{1,2}-)?[A-Za-z][\w@]{0,19}(?:[-./:]\w{1,12}){0,4}(?![\w-])",
    "known": r"[A-Za-z][\w@]{0,19}(?:[-./:]\w{1,12}){0,4}(?![\w-])",
    "id": r"(?:HGNC:\d{1,6}|ENSG\d{11})\b",
    "rs": r"rs\d{3,12}\b",
    "hgvs": r"N[CGMPR]_\d{4,9}\.\d{1,2}(?:\([A-Z0-9-]{2,12}\))?:[cgmnp]\.[\w>*=+_()-]{2,60}",
    "written": r"[\w*][\w*.:>()=/+-]{1,60}(?: [\w*.:>()=/+-]{1,30}){0,3}?",
    "variant": r"[A-Z][A-Z0-9]{1,9}(?:::[A-Z0-9]{2,10}|[ -][A-Za-z0-9_*>.]{2,30})?",
    "disease": r"[A-Za-z0-9][\w ,'()/-]{3,120}?",
    "sequence": r"[ACGTN]{20,900}(?![A-Za-z])",
}
"""The forms of the names that are asked of. A sequence is as long as a tool takes words."""
_SEQUENCE = re.compile(r"[ACGTN]{20,}", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"\{(gene|known|id|rs|hgvs|written|variant|disease|sequence)\}")
_LIKE_A_SYMBOL = re.compile(
    r"(?=[\w.@-]{0,30}\d)[A-Za-z\d][\w.@-]{1,30}|[A-Z]{3,12}(?:-[A-Z0-9]{1,12}){0,3}"
)
"""What may be the name of a gene that no table holds. Anything else is taken for a word."""
_OF_CASES: tuple[EntityKind, ...] = (
    "drug", "drug_class", "unknown_drug", "tumour", "setting", "condition", "effect", "phenotype",
    "outcome", "trial", "registration", "status", "variant",
)  # fmt: skip
"""What a clinical question names. Such a question is not answered with where its gene lies."""
_SOURCES = re.compile(
    r"\b(?:CIViC|ClinVar|dbSNP|MyVariant|gnomAD|GRCh3[78])(?:.s)?\b", re.IGNORECASE
)
"""Names of sources and assemblies: CIViC is also the name of a trial, the others look like one."""
_NUMBER = re.compile(r"\brs\d{3,12}\b", re.IGNORECASE)
LONGEST = 300
"""Characters of a question of which a record is asked. Chosen by hand: a longer one tells a case.
"""


@dataclass(frozen=True, slots=True)
class TaskMention:
    """Words of a text that ask a task of a name."""

    task: Task
    form: str
    name: str
    """As it is written."""
    start: int
    end: int
    name_end: int


@dataclass(frozen=True, slots=True)
class AskedBy:
    """A task, and how it is asked."""

    task: Task
    pattern: re.Pattern[str]

    def askings_in(self, text: str) -> Iterator[TaskMention]:
        """Where the text asks this, once for each name."""
        for match in self.pattern.finditer(text):
            for group, value in match.groupdict().items():
                if value:
                    yield TaskMention(
                        task=self.task,
                        form=group.partition("_")[0],
                        name=str(value).strip(),
                        start=match.start(),
                        end=match.end(),
                        name_end=match.end(group),
                    )


@cache
def tasks() -> Mapping[str, AskedBy]:
    """Every task by its name, in the order in which they are tried."""
    declared = files("retrieval.records") / "tasks.toml"
    table = tomllib.loads(declared.read_text(encoding="utf-8"))
    return {
        name: AskedBy(_task(name, table), _any_of(row["asked_by"])) for name, row in table.items()
    }


def queries_to(source: str) -> tuple[str, ...]:
    """The words that a source of records is asked in, with X for a name; a chain is two of them."""
    asked = (each.task for each in tasks().values() if source in each.task.sources)
    return tuple(each.query.format(name="X") for each in asked if not each.then)


def _task(name: str, table: Mapping[str, Any]) -> Task:
    row = table[name]
    parts = [table[row[step]] for step in ("first", "then") if step in row] or [row]
    return Task(
        name=name,
        query=row["query"],
        record=row["record"],
        asks_for=row["asks_for"],
        fields=tuple(field for part in parts for field in part["fields"]),
        compared=row.get("compared", ""),
        sources=tuple(dict.fromkeys(source for part in parts for source in part["sources"])),
        first=row.get("first", ""),
        then=row.get("then", ""),
    )


MOST_OF_CHAIN = 6
"""Names of a first record that a chain asks on of. Chosen by hand: with five sources each, they are
what a step may ask."""


def first_lookup(lookup: Lookup) -> Lookup:
    """What is asked first; the look-up itself where it is no chain."""
    task = lookup.task
    return Lookup(task=tasks()[task.first].task, name=lookup.name) if task.first else lookup


def next_lookups(lookup: Lookup, values: Iterable[str]) -> tuple[Lookup, ...]:
    """What a chain asks of the names that the values of its first record list."""
    if not lookup.task.then:
        return ()
    names = dict.fromkeys(name for value in values for name in value.split(", ") if name)
    task = tasks()[lookup.task.then].task
    return tuple(Lookup(task=task, name=name) for name in [*names][:MOST_OF_CHAIN])


def belongs_to(lookup: Lookup, words: str) -> Lookup | None:
    """The look-up that these words sent to a source are, if it is this one or a step of it."""
    if words == lookup.words:
        return lookup
    first = first_lookup(lookup)
    if words == first.words:
        return first
    step = read_lookup(words) if lookup.task.then else None
    return step if step is not None and step.task.name == lookup.task.then else None


def with_form(form: str) -> str:
    """The pattern of names of this form."""
    return _FORMS[form]


def _any_of(patterns: Sequence[str]) -> re.Pattern[str]:
    """One pattern for all; the group of each name is called by its form and a number."""
    numbers = count()

    def group(match: re.Match[str]) -> str:
        return f"(?P<{match[1]}_{next(numbers)}>{_FORMS[match[1]]})"

    return re.compile("|".join(_PLACEHOLDER.sub(group, each) for each in patterns), re.IGNORECASE)


def read_lookup(text: str, sources: Set[str] | None = None) -> Lookup | None:
    """What a question asks of records; None for any other question, and for a clinical one.
    ``sources``: only what one of them is asked."""
    text = " ".join(text.split())
    for asking in askings_in(text, sources):
        name = name_meant(asking.form, asking.name)
        if name and not is_of_case(text.replace(asking.name, "it"), asking.form):
            return Lookup(task=asking.task, name=name)
    return None


def askings_in(text: str, sources: Set[str] | None = None) -> Iterator[TaskMention]:
    """Where a text asks something of records, task after task; nothing in one that is too long.
    Whether the names are any, and whether a case is told, is not looked at."""
    if len(_SEQUENCE.sub("", text)) > LONGEST:
        return
    for asked in tasks().values():
        if sources is None or _can_be_asked(asked.task, sources):
            yield from asked.askings_in(text)


def _can_be_asked(task: Task, sources: Set[str]) -> bool:
    """Whether one of the sources is asked it; of a chain, one for each of its steps."""
    steps = [tasks()[step].task for step in (task.first, task.then) if step] or [task]
    return all(not sources.isdisjoint(each.sources) for each in steps)


def name_meant(form: str, written: str) -> str:
    """The name as it is looked up. Empty for a word that is none."""
    if form == "gene":
        return _gene_meant(written)
    if form == "known":
        return _gene_meant(written) if recognise(written).of("gene") else ""
    if form == "written":
        return written if read_described(written) else ""
    return written


def names_meant(form: str, written: str) -> tuple[str, ...]:
    """The names as they are looked up: of "CDKN2A/B" both genes."""
    short = genes_in_short(written.rstrip(".").upper()) if form in ("gene", "known") else ()
    return short or (name_meant(form, written),)


def _gene_meant(written: str) -> str:
    """The name of a gene as it is looked up: ``HER2`` of "HER2/neu". Empty for a word."""
    whole = written.rstrip(".")
    for name in [whole, *(whole.split("/") if "/" in whole else [])]:
        if genes_named(name):
            return name
    return whole if _LIKE_A_SYMBOL.fullmatch(whole) else ""


def is_of_case(text: str, form: str) -> bool:
    """Whether a text names what a clinical question does: a drug, a tumour, a trial. ``form``: of
    what is looked up; beside one number of dbSNP others are no variants of a case."""
    text = _NUMBER.sub("it", text) if form == "rs" else text
    return bool(recognise(_SOURCES.sub("it", text)).of(*_OF_CASES))
