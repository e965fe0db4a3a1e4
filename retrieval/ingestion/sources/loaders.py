"""Any document loader of LangChain, by name, for formats that none of our adapters reads.

``langchain_community.document_loaders:CSVLoader`` is looked up when it is asked for and never
before; LangChain's loaders are an extra (``pip install '.[loaders]'``). What a loader gives
is data: a text and what it says of where that came from.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import json
import re
import warnings
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from itertools import islice
from typing import Any, Protocol, cast

from retrieval.documents import LONGEST_ID, Document
from retrieval.errors import RequestInvalid, SourceFailed
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.access.json_fields import iso_date, text
from retrieval.ingestion.sources.contract import HarvestRequest, Page, Record

_SPEC = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
_NOT_ID = re.compile(r"[^A-Za-z0-9._:-]+")
_PER_PAGE = 50
"""Documents staged together. Chosen by hand."""
_LONGEST_NAME = LONGEST_ID - 20
"""Characters of an id that are its name: a digest stands behind them."""
_LONGEST_TITLE = 200
"""Characters. Chosen by hand: two lines of a page."""


class LoadedDocument(Protocol):
    """What a loader yields."""

    page_content: str
    metadata: Mapping[str, Any]


class LoaderSource:
    """The documents of one loader. ``options`` are its arguments by name. A loader begins anew
    each time, so the cursor counts its documents."""

    def __init__(self, spec: str, options: Mapping[str, Any]) -> None:
        self._spec = spec
        self._make = _find_loader(spec)
        self._options = dict(options)

    @property
    def name(self) -> str:
        return "loader"

    async def pages(self, request: HarvestRequest, cursor: str = "") -> AsyncIterator[Page]:
        """Documents after the cursor."""
        start = int(cursor) if cursor.isdecimal() else 0
        reading = islice(await asyncio.to_thread(self._load), start, request.limit)
        number, seen = start, set[str]()
        while True:
            batch = await asyncio.to_thread(self._some, reading)
            records: list[Record] = []
            problems: list[Problem] = []
            for loaded in batch:
                number += 1
                made = _record(loaded, number, request.silo, self._spec)
                if isinstance(made, Problem) or made.document.id in seen:
                    problems.append(_text_of(made, number))
                else:
                    seen.add(made.document.id)
                    records.append(made)
            last = len(batch) < _PER_PAGE
            yield Page(
                records=tuple(records),
                cursor="" if last else str(number),
                problems=tuple(problems),
            )
            if last:
                return

    async def close(self) -> None:
        """There is nothing to let go of."""

    def _load(self) -> Iterator[LoadedDocument]:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                loader = self._make(**self._options)
                return cast("Iterator[LoadedDocument]", iter(loader.lazy_load()))
        except TypeError as error:
            raise RequestInvalid(f"{_short(self._spec)} does not take these options.") from error
        except Exception as error:
            raise self._failure(error) from error

    def _some(self, reading: Iterator[LoadedDocument]) -> list[LoadedDocument]:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return list(islice(reading, _PER_PAGE))
        except Exception as error:
            raise self._failure(error) from error

    def _failure(self, error: Exception) -> SourceFailed:
        if isinstance(error, ImportError):
            needed = error.name or "another package"
            return SourceFailed(f"{_short(self._spec)} needs {needed}: pip install {needed}.")
        return SourceFailed(f"{_short(self._spec)} could not load ({type(error).__name__}).")


def _find_loader(spec: str) -> Callable[..., Any]:
    if not _SPEC.fullmatch(spec):
        raise RequestInvalid("Name the loader as module:Class.")
    module, name = spec.split(":")
    try:
        with warnings.catch_warnings():
            # LangChain says of its community package that it is not continued.
            warnings.simplefilter("ignore")
            made = getattr(importlib.import_module(module), name)
    except ImportError as error:
        extra = ".venv/bin/pip install '.[loaders]'"
        raise RequestInvalid(f"There is no module {module} here; {extra} may bring it.") from error
    except AttributeError as error:
        raise RequestInvalid(f"{module} has no {name}.") from error
    if not callable(getattr(made, "lazy_load", None)):
        raise RequestInvalid(f"{spec} is no document loader.")
    return cast("Callable[..., Any]", made)


def _short(spec: str) -> str:
    return spec.partition(":")[2]


def _text_of(made: Record | Problem, number: int) -> Problem:
    if isinstance(made, Problem):
        return made
    return Problem(f"document {number}", f"id {made.document.id} came before.")


def _record(loaded: LoadedDocument, number: int, silo: str, spec: str) -> Record | Problem:
    body, said = loaded.page_content, dict(loaded.metadata)
    if not isinstance(body, str) or not body.strip():
        return Problem(f"document {number}", "holds no text.")
    source = text(said, "source") or text(said, "file_path") or text(said, "url")
    within = next((text(said, key) for key in ("page", "row", "seq_num") if text(said, key)), "")
    title = text(said, "title") or _name_of(source) or f"{_short(spec)} {number}"
    name = _NOT_ID.sub("-", "-".join(p for p in (_name_of(source) or "document", within) if p))
    # Two folders may hold files of one name: the whole path tells them apart.
    digest = hashlib.sha256(f"{source}\n{within}".encode()).hexdigest()[:8]
    url = source if source.startswith(("http://", "https://")) else ""
    document = Document(
        silo=silo,
        id=f"{name.strip('-._:')[:_LONGEST_NAME]}-{digest}",
        version=text(said, "version") or "loaded",
        title=title[:_LONGEST_TITLE],
        text=body.strip(),
        url=text(said, "url") or url,
        date=iso_date(text(said, "date") or text(said, "publish_date")),
    )
    raw = json.dumps(said, ensure_ascii=False, sort_keys=True, default=str)
    return Record(document=document, raw=raw)


def _name_of(source: str) -> str:
    return source.rstrip("/").replace("\\", "/").rpartition("/")[2]
