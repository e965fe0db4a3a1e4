"""Markdown as text, without what is struck out: it holds no longer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from retrieval.ingestion.readers.plain import plain_text

_STRUCK = re.compile(
    r"(?<!~)~~(?=[^\s~])[^~]{1,2000}~~(?!~)|<(s|del|strike)>[^<>]{0,2000}</\1>", re.IGNORECASE
)
_FENCE = re.compile(r" {0,3}(?:```|~~~)")


def markdown_text(name: str, content: bytes) -> tuple[str, str]:
    """No title of its own, and the text. What stands between fences is left as it is."""
    _, text = plain_text(name, content)
    if "~~" not in text and "<" not in text:
        return "", text
    return "", "".join(_parts(text))


def _parts(text: str) -> Iterator[str]:
    held: list[str] = []
    fenced = False
    for line in text.splitlines(keepends=True):
        if _FENCE.match(line):
            yield _without_struck("".join(held)) if not fenced else "".join(held)
            held, fenced = [], not fenced
            yield line
        else:
            held.append(line)
    yield "".join(held) if fenced else _without_struck("".join(held))


def _without_struck(text: str) -> str:
    # A paragraph ends what is struck out in it.
    return re.sub(_STRUCK, lambda found: found[0] if "\n\n" in found[0] else "", text)
