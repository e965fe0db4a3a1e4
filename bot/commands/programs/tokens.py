"""``curbside tokens``: who may ask over HTTP."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Annotated, TypeVar

import typer

from bot.composition import open_database_parts
from bot.db.channels.settings import change, choices_of
from bot.db.programs import tokens
from bot.failures.errors import ClientNameInvalid, TokenNotFound
from bot.processes.bootstrap import migrated_database_url
from bot.programs.questions import LOCAL, PROGRAMS
from bot.settings import read_settings
from retrieval.sql import Database

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Who may ask over HTTP.")
_NAME = re.compile(r"[a-z0-9][a-z0-9.-]{0,39}")
T = TypeVar("T")


@app.command()
def add(
    client: Annotated[str, typer.Argument(help="Name of the program that gets it.")],
    questions_a_day: Annotated[
        int | None, typer.Option(min=1, help="Questions that the client may ask in 24 hours.")
    ] = None,
    no_hosted_models: Annotated[
        bool, typer.Option(help="Nothing the client asks may go to models of others.")
    ] = False,
) -> None:
    """Make a token for a client and print it: it is shown once. The rules hold for the client."""
    if client == LOCAL or not _NAME.fullmatch(client):
        raise ClientNameInvalid

    async def token_of(database: Database) -> str:
        chosen = await choices_of(database, PROGRAMS, client)
        wanted = replace(
            chosen,
            questions_a_day=questions_a_day or chosen.questions_a_day,
            no_hosted_models=no_hosted_models or chosen.no_hosted_models,
        )
        async with database.transaction() as connection:
            await change(connection, PROGRAMS, client, "curbside tokens", wanted)
        return await tokens.make_token(database, client)

    typer.echo(_with_database(token_of))


@app.command("list")
def list_tokens() -> None:
    """List the tokens: id, client, when made, last used and revoked. None can be read again."""
    rows = _with_database(tokens.tokens_of_all)
    for row in rows:
        used = f"used {row.used_at:%Y-%m-%d %H:%M}" if row.used_at else "never used"
        state = f"revoked {row.revoked_at:%Y-%m-%d %H:%M}" if row.revoked_at else used
        typer.echo(f"{row.id}  {row.client}  made {row.made_at:%Y-%m-%d %H:%M}  {state}")
    if not rows:
        typer.echo("There is no token. `curbside tokens add NAME` makes one.")


@app.command()
def revoke(
    named: Annotated[str, typer.Argument(help="Id of a token, or a client for all of its.")],
) -> None:
    """Revoke a token, or all of a client. It holds for the next request."""
    gone = _with_database(lambda database: tokens.revoke_tokens(database, named))
    if not gone:
        raise TokenNotFound
    typer.echo(f"Revoked: {', '.join(gone)}.")


def _with_database(work: Callable[[Database], Awaitable[T]]) -> T:
    settings = read_settings()

    async def work_on(url: str) -> T:
        async with open_database_parts(settings, url) as parts:
            return await work(parts.database)

    with migrated_database_url(settings) as url:
        return asyncio.run(work_on(url))
