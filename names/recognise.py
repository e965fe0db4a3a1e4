"""What a text names. Pure; the tables are read at the first call."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from names.entities import Kind, Mention, Recognised
from names.genes import by_name, find_genes
from names.spelling import find_doubtful_drugs
from names.tables import TOKEN, Wording, longest_by_first_word, tumour_parents, wordings
from names.trials import find_trials
from names.tumours import find_other_tumours
from names.variants import FUSION, find_variants

OVERLAID: frozenset[Kind] = frozenset({"variant", "status"})
"""Kinds that may stand on top of others: "HER2-low" is a state and names the gene."""
PRIORITY: dict[Kind, int] = {
    "registration": 0,
    "pmid": 0,
    "drug": 1,
    "drug_class": 1,
    "tumour": 1,
    "setting": 1,
    "condition": 1,
    "effect": 1,
    "phenotype": 1,
    "outcome": 1,
    "gene": 2,
    "trial": 3,
}


def find_wordings(text: str) -> Iterator[Mention]:
    """Drugs, tumours, settings and the rest by their wordings, the longest first."""
    found = list(TOKEN.finditer(text))
    words = [match.group().lower().replace("’", "'") for match in found]
    longest, table = longest_by_first_word(), wordings()
    at = 0
    while at < len(words):
        step = 1
        for count in range(min(longest.get(words[at], 0), len(words) - at), 0, -1):
            entries = table.get(tuple(words[at : at + count]))
            if not entries:
                continue
            start, end = found[at].start(), found[at + count - 1].end()
            mentions = [m for e in entries if (m := as_mention(e, text, start, end))]
            if mentions:
                yield from mentions
                step = count
                break
        at += step


def as_mention(entry: Wording, text: str, start: int, end: int) -> Mention | None:
    surface = text[start:end]
    if entry.exact and surface != entry.surface:
        return None
    if surface == "ALL" and text[end : end + 10].lower().startswith((" patient", " of ", " the ")):
        return None
    return Mention(entry.kind, entry.names, surface, start, end)


def find_fusions(text: str) -> Iterator[Mention]:
    """``EML4-ALK`` and ``BCR::ABL1``: both partners are genes."""
    for match in FUSION.finditer(text):
        five, three = by_name().get(match[1]), by_name().get(match[3])
        if five and three and match.group() not in by_name():
            name = f"{five[0]}::{three[0]}"
            yield Mention("variant", (name,), match.group(), *match.span())


def settle(mentions: list[Mention]) -> Iterator[Mention]:
    """Where mentions overlap the longest stays, then the likelier kind; equals both stay."""
    mentions.sort(key=lambda m: (-(m.end - m.start), PRIORITY.get(m.kind, 4)))
    kept: list[Mention] = []
    for mention in mentions:
        rivals = [k for k in kept if k.start < mention.end and mention.start < k.end]
        same = [k for k in rivals if (k.start, k.end) == (mention.start, mention.end)]
        equal = all(PRIORITY[k.kind] == PRIORITY[mention.kind] == 1 for k in same)
        if not rivals or (same == rivals and equal):
            kept.append(mention)
    yield from kept


def recognise_all(text: str, *, doubtful: bool) -> Recognised:
    overlaid = [*find_variants(text), *find_fusions(text)]
    variants = {(m.start, m.end) for m in overlaid if m.kind == "variant"}
    standing = [*find_wordings(text), *find_genes(text), *find_trials(text)]
    standing += find_other_tumours(text)
    standing = [m for m in standing if m.kind != "trial" or (m.start, m.end) not in variants]
    kept = list(settle(standing))
    if doubtful:
        taken = frozenset(p for m in kept for p in range(m.start, m.end))
        kept += find_doubtful_drugs(text, taken)
    everything = sorted({*kept, *overlaid}, key=lambda m: (m.start, -m.end, m.kind, m.names))
    return Recognised(tuple(everything))


@lru_cache(maxsize=30_000)
def recognise_passage(text: str) -> Recognised:
    """What a sentence of a source names. Nothing is guessed: sources spell as they mean."""
    return recognise_all(text, doubtful=False)


@lru_cache(maxsize=500)
def recognise(text: str) -> Recognised:
    """What a question names, misspelled and unknown drugs included."""
    return recognise_all(text, doubtful=True)


def lineage(tumour: str) -> frozenset[str]:
    """A tumour type and all wider types it belongs to."""
    found = [tumour]
    while parent := tumour_parents().get(found[-1], ""):
        found.append(parent)
    return frozenset(found)


def same_tumour(asked: str, told: str) -> bool:
    """Whether what is told of one tumour type speaks to a question about the other."""
    return asked in lineage(told) or told in lineage(asked) or told == "solid tumour"
