"""Any file to plain text: chooses the reader by content and name, keeps the limits."""

from __future__ import annotations

import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePath

from retrieval.errors import DocumentUnreadable
from retrieval.ingestion.readers.archives import MAX_COLLECTION_BYTES
from retrieval.ingestion.readers.plain import MAX_CHARACTERS, plain_text
from retrieval.text.invisible import readable

MAX_BYTES = 32 * 1024 * 1024
"""Of one document. Chosen by hand: a reader keeps several times that in memory."""


@dataclass(frozen=True, slots=True)
class FileText:
    """What a file says. ``title`` is the one it states for itself, else its name."""

    title: str
    text: str


Reader = Callable[[str, bytes], tuple[str, str]]
"""Name and content to title ("" for none) and text."""


def _pdf(name: str, content: bytes) -> tuple[str, str]:
    # The libraries behind the readers cost half a second to import, and most runs read no file.
    from retrieval.ingestion.readers.pdf.text import pdf_text

    return pdf_text(name, content)


def _docx(name: str, content: bytes) -> tuple[str, str]:
    from retrieval.ingestion.readers.word.document import docx_text

    return docx_text(name, content)


def _spreadsheet(name: str, content: bytes) -> tuple[str, str]:
    from retrieval.ingestion.readers.spreadsheets import spreadsheet_text

    return spreadsheet_text(name, content)


def _table_of_text(name: str, content: bytes) -> tuple[str, str]:
    from retrieval.ingestion.readers.spreadsheets import separated_text

    return separated_text(name, content)


def _html(name: str, content: bytes) -> tuple[str, str]:
    from retrieval.ingestion.readers.web.page import html_text

    return html_text(name, content)


def _markdown(name: str, content: bytes) -> tuple[str, str]:
    from retrieval.ingestion.readers.markdown import markdown_text

    return markdown_text(name, content)


_READERS: dict[str, Reader] = {
    ".pdf": _pdf,
    ".docx": _docx,
    ".xlsx": _spreadsheet,
    ".csv": _table_of_text,
    ".tsv": _table_of_text,
    ".html": _html,
    ".htm": _html,
    ".xhtml": _html,
    ".md": _markdown,
    ".markdown": _markdown,
}
_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", ".pdf"),
    (b"\x89PNG", ".png"),
    (b"\xff\xd8\xff", ".jpg"),
    (b"GIF8", ".gif"),
    (b"II*\x00", ".tif"),
    (b"MM\x00*", ".tif"),
    (b"\xd0\xcf\x11\xe0", ".doc"),
    (b"\x00\x00\x00\x18ftyp", ".mp4"),
    (b"\x1f\x8b", ".gz"),
)
_IMAGES = frozenset((".png", ".jpg", ".jpeg", ".gif", ".tif", ".tiff", ".bmp", ".webp", ".heic"))
_IMAGE = "is an image, and I cannot read images yet. Paste its text, or attach a PDF with text."
_REFUSED: dict[str, str] = {
    **dict.fromkeys(_IMAGES, _IMAGE),
    ".dcm": _IMAGE,
    ".svg": _IMAGE,
    **dict.fromkeys(
        (".doc", ".rtf", ".odt", ".pages"),
        "is in a format I cannot read. Save it as DOCX, PDF or text.",
    ),
    **dict.fromkeys(
        (".xls", ".xlsm", ".ods", ".ppt", ".pptx", ".key", ".numbers"),
        "is a spreadsheet or slides in a format I cannot read. Save it as XLSX, CSV or PDF.",
    ),
    **dict.fromkeys(
        (".zip", ".gz", ".7z", ".rar", ".tar"), "is an archive. Attach the files inside one by one."
    ),
    **dict.fromkeys(
        (".mp3", ".m4a", ".wav", ".mp4", ".mov", ".webm"),
        "is a recording, and I cannot listen. Paste what was said.",
    ),
}


def read_attachment(name: str, content: bytes) -> str:
    """The text of a file that came with a question, or :class:`DocumentUnreadable` whose detail
    says what is wrong and what to do. Blocking: call it in a thread."""
    return read_file(name, content).text


def read_file(name: str | Path, content: bytes | None = None) -> FileText:
    """The text of a file: at this path, or of this name with this content. Raises
    :class:`DocumentUnreadable`. Blocking."""
    shown = PurePath(name).name
    if content is None:
        content = content_of(Path(name), MAX_BYTES)
    if len(content) > MAX_BYTES:
        raise DocumentUnreadable(f"{_too_large(shown, MAX_BYTES)} Attach a part of it.")
    if not content.strip():
        raise DocumentUnreadable(f"{shown} is empty.")
    suffix = _suffix(shown, content)
    if suffix in _REFUSED:
        raise DocumentUnreadable(f"{shown} {_REFUSED[suffix]}")
    title, text = _READERS.get(suffix, plain_text)(shown, content)
    text = _tidy(text)
    if not text.strip():
        raise DocumentUnreadable(f"{shown} holds no text.")
    if len(text) > MAX_CHARACTERS:
        raise DocumentUnreadable(f"{shown} holds too much text. Attach the part that matters.")
    return FileText(" ".join(readable(title).split()) or readable(PurePath(shown).stem), text)


def content_of(path: Path, most: int = MAX_COLLECTION_BYTES) -> bytes:
    """What the file holds, if that is at most so many bytes: the size is looked at before anything
    is read, and no more is read even if the file grows. Blocking. Raises
    :class:`DocumentUnreadable`."""
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            raise DocumentUnreadable(f"{path.name} is not a file.")
        if about.st_size > most:
            raise DocumentUnreadable(_too_large(path.name, most))
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        why = (error.strerror or "unknown").lower()
        raise DocumentUnreadable(f"{path.name} cannot be opened: {why}.") from error
    if len(content) > most:
        raise DocumentUnreadable(_too_large(path.name, most))
    return content


def _too_large(name: str, most: int) -> str:
    return f"{name} is larger than {most >> 20} MB."


def _suffix(name: str, content: bytes) -> str:
    """What the content is, whatever the name says; the name's suffix where content is silent."""
    for magic, suffix in _MAGIC:
        if content.startswith(magic):
            return suffix
    named = PurePath(name).suffix.lower()
    if content.startswith(b"PK\x03\x04") and named not in (".docx", ".xlsx", *_REFUSED):
        return ".zip"
    return named


def _tidy(text: str) -> str:
    """Newlines alike, nothing that no one can see, no blanks at line ends."""
    text = readable(text).replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    # Form feeds stay: they part pages.
    return "\n".join(line.rstrip(" \t\v") for line in text.split("\n")).strip(" \t\n\v")
