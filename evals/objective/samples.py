"""The samples: public questions with their right answers, read from the data folder by path."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from evals.answers.samples import generic
from evals.gaps.samples import spread
from evals.retrieval.judged_sets import read_json_rows
from evals.retrieval.named_sets import read_named_set
from evals.running.errors import MeasurementFailed

TaskName = Literal["choice", "yes_no_maybe", "drug_list", "short_answer"]
Regimens = frozenset[frozenset[str]]
PUBMEDQA = "pubmedqa/dev/pqal_train_dev_500.jsonl.gz"
MIRAGE = "mirage/dev/mirage_dev.jsonl.gz"
ONCOLOGY = "precision_oncology_qa"
BIOASQ = "bioasq_retrieval"
VERDICTS = ("yes", "no", "maybe")


class DataMissing(MeasurementFailed):
    """A file of the data folder is not there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One question with its target."""

    id: str
    set_name: str
    task: TaskName
    question: str
    options: tuple[tuple[str, str], ...] = ()
    """Letter and words of each option; of yes, no and maybe the word twice."""
    contexts: tuple[str, ...] = ()
    """What the answer is to be taken from; empty where only the question is given."""
    target: str = ""
    """The letter of the right option, or an ideal answer."""
    regimens: Regimens = frozenset()
    """Of a drug list."""
    thread: str = ""


def read_sets(data: Path | None, names: list[str], most: int) -> tuple[Sample, ...]:
    """At most ``most`` samples of each set, evenly over its file and always the same. Raises
    :class:`DataMissing`."""
    if data is None or not data.is_dir():
        raise DataMissing("Set CURBSIDE_DATA to the folder with the data sets.")
    found: list[Sample] = []
    for name in names:
        found += spread(list(SETS[name](data)), most)
    return tuple(found)


def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    if not path.is_file():
        raise DataMissing(f"There is no file {path}.")
    yield from read_json_rows(path)


def _pubmedqa(data: Path) -> Iterator[Sample]:
    for row in _rows(data / PUBMEDQA):
        yield Sample(
            id=f"pubmedqa-{row['pmid']}",
            set_name="pubmedqa",
            task="yes_no_maybe",
            question=row["question"],
            options=tuple((word, word) for word in VERDICTS),
            contexts=tuple(row["contexts"]),
            target=row["final_decision"],
        )


def _mirage(dataset: str) -> Callable[[Path], Iterator[Sample]]:
    def read(data: Path) -> Iterator[Sample]:
        for row in _rows(data / MIRAGE):
            if row["dataset"] == dataset:
                yield Sample(
                    id=row["id"],
                    set_name=dataset,
                    task="choice",
                    question=row["question"],
                    options=tuple(row["options"].items()),
                    target=row["answer"],
                )

    return read


def _drugs(data: Path) -> Iterator[Sample]:
    folder = data / ONCOLOGY
    found = sorted((folder / "shared").glob("kb_fda_structured_2025*.jsonl.gz"))
    if not found:
        raise DataMissing(f"There is no kb_fda_structured_2025 in {folder / 'shared'}.")
    records = {row["_id"]: str(row["text"]) for row in _rows(found[-1])}
    for row in _rows(folder / "dev" / "synthetic_queries.jsonl"):
        regimens = (frozenset(map(generic, each)) for each in row["gold_therapies"])
        yield Sample(
            id=row["_id"],
            set_name="drugs",
            task="drug_list",
            question=row["text"],
            contexts=tuple(records[each] for each in row["relevant_ids"]),
            regimens=frozenset(regimens),
        )


def _short(data: Path) -> Iterator[Sample]:
    judged = read_named_set(BIOASQ, data)
    texts = {each.id: f"{each.title}\n{each.text}" for each in judged.documents}
    for row in _rows(data / BIOASQ / "dev" / "queries.jsonl.gz"):
        if row["type"] == "summary" and row["_id"] in judged.gains:
            yield Sample(
                id=row["_id"],
                set_name="short",
                task="short_answer",
                question=row["text"],
                contexts=tuple(texts[name] for name in judged.gains[row["_id"]]),
                target=row["ideal_answer"][0],
            )


SETS: Mapping[str, Callable[[Path], Iterator[Sample]]] = {
    "pubmedqa": _pubmedqa,
    "mmlu": _mirage("mmlu"),
    "medqa": _mirage("medqa"),
    "medmcqa": _mirage("medmcqa"),
    "bioasq": _mirage("bioasq"),
    "drugs": _drugs,
    "short": _short,
}
"""PubMedQA with its contexts; four of MIRAGE without; drug lists from records; BioASQ's summaries
from the documents judged for them."""
