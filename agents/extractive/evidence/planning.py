"""Which silos to search for each part of a question, and with which words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

from agents.cores import ToolCard
from agents.extractive.evidence.label_searches import searches_for_labels
from agents.extractive.evidence.patient_searches import searches_for_group, searches_for_trials
from agents.extractive.evidence.target_searches import marker_wordings, searches_for_target
from agents.extractive.question.kinds import KindOfQuestion, kinds
from agents.extractive.question.parsing import ParsedQuestion
from agents.extractive.question.requests.alike import variants_held_alike
from agents.extractive.question.requests.records import record_searches
from agents.extractive.question.silos import Roles, named_silos, silos_of
from agents.extractive.question.splitting.limit_questions import is_told_beside, told_facts
from agents.extractive.question.topics import stems
from agents.facts.value_words import describe
from agents.matching.sub_question import SubQuestion
from agents.turns import Action, View
from names.clinical.values import (
    HAD,
    UNKNOWN_REGIMEN,
    Marker,
    Phenotype,
    Setting,
    Therapy,
    Toxicity,
    Tumour,
)
from names.tables import drugs, genes
from names.tables.alleles import METABOLISM
from names.tables.treatment.drug_classes import drugs_of_class
from names.tables.variant_classes import EXACT
from retrieval.declaration.record_cards import RECORD

AT_ONCE = 5
"""Silos that a step searches for one part. Chosen by hand: a reader cannot follow more at once."""
MOST_ACTIONS = 12
MOST_DRUGS = 3
"""Drugs whose indications are searched one by one. Chosen by hand: a step has few actions."""
MOST_NAMED = 2
"""Exact names that are searched by themselves. Chosen by hand: a step has few actions."""
OF_VARIANT = frozenset(("variant", "indication"))
"""Roles of silos whose statements name exact variants."""
OF_GENE = frozenset(("gene", "trial"))
"""Roles of silos that tell which variants of a gene count alike."""
OF_PAIR = frozenset(("label", "pharmacogenomics", "literature"))
"""Roles of silos that tell what one drug does to another."""
LONGEST_QUERY = 400
"""Characters of a query. Longer queries find no more: the embedder reads 256 word pieces."""


def kind_of(asked: SubQuestion) -> KindOfQuestion:
    """The kind of a part, as ``kinds.toml`` declares it."""
    return kinds()[asked.kind]


def first_silos(asked: SubQuestion, cards: Sequence[ToolCard]) -> tuple[ToolCard, ...]:
    """The silos to search first: those that the question names, those for its kind, and always
    those of the hospital. Silos of one role are searched together."""
    if asked.kind not in kinds():
        return ()
    own = tuple(card for card in cards if card.is_own and card.silo)
    if asked.from_silos:
        return tuple(card for card in own if card.silo in asked.from_silos)
    kind = kind_of(asked)
    named = named_silos(asked.text, cards)
    wanted = [*named, *silos_of(_suited_roles(asked), cards), *silos_of(kind.first, cards)]
    found = _pick(wanted, cards, whole_role=True) or by_card_text(asked, cards)[:AT_ONCE]
    return (*found, *(card for card in own if card not in found))


def _suited_roles(asked: SubQuestion) -> Roles:
    """The roles that the names in a question call for, whatever its kind."""
    wanted: list[str] = []
    if any(map(METABOLISM.match, asked.genes)) or _holds(asked, Phenotype):
        wanted.append("pharmacogenomics")
    altered = asked.variants or asked.statuses or asked.genes
    if asked.kind in {"therapy", "definition", "general", "trial_result"} and altered:
        wanted.append("variant")
    if asked.kind == "eligibility" or any(name.startswith("NCT") for name in asked.trials):
        wanted.append("trial")
    if asked.kind == "therapy":
        wanted.append("label")
    return tuple(wanted)


def _holds(asked: SubQuestion, kind: type) -> bool:
    return any(isinstance(value, kind) for value in asked.about)


def more_silos(
    asked: SubQuestion, cards: Sequence[ToolCard], searched: frozenset[str]
) -> tuple[ToolCard, ...]:
    """The silos to search next: those that the kind lists, then those whose cards fit the
    question."""
    if asked.kind not in kinds() or asked.from_silos:
        return ()
    kind = kind_of(asked)
    told_in = silos_of((*kind.first, *kind.then), cards)
    wanted = [*told_in, *(card.silo for card in by_card_text(asked, cards))]
    return _pick([silo for silo in wanted if silo not in searched], cards)


def _pick(
    silos: Iterable[str], cards: Sequence[ToolCard], *, whole_role: bool = False
) -> tuple[ToolCard, ...]:
    """The first of these silos. ``whole_role`` also takes those that follow with the role of the
    last one."""
    by_silo = {card.silo: card for card in cards if card.silo}
    chosen = [by_silo[silo] for silo in dict.fromkeys(silos) if silo in by_silo]
    end = AT_ONCE
    while whole_role and end < len(chosen) and chosen[end].role == chosen[end - 1].role:
        end += 1
    return tuple(chosen[:end])


def by_card_text(asked: SubQuestion, cards: Sequence[ToolCard]) -> tuple[ToolCard, ...]:
    """The cards of silos, those first whose texts share most words with the question and its
    kind."""
    words = stems(f"{asked.text} {kind_of(asked).words}")

    def fit(card: ToolCard) -> int:
        when = len(words & stems(f"{card.title} {card.use_when}"))
        return when - len(words & stems(card.not_when))

    silos = (card for card in cards if card.silo and card.role != RECORD)
    return tuple(sorted(silos, key=lambda card: -fit(card)))


def query_of(asked: SubQuestion, parsed: ParsedQuestion, *, wide: bool = False) -> str:
    """The words sent to a silo: the words of the part, with spelling corrected, and names that it
    is about.

    ``wide`` adds other names of its drugs and genes, for silos that use other words."""
    text = asked.text
    for written, name in parsed.guessed:
        text = text.replace(written, name)
    added = [*sorted(asked.drugs), *sorted(asked.classes), *sorted(asked.trials)]
    if asked.is_choice:
        added += _drugs_of_small_classes(asked)
        added += _patient_names(parsed)
    added += sorted(asked.tumours)
    added += [describe(value) for value in asked.about if isinstance(value, Toxicity)]
    if wide:
        added += _other_names(asked)
    for name in added:
        if name.lower() not in text.lower():
            text = f"{text} {name}"
    return text.strip()[:LONGEST_QUERY]


MOST_OF_CLASS = 3
"""Most drugs of a class that are named in a query. Chosen by hand: documents name "ipilimumab" and
not its class, and a query with many names finds none of them well."""


def _drugs_of_small_classes(asked: SubQuestion) -> list[str]:
    classes = sorted(asked.classes) if asked.are_joined else []
    known = [drugs_of_class(name) for name in classes]
    return [drug for drugs in known if len(drugs) <= MOST_OF_CLASS for drug in drugs]


def query_for(card: ToolCard, asked: SubQuestion, parsed: ParsedQuestion) -> str:
    """The words sent to one silo. The hospital's own silos get all words of a short message,
    with a pronoun for what asks for a silo."""
    if not (card.is_own and asked.own_text):
        return query_of(asked, parsed)
    return query_of(replace(asked, text=asked.own_query), parsed)


def searches_of_parts(
    parsed: ParsedQuestion, cards: Sequence[ToolCard]
) -> list[tuple[ToolCard, str]]:
    """Each part in the silos to search first for it, as (card, query)."""
    return [
        (card, query_for(card, asked, parsed))
        for asked in parsed.parts
        for card in first_silos(asked, cards)
    ]


def _patient_names(parsed: ParsedQuestion) -> list[str]:
    sheet = parsed.sheet
    found = [each.name for each in sheet.of(Tumour) if each.polarity == "present"]
    found += [each.name for each in sheet.of(Setting) if each.polarity == "present"]
    present = [each for each in sheet.of(Marker) if each.polarity == "present"]
    found += [name for each in present for name in marker_wordings(each)]
    had = [name for each in sheet.of(Therapy) if each.outcome in HAD for name in each.classes]
    # No drug's name finds a treatment that no drug is of: chemoradiotherapy.
    return found + [
        name
        for name in dict.fromkeys(had)
        if not (drugs_of_class(name) or name.endswith(UNKNOWN_REGIMEN))
    ]


def _other_names(asked: SubQuestion) -> list[str]:
    found: list[str] = []
    for drug in sorted(asked.drugs):
        found += drugs().get(drug, ())[:2]
    for gene in sorted(asked.genes):
        found += [gene, genes()[gene].name] if gene in genes() else []
    return found


def searches_for_names(
    asked: SubQuestion, parsed: ParsedQuestion, cards: Sequence[ToolCard]
) -> list[tuple[ToolCard, str]]:
    """Searches for an exact name alone: a variant, or a drug with a drug taken beside it. They find
    a statement that has the name, whatever its other words are. Pairs of (card, query)."""
    pairs = [f"{drug} {each}" for each in sorted(asked.partners) for drug in sorted(asked.drugs)]
    found = [
        (card, query) for query in pairs[:MOST_NAMED] for card in cards if card.role in OF_PAIR
    ]
    named = [*_variants_named(asked, parsed), *sorted(asked.open_markers)][:MOST_NAMED]
    alike = [f"{gene} any hotspot mutation" for gene in sorted(asked.genes)]
    alike = alike[:1] if variants_held_alike(asked.text) else []
    found += [(card, query) for query in alike for card in cards if card.role in OF_GENE]
    return found + [(card, name) for name in named for card in cards if card.role in OF_VARIANT]


def _variants_named(asked: SubQuestion, parsed: ParsedQuestion) -> list[str]:
    """``EGFR C797S`` for each exact variant that is asked about. For a choice, also those of the
    patient."""
    told = [each for each in parsed.sheet.of(Marker) if EXACT.match(each.state)]
    of_patient = [each for each in told if asked.is_choice or each.state in asked.variants]
    found = [f"{each.name} {each.state}" for each in of_patient if each.polarity == "present"]
    return list(dict.fromkeys(found))


def searches_for_indications(
    asked: SubQuestion, cards: Sequence[ToolCard]
) -> list[tuple[ToolCard, str]]:
    """Searches for all indications of the drugs in a choice, as pairs of (card, query). Only if all
    of them were seen may the answer say that a drug is no option."""
    if not asked.is_choice:
        return []
    labels = [card for card in cards if card.role in {"label", "indication"}]
    tumours = " ".join(sorted(asked.tumours))
    named = sorted(asked.drugs)[:MOST_DRUGS]
    if not named:
        # For a class, the labels of its drugs say for whom they are.
        named = [" ".join(drugs_of_class(each)[:MOST_OF_CLASS]) for each in sorted(asked.classes)]
    return [
        (card, f"{drug} indicated for {tumours}".strip())
        for drug in filter(None, named)
        for card in labels
    ]


def searches_on_uncertainty(
    parsed: ParsedQuestion, cards: Sequence[ToolCard]
) -> list[tuple[ToolCard, str]]:
    """Searches for the meaning of a variant of uncertain significance that the patient has."""
    genes = sorted({gene for _, asked in parsed.indications for gene in asked.genes})
    query = f"{' '.join(genes)} variant of uncertain significance"
    return [(card, query) for card in cards if genes and card.role == "gene"]


def searches_for_limits(
    parsed: ParsedQuestion, unanswered: Set[int], cards: Sequence[ToolCard]
) -> list[tuple[ToolCard, str]]:
    """Searches for what limits the drugs of parts that nothing answers, or that ask of another
    fact, with the patient's facts in the query."""
    own = [card for card in cards if card.role in {"label", "pharmacogenomics"}]
    return [
        (card, f"{drug} {told_facts(asked)}")
        for place, asked in parsed.limits
        if place in unanswered or is_told_beside(asked, parsed.parts[place])
        for drug in sorted(asked.drugs)
        for card in own
    ]


