"""Signs that look like the ones that names are written with, and are others: word processors put
them in place of a hyphen or a space, and people copy from there."""

from __future__ import annotations

_ALIKE = {
    **dict.fromkeys(map(ord, "\u2010\u2011\ufe63\uff0d"), "-"),
    **dict.fromkeys(map(ord, "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008"), " "),
    **dict.fromkeys(map(ord, "\u2009\u200a\u202f\u205f\u3000"), " "),
    ord("\uff0b"): "+",
}
"""Hyphen, non-breaking, small and full-width hyphen; the spaces of Unicode's category Zs; the
full-width plus. Dashes stay: a range is written with one, and a sentence is parted by one."""


def with_plain_signs(text: str) -> str:
    """The text with the sign of the keyboard for each that looks like it. It has as many
    characters as before, so that spans keep their places."""
    return text if text.isascii() else text.translate(_ALIKE)
