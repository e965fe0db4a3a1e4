"""Slack's text as plain words: read once, when an event comes in. Pure.

Slack sends a message in two forms. ``text`` holds control sequences in angle brackets (mentions,
links, dates), marks (``*bold*``) and the entities ``&amp; &lt; &gt;``. ``blocks`` holds what a
person typed as ``rich_text``, where marks are styles and no entity is used
(https://docs.slack.dev/reference/block-kit/blocks/rich-text-block). The block is read if there is
one, because a mark and a star allele look alike in ``text``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, Literal

from retrieval.text.invisible import readable

Payload = Mapping[str, Any]
MentionKind = Literal["user", "group", "channel", "everyone"]

_ENTITY = re.compile("&(amp|lt|gt);")
_CHARACTERS = {"amp": "&", "lt": "<", "gt": ">"}
_SEQUENCE = re.compile(
    r"<(?:"
    r"@(?P<user>[UW][A-Z0-9]+)"
    r"|#(?P<channel>[CDG][A-Z0-9]+)"
    r"|!subteam\^(?P<group>S[A-Z0-9]+)"
    r"|!date\^(?P<seconds>\d{1,10})\^[^<>|\n]*"
    r"|!(?P<everyone>[a-z]+)"
    r"|(?:mailto:|tel:)(?P<contact>[^<>|\n]+)"
    r"|(?P<url>(?:https?|ftp|slack|sip|sms):[^<>|\n]+)"
    r")(?:\|(?P<label>[^<>\n]*))?>"
)
_CODE = re.compile(r"```\n?(?P<block>.*?)\n?```|`(?P<span>[^`\n]+)`", re.S)
_KEPT = re.compile(f"{_CODE.pattern}|{_SEQUENCE.pattern}", re.S)
_PLACE = "\x00"
"""Stands for a part that is read already. No message holds it: Slack cuts control characters."""
_MARKS = tuple(
    # A mark opens before a word and closes after one: "*2/*3" and "5_FU" have none. A star or a
    # tilde before a figure is never a mark: "*4" is an allele, "~40" is about forty.
    re.compile(rf"(?<![^\W_]){mark}{figure}(?=\S)([^{mark}\n]+)(?<=\S){mark}(?![^\W_])")
    for mark, figure in ((r"\*", r"(?!\d)"), ("_", ""), ("~", r"(?!\d)"))
)
_QUOTE = re.compile(r"^(?:&gt;){1,3}(?:[ \t]+(?![\d.,])|$)", re.M)
"""A quotation. ``> 40`` at the start of a line stays: it is a limit, not a quotation."""
_EMOJI = re.compile(
    r"(?<![^\s:.,;!?()]):(?=[^\s:]{0,79}[a-z])(?!(?:pos|neg|positive|negative|mut|wt|low|high):)"
    r"[a-z\d_+'-]{2,80}:(?:skin-tone-\d:)?(?![^\s:.,;!?()])"
)
"""An emoji by its name. It says nothing that could be searched; states of markers may."""
_BULLET = re.compile(r"^([ \t]*)[•◦▪]\ufe0e?[ \t]+", re.M)


@dataclass(frozen=True, slots=True)
class Mention:
    """A person, a group of people or a channel that a message names."""

    kind: MentionKind
    id: str
    """Slack's id; for ``everyone`` the word itself, such as ``here``."""
    name: str = ""
    """The name as Slack shows it, if it is known."""

    def __str__(self) -> str:
        return f"{'#' if self.kind == 'channel' else '@'}{self.name or self.id}"


@dataclass(frozen=True, slots=True)
class MessageText:
    """What a message says: plain words, and the mentions between them."""

    parts: tuple[str | Mention, ...] = ()
    """No two strings stand beside each other, and none is empty."""

    def __str__(self) -> str:
        return "".join(str(part) for part in self.parts)

    @property
    def mentions(self) -> tuple[Mention, ...]:
        return tuple(part for part in self.parts if isinstance(part, Mention))

    def is_to(self, user: str) -> bool:
        """Whether the message mentions this user."""
        return any(mention.id == user for mention in self.mentions)

    @property
    def addressee(self) -> Mention | None:
        """The person or group whose mention begins the message."""
        said = (part for part in self.parts if isinstance(part, Mention) or part.strip())
        first = next(said, None)
        is_people = isinstance(first, Mention) and first.kind in ("user", "group")
        return first if isinstance(first, Mention) and is_people else None

    def without(self, user: str) -> str:
        """The words without the mentions of this user, and without the colon or comma after one."""
        words, is_seam = "", False
        for part in self.parts:
            if isinstance(part, Mention) and part.id == user:
                words, is_seam = words.rstrip(" \t"), True
                continue
            piece = str(part)
            if is_seam:
                piece = re.sub(r"^[:,]?[ \t]*", "", piece)
                piece = f" {piece}" if words and piece else piece
            words, is_seam = words + piece, False
        return words.strip()

    def with_names(self, names: Mapping[str, str]) -> MessageText:
        """The same with the names of these ids, where a mention has none."""
        return MessageText(
            tuple(
                replace(part, name=names.get(part.id, ""))
                if isinstance(part, Mention) and not part.name
                else part
                for part in self.parts
            )
        )


NO_TEXT = MessageText()


def read_text(message: Payload) -> MessageText:
    """What a message of Slack says, from its ``blocks`` or else from its ``text``.

    The blocks count only if they mention whom the text mentions: an app may send others."""
    from_text = parse_mrkdwn(str(message.get("text") or ""))
    from_blocks = parse_rich_text(message.get("blocks"))
    if from_blocks is None or not str(from_blocks).strip():
        return from_text
    if {one.id for one in from_text.mentions} != {one.id for one in from_blocks.mentions}:
        return from_text
    return from_blocks.with_names({one.id: one.name for one in from_text.mentions})


