"""Characters that nobody sees and that break names apart when text is copied."""

from __future__ import annotations

_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
"""Soft hyphen, zero-width space, word joiner and byte order mark (Unicode, category Cf). Joiners
stay: emoji and several scripts need them."""


def remove_invisible(text: str) -> str:
    """The text without characters that have no width and no meaning: ``*<U+200B>2A`` is ``*2A``.

    What people type is cleaned of them, since our own messages hold zero-width spaces that keep
    Slack from reading a star as a mark, and people copy from them. Stored documents are never
    changed: spans count their characters."""
    return text.translate(_INVISIBLE)
