"""Reads the declaration of the silos, strictly: a typing mistake stops the start, by name.

docs/silos.md explains every key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError
from pydantic import model_validator as checks
from pydantic.dataclasses import dataclass as validated

from retrieval.declaration.field_problems import field_problems
from retrieval.errors import DeclarationInvalid
from retrieval.search.fusion import FusionName

SHIPPED = Path(__file__).with_name("silos.toml")

Role = Literal[
    "guideline",
    "guideline_insight",
    "guideline_evidence",
    "label",
    "trial",
    "trial_result",
    "landmark_trial",
    "variant",
    "pharmacogenomics",
    "gene",
    "literature",
    "background",
]
"""What kind of knowledge a silo holds; the core chooses and orders silos by it."""
ROLES: tuple[Role, ...] = get_args(Role)
SummaryTask = Literal["recommendation", "eligibility", "findings", "drug", "variant", "background"]
"""What a model is told to summarise of a silo's documents."""
SUMMARY_TASKS: tuple[SummaryTask, ...] = get_args(SummaryTask)

Text = Annotated[str, StringConstraints(pattern=r"\S")]
_NAME = re.compile(r"[a-z][a-z0-9_]{0,49}")
"""At most 50 characters: chat models take names of tools up to 64, and ours begin ``search_``."""


@dataclass(frozen=True, slots=True)
class Chunks:
    """How a long document is cut for embedding, in tokens of the embedder."""

    tokens: int
    overlap: int


@validated(frozen=True, slots=True, kw_only=True, config=ConfigDict(extra="forbid", strict=True))
class SiloCard:
    """A silo as declared: what a model and a clinician read, and the numbers of its search."""

    name: str
    title: Text
    role: Role
    publishers: tuple[Text, ...] = Field(strict=False)
    """Under which names people ask for what stands in it, such as ``NCCN``."""
    use_when: Text
    not_when: Text
    sources: Text
    """Where its documents come from, for people."""
    focus: Text
    """What a summary of its documents is written for."""
    summary: SummaryTask
    returns: int = Field(ge=1, le=50)
    """How many documents a search gives back."""
    fusion: FusionName
    alpha: float = Field(ge=0, le=1)
    """Weight of the dense leg."""
    candidates: int = Field(ge=1, le=10_000)
    """How many documents each leg brings; ``n`` of the cascade."""
    nearest: int = Field(ge=1, le=10_000)
    """``m`` of the cascade."""
    floor: float = Field(ge=-1, le=1)
    """Least cosine of a document in which no word of the query occurs."""
    seconds: float = Field(ge=0.01, le=600)
    """Time limit of one search."""
    chunk_tokens: int = Field(ge=16, le=8_192)
    chunk_overlap: int = Field(ge=0, le=8_191)
    example: str = ""
    """A query as a model should write it; empty when none is declared."""
    is_own: bool = False
    """Whether a hospital declared it in a file of its own. No key: it follows from the file."""

    @property
    def chunks(self) -> Chunks:
        return Chunks(self.chunk_tokens, self.chunk_overlap)

    @checks(mode="after")
    def _overlap_is_smaller(self) -> SiloCard:
        if self.chunk_overlap >= self.chunk_tokens:
            raise ValueError("chunk_overlap must be below chunk_tokens")
        return self


def read_cards(own: Path | None = None) -> tuple[SiloCard, ...]:
    """The shipped silos in the order of their file, then those of an ``own`` file.

    The defaults of the shipped file hold for the own silos, too, unless the own file has others.
    Raises :class:`DeclarationInvalid` that names the file and the key; also when a silo of the
    own file has the name of a shipped one."""
    shipped, defaults = cards_in(SHIPPED)
    if own is None:
        return shipped
    added = tuple(replace(card, is_own=True) for card in cards_in(own, defaults)[0])
    taken = {card.name for card in shipped} & {card.name for card in added}
    if taken:
        key = f"silo.{min(taken)}"
        raise DeclarationInvalid(_at(own, key, "is the name of a shipped silo; choose another."))
    return (*shipped, *added)


def cards_in(
    path: Path, defaults: Mapping[str, Any] | None = None
) -> tuple[tuple[SiloCard, ...], Mapping[str, Any]]:
    """The silos of one file and the defaults that held for them: the given ones under its own.

    Raises :class:`DeclarationInvalid` that names the file and the key."""
    try:
        declared = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        detail = f"{path} cannot be read: {(error.strerror or 'unknown').lower()}."
        raise DeclarationInvalid(detail) from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DeclarationInvalid(f"{path} is not TOML: {error}.") from error
    unknown = declared.keys() - {"defaults", "silo"}
    if unknown:
        raise DeclarationInvalid(_at(path, min(unknown), "is not a known section."))
    silos = _table(path, "silo", declared.get("silo"))
    if not silos:
        raise DeclarationInvalid(_at(path, "silo", "declares no silo."))
    held = {**(defaults or {}), **_table(path, "defaults", declared.get("defaults", {}))}
    cards = tuple(_card(path, name, held, _table(path, name, own)) for name, own in silos.items())
    return cards, held


def _card(path: Path, name: str, defaults: Mapping[str, Any], own: Mapping[str, Any]) -> SiloCard:
    at = f"silo.{name}"
    if not _NAME.fullmatch(name):
        problem = "must be a lower-case name with underscores, of at most 50 characters."
        raise DeclarationInvalid(_at(path, at, problem))
    for key in ("name", "is_own"):
        if key in own.keys() | defaults.keys():
            raise DeclarationInvalid(_at(path, f"{at}.{key}", "is not a known key."))
    try:
        return SiloCard(name=name, **{**defaults, **own})
    except ValidationError as error:
        problems = field_problems(error, TypeAdapter(SiloCard).json_schema())
        told = (_at(path, f"{at}.{each.key}", f"{each.problem}.") for each in problems)
        raise DeclarationInvalid("\n".join(told)) from None


def _table(path: Path, key: str, value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise DeclarationInvalid(_at(path, key, "must be a table."))
    return value


def _at(path: Path, key: str, problem: str) -> str:
    return f"{path.name}: {key} {problem}"
