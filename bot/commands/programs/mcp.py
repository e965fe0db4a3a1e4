"""``curbside mcp``: a server of the Model Context Protocol for the agents of others."""

from __future__ import annotations

import asyncio
import importlib.util

from bot import logs
from bot.failures.errors import McpMissing
from bot.settings import Settings, read_settings

LOCAL = "mcp"
"""The client of a server on standard input and output: whoever started it."""


def mcp() -> None:
    """Serve agents over the Model Context Protocol on standard input and output."""
    if importlib.util.find_spec("mcp") is None:
        raise McpMissing
    settings = read_settings()
    logs.configure(settings.log_level)
    asyncio.run(_serve(settings))


async def _serve(settings: Settings) -> None:
    from bot.processes.opening import opening_parts
    from bot.programs.mcp.server import build_server
    from bot.programs.mcp.tools import McpTools

    async with opening_parts(settings) as parts:
        server = build_server(McpTools(parts.ready, lambda: LOCAL))
        await server.run_stdio_async()
