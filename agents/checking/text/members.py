"""Drugs that a sentence names as one of a class that its quotes speak of, by the shipped tables:
itraconazole for "strong CYP3A inhibitors", olaparib for "PARP inhibitors". Pure."""

from __future__ import annotations

import re
from collections.abc import Set
from functools import lru_cache

from names.entities import Entities, EntityMention
from names.recognise import recognise_passage
from names.tables.drugs import effects_on_others
from names.tables.treatment.drug_classes import drug_classes

_ENZYME = re.compile(
    r"\b(?P<strength>(?:(?:strong|moderate|weak)(?:,| or| and|/)? ?){1,3})?(?:dual )?"
    r"(?P<enzyme>cyp ?\d[a-z]\d{0,2}|p-? ?gp|bcrp)(?:[ /,]{1,2}(?:and "
    r"|or )?(?:cyp ?\d[a-z]\d{0,2}|p-? ?gp))?"
    r"[- ](?P<way>inhibit|induc)",
    re.IGNORECASE,
)
_INHIBITION = re.compile(
    r"(?:(?P<strength>strong|moderate|weak) )?(?P<enzyme>(?<!\S)\S{1,12}) (?P<way>inhibit|induc)",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(
    r"\b(?:such as|like|including|e\.g\.,?|for example,?|for instance,?) ?(?:her |his |the )?"
    r"(?:[a-z-]{4,25}(?:, and|, or|,| and| or) ){0,4}$",
    re.IGNORECASE,
)
_HAD = re.compile(
    r"\b(?:had|after|already|earlier|previous|prior|since|despite|progress\w* on|received)\b"
    r"(?: [a-z]+){0,3} $",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"(?:\b(?:namely|as)"
    r"|(?:inhibitors?|inducers?|drugs?|agents?|blockers?|agonists?)[ ,(]{1,2})"
    r" ?(?:her |his |the |oral |either )?$",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r",? ?(?:is |being |as |\()?(?:an?|one of the|another|also an?) [^.;]{0,60}"
    r"(?:inhibitor|inducer|blocker|agonist|antibod|drug|degrader)"
    r"|,? (?:or|and) (?:another|other) [^.;]{0,40}(?:inhibitor|inducer|drug)"
    r"| (?:as|is) (?:such|one)\b",
    re.IGNORECASE,
)
_PERMITS = re.compile(
    r"\b(?:(?:can|may|could|might) (?:safely |still |also )?(?:be )?(?:taken|given|continued?"
    r"|combined|used?|go on|stay)|without (?:any )?(?:restriction|limit|concern|adjust\w*"
    r"|precaution|change)"
    r"|no (?:relevant |known |dose )?(?:interactions?|restrictions?|adjust\w*|problems?"
    r"|effects?)|safe\w*"
    r"|allow\w*|permit\w*|compatible|needs? no|need not|does not|do not|unaffected"
    r"|unchanged|(?:is|are|remains?|stays?) (?:fine|harmless|possible|unproblematic)"
    r"|nothing (?:to|need|has)|no (?:reason|cause|need|danger))\b",
    re.IGNORECASE,
)
"""That a drug may be taken beside another, which only a quote may say."""
_MEASURED = re.compile(r"\d ?%|\d ?months?\b|\bhazard ratio\b", re.IGNORECASE)
_ADVISED_OR_FOUND = re.compile(
    r"\b(?:improv\w*|prolong\w*|lengthen\w*|reduc\w*|respon\w*|surviv\w*|active|effective"
    r"|benefit\w*|superior|longer|better|recommend\w*|advis\w*|prefer\w*|indicated|approved"
    r"|standard|options?|should|must)\b",
    re.IGNORECASE,
)
"""What is said of a class, and not of each of its drugs."""
_SEVERAL = re.compile(
    r"[^,;.]{0,12}\b(?:antibodies|inhibitors|agents|drugs|blockers)\b", re.IGNORECASE
)
"""All drugs of a class, behind what names it."""

_FUSED = re.compile(r"\b(?P<one>[A-Z0-9]{2,10})(?:::|-|\u2013|/)(?P<other>[A-Z0-9]{2,10})\b")
_ANY_CHANGE = (
    r"\b(?:any|all|every|whatever|activating"
    r"|sensiti[sz]ing) (?:[\w-]{{1,20}} ){{0,3}}{0}\b[^.;]{{0,40}}"
    r"\b(?:mutat|alterat|variant|delet|insert)|\b{0}[ -](?:rearrang|fusion|translocat|positive)"
)


LONGEST_NOUN = 25
"""Characters behind a part of a class in which "antibodies" stands. Chosen by hand."""


def permits_more(text: str, quotes: str) -> bool:
    """Whether a sentence allows what its quotes do not."""
    return bool(_PERMITS.search(text) and not _PERMITS.search(quotes))


def is_named_as_member(text: str, mention: EntityMention, told: str, asked: Set[str]) -> bool:
    """Whether a drug of a sentence stands for a class of the quotes (``told``):
    as an example, or since it is the thread's (``asked``). What is advised of a class, or found
    with it, is not said of each of its drugs."""
    names = frozenset(mention.names)
    changes = any(_changes_exposure(name, told) for name in names)
    if not changes and not any(is_member(name, told) for name in names):
        return False
    before = text[: mention.start]
    called = _calls_it(text, mention)
    if called and is_of_other_strength(names, called):
        return False
    if _EXAMPLE.search(before):
        return changes or not (_ADVISED_OR_FOUND.search(text) or _MEASURED.search(text))
    if changes and (_BEFORE.search(before) or _BEHIND.match(text, mention.end)):
        return True
    return bool(names & asked and (changes or _HAD.search(before)) and not _MEASURED.search(text))


def _calls_it(text: str, mention: EntityMention) -> str:
    """The class that a sentence says a drug is of: behind it, or else the nearest before it."""
    if behind := _BEHIND.match(text, mention.end):
        return behind.group()
    before = text[: mention.start]
    stands_behind = _EXAMPLE.search(before) or _BEFORE.search(before)
    classes = [each.group() for each in _ENZYME.finditer(before)] if stands_behind else []
    return classes[-1] if classes else ""


def is_of_other_strength(names: Set[str], words: str) -> bool:
    """Whether a drug is called a strong inhibitor, or the like, and the table knows it as one of
    another strength."""
    found = _ENZYME.search(words)
    if found is None or not found["strength"]:
        return False
    effects = (
        _INHIBITION.match(each) for name in names for each in effects_on_others().get(name, ())
    )
    known = {
        (effect["strength"] or "").lower()
        for effect in effects
        if effect and _is_that(effect, found["enzyme"], found["way"], frozenset())
    }
    return bool(known) and not any(each in found["strength"].lower() for each in known)


def members_named(text: str, told: str) -> frozenset[str]:
    """The drugs of a sentence that are members of a class that the quotes speak of."""
    found = recognise_passage(text).names("drug")
    return frozenset(name for name in found if is_member(name, told))


@lru_cache(maxsize=512)
def is_member(drug: str, told: str) -> bool:
    """Whether a drug is of a class that a text names, with the strength that it asks for."""
    graded = {_enzyme(m["enzyme"]) for m in _ENZYME.finditer(told) if m["strength"]}
    classes = {each for each in _classes(told) if _enzyme(each.partition(" ")[0]) not in graded}
    return _changes_exposure(drug, told) or bool(drug_classes(drug) & classes)


@lru_cache(maxsize=512)
def _changes_exposure(drug: str, told: str) -> bool:
    """Whether it inhibits or induces what a text speaks of, as strongly as it asks for."""
    effects = [_INHIBITION.match(each) for each in effects_on_others().get(drug, ())]
    for found in _ENZYME.finditer(told):
        strengths = frozenset(re.findall("strong|moderate|weak", (found["strength"] or "").lower()))
        for effect in effects:
            if effect and _is_that(effect, found["enzyme"], found["way"], strengths):
                return True
    return False


def _is_that(effect: re.Match[str], enzyme: str, way: str, strengths: Set[str]) -> bool:
    same = _enzyme(effect["enzyme"]) == _enzyme(enzyme) and effect["way"].lower() == way.lower()
    strength = (effect["strength"] or "").lower()
    return same and (not strengths or not strength or strength in strengths)


def _enzyme(name: str) -> str:
    """CYP3A4 and CYP3A5 are CYP3A in the table of the FDA."""
    plain = re.sub(r"[ -]", "", name.upper())
    return "CYP3A" if plain.startswith("CYP3A") else plain


@lru_cache(maxsize=64)
def _classes(told: str) -> frozenset[str]:
    return recognise_passage(told).names("drug_class")


def is_of_class_of_drugs(text: str, start: int, end: int, drugs: Set[str]) -> bool:
    """Whether what stands at ``start:end`` is part of a class ("anti-PD-1") of which a drug of the
    quotes is. What they tell of one drug is not told of all ("anti-PD-1 antibodies")."""
    named = recognise_passage(text)
    if not drugs & named.names("drug") and _SEVERAL.search(text, start, end + LONGEST_NOUN):
        return False
    return any(
        mention.start <= start
        and end <= mention.end
        and any(drug_classes(drug) & frozenset(mention.names) for drug in drugs)
        for mention in named.of("drug_class")
    )


def is_of_any_change(mention: EntityMention, asked: Entities, text: str, quotes: str) -> bool:
    """Whether a variant or fusion is the patient's, and a quote speaks of any change of its gene:
    "any activating EGFR mutation", "an ALK rearrangement"."""
    if mention.kind not in ("gene", "variant"):
        return False
    if not asked.names(mention.kind) & set(mention.names):
        return False
    genes = recognise_passage(mention.text).names("gene")
    for found in _FUSED.finditer(text):
        if found.start() <= mention.start < found.end():
            genes |= {found["one"].upper(), found["other"].upper()}
    if mention.kind == "variant" and not genes:
        genes = asked.names("gene")
    return any(
        re.search(_ANY_CHANGE.format(re.escape(gene)), quotes, re.IGNORECASE) for gene in genes
    )
