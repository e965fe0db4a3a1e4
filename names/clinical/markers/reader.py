"""Reads biomarkers: which are present, absent or of uncertain meaning, and their values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from itertools import groupby, pairwise

from names.clinical.expansion import expand
from names.clinical.markers.denied_lists import tell_lists
from names.clinical.markers.doubts import doubts
from names.clinical.markers.grouping import Grouper
from names.clinical.markers.item import MarkerItem, leave_open_asked, leave_open_joined
from names.clinical.markers.later_states import correct, with_later_states
from names.clinical.markers.lexing import lex
from names.clinical.markers.lone_germline import (
    not_inherited,
    read_lone_germline,
    without_lone_germline,
)
from names.clinical.markers.neighbours import with_fractions, without_states_of_neighbours
from names.clinical.markers.vocabulary import GENERAL
from names.clinical.values import FoundValue, Marker, Polarity
from names.patterns.filtered import filtered_pattern
from names.tables.variant_classes import FUSION_GENES, genes_of_variant, lung_drivers

PROTEIN_STATES = {
    "HER2": "positive", "HR": "positive", "ER": "positive", "PR": "positive", "AR": "positive",
    "PD-L1": "positive", "HRD": "positive", "MSI": "high", "TMB": "high",
}  # fmt: skip
"""Marker that is not a gene → its state when it is there."""
GENES = {"HER2": "ERBB2", "ER": "ESR1", "PR": "PGR", "AR": "AR", "PD-L1": "CD274"}
EXPRESSED = {"FOLR1", "TACSTD2", "CLDN18", "TNFRSF8", "CD19", "MS4A1", "CD33", "PGR"}
"""Genes whose "positive" means that the protein is there (labels of their antibodies)."""
STAINED = {"KIT"}
"""Genes of which "positive" says the same (CD117), but "negative" mostly that of a mutation."""
GENE_OF_EVENT = {"exon 14 skipping": "MET", "ITD": "FLT3", "exon 19 deletion": "EGFR"}
"""Events that are spoken of in one gene only (Molecular Oncology Almanac 2026-05)."""
GENES_OF_EVENT = {"exon 20 insertion": frozenset(("EGFR", "ERBB2"))}
"""Events of which only a name tells in which of these genes they are (same record)."""
SCORED_HIGH = {("MSI",), ("TMB",), ("HRD",)}
"""Markers of which one word tells the state, too ("MSI-H")."""
SHORT_LIST = 2
"""Members of a list that may tell two things: "without EGFR mutation, KRAS G12C". By hand."""
LEVELS = {"low", "ultralow", "zero", "high"}
NO_DRIVERS = filtered_pattern(
    r"(?i)\b(?:no|without|negative for|lacks)(?: (?:an?|any|known|actionable|targetable|oncogenic"
    r"|common|other)){0,3} drivers?\b(?: (?:mutations?|alterations?|genes?|oncogenes?))?"
    r"|\bdriver(?:[\s-](?:gene|mutation|oncogene))?[\s-](?:neg\b|negative)"
    r"|\bno (?:actionable|targetable)(?: (?:genomic|genetic|molecular))?"
    r" (?:mutations?|alterations?|aberrations?|targets?)\b"
    r"(?!\s(?:in|of)\s(?!NSCLC)(?-i:[A-Z][A-Z0-9]{2,6}\b))"
)


def read_markers(text: str) -> tuple[FoundValue, ...]:
    """The biomarkers that the text tells of, each with its state, polarity, origin and value.

    Several values with one and the same span are a family ("BRCA-mutated"): of those present any,
    of those absent all. A marker of which only a test, or nothing, is said is left out, and so is
    one that may be either ("with or without")."""
    expanded = expand(text)
    return expanded.place_back(dict.fromkeys(_find_markers(expanded.text)))


def doubted_markers(text: str) -> frozenset[FoundValue]:
    """Of what :func:`read_markers` reads what words on a patient only suspect, want to exclude or
    plan to test. A guideline's "testing for MSI-H" tells for whom its drug is."""
    read = read_markers(text)
    if not read:
        return frozenset()
    expanded = expand(text)
    sure = expanded.place_back(dict.fromkeys(_find_markers(expanded.text, of_patient=True)))
    return frozenset(read) - frozenset(sure)


