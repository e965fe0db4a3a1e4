"""Tool sets: the shipped silos, others added that hold nearly the same, and others of different
quality in the place of one."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.gaps.switches import Away, write_without
from retrieval.declaration.cards import SiloCard, read_cards

COPIED = ("label", "trial", "gene", "guideline")
"""Roles of which the silo with the most documents gets a near-duplicate. Chosen by hand."""
RATED = "label"
"""The role whose silos are replaced by some of different quality."""
COMPLETE_FIRST: Mapping[str, tuple[int, str]] = {
    "labels_complete": (1, "Drug labels, complete and current: all that this hospital holds."),
    "labels_half": (2, "A part of the drug labels, about half; not kept complete."),
    "labels_quarter": (4, "An excerpt of the drug labels, about a quarter of them."),
    "labels_tenth": (10, "A few drug labels for a course, about a tenth of them."),
}
"""Silo → every how many documents it holds, and what its card says of it; the best first."""


@dataclass(frozen=True, slots=True)
class ToolSet:
    """What a run is given instead of the shipped silos, and what is known of it."""

    variables: Mapping[str, str]
    """For the processes that fill the silos and ask."""
    roles: Mapping[str, str]
    """Silo → role."""
    copies: Mapping[str, str]
    """Silo → the one that it nearly duplicates."""
    ranks: Mapping[str, int]
    """Silo → its rank by quality, 1 the best, where silos differ in it."""


def shipped_tools(corpus: Path) -> ToolSet:
    """The silos as they are."""
    variables = {"CURBSIDE_CORPUS": str(corpus)}
    return ToolSet(variables, {card.name: card.role for card in read_cards()}, {}, {})


def redundant_tools(corpus: Path, folder: Path) -> ToolSet:
    """Beside four silos stands another of the same role with the same documents."""
    own, copies = [], {}
    target = _fresh(corpus, folder, ())
    for role in COPIED:
        card = _largest(corpus, role)
        name = f"{card.name}_mirror"
        copies[name] = card.name
        own.append(_declaration(name, f"{card.title}, mirror", card, card.use_when))
        if (corpus / card.name).is_dir():
            shutil.copytree(corpus / card.name, target / name)
    return _with_own(folder, target, own, copies=copies, ranks={})


def differentiated_tools(corpus: Path, folder: Path) -> ToolSet:
    """In the place of the labels stand four silos that hold all, a half, a quarter and a tenth of
    them, as their cards say. The best is declared last, so that it is not cited for its
    place."""
    rated = [c for c in read_cards() if c.role == RATED and (corpus / c.name).is_dir()]
    target = _fresh(corpus, folder, [Away("silo", card.name) for card in rated])
    files = sorted(path for card in rated for path in (corpus / card.name).glob("*.yaml"))
    own = []
    for name, (every, told) in reversed(list(COMPLETE_FIRST.items())):
        title = name.replace("_", " ").capitalize()
        own.append(_declaration(name, title, rated[0], f"{told} {rated[0].use_when}"))
        (target / name).mkdir(parents=True)
        for path in files[::every]:
            shutil.copyfile(path, target / name / path.name)
    ranks = {name: rank for rank, name in enumerate(COMPLETE_FIRST, 1)}
    return _with_own(folder, target, own, copies={}, ranks=ranks)


def _fresh(corpus: Path, folder: Path, away: Sequence[Away]) -> Path:
    target = folder / "corpus"
    write_without(corpus, target, away)
    return target


def _largest(corpus: Path, role: str) -> SiloCard:
    cards = [card for card in read_cards() if card.role == role]
    return max(cards, key=lambda card: len(list((corpus / card.name).glob("*.yaml"))))


def _declaration(name: str, title: str, like: SiloCard, use_when: str) -> str:
    """A silo of one's own in the form of a declaration. JSON texts are TOML texts, too."""
    keys = {
        "title": title,
        "role": like.role,
        "summary": like.summary,
        "use_when": use_when,
        "not_when": like.not_when,
        "sources": like.sources,
        "focus": like.focus,
    }
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in keys.items()]
    return "\n".join((f"[silo.{name}]", *lines, ""))


def _with_own(
    folder: Path,
    corpus: Path,
    own: Sequence[str],
    *,
    copies: Mapping[str, str],
    ranks: Mapping[str, int],
) -> ToolSet:
    declared = folder / "silos.toml"
    declared.write_text("\n".join(own), encoding="utf-8")
    roles = {card.name: card.role for card in read_cards(declared)}
    variables = {"CURBSIDE_CORPUS": str(corpus), "CURBSIDE_SILOS": str(declared)}
    return ToolSet(variables, roles, copies, ranks)
