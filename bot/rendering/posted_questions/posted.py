"""The message that stands for a question that somebody asked by a press or in a form. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from bot.db.outbox import FINAL, Outgoing, SlackAddress
from bot.rendering.blocks import (
    Block,
    buttons,
    escape,
    link,
    person,
    plain_text,
    sections,
    without_folds,
)
from retrieval.privacy.hiding import HiddenWords

_GONE = "\x00"
_MANY = re.compile(f"{_GONE}(?:[^\\S\\n]*{_GONE})*")
TAKE_BACK = "take_back"
"""The button with which who asked takes the question back: Slack lets nobody delete what we post.
"""
NOTICE = "A question to Curbside"
"""What notifications show: nothing of what was asked."""


def posted_question(
    key: str, address: SlackAddress, blocks: Sequence[Block], asked: Mapping[str, Any]
) -> Outgoing:
    """The message, once for each key; ``asked`` says whose question it is, and in which words."""
    return Outgoing(
        run_id=key,
        seq=0,
        part="asked",
        address=address,
        priority=FINAL,
        body={
            "text": NOTICE,
            "blocks": list(blocks),
            "simple": without_folds(blocks),
            "plain": plain_text(blocks),
            **asked,
        },
    )


def question_blocks(asker: str, question: str, about: str = "") -> list[Block]:
    """Who asks what; ``about``: the address of the message that it is about."""
    subject = f" about {link(about, 'a message')}" if about else ""
    told = sections([f"{person(asker)} asks{subject}:", *_quoted_lines(question)], whole=True)
    return [*told, take_back_button(asker)]


def case_blocks(asker: str, case: str) -> list[Block]:
    """Who presents which case, and what is asked."""
    told = sections([f"{person(asker)} presents a case:", *_quoted_lines(case)], whole=True)
    return [*told, take_back_button(asker)]


def take_back_button(asker: str) -> Block:
    """For all to see, and for who asked to press."""
    return buttons("posted", [(TAKE_BACK, "Take back", asker)])


def _quoted_lines(text: str) -> list[str]:
    """The words, but for what says who a patient is: it was typed to us and is not repeated."""
    lines = _without_personal(text).splitlines()
    return [f">{escape(line)}" for line in lines if line.strip()]


def _without_personal(text: str) -> str:
    blanked = HiddenWords([text]).blank(text)
    gone = (
        _GONE if shown != written else shown for shown, written in zip(blanked, text, strict=True)
    )
    return _MANY.sub("[…]", "".join(gone))
