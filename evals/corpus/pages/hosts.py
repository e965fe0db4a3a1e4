"""Which public pages a statement may rest on. ``hosts.toml`` lists them and says why."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from evals.corpus.files import CorpusFile

_FILE = Path(__file__).with_name("hosts.toml")
ANY = "any"
"""The list of hosts that may be cited in every silo."""


@cache
def read_hosts() -> Mapping[str, frozenset[str]]:
    """Sound hosts by silo; under ``any`` those of every silo."""
    stated = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {silo: frozenset(listed["hosts"]) for silo, listed in stated.items()}


def host_problems(file: CorpusFile) -> Iterator[str]:
    """Statements whose record is a page of a host that is not on the lists."""
    sound = read_hosts()[ANY] | read_hosts().get(file.silo, frozenset())
    for claim in file.claims:
        parts = urlsplit(claim.record)
        if parts.scheme in ("http", "https") and not is_listed(parts.netloc, sound):
            yield f"{claim.id}: {parts.netloc or claim.record} is no sound host for {file.silo}"


def is_listed(host: str, sound: frozenset[str]) -> bool:
    """Whether a host, or a domain that it belongs to, is on the list."""
    labels = host.casefold().partition(":")[0].split(".")
    return any(".".join(labels[start:]) in sound for start in range(len(labels) - 1))
