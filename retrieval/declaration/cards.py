"""Reads the declaration of the silos, strictly: a typing mistake stops the start, by name."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Any, Literal, get_args

from retrieval.errors import DeclarationInvalid
from retrieval.search.fusion import FUSIONS

SHIPPED = Path(__file__).with_name("silos.toml")
ToolMode = Literal["compact", "refine", "tree"]
_CITATION_FIELDS = {"title", "organisation", "date", "version", "url"}


@dataclass(frozen=True, slots=True)
class Chunks:
    """How a long document is cut for embedding, in tokens of the embedder."""

    tokens: int
    overlap: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SiloCard:
    """A silo as declared: what a model and a clinician read, and the numbers of its search."""

    name: str
    title: str
    use_when: str
    not_when: str
    sources: str
    focus: str
    """What a summary of its documents is written for."""
    citation_format: str
    """With fields of the document in braces, such as ``{title}``."""
    tool_mode: ToolMode
    returns: int
    """How many documents a search gives back."""
    fusion: str
    alpha: float
    """Weight of the dense leg, 0 to 1."""
    candidates: int
    """How many documents each leg brings; ``n`` of the cascade."""
    nearest: int
    """``m`` of the cascade."""
    floor: float
    """Least cosine of a document in which no word of the query occurs."""
    seconds: float
    """Time limit of one search."""
    chunks: Chunks


def read_cards(path: Path = SHIPPED) -> tuple[SiloCard, ...]:
    """The declared silos in the order of the file. Errors name the file and the key."""
    try:
        declared = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        detail = f"{path.name} cannot be read: {error}"
        raise DeclarationInvalid(detail) from error
    unknown = declared.keys() - {"defaults", "silo"}
    if unknown:
        raise DeclarationInvalid(_at(path, min(unknown), "is not a known section."))
    silos = _table(path, "silo", declared.get("silo"))
    if not silos:
        raise DeclarationInvalid(_at(path, "silo", "declares no silo."))
    defaults = _table(path, "defaults", declared.get("defaults", {}))
    return tuple(
        _card(path, name, defaults, _table(path, name, own)) for name, own in silos.items()
    )


def _card(path: Path, name: str, defaults: Mapping[str, Any], own: Mapping[str, Any]) -> SiloCard:
    at = f"silo.{name}"
    if not name.isidentifier() or name != name.lower():
        raise DeclarationInvalid(_at(path, at, "must be a lower-case name with underscores."))
    values: dict[str, Any] = {**defaults, **own}
    unknown, missing = values.keys() - _CHECKS.keys(), _CHECKS.keys() - values.keys()
    if unknown:
        raise DeclarationInvalid(_at(path, f"{at}.{min(unknown)}", "is not a known key."))
    if missing:
        raise DeclarationInvalid(_at(path, f"{at}.{min(missing)}", "is missing."))
    for key, (fits, wanted) in _CHECKS.items():
        if not fits(values[key]):
            raise DeclarationInvalid(_at(path, f"{at}.{key}", f"must be {wanted}."))
    tokens, overlap = values.pop("chunk_tokens"), values.pop("chunk_overlap")
    if overlap >= tokens:
        raise DeclarationInvalid(_at(path, f"{at}.chunk_overlap", "must be below chunk_tokens."))
    return SiloCard(name=name, chunks=Chunks(tokens, overlap), **values)


def _table(path: Path, key: str, value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise DeclarationInvalid(_at(path, key, "must be a table."))
    return value


def _at(path: Path, key: str, problem: str) -> str:
    return f"{path.name}: {key} {problem}"


def _text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _one_of(choices: tuple[str, ...]) -> tuple[Callable[[object], bool], str]:
    return lambda value: value in choices, f"one of {', '.join(choices)}"


def _whole(least: int, most: int) -> tuple[Callable[[object], bool], str]:
    def fits(value: object) -> bool:
        return type(value) is int and least <= value <= most

    return fits, f"a whole number from {least} to {most}"


def _number(least: float, most: float) -> tuple[Callable[[object], bool], str]:
    def fits(value: object) -> bool:
        return type(value) in (int, float) and least <= float(str(value)) <= most

    return fits, f"a number from {least} to {most}"


def _citation(value: object) -> bool:
    if not isinstance(value, str) or not value.strip():
        return False
    try:
        named = {name for _, name, _, _ in Formatter().parse(value) if name is not None}
    except ValueError:
        return False
    return named <= _CITATION_FIELDS


_CHECKS: dict[str, tuple[Callable[[object], bool], str]] = {
    **dict.fromkeys(
        ("title", "use_when", "not_when", "sources", "focus"), (_text, "a text that says something")
    ),
    "citation_format": (_citation, f"a text with fields of {', '.join(sorted(_CITATION_FIELDS))}"),
    "tool_mode": _one_of(get_args(ToolMode)),
    "returns": _whole(1, 50),
    "fusion": _one_of(FUSIONS),
    "alpha": _number(0, 1),
    "candidates": _whole(1, 10_000),
    "nearest": _whole(1, 10_000),
    "floor": _number(-1, 1),
    "seconds": _number(0.01, 600),
    "chunk_tokens": _whole(16, 8_192),
    "chunk_overlap": _whole(0, 8_191),
}
