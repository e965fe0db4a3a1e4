"""Samples made from the statements of the corpus, each with the chain of categories it needs.

A category is the role of a silo: ``label``, ``trial``, ``gene``, … A question needs the categories
of the silos whose statements surely answer it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from evals.gaps.samples import (
    FORMS,
    CorpusStatement,
    QuestionForm,
    answerable_subjects,
    asked_of,
    spread,
)
from evals.tools.chains import NeededChain, Step

Roles = Mapping[str, str]
"""Silo → its role."""
DOSE, ELIGIBILITY, GENE, TREATMENT = FORMS[0], FORMS[3], FORMS[4], FORMS[5]
GUIDELINE, LABEL = "guideline", "label"
TWO_ON_A_TRIAL = "What is the recommended dose of {drug}, and who could enter {trial}?"
TWO_ON_A_GENE = (
    "What does the gene {gene} do, and which treatment is there for {tumour} with {words}?"
)
FIRST_THEN = (
    "Which treatment do guidelines recommend for {tumour} with {words}, and what is its"
    " recommended dose?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One question that can be answered."""

    question: str
    kind: str
    """``one``; ``two``: two questions at once; ``then``: the second hangs on the first."""
    needed: NeededChain
    references: tuple[str, ...] = ()
    """The statements that answer it, in their words."""
    thread: str = ""

    @property
    def id(self) -> str:
        return f"{self.kind}: {self.question}"


def make_samples(claims: Sequence[CorpusStatement], roles: Roles, most: int) -> tuple[Sample, ...]:
    """At most ``most`` samples of each kind, evenly over what the claims can answer."""
    found: list[Sample] = []
    for make in (_one, _two, _then):
        chosen = spread(list(make(claims, roles)), most)
        found += [build() for build in chosen]
    return tuple(found)


Lazy = Callable[[], Sample]


def _one(claims: Sequence[CorpusStatement], roles: Roles) -> Iterator[Lazy]:
    for sample, form, *_ in asked_of(claims):

        def build(question: str = sample.question, form: QuestionForm = form) -> Sample:
            telling = [claim for claim in claims if _tells(claim, form, question)]
            step = frozenset(roles[claim.silo] for claim in telling)
            return Sample(
                question=question,
                kind="one",
                needed=NeededChain(((step,),)),
                references=tuple(dict.fromkeys(claim.words for claim in telling)),
            )

        yield build


def _two(claims: Sequence[CorpusStatement], roles: Roles) -> Iterator[Lazy]:
    doses = _by_subject(claims, DOSE, roles)
    trials = _by_subject(claims, ELIGIBILITY, roles)
    for trial, step in trials.items():
        drugs = {
            name
            for claim in claims
            if claim.kind in ELIGIBILITY.told_by and trial in claim.on
            for name in claim.named & doses.keys()
        }
        for drug in sorted(drugs):
            question = TWO_ON_A_TRIAL.format(drug=drug, trial=trial)
            yield _lazily(question, "two", NeededChain(((doses[drug], step),)))
    genes = _by_subject(claims, GENE, roles)
    for (gene, tumour, words), step in _treatments(claims, roles).items():
        if gene in genes:
            question = TWO_ON_A_GENE.format(gene=gene, tumour=tumour, words=words)
            yield _lazily(question, "two", NeededChain(((genes[gene], step),)))


def _then(claims: Sequence[CorpusStatement], roles: Roles) -> Iterator[Lazy]:
    doses = _by_subject(claims, DOSE, roles)
    advised: dict[tuple[str, str, str], None] = {}
    for claim in claims:
        if roles[claim.silo] == GUIDELINE and claim.on & doses.keys():
            advised.update(dict.fromkeys(answerable_subjects(claim, TREATMENT)))
    for _, tumour, words in sorted(advised):
        question = FIRST_THEN.format(tumour=tumour, words=words)
        yield _lazily(question, "then", NeededChain.in_order(GUIDELINE, LABEL))


def _lazily(question: str, kind: str, needed: NeededChain) -> Lazy:
    return lambda: Sample(question=question, kind=kind, needed=needed)


def _by_subject(
    claims: Sequence[CorpusStatement], form: QuestionForm, roles: Roles
) -> dict[str, Step]:
    """Subject → the roles of the silos that tell it, in the order of the names."""
    found: dict[str, set[str]] = {}
    for claim in claims:
        for name, *_ in answerable_subjects(claim, form):
            found.setdefault(name, set()).add(roles[claim.silo])
    return {name: frozenset(found[name]) for name in sorted(found)}


def _treatments(
    claims: Sequence[CorpusStatement], roles: Roles
) -> dict[tuple[str, str, str], Step]:
    found: dict[tuple[str, str, str], set[str]] = {}
    for claim in claims:
        for each in answerable_subjects(claim, TREATMENT):
            found.setdefault(each, set()).add(roles[claim.silo])
    return {each: frozenset(found[each]) for each in sorted(found)}


def _tells(claim: CorpusStatement, form: QuestionForm, question: str) -> bool:
    return any(
        form.question.format(name=name, tumour=tumour, words=words) == question
        for name, tumour, words in answerable_subjects(claim, form)
    )