def unescape(text: str) -> str:
    """``&amp; &lt; &gt;`` as characters, each read once: ``&amp;lt;`` is the text ``&lt;``."""
    return _ENTITY.sub(lambda match: _CHARACTERS[match[1]], text)


def parse_mrkdwn(text: str) -> MessageText:
    """What a ``text`` of Slack says. Takes time in proportion to its length."""
    parts: list[str | Mention] = []

    def keep(match: re.Match[str]) -> str:
        is_code = match["block"] is not None or match["span"] is not None
        parts.append(_code(match) if is_code else _meaning_of_sequence(match))
        return _PLACE

    text = _KEPT.sub(keep, text.replace(_PLACE, ""))
    for mark in _MARKS:
        text = mark.sub(r"\1", text)
    text = _EMOJI.sub("", _BULLET.sub(r"\1- ", _QUOTE.sub("", text)))
    words = (unescape(piece) for piece in text.split(_PLACE))
    return MessageText(tuple(_join_words(_interleave(words, parts))))


def _code(match: re.Match[str]) -> str:
    """The words of a stretch of code, where marks mean nothing."""
    words = match["block"] if match["block"] is not None else match["span"]
    return unescape(_SEQUENCE.sub(lambda found: str(_meaning_of_sequence(found)), words))


def _meaning_of_sequence(match: re.Match[str]) -> str | Mention:
    """What a control sequence stands for: a mention, or words."""
    label = match["label"] or ""
    kinds: tuple[MentionKind, ...] = ("user", "channel", "group", "everyone")
    for kind in kinds:
        if match[kind]:
            return Mention(kind, match[kind], unescape(label).lstrip("@#"))
    if match["seconds"]:
        return unescape(label) or _day(match["seconds"])
    return unescape(label or match["contact"] or match["url"])


def parse_rich_text(blocks: object) -> MessageText | None:
    """What the ``rich_text`` blocks of a message say; None if there are none, or if one of them
    holds something that is not known here."""
    if not isinstance(blocks, list) or not blocks:
        return None
    try:
        lines = [list(line) for block in blocks for line in _block_lines(block)]
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    parts = [part for line in lines for part in ("\n", *line)][1:]
    return MessageText(tuple(_join_words(parts)))


def _block_lines(block: Payload) -> Iterator[Iterable[str | Mention]]:
    if block["type"] != "rich_text":
        raise ValueError(block["type"])
    for element in block["elements"]:
        if element["type"] == "rich_text_list":
            yield from _list_lines(element)
        else:
            yield _without_last_break(_inline(element))


def _list_lines(element: Payload) -> Iterator[Iterable[str | Mention]]:
    indent = "  " * int(element.get("indent") or 0)
    first = 1 + int(element.get("offset") or 0)
    for number, item in enumerate(element["elements"], first):
        sign = f"{number}. " if element["style"] == "ordered" else "- "
        yield [indent + sign, *_inline(item)]


def _inline(element: Payload) -> list[str | Mention]:
    if element["type"] not in ("rich_text_section", "rich_text_quote", "rich_text_preformatted"):
        raise ValueError(element["type"])
    return [_INLINE[part["type"]](part) for part in element["elements"]]


def _without_last_break(parts: list[str | Mention]) -> list[str | Mention]:
    """Slack ends a paragraph before a list with a line break; some clients do not."""
    last = parts[-1] if parts else ""
    return [*parts[:-1], last.removesuffix("\n")] if isinstance(last, str) else parts


def _link(part: Payload) -> str:
    return str(part.get("text") or re.sub("^(?:mailto|tel):", "", part["url"]))


def _emoji(part: Payload) -> str:
    """Its characters; one of the workspace's own has none and says nothing."""
    codes = str(part.get("unicode") or "")
    return "".join(chr(int(code, 16)) for code in codes.split("-")) if codes else ""


def _date(part: Payload) -> str:
    return str(part.get("fallback") or _day(part["timestamp"]))


def _day(seconds: str | int) -> str:
    return datetime.fromtimestamp(int(seconds), UTC).date().isoformat()


_INLINE: dict[str, Callable[[Payload], str | Mention]] = {
    "text": lambda part: _EMOJI.sub("", str(part["text"])),
    "link": _link,
    "emoji": _emoji,
    "date": _date,
    "color": lambda part: str(part["value"]),
    "user": lambda part: Mention("user", part["user_id"]),
    "usergroup": lambda part: Mention("group", part["usergroup_id"]),
    "channel": lambda part: Mention("channel", part["channel_id"]),
    "broadcast": lambda part: Mention("everyone", part["range"]),
}
"""What each inline element of a rich_text block says."""


def _interleave(words: Iterable[str], parts: Iterable[str | Mention]) -> Iterator[str | Mention]:
    """The words with the parts between them."""
    kept = iter(parts)
    for number, piece in enumerate(words):
        if number:
            yield next(kept)
        yield piece


def _join_words(parts: Iterable[str | Mention]) -> Iterator[str | Mention]:
    """The parts with neighbouring strings made one; invisible characters and empty strings are
    left out."""
    for is_words, group in groupby(parts, key=lambda part: isinstance(part, str)):
        if not is_words:
            yield from group
        elif piece := readable("".join(str(part) for part in group)):
            yield piece
