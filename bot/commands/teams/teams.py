"""``curbside teams``: the workspaces that installed the app, and the keys of their tokens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Annotated, TypeVar

import typer

from agents.wording.counts import count_of
from bot.composition import open_database_parts
from bot.db.keeping.redacting import redact_marked
from bot.db.teams.installations import Installations
from bot.db.teams.uninstalling import uninstall
from bot.failures.errors import TeamNotFound
from bot.processes.bootstrap import migrated_database_url
from bot.settings import read_settings
from bot.teams.opening import installations_of
from bot.teams.token_cipher import new_key
from retrieval.sql import Database

app = typer.Typer(
    add_completion=False, no_args_is_help=True, help="The workspaces that installed the app."
)
T = TypeVar("T")


@app.command("list")
def list_teams() -> None:
    """List the workspaces: id, name, when installed, when the token expires."""
    teams = _with_installations(lambda _database, installations: installations.teams())
    for each in teams:
        ends = f"expires {each.expires_at:%Y-%m-%d %H:%M}" if each.expires_at else "never expires"
        when = f"installed {each.installed_at:%Y-%m-%d %H:%M}"
        typer.echo(f"{each.team}  {each.name}  {when}  token {ends}")
    if not teams:
        typer.echo("No workspace has installed the app: open /slack/install in a browser.")


@app.command("new-key")
def print_key() -> None:
    """Print a new key for CURBSIDE_TOKEN_KEYS. It is kept nowhere."""
    typer.echo(new_key())


@app.command("encrypt-again")
def encrypt_again() -> None:
    """Encrypt all tokens with the first key of CURBSIDE_TOKEN_KEYS: then the others may go."""
    done = _with_installations(lambda _database, installations: installations.encrypt_again())
    typer.echo(f"{count_of(done, 'token')} encrypted with the first key.")


@app.command()
def remove(
    team: Annotated[str, typer.Argument(help="Id of the workspace, as `list` shows it.")],
    yes: Annotated[bool, typer.Option("--yes", help="Take it.")] = False,
) -> None:
    """Take what is kept of a workspace, as when it takes the app out: token, settings, words. In
    Slack the app stays installed: take it out there, too."""

    async def take(database: Database, installations: Installations) -> bool:
        if all(each.team != team for each in await installations.teams()):
            raise TeamNotFound
        if yes:
            await uninstall(database, installations, team, datetime.now(UTC))
            await redact_marked(database)
        return yes

    if _with_installations(take):
        typer.echo(f"Taken: token, settings and words of {team}.")
    else:
        typer.echo("Nothing is changed yet: the same command with --yes takes it.")


def _with_installations(work: Callable[[Database, Installations], Awaitable[T]]) -> T:
    settings = read_settings()

    async def work_on(url: str) -> T:
        async with open_database_parts(settings, url) as parts:
            return await work(parts.database, installations_of(settings, parts.database))

    with migrated_database_url(settings) as url:
        return asyncio.run(work_on(url))
