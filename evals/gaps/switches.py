"""What is taken away from the corpus, and the corpus without it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from evals.running.errors import MeasurementFailed
from names.recognise import recognise_passage
from names.tables import lineage

Keys = dict[str, Any]
KINDS = ("silo", "tumour", "field")


class SwitchInvalid(MeasurementFailed):
    """What shall be taken away is not named as ``silo:NAME``, ``tumour:NAME`` or ``field:NAME``."""


@dataclass(frozen=True, slots=True)
class Away:
    """One thing that is taken away: a silo, a tumour in all silos, a kind of statement in all
    silos."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}"


ROUNDS: tuple[tuple[Away, ...], ...] = (
    (
        Away("silo", "drug_information"),
        Away("tumour", "prostate cancer"),
        Away("field", "eligibility"),
    ),
    (Away("silo", "clinical_trials"), Away("tumour", "melanoma"), Away("field", "dose")),
    (
        Away("silo", "genes"),
        Away("tumour", "non-small cell lung cancer"),
        Away("field", "interaction"),
    ),
)
"""What a run takes away, one round after the other: each a silo, a tumour and a field of which the
corpus holds much. Chosen by hand."""


def read_switch(written: str) -> Away:
    """``tumour:melanoma``. Raises :class:`SwitchInvalid`."""
    kind, _, name = written.partition(":")
    if kind not in KINDS or not name:
        raise SwitchInvalid(f"“{written}” is none of silo:NAME, tumour:NAME, field:NAME.")
    return Away(kind, name)


def write_without(corpus: Path, folder: Path, away: Sequence[Away]) -> None:
    """A copy of the corpus without what is taken away. Raises :class:`SwitchInvalid` for a silo
    that the corpus does not have."""
    shutil.rmtree(folder, ignore_errors=True)
    silos = {each.name for each in away if each.kind == "silo"}
    if strange := sorted(name for name in silos if not (corpus / name).is_dir()):
        raise SwitchInvalid(f"The corpus has no silo {strange[0]}.")
    for path in sorted(corpus.rglob("*")):
        target = folder / path.relative_to(corpus)
        if path.is_dir() or path.parent.name in silos:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        whole = _read(path) if path.suffix == ".yaml" else {}
        left = document_without(whole, away) if whole else whole
        if left == whole:
            shutil.copyfile(path, target)
        elif left:
            target.write_text(yaml.safe_dump(left, allow_unicode=True), encoding="utf-8")
    for name in silos:
        # A silo without a folder is left alone; an empty one is emptied.
        (folder / name).mkdir(parents=True, exist_ok=True)


def _read(path: Path) -> Keys:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found: Keys = yaml.load(path.read_text(encoding="utf-8"), Loader=loader)  # noqa: S506 - safe
    return found


def document_without(document: Keys, away: Sequence[Away]) -> Keys | None:
    """The document with the statements that are left; None when none is. A document whose title
    names the tumour goes as a whole: its statements are on it without saying so."""
    tumours = {each.name for each in away if each.kind == "tumour"}
    fields = {each.name for each in away if each.kind == "field"}
    if tumours & tumours_of(str(document.get("title", ""))):
        return None
    sections = [
        {**section, "statements": statements}
        for section in document["sections"]
        if (statements := list(_keys_left(section, tumours, fields)))
    ]
    return {**document, "sections": sections} if sections else None


def _keys_left(section: Mapping[str, Any], tumours: set[str], fields: set[str]) -> Iterator[Keys]:
    for statement in section["statements"]:
        words = f"{section.get('heading', '')}. {statement['text']}"
        stated = (statement.get("applies") or {}).get("tumours") or ()
        on = tumours_of(words) | {name for each in stated for name in lineage(each)}
        if statement.get("kind") not in fields and not tumours & on:
            yield statement


def tumours_of(words: str) -> frozenset[str]:
    """The tumours that words name, each with the wider types it belongs to."""
    named = recognise_passage(words).names("tumour")
    return frozenset(wider for name in named for wider in lineage(name))
