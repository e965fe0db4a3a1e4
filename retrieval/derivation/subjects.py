"""What a claim is on: drugs and regimens, genes, variants, trials. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

from names.clinical.values import Exposure
from names.entities import EntityMention
from names.tables import strategies, trial_numbers
from retrieval.derivation.conditions.markers import is_on_testing
from retrieval.derivation.conditions.prior import prior_therapies
from retrieval.derivation.scope import ReadWords, Scope, is_class
from retrieval.statements.model import StatementKind

_COMPARED = re.compile(
    r"\b(?:than|versus|vs\.?|v\.?|compared (?:with|to)|against|over|instead of|in place of"
    r"|replac\w+|rather than|alternatives? to|control(?: arm)?(?: of| with)?|from those on)"
    r"(?: (?:a|an|the|placebo|plus|with|and|or|chemotherapy|standard|physician's choice of)){0,5}"
    r"[\s,(]{0,3}$",
    re.IGNORECASE,
)
_ALSO_COMPARED = re.compile(
    r"\s{0,3}(?:\([^()]{0,60}\)\s{0,2})?(?:,? or|and/or|plus|/|\+)(?: (?:a|an|the))?\s{0,3}"
)
"""Between a drug that others are compared with and another such drug: "against enzalutamide or
abiraterone"."""
_COMPARISON_OF = re.compile(
    r"\b(?:comparisons? (?:of|between)|comparing|choos\w+ between|choice between) (?:the )?$",
    re.IGNORECASE,
)
"""Before two drugs that are held against each other: "no comparison of A with B"."""
_TOGETHER = re.compile(
    r"[\s,(]{0,3}(?:\([^()]{0,60}\)\s{0,2})?(?:plus|with|and|\+|in combination with|combined with"
    r"|together with|,)(?: (?:a|an|the|either))?[\s,]{0,3}",
    re.IGNORECASE,
)
_OPTION = re.compile(
    r"[\s,(]{0,3}(?:\([^()]{0,60}\)\s{0,2})?(?:or|and/or|/)(?: (?:a|an|the))?[\s,]{0,3}",
    re.IGNORECASE,
)
_WITH_FIRST = re.compile(r"(?:in combination |together |combined )?with (?:the )?$", re.IGNORECASE)
_ALONE_OR_WITH = re.compile(
    r"[\s,(]{0,3}(?:(?:alone|as monotherapy|as a single agent),? or (?:in combination )?with"
    r"|with or without) (?:the )?",
    re.IGNORECASE,
)
"""Between two drugs of which the first is given alone, too: "(alone or with azacitidine)"."""
_LISTED = re.compile(
    r"[\s,]{0,3}(?:\([^()]{0,60}\)\s{0,2})?(?:,|and)(?: (?:and|the))?\s{0,3}", re.IGNORECASE
)
_GIVEN_TOGETHER = frozenset(("HER2 inhibition", "Platinum-based chemotherapy"))
"""Classes of which two drugs are given together: trastuzumab and pertuzumab."""
_ACRONYM = re.compile(r"[A-Z].{0,6}[A-Z].{0,6}[A-Z]|[A-Z]{2}|\d")
_REACH = 80
"""Characters before a drug in which "compared with" stands. Chosen by hand: half a clause."""
_ON_ONE_DRUG: frozenset[StatementKind] = frozenset(
    (
        "adjustment",
        "interaction",
        "contraindication",
        "warning",
        "monitoring",
        "mechanism",
        "definition",
    )
)


@dataclass(frozen=True, slots=True)
class Subject:
    """Generic names of drugs, HGNC symbols, names of variants and of trials."""

    drugs: tuple[str, ...]
    regimens: tuple[tuple[str, ...], ...]
    genes: tuple[str, ...]
    variants: tuple[str, ...]
    trials: tuple[str, ...]


def derive_subject(scope: Scope, kind: StatementKind) -> Subject:
    """What the claim is on. Where its sentence is silent, the heading and then the title say it;
    of drugs, last the document's only one."""
    drugs, regimens = _drugs(scope, kind)
    return Subject(
        drugs=drugs,
        regimens=regimens,
        genes=_names_in_scope(scope, "gene"),
        variants=_names_in_scope(scope, "variant"),
        trials=_trials(scope),
    )


def _trials(scope: Scope) -> tuple[str, ...]:
    """Trials of the sentence; of what stands above only those that are known by name or number,
    since "a pharmacokinetic study" in a title is no trial's name."""
    known = trial_numbers()
    on_trials = scope.role in ("trial", "trial_result", "landmark_trial")
    for words in (scope.claim, *scope.above):
        mentions = words.entities.of("trial", "registration")
        names = [
            name
            for each in mentions
            for name in each.names
            if each.kind == "registration"
            or name in known
            or ((words is scope.claim or on_trials) and _ACRONYM.search(each.text))
        ]
        if names:
            return tuple(dict.fromkeys(names))
    return ()


def _names_in_scope(scope: Scope, *kinds: str) -> tuple[str, ...]:
    for words in (scope.claim, *scope.above):
        mentions = [each for each in words.entities.mentions if each.kind in kinds]
        if mentions:
            return tuple(dict.fromkeys(name for each in mentions for name in each.names))
    return ()


