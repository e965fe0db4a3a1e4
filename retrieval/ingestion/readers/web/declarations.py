"""What the declarations of a style say: "color: red; opacity: 0"."""

from __future__ import annotations

import re
from collections.abc import Mapping

Declared = Mapping[str, str]
"""The value of each property, in small letters."""

FAR_AWAY = {"px": 500.0, "pt": 400.0, "em": 40.0, "rem": 40.0, "vw": 100.0, "vh": 100.0, "%": 100.0}
"""How far beside the page something stands that nobody scrolls to, by unit. Chosen by hand."""
SMALLEST = {"px": 2.0, "pt": 1.5, "em": 0.1, "rem": 0.1, "%": 10.0, "": 1e-9}
"""Below which letters cannot be read, by unit. Chosen by hand: small print has six points."""
_LENGTH = re.compile(r"(-?)(\d{0,6}(?:\.\d{1,6})?)\s*(px|pt|em|rem|vw|vh|%|)(?=[\s,)/]|\Z)")
_CLIPPED = re.compile(
    r"rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)|"
    r"inset\(\s*(?:50|100)%\s*\)|circle\(\s*0(?:px|%)?\s*\)"
)
_NOTHING = re.compile(r"scale[xy3d]{0,2}\(\s*0\s*[,)]")
_MOVED = re.compile(r"translate[xy3d]{0,2}\(([^()]{1,60})\)")
_MOVING = frozenset({"animation", "animation-name", "transition", "transition-property"})
HIDING = (
    *("display", "visibility", "opacity", "clip", "clip-path", "transform", "text-indent"),
    *("position", "left", "top", "right", "bottom", "width", "height", "overflow", "all"),
    *("max-width", "max-height", "margin-left", "margin-top", "animation", "transition"),
)
"""What may hide, or show again."""


def declarations_of(text: str) -> Declared:
    """The declarations of a style attribute or of a rule; of several the last holds, unless one
    before is more important."""
    found: dict[str, str] = {}
    important: set[str] = set()
    for each in text.split(";"):
        name, _, value = each.partition(":")
        name, value = name.strip().lower(), value.strip().lower()
        value, mark, _ = value.partition("!")
        if name in important and not mark:
            continue
        found[name] = value.strip()
        if mark:
            important.add(name)
    found.pop("", None)
    return found


def is_hiding(text: str) -> bool:
    """Whether an element, with all that is in it, is not seen by these declarations."""
    said = declarations_of(text)
    if is_taken_from_page(text):
        return True
    return is_see_through(said) or _is_clipped(said) or _is_beside(said)


def is_taken_from_page(text: str) -> bool:
    """Whether an element is not shown at all by these declarations."""
    said = declarations_of(text)
    return said.get("display") == "none" or said.get("visibility") in ("hidden", "collapse")


def is_see_through(said: Declared) -> bool:
    """Whether nothing is left of it, and nothing lets it appear."""
    return _is_zero(said.get("opacity", "1")) and not _MOVING & said.keys()


def _is_zero(value: str) -> bool:
    try:
        return float(value.removesuffix("%")) == 0
    except ValueError:
        return False


def _is_clipped(said: Declared) -> bool:
    if _CLIPPED.match(said.get("clip", "")) or _CLIPPED.match(said.get("clip-path", "")):
        return True
    if _NOTHING.search(said.get("transform", "")):
        return True
    sides = [said.get(name, said.get(f"max-{name}", "")) for name in ("width", "height")]
    # What unfolds is low until then, and wide.
    narrow = all(side in ("0", "0px", "1px") for side in sides)
    return narrow and said.get("overflow", "").startswith(("hidden", "clip"))


def _is_beside(said: Declared) -> bool:
    """Whether it stands so far left of the page, or above it, that nobody scrolls there."""
    placed = said.get("position") in ("absolute", "fixed")
    edges = [said.get(name, "") for name in ("left", "top", "right", "bottom") if placed]
    edges += [said.get(name, "") for name in ("text-indent", "margin-left", "margin-top")]
    if moved := _MOVED.search(said.get("transform", "")):
        edges += [each.strip() for each in moved[1].split(",")]
        return any(_is_far_back(each, least=5) for each in edges)
    return any(_is_far_back(each) for each in edges)


def _is_far_back(value: str, *, least: int = 1) -> bool:
    told = _LENGTH.fullmatch(value)
    if told is None or not told[1] or not told[2] or told[3] not in FAR_AWAY:
        return False
    return float(told[2]) >= FAR_AWAY[told[3]] * (least if told[3] == "%" else 1)


def is_too_small(value: str) -> bool | None:
    """Whether letters of this size cannot be read; ``None`` where that depends on what is
    around."""
    told = _LENGTH.match(value)
    if told is None or told[1] or not told[2]:
        return None if value in ("", "inherit", "smaller", "larger", "unset") else False
    if told[3] not in SMALLEST:
        return False
    if float(told[2]) < SMALLEST[told[3]]:
        return True
    return None if told[3] in ("em", "%") else False


def size_in(said: Declared) -> str:
    """The size of letters that is declared, also in short form; empty if none is."""
    if "font-size" in said:
        return said["font-size"]
    before_face = (each for each in said.get("font", "").split() if _LENGTH.match(each))
    return next((each.partition("/")[0] for each in before_face if not each.isdigit()), "")
