"""What keeps texts of others inside the tags of a prompt: nothing in them is read as a tag of ours,
however it is written. All else stays as it is, since a model is to copy quotes."""

from __future__ import annotations

import re
import unicodedata

TAGS = ("document", "evidence", "file", "message", "observation")
"""The tags of all prompts; a test compares."""
_UNSEEN = r"\u00ad\u0300-\u036f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
_JUNK = rf"[\s/\\\u2044\u2215{_UNSEEN}]"
_BRACKET = r"[<\uff1c\ufe64\u2039\u2329\u27e8\u3008\u276e\u1438\u02c2]"
_TAG = re.compile(rf"{_BRACKET}(?P<name>{_JUNK}{{0,40}}(?:\w{_JUNK}{{0,9}}){{0,14}})")
"""Whatever looks like the angle bracket before a name, with what may stand between."""
_LOOK_ALIKE = str.maketrans("авеіјкмнорсѕтухүѵԁɡɩαεικμνορτυχѳ", "abeijkmhopcstyxyvdgiaeikmvoptuxo")
"""Letters of other alphabets that are drawn as Latin ones (Unicode, confusables), small."""
_QUOTES = str.maketrans(dict.fromkeys('"“”„‟″＂', "'"))
_NOT_A_LETTER = re.compile(r"[^a-z]")


class FencedText(str):
    """A text that holds tags of ours and whose texts of others are fenced already."""

    __slots__ = ()


def as_data(text: str) -> str:
    """Text in which no tag of ours opens or closes. Doing it twice changes nothing."""
    return _TAG.sub(_escape_tag, text)


def in_attribute(text: str) -> str:
    """The same where it stands in the quotation marks of a tag."""
    return " ".join(as_data(text).translate(_QUOTES).split())


def fence_value(value: object) -> object:
    """A value as a template shows it."""
    return as_data(value) if isinstance(value, str) and not isinstance(value, FencedText) else value


def _escape_tag(found: re.Match[str]) -> str:
    if not _skeleton(found["name"]).startswith(TAGS):
        return found[0]
    return f"&lt;{found['name']}"


def _skeleton(name: str) -> str:
    """The Latin letters that a name is drawn with."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(_LOOK_ALIKE)
    return _NOT_A_LETTER.sub("", plain)
