"""What keeps texts of others inside the tags of a prompt: nothing in them is read as a tag of ours,
however it is written. All else stays as it is, since a model is to copy quotes."""

from __future__ import annotations

import re
import unicodedata

TAGS = ("document", "evidence", "file", "message", "observation")
"""The tags of all prompts; a test compares."""
_BRACKETS = (
    "<\uff1c\ufe64\u2039\u2329\u27e8\u3008\u276e\u1438\u02c2\u2770\u29fc\u227a\u22d6\u300a\u27ea"
)
"""What looks like the angle bracket before a name."""
_TAG = re.compile(rf"[{_BRACKETS}](?P<name>[^\w{_BRACKETS}]{{0,4000}}[^{_BRACKETS}]{{0,160}})")
"""A bracket and what may be the name behind it, with whatever nobody sees before and within it."""
_LETTERS_ALIKE = str.maketrans(
    "авеіјкмнорсѕтухүѵԁɡɩαεικμνορτυχѳօոսı", "abeijkmhopcstyxyvdgiaeikmvoptuxoonui"
)
"""Letters of other alphabets that are drawn as Latin ones (Unicode, confusables), small."""
_DIGITS_ALIKE = str.maketrans("01", "ol")
_SMALL_CAPITAL = re.compile("LATIN LETTER SMALL CAPITAL ([A-Z])")
_QUOTES = str.maketrans(dict.fromkeys('"“”„‟″＂', "'"))
_NOT_A_SIGN = re.compile(r"[^a-z0-9]")


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


def _escape_tag(found: re.Match[str]) -> str:
    if not _skeleton(found["name"]).startswith(TAGS):
        return found[0]
    return f"&lt;{found['name']}"


def _skeleton(name: str) -> str:
    """The Latin letters and the digits that a name is drawn with. A number before it stays, so that
    "<5 files" is no tag."""
    plain = _NOT_A_SIGN.sub("", _plain_letters(name))
    number = plain[: len(plain) - len(plain.lstrip("0123456789"))]
    return number + plain[len(number) :].translate(_DIGITS_ALIKE)


def _plain_letters(name: str) -> str:
    """The name with the plain letter for each that is a form of it."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(_LETTERS_ALIKE)
    return "".join(_capital(sign) for sign in plain)


def _capital(sign: str) -> str:
    found = _SMALL_CAPITAL.fullmatch(unicodedata.name(sign, "")) if sign > "\u00ff" else None
    return found[1].lower() if found else sign
