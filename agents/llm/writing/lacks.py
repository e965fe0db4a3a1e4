"""What a model writes where nothing is checked: what was not found, which fact is missing, the name
of an option, a thought. Pure.

Such words cite no source, so that they may name what is looked for, and tell nothing: no dose that
nobody has said, no advice, no claim that something is safe or usual."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.checking.text.normalised import plain
from agents.checking.text.quantities import PlacedQuantity, located_quantities, quantities
from agents.turns import Gap, View
from names.recognise import recognise_passage

LONGEST_NAME = 100
"""Characters of an option's name. Chosen by hand: the longest regimen of the corpus has 80."""
NO_ANSWER_IN_SILOS = "an answer in the silos"
UNSEEN_DOSE = "(a dose that no source has shown is left out here)"
_DOSE = re.compile(r"(?:mg|μg|g|ml|unit|gy|cgy|tablet|capsule|mmol)(?:/.*)?")
_ASKS = re.compile(
    r"\b(?:whether|if|how|which|what|when|where|who|whom|whose|why|until)\b", re.IGNORECASE
)
_ORDER = re.compile(
    r"(?:^|[,;:.–—-]\s|\b(?:so|then|but|and)\s)(?:please |just |simply )?(?:give|start|use|take|add"
    r"|stop|continue|increase|reduce|raise|lower|treat with|switch to|prescribe|avoid)"
    r" (?:the |her |his |with )?$",
    re.IGNORECASE,
)
"""Stands before a drug: "use of olaparib" orders nothing."""
_WHICH_IS = re.compile(r", which (?:is|are|was|were|has|have|should|can|may|must)\b", re.IGNORECASE)
_TELLS = re.compile(
    r"\b(?:should|must|cures?|works?|helps?|suffices?|prolongs?|improves?)\b"
    r"|\b(?:is|are|was|were|remains?)(?: (?:the|an?|always|usually|normally|probably|very))?"
    r" (?:safe|standard|usual|recommended|indicated|effective|given|right|best|better|preferred"
    r"|approved|enough|needed|unnecessary|possible|contraindicated|tolerated|harmless|fine|\d)"
    r"|\b(?:nothing|no reason|no argument) (?:speaks )?against\b",
    re.IGNORECASE,
)
_NOTHING = re.compile(r"(?:nothing|none|no (?:further |other )?facts?|n/?a)\b", re.IGNORECASE)
_CLAUSE = re.compile(r"(?<=[;.!?]) ")
_SENTENCE = re.compile(r"(?<=[.!?]) |\n")


def names_a_lack(text: str, view: View) -> bool:
    """Whether words on what is missing only name it."""
    words = text.strip()
    return (
        bool(words)
        and not _NOTHING.match(words)
        and not any(_tells(clause) for clause in _CLAUSE.split(words))
        and not any(_unsaid_doses(words, _words_of_people(view)))
    )


def fit_gap(gap: Gap, view: View) -> Gap:
    """The gap with nothing in it but what is missing, what for, and what was tried."""
    kept = (each for each in _SENTENCE.split(gap.detail) if names_a_lack(each, view))
    return Gap(
        purpose=gap.purpose if names_a_lack(gap.purpose, view) else "",
        missing=gap.missing,
        name=gap.name if names_a_lack(gap.name, view) else NO_ANSWER_IN_SILOS,
        detail=" ".join(kept),
    )


def fit_option_name(text: str) -> str:
    """The name of an option without a dose, or what else is told there: those are for its cells,
    which are checked."""
    words = plain(text).text
    doses = any(_DOSE.fullmatch(each.quantity.unit) for each in located_quantities(words))
    if len(text) <= LONGEST_NAME and not doses and not _tells(text):
        return text
    drugs = dict.fromkeys(each.text for each in recognise_passage(text).of("drug"))
    return " + ".join(drugs)


def without_unseen_doses(text: str, view: View) -> str:
    """A thought whose sentences tell no dose but such as people have said or sources have shown."""
    known = "\n".join((_words_of_people(view), *(each.quote for each in view.citations.values())))
    told = [
        UNSEEN_DOSE if any(_unsaid_doses(each, known)) else each for each in _SENTENCE.split(text)
    ]
    return text if UNSEEN_DOSE not in told else " ".join(dict.fromkeys(told))


def _tells(clause: str) -> bool:
    """Whether a clause advises or claims something. What follows "whether" or "which" is asked."""
    told = _ASKS.split(clause, maxsplit=1)[0]
    ordered = any(_ORDER.search(told[: each.start]) for each in recognise_passage(told).of("drug"))
    return ordered or bool(_WHICH_IS.search(clause) or _TELLS.search(told))


def _unsaid_doses(text: str, known: str) -> Iterator[PlacedQuantity]:
    """The doses of a text that stand nowhere in what is known."""
    said = {(each.value, each.unit) for each in quantities(known)}
    for each in located_quantities(plain(text).text):
        told = (each.quantity.value, each.quantity.unit)
        if _DOSE.fullmatch(each.quantity.unit) and told not in said:
            yield each


def _words_of_people(view: View) -> str:
    """What people have said in the thread, what is known from it, and what was searched for."""
    actions = [action for step in view.all_steps for action in step.thought.actions]
    return "\n".join(
        (
            view.question.text,
            *(message.text for message in view.messages),
            *(turn.question for turn in view.turns),
            *(fact.text for fact in view.sheet.facts),
            *(str(each) for action in actions for each in action.arguments.values()),
        )
    )
