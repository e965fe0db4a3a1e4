"""The process that reads files: ``python -m retrieval.ingestion.reading_apart.child``, with a
socket as its standard input. It ends with the process that started it."""

from __future__ import annotations

import gc
import resource
import signal
import socket
import sys
import time
from pathlib import Path
from typing import Any

from retrieval.errors import DeclarationInvalid, DocumentUnreadable
from retrieval.ingestion.reading_apart import frames
from retrieval.stores.document_json import to_json

_LONGEST_REQUEST = 256 << 20
_OF_LINUX = Path("/proc/self/statm")
_GROWN = 192 << 20
"""Bytes of resident memory beyond those at its start from which a process is replaced, so that what
one file left behind does not take the room of the next. Chosen by hand: three times what it has
then."""


def main() -> None:
    """Read one file after the other until the other side is gone."""
    # An interrupt of the terminal is for the process that started this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    link = socket.socket(fileno=sys.stdin.fileno())
    from retrieval.ingestion.readers import corpus, files  # noqa: F401

    most = _resident_bytes() + _GROWN
    frames.send(link, {"ready": True})
    is_bound = False
    while True:
        request = frames.receive(link, _LONGEST_REQUEST)
        if request is None:
            return
        words, content = request
        if not is_bound:
            _set_limits(int(words["memory"]))
            is_bound = True
        _allow_processor(int(words["processor_seconds"]))
        reply, may_go_on = _reply(words, content)
        goes_on = may_go_on and _resident_bytes() < most
        frames.send(link, {**reply, "last": not goes_on})
        if not goes_on:
            return


def _set_limits(memory: int) -> None:
    """No file is written, no core dumped, no more memory taken than this beyond what there is."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    if _OF_LINUX.exists():
        most = _pages_of_memory(0) * resource.getpagesize() + memory
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _allow_processor(seconds: int) -> None:
    """So much more time of the processor, then the kernel ends the process."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + seconds + 1, hard))


def _reply(words: dict[str, Any], content: bytes) -> tuple[dict[str, Any], bool]:
    """What is said of a file, and whether this process may read another."""
    try:
        return _read(words, content), True
    except DocumentUnreadable as error:
        return {"unreadable": error.detail}, True
    except DeclarationInvalid as error:
        return {"invalid": error.detail}, True
    except MemoryError:
        gc.collect()
        return {"failed": "memory"}, False
    # Whatever a broken file made of a library: the next file gets a process of its own.
    except Exception as error:  # noqa: BLE001
        return {"failed": type(error).__name__}, False


def _read(words: dict[str, Any], content: bytes) -> dict[str, Any]:
    from retrieval.ingestion.readers import read_attachment, read_sound_part

    if words["silo"] is None:
        return {"text": read_attachment(words["name"], content)}
    read = read_sound_part(words["silo"], Path(words["name"]), content)
    return {
        "documents": [to_json(each) for each in read.documents],
        "refused": read.refused,
        "remarks": read.remarks,
    }


def _resident_bytes() -> int:
    # Linux counts the largest size of the process that started this one as its own largest.
    if _OF_LINUX.exists():
        return _pages_of_memory(1) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _pages_of_memory(column: int) -> int:
    """What Linux tells of this process: 0 addresses, 1 resident."""
    return int(_OF_LINUX.read_text(encoding="ascii").split()[column])


if __name__ == "__main__":
    main()
