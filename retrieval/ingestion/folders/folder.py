"""What lies in a folder of documents: ``<folder>/<silo>/**``, one sub-folder per silo."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from retrieval.errors import FolderInvalid
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.readers import SUFFIXES, format_of

_FORMATS = f"Only files of these formats are taken in: {', '.join(sorted(SUFFIXES))}."
_BESIDE = "It lies beside the folders of the silos and is not read: put it into one of them."
_UNDECLARED = "No silo is called {}; it is left out."
_DECLARED = "A silo of your own is declared in the file that CURBSIDE_SILOS names."


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that may hold documents of a silo."""

    silo: str
    path: Path
    shown: str
    """``<name>/<silo>/<path below it>``: its name in the staging table and in reports. The name
    tells apart what was taken in from several folders."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A folder's files in a fixed order, and what lies there that is none."""

    silos: tuple[str, ...]
    """Those that have a sub-folder."""
    files: tuple[SourceFile, ...]
    problems: tuple[Problem, ...]


def list_files(folder: Path, silos: frozenset[str], name: str = "") -> Listing:
    """``name``: what the folder is known by; without one its own. Hidden files are passed over, and
    files beside the silos' folders that no silo could take. Raises :class:`FolderInvalid` when
    there is no such folder, or it has no sub-folder named after a silo: it is likely the wrong one.
    Blocking."""
    if not folder.is_dir():
        what = "is a file, not a folder" if folder.exists() else "does not exist"
        raise FolderInvalid(f"{folder} {what}.")
    try:
        below = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
        present = tuple(path.name for path in below if path.is_dir() and path.name in silos)
        seen = [
            each
            for silo in present
            for each in _files(folder / silo, f"{collection(folder, name)}{silo}")
        ]
    except OSError as error:
        raise FolderInvalid(f"{folder} cannot be opened: {error.strerror}.") from error
    if not present:
        others = ", ".join(path.name for path in below if path.is_dir()) or "none"
        detail = (
            f"{folder} has no sub-folder named after a silo, such as {min(silos)};"
            f" its sub-folders: {others}. {_DECLARED}"
        )
        raise FolderInvalid(detail)
    beside = [p for p in below if not p.is_dir() and format_of(p) in SUFFIXES]
    strange = [path for path in below if path.is_dir() and path.name not in silos]
    files = [each for each in seen if isinstance(each, SourceFile)]
    wrong = [file for file in files if format_of(file.path) not in SUFFIXES]
    problems = (
        *(Problem(one.name, f"{_UNDECLARED.format(one.name)} {_DECLARED}") for one in strange),
        *(Problem(_printable(f"{collection(folder, name)}{p.name}"), _BESIDE) for p in beside),
        *(each for each in seen if isinstance(each, Problem)),
        *(Problem(file.shown, _FORMATS) for file in wrong),
    )
    return Listing(present, tuple(file for file in files if file not in wrong), problems)


def collection(folder: Path, name: str = "") -> str:
    """What the names of all files of a folder begin with."""
    return f"{name or folder.resolve().name}/"


def _files(root: Path, shown: str) -> Iterator[SourceFile | Problem]:
    """What lies below, in order: a file, or why something there is not looked at."""
    top = root.resolve()
    for path in sorted(root.rglob("*")):
        below = path.relative_to(root)
        if any(part.startswith((".", "__")) for part in below.parts):
            continue
        name = f"{shown}/{below.as_posix()}"
        refusal = _refusal(path, below, top)
        if refusal:
            yield Problem(_printable(name), refusal)
        elif path.is_file():
            yield SourceFile(root.name, path, name)


def _printable(name: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in name)


def _hides(sign: str) -> bool:
    """Whether a sign is not shown, or shows a name in another order than it has."""
    kind = unicodedata.category(sign)
    return kind in ("Cc", "Cs") or (kind == "Cf" and unicodedata.bidirectional(sign) != "BN")


def _refusal(path: Path, below: Path, top: Path) -> str:
    """Why what stands there is not opened; empty for files and folders."""
    if any(_hides(sign) for sign in str(below)):
        return "Its name holds characters that cannot be shown: rename it."
    if path.is_symlink() and not path.exists():
        return "It is a link that leads nowhere."
    if path.is_symlink() and not path.resolve().is_relative_to(top):
        return "It is a link that leads out of the folder of the silo: copy the file here."
    if not (path.is_file() or path.is_dir()):
        return "It is no file: pipes, sockets and devices are not opened."
    return ""
