"""Placeholders for what is personal, the same throughout a thread, and the way back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from retrieval.privacy.finding import find_personal, with_labels
from retrieval.privacy.people import is_of_a_disease
from retrieval.privacy.span import Personal, PersonalKind, without_overlaps

_PLACEHOLDER = re.compile(r"\[(?:NAME|RECORD|BIRTH_DATE|PHONE|ADDRESS|EMAIL)_\d{1,4}[A-Z]?\]")
_IN_ADDRESS = re.compile(r"(?:\w{2,10}:/{0,2}|www\.|mailto:|\]\()\S{0,2000}$", re.I)
_PART = re.compile(r"[^\W\d_]{3,}(?:[-'’][^\W\d_]+)*")
LOOK_BACK = 2_000
"""Characters before a placeholder in which the begin of a web address is looked for. Chosen by
hand."""
SHORTEST_NAME, SHORTEST_VALUE = 3, 6
"""Characters of what is hidden wherever it stands: "Li" or a record 123 also mean other things."""
_SHORT_LINE = 8
"""A line of an address that is no longer may be no more than a number of a house. Chosen by
hand."""
_LETTERS = "BCDEFGHIJKLMNOPQRSTUVWXYZ"


class HiddenWords:
    """What was hidden of one thread. Not shared between threads: a placeholder means nothing in
    another one.

    The same texts in the same order give the same placeholders, so they need not be stored."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        """``texts``: what people said in the thread, oldest first."""
        self._placeholders: dict[tuple[PersonalKind, str], str] = {}
        self._values: dict[str, str] = {}
        self._counts: dict[PersonalKind, int] = {}
        self._parts: dict[str, PersonalKind] = {}
        """Each value, and each part of a name or an address, → what it is."""
        self._known: re.Pattern[str] | None = None
        for text in texts:
            self.learn(text)

    def hide(self, text: str) -> str:
        """The text with a placeholder for each thing that is personal. What looks like one of ours
        already, and was not made here, is no longer one afterwards."""
        found = find_personal(text)
        self._learn(text, found)
        return self._replace_spans(text, self._all(text, found))

    def blank(self, text: str) -> str:
        """The text with as many spaces in the place of what is personal and its label ("MRN"): for
        searches, which find nothing by it, and where places in the text must stay where they are.
        """
        pieces, end = [], 0
        for each in with_labels(text, self._all(text, find_personal(text))):
            pieces += [text[end : each.start], " " * (each.end - each.start)]
            end = each.end
        return "".join([*pieces, text[end:]])

    def restore(self, text: str) -> str:
        """The text with the words that placeholders of this thread stand for; not within an address
        on the web, where a name would leave with whoever opens it."""

        def value(match: re.Match[str]) -> str:
            before = text[max(0, match.start() - LOOK_BACK) : match.start()]
            known = self._values.get(match.group(), match.group())
            return match.group() if _IN_ADDRESS.search(before) else known

        return _PLACEHOLDER.sub(value, text)

    def placeholders_in(self, text: str) -> tuple[str, ...]:
        """Those of this thread that a text uses, in its order."""
        used = dict.fromkeys(_PLACEHOLDER.findall(text))
        return tuple(each for each in used if each in self._values)

    def learn(self, text: str) -> None:
        """Take note of what is personal in a text, wherever it stands in others."""
        self._learn(text, find_personal(text))

    def _learn(self, text: str, found: Iterable[Personal]) -> None:
        for each in found:
            value = text[each.start : each.end]
            if (each.kind, value) not in self._placeholders:
                self._add(each.kind, value)

    def _add(self, kind: PersonalKind, value: str) -> None:
        number = self._counts[kind] = self._counts.get(kind, 0) + 1
        self._assign(kind, value, f"[{kind}_{number}]")
        parts = [part for part in _parts_of(kind, value) if part not in self._parts]
        for part, letter in zip(parts, _LETTERS, strict=False):
            self._assign(kind, part, f"[{kind}_{number}{letter}]")

    def _assign(self, kind: PersonalKind, value: str, placeholder: str) -> None:
        self._placeholders[kind, value] = placeholder
        self._values[placeholder] = value
        if len(value) >= (SHORTEST_NAME if kind == "NAME" else SHORTEST_VALUE):
            self._parts[value] = kind
            self._known = None

    def _all(self, text: str, found: Iterable[Personal]) -> tuple[Personal, ...]:
        """With the other places of names that the thread has given."""
        return without_overlaps([*found, *self._known_names(text)])

    def _known_names(self, text: str) -> Iterator[Personal]:
        if not self._parts:
            return
        if self._known is None:
            either = "|".join(map(re.escape, sorted(self._parts, key=len, reverse=True)))
            self._known = re.compile(rf"(?<![^\W\d_])(?<![^\W_][–-])(?:{either})(?![^\W_]|[–-]\w)")
        for match in self._known.finditer(text):
            kind = self._parts[match.group()]
            if kind != "NAME" or not is_of_a_disease(text, match.start(), match.end()):
                yield Personal(match.start(), match.end(), kind)

    def _replace_spans(self, text: str, spans: Iterable[Personal]) -> str:
        pieces, end = [], 0
        for each in spans:
            pieces.append(_without_placeholders(text[end : each.start]))
            value = text[each.start : each.end]
            if (each.kind, value) not in self._placeholders:
                self._add(each.kind, value)
            pieces.append(self._placeholders[each.kind, value])
            end = each.end
        return "".join([*pieces, _without_placeholders(text[end:])])


def _parts_of(kind: PersonalKind, value: str) -> Iterator[str]:
    """What of a value may stand alone elsewhere: the words of a name, the lines of an address."""
    parts = (
        _PART.findall(value) if kind == "NAME" else value.split("\n") if kind == "ADDRESS" else ()
    )
    told = dict.fromkeys(
        part.strip() for part in parts if kind == "NAME" or len(part) > _SHORT_LINE
    )
    if kind == "NAME":
        told |= dict.fromkeys(part.upper() for part in told)
        told |= dict.fromkeys(part.title() for part in told if part.isupper())
    yield from (part for part in told if part != value and not part[0].islower())


def _without_placeholders(text: str) -> str:
    """Text of documents and people cannot hold a placeholder: it would be restored."""
    return _PLACEHOLDER.sub(lambda match: f"({match.group()[1:-1]})", text)


def without_personal(text: str) -> str:
    """A text of which no thread is known, with spaces in the place of what is personal."""
    return HiddenWords([text]).blank(text)
