"""The files of a thread as people see them: what was read of each, and whether it is used. Pure.

The first block of each message names no file: its name may tell who a patient is, and Slack shows
the first words in notifications."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from agents.journal.thread_files import ThreadFile
from agents.turns import Attachment
from bot.db.keeping.thread_files import FileLists
from bot.db.outbox import FINAL, Outgoing, SlackAddress
from bot.rendering.blocks import (
    Block,
    buttons,
    clip,
    context,
    date_and_time,
    escape,
    person,
    plain_text,
    section,
    sections,
    small_print,
)
from retrieval.tables.tables_in_text import tables_of
from retrieval.text.pages import PAGE_BREAK

LIST_BUTTON, OFF_BUTTON, ON_BUTTON = "files", "file_off", "file_on"
LIST_PART = "thread-files"
"""The part under which a list stands in the outbox: all lists of a thread are kept up to date."""
MOST_LISTED = 40
"""Files in a list, the newest. Chosen by hand: each takes a block, and a message has fifty."""
_KINDS = {
    ".pdf": "PDF",
    ".docx": "Word",
    ".xlsx": "Excel",
    ".csv": "CSV",
    ".tsv": "table",
    ".vcf": "VCF",
    ".html": "web page",
    ".htm": "web page",
    ".md": "Markdown",
    ".markdown": "Markdown",
    ".txt": "text",
}
_LONGEST_NAME = 120
"""Characters of a file's name. Chosen by hand: a line on a wide screen."""
_NONE = "No file has come with a question to me in this thread. Attach one to a question."


def list_message(own_id: str, address: SlackAddress, files: Sequence[ThreadFile]) -> Outgoing:
    """The list, as a reply under the id of the message that asked for it."""
    return Outgoing(
        run_id=own_id,
        seq=0,
        part=LIST_PART,
        address=address,
        priority=FINAL,
        body=list_body(files),
    )


def list_body(files: Sequence[ThreadFile]) -> Mapping[str, Any]:
    """What a list says now."""
    blocks: list[Block] = [section(f"*Files of this thread* ({len(files)})")]
    for file in files[-MOST_LISTED:]:
        line = section(_file_line(file))
        blocks.append({**line, "accessory": _button(file)} if file.text else line)
    if not files:
        blocks = sections([_NONE])
    elif left := len(files) - MOST_LISTED:
        blocks += [context(f"{left} older ones are not listed.")] if left > 0 else []
    return _body(blocks, "Files of this thread")


def off_message(own_id: str, address: SlackAddress, files: Sequence[ThreadFile]) -> Outgoing:
    """That what was asked for would stand in files that are switched off, and how to switch them
    on."""
    first = (
        "That is asked of a file of this thread which is *switched off*, so I did not look into it."
        " Switch it on with its button, or say “use … again” with its name, then ask again."
    )
    blocks: list[Block] = [section(first)]
    for file in files[-MOST_LISTED:]:
        blocks.append({**section(_file_line(file)), "accessory": _button(file)})
    return Outgoing(
        run_id=own_id,
        seq=0,
        part="file-off",
        address=address,
        priority=FINAL,
        body=_body(blocks, "A file that is switched off"),
    )


def others_message(
    own_id: str, address: SlackAddress, files: Sequence[tuple[str, str]]
) -> list[Outgoing]:
    """The files that stand in the thread and came with no message to us, each with who posted it;
    none without any."""
    if not files:
        return []
    number = _count(len(files), "file")
    first = (
        f"{number} of this thread came with no message to me: I have not read"
        f" {'it' if len(files) == 1 else 'them'}. Attach one to a question to me, and I do."
    )
    lines = [f"📎 {_name(name)} · from {person(by)}" for name, by in files[-MOST_LISTED:]]
    return [
        Outgoing(
            run_id=own_id,
            seq=0,
            part="others-files",
            address=address,
            priority=FINAL,
            body=_body([section(first), *small_print(lines)], "Files of this thread, further ones"),
        )
    ]


