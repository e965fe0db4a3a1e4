"""What became of a question: answered rightly, or why not."""

from __future__ import annotations

import re
from typing import Literal

from evals.genomics.asking import GenomicsAnswer
from evals.genomics.samples import GenomicsSample
from evals.genomics.scoring import ORGANISMS, strict

Fate = Literal["right", "not understood", "not in source", "lost", "half"]
FATES: tuple[Fate, ...] = ("right", "half", "not in source", "lost", "not understood")
"""``not in source``: nothing that a source sent holds the answer. ``lost``: something does, and it
was not told. ``half``: a part of a list, or the chromosome without the place on it."""
_LATIN = {common: latin for latin, common in ORGANISMS.items()}


def fate_of(answered: GenomicsAnswer) -> Fate:
    """What became of one question."""
    sample = answered.sample
    score = strict(sample.task, answered.answer, sample.gold)
    if score == 1.0:
        return "right"
    if answered.lookup is None:
        return "not understood"
    if is_held(sample, answered.seen):
        return "lost"
    return "half" if score else "not in source"


def is_held(sample: GenomicsSample, seen: str) -> bool:
    """Whether what the sources sent holds all of the answer."""
    wanted = sample.gold.split(", ") if isinstance(sample.gold, str) else list(sample.gold)
    if sample.task == "Protein-coding genes":
        return bool(re.search(r"protein-coding gene\b", seen))
    if sample.task in ("Gene location", "SNP location"):
        chromosome = re.escape(wanted[0].removeprefix("chr"))
        told = rf'"chr(?:omosome)?": "{chromosome}"|chromosome {chromosome}\b'
        return bool(re.search(told, seen))
    names = [_LATIN.get(each, each) for each in wanted]
    return all(re.search(rf"(?<![\w-]){re.escape(each)}(?![\w-])", seen) for each in names)
