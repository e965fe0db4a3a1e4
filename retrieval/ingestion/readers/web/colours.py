"""The colours of words and of what lies below them, as styles tell them."""

from __future__ import annotations

import re

from retrieval.ingestion.readers.web.declarations import Declared

Colour = tuple[float, ...] | str | None
"""Red, green, blue and opacity; the name of a colour; ``None`` where it is not known."""

WHITE: Colour = (255.0, 255.0, 255.0, 1.0)
BLACK: Colour = (0.0, 0.0, 0.0, 1.0)
CLEAR: Colour = (0.0, 0.0, 0.0, 0.0)
_NAMED = {"white": WHITE, "black": BLACK, "transparent": CLEAR}
_ALIKE = 8.0
"""Of 255, by which red, green and blue may differ in colours that nobody tells apart. By hand."""
_FAINT = 0.05
"""Opacity below which letters are not seen. Chosen by hand."""
_HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_MIXED = re.compile(r"rgba?\(([^()]{1,60})\)")
_NAME = re.compile(r"[a-z]{3,20}")
_OF_OTHERS = frozenset(
    (
        *("inherit", "initial", "unset", "revert", "currentcolor", "auto", "none"),
        *("canvas", "canvastext"),
    )
)
_SHAPING = (
    *("text-shadow", "-webkit-text-stroke", "-webkit-text-stroke-width"),
    "-webkit-text-fill-color",
)
"""What makes letters seen in spite of their colour."""
_BELOW = ("background", "background-color", "background-image", "background-clip")


def colour_of(value: str) -> Colour:
    """The colour that is written so."""
    if value in _NAMED:
        return _NAMED[value]
    if told := _HEX.fullmatch(value):
        return _of_digits(told[1])
    if told := _MIXED.fullmatch(value):
        return _of_parts(re.split(r"[\s,/]+", told[1].strip()))
    return value if _NAME.fullmatch(value) and value not in _OF_OTHERS else None


def _of_digits(digits: str) -> Colour:
    if len(digits) < 6:
        digits = "".join(each * 2 for each in digits)
    parts = [float(int(digits[at : at + 2], 16)) for at in range(0, len(digits), 2)]
    return (*parts[:3], parts[3] / 255 if len(parts) == 4 else 1.0)


def _of_parts(parts: list[str]) -> Colour:
    try:
        told = [
            float(part.removesuffix("%")) * (2.55 if part.endswith("%") and at < 3 else 1)
            for at, part in enumerate(parts)
        ]
    except ValueError:
        return None
    if len(told) == 4 and parts[3].endswith("%"):
        told[3] /= 100
    return (*told, 1.0)[:4] if len(told) in (3, 4) else None


def is_clear(colour: Colour) -> bool:
    """Whether nothing of it is seen."""
    return isinstance(colour, tuple) and colour[3] < _FAINT


def are_alike(one: Colour, other: Colour) -> bool:
    """Whether both are known, and nobody tells them apart."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        full = one[3] == other[3] == 1
        return full and all(abs(a - b) <= _ALIKE for a, b in zip(one[:3], other[:3], strict=True))
    return one is not None and one == other


def letters_in(said: Declared) -> tuple[bool, Colour]:
    """Whether a colour of letters is declared, and which."""
    cut_out = any(
        said.get(name) == "text" for name in ("background-clip", "-webkit-background-clip")
    )
    if cut_out or any(name in said for name in _SHAPING):
        return True, None
    return ("color" in said, colour_of(said["color"]) if "color" in said else None)


def ground_in(said: Declared) -> tuple[bool, Colour]:
    """Whether it is declared what lies below, and which colour that is."""
    told = [said[name] for name in _BELOW if name in said]
    told = [each for each in told if each not in ("none", "transparent")]
    if not told:
        return False, None
    return True, colour_of(told[0]) if len(told) == 1 else None
