"""How far a run answers its question. It follows from the state of the parts. Pure."""

from __future__ import annotations

from typing import Literal

from agents.endings.layout import ALL_REMOVED, whole_layout
from agents.turns import Abstention, Answer, Ending, Failed, Reply, View
from agents.wording.not_found import (
    half_of_sentence,
    is_on_other_patients,
    leaves_word_to_others,
)

Standing = Literal["answered", "partly", "not answered", "failed", "stopped", "replied", "opened"]
"""What the sign of an ending tells. ``partly``: something is said, and something that was asked is
left open, or rests on nothing that was verified. ``opened``: an earlier step is shown."""


def standing_of_run(view: View, ending: Ending) -> Standing:
    """How far the ending of a run answers its question. What an earlier step found is a list, and
    answers nothing."""
    return "opened" if view.looks_back and isinstance(ending, Answer) else standing_of(ending)


def standing_of(ending: Ending) -> Standing:
    """How far an ending answers the question of its run."""
    match ending:
        case Answer():
            return _standing_of_answer(ending)
        case Reply():
            return "replied"
        case Abstention():
            return "not answered"
        case Failed():
            return "failed"
        case _:
            return "stopped"


def _standing_of_answer(answer: Answer) -> Standing:
    if not any(sentence.verified for sentence in answer.sentences):
        return "not answered"
    return "partly" if _is_open(answer) else "answered"


def _leads_with_others(answer: Answer) -> bool:
    """Whether the first that is said on a question is on other patients: then this patient's is
    not answered by it."""
    first = {each.part: each.text for each in reversed(answer.sentences)}
    return any(map(is_on_other_patients, first.values()))


def _is_open(answer: Answer) -> bool:
    """Whether something that was asked has no answer, or whether what is said is in doubt: a gap, a
    thing not found, a fact or a word that is not weighed, a half that is not shown, a search cut
    short, a sentence that does not hold, a criterion of a trial that is open, a first sentence on
    other patients."""
    parts = whole_layout(answer).parts
    unanswered = any(part.gap or part.silence == ALL_REMOVED for part in parts)
    lost = any(sentence.role == "headline" for sentence in answer.removed)
    doubted = any(
        not each.verified or leaves_word_to_others(each.text) or half_of_sentence(each.text)
        for each in answer.sentences
    )
    left_out = (*answer.not_found, *answer.unweighed, *answer.unread, answer.limited)
    open_criteria = any(each.effect == "open" for each in answer.criteria)
    unsure = unanswered or lost or doubted or open_criteria or _leads_with_others(answer)
    return unsure or answer.only_quotes or any(left_out)