def _drugs(
    scope: Scope, kind: StatementKind
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    facets = scope.document.facets.drugs
    if is_on_testing(scope, kind):
        return (), ()
    mentions = _subject_mentions(scope.claim)
    if kind in _ON_ONE_DRUG:
        mentions = _of_document(mentions, facets) or mentions[:1]
        if not mentions and len(facets) == 1:
            return facets, ()
    if mentions:
        return _with_regimens(scope.claim.text, mentions)
    for words in scope.above:
        if above := words.entities.of("drug"):
            own = _of_classes_claimed(scope.claim, above)
            return _with_regimens(words.text, own) if own else ((), ())
    return (facets, ()) if len(facets) == 1 else ((), ())


def _of_classes_claimed(claim: ReadWords, above: Sequence[EntityMention]) -> list[EntityMention]:
    """Of the several drugs that stand above a claim those of the classes that it is on: "platinum
    sensitive" below "olaparib, niraparib" is on neither. All of them where it names no class, one
    whose drugs no table tells, or one that is compared with, or tells what was had before."""
    classes = {
        name
        for each in claim.entities.of("drug_class")
        for name in each.names
        if not _COMPARED.search(claim.text, max(0, each.start - _REACH), each.start)
    }
    several = len({name for each in above for name in each.names}) > 1
    told = _told_classes()
    if not classes or not classes <= told or not several or prior_therapies(claim):
        return list(above)
    return [each for each in above if not classes.isdisjoint(_classes_of(each))]


@cache
def _told_classes() -> frozenset[str]:
    return frozenset(chain.from_iterable(strategies().values()))


def _classes_of(mention: EntityMention) -> set[str]:
    return {found for name in mention.names for found in strategies().get(name, ())}


def _of_document(mentions: Sequence[EntityMention], facets: Sequence[str]) -> list[EntityMention]:
    return [each for each in mentions if set(each.names) & set(facets)]


def _subject_mentions(words: ReadWords) -> list[EntityMention]:
    """Drugs that are neither what was had before, nor compared with, nor what interacts."""
    taken = [(found.start, found.end) for found in prior_therapies(words)]
    taken += [
        (found.start, found.end) for value, found in words.values(Exposure) if is_class(value)
    ]
    members = {
        name
        for value, _ in words.values(Exposure)
        if is_class(value)
        for name in (*value.drugs, *value.excluded)
    }
    compared = _compared_with(words)
    return [
        each
        for each in words.entities.of("drug")
        if not any(start <= each.start < end for start, end in taken)
        and not members & set(each.names)
        and each not in compared
    ]


def _compared_with(words: ReadWords) -> list[EntityMention]:
    """Drugs that others are compared with, and those that are joined to one."""
    found: list[EntityMention] = []
    for each in words.entities.of("drug"):
        joined = found and _ALSO_COMPARED.fullmatch(words.text, found[-1].end, each.start)
        if joined or _COMPARED.search(words.text, max(0, each.start - _REACH), each.start):
            found.append(each)
    return found


def _with_regimens(
    text: str, mentions: Sequence[EntityMention]
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """All drugs, and the options if there are several: "alpelisib with fulvestrant" is one
    regimen, "olaparib or talazoparib" are two."""
    regimens: list[list[str]] = []
    previous: EntityMention | None = None
    first = mentions[0].start
    lead = bool(_WITH_FIRST.search(text, max(0, first - 24), first))
    apart = bool(_COMPARISON_OF.search(text, max(0, first - 24), first))
    for mention in mentions:
        between = text[previous.end : mention.start] if previous else ""
        joined = bool(_TOGETHER.fullmatch(between))
        together = previous is not None and not apart and (joined or (lead and len(regimens) == 1))
        if regimens and _ALONE_OR_WITH.fullmatch(between):
            regimens.append([*regimens[-1], *mention.names])
        elif together and regimens and not _are_alternatives(regimens[-1][-1], mention, between):
            regimens[-1] += mention.names
        elif previous is None or together or (apart and joined) or _OPTION.fullmatch(between):
            partners = regimens[-1][:-1] if regimens and not together else []
            shared = partners and _share_a_class(regimens[-1][-1], mention)
            regimens.append([*partners, *mention.names] if shared else list(mention.names))
        elif mention.name not in regimens[-1]:
            regimens[-1] += mention.names
        previous = mention
    unique = tuple(dict.fromkeys(tuple(dict.fromkeys(each)) for each in regimens))
    drugs = tuple(dict.fromkeys(name for regimen in unique for name in regimen))
    return drugs, unique if len(unique) > 1 else ()


def _share_a_class(first: str, mention: EntityMention) -> bool:
    """Whether one may stand for the other beside the same partners: "abiraterone plus prednisone
    or prednisolone" are two regimens of two."""
    return bool(_classes_of(mention) & set(strategies().get(first, ())))


def _are_alternatives(first: str, mention: EntityMention, between: str) -> bool:
    """Whether two drugs that only "and" or a comma joins are of one class: nobody gives erlotinib
    and gefitinib together."""
    if not _LISTED.fullmatch(between):
        return False
    return bool(_classes_of(mention) & set(strategies().get(first, ())) - _GIVEN_TOGETHER)
