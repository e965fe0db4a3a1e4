"""Patients, records of trials, and how each criterion was judged by reading."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from agents.turns.criteria import CriterionVerdict
from evals.running.errors import MeasurementFailed
from retrieval.ingestion.sources.trials.clinical_trials_records import record_of

RECORDED = Path("api_fixtures/shared/biomcp/ctgov")
TRIALGPT = Path("trialgpt_patients")
_KEYS: Mapping[str, CriterionVerdict] = {"met": "met", "not_met": "not met", "unknown": "unknown"}


@dataclass(frozen=True, slots=True)
class TrialCase:
    """A patient and a trial."""

    name: str
    patient: str
    record: str
    """The text of the trial's record."""
    judged: Mapping[str, CriterionVerdict]
    """Criterion → how it was judged."""
    is_whole: bool
    """Whether all criteria were judged, so that one that is not named is unknown."""


def read_cases(data: Path | None) -> tuple[TrialCase, ...]:
    """Made patients against recorded oncology trials, then against made criteria, then patients of
    TrialGPT."""
    if data is None or not (data / RECORDED).is_dir() or not (data / TRIALGPT).is_dir():
        raise MeasurementFailed(
            f"{RECORDED} and {TRIALGPT} are not at hand: give their folder with --data."
        )
    return (*_own_cases(data), *_made_cases(), *_cases_of_trialgpt(data))


def _own_cases(data: Path) -> Iterator[TrialCase]:
    for row in _rows("cases.jsonl"):
        trial = row["trial"]
        (recorded,) = (data / RECORDED).glob(f"get_{trial.lower()}_*.json")
        study = json.loads(recorded.read_text(encoding="utf-8"))
        record = record_of(study, "clinical_trials").document.text
        name = f"{trial}, {row['patient'][:20]}…"
        yield TrialCase(name, row["patient"], record, _judgements_of(row), is_whole=True)


def _made_cases() -> Iterator[TrialCase]:
    """Criteria in the usual words of oncology trials, built to mislead rules."""
    for row in _rows("made.jsonl"):
        record, judged = "## Eligibility\n", {}
        for side in ("inclusion", "exclusion"):
            record += f"\n{side.capitalize()} Criteria:\n\n"
            items = [(words, verdict) for key, verdict in _KEYS.items() for words in row[side][key]]
            for number, (words, verdict) in enumerate(items, start=1):
                record += f"* {words}\n"
                judged[f"{side} {number}"] = verdict
        yield TrialCase("made", row["patient"], record, judged, is_whole=True)


def _cases_of_trialgpt(data: Path) -> Iterator[TrialCase]:
    patients = _by_id(data / TRIALGPT / "dev" / "sigir_queries.jsonl")
    trials = _by_id(data / TRIALGPT / "shared" / "sample_trial_corpus_50.jsonl")
    for row in _rows("trialgpt.jsonl"):
        patient, trial = patients[row["patient"]], trials[row["trial"]]
        yield TrialCase(
            f"{row['trial']}, {row['patient']}",
            patient["text"],
            _record(trial["metadata"]),
            _judgements_of(row),
            is_whole=False,
        )


@cache
def _by_id(path: Path) -> dict[str, Any]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return {row["_id"]: row for row in map(json.loads, lines)}


def _record(fields: Mapping[str, str]) -> str:
    """The criteria as the registry writes them; this collection keeps the two sides apart."""
    inclusion, exclusion = (
        "\n".join(
            f"* {' '.join(item.split())}"
            for item in fields[f"{side}_criteria"].split("\n\n")
            if item.strip(" :\n") and not item.strip().lower().endswith("criteria:")
        )
        for side in ("inclusion", "exclusion")
    )
    return (
        f"## Eligibility\n\nInclusion Criteria:\n\n{inclusion}\n\n"
        f"Exclusion Criteria:\n\n{exclusion}\n"
    )


def _rows(name: str) -> Iterator[dict[str, Any]]:
    text = (files("evals.trials") / name).read_text(encoding="utf-8")
    yield from map(json.loads, text.splitlines())


def _judgements_of(row: Mapping[str, Any]) -> dict[str, CriterionVerdict]:
    return {name: verdict for key, verdict in _KEYS.items() for name in row.get(key, ())}
