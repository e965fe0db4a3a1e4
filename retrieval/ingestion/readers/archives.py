"""Files that unpack to more than they show: archives of XML, such as DOCX and XLSX, and gzip."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib

from retrieval.errors import DocumentUnreadable

MAX_COLLECTION_BYTES = 100 * 1024 * 1024
"""Of a file that lies in a silo's folder: one of JSON lines may hold many documents. Chosen by
hand."""
MAX_UNPACKED = 256 * 1024 * 1024
"""Bytes. Chosen by hand, as the three below: more than a document needs, and less than would fill
the memory."""
MAX_XML = 64 * 1024 * 1024
"""Unpacked; read as a tree it takes ten times that in memory."""
MAX_ENTRIES = 5_000
MAX_RATIO = 200
"""Unpacked to packed size; honest documents stay below 50. Chosen by hand."""
SMALL = 10_000
"""Bytes of a file below which the ratio is that of a file of so many: a few lines that repeat are
packed far better than documents. Chosen by hand."""


def refuse_bomb(name: str, content: bytes, damaged: str) -> None:
    """Refuse a file that unpacks to far more than it shows; ``damaged`` is what is said of one that
    does not unpack. Raises :class:`DocumentUnreadable`."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
    except zipfile.BadZipFile as error:
        raise DocumentUnreadable(damaged) from error
    if any(entry.flag_bits & 1 for entry in entries):
        detail = f"{name} is protected by a password. Save a copy without it and attach that."
        raise DocumentUnreadable(detail)
    # What an entry says of its size is also the most that is unpacked of it.
    unpacked = sum(entry.file_size for entry in entries)
    xml = sum(entry.file_size for entry in entries if entry.filename.endswith((".xml", ".rels")))
    most = min(MAX_UNPACKED, MAX_RATIO * max(len(content), SMALL))
    if unpacked > most or xml > MAX_XML or len(entries) > MAX_ENTRIES:
        detail = f"{name} unpacks to far more than its size. Export it as PDF or text."
        raise DocumentUnreadable(detail)


def unpack(name: str, content: bytes) -> bytes:
    """What a file in gzip holds, if that is no more than a file of a silo may. Raises
    :class:`DocumentUnreadable`."""
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as packed:
            held = packed.read(MAX_COLLECTION_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise DocumentUnreadable(f"{name} is damaged: it does not unpack.") from error
    if len(held) > MAX_COLLECTION_BYTES:
        raise DocumentUnreadable(f"{name} unpacks to more than {MAX_COLLECTION_BYTES >> 20} MB.")
    return held
