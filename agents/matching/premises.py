"""What a question takes for granted and the tables contradict: the class of a drug. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.exposures import effects_of
from names.clinical.treatment.lines import read_lines_of_treatment
from names.clinical.values import Exposure, Line
from names.entities import Mention
from names.recognise import recognise
from names.tables import effects_on_others, lineage
from names.tables.other_drugs import other_drugs
from names.tables.treatment.approvals import ended_approvals_of, ended_sentence
from names.tables.treatment.drug_classes import class_patterns, drug_classes

_CALLED_AFTER = re.compile(r"\s*(?:,|\(|\bis\b|\bas\b|\bbeing\b)?\s*(?:an?|the)\s+", re.IGNORECASE)
_CALLED_BEFORE = re.compile(r"\b(?:an?|the)\s+$", re.IGNORECASE)
_WIDE = frozenset(
    ("chemotherapy", "endocrine therapy", "estrogen receptor inhibition", "er signaling inhibition")
)
_FIRST = re.compile(r"\b(?:first[- ]line|1L|adjuvant|neoadjuvant|newly diagnosed)\b", re.I)
_EXPOSURES = ("CYP", "P-gp", "UGT", "BCRP", "OATP", "QT")
_END = re.compile(r"\s*(?:[,):?;.]|$|\b(?:for|in|that|which|indicated|approved|given)\b)")


def flawed_premises(text: str) -> tuple[str, ...]:
    """A sentence for each drug that a text calls a member of a class that it is not in.

    Only where the tables know the drug's class, and not of wide classes: whether a drug counts as
    chemotherapy is a matter of words."""
    found = recognise(text)
    classes = found.of("drug_class")
    said = (
        sentence
        for drug in found.of("drug")
        for called in classes
        if _is_called(drug, called, text)
        for sentence in _contradicted(drug, text[called.start : called.end], called.names)
    )
    return tuple(dict.fromkeys(said))


def ended_approvals_named(text: str) -> tuple[str, ...]:
    """A sentence for each approval of a drug that a text names, in the tumours that it names, which
    was withdrawn or narrowed since. Without a tumour none: drugs have others that hold."""
    found = recognise(text)
    return tuple(
        ended_sentence(approval)
        for drug in sorted(found.names("drug"))
        for approval in ended_approvals_of(drug)
        if any(approval.tumour in lineage(tumour) for tumour in found.names("tumour"))
        if _is_of_setting(approval.setting, text)
    )


def _is_of_setting(setting: str, text: str) -> bool:
    """Whether an approval is for the setting that a text speaks of, as far as it speaks of one:
    what became of later lines is beside a question on the first."""
    lines = [
        found.value for found in read_lines_of_treatment(text) if isinstance(found.value, Line)
    ]
    first = any(line.last == 1 for line in lines) or bool(_FIRST.search(text))
    kept = "maintenance" in text.lower()
    if (kept or lines or first) and kept != ("maintenance" in setting):
        return False
    return not (first and re.search(r"\bafter|relapsed|recurrent|previously\b", setting))


def _is_called(drug: Mention, called: Mention, text: str) -> bool:
    """Whether the words give a drug as one of a class: "olaparib, a PARP inhibitor", "the PARP
    inhibitor olaparib"."""
    if drug.end <= called.start:
        between = text[drug.end : called.start]
        return bool(_CALLED_AFTER.fullmatch(between) and _END.match(text, called.end))
    between = text[called.end : drug.start]
    return not between.strip() and bool(_CALLED_BEFORE.search(text[: called.start]))


def _contradicted(drug: Mention, words: str, names: tuple[str, ...]) -> Iterator[str]:
    told = {*names, *(name for name, pattern in class_patterns() if pattern.regex.fullmatch(words))}
    own = drug_classes(drug.name)
    telling = sorted(name for name in own if not _is_wide(name))
    if telling and not told & own and not any(map(_is_wide, told)):
        member = " and ".join(_member(name) for name in telling[:2])
        yield f"{drug.name[0].upper()}{drug.name[1:]} is {member}, not {_member(words)}."


def _is_wide(name: str) -> bool:
    """Whether it is a matter of words if a drug counts as one of the class."""
    return name.lower() in _WIDE or name.startswith(_EXPOSURES)


def _member(name: str) -> str:
    """``a PARP inhibitor`` for "PARP inhibition"."""
    word = re.sub(r"\binhibition$", "inhibitor", name)
    word = re.sub(r"^[A-Z](?=[a-z]{2})", lambda first: first[0].lower(), word)
    return f"{'an' if word[:1].lower() in 'aeiou' else 'a'} {word}"


THE_LABEL = "the label"
"""How a label is named where it is asked for."""


NO_OPTION = (
    "No option for this patient was found in the sources at hand; what follows is none, and why."
)
"""Said before an answer that only tells what is not for the patient."""


def none_of_publisher(name: str) -> str:
    """That nothing is by whom the question names, as a sentence."""
    return f"Nothing that was found of {name} answers this; what follows is what others say."


def effects_named(text: str) -> dict[str, str]:
    """Of each drug of ordinary practice in a text what the table of interactions says of it, as a
    sentence: by that a rule on a class holds for the drug."""
    drugs = recognise(text).names("drug")
    named = sorted(drug for drug in drugs if drug in other_drugs() or drug in effects_on_others())
    return {drug: told for drug in named if (told := _effect_sentence(drug))}


def _effect_sentence(drug: str) -> str:
    roles = dict.fromkeys(_role(each) for each in effects_of(drug))
    if not roles:
        return ""
    name = drug[0].upper() + drug[1:]
    return f"{name}, by the table of interactions: {', '.join(roles)}."


ROLES = {"inhibition": "inhibitor", "induction": "inducer", "antagonism": "antagonist"}


def _role(effect: Exposure) -> str:
    """``strong CYP2D6 inhibitor``"""
    target, _, kind = effect.mechanism.rpartition(" ")
    role = f"{target} {ROLES.get(kind, kind)}".strip()
    return f"{effect.strength} {role}".strip()
