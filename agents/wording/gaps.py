"""The wording of gaps: why a question, or a part of it, is not answered. Pure.

What the program itself says of a gap stands here; change a sentence here and it changes
in Slack, in the terminal, in JSON and in the memory of a thread. *When* each is said stands with
whoever says it: ``agents/extractive/answer/gaps.py`` for the core without a model,
``agents/checking/answers.py`` where no evidence supports an answer. A chat model words its own
gaps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

HEADINGS = {
    "silo": "I cannot answer this from my sources.",
    "capability": "This is something I cannot do.",
    "fact": "I need to know more before I can look this up.",
}
"""Above a gap in Slack, by what is missing: who can supply it."""
MISSING = {
    "silo": "no silo holds it",
    "capability": "it is something this agent cannot do",
    "fact": "a fact is missing",
}
"""Behind what is missing, in brackets: what kind of thing it is."""


@dataclass(frozen=True, slots=True)
class GapWords:
    """The words of a gap: what it is needed for, the name of what is missing, and the detail, which
    says what to do."""

    purpose: str
    name: str
    detail: str


def cannot_be_answered(name: str, missing: str) -> str:
    """A gap in one sentence. ``missing``: a key of :data:`MISSING`."""
    return f"This cannot be answered from the sources: {name} ({MISSING[missing]})."


# Of a whole message


def in_other_language(language: str) -> GapWords:
    """Of a question that is not in English."""
    return GapWords(
        purpose="understanding the question",
        name="language",
        detail=(
            f"The question seems to be in {language}. Without a language model I understand English"
            " only; please ask it again in English."
        ),
    )


def no_question(example: str) -> GapWords:
    """Of a message that holds no question. ``example``: one that could be asked."""
    return GapWords(
        purpose="something to look up",
        name="a question",
        detail=f"The message held no question. Try “{example}”",
    )


def unread_fact(text: str) -> GapWords:
    """Of a message to an answered thread in which nothing could be read."""
    return GapWords(
        purpose="weighing what was added",
        name="a fact or a question that can be read",
        detail=(
            f"In “{text}” neither a fact nor a question could be read, so that the answer before"
            " was not weighed against it. Say it with the drug, the adverse event and its grade, or"
            " the measured value."
        ),
    )


NO_STEP = GapWords(
    purpose="showing what was searched",
    name="an earlier step of this thread",
    detail="No question was asked in this thread before, so there is no step to show.",
)
NO_SILO = GapWords(purpose="answering", name="any source", detail="There is no silo to search.")


# A fact is missing


def which_question(text: str, genes: Sequence[str]) -> GapWords:
    """Of a message that only names genes."""
    return GapWords(
        purpose="a question on " + " or ".join(genes),
        name="which question, and germline or tumour",
        detail=(
            f"“{text}” alone does not say what is wanted. Say which gene, whether the"
            " variant is of the germline or the tumour, and what you want to know: treatment,"
            " testing, meaning of a variant."
        ),
    )


NO_TUMOUR = GapWords(
    purpose="choosing a treatment",
    name="the tumour type and its biomarkers",
    detail=(
        "The thread names no tumour type, biomarker or drug. Say the diagnosis, its setting"
        " and the biomarkers that are known."
    ),
)
NEEDS_DRUG = {
    "dose": "dosing",
    "interaction": "an interaction check",
    "adverse": "adverse effects",
    "monitoring": "monitoring",
    "contraindication": "contraindications",
}
"""Kinds of question that need a drug → what it is needed for."""


def no_drug(kind: str, proposed: Sequence[str]) -> GapWords:
    """Of a question without a drug. ``kind``: a key of :data:`NEEDS_DRUG`; ``proposed``: sentences
    on words that may be a misspelled drug."""
    told = "The thread names no drug. Say the drug, generic or brand name, and ask again."
    return GapWords(purpose=NEEDS_DRUG[kind], name="which drug", detail=" ".join([told, *proposed]))


def cannot_be_right(value: str, measure: str) -> str:
    """Of a value that no patient has."""
    return f"“{value}” cannot be right as {measure}: please check the value."


def inputs_needed(formula: str, needed: str, known: str) -> str:
    """Of a formula of which inputs are missing."""
    return f"{formula} needs: {needed}. Known: {known}. Say the others, with units."


# No source says it

UNSUPPORTED = GapWords(
    purpose="an answer that rests on sources",
    name="a source that covers this question",
    detail="Nothing that was found supports an answer.",
)
NO_OPTION_VERIFIED = GapWords(
    purpose="an option for this patient",
    name="a source that offers one",
    detail="No sentence of the answer that was drafted could be verified, so it is not shown.",
)


def no_source_answers(question: str) -> str:
    """Of one part of several."""
    return f"No source found answers “{question}”."


def only_on_limits(limits: str) -> str:
    """Of a question of which only limiting facts are answered."""
    asked = "No source found answers this as it was asked;"
    return f"{asked} what is said is on {limits} with the drug."


def said_nothing(fact: str, drug: str) -> str:
    """That nothing at hand says what a fact of the patient means for a drug."""
    return f"The sources at hand say nothing on {fact} with {drug}."


def nothing_ties(to: str) -> str:
    """Of a condition of the question that the statements shown do not ask for."""
    return f"No source found ties this to {to}; the statements shown do not ask for it."


def own_silo_holds_nothing(titles: str) -> str:
    """Of silos that the question names."""
    return (
        f"Nothing in {titles}, which the question names, answers it. Ask without that name to"
        " search the other sources."
    )


def searched_without(titles: Sequence[str]) -> str:
    """The silos that answered, and hold no statement that does."""
    return f"Searched without a statement that answers it: {'; '.join(titles)}."


def not_available(silos: Sequence[str]) -> str:
    """The silos that did not answer."""
    return f"Not available just now, so it may be there: {'; '.join(silos)}."


def driver_only(marker: str) -> str:
    """Of options that are for the driver of the tumour and say nothing of another marker."""
    return f"What was found is for the driver of the tumour; {marker} is missing."


def no_longer_holds(reason: str, words: str) -> str:
    """Of a statement that no longer holds, or not as it was."""
    return f"What was found is {reason}: “{words}”"


def not_understood(words: Sequence[str]) -> str:
    """Of words of the question that nothing has read."""
    quoted = ", ".join(f"“{each}”" for each in words)
    return f"Not understood: {quoted}. Say it in other words if it matters."


def not_known_safe(fact: str, drugs: str) -> str:
    """That nothing at hand speaks of a drug for a patient who is pregnant, or has a graft."""
    return (
        f"Here: {fact}. The sources at hand state no safety of {drugs} for that; it is not"
        " for this patient until checked."
    )
