"""Raised signs as letters of their own: 10 with a raised 9 is 10⁹ and not 109. Pure."""

from __future__ import annotations

_RAISED = str.maketrans("0123456789+-=()abcdeginx", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᵍⁱⁿˣ")


def superscripts(words: str) -> str:
    """The words as they stand above the line; in brackets where no such letters exist."""
    if not words.strip():
        return words
    told = words.translate(_RAISED)
    same = any(new == old and not old.isspace() for new, old in zip(told, words, strict=True))
    return f" ({words.strip()})" if same else told