def first_searches(parsed: ParsedQuestion, cards: Sequence[ToolCard]) -> list[tuple[ToolCard, str]]:
    """The searches that a question begins with, for every part, as (card, query); none if no silo
    is for any of it."""
    wanted = searches_of_parts(parsed, cards)
    wanted += [each for asked in parsed.parts for each in record_searches(asked, cards)]
    if not wanted:
        return []
    wanted += [each for p in parsed.parts for each in searches_for_labels(p, parsed, cards)]
    wanted += [each for p in parsed.parts for each in searches_for_names(p, parsed, cards)]
    wanted += [each for p in parsed.parts for each in searches_for_group(p, parsed, cards)]
    wanted += [each for p in parsed.parts for each in searches_for_trials(p, parsed, cards)]
    wanted += [each for p in parsed.parts for each in searches_for_target(p, parsed, cards)]
    on_drugs = (*parsed.parts, *(asked for _, asked in parsed.indications))
    wanted += [each for asked in on_drugs for each in searches_for_indications(asked, cards)]
    return [*wanted, *searches_on_uncertainty(parsed, cards)]


def left_of_first(
    parsed: ParsedQuestion, cards: Sequence[ToolCard], view: View
) -> list[tuple[ToolCard, str]]:
    """The first searches, as (card, query), that did not fit into the first step. Without them the
    last part of a long message would be told that nothing holds it, though nobody had asked."""
    asked = {
        (action.tool, action.arguments.get("query"))
        for step in view.steps
        for action in step.thought.actions
    }
    wanted = dict.fromkeys(first_searches(parsed, cards))
    return [(card, query) for card, query in wanted if (card.name, query) not in asked]


def searches(wanted: Sequence[tuple[ToolCard, str]], step: int) -> tuple[Action, ...]:
    """The actions of a step, each silo with each query once."""
    unique = list(dict.fromkeys((card.name, query) for card, query in wanted))[:MOST_ACTIONS]
    return tuple(
        Action(call_id=f"s{step}a{index}", tool=tool, arguments={"query": query})
        for index, (tool, query) in enumerate(unique, start=1)
    )