def _find_items(text: str, *, of_patient: bool = False) -> list[MarkerItem]:
    """The markers of a text, each with what is said of it."""
    read = without_lone_germline(text, lex(text))
    tokens, corrections = with_later_states(text, without_states_of_neighbours(text, read))
    items = Grouper().group(tokens)
    _resolve_denials(items)
    tell_lists(text, tokens, items)
    correct(items, [*corrections, *(doubts(text, tokens) if of_patient else ())])
    _leave_out_blood(text, items)
    leave_open_joined(text, items)
    leave_open_asked(text, items)
    return items


def untold_markers(text: str) -> tuple[tuple[tuple[str, ...], int, int], ...]:
    """The markers that a text names and of which it tells nothing: no state, no test, no denial.
    Each with its names (none of a variant whose gene nobody tells), start and end."""
    expanded = expand(text)
    found = []
    for item in _find_items(expanded.text):
        told = item.whole or item.free or item.unknown or item.tested or item.denial
        if told or (_names(item) and _polarity(item) is not None):
            continue
        found.append((_names(item), *expanded.original_span(item.start, item.end)))
    return tuple(found)


def _find_markers(text: str, *, of_patient: bool = False) -> Iterator[FoundValue]:
    items = _find_items(text, of_patient=of_patient)
    found = _without_unsure([each for item in items for each in _values(item)])
    found = _without_the_one(text, found)
    lone = list(read_lone_germline(text, items))
    yield from with_fractions(text, not_inherited(found, lone))
    yield from lone
    there = {m.name for e in found if isinstance(m := e.value, Marker) and m.polarity == "present"}
    yield from _no_drivers(text, there)


IN_BLOOD = re.compile(
    r"(?i)\b(?:plasma|ctDNA|cfDNA|liquid biopsy|blood(?!\s(?:counts?|group)))\b"
    r"(?:(?!tissue|marrow|germline|\bnow\b|repeat)[^.;?!\n]){0,40}$"
)
OF_BLOOD = re.compile(r"(?i)\b(?:plasma|ctDNA|cfDNA|blood)\b")
OF_LEUKAEMIA = frozenset(("FLT3", "NPM1", "JAK2", "CALR", "MPL", "ABL1", "BCR"))
OWN_WORDS, BEFORE_LIST = 25, 60
"""Characters beside a marker, and before a list, that tell where it was found. By hand."""


def _is_of_blood(text: str, item: MarkerItem) -> bool:
    """Whether its own words name blood, or it is of a disease of the blood."""
    before = re.split(r"[,;.\n]", text[max(0, item.start - OWN_WORDS) : item.start])[-1]
    behind = re.split(r"[,;.\n]", text[item.end : item.end + OWN_WORDS])[0]
    return bool(OF_LEUKAEMIA.intersection(item.names) or OF_BLOOD.search(f"{before} {behind}"))


def _leave_out_blood(text: str, items: Sequence[MarkerItem]) -> None:
    """Blood in which a gene shows nothing leaves open the variant that its tissue showed."""
    last: dict[tuple[str, ...], MarkerItem] = {}  # of each gene: with all before, it is quadratic
    for item in items:
        told = last.get(item.names)
        if told and _is_of_blood(text, told):
            told = None  # the blood showed it, and shows it no more
        before = text[max(0, item.start - BEFORE_LIST) : item.start]
        if told and not item.states and IN_BLOOD.search(before):
            absent = bool(item.denial) or item.polarity == "absent"
            item.unknown = item.unknown or (absent and told.polarity != "absent")
        if item.names and item.states:
            last[item.names] = item


OF_A_TEST = re.compile(r"(?i)\b(?:tests?|biops\w+|assay|lab|lesion|site)")
OTHERS_BEHIND = re.compile(r"(?i)\s(?:other|else|remaining)\s(?:genes\s)?(?:are\s)?neg")
"""Within a finding: "ATM mut, HRR other neg" leaves ATM there."""
OTHERS = re.compile(r"(?i)\b(?:other|remaining|rest of(?: the)?)\s$")


