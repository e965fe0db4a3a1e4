"""What every layout hands back, and the lines that stand on each page."""

from __future__ import annotations

from dataclasses import dataclass

from evals.documents.texts import Text, Words

HEADER = "Hospital of Nowhere \N{BULLET} made up to try out readers"


def footer(number: int) -> str:
    """The line at the end of a page."""
    return f"Printed by nobody, page {number}"


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file, and how much of the text it says."""

    content: bytes
    said: int | None = None
    """Of how many blocks the words are there; ``None`` for all."""
    pictures: tuple[int, ...] = ()
    """The pages that are pictures."""


def picture_from(text: Text) -> int:
    """The number of the block with which the picture begins: the last heading."""
    return max(
        number
        for number, block in enumerate(text.blocks)
        if isinstance(block, Words) and block.kind == "heading"
    )
