"""The files of a thread, and which of them are used: folded from the rows of its runs. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from agents.facts.read_sheet import Message
from agents.journal.codec import Addition, decode
from agents.journal.entry import Event
from agents.journal.messages_of_run import stands_for
from agents.turns import Attachment, FileUse, Question


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadFile:
    """A file that came with a message of the thread."""

    id: str
    name: str
    text: str
    """What was read of it; empty if nothing could be, or if its age took it."""
    problem: str
    by: str
    at: datetime
    is_used: bool = True
    switched_by: str = ""
    """Who switched it off, or on again; empty if nobody did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileOff:
    """A file that is not used: since when it lay in the thread, and until when it was used."""

    id: str
    since: datetime
    until: datetime


def files_of(events: Iterable[Event]) -> tuple[ThreadFile, ...]:
    """The files that came with these rows, given in the order of their time; each once, as it came
    last. Whoever attaches a file anew wants it used."""
    found: dict[str, ThreadFile] = {}
    for event in events:
        match decode(event.entry.kind, event.entry.payload):
            case Question() | Addition() as value:
                for file in value.attachments:
                    if file.id and file.id not in _from_before(value, found):
                        found[file.id] = _new_file(file, value, event.at)
            case FileUse(file_id=file_id) as use if file_id in found:
                by = use.by
                found[file_id] = replace(found[file_id], is_used=use.is_used, switched_by=by)
            case _:
                pass
    return tuple(found.values())


def files_off(events: Iterable[Event]) -> tuple[FileOff, ...]:
    """The files that are not used after these rows, given in the order of their time."""
    since: dict[str, datetime] = {}
    off: dict[str, FileOff] = {}
    for event in events:
        match decode(event.entry.kind, event.entry.payload):
            case Question() | Addition() as value:
                for file in value.attachments:
                    since.setdefault(file.id, event.at)
                    if file.id not in _from_before(value, off):
                        off.pop(file.id, None)
            case FileUse(file_id=file_id, is_used=False) if file_id not in off:
                came = since.get(file_id, event.at)
                off[file_id] = FileOff(id=file_id, since=came, until=event.at)
            case FileUse(file_id=file_id, is_used=True):
                off.pop(file_id, None)
            case _:
                pass
    return tuple(off.values())


def without_files(messages: Sequence[Message], ids: Iterable[str]) -> tuple[Message, ...]:
    """The messages but for these files, and the words that stand for one of them."""
    gone = frozenset(ids)
    return tuple(each for each in messages if each.file_id not in gone or not each.file_id)


def without_unused(question: Question, off: Collection[str]) -> Question:
    """The question without the files that are not used; its words go, too, if they are those of
    one, asked without any of its own."""
    used = tuple(each for each in question.attachments if not each.id or each.id not in off)
    text = "" if stands_for(question) in off else question.text
    return replace(question, attachments=used, text=text)


def _from_before(value: Question | Addition, known: Iterable[str]) -> frozenset[str]:
    """The files that a question which is asked once more has only from the one before."""
    is_again = isinstance(value, Question) and bool(value.repeats)
    return frozenset(known) if is_again else frozenset()


def _new_file(file: Attachment, value: Question | Addition, at: datetime) -> ThreadFile:
    by = value.asker if isinstance(value, Question) else value.by
    return ThreadFile(
        id=file.id, name=file.name, text=file.text, problem=file.problem, by=by, at=at
    )
