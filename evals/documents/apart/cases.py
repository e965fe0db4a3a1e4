"""The ten documents that are kept apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from evals.documents.apart.others import filtered_book, framed_form, page_of_areas
from evals.documents.apart.pdf import in_other_ways, lying_tables
from evals.documents.cases import MadeDocument
from evals.documents.layout import WrittenFile
from evals.documents.texts import Text, read_texts

_TEXTS = Path(__file__).parent / "texts"
LAYOUTS: Mapping[str, tuple[str, Callable[[Text], WrittenFile]]] = {
    **{
        way: (".pdf", partial(in_other_ways, way=way))
        for way in ("rows-ruled", "centred", "gaps", "lines-down", "dark-head", "bare")
    },
    "lying": (".pdf", lying_tables),
    "areas": (".html", page_of_areas),
    "framed": (".docx", framed_form),
    "filtered": (".xlsx", filtered_book),
}
_CHOSEN: Mapping[str, tuple[str, ...]] = {
    "board-list": ("lines-down", "lying"),
    "dose-levels": ("rows-ruled", "areas"),
    "infusion-bags": ("dark-head", "framed"),
    "lab-ranges": ("gaps", "filtered"),
    "response": ("centred", "bare"),
}


def texts_apart() -> dict[str, Text]:
    """What they say, by name."""
    return read_texts(_TEXTS)


def documents_apart(every: bool = False) -> Iterator[MadeDocument]:
    """The ten documents, or ``every`` text in every layout."""
    for name, text in texts_apart().items():
        for layout in LAYOUTS if every else _CHOSEN[name]:
            suffix, write = LAYOUTS[layout]
            yield MadeDocument(f"{name}-{layout}{suffix}", layout, text, write(text))
