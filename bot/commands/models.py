"""``curbside models``: which models can be fetched by name, and fetching them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, TextColumn, TransferSpeedColumn
from rich.progress import Progress as Bars
from rich.table import Column, Table

from bot.settings import read_settings
from retrieval.embedding.minilm.local import open_local_model
from retrieval.ingestion.sources.access.http import user_agent
from retrieval.models.fetching import FetchedFile, ModelFetcher
from retrieval.models.table import SHIPPED, Model, ModelFile, one_file, read_table
from retrieval.reranking.local import open_local_reranker

app = typer.Typer(
    invoke_without_command=True,
    add_completion=False,
    help="Models that run on this machine: list and fetch them.",
)
TableOption = Annotated[
    Path | None,
    typer.Option("--table", exists=True, dir_okay=False, help="A table of your own (TOML)."),
]


@app.callback()
def models(context: typer.Context, table: TableOption = None) -> None:
    """List the models that can be fetched by name, with licence and size."""
    if context.invoked_subcommand:
        return
    folder = read_settings().models_folder
    listed = read_table(table or SHIPPED)
    shown = Table(Column("model", no_wrap=True), "use", "licence", "size", "here")
    for model in listed.values():
        size = sum(file.size or 0 for file in model.files)
        here = bool(folder) and all((Path(folder or "") / model.name / f.path).is_file()
                                    for f in model.files)  # fmt: skip
        told = "yes" if here else "no"
        shown.add_row(model.name, model.use, model.licence, f"{size / 1e6:.0f} MB", told)
    Console().print(shown)
    for model in listed.values():
        typer.echo(f"{model.name}: {model.page}")
    if others := _others_in(Path(folder), listed) if folder else []:
        typer.echo(f"In {folder}, and of no row of the table: {', '.join(others)}.")


def _others_in(folder: Path, listed: Mapping[str, Model]) -> list[str]:
    """The folders of models that no table has, such as those that ``--from`` has fetched."""
    if not folder.is_dir():
        return []
    found = (each for each in folder.iterdir() if each.is_dir() and any(each.iterdir()))
    return sorted(each.name for each in found if each.name not in listed)


@app.command()
def get(
    name: Annotated[str, typer.Argument(help="As the list has it; with --from as you like.")],
    from_: Annotated[
        str | None, typer.Option("--from", help="Address of one file that no table has.")
    ] = None,
    sha256: Annotated[str, typer.Option(help="Of that file: 64 digits.")] = "",
    path: Annotated[str, typer.Option("--as", help="Its place in the model's folder.")] = "",
    table: TableOption = None,
    mirror: Annotated[
        str, typer.Option(help="Take the files from MIRROR/NAME/FILE instead.")
    ] = "",
) -> None:  # fmt: skip
    """Fetch a model into CURBSIDE_MODELS_FOLDER; its files are taken only with the right SHA-256.

    What is there already is checked and not fetched again; a file that was cut goes on."""
    settings = read_settings()
    if not settings.models_folder:
        raise typer.BadParameter("set CURBSIDE_MODELS_FOLDER to a folder for models first")
    if from_ is None:
        model = _of_table(name, table or SHIPPED, mirror)
    elif sha256:
        model = one_file(name, from_, sha256, path)
    else:
        raise typer.BadParameter("--from wants --sha256: look it up where the file is published")
    folder = Path(settings.models_folder) / model.name
    typer.echo(_title_of(model))
    fetcher = ModelFetcher(user_agent(settings.contact or ""))
    for file in _fetch_with_bars(fetcher, model, folder):
        typer.echo(f"{file.path}: {'there already' if file.was_there else 'taken'},"
                   f" {file.size:,} bytes")  # fmt: skip
    typer.echo(_open_and_say(model, folder))


def _of_table(name: str, table: Path, mirror: str) -> Model:
    known = read_table(table, mirror)
    if name not in known:
        listed = ", ".join(known) or "none"
        raise typer.BadParameter(
            f"no row is called {name} (there are: {listed}); --from URL --sha256 HEX fetches a file"
        )
    return known[name]


def _title_of(model: Model) -> str:
    """What is fetched, before it is."""
    if not model.page:
        return f"{model.name}: look up yourself whether its licence covers your use."
    return f"{model.name}, {model.use}, licence {model.licence}: {model.page}"


def _fetch_with_bars(fetcher: ModelFetcher, model: Model, folder: Path) -> list[FetchedFile]:
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(),
               TransferSpeedColumn())  # fmt: skip
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks = {file.path: bars.add_task(file.path, total=file.size, start=True, visible=False)
                 for file in model.files}  # fmt: skip

        def progress(file: ModelFile, done: int) -> None:
            bars.update(tasks[file.path], completed=done, visible=True)

        return list(fetcher.fetch(model, folder, progress))


def _open_and_say(model: Model, folder: Path) -> str:
    """Whether it opens, and which setting takes it."""
    if model.use == "embedder":
        embedder = open_local_model(folder)
        try:
            vector = embedder.embed_query("breast cancer")
        finally:
            embedder.close()
        return (
            f"It opens: {len(vector)} figures for a text, {embedder.window} tokens read. Set"
            f" CURBSIDE_EMBEDDER=local:{model.name} and run `curbside ingest`."
        )
    if model.use == "re-ranker":
        reranker = open_local_reranker(folder)
        reranker.scores("breast cancer", ["A tumour of the breast."])
        asyncio.run(reranker.close())
        return (
            f"It opens: {reranker.window} tokens of a pair are read. Set"
            f" CURBSIDE_RERANKER=local:{model.name}."
        )
    return (
        f"Once all files of its folder are there, CURBSIDE_EMBEDDER=local:{model.name} takes an"
        f" embedder, CURBSIDE_RERANKER=local:{model.name} a re-ranker."
    )
