"""Hostile files as attachments and as documents of a silo, through the process that reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from evals.hostile.bodies import files
from evals.hostile.verdicts import EntryPoint, TriedInput, as_broken, as_refused, as_taken
from retrieval.errors import DeclarationInvalid, DocumentUnreadable
from retrieval.ingestion.reading_apart import FOR_ATTACHMENTS, ReaderProcesses


def read_all() -> Iterator[TriedInput]:
    """What each file got, attached and taken in."""
    with ReaderProcesses(FOR_ATTACHMENTS) as readers:
        for name, content in files():
            yield _try("file", name, partial(readers.read_attachment, name, content))
        for name, content in files(seed=2):
            read = partial(readers.read_sound_part, "guidelines", Path(name), content)
            yield _try("document", name, read)


def _try(entry_point: EntryPoint, name: str, read: Callable[[], object]) -> TriedInput:
    shown = "".join(each if each.isprintable() else "?" for each in name)[-40:]
    try:
        read()
    except (DocumentUnreadable, DeclarationInvalid) as error:
        return as_refused(entry_point, shown, str(error))
    except Exception as error:  # noqa: BLE001 - this is what is looked for
        return as_broken(entry_point, shown, error)
    return as_taken(entry_point, shown)
