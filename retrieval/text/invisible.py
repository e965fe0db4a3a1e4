"""Characters that nobody sees: some break names and numbers apart when text is copied (``4<U+FE0F>0
mg`` is seen as 40 mg), some show it in another order than it has."""

from __future__ import annotations

import re

from names.patterns.signs import with_plain_signs

_UNSEEN = re.compile(
    # Soft hyphen, joiner of graphemes, Khmer vowels that are not drawn, Mongolian separator.
    "[\u00ad\u034f\u17b4\u17b5\u180b-\u180f"
    # Spaces and joiners of no width, marks of direction, invisible operators, the mark of a file.
    "\u200b\u200e\u200f\u061c\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufff8"
    # Controls of shorthand and of music, tags, selectors of variants beyond the first sixteen.
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Without width and meaning in what we read (Unicode, Default_Ignorable_Code_Point, without those
below). Marks of direction are among them: between two of them "10 - 20" is shown as "20 - 10"."""
_JOINER = re.compile("[\u200c\u200d\ufe00-\ufe0f]+")
"""Emoji and several scripts need them; beside a letter or digit of ASCII they mean nothing."""
_OTHERWISE = str.maketrans(
    {
        **dict.fromkeys("\u115f\u1160\u2800\u3164\uffa0", " "),  # drawn as a space
        **dict.fromkeys("\u0085\u2028\u2029", "\n"),
        **dict.fromkeys("\ufff9\ufffa\ufffb", "\ufffd"),  # a remark between the lines
        # Tabs, line ends and page ends stay; NUL is left to who stores.
        **dict.fromkeys([*range(0x01, 0x09), *range(0x0E, 0x20), 0x7F], "\ufffd"),
        **dict.fromkeys(set(range(0x80, 0xA0)) - {0x85}, "\ufffd"),
    }
)
"""What is shown in the place of signs that are drawn as another one, or differently by each
program."""


def readable(text: str) -> str:
    """The text as its reader sees it, so that what is compared and quoted is what is seen: without
    what has no width, what has another order than it shows made plain, and with the hyphens and
    spaces of the keyboard for those that only look like them. Otherwise "wild-type" with a fixed
    hyphen would be found and understood by nobody who types it.

    Done as a text is read (what people type, files, answers of sources), never to a document that
    is stored: spans count its characters."""
    text = with_plain_signs(text.translate(_OTHERWISE))
    return text if text.isascii() else _JOINER.sub(_joiner, _UNSEEN.sub("", text))


def _joiner(found: re.Match[str]) -> str:
    around = found.string[max(0, found.start() - 1) : found.end() + 1]
    beside = (around[:1], around[-1:])
    return "" if any(each.isascii() and each.isalnum() for each in beside) else found[0]
