"""`python -m workspace`: run the local workspace until it is asked to stop."""

from __future__ import annotations

import argparse
import asyncio
import errno
import signal
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from workspace.http.server import Config, run_workspace
from workspace.slack_objects.app import MANIFEST, App, app_from_manifest, further_team
from workspace.slack_objects.manifest import ManifestError
from workspace.slack_objects.seed import USUAL_SEED, read_seed
from workspace.web_api.rate_limits import Mode

_CANNOT_START = 2
"""The exit status of a wrong command line, too."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the workspace; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        app = app_from_manifest(
            options.manifest,
            bot_token="" if options.not_installed else options.bot_token,
            app_token=options.app_token,
            signing_secret=options.signing_secret,
            client_id=options.client_id,
            client_secret=options.client_secret,
        )
    except ManifestError as problem:
        return _report_failure(f"the manifest {options.manifest} cannot be used: {problem}")
    seed = USUAL_SEED
    try:
        if options.seed:
            seed, app = read_seed(options.seed, app)
    except ManifestError as problem:
        return _report_failure(f"the seed {options.seed} cannot be used: {problem}")
    config = Config(
        port=options.port,
        state=options.state,
        limits=options.limits,
        app=app,
        seed=seed,
        further_teams=tuple(
            further_team(name, at + 2, app.team) for at, name in enumerate(options.team)
        ),
    )
    try:
        asyncio.run(_serve(config, options.url_file, options.request_url))
    except OSError as problem:
        is_taken = problem.errno == errno.EADDRINUSE
        return _report_failure(f"port {options.port} is taken" if is_taken else str(problem))
    except sqlite3.Error as problem:
        return _report_failure(f"the state file {options.state} cannot be used ({problem})")
    return 0


def _report_failure(reason: str) -> int:
    print(f"workspace could not start: {reason}", file=sys.stderr)  # noqa: T201
    return _CANNOT_START


async def _serve(config: Config, url_file: Path | None, request_url: str) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with run_workspace(config) as workspace:
        workspace.delivery.request_url.url = request_url
        if url_file:
            urls = [workspace.url, *(one.url for one in workspace.further)]
            await asyncio.to_thread(_write_url_file, url_file, urls)
        for one in workspace.further:
            name = one.workspace.app.team["name"]
            print(f"team {name} at {one.url}", flush=True)  # noqa: T201 (what it is for)
        print(f"workspace ready at {workspace.url}", flush=True)  # noqa: T201 (what it is for)
        await stop.wait()
    if url_file:
        await asyncio.to_thread(url_file.unlink, missing_ok=True)


def _write_url_file(url_file: Path, urls: Sequence[str]) -> None:
    """Write the addresses at once, so that a reader never sees a part of them."""
    unfinished = url_file.with_suffix(".part")
    unfinished.write_text("".join(f"{url}\n" for url in urls), encoding="utf-8")
    unfinished.replace(url_file)


def _parser() -> argparse.ArgumentParser:
    defaults = App()
    parser = argparse.ArgumentParser(prog="workspace", description="A local Slack workspace.")
    parser.add_argument("--port", type=int, default=0, help="0 (the default) takes any free port")
    parser.add_argument("--state", default=":memory:", help="SQLite file; :memory: forgets all")
    parser.add_argument("--url-file", type=Path, help="write the address into this file")
    parser.add_argument("--limits", choices=get_args(Mode), default="real")
    parser.add_argument(
        "--manifest", type=Path, default=MANIFEST, help="the app's manifest, as JSON or YAML"
    )
    parser.add_argument(
        "--seed", type=Path, help="team, people and channels of a new workspace, as JSON or YAML"
    )
    parser.add_argument("--request-url", default="", help="deliver over HTTP to this address")
    parser.add_argument("--bot-token", default=defaults.bot_token)
    parser.add_argument("--app-token", default=defaults.app_token)
    parser.add_argument("--signing-secret", default=defaults.signing_secret)
    parser.add_argument("--client-id", default=defaults.client_id)
    parser.add_argument("--client-secret", default=defaults.client_secret)
    parser.add_argument(
        "--not-installed", action="store_true", help="the app waits to be installed by OAuth"
    )
    parser.add_argument(
        "--team",
        action="append",
        default=[],
        metavar="NAME",
        help="one more team, with a page of its own; may be given up to eight times",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
