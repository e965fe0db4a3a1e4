"""Text normalised for comparison, each character knowing where in the source it comes from. Pure.

Two forms. The *plain* form evens out what differs between two copies of the same words: Unicode
forms, case, dashes, quotation marks, white space, words broken at the end of a line. The *bare*
form also drops hyphens, punctuation and white space that carry no meaning, and keeps those that
do: between digits, a minus, a plus, comparison signs, the space between two words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_BROKEN_WORD = re.compile(r"(?<=[^\W\d_])[-\u2010][ \t]*\r?\n[ \t]*(?=[a-z])")
_TOKEN = re.compile(r"[\x21-\x7e]{2,}|.", re.DOTALL)
_SOLID = re.compile(r"[a-z0-9]+")
_SINGLE_QUOTES = "‘’‛′ʹʼ`´"
_DOUBLE_QUOTES = "“”„‟″«»"
_KEPT_PUNCTUATION = "%‰/&"
_MEANINGLESS_SYMBOLS = "|`^"


@dataclass(frozen=True, slots=True)
class NormalisedText:
    """A normalised text; ``places[i]`` is where character *i* stands in the source."""

    text: str
    places: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the source that ``start:end`` of this form comes from."""
        return self.places[start], self.places[end - 1] + 1


@lru_cache(maxsize=128)
def plain(text: str) -> NormalisedText:
    """The plain form. White space at both ends is dropped."""
    characters: list[str] = []
    places: list[int] = []
    raised = False
    for found in _tokens(text):
        token, place = found.group(), found.start()
        was_raised, raised = raised, _is_raised(token[0])
        if len(token) > 1:
            characters += token.lower().replace("`", "'")
            places += range(place, found.end())
            continue
        for piece in _pieces(token, characters[-1:], continued=raised and was_raised):
            if piece != " " or characters[-1:] not in ([], [" "]):
                characters.append(piece)
                places.append(place)
    if characters[-1:] == [" "]:
        characters.pop()
        places.pop()
    return NormalisedText(_with_decimal_points("".join(characters)), tuple(places))


def _tokens(text: str) -> Iterator[re.Match[str]]:
    """The text in pieces, without what a line broke: several ASCII characters that are no white
    space, or one character."""
    at = 0
    for broken in _BROKEN_WORD.finditer(text):
        yield from _TOKEN.finditer(text, at, broken.start())
        at = broken.end()
    yield from _TOKEN.finditer(text, at)


def _pieces(character: str, before: list[str], *, continued: bool) -> str:
    """What one character becomes; *before* is the character written last."""
    if character.isascii():
        return " " if character.isspace() else character.lower().replace("`", "'")
    category = unicodedata.category(character)
    if category == "Cf":
        return ""
    if character.isspace() or category.startswith("Z"):
        return " "
    if category == "Pd" or character == "\u2212":
        return "-"
    if character in _SINGLE_QUOTES or character in _DOUBLE_QUOTES:
        return "'" if character in _SINGLE_QUOTES else '"'
    written = unicodedata.normalize("NFKD", character).casefold().replace("\u2212", "-")
    after_digit = bool(before) and before[0].isdigit() and not continued
    if after_digit and _is_raised(character):
        return "^" + written
    if after_digit and "\u2044" in written:
        return " " + written.replace("\u2044", "/")
    return written.replace("\u2044", "/")


def _is_raised(character: str) -> bool:
    """Whether it is a superscript: 10⁵ is not 105."""
    return not character.isascii() and unicodedata.decomposition(character).startswith("<super>")


def _with_decimal_points(text: str) -> str:
    return re.sub(r"(?<=\d)\u00b7(?=\d)", ".", text)


@lru_cache(maxsize=128)
def bare(text: str, *, hyphen: str) -> NormalisedText:
    """The bare form of a source text; *hyphen* is what one between two letters becomes: nothing
    or a space, for copies that spell "progression-free" in either way."""
    source = plain(text)
    written: list[str] = []
    places: list[int] = []
    at = 0
    while at < len(source.text):
        if solid := _SOLID.match(source.text, at):
            written += solid.group()
            places += source.places[at : solid.end()]
            at = solid.end()
            continue
        if not _droppable(source.text[at]):
            written.append(source.text[at])
            places.append(source.places[at])
            at += 1
            continue
        end = at
        while end < len(source.text) and _droppable(source.text[end]):
            end += 1
        kept = _joining_mark(source.text, at, end, hyphen)
        written += kept
        places += [source.places[at]] * len(kept)
        at = end
    return NormalisedText("".join(written), tuple(places))


def _droppable(character: str) -> bool:
    if character == " " or character in _MEANINGLESS_SYMBOLS:
        return True
    return character not in _KEPT_PUNCTUATION and unicodedata.category(character).startswith("P")


def _joining_mark(text: str, start: int, end: int, hyphen: str) -> str:
    """What a run of white space and punctuation between two characters means."""
    left, right = text[start - 1 : start], text[end : end + 1]
    run = text[start:end]
    if not left or not right:
        return "-" if left and run.startswith("-") else ""
    if left.isdigit() and right.isdigit():
        return run if " " not in run else "-" if "-" in run else " "
    if run == "*" and right.isdigit():
        return run
    if _is_minus(left, run, right):
        return "-"
    if left.isalpha() and right.isalpha():
        return {"-": hyphen, "'": ""}.get(run, " ")
    return ""


def _is_minus(left: str, run: str, right: str) -> bool:
    """A sign before a number ("of -5"), or after a name ("HER2- disease")."""
    before_number = right.isdigit() and run.endswith("-") and (len(run) > 1 or not left.isalnum())
    after_name = left.isalnum() and run.startswith("-") and (len(run) > 1 or not right.isalnum())
    return before_number or after_name