def switched_message(
    run_id: str, event: str, address: SlackAddress, files: Sequence[ThreadFile], by: str
) -> Outgoing:
    """The line that says that files are used no longer, or again; it goes with the run *run_id*
    which they came with. ``event`` tells one switch from the next."""
    is_used, is_one = files[0].is_used, len(files) == 1
    which = "A file" if is_one else f"{len(files)} files"
    be = "is" if is_one else "are"
    first = (
        f"{which} of this thread {be} used again, from the next question on."
        if is_used
        else f"{which} of this thread {be} not used any more, from the next question on. What was"
        " said before stays."
    )
    state = "on" if is_used else "off"
    named = [f"📎 {_name(file.name)}: {state}, by {person(by)}" for file in files[-MOST_LISTED:]]
    return Outgoing(
        run_id=run_id,
        seq=0,
        part=f"file-use-{event}",
        address=address,
        priority=FINAL,
        body=_body([section(first), *small_print(named)], "Which files are used"),
    )


def notice_message(
    run_id: str, address: SlackAddress, files: Sequence[Attachment]
) -> list[Outgoing]:
    """What was read of the files that came with a message, and what was not; none without files."""
    if not files:
        return []
    read = [f"📎 {_name(each.name)}: {what_was_read(each.name, each.text)}" for each in files
            if each.text]  # fmt: skip
    problems = [escape(each.problem) for each in files if each.problem]
    first = "I read the files of this message." if read else "I could not read the file."
    if read and problems:
        first = "I read the files of this message, but not all of them."
    blocks = [
        section(first),
        *small_print([*read, *problems]),
        buttons("files", [(LIST_BUTTON, "Files of this thread", "thread")]),
    ]
    body = _body(blocks, "What was read of the files")
    return [
        Outgoing(run_id=run_id, seq=0, part="files", address=address, priority=FINAL, body=body)
    ]


def what_was_read(name: str, text: str) -> str:
    """The kind of a file, and how much of it was read: pages, rows or words."""
    kind = _KINDS.get(PurePath(name).suffix.lower(), "text")
    tables = tables_of(text)
    if PAGE_BREAK in text or kind == "PDF":
        return f"{kind}, {_count(text.count(PAGE_BREAK) + 1, 'page')} read"
    if tables and kind in ("CSV", "Excel", "table"):
        rows = _count(sum(each.rows for each in tables), "row")
        sheets = f" in {len(tables)} sheets" if len(tables) > 1 else ""
        return f"{kind}, {rows} read{sheets}"
    return f"{kind}, {_count(len(text.split()), 'word')} read"


def _file_line(file: ThreadFile) -> str:
    if file.text:
        told = what_was_read(file.name, file.text)
        used = (
            "*used*" if file.is_used else f"*not used*, switched off by {person(file.switched_by)}"
        )
    else:
        told = escape(file.problem) or "its text is no longer kept"
        used = "*not used*"
    warning = f"\n⚠️ {escape(file.problem)}" if file.text and file.problem else ""
    return (
        f"📎 *{_name(file.name)}* · {told}\n"
        f"{used} · from {person(file.by)}, {date_and_time(file.at)}{warning}"
    )


def _button(file: ThreadFile) -> Block:
    action, label = (OFF_BUTTON, "Ignore") if file.is_used else (ON_BUTTON, "Use again")
    made: Block = buttons("one", [(action, label, file.id)])["elements"][0]
    return made


def _name(name: str) -> str:
    return escape(clip(" ".join(name.split()), _LONGEST_NAME)) or "a file"


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def _body(blocks: list[Block], notice: str) -> Mapping[str, Any]:
    return {"text": notice, "blocks": blocks, "plain": plain_text(blocks)}


LISTS = FileLists(part=LIST_PART, body=list_body)
"""The lists of a thread, to whoever changes which files it has."""
