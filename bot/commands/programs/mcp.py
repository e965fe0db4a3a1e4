"""``curbside mcp``: a server of the Model Context Protocol for the agents of others."""

from __future__ import annotations

import asyncio
import importlib.util
from typing import Annotated

import typer

from bot import logs
from bot.failures.errors import McpMissing
from bot.lifecycle import give_way
from bot.programs.questions import LOCAL
from bot.settings import Settings, read_settings


def mcp(
    http: Annotated[
        bool, typer.Option("--http", help="Listen on $CURBSIDE_MCP_PORT instead; tokens needed.")
    ] = False,
) -> None:
    """Serve agents over the Model Context Protocol on standard input and output."""
    if importlib.util.find_spec("mcp") is None:
        raise McpMissing
    settings = read_settings()
    logs.configure(settings.log_level)
    asyncio.run(_serve_http(settings) if http else _serve(settings))


async def _serve(settings: Settings) -> None:
    from bot.processes.opening import opening_parts
    from bot.programs.mcp.server import build_server
    from bot.programs.mcp.tools import McpTools

    async with opening_parts(settings) as parts:
        server = build_server(McpTools(parts.ready, lambda _call: LOCAL))
        await server.run_stdio_async()


async def _serve_http(settings: Settings) -> None:
    from bot.processes.opening import opening_parts
    from bot.programs.mcp.http import serve_http

    give_way(settings.worker_niceness)
    async with opening_parts(settings) as parts:
        await serve_http(parts.ready, settings.host, settings.mcp_port)
