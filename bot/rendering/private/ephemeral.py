"""What only the person who pressed a button sees: passages, steps, a word of thanks. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from agents.endings.provenance import question_day
from agents.turns import Answer, View
from bot.db.outbox import Outgoing, SlackAddress
from bot.rendering import steps
from bot.rendering.answer import answers
from bot.rendering.blocks import Block, buttons, sections, split_into_messages
from bot.rendering.citations import passage_lines
from bot.rendering.ephemeral_frame import to_one_person
from bot.rendering.links import PassageLinks


def shown_blocks(
    what: Literal["passages", "steps", "more"],
    view: View,
    titles: Mapping[str, str],
    links: PassageLinks,
) -> list[Block]:
    """What the button asks for: the quoted words, all steps, or the rest of the answer."""
    match what:
        case "passages":
            return passage_blocks(view, links)
        case "steps":
            return step_blocks(view, titles, links)
        case "more":
            return answers.more(view, links)


def passage_blocks(view: View, links: PassageLinks) -> list[Block]:
    """The quoted words behind the answer, each with its source."""
    cited = view.ending.citations if isinstance(view.ending, Answer) else ()
    lines = passage_lines(
        cited or tuple(view.citations.values()), view.run_id, links, question_day(view)
    )
    words = ["*Passages*", *lines] if lines else ["This answer quotes no passages."]
    return sections(words, whole=True)


def step_blocks(view: View, titles: Mapping[str, str], links: PassageLinks) -> list[Block]:
    """All steps of the run, one below the other."""
    blocks: list[Block] = []
    for step in view.all_steps:
        blocks += steps.render(step, view, titles, links, over=True)
    return blocks or sections(["This run took no steps."])


def offer_message(run_id: str, address: SlackAddress, user: str, ts: str) -> Outgoing:
    """Asks the writer of the message ``ts`` whether it was meant for us."""
    blocks = [
        *sections(["Was that a question to me? I stay out of what people say to each other."]),
        buttons("offer", [("ask", "Ask Curbside", f"{address.thread_ts}:{ts}")]),
    ]
    notice = "Was that a question to Curbside?"
    return to_one_person(run_id, "offer", address, user, notice, blocks)


def ephemeral_messages(
    run_id: str, address: SlackAddress, user: str, press: str, blocks: list[Block]
) -> tuple[Outgoing, ...]:
    """The blocks for this person only. ``press`` tells one press of a button from the next."""
    notice = "What you asked to see"
    return tuple(
        to_one_person(run_id, f"shown-{press}-{number}", address, user, notice, page)
        for number, page in enumerate(split_into_messages(blocks), start=1)
    )
