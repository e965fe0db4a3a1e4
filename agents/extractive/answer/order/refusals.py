"""Advice against what is asked for comes before everything else that an answer says of it."""

from __future__ import annotations

from collections.abc import Sequence

from agents.extractive.answer.selection.statements import PartHits
from agents.matching.sequence.class_again import names_class_again
from agents.turns import DraftSentence


def behind_refusals(
    said_of_drugs: Sequence[DraftSentence],
    sentences: Sequence[DraftSentence],
    parts: Sequence[PartHits],
) -> list[DraftSentence]:
    """The sentences of an answer, and what is said of the approvals asked about before them, but
    behind advice against giving the class again: for whom an approval holds is of no use to whom
    it is not for."""
    keys = {
        each.keys
        for chosen in parts
        for each in chosen.answers[:1]
        if names_class_again(each.judgement, chosen.asked.drugs, chosen.asked.classes)
    }
    refused = [each for each in sentences[:1] if each.keys and each.keys in keys]
    return [*refused, *said_of_drugs, *sentences[len(refused) :]]
