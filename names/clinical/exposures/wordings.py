"""How inhibitors, inducers and other interacting classes are worded, with their strength."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from names.clinical.values import Strength
from names.patterns.filtered import FilteredPattern, filtered_pattern

_STRENGTH = r"(?:strong(?:ly|er)?|potent|moderate(?:ly)?|weak(?:ly|er)?|mild)"
_OR = r"(?:\s?(?:,\s?or|,\s?and|,|/|\+|and/or|-to-|to|or|and)\s?)"
STRENGTHS = rf"{_STRENGTH}(?:{_OR}{_STRENGTH}){{0,3}}"
_TARGET = (
    r"(?:(?:cytochrome\s)?(?:P-?450\s)?(?:isoenzyme\s)?CYP[\s-]?\d[A-Z]\d{0,2}(?:/\d[A-Z]?\d?)?"
    r"|cytochrome P450(?: 3A4?)?|3A4|P-?gp\b|P[\s-]glycoprotein(?: \(P-gp\))?|BCRP|OATP1B[13]"
    r"(?:/1?B?3)?|UGT\d?[AB]?\d{0,2}|OCT2|MATE1?)"
)
TARGETS = rf"{_TARGET}(?:{_OR}(?:{_STRENGTH}\s)?{_TARGET}){{0,3}}"
_KIND = r"(?P<kind>inhib(?:itors?|s)?|inducers?|inhibition|induction|inhibiting|inducing)\b"
CLASS = filtered_pattern(
    rf"\b(?:(?P<before>(?:dual|combined|both)\s)?(?P<strength>{STRENGTHS})\s)?"
    rf"(?P<targets>{TARGETS})[\s-]{_KIND}",
    re.IGNORECASE,
)
"""Strength, targets, kind: "strong or moderate CYP3A4 or P-gp inhibitors"."""
REVERSED = filtered_pattern(
    rf"(?:\b(?:(?P<strength>{STRENGTHS})\s)?(?P<kind>inhibitors?|inducers?|inhibition|induction)"
    rf"\sof|\b(?:that|which)\s(?:may\s)?(?:(?P<adverb>{_STRENGTH})\s)?(?P<verb>inhibit|induce)s?)"
    rf"\s(?:the\s)?(?:both\s)?(?:enzymes?\s)?(?P<targets>{TARGETS})",
    re.IGNORECASE,
)
"""Strength, kind, targets: "strong inhibitors of CYP3A4", "drugs that inhibit CYP3A"."""
BARE = filtered_pattern(
    rf"\b(?P<strength>{STRENGTHS})\s(?:enzyme\s)?(?P<kind>inhibitors?|inducers?|ones?)\b",
    re.IGNORECASE,
)
"""Strength and kind without a target: "weak inducers"; "with a moderate one" after a class."""
NEAR = 200
"""Characters to either side in which the enzyme of a bare "weak inducers" is looked for. Chosen by
hand: a sentence."""
TARGET = re.compile(rf"(?:(?P<own>{_STRENGTH})\s)?(?P<target>{_TARGET})", re.IGNORECASE)
OTHERS: tuple[tuple[str, FilteredPattern], ...] = (
    (
        "Proton pump inhibition",
        filtered_pattern(r"(?i:\bproton[\s-]pump inhibitors?)\b(?:\s\(PPIs?\))?|\bPPIs?\b"),
    ),
    (
        "H2 antagonism",
        filtered_pattern(
            r"(?i)\bH2[\s-](?:receptor )?(?:antagonists?|blockers?)\b|\bH2RAs?\b"
            r"|\bhistamine H2[\s-](?:receptor )?antagonists?\b"
        ),
    ),
    ("Antacid", filtered_pattern(r"(?i)\bantacids?\b")),
    (
        "Acid reduction",
        filtered_pattern(
            r"(?i)\b(?:gastric )?acid[\s-](?:reducing|suppressing|lowering) (?:agents?|drugs?"
            r"|medications?|medicines?|therapy)\b|\bacid reducers?\b|\bgastric acid reducers?\b"
        ),
    ),
    (
        "Bradycardia",
        filtered_pattern(
            r"(?i)\b(?:beta|β)[\s-]?(?:adrenergic )?(?:receptor )?blockers?\b"
            r"|\b(?:drugs?|medicines?|agents?|medications?|products?) (?:known to |that |which )"
            r"(?:may |can )?(?:cause|slow)s? (?:bradycardia|(?:the )?heart rate)\b"
            r"|\bbradycardi(?:a|c)[\s-](?:causing|inducing) (?:drugs?|agents?|medications?)\b"
        ),
    ),
    (
        "QT prolongation",
        filtered_pattern(
            r"(?i)\bQTc?[\s-](?:interval[\s-])?prolong(?:ing|ers?)\b(?: (?:drugs?|agents?"
            r"|medications?|medicines?|products?))?|\b(?:drugs?|medicines?|agents?|medications?"
            r"|products?) (?:known to |that |which |with (?:a )?(?:known )?potential to )"
            r"(?:may )?prolong (?:the )?QTc?\b"
        ),
    ),
)


_P_GP = r"P-?gp(?: \(P-glycoprotein\))?"
IN_BOTH_WAYS = filtered_pattern(
    rf"\b{_P_GP}(?: inhibitors?)? and (?:(?:strong|moderate|weak) )?CYP"
    rf"|\b{_P_GP} inhibitors that are also\b|\bboth {_P_GP} and\b",
    re.IGNORECASE,
)
"""How one drug is said to act in two ways: "P-gp and moderate CYP3A4 inhibitors". Others are
joined by "or", or by a comma."""
LOWERS = re.compile(r"(?i)\b(?:reduc|lower|decreas)\w{0,4}\b")


def acts_in_both_ways(text: str) -> bool:
    """Whether a rule lowers a dose beside a drug that acts in two ways at once. A rule to avoid
    such drugs is left as it is: who takes one that acts in one way is not told that he may."""
    return bool(IN_BOTH_WAYS.search(text) and LOWERS.search(text))


@dataclass(frozen=True, slots=True)
class ClassWording:
    """One interacting class that a text names; no strength means that none is told."""

    mechanism: str
    strengths: tuple[Strength, ...]
    start: int
    end: int


def find_class_wordings(text: str) -> Iterator[ClassWording]:
    """Every class that the text names, one for each target."""
    taken: set[int] = set()
    for match in CLASS.finditer(text):
        taken.add(match.start("kind"))
        yield from _of_targets(match, match["kind"], match["strength"])
    for match in REVERSED.finditer(text):
        at = max(match.start("kind"), match.start("verb"))
        if at not in taken:
            taken.add(at)
            strength = match["strength"] or match["adverb"]
            yield from _of_targets(match, match["kind"] or match["verb"], strength)
    for match in BARE.finditer(text):
        if match.start("kind") not in taken and (found := _bare(text, match)):
            yield found
    for mechanism, pattern in OTHERS:
        for match in pattern.finditer(text):
            yield ClassWording(mechanism, (), *match.span())


def mechanism_of(target: str, kind: str) -> str:
    """The name of a class: ``CYP3A4`` and ``inhibitors`` → ``CYP3A inhibition``."""
    direction = "induction" if kind.lower().startswith("induc") else "inhibition"
    upper = re.sub(r"[\s-]", "", target.upper()).removeprefix("CYTOCHROME")
    if upper in {"CYP3A4", "CYP3A5", "3A4", "CYP3A4/5", "P4503A4", "P4503A"} or "CYP3A" in upper:
        return f"CYP3A {direction}"
    if upper.startswith(("PGP", "PGLYCOPROTEIN")):
        return f"P-gp {direction}"
    if "P450" in upper and "CYP" not in upper:
        return f"CYP {direction}"
    return f"{upper.removeprefix('P450').removeprefix('ISOENZYME')} {direction}"


def strengths_of(written: str | None) -> tuple[Strength, ...]:
    """The strengths in a wording: "strong or moderate" → two; "weak to moderate" → two."""
    found: list[Strength] = []
    for word in re.findall(r"[a-z]+", (written or "").lower()):
        if word.startswith(("strong", "potent")):
            found.append("strong")
        elif word.startswith("moderate"):
            found.append("moderate")
        elif word.startswith(("weak", "mild")):
            found.append("weak")
    if len(found) == 2 and " to " in f" {written} ".lower() and "moderate" not in found:
        return (found[0], "moderate", found[1])
    return tuple(dict.fromkeys(found))


def _of_targets(match: re.Match[str], kind: str, strength: str | None) -> Iterator[ClassWording]:
    strengths = strengths_of(strength)
    for target in TARGET.finditer(match["targets"]):
        first = target.start() == 0
        own = strengths_of(target["own"]) or strengths
        mechanism = mechanism_of(target["target"], kind)
        # "Strong CYP3A4 or P-gp inhibitors": the strength is that of the enzyme.
        graded = () if mechanism.startswith(("P-gp", "BCRP", "OATP")) and not first else own
        yield ClassWording(mechanism, graded, *match.span())


def _bare(text: str, match: re.Match[str]) -> ClassWording | None:
    """The class of "weak inducers": the last enzyme named before, else CYP3A in a text of it."""
    before = max(0, match.start() - NEAR)
    kind = match["kind"]
    if kind.lower().startswith("one"):
        classes = list(CLASS.regex.finditer(text, before, match.start()))
        kind = classes[-1]["kind"] if classes else ""
    enzymes = list(TARGET.finditer(text, before, match.start()))
    enzymes = enzymes or list(TARGET.finditer(text, match.end(), match.end() + NEAR))
    if not enzymes or not kind:
        return None
    mechanism = mechanism_of(enzymes[-1]["target"], kind)
    return ClassWording(mechanism, strengths_of(match["strength"]), *match.span())
