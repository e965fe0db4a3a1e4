"""What people write behind ``curbside ingest``, checked before anything is opened."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from difflib import get_close_matches
from pathlib import Path

import typer

from bot.composition import declared_silos
from bot.settings import SHIPPED_CORPUS, Settings
from retrieval.ingestion.harvest import LAST

LIKE = 0.6
"""How like a command a word must be to be taken for it misspelled. Chosen by hand."""


def check_folder(folder: Path, commands: Collection[str]) -> None:
    """Raises :class:`typer.BadParameter` when there is no such folder; the word may be a misspelled
    command."""
    if folder.is_dir():
        return
    if folder.exists():
        raise typer.BadParameter(
            f"{folder} is a file. Put it into a folder named after its silo, and give the folder"
            " around that; `curbside silos` lists the names"
        )
    like = get_close_matches(str(folder).lower(), commands, n=1, cutoff=LIKE)
    meant = f" Did you mean `curbside ingest {like[0]}`?" if like else ""
    raise typer.BadParameter(
        f"There is no folder {folder}, and no source of this name.{meant}"
        " `curbside ingest sources` lists the sources"
    )


def check_name(folder: Path, name: str) -> None:
    """Raises :class:`typer.BadParameter` for a name that cannot stand before the files of the
    folder, or that is the starter corpus's."""
    if any(sign in name for sign in "/\\") or not name.isprintable():
        raise typer.BadParameter("--name takes one word, such as the name of the department")
    known_by = name or folder.resolve().name
    if known_by == SHIPPED_CORPUS.name and folder.resolve() != SHIPPED_CORPUS.resolve():
        raise typer.BadParameter(
            f"the starter corpus is known as {known_by}: give this folder another name with --name"
        )


def option_of(given: str) -> tuple[str, str]:
    name, equals, value = given.partition("=")
    if not equals or not name.isidentifier():
        raise typer.BadParameter("--option takes name=value")
    return name, value


def known_silo(name: str, settings: Settings) -> str:
    known = [card.name for card in declared_silos(settings)]
    if name not in known:
        raise typer.BadParameter(f"no silo is called {name}; `curbside silos` lists them")
    return name


def day_since(given: str) -> str:
    if given and given != LAST:
        try:
            date.fromisoformat(given)
        except ValueError:
            raise typer.BadParameter(f"--since takes YYYY-MM-DD or `{LAST}`") from None
    return given