def _without_the_one(text: str, found: Sequence[FoundValue]) -> list[FoundValue]:
    """ "BRCA2+, other HRR genes neg": the others are denied, not the one that was found."""
    there = {m.name for e in found if isinstance(m := e.value, Marker) and m.polarity == "present"}
    return [
        each
        for each in found
        if not (
            isinstance(each.value, Marker)
            and each.value.polarity == "absent"
            and each.value.name in there
            and (
                OTHERS.search(text, max(0, each.start - 16), each.start)
                or OTHERS_BEHIND.search(text, each.start, each.end)
            )
            and not OF_A_TEST.search(text, each.start, each.end + 12)
        )
    ]


def _resolve_denials(items: Sequence[MarkerItem]) -> None:
    """Keeps the denial of those items only that it covers."""
    for denial, group in groupby(items, key=lambda item: item.denial):
        if denial:
            _resolve_denial(list(group))


def _resolve_denial(group: list[MarkerItem]) -> None:
    _spread_test(group)
    joined = [
        place
        for place, item in enumerate(group)
        if item.link in ("or", "/") or (item.link == "and" and not item.own_state)
    ]
    last = max(joined, default=0)
    open_list = not joined and all(item.link == "," for item in group[1:])
    for place, item in enumerate(group):
        if open_list and place and _is_unsaid(item, short=len(group) <= SHORT_LIST):
            # "Without a, b, c" denies all; "no EGFR, KRAS G12C" may tell of the second.
            if item.denied_list or (item.denied_all and len(group) > SHORT_LIST):
                continue
            item.unknown = True
        beyond = place > last and not item.bare and not group[place - 1].spread
        beyond = beyond and not item.denied_list and not item.headed
        own = place > 0 and item.own_state and item.link not in ("or", "/")
        if beyond or own:
            item.denial = 0


def _is_unsaid(item: MarkerItem, *, short: bool) -> bool:
    """Whether it is named with its alteration, and no word says that this is there: in "no EGFR
    mutation, ALK fusion found" one does, in a longer list that word may be said of all."""
    if item.bare or item.whole or item.headed or (item.found and short):
        return False
    of_name = item.names in SCORED_HIGH and bool({"high", "positive"} & set(item.states))
    return item.polarity is None or (item.polarity == "present" and of_name)


def _spread_test(group: Sequence[MarkerItem]) -> None:
    """ "Never EGFR, ALK or RET tested": what is said of the last member holds for the list."""
    for item, behind in reversed(list(pairwise(group))):
        item.tested |= behind.tested and item.bare and bool(behind.link.strip())


def _values(item: MarkerItem) -> Iterator[FoundValue]:
    measured = any(marker.value is not None for marker in item.whole)
    if item.free or (item.unknown and not measured):
        return  # "HER2 2+, ISH pending" tells the stain
    if item.whole:
        yield from _whole_values(item)
        return
    polarity = _polarity(item)
    if polarity is None:
        return
    for name in _names(item):
        for marker in _markers(name, item, polarity):
            yield FoundValue(marker, item.start, item.end)


def _whole_values(item: MarkerItem) -> Iterator[FoundValue]:
    for marker in item.whole:
        flipped: Polarity = "absent" if marker.polarity == "present" else "present"
        valued = marker.value is not None and marker.polarity == "present"
        if item.denial and valued and (item.apart or item.link == ","):
            yield FoundValue(marker, item.start, item.end)  # "no driver, PD-L1 90%"
        elif item.denial and marker.value is not None:
            yield FoundValue(replace(marker, polarity=flipped), item.start, item.end)
        elif not item.denial:
            yield FoundValue(marker, item.start, item.end)


def _polarity(item: MarkerItem) -> Polarity | None:
    """The polarity of an item, its denial counted; None when nothing is said of it."""
    if item.bare:
        if item.tested and not item.denial:
            return None
        return _bare_polarity(item)
    stated: Polarity = item.polarity or "present"
    if not item.denial or (item.apart and "high" in item.states):
        return stated
    return {"present": "absent", "absent": "absent"}.get(stated)  # type: ignore[return-value]


