"""Reads the declaration of the silos, strictly: a typing mistake stops the start, by name.

docs/silos.md explains every key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError
from pydantic import model_validator as checks
from pydantic.dataclasses import dataclass as validated

from retrieval.declaration.field_problems import FieldProblem, field_problems
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


RETURNED_OF_OWN = 10
"""Documents that a search of a hospital's own silo gives back. Chosen by hand: its rules are
compared with each other, so that the words of one protocol do not hide that of another."""


def read_cards(own: Path | None = None) -> tuple[SiloCard, ...]:
    """The shipped silos in the order of their file, then those of an ``own`` file.

    The defaults of the shipped file hold for the own silos, too, unless the own file has others;
    but a search of one gives back more documents.
    Raises :class:`DeclarationInvalid` that names the file and every wrong key; also when a silo of
    the own file has the name of a shipped one."""
    shipped, defaults = _shipped_cards()
    if own is None:
        return shipped
    of_own = {**defaults, "returns": RETURNED_OF_OWN}
    added, _ = cards_in(own, of_own, frozenset(card.name for card in shipped))
    return (*shipped, *(replace(card, is_own=True) for card in added))


@cache
def _shipped_cards() -> tuple[tuple[SiloCard, ...], Mapping[str, Any]]:
    """The file does not change while a process runs, and each phrase of a message is compared with
    its silos: parsing it takes more than a millisecond."""
    return cards_in(SHIPPED)


def cards_in(
    path: Path, defaults: Mapping[str, Any] | None = None, taken: frozenset[str] = frozenset()
) -> tuple[tuple[SiloCard, ...], Mapping[str, Any]]:
    """The silos of one file and the defaults that held for them: the given ones under its own.
    ``taken``: names of shipped silos, which it may not use.

    Raises :class:`DeclarationInvalid` that names the file and every wrong key."""
    try:
        declared = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        detail = f"{path} cannot be read: {(error.strerror or 'unknown').lower()}."
        raise DeclarationInvalid(detail) from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DeclarationInvalid(f"{path} is not TOML: {error}.") from error
    problems = [
        FieldProblem(key, "is not a known section")
        for key in sorted(declared.keys() - {"defaults", "silo"})
    ]
    silos, own_defaults = declared.get("silo", {}), declared.get("defaults", {})
    for key, value in (("silo", silos), ("defaults", own_defaults)):
        if not isinstance(value, dict):
            problems.append(FieldProblem(key, "must be a table"))
    if not problems and not silos:
        problems.append(FieldProblem("silo", "declares no silo"))
    _refuse(path, problems)
    held = {**(defaults or {}), **own_defaults}
    for name, own in silos.items():
        problems += _problems_of_name(name, taken)
        problems += _problems_of_card(name, held, own)
    _refuse(path, problems)
    return tuple(SiloCard(name=name, **{**held, **own}) for name, own in silos.items()), held


def _problems_of_name(name: str, taken: frozenset[str]) -> Iterator[FieldProblem]:
    if not _NAME.fullmatch(name):
        wanted = "must be a lower-case name with underscores, of at most 50 characters"
        yield FieldProblem(f"silo.{name}", wanted)
    if name in taken:
        yield FieldProblem(f"silo.{name}", "is the name of a shipped silo; choose another")


def _problems_of_card(name: str, held: Mapping[str, Any], own: object) -> Iterator[FieldProblem]:
    """Every wrong key, with the table in which it stands."""
    if not isinstance(own, dict):
        yield FieldProblem(f"silo.{name}", "must be a table")
        return
    given = {**held, **own}
    problems = [
        FieldProblem(key, "is not a known key") for key in ("name", "is_own") if key in given
    ]
    try:
        SiloCard(name=name, **{key: given[key] for key in given.keys() - {"name", "is_own"}})
    except ValidationError as error:
        problems += field_problems(error, TypeAdapter(SiloCard).json_schema())
    for each in problems:
        first = each.key.partition(".")[0]
        table = "defaults" if first in held and first not in own else f"silo.{name}"
        yield FieldProblem(f"{table}.{each.key}", each.problem)


def _refuse(path: Path, problems: Sequence[FieldProblem]) -> None:
    """Raises :class:`DeclarationInvalid` with a line for each problem, if there is one."""
    if problems:
        lines = dict.fromkeys(f"{path.name}: {each.key} {each.problem}." for each in problems)
        raise DeclarationInvalid("\n".join(lines))
