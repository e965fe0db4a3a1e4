"""The elements of an SVG picture, as text. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

FONT = "font-family='Helvetica, Arial, sans-serif' font-size='12'"
INK, GRID = "#222222", "#d8d8d8"
COLOURS = (
    "#35607a", "#b4540a", "#4c7a35", "#7a3565", "#8a7a1e", "#356a7a", "#a33b3b",
    "#5a5aa0", "#2f7f62", "#94622d", "#6b6b6b", "#a05a8c",
)  # fmt: skip
"""Told apart by people who see red and green alike, side by side in this order."""


def colour_of(name: str, names: Iterable[str]) -> str:
    """The same colour for the same name of a list; beyond the colours at hand they repeat."""
    return COLOURS[list(names).index(name) % len(COLOURS)]


def text(x: float, y: float, words: str, anchor: str = "start") -> str:
    """Words at a place; ``anchor``: ``start``, ``middle`` or ``end``."""
    return (
        f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' fill='{INK}'>"
        f"{escape(words, quote=False)}</text>"
    )


def rectangle(x: float, y: float, width: float, height: float, colour: str) -> str:
    """A filled rectangle."""
    return (
        f"<rect x='{x:.1f}' y='{y:.1f}' width='{max(width, 0):.1f}' height='{max(height, 0):.1f}'"
        f" fill='{colour}'/>"
    )


def line(x1: float, y1: float, x2: float, y2: float, colour: str = GRID, width: float = 1) -> str:
    """A straight line."""
    return (
        f"<line x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}' stroke='{colour}'"
        f" stroke-width='{width:g}'/>"
    )


def ribbon(left: tuple[float, float], right: tuple[float, float], height: float, hue: str) -> str:
    """A band of this height between two places, both its upper ends, curved as in a Sankey."""
    (x1, y1), (x2, y2) = left, right
    middle = (x1 + x2) / 2
    return (
        f"<path d='M{x1:.1f},{y1:.1f} C{middle:.1f},{y1:.1f} {middle:.1f},{y2:.1f}"
        f" {x2:.1f},{y2:.1f}"
        f" V{y2 + height:.1f} C{middle:.1f},{y2 + height:.1f} {middle:.1f},{y1 + height:.1f}"
        f" {x1:.1f},{y1 + height:.1f} Z' fill='{hue}' fill-opacity='0.35'/>"
    )


def picture(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    """The whole picture on white, with its title for people and for screen readers."""
    return "\n".join(
        (
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:.0f} {height:.0f}'"
            f" width='{width:.0f}' height='{height:.0f}' role='img' {FONT}>",
            f"<title>{escape(title, quote=False)}</title>",
            rectangle(0, 0, width, height, "#ffffff"),
            text(12, 20, title),
            *parts,
            "</svg>\n",
        )
    )
