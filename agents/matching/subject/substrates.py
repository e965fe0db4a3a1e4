"""Whether a statement on a class of substrates is on a drug whose exposure other drugs change.

"CYP3A substrates with a narrow therapeutic index should be avoided" is on tacrolimus. It is not on
simvastatin, because no table gives it a narrow index. "Sensitive" and "moderately sensitive" are
compared exactly, too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from names.tables.drugs import substrate_classes

SUBSTRATES = re.compile(r"(?i)\bsubstrates?\b")
ENZYME = re.compile(
    r"\b(?:CYP ?\d[A-Z]\d{0,2}|P-?gp|P-glycoprotein|BCRP|OCT2|MATE(?:1|2-?K)?)(?!\w)"
)
OF = re.compile(r" of (?:the )?(?=CYP|P-?g|BCRP|OCT|MATE)")
SENSITIVE = re.compile(r"(?i)\bsensitive\b")
MODERATELY = re.compile(r"(?i)\bmoderate(?:ly)?[\s-]{1,3}sensitive\b")
NARROW = re.compile(r"(?i)\b(?:narrow|small (?:rise|increase|change)s?|minimal)\b")
NARROWLY = "narrow "
"""How names of classes in the table begin if they have a narrow therapeutic index."""
END = re.compile(r"[.;:]")
AROUND = 90
"""Characters before and behind the word that tell which substrates are meant. Chosen by hand:
"substrates of which a small rise in concentration is dangerous" has 60."""


def names_as_substrate(text: str, drugs: Set[str]) -> bool:
    """Whether a text speaks of a class of substrates to which one of the drugs belongs."""
    told = {each for drug in drugs for each in substrate_classes().get(drug, ())}
    return bool(told) and any(wanted & told for wanted in _classes(text))


def substrate_words(name: str) -> str:
    """A class of the table in words: ``CYP3A substrate with a narrow therapeutic index``."""
    plain = name.removeprefix(NARROWLY)
    return name if plain == name else f"{plain} with a narrow therapeutic index"


def _classes(text: str) -> Iterator[set[str]]:
    """For each mention of substrates: the classes of the table that it means."""
    for found in SUBSTRATES.finditer(text):
        before = END.split(text[max(0, found.start() - AROUND) : found.start()])[-1]
        behind = END.split(text[found.end() : found.end() + AROUND])[0]
        enzymes = ENZYME.findall(behind if OF.match(behind) else before)
        yield {
            f"{degree}{name} substrate".strip()
            for name in map(_name, enzymes)
            for degree in _degrees(before, behind)
        }


def _degrees(before: str, behind: str) -> tuple[str, ...]:
    if NARROW.search(before) or NARROW.search(behind):
        return (NARROWLY,)
    moderately = MODERATELY.search(before)
    degrees: tuple[str, ...] = ("moderately sensitive ",) if moderately else ()
    if SENSITIVE.search(MODERATELY.sub("", before)):
        degrees += ("sensitive ",)
    return degrees or ("", NARROWLY, "sensitive ", "moderately sensitive ")


def _name(enzyme: str) -> str:
    """As the table has it: CYP3A4 is CYP3A."""
    if enzyme.startswith(("P", "p")):
        return "P-gp"
    if enzyme == "MATE":
        return "MATE1"
    compact = enzyme.replace(" ", "")
    return "CYP3A" if compact.startswith("CYP3A") else compact
