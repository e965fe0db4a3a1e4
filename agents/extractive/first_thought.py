"""How the first thought says what was understood and where it is searched."""

from __future__ import annotations

from collections.abc import Sequence

from agents.cores import ToolCard
from agents.extractive.question.kinds import kinds
from agents.extractive.question.parsing import ParsedQuestion
from agents.wording.counts import count_of
from names.patterns.enumeration import in_a_row
from names.tables.trials import trial_words
from retrieval.declaration.record_cards import RECORD


def reading_of(parsed: ParsedQuestion) -> str:
    """How the question was understood, in a sentence."""
    asked = parsed.parts[0]
    known = kinds().get(asked.kind)
    on = known.asks_for if known else "records" if asked.kind == RECORD else asked.kind
    trials = map(trial_words, asked.trials)
    groups = (asked.drugs, asked.classes, asked.genes, asked.variants, trials, asked.tumours)
    names = list(dict.fromkeys(name for group in groups for name in sorted(group)))
    joined = ": " if known and known.joins == ":" else " about "
    about = f"{joined}{', '.join(names)}" if names else ""
    more = f", in {count_of(len(parsed.parts), 'part')}" if len(parsed.parts) > 1 else ""
    taken = " (partly from the thread)" if parsed.taken_over else ""
    return f"I read a question{f' on {on}' if on else ''}{about}{more}{taken}."


def titles(cards: Sequence[ToolCard]) -> str:
    """The titles of silos in a row."""
    return in_a_row([card.title for card in cards])