def _bare_polarity(item: MarkerItem) -> Polarity | None:
    if item.denial:
        return None if item.tested or item.numbered else "absent"
    return "present" if item.names == ("HRD",) or item.origin else None


def _names(item: MarkerItem) -> tuple[str, ...]:
    """The genes of an item. A variant without a gene of its own takes the one it is known in, or
    the one named before it."""
    if item.names:
        return item.names
    for state in item.states:
        if state in GENE_OF_EVENT:
            return (GENE_OF_EVENT[state],)
    known = frozenset().union(
        *(genes_of_variant(state) | GENES_OF_EVENT.get(state, frozenset()) for state in item.states)
    )
    named = tuple(name for name in item.context if GENES.get(name, name) in known)
    if named or not known:
        return named or item.context
    return (next(iter(known)),) if len(known) == 1 else ()


def _markers(name: str, item: MarkerItem, polarity: Polarity) -> Iterator[Marker]:
    states = item.states
    if name in PROTEIN_STATES and not _is_of_gene(name, item):
        state, polarity = _protein_state(name, states, polarity)
        if state:
            yield Marker(name=name, state=state, polarity=polarity, origin=item.origin)
        return
    gene = GENES.get(name, name)
    for state in _gene_states(gene, item):
        yield Marker(name=gene, state=state, polarity=polarity, origin=item.origin)


def _is_of_gene(name: str, item: MarkerItem) -> bool:
    """Whether a protein's name stands for its gene: "HER2-mutant", "HER2 exon 20 insertion"."""
    proteins = {"amplification", "overexpression", *LEVELS}
    variants = [state for state in item.states if state not in proteins and state != "loss"]
    told = variants or item.of_gene or (item.event and not item.states)
    return name in GENES and name != "PD-L1" and bool(told)


def _protein_state(name: str, states: Sequence[str], polarity: Polarity) -> tuple[str, Polarity]:
    level = next((state for state in states if state in LEVELS), "")
    if name == "HER2" and level in ("low", "ultralow", "zero"):
        return level, polarity
    if name in ("MSI", "TMB", "HRD") and level in ("low", "zero"):
        return PROTEIN_STATES[name], ("present" if polarity == "absent" else "absent")
    if name == "PD-L1" and level == "zero":
        return "positive", "absent"
    if name == "MSI" and "loss" in states:
        return "high", polarity
    if "loss" in states:
        return PROTEIN_STATES[name], ("present" if polarity == "absent" else "absent")
    return PROTEIN_STATES[name], polarity


def _gene_states(gene: str, item: MarkerItem) -> Sequence[str]:
    states = [state for state in item.states if state not in LEVELS]
    exact = [state for state in states if state not in GENERAL]
    if exact or states:
        return list(dict.fromkeys(exact or states))
    positive = item.polarity == "present" and not (item.event or item.of_gene)
    if gene in EXPRESSED and (positive or item.polarity == "absent"):
        return ["positive"]
    if gene in STAINED and positive:
        return ["positive"]
    return ["fusion"] if positive and gene in FUSION_GENES else ["altered"]


def _no_drivers(text: str, there: Set[str]) -> Iterator[FoundValue]:
    """ "No driver mutations": what decides the treatment of lung cancer is not there; of those that
    are *there* one was left out ("no drivers except KRAS G12C")."""
    for match in NO_DRIVERS.finditer(text):
        for name, _ in lung_drivers():
            if name not in there:
                yield FoundValue(Marker(name=name, polarity="absent"), *match.span())


def _without_unsure(found: Sequence[FoundValue]) -> list[FoundValue]:
    """The values without the bare alteration of a gene of which a variant of uncertain meaning is
    told: "BRCA2 variant reported as VUS" is one variant."""
    unsure = {
        m.name for e in found if isinstance(m := e.value, Marker) and m.polarity == "uncertain"
    }
    return [
        each
        for each in found
        if not (
            isinstance(each.value, Marker)
            and (each.value.state, each.value.polarity) == ("altered", "present")
            and each.value.name in unsure
        )
    ]
