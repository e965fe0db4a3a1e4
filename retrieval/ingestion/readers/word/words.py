"""The words of a Word paragraph with what stands beside it: notes, text boxes, raised signs.

What was inserted while changes are tracked counts, what was deleted, moved away or struck out does
not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from docx.document import Document
from docx.oxml import parse_xml

from retrieval.ingestion.readers.word.namespace import W
from retrieval.ingestion.readers.word.symbols import sign_of, with_signs
from retrieval.text.superscripts import superscripts

_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_BOX = f"{W}txbxContent"
_CONTROL = f"{W}sdt"
_AROUND = frozenset({_CONTROL, f"{W}sdtContent", f"{W}customXml"})
"""What stands around paragraphs, tables, rows and cells, and says nothing itself."""
_LEFT_OUT = frozenset({_FALLBACK, _BOX, f"{W}moveFrom", f"{W}del"})
_SPACES = frozenset({f"{W}tab", f"{W}br", f"{W}cr"})
_OFF = frozenset({"0", "false", "off"})
_HYPHEN = f"{W}noBreakHyphen"
_SIGN = f"{W}sym"
_NOTES = {f"{W}footnoteReference": "footnotes", f"{W}endnoteReference": "endnotes"}


def parsed_notes(document: Document) -> Mapping[str, Any]:
    """The parts of the file that hold footnotes and endnotes, by kind."""
    return {
        kind: parse_xml(relation.target_part.blob)
        for relation in document.part.rels.values()
        if (kind := relation.reltype.rpartition("/")[2]) in _NOTES.values()
        and not relation.is_external
    }


def notes_of(parts: Mapping[str, Any]) -> Mapping[tuple[str, str], str]:
    """The words of each footnote and endnote, by kind and id."""
    return {
        (kind, note.get(f"{W}id", "")): " ".join(_words(note, []).split())
        for kind, part in parts.items()
        for note in part
    }


def is_a(node: Any, name: str) -> bool:
    """Whether it is an element of Word's with this name."""
    return bool(node.tag == W + name)


def parts_of(node: Any, *names: str) -> Iterator[Any]:
    """The elements of these names right below a node, or in content controls there: forms and
    templates put sections, rows and cells into them. Tables of contents tell what follows again."""
    waiting = list(reversed(node))
    while waiting:
        each = waiting.pop()
        if any(is_a(each, name) for name in names):
            yield each
        elif each.tag in _AROUND and not _tells_nothing(each):
            waiting += reversed(list(each))


def cell_words(
    cell: Any, notes: Mapping[tuple[str, str], str], told: list[str]
) -> tuple[str, Sequence[str]]:
    """The words of a table's cell, and what stands beside its paragraphs."""
    words: list[str] = []
    beside: list[str] = []
    for paragraph in _paragraphs(cell):
        own, after = paragraph_words(paragraph, notes, told)
        words.append(own)
        beside += after
    return " ".join(filter(None, words)).replace("|", "¦"), beside


def _paragraphs(cell: Any) -> Iterator[Any]:
    """Those of a cell in order, with those of tables in it."""
    waiting = list(reversed(cell))
    while waiting:
        each = waiting.pop()
        if is_a(each, "p"):
            yield each
        elif not _tells_nothing(each):
            waiting += reversed(list(each))


def _tells_nothing(node: Any) -> bool:
    """Whether it is a control that nobody has filled in, or a table of contents."""
    if node.tag != _CONTROL:
        return False
    gallery = node.find(f"{W}sdtPr/{W}docPartObj/{W}docPartGallery")
    lists = gallery is not None and gallery.get(f"{W}val") == "Table of Contents"
    return lists or node.find(f"{W}sdtPr/{W}showingPlcHdr") is not None


def paragraph_words(
    paragraph: Any, notes: Mapping[tuple[str, str], str], told: list[str]
) -> tuple[str, Sequence[str]]:
    """The words, and the paragraphs that stand beside it: text boxes, then notes. ``told``: the
    notes of the paragraphs before; it grows, and numbers them."""
    referred: list[tuple[str, str]] = []
    words = _words(paragraph, referred, len(told))
    beside = [text for box in _boxes(paragraph) for text in _box_words(box)]
    for reference in referred:
        told.append(notes.get(reference, ""))
        beside += [f"Note {len(told)}: {told[-1]}"] if told[-1] else []
    return " ".join(words.split()), beside


def _words(node: Any, referred: list[tuple[str, str]], before: int = 0) -> str:
    """The words below a node without those of text boxes; the notes it refers to are added."""
    pieces: list[str] = []
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if each.tag == f"{W}t":
            pieces.append(_with_raised_signs(each))
        elif each.tag in _SPACES:
            pieces.append(" ")
        elif each.tag == _HYPHEN:
            pieces.append("-")
        elif each.tag == _SIGN:
            pieces.append(sign_of(each))
        elif each.tag in _NOTES:
            referred.append((_NOTES[each.tag], each.get(f"{W}id", "")))
            pieces.append(f" (note {before + len(referred)})")
        elif each is node or not (
            each.tag in _LEFT_OUT or _tells_nothing(each) or _is_taken_away(each)
        ):
            waiting += reversed(list(each))
    return "".join(pieces)


def _is_taken_away(node: Any) -> bool:
    """Whether it is a run whose letters are struck out, and hold no longer, or hidden."""
    return bool(node.tag == f"{W}r") and takes_away(node.find(f"{W}rPr"))


def takes_away(properties: Any) -> bool:
    """Whether these properties of letters strike them out or hide them."""
    if properties is None:
        return False
    marks = (properties.find(f"{W}{name}") for name in ("strike", "dstrike", "vanish"))
    return any(each is not None and each.get(f"{W}val") not in _OFF for each in marks)


def _with_raised_signs(text: Any) -> str:
    """The words of a piece of a run; 10 with a raised 9 is 10⁹ and not 109."""
    words = with_signs(str(text.text or ""), text.getparent())
    align = text.getparent().find(f"{W}rPr/{W}vertAlign")
    above = align is not None and align.get(f"{W}val") == "superscript"
    return superscripts(words) if above else words


def _boxes(paragraph: Any) -> Iterator[Any]:
    """The text boxes of a paragraph; what is told again for old programs is not."""
    waiting = [paragraph]
    while waiting:
        each = waiting.pop()
        if each.tag == _BOX:
            yield each
        elif each.tag != _FALLBACK:
            waiting += reversed(list(each))


def _box_words(box: Any) -> Iterator[str]:
    for paragraph in box.iter(f"{W}p"):
        if words := " ".join(_words(paragraph, []).split()):
            yield words
