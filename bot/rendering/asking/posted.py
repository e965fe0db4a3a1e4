"""The message that stands for a question that somebody asked by a press or in a form. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.db.outbox import FINAL, Outgoing, SlackAddress
from bot.rendering.blocks import Block, escape, link, person, plain_text, sections
from retrieval.privacy.hiding import Hiding

NOTICE = "Somebody asks Curbside a question."
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
        body={"text": NOTICE, "blocks": list(blocks), "plain": plain_text(blocks), **asked},
    )


def question_blocks(asker: str, question: str, about: str = "") -> list[Block]:
    """Who asks what; ``about``: the address of the message that it is about. What says who a
    patient is was typed to us and is not repeated."""
    subject = f" about {link(about, 'a message')}" if about else ""
    shown = " ".join(Hiding([question]).blank(question).split(" ")).strip()
    quoted = [f">{escape(line)}" for line in shown.splitlines() if line.strip()]
    return sections([f"{person(asker)} asks{subject}:", *quoted], whole=True)
