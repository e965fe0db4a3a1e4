"""The thirty made documents: each text in three layouts, each layout with at least two texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from evals.documents.figure_pdf import figures
from evals.documents.flowing_pdf import COLUMNS, RULED, SHADED, SIDEWAYS, TURNED, flow_text, scan_of
from evals.documents.layout import WrittenFile
from evals.documents.placed_pdf import by_letter, scatter
from evals.documents.sheets import one_sheet, scattered_sheets
from evals.documents.texts import Text, read_texts
from evals.documents.web import intranet_page, publisher_page
from evals.documents.word import by_many_hands, from_template

LAYOUTS: Mapping[str, tuple[str, Callable[[Text], WrittenFile]]] = {
    "ruled": (".pdf", partial(flow_text, flow=RULED)),
    "columns": (".pdf", partial(flow_text, flow=COLUMNS)),
    "shaded": (".pdf", partial(flow_text, flow=SHADED)),
    "turned": (".pdf", partial(flow_text, flow=TURNED)),
    "sideways": (".pdf", partial(flow_text, flow=SIDEWAYS)),
    "scanned": (".pdf", scan_of),
    "scattered": (".pdf", scatter),
    "lettered": (".pdf", by_letter),
    "figures": (".pdf", figures),
    "template": (".docx", from_template),
    "by-hand": (".docx", by_many_hands),
    "published": (".html", publisher_page),
    "intranet": (".html", intranet_page),
    "workbook": (".xlsx", one_sheet),
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
    written: WrittenFile


def made_documents(every: bool = False) -> Iterator[MadeDocument]:
    """The thirty documents, or ``every`` text in every layout."""
    for name, text in read_texts().items():
        for layout in LAYOUTS if every else _CHOSEN[name]:
            suffix, write = LAYOUTS[layout]
            yield MadeDocument(f"{name}-{layout}{suffix}", layout, text, write(text))
