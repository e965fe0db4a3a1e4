"""The rules of a hospital's pathways that answer a choice: what is given for a tumour and its
markers, or what is done before it is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from agents.extractive.own_rules.comparing import AnsweringRule, question_of, rules_told
from agents.extractive.own_rules.pathways.treatments_given import gives_treatment, is_pathway_of
from agents.extractive.own_rules.questions import OwnQuestion
from agents.extractive.own_rules.rules_of_document import OwnRule
from agents.extractive.own_rules.vocabulary.words import TOPIC_WEIGHT
from names.recognise import recognise

LEAST_TOPICS = 2
"""Words beside names that a rule has to say, all of them, of a choice that does not ask for what is
done here. Chosen by hand: one may be about anything."""


def pathway_rules(
    text: str, rules: Sequence[OwnRule], *, asks_own: bool
) -> tuple[AnsweringRule, ...]:
    """The rules that answer a choice, best first. ``asks_own``: whether it asks for what is given
    in the hospital. What was given before is no part of what is looked up, if no rule names it."""
    for words in dict.fromkeys((text, _without_drugs(text))):
        question = question_of(words, rules, first=True)
        told = rules_told(words, rules, named=asks_own, first=True)
        if not told:
            continue
        if asks_own and is_pathway_of(question, told[0].rule):
            return tuple(
                e for e in told if is_pathway_of(question, e.rule) or not gives_treatment(e.rule)
            )
        if _says_all(question, told[0].rule):
            return told[:1]
    return ()


def _says_all(question: OwnQuestion, rule: OwnRule) -> bool:
    """Whether a rule itself says every name and word of a question, and several words: "liquid
    biopsy or tissue at progression" asks for no treatment. Of a rule that gives none one word and
    a name are enough: "sarcoma, when do referrals have to be in?"."""
    told = [each for each in question.terms if each.weight >= TOPIC_WEIGHT]
    own = rule.words | rule.label_words
    if not gives_treatment(rule):
        own |= rule.near_words
    words = [each for each in told if not each.kind and not each.is_guessed]
    several = words if gives_treatment(rule) else told
    return bool(words) and len(several) >= LEAST_TOPICS and all(each.ways & own for each in told)


def _without_drugs(text: str) -> str:
    for each in reversed(recognise(text).of("drug", "unknown_drug")):
        text = f"{text[: each.start]} {text[each.end :]}"
    return text
