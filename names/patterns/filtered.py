"""Patterns that are only tried on a text which can hold what they look for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from names.patterns.required import RequiredStrings, required_strings_of
from names.patterns.trigrams import letters_of

_NONE: Iterator[re.Match[str]] = iter(())


@dataclass(frozen=True)
class FilteredPattern:
    """A pattern that finds what ``regex`` finds, and needs far less time for a text that holds
    nothing of it: most of some hundred readers of a sentence find nothing.

    For whole texts, which many patterns read; the place where a search ends cannot be given."""

    source: str
    flags: int = 0

    @cached_property
    def regex(self) -> re.Pattern[str]:
        """Compiled for the first text that can hold it: all of them took a tenth of what a process
        needs to start (measured)."""
        return re.compile(self.source, self.flags)

    @cached_property
    def needs(self) -> tuple[RequiredStrings, ...]:
        """What a text must hold for ``regex`` to find something in it."""
        return required_strings_of(self.source, self.flags)

    def finditer(self, text: str, start: int = 0) -> Iterator[re.Match[str]]:
        return self.regex.finditer(text, start) if self.can_match(text) else _NONE

    def search(self, text: str, start: int = 0) -> re.Match[str] | None:
        return self.regex.search(text, start) if self.can_match(text) else None

    def sub(self, replacement: str | Callable[[re.Match[str]], str], text: str) -> str:
        return self.regex.sub(replacement, text) if self.can_match(text) else text

    def can_match(self, text: str) -> bool:
        """Whether the text holds the letters without which nothing is found."""
        letters = letters_of(text)
        trigrams = letters.trigrams
        for need in self.needs:
            # Asked here first: the call is most of what the answer costs.
            if need.trigrams and need.trigrams.isdisjoint(trigrams):
                return False
            if not need.is_met(letters):
                return False
        return True


def filtered_pattern(pattern: str | re.Pattern[str], flags: int = 0) -> FilteredPattern:
    """The pattern; what it needs is told at its first use."""
    if isinstance(pattern, re.Pattern):
        return FilteredPattern(pattern.pattern, pattern.flags)
    return FilteredPattern(pattern, flags)


def any_of(patterns: Sequence[str]) -> FilteredPattern:
    """One pattern, in any case, that matches any of several; without patterns it never matches."""
    return filtered_pattern("|".join(patterns) if patterns else r"(?!)", re.IGNORECASE)
