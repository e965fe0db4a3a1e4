"""The weights of the learned fusion that were trained with one embedder, in a file of one's own.

The file holds ``{"embedders": {NAME: {"weights": {"words": 0.8, …}, …}}}``, where ``NAME`` is the
embedder's own name, with its checksum: weights never meet vectors that they were not trained with.
``python -m evals.ranking.train --embedder SPEC --write FILE`` writes it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from retrieval.errors import DeclarationInvalid
from retrieval.search.learned_ranking import FEATURES


@dataclass(frozen=True, slots=True)
class FusionWeights:
    """Which weights a search uses."""

    values: tuple[float, ...] = ()
    """By :data:`retrieval.search.learned_ranking.FEATURES`; empty: those that ship."""
    others: tuple[str, ...] = ()
    """Embedders of which the file has weights, where the active one is not among them."""

    def describe(self) -> str:
        """Which weights these are, for people."""
        if self.values:
            return "fusion weights trained with this embedder"
        told = f"fusion weights that ship, trained with {TRAINED_WITH}"
        return f"{told} (the file has those of {', '.join(self.others)})" if self.others else told


TRAINED_WITH = "all-MiniLM-L6-v2"
"""The embedder of the weights that ship."""
SHIPPED = FusionWeights()


def read_fusion_weights(path: Path | None, embedder: str) -> FusionWeights:
    """Those of the file for the embedder, or else the shipped ones. Raises
    :class:`DeclarationInvalid` for a file that cannot be read, whatever it is for."""
    if path is None:
        return SHIPPED
    known = {name: _values(path, name, told) for name, told in _embedders(path).items()}
    if embedder in known:
        return FusionWeights(known[embedder])
    return FusionWeights(others=tuple(known))


def with_weights(path: Path, embedder: str, told: Mapping[str, Any]) -> str:
    """The text of the file with an embedder's weights put in; those of others stay. Raises
    :class:`DeclarationInvalid`."""
    held = dict(_embedders(path)) if path.exists() else {}
    held[embedder] = told
    _values(path, embedder, told)
    return json.dumps({"embedders": held}, indent=1) + "\n"


def _embedders(path: Path) -> Mapping[str, Any]:
    try:
        read = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise DeclarationInvalid(f"{path} cannot be read as JSON.") from error
    found = read.get("embedders") if isinstance(read, dict) else None
    if not isinstance(found, dict):
        raise DeclarationInvalid(f"{path} has no table embedders.")
    return found


def _values(path: Path, name: str, told: Any) -> tuple[float, ...]:
    given = told.get("weights") if isinstance(told, dict) else None
    if not isinstance(given, dict) or set(given) != set(FEATURES):
        detail = f"{path}: {name} must have weights of {', '.join(FEATURES)}, and of nothing else."
        raise DeclarationInvalid(detail)
    values = [given[each] for each in FEATURES]
    if not all(
        isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        for value in values
    ):
        raise DeclarationInvalid(f"{path}: a weight of {name} is no number.")
    return tuple(float(value) for value in values)
