"""The state in which a page of a PDF is drawn, as far as it tells what can be seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

Colour = tuple[float, ...] | None
"""Red, green and blue, each from 0 to 1; ``None`` where it is not known."""
Box = tuple[float, float, float, float]
Matrix = tuple[float, float, float, float, float, float]

BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)
UNMOVED: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
EVERYWHERE: Box = (-inf, -inf, inf, inf)
_ALIKE = 0.03
"""By which red, green and blue may differ in two colours that nobody tells apart. By hand."""
_COMPONENTS = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}


@dataclass(frozen=True)
class DrawingState:
    """What holds until the state is restored."""

    matrix: Matrix = UNMOVED
    clip: Box = EVERYWHERE
    is_cut_straight: bool = True
    colour: Colour = BLACK
    space: str = "/DeviceGray"
    opacity: float = 1.0
    is_plain: bool = True
    """Nothing is blended or masked."""
    mode: int = 0
    face: str = ""
    size: float = 0.0
    leading: float = 0.0


def product(one: Matrix, other: Matrix) -> Matrix:
    """The matrix that moves by ``one``, then by ``other``."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j,
            e * g + f * i + k, e * h + f * j + m)  # fmt: skip


def box_of(points: Sequence[tuple[float, float]], matrix: Matrix) -> Box:
    """The box around points that a matrix moves."""
    a, b, c, d, e, f = matrix
    rights = [a * x + c * y + e for x, y in points]
    ups = [b * x + d * y + f for x, y in points]
    return min(rights), min(ups), max(rights), max(ups)


def meet(one: Box, other: Box) -> Box:
    """What two boxes have in common."""
    return (max(one[0], other[0]), max(one[1], other[1]),
            min(one[2], other[2]), min(one[3], other[3]))  # fmt: skip


def holds(box: Box, right: float, up: float) -> bool:
    """Whether a point is in a box."""
    return box[0] <= right <= box[2] and box[1] <= up <= box[3]


def are_alike(one: Colour, other: Colour) -> bool:
    """Whether two colours are known, and nobody tells them apart."""
    if one is None or other is None:
        return False
    return all(abs(own - its) <= _ALIKE for own, its in zip(one, other, strict=True))


def with_colour(drawing: DrawingState, order: bytes, values: Sequence[Any]) -> DrawingState:
    """The state after an order that sets what is filled with."""
    spaces = {b"g": "/DeviceGray", b"rg": "/DeviceRGB", b"k": "/DeviceCMYK"}
    space = spaces.get(order, drawing.space)
    numbers = [float(each) for each in values if not isinstance(each, str)]
    if len(numbers) != len(values):
        return replace(drawing, colour=None)
    return replace(drawing, space=space, colour=_colour(space, numbers))


def with_space(drawing: DrawingState, name: str, spaces: Mapping[str, Any]) -> DrawingState:
    """The state after an order that sets how colours are told; each begins with black."""
    told = spaces.get(name, name)
    told = told.get_object() if hasattr(told, "get_object") else told
    kind = str(told[0] if isinstance(told, list) and told else told)
    if kind == "/ICCBased" and isinstance(told, list):
        kind = _COMPONENTS.get(int(told[1].get_object().get("/N", 0)), kind)
    kind = {"/CalGray": "/DeviceGray", "/CalRGB": "/DeviceRGB"}.get(kind, kind)
    colour = BLACK if kind in _COMPONENTS.values() else None
    return replace(drawing, space=kind, colour=colour)


def _colour(space: str, values: Sequence[float]) -> Colour:
    if _COMPONENTS.get(len(values)) != space:
        return None
    if len(values) == 1:
        return (values[0],) * 3
    if len(values) == 3:
        return tuple(values)
    *inks, black = values
    return tuple((1 - ink) * (1 - black) for ink in inks)


def with_settings(drawing: DrawingState, told: Mapping[str, Any]) -> DrawingState:
    """The state after an order that takes a set of settings by its name."""
    read: dict[str, Callable[[Any], DrawingState]] = {
        "/ca": lambda value: replace(drawing, opacity=float(value)),
        "/BM": lambda value: _with_plainness(drawing, value in ("/Normal", "/Compatible")),
        "/SMask": lambda value: _with_plainness(drawing, value == "/None"),
    }
    for name, change in read.items():
        if name in told:
            drawing = change(told[name])
    return drawing


def _with_plainness(drawing: DrawingState, is_plain: bool) -> DrawingState:
    return replace(drawing, is_plain=drawing.is_plain and is_plain)
