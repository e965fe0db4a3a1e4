"""The page of a passage: the stored version of a document with the quoted words marked. Pure.

No scripts and nothing from outside; every word is escaped."""

from __future__ import annotations

import re
from html import escape

from agents.turns import Citation
from bot.rendering.citing import grade
from bot.rendering.links import web_address
from retrieval.documents import Document

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-store",
    "X-Robots-Tag": "noindex",
}

_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.35rem; line-height: 1.3; margin-bottom: .6rem; }
h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
p { margin: .6rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; font-size: .9rem; }
dt { opacity: .7; } dd { margin: 0; overflow-wrap: anywhere; }
.badge { display: inline-block; padding: .1rem .6rem; border-radius: 1rem; border: 1px solid;
  margin-right: .4rem; }
.confirmed { color: #14683a; }
.unconfirmed, .corrected, .concern, .retracted { color: #9a3412; font-weight: 600; }
@media (prefers-color-scheme: dark) {
  .confirmed { color: #7ddba3; }
  .unconfirmed, .corrected, .concern, .retracted { color: #fdba74; }
}
article { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem 0;
  border: solid #8886; border-width: 1px 0; }
mark { background: #fde68a; color: #000; padding: .1em 0; scroll-margin: 30vh; }
"""


def passage_page(document: Document, citation: Citation) -> str:
    """The document with the citation's words marked."""
    start, end = citation.start, citation.end
    stands = document.text[start:end] == citation.quote
    text = document.text
    body = (
        f'{_prose(text[:start])}<mark id="quote">{escape(text[start:end])}</mark>'
        f"{_prose(text[end:])}"
        if stands
        else _prose(text)
    )
    meaning = _MEANING[_kind(citation)] if stands else "The quote is not where it was stored."
    return _page(
        document.title or document.id,
        f"<p><span class='badge {escape(citation.status)}'>{escape(citation.badge)}</span> "
        f"{meaning}</p>"
        f"{_facts(document, citation)}<p><a href='#quote'>Go to the quoted words</a></p>"
        f"<article>{body}</article>"
        f"<h2>About this stored version</h2>{_record(document)}",
    )


_MEANING = {
    "retracted": "This publication was retracted: its findings must not be relied on.",
    "concern": "The journal has voiced concern about this publication: open the source.",
    "corrected": "A correction of this publication has appeared: open the source.",
    "unconfirmed": "An orientation that nobody has confirmed: open the source before you rely "
    "on it.",
    "exact": "The marked words stand in this document exactly as quoted.",
    "typographic": "The marked words stand in this document as quoted, but for quotation marks, "
    "dashes or spaces.",
}


def _kind(citation: Citation) -> str:
    return citation.match if citation.status == "confirmed" else citation.status


def _prose(text: str) -> str:
    """Escaped words with Markdown's headings set off."""
    return re.sub(r"(?m)^#{1,6} (.+)$", r"<strong>\1</strong>", escape(text))


def message_page(title: str, words: str) -> str:
    """A page that says why there is no passage."""
    return _page(title, f"<p>{escape(words)}</p>")


def _facts(document: Document, citation: Citation) -> str:
    address = web_address(document.url)
    link = f'<a href="{escape(address)}" rel="noreferrer noopener">{escape(address)}</a>'
    return _table(
        ("Organisation", escape(document.organisation)),
        ("Date", escape(document.date)),
        ("Evidence level", escape(grade(citation))),
        ("Source", link if address else ""),
    )


def _record(document: Document) -> str:
    return _table(
        ("Silo", escape(document.silo)),
        ("Document", escape(document.id)),
        ("Version", escape(document.version)),
        ("Status", escape(document.status)),
        ("Facts from", "<br>".join(escape(one) for one in document.facts_from)),
    )


def _table(*pairs: tuple[str, str]) -> str:
    rows = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in pairs if value)
    return f"<dl>{rows}</dl>"


def _page(title: str, body: str) -> str:
    return (
        "<!doctype html><html lang=en><head><meta charset=utf-8>"
        "<meta name=viewport content='width=device-width, initial-scale=1'>"
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>"
        f"<body><main><h1>{escape(title)}</h1>{body}</main></body></html>"
    )
