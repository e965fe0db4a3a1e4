"""Lies about whom a statement is on: each function changes one thing. Pure."""

from __future__ import annotations

import re
import zlib

from evals.claims.restated.operators.made import MadeSentence, Source, first_drug, sentence
from names.recognise import recognise_passage
from names.tables.drugs import drugs
from names.tables.treatment.drug_classes import drug_classes

_STATES = (
    ("HER2-positive", "HER2"), ("HER2-negative", "HER2"),
    ("hormone-receptor-positive", "receptor"), ("ER-positive", "ER"),
    ("postmenopausal", "menopausal"), ("premenopausal", "menopausal"),
    ("node-positive", "node"), ("PD-L1-positive", "PD-L1"),
)  # fmt: skip
_TURNED = {
    "HER2-positive": "HER2-negative", "HER2-negative": "HER2-positive",
    "hormone-receptor-positive": "hormone-receptor-negative", "ER-positive": "ER-negative",
    "postmenopausal": "premenopausal", "premenopausal": "postmenopausal",
    "node-positive": "node-negative", "PD-L1-positive": "PD-L1-negative",
}  # fmt: skip
_VARIANT = re.compile(r"\b(?P<g>[A-Z][A-Z0-9]{2,6}) (?P<v>[A-Z]\d{2,4}[A-Z])\b")
_EITHER = re.compile(r"\bgermline or somatic\b")
_AND_OR = re.compile(r"\b(?P<a>[A-Z][A-Z0-9]{2,6}) or (?P<b>[A-Z][A-Z0-9]{2,6})\b")
_CLASS = re.compile(
    r"\b(?P<c>CDK4/6 inhibitors?|PARP inhibitors?|anthracyclines?|aromatase inhibitors?"
    r"|checkpoint inhibitors?|taxanes?)\b"
)
_NAMED = {
    "CDK4/6 inhibition": "CDK4/6 inhibitors", "PARP inhibition": "PARP inhibitors",
    "PD-1/PD-L1 inhibition": "checkpoint inhibitors", "EGFR inhibition": "EGFR inhibitors",
    "aromatase inhibition": "aromatase inhibitors", "HER2 inhibition": "HER2 inhibitors",
    "ALK inhibition": "ALK inhibitors", "BRAF inhibition": "BRAF inhibitors",
}  # fmt: skip
_OF_CLASS = {
    "CDK4/6": "CDK4/6 inhibition", "PARP": "PARP inhibition",
    "checkpoint": "PD-1/PD-L1 inhibition", "aromatase": "aromatase inhibition",
}  # fmt: skip
_AGE = re.compile(r"\b(?P<n>\d{2}) years (?P<w>or older|and older|of age or older)\b")
_STAGE = re.compile(r"\bstage (?P<n>I{1,3}V?|IV)(?P<s>[A-C]?)\b(?! (?:or|and|to))")
_STAGES = {"I": "III", "II": "IV", "III": "I", "IV": "II"}
_LINES = re.compile(r"\bat least (?P<n>2|two|3|three) (?P<w>lines|prior|earlier|previous|systemic)")
_AFTER = re.compile(
    r",? (?:that progressed |progressing )?after (?P<what>[^,;.]{6,80})"
    r"(?=[;.]|, (?:ASCO|NCCN|ESMO) )"
)


def whatever_state(source: Source) -> MadeSentence | None:
    """A state that limits, told as without matter."""
    for state, of in _STATES:
        if state in source.text:
            rest = re.sub(rf"\b{re.escape(state)},? ", "", source.bare)
            return sentence(f"{rest}, irrespective of {of} status")
    return None


def other_patient(source: Source) -> MadeSentence | None:
    """The patient with a state that the question denies."""
    for state, _ in _STATES:
        rule = re.search("recommend|advis|indicated|may be|allows", source.text)
        if rule and state in source.text and _TURNED[state] not in source.text:
            turned = _TURNED[state]
            return sentence(f"Since she is {state}, this is met: {source.bare}",
                            question=f"Patient, {turned}. What applies?")  # fmt: skip
    return None


def other_state_of_patient(source: Source) -> MadeSentence | None:
    """The patient's own state, on which the statement is silent, as the one it is on."""
    for state, _ in _STATES:
        if state in source.text and _TURNED[state] not in source.text:
            turned = _TURNED[state]
            lie = source.text.replace(state, turned)
            return sentence(lie, question=f"Patient, {turned}. What applies?")
    return None


def any_variant(source: Source) -> MadeSentence | None:
    """One variant as any of its gene."""
    found = _VARIANT.search(source.text)
    if not found or len(_VARIANT.findall(source.text)) > 1:
        return None
    text = source.text
    return sentence(f"{text[: found.start()]}any {found['g']} mutation{text[found.end() :]}")


