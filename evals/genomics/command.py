"""``curbside eval genomics``: not met when what the sources hold is not told."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path

from evals.genomics.asking import GenomicsAnswer, ask
from evals.genomics.ncbi_recordings import read_recordings
from evals.genomics.ncbi_server import serve_recordings
from evals.genomics.report import GOAL, of_held, report_lines, task_scores
from evals.genomics.samples import GENEHOP, GENETURING, GenomicsSample, read_samples
from evals.running.command import Command
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox
from retrieval.ingestion.sources.access.http import RequestPace
from retrieval.records.opening import open_sources
from retrieval.records.services.access.service import RETRIES, Reach

RECORDED = ("ncbi_gene", "ncbi_snp", "ncbi_omim", "blast")
"""The services whose answers were recorded."""
AT_ONCE = 4
"""Questions asked side by side. Chosen by hand: two cores."""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, help="folder of the data sets, else CURBSIDE_DATA")
    parser.add_argument("--tables-only", action="store_true", help="only the gene table that ships")
    parser.add_argument(
        "--hop", action="store_true", help="the questions of GeneHop: two look-ups each"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    data = options.data or sandbox.data
    samples = read_samples(data, GENEHOP if options.hop else GENETURING)
    services = () if options.tables_only else RECORDED
    answers = asyncio.run(_ask_all(samples, services, data, terminal))
    scores = task_scores(answers)
    if options.json:
        terminal.write_json({"tasks": [each.as_object() for each in scores]})
    else:
        for line in report_lines(scores):
            terminal.write(line)
    return of_held(scores) >= GOAL


async def _ask_all(
    samples: Sequence[GenomicsSample],
    services: Sequence[str],
    data: Path | None,
    terminal: Terminal,
) -> list[GenomicsAnswer]:
    """The answers in the order of the samples, from a server on loopback that has the
    recordings."""
    limit = asyncio.Semaphore(AT_ONCE)
    count = terminal.counter(len(samples))
    done = 0

    async def one(sample: GenomicsSample) -> GenomicsAnswer:
        nonlocal done
        answered = await ask(sample, sources, limit)
        done += 1
        count(done)
        return answered

    async with serve_recordings(read_recordings(data)) as addresses:
        pacing = RequestPace(sleep=_no_pause, spaced=False, retries=RETRIES)
        sources = open_sources(services, Reach(addresses=dict(addresses), pacing=pacing))
        try:
            return list(await asyncio.gather(*map(one, samples)))
        finally:
            for source in sources:
                await source.close()


async def _no_pause(seconds: float) -> None:
    """Nothing is waited for: the recorded searches are done."""


COMMAND = Command(add_arguments=_add_arguments, run=_run)
