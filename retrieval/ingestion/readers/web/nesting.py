"""Whether HTML is nested as no page is. Its rules make a parser look upwards at each element, so
that work grows with the depth; a page is looked over once, before it is parsed."""

from __future__ import annotations

import re

DEEPEST = 6000
"""Elements that may stand open at a time. Chosen by hand: browsers stop at 512, pages have below a
hundred, and so many cost a parser half a second."""
MOST_ATTRIBUTES = 1000
"""In one tag: each is compared with those before it. Chosen by hand."""
LONG_TAG = 4000
"""Characters from which the attributes of a tag are counted. Chosen by hand: a thousand of them
take more."""

_CLOSED_BY_THE_NEXT = (
    *("p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "option", "optgroup"),
    *("colgroup", "rt", "rp", "html", "head", "body", "script", "style"),
)
_EMPTY = (
    "a",  # Anchors of old pages are often left open, and one closes the one before it.
    *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param"),
    *("source", "track", "wbr"),
)
_NOT_COUNTED = frozenset((*_CLOSED_BY_THE_NEXT, *_EMPTY))
_WITHOUT_TAGS = {"<!--": "-->", **{f"<{name}": f"</{name}" for name in ("script", "style")}}
"""What begins and ends a part in which nothing is a tag."""
_TAG = re.compile(r"<!--|<(/?)([a-z][a-z0-9:-]*)([^<>]*)")
_ATTRIBUTE = re.compile(r"[^\s=]=")


def is_nested_too_deep(html: str) -> bool:
    """Whether more stands open, or one tag has more attributes, than a page ever has."""
    words = html.lower()
    depth, place = 0, 0
    while (tag := _TAG.search(words, place)) is not None:
        place = tag.end()
        end = _WITHOUT_TAGS.get("<!--" if tag[2] is None else f"<{tag[2]}") if not tag[1] else None
        if end is not None:
            place = words.find(end, place)
            if place < 0:
                return False
            continue
        if len(tag[3]) > LONG_TAG and len(_ATTRIBUTE.findall(tag[3])) > MOST_ATTRIBUTES:
            return True
        if tag[2] not in _NOT_COUNTED and not tag[3].endswith("/"):
            depth = max(0, depth + (-1 if tag[1] else 1))
        if depth > DEEPEST:
            return True
    return False
