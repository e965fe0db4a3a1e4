"""The drugs of the thread that a message tells by their class to be taken no longer: "PPI stopped",
"azole finished on Monday"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from names.clinical.exposures.untaken import how_untaken
from names.clinical.values import ClinicalValue, Exposure
from names.entities import EntityMention
from names.recognise import recognise_passage

_ENDINGS = {
    "azole": ("conazole",), "antifungal": ("conazole",), "macrolide": ("thromycin",),
    "antibiotic": ("thromycin", "floxacin", "rifampin", "rifabutin"),
    "statin": ("statin",), "doac": ("xaban", "dabigatran"), "steroid": ("sone", "solone"),
    "anticoagulant": ("xaban", "dabigatran", "warfarin"),
    "anticonvulsant": ("carbamazepine", "phenytoin", "phenobarbital", "primidone"),
}  # fmt: skip
"""How the names of a class end (stems of the WHO's generic names), and its commonest members."""
_WORDS = re.compile(
    r"(?i)\b(?P<word>azole|anti-?fungal|macrolide|antibiotic|statin|[dn]oac|steroid|anti-?coagulant"
    r"|anti-?convulsant|anti-?epileptic)s?\b"
)
_SAME = {"noac": "doac", "antiepileptic": "anticonvulsant"}


def drugs_of_stopped_classes(
    text: str, known: Sequence[ClinicalValue], taken: Set[str]
) -> Iterator[tuple[str, int, int]]:
    """The drugs, of those *taken*, whose class a message says to be over, with the place of its
    name."""
    for start, end, drugs in (*_by_mechanism(text, known), *_by_word(text, taken)):
        if how_untaken(text, EntityMention("drug_class", (), "", start, end)) in _NO_LONGER:
            yield from ((drug, start, end) for drug in drugs)


_NO_LONGER = ("given", "not given")


def _by_mechanism(
    text: str, known: Sequence[ClinicalValue]
) -> Iterator[tuple[int, int, frozenset[str]]]:
    exposed = [each for each in known if isinstance(each, Exposure) and each.from_drug]
    for named in recognise_passage(text).of("drug_class") if exposed else ():
        drugs = frozenset(
            drug for each in exposed if each.mechanism in named.names for drug in each.drugs
        )
        if drugs:
            yield named.start, named.end, drugs


def _by_word(text: str, taken: Set[str]) -> Iterator[tuple[int, int, frozenset[str]]]:
    for match in _WORDS.finditer(text):
        word = match["word"].lower().replace("-", "")
        endings = _ENDINGS[_SAME.get(word, word)]
        if drugs := frozenset(drug for drug in taken if drug.endswith(endings)):
            yield (*match.span(), drugs)
