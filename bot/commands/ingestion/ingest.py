"""``curbside ingest``: documents from folders and public sources into the silos."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from typer.core import TyperGroup

from agents.wording.counts import count_of
from bot.builders.sources import source_access
from bot.commands.ingestion.arguments import (
    check_folder,
    check_name,
    day_since,
    known_silo,
    option_of,
)
from bot.commands.ingestion.reports import (
    NO_CONTACT,
    harvest_lines,
    index_lines,
    print_status,
    run_as_object,
)
from bot.composition import build_embedder, declared_silos, open_database_parts
from bot.processes.bootstrap import database_url_to_fill, migrated_database_url
from bot.processes.filling import (
    OpenSource,
    fill_silos,
    harvest_into_silos,
    report_lines,
)
from bot.processes.ingesting.joining import join_ingestion
from bot.settings import Settings, read_settings
from retrieval.ingestion.folders.removed_files import RemovalChoice
from retrieval.ingestion.folders.validate_folder import validate_folder
from retrieval.ingestion.harvest import HarvestReport
from retrieval.ingestion.panel import panel, panel_requests
from retrieval.ingestion.reading_apart import ReaderProcesses
from retrieval.ingestion.sources.catalogue import SOURCES, SourceEntry, silo_filled_by
from retrieval.ingestion.sources.contract import HarvestRequest, Source
from retrieval.ingestion.sources.loaders import LoaderSource
from retrieval.ingestion.staging import Harvest, Tally
from retrieval.ingestion.starter import starter_requests
from retrieval.privacy.finding import find_personal

FOLDER = "folder"


class FolderOrCommand(TyperGroup):
    """What is no command is the folder to read; without any argument it is the corpus."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args[:1] != ["--help"] and (not args or args[0] not in self.commands):
            if args and not args[0].startswith("-"):
                check_folder(Path(args[0]), self.commands.keys() - {FOLDER})
            args = [FOLDER, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=FolderOrCommand,
    no_args_is_help=False,
    add_completion=False,
    help="Take documents in: `curbside ingest [FOLDER]`, or from a public source by its name.",
)

Json = Annotated[bool, typer.Option("--json", help="Print the report as one JSON object.")]
Terms = Annotated[list[str] | None, typer.Argument(help="What to ask for.")]
Silo = Annotated[str, typer.Option(help="Where the documents go; `curbside ingest sources` says.")]
File = Annotated[Path | None, typer.Option(help="A file that was downloaded by hand.")]
Limit = Annotated[int | None, typer.Option(min=1, help="At most so many records.")]
Since = Annotated[
    str,
    typer.Option(help="Only what is new since this day (YYYY-MM-DD), or `last`: the last run."),
]


