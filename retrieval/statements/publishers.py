"""Who publishes a record, by its address or its collection; ``publishers.tsv`` lists them. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from urllib.parse import urlsplit

from names.tables.rows import read_rows

_END = re.compile(r"[/:.-]")


@dataclass(frozen=True, slots=True)
class Publisher:
    """Who publishes a record, and where what it says of treatment holds."""

    name: str
    jurisdiction: str = ""


@cache
def publisher_of(record: str) -> Publisher:
    """The publisher of a record; of a host that is not listed the host itself, and of a collection
    that is not listed its name. Without a name there is none to tell."""
    parts = urlsplit(record)
    if parts.scheme not in ("http", "https"):
        return _of_collection(record)
    host = (parts.hostname or "").removeprefix("www.")
    labels = host.split(".")
    endings = (".".join(labels[start:]) for start in range(len(labels)))
    return next(
        (_listed_publishers()[each] for each in endings if each in _listed_publishers()),
        Publisher(host),
    )


def _of_collection(record: str) -> Publisher:
    """By the longest beginning of ``collection:table/record`` that is listed."""
    ends = [len(record), *(found.start() for found in reversed(list(_END.finditer(record))))]
    beginnings = (record[:end] for end in ends)
    unknown = Publisher(record.partition(":")[0])
    return next(
        (_listed_publishers()[each] for each in beginnings if each in _listed_publishers()), unknown
    )


@cache
def _listed_publishers() -> Mapping[str, Publisher]:
    rows = read_rows("publishers.tsv", files("retrieval.statements"))
    return {key: Publisher(name, jurisdiction) for key, name, jurisdiction in rows}
