"""Files that sources publish for download: tables in CSV or TSV, plain, in gzip or in a zip."""

from __future__ import annotations

import csv
import gzip
import io
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import IO, cast

from retrieval.errors import RequestInvalid

MOST_BYTES = 2 * 1024 * 1024 * 1024
"""Longest table that is read, after decompression. Chosen by hand, as the two below."""
LONGEST_CELL = 4 * 1024 * 1024
"""Characters of one value: one that never ends must not fill the memory. Chosen by hand."""
PER_PAGE = 200
"""Rows that become one page. Chosen by hand."""


def rows(path: Path, wanted: str = "") -> Iterator[Mapping[str, str]]:
    """The rows of the file by column name. Of a zip the member whose name contains ``wanted``.
    Raises :class:`RequestInvalid` when it cannot be read as such a table. Blocking."""
    csv.field_size_limit(LONGEST_CELL)
    try:
        with ExitStack() as stack:
            lines = io.TextIOWrapper(
                _open_member(path, wanted, stack), encoding="utf-8-sig", newline=""
            )
            head = lines.readline()
            columns = next(csv.reader([head], delimiter=_delimiter(head)), [])
            reader = csv.DictReader(lines, columns, delimiter=_delimiter(head), strict=False)
            read = 0
            for row in reader:
                read += sum(len(cell) for cell in row.values() if isinstance(cell, str))
                if read > MOST_BYTES:
                    raise RequestInvalid(f"{path.name} is longer than 2 GB.")
                yield {key: (cell or "").strip() for key, cell in row.items() if key}
    except FileNotFoundError as error:
        raise RequestInvalid(f"There is no file {path.name}.") from error
    except (OSError, EOFError, UnicodeDecodeError, csv.Error, zlib.error) as error:
        raise RequestInvalid(f"{path.name} cannot be read as a table in UTF-8.") from error
    except zipfile.BadZipFile as error:
        raise RequestInvalid(f"{path.name} is not a zip that can be read.") from error


def require(path: Path, row: Mapping[str, str], *columns: str) -> None:
    """Refuse a table that lacks a column: it is another file, or another form of it."""
    missing = [column for column in columns if column not in row]
    if missing:
        raise RequestInvalid(f"{path.name} has no column “{missing[0]}”: it is not this table.")


def _delimiter(head: str) -> str:
    return "\t" if "\t" in head else ","


def _open_member(path: Path, wanted: str, stack: ExitStack) -> IO[bytes]:
    if zipfile.is_zipfile(path):
        archive = stack.enter_context(zipfile.ZipFile(path))
        names = [
            info.filename
            for info in archive.infolist()
            if info.filename.lower().endswith((".csv", ".tsv")) and wanted in info.filename
        ]
        if not names:
            raise RequestInvalid(f"{path.name} holds no table that is looked for.")
        return stack.enter_context(archive.open(names[0]))
    if path.suffix == ".gz":
        stack.enter_context(unpacked := gzip.GzipFile(path))
        return cast("IO[bytes]", unpacked)
    return stack.enter_context(path.open("rb"))
