"""Reads what people ask of a run while it goes on: "skip ESMO", "trials too", "go deeper". Pure.

A message steers when all of it does: "without liver metastases" and "add trastuzumab" name no silo,
and are what they were."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Protocol

from agents.turns import Steering
from names.clinical.spelling import slashes_in_full

LONGEST = 120
"""Characters of a message that steers. Chosen by hand: one line."""
_PIECE = re.compile(r"[,;.!]|\b(?:and|but|then)\b")
_COURTESY = re.compile(r"\b(?:please|pls|now|instead)\b")
_SPACE = re.compile(r"\s+")
_DEEPER = re.compile(r"(?:(?:go|dig|look|search) )?deeper|(?:in )?more depth|more thorough(?:ly)?")
_WITHOUT = re.compile(r"(?:skip|without|leave out|ignore|drop|exclude|omit|no|not) ([^ ].*)")
_OUT = re.compile(r"leave ([^ ].*) out")
_LOOK = r"(?:search|check|look (?:at|in|into|through))"
_ALSO = re.compile(rf"(?:{_LOOK}|(?:also|include|including|add|plus|with)(?: {_LOOK})?) ([^ ].*)")
_TOO = re.compile(rf"(?:{_LOOK} )?([^ ].*) (?:too|also|as well)")
_TOO_BEHIND = re.compile(r",(?= ?(?:too|also|as well)\b)")
_OF_THEIRS = re.compile(r" (?:guidelines?|databases?|papers|articles|abstracts|entries)$")
_OF_A_REGION = re.compile(
    r" (?:guidelines?|guidance|views?|perspectives?|positions?|recommendations?|standards?|side"
    r"|societ(?:y|ies)|sources?|opinions?|practice|ones)$"
)
_REGIONS: Mapping[str, frozenset[str]] = {
    "european": frozenset(("ESMO", "EMA", "ESTRO", "ESGO", "EAU", "EANO", "ERS", "ENETS")),
    "american": frozenset(("NCCN", "JNCCN", "ASCO", "FDA", "ASTRO", "SGO", "AUA", "ASH")),
}
"""Who publishes in a region. Of other publishers it is not known where they speak for."""
_REGION_NAMES = {"eu": "european", "usa": "american"}
_KINDS: Mapping[str, frozenset[str]] = {
    "trials": frozenset(("trial", "landmark_trial", "trial_result")),
    "guidelines": frozenset(("guideline", "guideline_insight")),
    "labels": frozenset(("label",)),
    "drug labels": frozenset(("label",)),
    "fda labels": frozenset(("label",)),
    "clinicaltrials gov": frozenset(("trial",)),
    "clinicaltrials.gov": frozenset(("trial",)),
    "literature": frozenset(("literature",)),
    "papers": frozenset(("literature", "trial_result")),
    "variants": frozenset(("variant",)),
    "background": frozenset(("background",)),
}
"""Roles of the silos that people mean by a word."""


class NamedSilo(Protocol):
    """What a silo is called by."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def role(self) -> str: ...
    @property
    def publishers(self) -> tuple[str, ...]: ...


def read_steering(text: str, by: str, silos: Sequence[NamedSilo]) -> Steering | None:
    """What a message asks of a run that goes on; None when it says anything else."""
    if len(text) > LONGEST:
        return None
    without: list[str] = []
    also: list[str] = []
    deeper = False
    kept: list[str] | None = None
    for piece in _pieces(text):
        if _DEEPER.fullmatch(piece):
            deeper, kept = True, None
            continue
        found = _piece_of_request(piece)
        if found is None and kept is None:
            return None
        # "skip NCCN and ESMO": a bare name goes with the verb before it.
        wanted, name = found or (None, piece)
        named = silos_named(name, silos)
        if not named:
            return None
        if wanted is not None:
            kept = without if wanted == "without" else also
        assert kept is not None
        kept += named
    steering = Steering(
        text=text,
        by=by,
        without=tuple(dict.fromkeys(without)),
        also=tuple(dict.fromkeys(also)),
        deeper=deeper,
    )
    return steering or None


def silos_named(words: str, silos: Sequence[NamedSilo]) -> tuple[str, ...]:
    """The silos that people mean by these words: a title, who publishes, or a kind of source."""
    name = words.lower().removeprefix("the ").strip()
    bare = _OF_THEIRS.sub("", name)
    exact = tuple(each.name for each in silos if name in _names_of(each))
    if exact:
        return exact
    published = tuple(each.name for each in silos if bare in map(str.lower, each.publishers))
    if region := region_named(name):
        own = _REGIONS[region]
        return tuple(each.name for each in silos if not own.isdisjoint(each.publishers))
    roles = _KINDS.get(name) or _KINDS.get(f"{name}s", frozenset())
    return published or tuple(each.name for each in silos if each.role in roles)


def region_named(words: str) -> str:
    """The region whose publishers people mean, as in "the European view"; empty for other words:
    "European" may be said of patients, and "us" of whoever writes."""
    name = words.lower().removeprefix("the ").strip()
    bare = _OF_A_REGION.sub("", name)
    region = _REGION_NAMES.get(bare, bare)
    return region if region in _REGIONS and bare != name else ""


def _names_of(silo: NamedSilo) -> frozenset[str]:
    return frozenset((silo.title.lower(), silo.name.replace("_", " ")))


def _pieces(text: str) -> list[str]:
    plain = _TOO_BEHIND.sub(" ", _COURTESY.sub(" ", slashes_in_full(text).lower()))
    pieces = (_SPACE.sub(" ", piece).strip() for piece in _PIECE.split(plain))
    return [piece for piece in pieces if piece]


def _piece_of_request(piece: str) -> tuple[str, str] | None:
    """``without`` or ``also``, and the name it goes with."""
    for wanted, pattern in (
        ("without", _WITHOUT),
        ("without", _OUT),
        ("also", _TOO),
        ("also", _ALSO),
    ):
        if found := pattern.fullmatch(piece):
            name = found[1].removesuffix(" too").removesuffix(" as well").removesuffix(" also")
            return wanted, name
    return None
