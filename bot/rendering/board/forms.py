"""The forms in which people record the decision of a board, and sign it: modals of Slack. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agents.endings.provenance import citations_of
from agents.endings.reviews import citation_number
from agents.extractive.answer.short_form import question_in_short
from agents.turns import BoardDecision, Signature, SignedDecision, View
from agents.turns.board_decisions import LONGEST_ROLE, LONGEST_WORDS, STANCES, Stance
from agents.turns.personal import personal_with_judgements
from agents.turns.reviews import LONGEST_REASON
from bot.rendering.blocks import Block, clip, context, escape, section, sections
from bot.rendering.forms.inputs import (
    MOST_OPTIONS,
    SHOWN_WITH_NAME,
    choice_input,
    input_block,
    menu_input,
    option,
    options_of,
    plain_text_object,
    text_input,
)
from bot.rendering.forms.modals import modal
from bot.rendering.review.marks import read_target, target_value

DECISION_FORM, SIGNING_FORM = "board_decision", "board_signature"
"""The callback ids of the forms."""
TEXT, WHY, ALTERNATIVES = "decided", "why", "alternatives"
DEVIATES_FROM, DEVIATION, ROLE = "deviates_from", "deviation", "role"
STANCE, REASON = "stance", "reason"
"""The blocks of the forms, each with one element of the same action id."""
NONE = "none"
_NOTHING_DECIDED = BoardDecision(text="", why="", by="", role="")
_LONGEST_SHOWN = 1500
"""Characters of the decision in the form in which it is signed. Chosen by hand: what a form shows
without scrolling far."""
_WORDS_MISSING = "Say it in a few words."
_LABELS: Mapping[Stance, str] = {
    "agrees": "I sign it",
    "dissents": "I dissent",
    "taken back": "Neither: take my signature back",
}


def decision_form(view: View, by: str, at: Mapping[str, str]) -> dict[str, Any]:
    """The form with the decision as it stands. ``by`` opened it; ``at`` are the ids that come back
    with it."""
    decided = view.decided
    now = _without_patient(view, decided.decision) if decided else _NOTHING_DECIDED
    short = question_in_short(view.question.text)
    blocks = [
        *([section(f"On *{escape(short)}*")] if short else []),
        text_input(
            TEXT, "What was decided", now.text, LONGEST_WORDS, required=True, hint=SHOWN_WITH_NAME
        ),
        text_input(WHY, "Why", now.why, LONGEST_WORDS, required=True),
        text_input(
            ALTERNATIVES, "Alternatives considered", now.alternatives, LONGEST_WORDS, required=False
        ),
        menu_input(
            DEVIATES_FROM,
            "Deviates from a quoted source",
            _sources(view, now.deviates_from),
            now.deviates_from,
        ),
        text_input(DEVIATION, "Why it deviates", now.deviation, LONGEST_REASON, required=False),
        _role_input(_role_of(decided, by)),
    ]
    if decided is not None and decided.signatures:
        blocks.insert(0, context("Who signed the decision as it is has to sign your wording anew."))
    return _modal(DECISION_FORM, "Decision", blocks, view, at)


def signing_form(
    view: View, decided: SignedDecision, by: str, at: Mapping[str, str]
) -> dict[str, Any]:
    """The form in which *by* signs the decision that stands, or does not."""
    before = next((each.signature for each in decided.signatures if each.signature.by == by), None)
    stance, comment = (before.stance, before.comment) if before else ("", "")
    told = _without_patient(view, decided.decision).text
    blocks = [
        *sections([escape(clip(told, _LONGEST_SHOWN))]),
        choice_input(STANCE, "Do you sign it?", options_of(_LABELS), stance),
        _role_input(_role_of(decided, by)),
        text_input(
            REASON,
            "Why, if you dissent",
            comment,
            LONGEST_REASON,
            required=False,
            hint=SHOWN_WITH_NAME,
        ),
    ]
    return _modal(SIGNING_FORM, "Sign", blocks, view, at)


def _without_patient(view: View, decision: BoardDecision) -> BoardDecision:
    """What others are shown of a decision in a form, as in the thread: who signs it, signs that."""
    hiding = personal_with_judgements(view)

    def shown(words: str) -> str:
        return "\n".join(" ".join(line.split()) for line in hiding.blank(words).splitlines())

    return replace(
        decision,
        text=shown(decision.text),
        why=shown(decision.why),
        alternatives=shown(decision.alternatives),
        deviation=shown(decision.deviation),
    )


def read_decision(value: str, entries: Mapping[str, str], by: str) -> tuple[str, BoardDecision]:
    """The run, and what was entered."""
    run_id, seq = read_target(value)
    source = entries.get(DEVIATES_FROM, NONE)
    deviates = source not in ("", NONE)
    return run_id, BoardDecision(
        text=_words(entries, TEXT)[:LONGEST_WORDS],
        why=_words(entries, WHY)[:LONGEST_WORDS],
        alternatives=_words(entries, ALTERNATIVES)[:LONGEST_WORDS],
        deviates_from=source if deviates else "",
        deviation=_words(entries, DEVIATION)[:LONGEST_REASON] if deviates else "",
        by=by,
        role=_words(entries, ROLE)[:LONGEST_ROLE],
        instead_of=seq,
    )


def read_signature(value: str, entries: Mapping[str, str], by: str) -> tuple[str, Signature] | None:
    """The run, and what was entered; None if it is no form of ours."""
    run_id, seq = read_target(value)
    stance = entries.get(STANCE, "")
    if stance not in STANCES or seq is None:
        return None
    is_dissent = stance == "dissents"
    return run_id, Signature(
        decision=seq,
        stance=stance,
        by=by,
        role=_words(entries, ROLE)[:LONGEST_ROLE],
        comment=_words(entries, REASON)[:LONGEST_REASON] if is_dissent else "",
    )


def problems_with(form: str, entries: Mapping[str, str]) -> Mapping[str, str]:
    """What is wrong with what was entered, by its blocks: the person sees it beside the entry."""
    needed = {ROLE: _WORDS_MISSING}
    if form == DECISION_FORM:
        needed |= {TEXT: _WORDS_MISSING, WHY: _WORDS_MISSING}
        if entries.get(DEVIATES_FROM, NONE) != NONE:
            needed |= {DEVIATION: "Say why it deviates."}
        elif _words(entries, DEVIATION):
            return {DEVIATES_FROM: "Choose the source that it deviates from."}
    elif entries.get(STANCE) == "dissents":
        needed |= {REASON: "Say why in a few words."}
    return {block: words for block, words in needed.items() if not _words(entries, block)}


def _words(entries: Mapping[str, str], block: str) -> str:
    return entries.get(block, "").strip()


def _role_of(decided: SignedDecision | None, by: str) -> str:
    found = (each.signature for each in (decided.signatures if decided else ()))
    return next((each.role for each in found if each.by == by), "")


def _sources(view: View, chosen: str) -> list[Block]:
    """The citations, those of the answer first: of each document the first one, and the one that
    is *chosen*. Several quotes of a document look alike here."""
    cited = {each.key: each for each in citations_of(view)} | view.citations
    first = {each.ref: key for key, each in reversed(cited.items())}
    sources = [
        option(f"{citation_number(key)} {each.title or each.ref.id}", key)
        for key, each in cited.items()
        if key in (first[each.ref], chosen)
    ]
    return [option("From none", NONE), *sources][:MOST_OPTIONS]


def _modal(
    form: str, title: str, blocks: list[Block], view: View, at: Mapping[str, str]
) -> dict[str, Any]:
    seq = view.decided.seq if view.decided else None
    return modal(form, title, blocks, {**at, "run": target_value(view.run_id, seq)})


def _role_input(role: str) -> Block:
    """The entry of who somebody is on the board."""
    element: Block = {
        "type": "plain_text_input", "action_id": ROLE, "max_length": LONGEST_ROLE,
        "placeholder": plain_text_object("Medical oncology"),
    }  # fmt: skip
    element |= {"initial_value": role} if role else {}
    return input_block(ROLE, "Your role on the board", element)