@app.command(FOLDER)
def folder(
    folder: Annotated[
        Path | None, typer.Argument(help="Folder with a folder per silo; default: the corpus.")
    ] = None,
    name: Annotated[
        str, typer.Option(help="What the folder is known by; without it its own name.")
    ] = "",
    prune: Annotated[
        bool, typer.Option("--prune", help="Remove documents whose files are gone.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Also if that is more than a fifth of the folder's.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Read a folder of documents into the silos; only what changed is read again.

    Documents whose files are gone are listed and stay, unless --prune says otherwise. Ends with
    status 1 when something was refused; the rest is taken in."""
    if folder is not None:
        check_folder(folder, typer.main.get_group(app).commands.keys() - {FOLDER})
        check_name(folder, name)
    settings = read_settings(corpus=folder)
    console = Console(stderr=as_json)
    pruning = RemovalChoice(wanted=prune, confirmed=yes)
    with database_url_to_fill(settings) as url:
        report = _run(fill_silos(settings, url, console, name, pruning))
    if as_json:
        _print_json(asdict(report))
    for line in () if as_json else report_lines(report):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    if report.problems or report.gone.too_many:
        raise typer.Exit(1)


def _source_command(entry: SourceEntry) -> Callable[..., None]:
    def command(
        terms: Terms = None,
        since: Since = "",
        silo: Silo = "",
        limit: Limit = None,
        file: File = None,
        as_json: Json = False,
    ) -> None:
        if file is not None and not entry.takes_file:
            raise typer.BadParameter(f"{entry.title} is asked over the network; leave --file out.")
        _refuse_personal(terms or ())
        settings = read_settings()
        into = (
            known_silo(silo, settings) if silo else silo_filled_by(entry, declared_silos(settings))
        )
        request = HarvestRequest(
            silo=into, terms=tuple(terms or ()), since=day_since(since), limit=limit, file=file
        )
        _gather(settings, [(entry.name, entry.open, request)], as_json)

    command.__doc__ = f"Take documents in from {entry.title}. {entry.terms}"
    return command


def _refuse_personal(terms: Sequence[str]) -> None:
    """A public source is not asked with what says who a patient is."""
    if any(find_personal(term) for term in terms):
        said = "A term holds a name, a number, a date or an address that says who somebody is."
        raise typer.BadParameter(said)


for _entry in SOURCES.values():
    app.command(_entry.name)(_source_command(_entry))


@app.command("loader")
def loader(
    spec: Annotated[str, typer.Argument(help="module:Class of a LangChain document loader.")],
    silo: Annotated[str, typer.Option(help="Where the documents go.")],
    option: Annotated[
        list[str] | None, typer.Option(help="name=value for the loader; may be repeated.")
    ] = None,
    limit: Limit = None,
    as_json: Json = False,
) -> None:
    """Take documents in from any document loader of LangChain."""
    settings = read_settings()
    options = dict(option_of(each) for each in option or ())
    request = HarvestRequest(
        silo=known_silo(silo, settings), terms=(spec, *sorted(option or ())), limit=limit
    )
    _gather(settings, [("loader", lambda access: LoaderSource(spec, options), request)], as_json)


@app.command("join")
def join(
    once: Annotated[
        bool, typer.Option("--once", help="End when nothing is left, not with Ctrl-C.")
    ] = False,
) -> None:
    """Summarise and embed for an ingestion that runs elsewhere, on this machine or another."""
    settings = read_settings()
    with migrated_database_url(settings) as url:
        if not once:
            typer.echo("Waiting for batches of an ingestion. Ctrl-C ends it.")
        done = asyncio.run(join_ingestion(settings, url, typer.echo, once=once))
    typer.echo(f"{count_of(done, 'document')} done here.")


@app.command("check")
def check(folder: Annotated[Path, typer.Argument(help="Folder with a folder per silo.")]) -> None:
    """Say what of a folder would be refused, and why, without taking anything in."""
    check_folder(folder, ())
    names = frozenset(card.name for card in declared_silos(read_settings()))
    with ReaderProcesses() as readers:
        count, problems = validate_folder(folder, names, readers)
    for problem in problems:
        note = "note: " if problem.taken else ""
        typer.echo(f"{problem.path}: {note}{problem.reason}")
    notes = sum(problem.taken for problem in problems)
    refused = len(problems) - notes
    told = f", {count_of(notes, 'note')} on what would be taken in" if notes else ""
    typer.echo(f"{count_of(count, 'document')}, {count_of(refused, 'problem')}{told}.")
    if refused:
        raise typer.Exit(1)


@app.command("panel")
def gene_panel(
    only: Annotated[list[str] | None, typer.Option(help="This gene; may be repeated.")] = None,
    source: Annotated[list[str] | None, typer.Option(help="This source; may be repeated.")] = None,
    limit: Limit = None,
    as_json: Json = False,
) -> None:
    """Ask the public sources about the genes of the breast-cancer panel and their drugs."""
    wanted = {symbol.upper() for symbol in only or ()}
    genes = [gene for gene in panel() if not wanted or gene.symbol in wanted]
    strange = sorted(wanted - {gene.symbol for gene in genes})
    if strange:
        raise typer.BadParameter(f"{strange[0]} is not on the panel")
    settings = read_settings()
    asked = [
        (each.name, each.open, request)
        for each, request in panel_requests(genes, declared_silos(settings), limit)
        if not source or each.name in source
    ]
    if not asked:
        raise typer.BadParameter("none of these sources is asked about the panel")
    _gather(settings, asked, as_json)


@app.command("starter")
def starter(
    source: Annotated[list[str] | None, typer.Option(help="This source; may be repeated.")] = None,
    limit: Limit = None,
    as_json: Json = False,
) -> None:
    """Fetch the originals that the digests of the corpus rest on: labels, trials, abstracts."""
    settings = read_settings()
    requests = starter_requests(settings.corpus, declared_silos(settings), limit)
    asked = [(each.name, each.open, one) for each, one in requests]
    asked = [each for each in asked if not source or each[0] in source]
    if not asked:
        raise typer.BadParameter("the digests name nothing that these sources have")
    _gather(settings, asked, as_json)


@app.command("sources")
def sources() -> None:
    """List the public sources."""
    table = Table("source", "what it is", "silo", "terms")
    cards = declared_silos(read_settings())
    for each in SOURCES.values():
        table.add_row(each.name, each.title, silo_filled_by(each, cards), each.terms)
    Console().print(table)


@app.command("status")
def status(as_json: Json = False) -> None:
    """What is staged, searched, replaced and failed, and how far each source has come."""
    settings = read_settings()

    async def look(url: str) -> tuple[tuple[Tally, ...], tuple[Harvest, ...]]:
        async with open_database_parts(settings, url) as parts:
            return await parts.staging.tallies(), await parts.staging.harvests()

    with migrated_database_url(settings) as url:
        tallies, runs = asyncio.run(look(url))
    if as_json:
        _print_json(
            {"silos": [asdict(each) for each in tallies], "runs": [run_as_object(r) for r in runs]}
        )
        return
    embedder = build_embedder(settings)
    try:
        print_status(tallies, runs, embedder.name)
    finally:
        embedder.close()


@app.command("purge")
def purge(
    yes: Annotated[bool, typer.Option("--yes", help="Do it; without, only count.")] = False,
) -> None:
    """Remove versions that are not searched any more and that no answer cites."""
    settings = read_settings()

    async def work(url: str) -> tuple[int, int]:
        async with open_database_parts(settings, url) as parts:
            old = await parts.staging.superseded_versions()
            cited = await parts.memory.cited_versions(old)
            free = [ref for ref in old if ref not in cited]
            return len(cited), await parts.staging.purge(free) if yes else len(free)

    with migrated_database_url(settings) as url:
        cited, free = asyncio.run(work(url))
    done = "removed" if yes else "would be removed; add --yes to do it"
    typer.echo(f"{free} old versions {done}. {cited} are cited by answers and stay.")


def _gather(
    settings: Settings,
    wanted: Sequence[tuple[str, Callable[[Any], Source], HarvestRequest]],
    as_json: bool,
) -> None:
    console = Console(stderr=as_json)
    access = source_access(settings)
    sources = [OpenSource(name, opened(access), request) for name, opened, request in wanted]

    def print_lines(lines: list[str]) -> None:
        for line in () if as_json else lines:
            console.print(line, markup=False, highlight=False, soft_wrap=True)

    lacks = [] if settings.contact else [NO_CONTACT]

    def tell(report: HarvestReport) -> None:
        print_lines(harvest_lines(report) + (lacks if report.error else []))
        if report.error:
            lacks.clear()

    with database_url_to_fill(settings) as url:
        filled = _run(harvest_into_silos(settings, url, sources, console, tell))
    print_lines(index_lines(filled.index))
    if as_json:
        _print_json(
            {"sources": [asdict(each) for each in filled.reports], "silos": asdict(filled.index)}
        )
    if any(report.error for report in filled.reports):
        raise typer.Exit(1)


def _run(work: Any) -> Any:
    try:
        return asyncio.run(work)
    except KeyboardInterrupt:
        sys.stderr.write("Stopped. What was read stays; the same command goes on from here.\n")
        raise SystemExit(130) from None


def _print_json(value: object) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=1, default=str) + "\n")
