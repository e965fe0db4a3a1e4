"""A second question in the same sentence, behind the one on a drug."""

from __future__ import annotations

import re

from agents.extractive.question.requests.halves import halves_of
from agents.extractive.question.unread.words import is_on_other_matter
from names.clinical.readers import read_clinical
from names.clinical.values import Exposure, Measurement, OrganFunction, Toxicity
from names.entities import EntityKind
from names.recognise import recognise

_OR_ELSE = re.compile(
    r"(?i)[,;:]?\s(?=(?:(?:and|or) (?:what (?:else|instead|to give instead|other \w{1,12} instead)"
    r"|(?:any )?alternatives?|(?:is there )?(?:something|anything) (?:else|better|newer)"
    r"|(?:is there )?(?:a |an )?(?:better|newer|other) (?:one|drug|option|choice|tki))"
    r"|(?:(?:and|or) )?if (?:not|no)\W{1,3}(?:what|which)(?: [\w-]{1,16}){1,6})\W{0,3}$)"
)
"""Before the end of a question on a drug that asks for another in its place."""
_AND_ASKS = re.compile(
    r"(?i)(?:[,;]\s?|\s)(?:and|also|plus|but)\s(?:also\s|then\s|please\s)?"
    r"(?=(?:what|who|whose|whom|which|how|when|where|why|is|are|was|does|do|did|can|could|should"
    r"|will|would)(?:['’]s)?\s)"
)
"""What stands before a further question in the same sentence."""
_DOSE = re.compile(r"(?i)\b(?:dos(?:es?|ing|age)|posology)\b")
_ITS_DOSE = re.compile(
    r"(?i)(?:\s?[,;:–-]\s{0,2}|\s(?=(?:and|at|with)\s))(?:(?:and|at|with|in)\s){0,2}"
    r"(?:(?:what|which|the|usual|start(?:ing)?)\s){0,3}dos(?:es?|ing|ages?)"
    r"(?:\sof\s(?:it|each|them|either|both|that))?\W{0,3}$"
)
"""The end of a question that asks for the dose of what is chosen: "A or B, what dose?"."""
_STILL = re.compile(
    r"(?i)\bstill (?:valid|approved|indicated|licen[cs]ed|on[- ]label|current|holds?)\b"
    r"|\bvalid\W{0,3}$"
)
"""Words that ask, behind a dose, whether an indication still holds."""
_ASKS = re.compile(r"(?i)(?<=[,;:])\s(?=(?:is|are|does|do|can|could|should|will|would)\s)")
"""What stands between a case and the question on it, in one sentence."""
_OF_DRUGS: tuple[EntityKind, ...] = ("drug", "drug_class", "unknown_drug")
_OF_CASE: tuple[EntityKind, ...] = ("tumour", "gene", "variant", "status", "setting")
_FINDINGS = (Measurement, OrganFunction, Toxicity)


def before_its_dose(sentence: str, clause: str) -> str:
    """The choice in a question that also asks for the dose of what is chosen, or the question
    itself if it also asks whether an indication still holds (in its ``clause``); empty for other
    questions. "Olaparib or talazoparib dose?" chooses nothing, nor does a question without a
    disease. With a finding of the patient, each drug of a dose is asked by itself in any case."""
    if _STILL.search(clause):
        return sentence
    found = _ITS_DOSE.search(sentence)
    if found is None:
        return ""
    choice = f"{sentence[: found.start()].strip()}?"
    found_in = (each.value for each in read_clinical(choice))
    chosen = any(half.drugs for half in halves_of(choice))
    if not chosen or any(isinstance(value, _FINDINGS) for value in found_in):
        return ""
    return choice if recognise(choice).of(*_OF_CASE) else ""


def before_another(sentence: str) -> tuple[str, str] | None:
    """The question on a drug before "or what instead", and that behind."""
    found = _OR_ELSE.search(sentence)
    before = sentence[: found.start()].strip() if found else ""
    if found is None or not recognise(before).of("drug"):
        return None
    return f"{before}?", sentence[found.end() :]


_OF_HARM = re.compile(
    r"(?i)\b(?:toxicit\w{1,3}|tox|side[ -]effects?|adverse (?:events?|effects?|reactions?)|safety"
    r"|tolerability)\b"
)
"""Words that ask what a treatment does beside its effect."""


def before_harm(sentence: str) -> tuple[str, str] | None:
    """The question on an outcome of trials, and that behind it on what the treatment does beside:
    "A vs B, which has better OS and what is the toxicity?". One kind of statement answers only one
    of them."""
    for found in _AND_ASKS.finditer(sentence):
        before, behind = sentence[: found.start()].strip(), sentence[found.end() :]
        measured = recognise(before).of("outcome") and recognise(before).of("trial", "drug")
        if measured and _OF_HARM.search(behind) and not recognise(behind).of("outcome"):
            return f"{before.rstrip(' ?')}?", behind
    return None


def before_other_matter(sentence: str) -> tuple[str, str] | None:
    """The question before, and a further one behind it that is on something else: it names nothing
    that is known here, and none of its words are understood ("…, and what is the capital of
    France?"). A further question on the same matter stays with the first."""
    for found in _AND_ASKS.finditer(sentence):
        before, behind = sentence[: found.start()].strip(), sentence[found.end() :]
        if recognise(before).mentions and is_on_other_matter(behind):
            return f"{before.rstrip(' ?')}?", behind
    return None


def before_treatment(sentence: str) -> tuple[str, str] | None:
    """The question on something else than a treatment of the tumour, and the one behind it on such
    a treatment: "PALB2 variant, does she need an MRI and does she get olaparib?". The case before
    the first is that of both."""
    for found in _AND_ASKS.finditer(sentence):
        before, behind = sentence[: found.start()].strip(), sentence[found.end() :]
        asks = _ASKS.split(before, maxsplit=1)
        case, first = (asks[0], asks[-1]) if len(asks) > 1 else ("", "")
        if not recognise(case).of(*_OF_CASE) or recognise(first).of(*_OF_DRUGS, "effect"):
            continue
        if recognise(behind).of(*_OF_DRUGS) and not recognise(behind).of(*_OF_CASE):
            return f"{before.rstrip(' ?')}?", f"{case.strip()} {behind}"
    return None


def before_taken_beside(sentence: str) -> tuple[str, str] | None:
    """The question on the plain dose of a drug, and that behind it on what is taken beside the
    drug: "sotorasib dose, and can she take a PPI?"."""
    for found in _AND_ASKS.finditer(sentence):
        before, behind = sentence[: found.start()].strip(), sentence[found.end() :]
        is_dose = _DOSE.search(before) and recognise(before).of("drug")
        if is_dose and not _exposures(before) and _exposures(behind) and not _DOSE.search(behind):
            return f"{before.rstrip(' ?')}?", behind
    return None


def _exposures(text: str) -> bool:
    """Whether a class of drugs is named that is taken beside another. A drug named by itself is
    asked about together with the first in any case."""
    values = (each.value for each in read_clinical(text))
    return any(isinstance(value, Exposure) and not value.from_drug for value in values)
