"""Prognostic risk groups: favourable, intermediate and poor, of tumours that are treated by them.

The groups of kidney cancer are those of the IMDC: none of its factors is favourable, one or two are
intermediate, more are poor (https://pubmed.ncbi.nlm.nih.gov/19826129/)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.grammar.polarity import polarity_at
from names.clinical.values import Condition, FoundValue
from names.patterns.filtered import filtered_pattern
from names.recognise import recognise_passage

GROUPS = ("favourable", "intermediate", "poor")
RISK = " risk group"
_SCHEME = r"(?:IMDC|MSKCC|Heng|IGCCCG)"
_GROUP = r"(?:favou?rable|fav|good|intermediate|interm|int|poor)"
_LIST = rf"{_GROUP}(?:(?:\s?/\s?|-|\s(?:or|to|and)\s){_GROUP}){{0,2}}"
_PATTERN = filtered_pattern(
    rf"(?i)\b(?:(?P<scheme>{_SCHEME})(?: (?:risk|score|group|category)){{0,2}}[\s:=(-]{{1,3}}"
    rf"(?:(?P<after>{_LIST})\b|(?P<count>\d)(?!\d|\s?[-–]))"
    rf"|(?P<before>{_LIST})[\s-](?:(?P<named>{_SCHEME})[\s-])?(?:risk|prognosis)\b)"
)
_BY_RISK = frozenset(("kidney cancer", "testicular cancer"))
"""Tumours whose treatment follows these groups, also where no scheme is named."""
_SHORT = filtered_pattern(r"\bm?(?:cc)?RCC\b")
_WORD = re.compile(r"(?i)fav|good|int|poor")
_MEANING = {"fav": 0, "good": 0, "int": 1, "poor": 2}


def read_risk_groups(text: str) -> tuple[FoundValue, ...]:
    """The risk groups that the text names, as conditions: ``intermediate or poor risk group``."""
    return tuple(_find_risk_groups(text))


def _find_risk_groups(text: str) -> Iterator[FoundValue]:
    for match in _PATTERN.finditer(text):
        if not (match["scheme"] or match["named"] or _is_of_such_a_tumour(text)):
            continue
        if match["count"]:
            places = [min(2, (int(match["count"]) + 1) // 2)]
        else:
            words = match["after"] or match["before"]
            places = sorted({_MEANING[each.lower()] for each in _WORD.findall(words)})
        name = " or ".join(GROUPS[place] for place in places) + RISK
        polarity = polarity_at(text, *match.span())
        yield FoundValue(Condition(name=name, polarity=polarity), *match.span())


def _is_of_such_a_tumour(text: str) -> bool:
    return bool(_SHORT.search(text) or _BY_RISK & recognise_passage(text).names("tumour"))


def risk_groups(name: str) -> frozenset[str]:
    """The groups that the name of a condition holds; none of another condition."""
    if not name.endswith(RISK):
        return frozenset()
    return frozenset(name.removesuffix(RISK).split(" or "))
