"""The thirty made documents: each text in three layouts, each layout with at least two texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from evals.documents.figure_pdf import figures
from evals.documents.flowing_pdf import COLUMNS, RULED, SHADED, SIDEWAYS, TURNED, flowed, scanned
from evals.documents.layout import Written
from evals.documents.placed_pdf import lettered, scattered
from evals.documents.sheets import booked, scattered_sheets
from evals.documents.texts import Text, read_texts
from evals.documents.web import intranet, published
from evals.documents.word import handled, templated

LAYOUTS: Mapping[str, tuple[str, Callable[[Text], Written]]] = {
    "ruled": (".pdf", partial(flowed, flow=RULED)),
    "columns": (".pdf", partial(flowed, flow=COLUMNS)),
    "shaded": (".pdf", partial(flowed, flow=SHADED)),
    "turned": (".pdf", partial(flowed, flow=TURNED)),
    "sideways": (".pdf", partial(flowed, flow=SIDEWAYS)),
    "scanned": (".pdf", scanned),
    "scattered": (".pdf", scattered),
    "lettered": (".pdf", lettered),
    "figures": (".pdf", figures),
    "template": (".docx", templated),
    "by-hand": (".docx", handled),
    "published": (".html", published),
    "intranet": (".html", intranet),
    "workbook": (".xlsx", booked),
    "sheets": (".xlsx", scattered_sheets),
}
"""The layouts by name, with the suffix of their files."""
_CHOSEN: Mapping[str, tuple[str, ...]] = {
    "adverse-events": ("ruled", "shaded", "sheets"),
    "breast-pathology": ("scattered", "scanned", "by-hand"),
    "efficacy": ("columns", "sideways", "workbook"),
    "guideline": ("columns", "figures", "published"),
    "infusions": ("sideways", "shaded", "intranet"),
    "kidney-doses": ("scattered", "lettered", "by-hand"),
    "limits": ("turned", "shaded", "intranet"),
    "premedication": ("ruled", "scanned", "template"),
    "sequencing": ("figures", "lettered", "sheets"),
    "visits": ("turned", "template", "workbook"),
}


@dataclass(frozen=True, slots=True)
class MadeDocument:
    """A file, its text and how it was written."""

    name: str
    layout: str
    text: Text
    written: Written


def made_documents(every: bool = False) -> Iterator[MadeDocument]:
    """The thirty documents, or ``every`` text in every layout."""
    for name, text in read_texts().items():
        for layout in LAYOUTS if every else _CHOSEN[name]:
            suffix, write = LAYOUTS[layout]
            yield MadeDocument(f"{name}-{layout}{suffix}", layout, text, write(text))