def only_germline(source: Source) -> MadeSentence | None:
    """One of two that count, told as the only one."""
    found = _EITHER.search(source.text)
    if not found:
        return None
    return sentence(
        f"{source.text[: found.start()]}germline but not somatic{source.text[found.end() :]}"
    )


def both_genes(source: Source) -> MadeSentence | None:
    """One of two, told as both at once."""
    found = _AND_OR.search(source.text)
    if not found:
        return None
    text = source.text
    return sentence(
        f"{text[: found.start()]}both {found['a']} and {found['b']}{text[found.end() :]}"
    )


def drug_to_class(source: Source) -> MadeSentence | None:
    """What is said of one drug, told of its class."""
    mentions = recognise_passage(source.text).of("drug")
    if not mentions or len({name for m in mentions for name in m.names}) != 1:
        return None
    name = next((_NAMED[c] for c in sorted(drug_classes(mentions[0].name)) if c in _NAMED), "")
    if not name or name.split()[0].lower() in source.text.lower():
        return None
    text = source.text
    lie = f"{text[: mentions[0].start]}{name}{text[mentions[0].end :]}"
    return sentence(re.sub(r"(?<=inhibitors )is\b", "are", lie))


def class_to_drug(source: Source) -> MadeSentence | None:
    """What is said of a class, told of one of its drugs that nobody named."""
    found = _CLASS.search(source.text)
    key = next((k for k in _OF_CLASS if found and found["c"].startswith(k)), "")
    if not found or not key:
        return None
    named = recognise_passage(source.whole).names("drug")
    others = [n for n in sorted(drugs()) if _OF_CLASS[key] in drug_classes(n) and n not in named]
    if not others or named:
        return None
    other = others[zlib.crc32(source.text.encode()) % len(others)]
    text = source.text
    before = re.sub(r"\b(?:an?|other|the) $", "", text[: found.start()])
    return sentence(f"{before}{other}{text[found.end() :]}")


def other_age(source: Source) -> MadeSentence | None:
    """The people on the other side of an age."""
    found = _AGE.search(source.text)
    if not found:
        return None
    return sentence(f"{source.text[: found.start()]}under {found['n']} years"
                    f"{source.text[found.end() :]}")  # fmt: skip


def other_stage(source: Source) -> MadeSentence | None:
    """Another stage."""
    found = _STAGE.search(source.text)
    if not found or f"stage {_STAGES[found['n']]}" in source.text:
        return None
    return sentence(f"{source.text[: found.start('n')]}{_STAGES[found['n']]}"
                    f"{source.text[found.end() :]}")  # fmt: skip


def fewer_lines(source: Source) -> MadeSentence | None:
    """One earlier line where two are asked for."""
    found = _LINES.search(source.text)
    if not found:
        return None
    return sentence(f"{source.text[: found.start('n')]}one{source.text[found.end('n') :]}")


def _after_treatment(source: Source) -> re.Match[str] | None:
    """The earlier treatment that an indication asks for."""
    found = _AFTER.search(source.text)
    if not found or not re.search(r"\bindicated|approved|recommend|allows|offered", source.text):
        return None
    return None if re.search(r"\d|meal|dose", found["what"]) else found


def earlier_treatment_dropped(source: Source) -> MadeSentence | None:
    """An indication after an earlier treatment, told as one without it."""
    found = _after_treatment(source)
    if found is None:
        return None
    return sentence(f"{source.text[: found.start()]}{source.text[found.end() :]}")


def earlier_treatment_without_matter(source: Source) -> MadeSentence | None:
    """An indication after an earlier treatment, told as one with or without it."""
    found = _after_treatment(source)
    if found is None:
        return None
    return sentence(f"{source.text[: found.start()]}, with or without {found['what']}"
                    f"{source.text[found.end() :]}")  # fmt: skip


def drug_of_patient(source: Source) -> MadeSentence | None:
    """The drug that is asked about, in the place of the one that is cited."""
    drug = first_drug(source.text)
    other = "temozolomide"
    if not drug or other in source.whole or not source.text.startswith(drug):
        return None
    return sentence(f"For her, {other}{source.text[len(drug) :]}", question=f"{other} for her?")


OPERATORS = {
    "whatever the state": whatever_state,
    "other patient": other_patient,
    "state of question": other_state_of_patient,
    "any variant": any_variant,
    "only germline": only_germline,
    "both genes": both_genes,
    "drug to class": drug_to_class,
    "class to drug": class_to_drug,
    "other age": other_age,
    "other stage": other_stage,
    "fewer lines": fewer_lines,
    "earlier treatment dropped": earlier_treatment_dropped,
    "earlier treatment without matter": earlier_treatment_without_matter,
    "drug of question": drug_of_patient,
}
