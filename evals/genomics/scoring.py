"""The score of an answer to a GeneTuring or GeneHop question.

``strict`` is the published scorer of GeneGPT, rule by rule; it gives its published predictions
their published scores. ``lenient`` stands beside it: other spellings of the same answer count, and
of a place on the genome the share that overlaps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

ORGANISMS = {
    "Caenorhabditis elegans": "worm",
    "Homo sapiens": "human",
    "Danio rerio": "zebrafish",
    "Mus musculus": "mouse",
    "Saccharomyces cerevisiae": "yeast",
    "Rattus norvegicus": "rat",
    "Gallus gallus": "chicken",
}
_PLACE = re.compile(r"(?:chr)?(\w+):(\d+)-(\d+)")
Gold = str | Sequence[str]
Score = Callable[[str, Gold], float]


def strict(task: str, answer: str, gold: Gold) -> float:
    """The score as GeneGPT's ``evaluate.py`` gives it."""
    told = answer.strip().replace("Answer: ", "")
    return _STRICT.get(task, _same)(told, gold)


def lenient(task: str, answer: str, gold: Gold) -> float:
    """The score if the same answer in another spelling counts."""
    told = answer.strip().replace("Answer: ", "")
    return max(strict(task, answer, gold), _LENIENT.get(task, _same_in_any_case)(told, gold))


def _same(answer: str, gold: Gold) -> float:
    return float(answer == gold)


def _same_in_any_case(answer: str, gold: Gold) -> float:
    return float(answer.strip(" .").casefold() == str(gold).casefold())


def _last_word_as_chromosome(answer: str, gold: Gold) -> float:
    words = answer.split()
    last = words[-1] if words else ""
    return float((last if "chr" in last else f"chr{last}") == gold)


def _share_of_list(answer: str, gold: Gold) -> float:
    wanted = gold.split(", ") if isinstance(gold, str) else list(gold)
    told = answer.split(", ")
    return sum(each in told for each in wanted) / len(wanted) if wanted else 0.0


def _share_in_any_case(answer: str, gold: Gold) -> float:
    wanted = gold if isinstance(gold, str) else ", ".join(gold)
    return _share_of_list(answer.strip(" .").casefold(), wanted.casefold())


def _begins_alike(answer: str, gold: Gold) -> float:
    """Whether one of the two begins with the other: a summary is told whole, or to its sources."""
    one, other = (" ".join(str(each).split()).rstrip(" .").casefold() for each in (answer, gold))
    return float(bool(one) and (one.startswith(other) or other.startswith(one)))


def _is_coding(answer: str, gold: Gold) -> float:
    return float({"Yes": "TRUE", "No": "NA"}.get(answer, answer) == gold)


def _organism(answer: str, gold: Gold) -> float:
    return float(ORGANISMS.get(answer, answer) == gold)


def _place(answer: str, gold: Gold) -> float:
    if answer == gold:
        return 1.0
    return 0.5 * float(answer.split(":")[0] == str(gold).split(":")[0])


def _overlap(answer: str, gold: Gold) -> float:
    """0.5 for the chromosome, and half of the share in which both places overlap."""
    told, wanted = _PLACE.fullmatch(answer), _PLACE.fullmatch(str(gold))
    if told is None or wanted is None or told[1] != wanted[1]:
        return _place(answer, gold)
    (a, b), (c, d) = map(int, told.groups()[1:]), map(int, wanted.groups()[1:])
    common = max(0, min(b, d) - max(a, c) + 1)
    return 0.5 + 0.5 * common / (max(b, d) - min(a, c) + 1)


_STRICT: Mapping[str, Score] = {
    "SNP location": _last_word_as_chromosome,
    "Gene location": _last_word_as_chromosome,
    "Gene disease association": _share_of_list,
    "Disease gene location": _share_of_list,
    "sequence gene alias": _share_of_list,
    "Protein-coding genes": _is_coding,
    "Multi-species DNA aligment": _organism,
    "Human genome DNA aligment": _place,
}
"""By task, spelled as in the data file; of the others the answer must be the same. The aliases of
GeneHop were scored by hand when it was published; the share of the list is ours."""
_LENIENT: Mapping[str, Score] = {
    "SNP location": lambda answer, gold: _last_word_as_chromosome(answer.strip(" ."), gold),
    "Gene location": lambda answer, gold: _last_word_as_chromosome(answer.strip(" ."), gold),
    "Gene disease association": _share_in_any_case,
    "Disease gene location": _share_in_any_case,
    "sequence gene alias": _share_in_any_case,
    "SNP gene function": _begins_alike,
    "Human genome DNA aligment": _overlap,
}
