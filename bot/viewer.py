"""The page of a passage: the stored version of a document with the quoted words marked. Pure.

No scripts and nothing from outside; every word is escaped."""

from __future__ import annotations

from html import escape

from agents.turns import Citation
from bot.links import web_address
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
h1 { font-size: 1.35rem; line-height: 1.3; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; font-size: .9rem; }
dt { opacity: .7; } dd { margin: 0; overflow-wrap: anywhere; }
.badge { display: inline-block; padding: .1rem .6rem; border-radius: 1rem; border: 1px solid; }
.confirmed { color: #14683a; } .unconfirmed { color: #9a3412; font-weight: 600; }
@media (prefers-color-scheme: dark) {
  .confirmed { color: #7ddba3; } .unconfirmed { color: #fdba74; }
}
article { white-space: pre-wrap; overflow-wrap: anywhere; border-top: 1px solid #8886; }
mark { background: #fde68a; color: #000; padding: .1em 0; scroll-margin: 30vh; }
"""


def passage_page(document: Document, citation: Citation) -> str:
    """The document with the citation's words marked."""
    start, end = citation.start, citation.end
    stands = document.text[start:end] == citation.quote
    text = document.text
    body = (
        f'{escape(text[:start])}<mark id="quote">{escape(text[start:end])}</mark>'
        f"{escape(text[end:])}"
        if stands
        else escape(text)
    )
    warning = "" if stands else "<p class=unconfirmed>The quote is not where it was stored.</p>"
    facts = _facts(document, citation)
    return _page(
        document.title or document.id,
        f"<p><span class='badge {escape(citation.status)}'>{escape(citation.badge)}</span></p>"
        f"{facts}<p><a href='#quote'>Go to the quoted words</a></p>{warning}"
        f"<article>{body}</article>",
    )


def message_page(title: str, words: str) -> str:
    """A page that says why there is no passage."""
    return _page(title, f"<p>{escape(words)}</p>")


def _facts(document: Document, citation: Citation) -> str:
    address = web_address(document.url)
    link = f'<a href="{escape(address)}" rel="noreferrer noopener">{escape(address)}</a>'
    pairs = [
        ("Organisation", escape(document.organisation)),
        ("Date", escape(document.date)),
        ("Evidence level", escape(citation.evidence_level)),
        ("Source", link if address else ""),
        ("Silo", escape(document.silo)),
        ("Document", escape(document.id)),
        ("Stored version", escape(document.version)),
        ("Facts from", escape(", ".join(document.facts_from))),
        ("Status", escape(document.status)),
    ]
    return (
        "<dl>"
        + "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in pairs if value)
        + "</dl>"
    )


def _page(title: str, body: str) -> str:
    return (
        "<!doctype html><html lang=en><head><meta charset=utf-8>"
        "<meta name=viewport content='width=device-width, initial-scale=1'>"
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>"
        f"<body><main><h1>{escape(title)}</h1>{body}</main></body></html>"
    )
