"""Scorers: which regimens an answer names, held against those of the sample. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evals.answers.samples import Regimen, Sample
from evals.clinical.verdicts import searched_text
from evals.running.systems import spent_in
from names.recognise import recognise_passage
from retrieval.derivation.derive import derive_statements
from retrieval.documents import Document

OFFERS = frozenset(("indication", "recommendation"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One sample, what came of it, and what that is worth."""

    sample: Sample
    run_id: str
    outcome: str
    """``answer``, ``gap``, ``stopped`` or ``failed``."""
    sentences: tuple[str, ...]
    offered: frozenset[Regimen]
    """The regimens that the answer offers, each with all its drugs."""
    together: tuple[frozenset[str], ...]
    """The drugs that stand in one sentence, sentence by sentence."""
    seconds: float
    tokens: int = 0
    cost_usd: float | None = None

    def names_fully(self, regimen: Regimen) -> bool:
        """Whether one sentence names every drug of it."""
        return any(regimen <= drugs for drugs in self.together)

    @property
    def names_a_full_regimen(self) -> bool:
        return any(map(self.names_fully, self.sample.used))

    @property
    def names_every_regimen(self) -> bool:
        return all(map(self.names_fully, self.sample.approved or self.sample.used))

    @property
    def is_exact(self) -> bool:
        """Whether what is offered is the target, no regimen more and none less."""
        return self.offered == (self.sample.approved or self.sample.used)

    @property
    def is_gap(self) -> bool:
        return self.outcome == "gap"


def score(sample: Sample, result: Mapping[str, Any]) -> Score:
    """One sample, by one object of ``curbside ask --json``."""
    sentences = tuple(each["text"] for each in result["sentences"])
    tokens, cost = spent_in(result["usage"])
    split = searched_text(sentences).split("\n") if sentences else []
    return Score(
        sample=sample,
        run_id=result["run_id"],
        outcome=result["outcome"],
        sentences=sentences,
        offered=frozenset(regimen for each in sentences for regimen in offered_regimens(each)),
        together=tuple(drugs_of(each) for each in (*sentences, *split)),
        seconds=result["seconds"],
        tokens=tokens,
        cost_usd=cost,
    )


def drugs_of(sentence: str) -> frozenset[str]:
    """The generic names of the drugs in a sentence."""
    return recognise_passage(sentence).names("drug")


def offered_regimens(sentence: str) -> frozenset[Regimen]:
    """The regimens that a sentence of an answer offers, read as any source is read: "olaparib or
    talazoparib" are two, "after enzalutamide" is none. Its first claim tells them; what follows
    says for whom."""
    claim = searched_text([sentence]).split("\n")[0]
    document = Document(silo="", id="answer", version="", title="", text=claim)
    found: list[Sequence[str]] = []
    for statement in derive_statements(document, "label"):
        if statement.kind in OFFERS and statement.drugs:
            found += statement.regimens or (statement.drugs,)
    return frozenset(frozenset(regimen) for regimen in found)
