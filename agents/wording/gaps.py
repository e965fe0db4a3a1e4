"""The wording of gaps: why a question, or a part of it, is not answered. Pure.

What the program itself says of a gap stands here, in :mod:`agents.wording.missing_sources` and in
:mod:`agents.wording.not_found`, which has
the sentences that also stand beside an answer. Change the words of a :class:`GapWords` here and
they change in Slack, in the terminal, in JSON and in the memory of a thread. What stands around
them differs: :data:`HEADINGS`, :data:`SUPPLIED_BY` and :func:`what_to_do` are said in Slack only,
whose labels ("Missing:") stand in ``bot/rendering/answer/answers.py``;
:func:`missing_and_purpose` in the terminal; :func:`cannot_be_answered` in the memory and inside of
an answer.

*When* each is said stands with whoever says it: ``agents/extractive/answer/gaps.py`` for the core
without a model, ``agents/checking/answers.py`` where no evidence supports an answer. Three kinds of
gap have their words elsewhere: what Curbside cannot do
(``agents/extractive/question/requests/capabilities.toml``), a record that no source holds
(:mod:`agents.wording.records`), and the gaps of a chat model, which words its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass

from names.patterns.enumeration import in_a_row

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


SUPPLIED_BY = {
    "silo": "whoever looks after Curbside's sources, by taking in a document that says it",
    "capability": "a person or another program; no source would help",
    "fact": "you, or anybody in this thread",
}
"""Who could supply what is missing, by what kind of thing it is."""
_TO_DO = {
    "silo": (
        "Look it up at the source itself: that nothing was found here does not mean no. If the"
        " question may have been misread, ask again with the drug and the disease by name."
    ),
    "capability": "Ask for what a source could tell about it.",
    "fact": "Reply with it here, and the same question goes on.",
}


def what_to_do(missing: str, detail: str) -> str:
    """What the asker can do about a gap. Of a fact or a capability its detail says so; that of a
    source tells what was found instead."""
    return detail if detail and missing != "silo" else _TO_DO[missing]


def missing_and_purpose(name: str, purpose: str) -> str:
    """What a gap lacks and what for, as it stands below the heading; both may have marks in them
    already."""
    return f"Missing: {name}. Needed for: {purpose}."


def searched_line(detail: str, tried: Sequence[str]) -> str:
    """The silos that a gap was looked for in, as a line below it. Empty where its detail names
    them. ``tried``: their titles."""
    return f"Searched: {', '.join(tried)}." if any(each not in detail for each in tried) else ""


@dataclass(frozen=True, slots=True)
class GapWords:
    """The words of a gap: what it is needed for, what is missing, and what to do about it."""

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


UNREAD_FACT = GapWords(
    purpose="weighing what was added",
    name="a fact or a question that can be read",
    detail=(
        "Neither a fact nor a question could be read in this message, so that the answer before was"
        " not weighed against it. Say it with the drug, the adverse event and its grade, or the"
        " measured value."
    ),
)
"""Of a message to an answered thread in which nothing could be read."""


def value_without_name(words: str) -> GapWords:
    """Of a message that tells a new value, and not of what."""
    return GapWords(
        purpose="weighing the new value",
        name=f"what “{words}” is of",
        detail=(
            f"A new value was told, “{words}”, and nobody can tell of what it is, so nothing is"
            " answered by the value before. Of what is it? Say it with its name and unit, such as"
            " “ALT 22x ULN”, “platelets 22” or “diarrhoea grade 3”."
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


def several_patients(name: str) -> GapWords:
    """Of a question on the patient of a thread in which colleagues speak of several. ``name``: who
    begins to tell of another."""
    return GapWords(
        purpose="answering for one patient",
        name="which patient is meant",
        detail=(
            f"This thread speaks of more than one patient (see the message of {name}), so I took no"
            " fact from it. Ask again with the facts of the patient you mean in one message."
        ),
    )


def thread_not_read(problem: str) -> GapWords:
    """Of a question on what was said in a thread that could not be read. ``problem``: why, as a
    sentence."""
    return GapWords(
        purpose="knowing what was said here",
        name="the messages of this thread",
        detail=f"{problem} Ask again, or state the question with its facts in one message.",
    )


NO_CASE = GapWords(
    purpose="knowing what the question is on",
    name="the case",
    detail=(
        "Nothing in this thread tells me of a case. State the question with its facts in one"
        " message: the diagnosis, its setting, biomarkers, treatments so far."
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
NO_REGIMEN = GapWords(
    purpose="choosing a treatment",
    name="which treatment failed",
    detail=(
        "The answer before named several treatments. Say “progressed on” with the drugs that were"
        " given, and ask again."
    ),
)
NEEDS_DRUG = {
    "dose": "dosing",
    "rate": "how often an event is seen",
    "interaction": "an interaction check",
    "adverse": "adverse effects",
    "monitoring": "monitoring",
    "contraindication": "contraindications",
}
"""Kinds of question that need a drug → what it is needed for."""


def no_drug(kind: str, proposed: Sequence[str]) -> GapWords:
    """Of a question without a drug. ``kind``: a key of :data:`NEEDS_DRUG`; ``proposed``: sentences
    on words that may be a misspelled drug."""
    told = "It is unclear which drug is meant. Say the drug, generic or brand name, and ask again."
    return GapWords(purpose=NEEDS_DRUG[kind], name="which drug", detail=" ".join([told, *proposed]))


def cannot_be_right(value: str, measure: str) -> str:
    """Of a value that no patient has."""
    return f"“{value}” cannot be right as {measure}: please check the value."


def inputs_needed(formula: str, needed: str, known: str) -> str:
    """Of a formula of which inputs are missing."""
    known_words = known or "none of them"
    return f"{formula} needs: {needed}. Known: {known_words}. Say the others, with units."


def given_by_formula(result: str, formula: str, missing: Sequence[str]) -> str:
    """Of an input that another formula gives."""
    return f"The {result} may be measured, or follows by {formula} from {', '.join(missing)}."


def no_value(result: str, missing: Sequence[str], detail: str) -> GapWords:
    """Of a value that cannot be computed. ``missing``: the inputs that nobody has stated; none if
    a stated one cannot be right."""
    return GapWords(
        purpose=f"calculating the {result}",
        name=" and ".join(missing) or f"the {result} from values that can be right",
        detail=detail,
    )


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


def not_known_safe(fact: str, drugs: str) -> str:
    """That nothing at hand speaks of a drug for a patient who is pregnant, or has a graft."""
    return (
        f"Here: {fact}. The sources at hand state no safety of {drugs} for that; it is no"
        " option until checked."
    )


def left_out_by_settings(titles: Sequence[str]) -> str:
    """That a gap may be one of the channel, and not of what is held."""
    return (
        f"The settings of this channel leave out {in_a_row(titles)}: what is missing may stand"
        " there. Ask in another channel, or have the settings changed."
    )


def no_source(wanted: str, name: str, details: Sequence[str]) -> GapWords:
    """Of a part that no source answers. ``wanted``: what its kind of question asks for, if it
    does."""
    purpose = f"telling {wanted}" if wanted else "answering the question"
    return GapWords(purpose=purpose, name=name, detail=" ".join(details))


def also_missing(names: Sequence[str]) -> str:
    """What the other parts of the message lack."""
    return f"Also missing: {'; '.join(names)}."


_BARE = {
    "is": re.compile(r"(?:withdrawn|superseded)\b"),
    "says:": re.compile(r"not (?:in|after)\b"),
}
"""Verb of the sentence → reasons that have none of their own."""


def nearest_sources(reasons: Sequence[Sequence[str]]) -> list[str]:
    """What the nearest sources are on in place of what was asked, each thing said once.
    ``reasons``: of the verdicts on each source, such as "is on breast cancer only"."""
    said: set[str] = set()
    told: list[str] = []
    for of_source in reasons:
        new = [each for each in of_source if each not in said]
        said |= set(new)
        words = in_a_row([_with_verb(each) for each in new])
        if words:
            told.append(f"{'Another' if told else 'The nearest source'} {words}.")
    return told


_FAILED_ON = re.compile(r"(?P<how>did not tolerate|progressed on) (?P<what>[^;]+)")
"""A reason that tells of the patient and not of the source."""


def _with_verb(reason: str) -> str:
    if told := _FAILED_ON.fullmatch(reason):
        how = "which" if told["how"] == "did not tolerate" else "on which"
        return f"is on {told['what']}, {how} the patient {told['how'].removesuffix(' on')}"
    verb = next((each for each, bare in _BARE.items() if bare.match(reason)), "")
    return f"{verb} {reason}".strip()


HELD = {
    "guideline": "guideline positions",
    "label": "drug labels",
    "pharmacogenomics": "pharmacogenomics",
    "trial": "trials",
    "literature": "literature",
    "variant": "variant evidence",
    "gene": "gene entries",
}
"""Role of a silo → what it holds, in few words."""


def what_silos_hold(roles: Set[str]) -> list[str]:
    """A sentence on what silos of these roles hold. Empty if none of them has a name in
    :data:`HELD`."""
    told = in_a_row([words for role, words in HELD.items() if role in roles])
    return [f"The silos hold {told} in oncology."] if told else []
