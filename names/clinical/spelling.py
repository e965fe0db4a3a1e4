"""A message as its writer meant it: small letters restored, misspelled drugs spelled, with the
places of the text as it stands kept."""

from __future__ import annotations

from functools import lru_cache

from names.clinical.expansion import Expanded
from names.recognise import recognise
from names.recognition.casing import restore_case

LONGEST = 2_000
"""Characters of a message in which spelling is looked at: what people type. Files are spelled by
programs, and cost too much."""


@lru_cache(maxsize=500)
def as_meant(text: str) -> Expanded:
    """The message with its capitals, and each misspelled drug by its generic name.

    What was guessed has to be told to the reader: :func:`guessed_drugs`."""
    restored = restore_case(text)
    parts: list[str] = []
    pieces: list[tuple[int, int, int, int]] = []
    at = length = 0
    for mention in recognise(restored).of("drug") if len(text) <= LONGEST else ():
        if not mention.guessed or mention.start < at:
            continue
        before = restored[at : mention.start]
        start = length + len(before)
        parts += [before, mention.name]
        length, at = start + len(mention.name), mention.end
        pieces.append((start, length, mention.start, mention.end))
    parts.append(restored[at:])
    return Expanded("".join(parts), tuple(pieces))


def guessed_drugs(text: str) -> tuple[tuple[str, str], ...]:
    """Misspelled drugs of a message: the words, and the name they were read as."""
    found = recognise(restore_case(text)).of("drug")
    return tuple(dict.fromkeys((m.text, m.name) for m in found if m.guessed))
