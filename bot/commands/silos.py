"""``curbside silos``: what the silos hold, and moving them from one store to the other."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import dataclass
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars
from rich.table import Table

from bot.composition import StoreKind, declared_silos, open_search, open_stores
from bot.processes.bootstrap import migrated_database_url
from bot.processes.filling import RateColumn
from bot.settings import Settings, read_settings
from retrieval.declaration.cards import SiloCard
from retrieval.errors import SiloUnavailable
from retrieval.silos import Silos
from retrieval.stores.copying import CopiedSilo, copy_silo

app = typer.Typer(invoke_without_command=True, add_completion=False, help="What the silos hold.")


@dataclass(frozen=True, slots=True)
class HeldSilo:
    """A silo and how many documents can be searched; None when it does not answer."""

    card: SiloCard
    documents: int | None

    @property
    def state(self) -> Literal["filled", "empty", "unavailable"]:
        if self.documents is None:
            return "unavailable"
        return "filled" if self.documents else "empty"

    def as_object(self) -> dict[str, object]:
        """The row of ``curbside silos --json``."""
        card = self.card
        return {
            "silo": card.name,
            "title": card.title,
            "documents": self.documents,
            "state": self.state,
            "use_when": card.use_when,
            "role": card.role,
            "sources": card.sources,
        }


@app.callback()
def silos(
    context: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array.")] = False,
) -> None:
    """List the silos, what they are for and how many documents they hold."""
    if context.invoked_subcommand:
        return
    settings = read_settings()

    async def look(url: str) -> list[HeldSilo]:
        async with open_search(settings, url) as search:
            silos = search.silos
            return await asyncio.gather(*(count_holding(silos, card) for card in silos.cards))

    with migrated_database_url(settings) as url:
        held = asyncio.run(look(url))
    if as_json:
        objects = [each.as_object() for each in held]
        sys.stdout.write(json.dumps(objects, ensure_ascii=False, indent=1) + "\n")
    else:
        Console().print(table(held))
    if any(each.documents is None for each in held):
        sys.stderr.write("A silo does not answer: `curbside doctor` says more.\n")
        raise typer.Exit(1)


@app.command()
def copy(
    to: Annotated[
        Literal["weaviate", "embedded"], typer.Option(help="The store that is to hold them.")
    ],
    only: Annotated[list[str] | None, typer.Option(help="This silo; may be repeated.")] = None,
) -> None:
    """Copy the silos from one store to the other, vectors and all; nothing is embedded again.

    What is there already and the same is passed over: run it again after an interruption. Weaviate
    is the one of CURBSIDE_WEAVIATE_URL, the embedded store the file in the data folder."""
    settings = read_settings()
    wanted = [card.name for card in declared_silos(settings)]
    unknown = sorted(set(only or ()) - set(wanted))
    if unknown:
        raise typer.BadParameter(f"no silo is called {unknown[0]}; `curbside silos` lists them")
    asked = [name for name in wanted if not only or name in only]
    for copied in asyncio.run(copy_all(settings, to, asked, Console())):
        typer.echo(
            f"{copied.silo}: {copied.written} written, {copied.removed} removed,"
            f" {copied.unchanged} unchanged"
        )


async def count_holding(opened: Silos, card: SiloCard) -> HeldSilo:
    """How many documents a silo holds; a silo that is down is not an empty one."""
    try:
        return HeldSilo(card, await opened.count(card.name))
    except SiloUnavailable:
        return HeldSilo(card, None)


def table(held: list[HeldSilo]) -> Table:
    shown = Table("silo", "title", "documents", "use when")
    for each in held:
        documents = "does not answer" if each.documents is None else str(each.documents)
        shown.add_row(each.card.name, each.card.title, documents, each.card.use_when)
    return shown


async def copy_all(
    settings: Settings, to: StoreKind, silos: list[str], console: Console
) -> list[CopiedSilo]:
    """Copy silo after silo with a progress bar."""
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), RateColumn(),
        TimeRemainingColumn(),
    )  # fmt: skip
    source: StoreKind = "embedded" if to == "weaviate" else "weaviate"
    async with open_stores(settings, (source, to)) as (source_store, target_store):
        with Bars(*columns, console=console, transient=True) as bars:
            copied = []
            for silo in silos:
                shown = bars.add_task(silo, total=None)

                def progress(done: int, total: int, shown: TaskID = shown) -> None:
                    bars.update(shown, completed=done, total=total)

                copied.append(await copy_silo(silo, source_store, target_store, progress))
            return copied
