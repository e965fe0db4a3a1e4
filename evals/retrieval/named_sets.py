"""The sets that have a name, in the data folder (``CURBSIDE_DATA``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from evals.retrieval.judged_sets import JudgedSet, SetInvalid, read_set
from evals.retrieval.oncology import oncology_indications, oncology_labels
from evals.retrieval.recorded import recorded_searches


def _beir(name: str, queries: str) -> Callable[[Path], JudgedSet]:
    def read(data: Path) -> JudgedSet:
        folder = data / name
        corpus = folder / "shared" / "corpus.jsonl.gz"
        return read_set(name, corpus, folder / "dev" / queries, folder / "dev" / "qrels.tsv")

    return read


SETS: Mapping[str, Callable[[Path], JudgedSet]] = {
    "scifact_beir": _beir("scifact_beir", "queries.jsonl"),
    "bioasq_retrieval": _beir("bioasq_retrieval", "queries.jsonl.gz"),
    "oncology_labels": oncology_labels,
    "oncology_paraphrased": lambda data: oncology_labels(data, paraphrased=True),
    "oncology_indications": oncology_indications,
    "recorded_searches": recorded_searches,
}


def read_named_set(name: str, data: Path | None) -> JudgedSet:
    """The set of this name. Raises :class:`SetInvalid`."""
    if name not in SETS:
        raise SetInvalid(f"No set is called {name}; known are {', '.join(SETS)}.")
    return SETS[name](folder_of_sets(data))


def folder_of_sets(data: Path | None) -> Path:
    """The data folder, where there is one. Raises :class:`SetInvalid`."""
    if data is None or not data.is_dir():
        raise SetInvalid("Set CURBSIDE_DATA to the folder with the data sets.")
    return data
