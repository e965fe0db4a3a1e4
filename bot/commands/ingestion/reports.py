"""What ``curbside ingest`` tells of a harvest and of what is staged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from rich.console import Console
from rich.table import Column, Table

from agents.wording.counts import count_of
from retrieval.ingestion.harvest import HarvestReport
from retrieval.ingestion.ingest import IndexReport
from retrieval.ingestion.staging import Harvest, Tally

NO_CONTACT = (
    "CURBSIDE_CONTACT is not set: some sources refuse requests that do not say whom to write to."
)


def harvest_lines(report: HarvestReport) -> list[str]:
    """What one source brought, and a line per problem."""
    problems = (f"{problem.path}: {problem.reason}" for problem in report.problems)
    return [_report_line(report), *problems]


def index_lines(index: IndexReport) -> list[str]:
    """What is in the silos concerned now, and a line per problem."""
    return [
        *(f"{problem.path}: {problem.reason}" for problem in index.problems),
        f"{count_of(index.held, 'document')} in the silos concerned: {index.written} written,"
        f" {index.removed} removed.",
    ]


def _report_line(report: HarvestReport) -> str:
    line = f"{report.source}: {report.new} new or changed, {report.unchanged} unchanged"
    line += " (went on from an earlier run)" if report.resumed else ""
    if not report.error:
        return f"{line}."
    if not report.can_go_on:
        way_out = f"`curbside ingest {report.source} --help` says what it takes."
        return f"{report.source}: {report.error} {way_out}"
    return f"{line}, then it stopped: {report.error} The same command goes on from there."


def print_status(tallies: Sequence[Tally], runs: Sequence[Harvest], embedder: str) -> None:
    """A row per silo and source, and a line per run of a source. ``embedder``: the name of the one
    that is set, to tell what another one embedded."""
    console = Console()
    counts = {
        "searched": [each.indexed for each in tallies],
        "waiting": [each.staged for each in tallies],
        "replaced": [each.superseded for each in tallies],
        "behind originals": [each.behind_originals for each in tallies],
        "gone": [each.vanished for each in tallies],
        "doubtful": [each.doubtful for each in tallies],
        "failed": [each.failed for each in tallies],
    }
    # What is nowhere leaves the names of the silos room in 80 columns.
    shown = {name: n for name, n in counts.items() if any(n) or name in ("searched", "waiting")}
    held = Table(Column("silo", no_wrap=True), "from", *shown, "embedder")
    for place, each in enumerate(tallies):
        current = all(recipe.startswith(f"{embedder}|") for recipe in each.recipes)
        numbers = (str(n[place]) for n in shown.values())
        embedded = "current" if current else "another: ingest again"
        held.add_row(each.silo, each.source or "files", *numbers, embedded)
    console.print(held)
    for run in runs:
        of = f" of {run.total}" if run.total is not None else ""
        told = f"{run.source} → {run.silo}: {run.state}, {run.records}{of} records"
        told += f", {len(run.problems)} problems, began {run.started_at:%Y-%m-%d %H:%M}"
        line = f"{told}. {run.error}".strip()
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def run_as_object(run: Harvest) -> dict[str, object]:
    """For JSON."""
    fields = asdict(run)
    for name in ("started_at", "finished_at"):
        fields[name] = fields[name].isoformat() if fields[name] else None
    return fields
