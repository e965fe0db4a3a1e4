"""What a hostile input got. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

EntryPoint = Literal["question", "file", "document", "source", "record", "http"]
Verdict = Literal["taken", "refused", "broke"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
LONGEST_SENTENCE = 600
"""Of a refusal. Chosen by hand: what people read in one go."""
_LEAKS = (
    "Traceback",
    "broke inside Curbside",
    'File "/',
    "Error(",
    "<class ",
    "0x7f",
    "site-packages",
)
"""What a sentence for people never holds."""


@dataclass(frozen=True, slots=True)
class TriedInput:
    """An input by its entry point and its name, and what came of it."""

    entry_point: EntryPoint
    name: str
    verdict: Verdict
    words: str = ""
    """Of the refusal, or what broke."""


def as_taken(entry_point: EntryPoint, name: str) -> TriedInput:
    """It was answered or read."""
    return TriedInput(entry_point, name, "taken")


def as_refused(entry_point: EntryPoint, name: str, words: str) -> TriedInput:
    """It was refused in these words; they must be a sentence."""
    return TriedInput(entry_point, name, "refused" if is_sentence(words) else "broke", words)


def as_broken(entry_point: EntryPoint, name: str, error: object) -> TriedInput:
    """Something else came of it."""
    return TriedInput(
        entry_point, name, "broke", f"{type(error).__name__}: {error}"[:LONGEST_SENTENCE]
    )


def is_sentence(words: str) -> bool:
    """Whether these are words for people."""
    said = words.strip()
    is_whole = said.endswith((".", "!", "?", ")", "”", '"')) and len(said) <= LONGEST_SENTENCE
    return is_whole and said.isprintable() and not any(leak in said for leak in _LEAKS)


def table_lines(every: Sequence[TriedInput]) -> Iterable[str]:
    """All inputs with what each got, then the sums."""
    for got in every:
        yield f"{got.entry_point:9} {got.name:44} {got.verdict:8} {got.words}".rstrip()
    for entry_point in dict.fromkeys(got.entry_point for got in every):
        own = [got for got in every if got.entry_point == entry_point]
        counts = Counter(got.verdict for got in own)
        told = ", ".join(f"{counts[kind]} {kind}" for kind in VERDICTS)
        yield f"{entry_point}: {len(own)} inputs, {told}"
