"""Characters that nobody sees: some break names apart when text is copied, some show it in another
order than it has."""

from __future__ import annotations

from names.patterns.signs import with_plain_signs

_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
"""Soft hyphen, zero-width space, word joiner and byte order mark (Unicode, category Cf). Joiners
stay: emoji and several scripts need them."""


REORDERING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""They make "gm 001" look like "100 mg" (Unicode, directional formatting)."""
_REORDERING = dict.fromkeys(map(ord, REORDERING))


def remove_reordering(text: str) -> str:
    """The text as it is compared and quoted, for who looks at it, too. Done as a text is read, not
    to one that is stored."""
    return text.translate(_REORDERING)


def readable(text: str) -> str:
    """The text as it is stored of a file: without what shows it in another order than it has, and
    with the hyphens and spaces of the keyboard for those that only look like them. Otherwise
    "wild-type" with a fixed hyphen would be found and understood by nobody who types it."""
    return with_plain_signs(remove_reordering(text))


def remove_invisible(text: str) -> str:
    """The text without characters that have no width and no meaning (``*<U+200B>2A`` is ``*2A``),
    and with the signs of the keyboard for those that look like them.

    What people type is cleaned of them, since our own messages hold zero-width spaces that keep
    Slack from reading a star as a mark, and people copy from them. Stored documents are never
    changed: spans count their characters."""
    return readable(text).translate(_INVISIBLE)
