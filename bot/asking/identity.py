"""By which a worker and a caller know that they would answer alike: their code and settings."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from bot.settings import Settings

PACKAGES = ("bot", "agents", "retrieval", "names")
NOT_FOR_ANSWERS = {
    "api_port", "database_url", "display", "follow_ups", "host", "link_days", "link_secret",
    "log_level", "login_header", "mcp_port", "port", "public_url", "slack_api_url",
    "slack_app_token", "slack_bot_token", "slack_signing_secret", "unanswered_seconds",
    "unsent_seconds", "workers",
}  # fmt: skip
"""Settings that no answer on the command line depends on. The database's address is compared
apart, for it may be written in two ways."""


def code_digest() -> str:
    """A hash over where the code is, and the size and time of each of its files.

    Installing or removing a package changes it too. About 700 files, 10 ms."""
    digest = hashlib.sha256(f"{sys.version} {sys.prefix}".encode())
    digest.update(str(Path(sysconfig.get_path("purelib")).stat().st_mtime_ns).encode())
    for name in PACKAGES:
        spec = importlib.util.find_spec(name)
        for folder in (spec and spec.submodule_search_locations) or ():
            for entry in sorted(_files(folder), key=lambda entry: entry.path):
                known = entry.stat()
                digest.update(f"{entry.path} {known.st_size} {known.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def settings_digest(settings: Settings, database_url: str) -> str:
    """A hash over what an answer depends on. ``database_url`` is empty for a PostgreSQL of our
    own in the data folder. Paths count as they resolve, the file of silos with its time."""
    values = settings.model_dump(exclude=NOT_FOR_ANSWERS)
    values["database_url"] = database_url
    values["models_folder"] = settings.models_folder and Path(settings.models_folder)
    if settings.silos is not None and settings.silos.exists():
        values["silos_at"] = settings.silos.stat().st_mtime_ns
    if settings.fusion_weights is not None and settings.fusion_weights.exists():
        values["weights_at"] = settings.fusion_weights.stat().st_mtime_ns
    told = json.dumps(values, sort_keys=True, default=_plain)
    return hashlib.sha256(told.encode()).hexdigest()


def _files(folder: str) -> Iterator[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if not entry.is_dir():
                yield entry
            elif entry.name != "__pycache__":
                yield from _files(entry.path)


def _plain(value: Any) -> str:
    if isinstance(value, SecretStr):
        return value.get_secret_value()
    return str(value.resolve()) if isinstance(value, Path) else str(value)
