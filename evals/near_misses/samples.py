"""Questions on made patients: one for whom a statement holds, and some for whom it does not."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from random import Random

from evals.near_misses.changes import CHANGES, OFFERS
from evals.near_misses.patients import Patient, patient_for
from evals.near_misses.wordings import tumour_words
from retrieval.declaration.cards import read_cards
from retrieval.derivation.derive import derive_statements
from retrieval.ingestion.readers.corpus import read_documents
from retrieval.statements.model import Statement

ASKED_OF = OFFERS | {"adjustment", "dose", "interaction", "contraindication"}
"""Kinds of statement that tell what is done with a drug in some patients and not in others."""
TOLD = frozenset(("kind", "drugs"))
"""What a statement has to state itself, so that it is asked of: rules that read it may err."""
HOLDS = "holds"
"""In place of the name of a change: nothing is changed."""
MOST_CHANGES = 3
"""Changes of one statement. Chosen by hand: more statements tell more than more changes of one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A question on a patient, and the statement that holds for the patient or does not."""

    id: str
    question: str
    change: str
    """A key of :data:`evals.near_misses.changes.CHANGES`, or :data:`HOLDS`."""
    claim: str
    """The words of the statement."""
    is_held_out: bool
    """Whether the statement is of the half that nobody mends against."""
    thread: str = ""


def make_samples(corpus: Path, most: int, seed: int) -> list[Sample]:
    """Samples of at most ``most`` statements of a corpus, chosen by the seed and by the statement's
    own place: a statement that is added takes the place of one at most."""
    told = sorted(
        (each for path in sorted(corpus.rglob("*.yaml")) for each in _statements(path)),
        key=lambda each: _chance(seed, "statements", each[0]).random(),
    )
    found: list[Sample] = []
    used = 0
    for place, statement, claim in told:
        own = list(_samples(place, statement, claim, seed))
        if own and used < most:
            used += 1
            found += own
    return found


def _statements(path: Path) -> Iterator[tuple[str, Statement, str]]:
    """The statements of a file that are asked of, each with its place and its words, and with all
    that is derived of it when it is ingested: earlier treatments and ages that only its words ask
    for, and that it was superseded."""
    for document in read_documents(path.parent.name, path, path.read_bytes()):
        for statement in derive_statements(document, _roles().get(document.silo, "")):
            start, end = statement.spans[0]
            fits = statement.kind in ASKED_OF and statement.currency == "current"
            if fits and TOLD.issubset(statement.stated) and statement.drugs:
                claim = " ".join(document.text[start:end].split())
                yield f"{document.silo}/{document.id}#{statement.id}", statement, claim


@cache
def _roles() -> Mapping[str, str]:
    return {card.name: card.role for card in read_cards()}


def _samples(place: str, statement: Statement, claim: str, seed: int) -> Iterator[Sample]:
    chance = partial(_chance, seed, place)
    patient = patient_for(statement, chance("patient"))
    if patient is None:
        return
    patient = replace(patient, tumour=tumour_words(patient.tumour, chance("tumour")))
    changed = [(HOLDS, patient)]
    for name, change in CHANGES.items():
        other = change(statement, patient, chance(name))
        if other is not None and other != patient:
            changed.append((name, other))
    rest = changed[1:]
    chance("changes").shuffle(rest)
    half = hashlib.sha256(place.encode()).digest()[0] % 2 == 1
    for name, one in (changed[0], *rest[:MOST_CHANGES]):
        asked = _question(statement, one, name, chance("question"))
        yield Sample(
            id=f"{place}~{name}", question=asked, change=name, claim=claim, is_held_out=half
        )


def _chance(seed: int, *uses: str) -> Random:
    """A source of chance of its own for each use, so that one more use changes no other."""
    return Random(" ".join((str(seed), *uses)))  # noqa: S311 - a sample, no secret


def _question(statement: Statement, patient: Patient, change: str, chance: Random) -> str:
    # Of alternatives one is asked for: joined they would be a combination.
    drugs = " + ".join((statement.regimens or (statement.drugs,))[0])
    if statement.applies.toxicities:
        forms = [f"Go on with {drugs}?", "What to do?", f"{drugs} dose?"]
    elif statement.kind in OFFERS:
        forms = ["What next?", "Options?", "Which systemic therapy?"]
        if change != "had before":
            forms += [f"{drugs}?", f"{drugs} an option?", f"Is {drugs} indicated?"]
    elif statement.kind == "contraindication":
        forms = [f"Can {drugs} be given?", f"{drugs} ok?"]
    elif statement.kind == "interaction":
        forms = [f"{drugs}: any problem?", f"{drugs} dose?"]
    else:
        forms = [f"{drugs} dose?"]
    return f"{patient.in_words()}. {chance.choice(forms)}"
