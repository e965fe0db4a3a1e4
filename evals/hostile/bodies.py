"""Contents that are built to harm who reads them. Nothing is downloaded: all are made here."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Iterator

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_TYPES = (
    "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'>"
    "<Default Extension='xml' ContentType='application/xml'/>"
    "<Default Extension='rels' ContentType="
    "'application/vnd.openxmlformats-package.relationships+xml'/>"
    "<Override PartName='/word/document.xml' ContentType='application/vnd.openxmlformats-"
    "officedocument.wordprocessingml.document.main+xml'/></Types>"
)
_RELATIONS = (
    "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
    "<Relationship Id='r1' Type='http://schemas.openxmlformats.org/officeDocument/2006/"
    "relationships/officeDocument' Target='word/document.xml'/></Relationships>"
)
_LAUGHS = "".join(f"<!ENTITY l{n} '{f'&l{n - 1};' * 10}'>" for n in range(1, 10))
SUFFIXES = (".pdf", ".docx", ".xlsx", ".html", ".csv", ".txt", ".md", ".yaml", ".jsonl")


def files(seed: int = 1) -> Iterator[tuple[str, bytes]]:
    """Names and contents: what every format gets, and what is built against one."""
    for suffix in SUFFIXES:
        for what, content in _for_all(seed):
            yield f"{what}{suffix}", content
    yield from _against_one()


def _for_all(seed: int) -> Iterator[tuple[str, bytes]]:
    chance = random.Random(seed)  # noqa: S311 - contents, no secret
    yield "empty", b""
    yield "nul", b"\0" * 2000
    yield "noise", chance.randbytes(6000)
    yield "utf16", "Dose 100 mg.".encode("utf-16")
    yield "one_line", b"dose " * 100_000
    yield "controls", "Dose \u202e001\u202c mg\u0000\u0007\u200b.".encode()
    yield "wrong_kind", b"\x89PNG\r\n\x1a\n" + chance.randbytes(500)


def _against_one() -> Iterator[tuple[str, bytes]]:
    table = (
        f"<w:document xmlns:w='{_WORD}'><w:body><w:tbl><w:tr><w:tc><w:tcPr>"
        "<w:gridSpan w:val='400000000'/></w:tcPr><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr>"
        "</w:tbl></w:body></w:document>"
    )
    deep = f"<w:document xmlns:w='{_WORD}'><w:body>{'<w:p>' * 20_000}"
    laughing = f"<!DOCTYPE d [<!ENTITY l0 'ha'>{_LAUGHS}]><d>&l9;</d>"
    yield "grid_span.docx", _word(table)
    yield "deep.docx", _word(deep)
    yield "laughs.docx", _word(laughing)
    yield "bomb.docx", _word("\0" * 60_000_000)
    yield "no_parts.docx", _archive({"a.txt": "a"})
    yield "bomb.xlsx", _archive({"xl/workbook.xml": " " * 60_000_000})
    yield "cut.docx", _word(table)[:300]
    yield (
        "pages.pdf",
        b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 1 0 R>>endobj\ntrailer<</Root 1 0 R>>",
    )
    yield "count.pdf", b"%PDF-1.4\n1 0 obj<</Type/Pages/Count 99999999/Kids[1 0 R]>>endobj\n%%EOF"
    yield "deep.html", b"<div>" * 50_000
    yield "attributes.html", b"<p " + b"a=1 " * 50_000 + b">"
    yield "entities.html", b"&" * 100_000
    yield "columns.csv", b"," * 200_000
    yield "quotes.csv", b'"' * 100_001
    yield "aliases.yaml", _aliases()
    yield "deep.yaml", b"[" * 50_000
    yield "tag.yaml", b"a: !!python/object/apply:os.system ['true']\n"
    yield "deep.jsonl", b'{"a":' * 30_000
    yield "digits.jsonl", b'{"id": ' + b"9" * 50_000 + b"}"
    yield "kinds.jsonl", b'[]\nnull\n"a"\n{"id": [], "title": {}, "text": 7}\n'
    yield "keys.md", b"---\nid: a\nid: b\ntitle: [1, {a: b}]\n---\ntext\n"
    yield "open.md", b"---\ntitle: never closed\n" * 2000
    yield "../../etc/passwd.txt", b"root"
    yield "a" * 300 + ".txt", b"a"
    yield "bell\x07\u202efdp.txt", b"a"


def _word(document: str) -> bytes:
    return _archive(
        {
            "[Content_Types].xml": _TYPES,
            "_rels/.rels": _RELATIONS,
            "word/document.xml": document,
        }
    )


def _archive(parts: dict[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            # Of a time of its own, so that the same is made each time.
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _aliases() -> bytes:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    return "\n".join(lines).encode()
