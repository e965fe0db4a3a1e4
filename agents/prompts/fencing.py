"""What keeps texts of others inside the tags of a prompt: nothing in them is read as a tag of ours,
however it is written. All else stays as it is, since a model is to copy quotes."""

from __future__ import annotations

import re
import secrets
import string
import unicodedata

TAGS = ("document", "evidence", "file", "message", "observation")
"""The tags of all prompts; a test compares."""
MARK = secrets.token_hex(3)
"""What a tag of ours has behind its name when a model gets it: who writes a text cannot know it.
One for a whole process, since providers keep the beginning of a prompt that stays the same."""
_OURS = re.compile(rf"(</?(?:{'|'.join(TAGS)}))(?=[\s>])")
_MARKED = re.compile(rf"(?<=[a-z])-{MARK}(?![0-9a-f])")
_BRACKETS = (
    r"<\u00ab\u02c2\u140a\u1438\u169c\u16b2\u2039\u2264\u2266\u2268\u226a\u226e\u2270\u2272"
    r"\u2274\u2276-\u227a\u227c\u227e\u22b0\u22d6\u22d8\u22da-\u22dc\u22de\u22e6\u22e8\u2329"
    r"\u2343\u276c\u276e\u2770\u27e8\u27ea\u2976\u2977\u2991\u2993\u2996\u29c0\u29fc\u2a79\u2a7b\u2a7d"
    r"\u2a7f\u2a81\u2a83\u2a85\u2a87\u2a89\u2a8b-\u2a8d\u2a8f-\u2a95\u2a97\u2a99\u2a9b\u2a9d\u2a9f"
    r"\u2aa1\u2aa3-\u2aa6\u2aa8\u2aaf\u2ab1\u2ab3\u2ab5\u2ab7\u2ab9\u2abb\u2af7\u2af9\u3008"
    r"\u300a\u304f\u3111\ufe3d\ufe3f\ufe64\uff1c\U0001d236\U000e003c"
)
"""What is drawn like the angle bracket before a name: what Unicode calls less than, preceding or an
angle, and letters that look like it; a test compares."""
_TAG = re.compile(rf"[{_BRACKETS}](?P<name>[^\w{_BRACKETS}]{{0,4000}}[^{_BRACKETS}]{{0,160}})")
"""A bracket and what may be the name behind it, with whatever nobody sees before and within it."""
_LETTERS_ALIKE = str.maketrans(
    "авеіјкмнорсѕтухүѵԁɡɩαεικμνορτυχѳօոսıi1", "abeljkmhopcstyxyvdglaelkmvoptuxoonulll"
)
"""Letters of other alphabets that are drawn as Latin ones (Unicode, confusables), small, and what
stands for an l."""
_NAMED_LETTER = re.compile("(?:LATIN|REGIONAL) .*\\b([A-Z])$")
_ANY = "?"
"""A letter of another alphabet that may be drawn as any of ours, or a digit in a word."""
_ANY_OR_NONE = "*"
"""A sign that may be drawn for a letter, or stand beside one."""
_DIGIT_IN_WORD = re.compile(r"(?<=[^\W\d_])\d|(?<!\d)\d(?=[^\W\d_])")
_DRAWN_AS_ONE = (("rn", "m"), ("cl", "d"))
_QUOTES = str.maketrans(dict.fromkeys('"“”„‟″＂', "'"))
_DRAWN_TAGS = tuple(tag.translate(_LETTERS_ALIKE) for tag in TAGS)


class FencedText(str):
    """A text that holds tags of ours and whose texts of others are fenced already."""

    __slots__ = ()


def as_data(text: str) -> str:
    """Text in which no tag of ours opens or closes. Doing it twice changes nothing."""
    return _TAG.sub(_escape_tag, text)


def in_attribute(text: str) -> str:
    """The same where it stands in the quotation marks of a tag."""
    # As a string: of a variable that is missing this is the error that says so.
    return " ".join(as_data(str(text)).translate(_QUOTES).split())


def fence_value(value: object) -> object:
    """A value as a template shows it."""
    return as_data(value) if isinstance(value, str) and not isinstance(value, FencedText) else value


def mark_tags(text: str) -> str:
    """The text of a whole message with the mark in each tag; what stands in them is fenced."""
    return _OURS.sub(rf"\1-{MARK}", text)


def without_marks(text: str) -> str:
    """What a model said, should it repeat a tag: nobody learns the mark."""
    return _MARKED.sub("", text)


def _escape_tag(found: re.Match[str]) -> str:
    drawn = _skeleton(found["name"])
    # A letter before the name may be drawn as the stroke of a tag that closes.
    names = (drawn, drawn[1:]) if drawn.startswith(_ANY) else (drawn,)
    if not any(_is_drawn_as(name, tag) for name in names for tag in _DRAWN_TAGS):
        return found[0]
    return f"&lt;{found['name']}"


def _is_drawn_as(drawn: str, tag: str) -> bool:
    """Whether a skeleton begins with the tag. At most half of its letters may be other signs, so
    that a row of them is no tag."""
    tries = {(0, 0)}
    for sign in drawn:
        taken = {(read + 1, odd) for read, odd in tries if sign in (_ANY, tag[read])}
        if sign == _ANY_OR_NONE:
            odd_ones = {(read + 1, odd + 1) for read, odd in tries if 2 * odd < len(tag) - 1}
            taken = tries | odd_ones
        if any(read == len(tag) for read, _ in taken):
            return True
        tries = taken
    return False


def _skeleton(name: str) -> str:
    """The Latin letters and the digits that a name is drawn with. A number before it stays, so that
    "<5 files" is no tag."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    in_words = {found.start() for found in _DIGIT_IN_WORD.finditer(plain)}
    letters = enumerate(plain.translate(_LETTERS_ALIKE))
    drawn = "".join(_ANY if place in in_words else _letter(sign) for place, sign in letters)
    for several, one in _DRAWN_AS_ONE:
        drawn = drawn.replace(several, one)
    return drawn


def _letter(sign: str) -> str:
    """The sign as a Latin letter or digit; nothing where nobody sees a sign."""
    if sign.isascii():
        return sign if sign.isalnum() else _ANY_OR_NONE * (sign in string.punctuation)
    if unicodedata.category(sign)[0] not in "LNPS":
        return ""
    named = _NAMED_LETTER.search(unicodedata.name(sign, ""))
    if named:
        return named[1].lower().translate(_LETTERS_ALIKE)
    return _ANY if sign.isalpha() else _ANY_OR_NONE
