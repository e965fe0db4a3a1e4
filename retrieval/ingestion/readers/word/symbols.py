"""Signs that Word takes from faces of signs, as letters."""

from __future__ import annotations

from typing import Any

from retrieval.ingestion.readers.word.namespace import W

_PRIVATE = 0xF000
"""Where Word puts the signs of such faces."""
_SAME = "0123456789+=<>%()[]/.,:;|"
_SYMBOL = {ord(each): each for each in _SAME} | {
    0x2D: "−", 0x44: "Δ", 0x57: "Ω", 0x61: "α", 0x62: "β", 0x63: "χ", 0x64: "δ", 0x65: "ε",
    0x67: "γ", 0x6B: "κ", 0x6C: "λ", 0x6D: "μ", 0x70: "π", 0x73: "σ", 0x74: "τ", 0x7E: "∼",
    0xA3: "≤", 0xA5: "∞", 0xAB: "↔", 0xAC: "←", 0xAD: "↑", 0xAE: "→", 0xAF: "↓", 0xB0: "°",
    0xB1: "±", 0xB2: "″", 0xB3: "≥", 0xB4: "×", 0xB5: "∝", 0xB7: "•", 0xB8: "÷", 0xB9: "≠",
    0xBA: "≡", 0xBB: "≈", 0xBC: "…", 0xD6: "√", 0xD7: "⋅",
}  # fmt: skip
_WINGDINGS = {
    0x6E: "■", 0x6F: "□", 0x71: "□", 0xA7: "▪", 0xA8: "□", 0xD8: "➢", 0xDF: "←", 0xE0: "→",
    0xE1: "↑", 0xE2: "↓", 0xF0: "⇨", 0xFB: "✘", 0xFC: "✔", 0xFD: "☒", 0xFE: "☑",
}  # fmt: skip
_FACES = {"symbol": _SYMBOL, "wingdings": _WINGDINGS}


def sign_of(element: Any) -> str:
    """The sign that a ``w:sym`` shows; one that is not known is shown as missing, for the words may
    hang on it."""
    code = element.get(f"{W}char") or ""
    try:
        place = int(code, 16)
    except ValueError:
        return "\N{REPLACEMENT CHARACTER}"
    return _sign(place, element.get(f"{W}font") or "")


def with_signs(words: str, run: Any) -> str:
    """The words of a run, with those of its letters that a face of signs draws."""
    if not any(_PRIVATE <= ord(letter) <= _PRIVATE + 0xFF for letter in words):
        return words
    faces = run.find(f"{W}rPr/{W}rFonts")
    face = faces.get(f"{W}ascii", "") if faces is not None else ""
    return "".join(
        _sign(ord(letter), face) if _PRIVATE <= ord(letter) <= _PRIVATE + 0xFF else letter
        for letter in words
    )


def _sign(place: int, face: str) -> str:
    known = _FACES.get(face.lower() or "symbol", {})
    return known.get(place & 0xFF, "\N{REPLACEMENT CHARACTER}")
