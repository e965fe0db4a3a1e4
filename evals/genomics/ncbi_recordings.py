"""What NCBI answered when two published studies asked it, by what is asked of it now.

Of the second study's recordings some are no answers of NCBI but what a model made up in their
place: fields that NCBI does not have, other chromosomes. A summary counts only if it has just the
fields of the first study's, and a search only if it has NCBI's head. Fields of a term
(``AND human[Organism]``) are applied to the records themselves, as NCBI would.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from evals.names.tables import json_lines
from evals.running.errors import MeasurementFailed

FOLDER = "ncbi_recordings/shared"
HUMAN = 9606
"""The taxon of NCBI."""
FIRST_STUDY = "genegpt2023"
_OF_HUMAN = re.compile(r"\s+AND human\[Organism\]$")
_ALIGNED = "Sequences producing significant alignments"
Summaries = dict[tuple[str, str], dict[str, Any]]


class RecordingsMissing(MeasurementFailed):
    """There is no folder with NCBI's recorded answers: name it with --data or CURBSIDE_DATA."""


@dataclass(frozen=True)
class NcbiRecordings:
    """Recorded answers of NCBI."""

    terms: Mapping[tuple[str, str], list[str]]
    """Database and term, in lower case → ids found, of all recorded searches for it."""
    summaries: Mapping[tuple[str, str], dict[str, Any]]
    reports: Mapping[str, str]
    """Sequence → BLAST report that was ready."""

    def search(self, database: str, term: str) -> list[str]:
        """The ids that were recorded for a term; of a gene that nobody searched for, those of the
        records that were, and have it as their symbol, as NCBI would find them."""
        bare = _OF_HUMAN.sub("", term)
        wanted = bare.strip('"').lower()
        ids = self.terms.get((database, wanted), [])
        ids = ids or [uid for uid in self.symbols.get(wanted, ()) if database == "gene"]
        return ids if bare == term else [each for each in ids if self._is_human(database, each)]

    @cached_property
    def symbols(self) -> Mapping[str, list[str]]:
        """Symbol, in lower case → ids of the recorded genes."""
        found: dict[str, list[str]] = {}
        for (database, uid), summary in self.summaries.items():
            if database == "gene":
                found.setdefault(str(summary.get("name", "")).lower(), []).append(uid)
        return found

    def _is_human(self, database: str, uid: str) -> bool:
        summary = self.summaries.get((database, uid), {})
        return bool(summary.get("organism", {}).get("taxid") == HUMAN)


def read_recordings(data: Path | None) -> NcbiRecordings:
    """The recordings below a folder of data sets. Raises :class:`RecordingsMissing`."""
    folder = (data or Path()) / FOLDER
    if data is None or not folder.is_dir():
        raise RecordingsMissing((RecordingsMissing.__doc__ or "").strip())
    exchanges = list(json_lines(folder / "http_recordings.jsonl.gz"))
    return NcbiRecordings(
        terms=_terms(exchanges),
        summaries=_summaries(exchanges, list(json_lines(folder / "esummary_docs.jsonl.gz"))),
        reports=_reports(folder),
    )


def _terms(exchanges: list[dict[str, Any]]) -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for row in exchanges:
        answer = _json_of(row["body"]) if row["kind"] == "esearch" else None
        term = row["params"].get("term")
        if not isinstance(answer, dict) or "header" not in answer or not term:
            continue
        known = found.setdefault((row["db"], term.lower()), [])
        ids = answer.get("esearchresult", {}).get("idlist", [])
        known += [each for each in ids if each not in known]
    return found


def _summaries(exchanges: list[dict[str, Any]], table: list[dict[str, Any]]) -> Summaries:
    told = [
        (row["source"], row["db"], uid, summary)
        for row in exchanges
        if row["kind"] == "esummary" and isinstance(answer := _json_of(row["body"]), dict)
        for uid, summary in answer.get("result", {}).items()
        if isinstance(summary, dict)
    ]
    told += [(row["source"], row["db"], str(row["uid"]), row["doc"]) for row in table]
    genuine = {
        (database, frozenset(summary))
        for source, database, _, summary in told
        if source == FIRST_STUDY and "error" not in summary
    }
    found: Summaries = {}
    for _, database, uid, summary in sorted(told, key=lambda each: each[0] != FIRST_STUDY):
        if (database, frozenset(summary)) in genuine:
            found.setdefault((database, uid), summary)
    return found


def _reports(folder: Path) -> dict[str, str]:
    """The longest report on each sequence, as text; line ends were kept as two signs."""
    found: dict[str, str] = {}
    for row in json_lines(folder / "blast_by_sequence.jsonl.gz"):
        text = (row["text"] or "").replace("\\n", "\n")
        known = found.get(row["query"].upper(), "")
        if _ALIGNED in text and len(text) > len(known):
            found[row["query"].upper()] = text
    return found


def _json_of(body: str | None) -> Any:
    """The JSON of a body, which may stand there as Python's bytes; None for anything else."""
    text = (body or "").strip()
    try:
        if text.startswith(("b'", 'b"')):
            text = ast.literal_eval(text).decode()
        return json.loads(text)
    except (ValueError, SyntaxError):
        return None
