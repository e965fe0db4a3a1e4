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
_SECRETS = ("bot_token", "app_token", "signing_secret", "client_id", "client_secret")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the workspace; returns the exit status."""
    options = _parser().parse_args(arguments)
    manifests = options.manifest or [MANIFEST]
    apps: list[App] = []
    for at, manifest in enumerate(manifests):
        try:
            apps.append(app_from_manifest(manifest, **_secrets(options, at)))
        except ManifestError as problem:
            return _report_failure(f"the manifest {manifest} cannot be used: {problem}")
    seed = USUAL_SEED
    try:
        if options.seed:
            seed, apps[0] = read_seed(options.seed, apps[0])
    except ManifestError as problem:
        return _report_failure(f"the seed {options.seed} cannot be used: {problem}")
    config = Config(
        port=options.port,
        state=options.state,
        limits=options.limits,
        app=apps[0],
        further_apps=tuple(apps[1:]),
        seed=seed,
        further_teams=tuple(
            further_team(name, at + 2, apps[0].team) for at, name in enumerate(options.team)
        ),
    )
    return _run(config, options)


def _secrets(options: argparse.Namespace, at: int) -> dict[str, str]:
    """Those of the app whose manifest stands at this place, counted from 0: as given, else the
    usual one, from the second app on with its number."""
    usual = App()
    secrets = {}
    for name in _SECRETS:
        given: list[str] = getattr(options, name)
        number = f"-{at + 1}" if at else ""
        secrets[name] = given[at] if at < len(given) else f"{getattr(usual, name)}{number}"
    return secrets | ({"bot_token": ""} if options.not_installed else {})


def _run(config: Config, options: argparse.Namespace) -> int:
    try:
        asyncio.run(_serve(config, options.url_file, options.request_url))
    except ManifestError as problem:
        return _report_failure(f"the manifests cannot be used together: {problem}")
    except OSError as problem:
        is_taken = problem.errno == errno.EADDRINUSE
        return _report_failure(f"port {options.port} is taken" if is_taken else str(problem))
    except sqlite3.Error as problem:
        return _report_failure(f"the state file {options.state} cannot be used ({problem})")
    return 0


def _report_failure(reason: str) -> int:
    print(f"workspace could not start: {reason}", file=sys.stderr)  # noqa: T201
    return _CANNOT_START


async def _serve(config: Config, url_file: Path | None, request_urls: Sequence[str]) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with run_workspace(config) as workspace:
        for one, request_url in zip((workspace, *workspace.apps), request_urls, strict=False):
            one.delivery.request_url.url = request_url
        if url_file:
            urls = [workspace.url, *(one.url for one in workspace.further)]
            await asyncio.to_thread(_write_url_file, url_file, urls)
        for one in workspace.further:
            name = one.workspace.app.team["name"]
            print(f"team {name} at {one.url}", flush=True)  # noqa: T201 (what it is for)
        for one in workspace.apps:
            app = one.workspace.app
            print(f"app {app.name} is {app.app_id}, bot user {app.user}", flush=True)  # noqa: T201
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
    parser = argparse.ArgumentParser(prog="workspace", description="A local Slack workspace.")
    parser.add_argument("--port", type=int, default=0, help="0 (the default) takes any free port")
    parser.add_argument("--state", default=":memory:", help="SQLite file; :memory: forgets all")
    parser.add_argument("--url-file", type=Path, help="write the address into this file")
    parser.add_argument("--limits", choices=get_args(Mode), default="real")
    parser.add_argument(
        "--manifest",
        type=Path,
        action="append",
        help="an app's manifest, as JSON or YAML; given again, one more app",
    )
    parser.add_argument(
        "--seed", type=Path, help="team, people and channels of a new workspace, as JSON or YAML"
    )
    parser.add_argument(
        "--request-url",
        action="append",
        default=[],
        help="deliver over HTTP to this address; empty: by Socket Mode. Once for each manifest",
    )
    for name in _SECRETS:
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            action="append",
            default=[],
            help="once for each manifest, in their order",
        )
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
