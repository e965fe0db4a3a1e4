"""Which silos to search for a question, and in which words."""

from __future__ import annotations

from collections.abc import Sequence

from agents.cores import ToolCard
from agents.extractive.kinds import METABOLISM
from agents.extractive.needs import Need, stems
from agents.extractive.silos import Roles, named_silos, silos_of
from agents.turns import Action
from names.tables import drugs, genes

AT_ONCE = 5
LONGEST_QUERY = 400


def first_silos(need: Need, cards: Sequence[ToolCard]) -> tuple[ToolCard, ...]:
    """The silos to begin with: those named in the question, else those the kind is told in. Silos
    of one role are never parted: a hospital's own guidelines are searched with the others."""
    named = named_silos(need.text, cards)
    wanted = [*named, *silos_of(suited(need), cards), *silos_of(need.kind.first, cards)]
    return pick(wanted, cards, whole_role=True) or by_card_text(need, cards)[:AT_ONCE]


def suited(need: Need) -> Roles:
    """The roles that the named things ask for, whatever the kind."""
    wanted: list[str] = []
    genes_named = need.found.names("gene")
    if any(map(METABOLISM.match, genes_named)) or need.found.of("phenotype"):
        wanted.append("pharmacogenomics")
    variant = need.found.of("variant") or need.found.of("status") or need.genes
    if need.kind_name in {"therapy", "definition", "general", "trial_result"} and variant:
        wanted.append("variant")
    if need.found.of("registration") or need.kind_name == "eligibility":
        wanted.append("trial")
    if need.kind_name == "therapy" and need.found.of("drug", "drug_class"):
        wanted.append("label")
    return tuple(wanted)


def more_silos(
    need: Need, cards: Sequence[ToolCard], searched: frozenset[str]
) -> tuple[ToolCard, ...]:
    """The silos to widen to: what the kind names next, then what the cards' texts suggest."""
    told_in = silos_of((*need.kind.first, *need.kind.then), cards)
    wanted = [*told_in, *(card.silo for card in by_card_text(need, cards))]
    return pick([silo for silo in wanted if silo not in searched], cards)


def pick(
    silos: Sequence[str], cards: Sequence[ToolCard], *, whole_role: bool = False
) -> tuple[ToolCard, ...]:
    """The first of these silos, at most so many at once; ``whole_role`` adds those that follow
    and have the role of the last one."""
    by_silo = {card.silo: card for card in cards if card.silo}
    chosen = [by_silo[silo] for silo in dict.fromkeys(silos) if silo in by_silo]
    end = AT_ONCE
    while whole_role and end < len(chosen) and chosen[end].role == chosen[end - 1].role:
        end += 1
    return tuple(chosen[:end])


def by_card_text(need: Need, cards: Sequence[ToolCard]) -> tuple[ToolCard, ...]:
    """The cards whose texts share words with the question and its kind, the most first."""
    words = stems(f"{need.text} {need.kind.words}")

    def fit(card: ToolCard) -> int:
        when = len(words & stems(f"{card.title} {card.use_when}"))
        return when - len(words & stems(card.not_when))

    return tuple(sorted((card for card in cards if card.silo), key=lambda card: -fit(card)))


def query_of(text: str, need: Need) -> str:
    """The words sent to a silo: the question as it stands alone, with misspellings put right."""
    for mention in need.found.of("drug"):
        if mention.guessed:
            text = text.replace(mention.text, mention.name)
    return text[:LONGEST_QUERY]


def widened_query(text: str, need: Need) -> str:
    """The query with the other names of what it names, for silos that word things otherwise."""
    known = query_of(text, need)
    others: list[str] = []
    for drug in sorted(need.found.names("drug")):
        others += [drug, *drugs().get(drug, ())[:2]]
    for gene in sorted(need.found.names("gene")):
        others += [gene, genes()[gene].name] if gene in genes() else []
    others += sorted(need.found.names("tumour", "condition", "phenotype"))
    wide = known
    for name in others:
        if name.lower() not in wide.lower():
            wide = f"{wide} {name}"
    return wide.strip()[:LONGEST_QUERY]


def searches(cards: Sequence[ToolCard], query: str, step: int) -> tuple[Action, ...]:
    return tuple(
        Action(call_id=f"s{step}a{index}", tool=card.name, arguments={"query": query})
        for index, card in enumerate(cards, start=1)
    )
