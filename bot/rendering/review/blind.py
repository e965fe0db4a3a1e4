"""A blind second reader: who is asked, the form with the findings and without the answer, and what
the thread shows of the vote. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice, zip_longest
from typing import Any

from agents.endings.provenance import source_words
from agents.endings.reviews import VOTE_WORDS, choices_of
from agents.extractive.answer.short_form import question_in_short
from agents.facts.display.sheet_line import UNDERSTOOD, is_worth_showing, sheet_line
from agents.turns import Abstention, Answer, BlindVote, Citation, View
from agents.turns.personal import personal_of
from agents.turns.reviews import LONGEST_REASON
from bot.db.outbox import FINAL, Outgoing, SlackAddress
from bot.rendering.blocks import (
    Block,
    buttons,
    clip,
    context,
    escape,
    person,
    plain_text,
    section,
    sections,
)
from bot.rendering.ephemeral_frame import in_channel, to_one_person
from bot.rendering.fact_sheet import contradiction_lines
from bot.rendering.forms.inputs import SHOWN_WITH_NAME, input_block, option, text_input
from bot.rendering.forms.modals import modal
from names.patterns.enumeration import in_a_row

FORM = "blind_vote"
VOTE_BUTTON = "blind_read"
ASK_FORM = "second_readers"
ASK_BUTTON = "ask_second_reader"
READERS = "readers"
_MOST_READERS = 10
"""People asked at a time. Chosen by hand: a board."""
_ASK_HINT = "Each sees the findings without the answer, votes, and then sees the answer."
CHOICE, REASON = "choice", "reason"
_MOST_FINDINGS = 40
"""Findings in a form. Chosen by hand: a form has a hundred blocks, and this is a long read."""
_LONGEST_QUOTE = 600
"""Characters of a quote in a form. Chosen by hand: a long paragraph."""


def asked_message(run_id: str, event: str, address: SlackAddress, readers: int) -> Outgoing:
    """The line of the thread that says that somebody is asked. It mentions nobody: whom Slack leads
    into the thread is no longer blind."""
    who = "One colleague is" if readers == 1 else f"{readers} colleagues are"
    words = (
        f"👁 {who} asked to read the findings without the answer, outside the thread, and to vote."
    )
    return _post(run_id, f"blind-asked-{event}", address, [context(words)])


def invitation(run_id: str, event: str, address: SlackAddress, reader: str, by: str) -> Outgoing:
    """The button, for the reader alone: in the channel and not in the thread, where the answer
    stands. Slack shows it only to who is online."""
    words = (
        f"{person(by)} asks you for a second, blind reading of a case in <#{address.channel}>: you"
        " see what was found and not what was answered. Vote before you open the thread."
    )
    blocks = [
        *sections([words]),
        buttons("blind", [(VOTE_BUTTON, "Read the findings and vote…", run_id)]),
    ]
    part, notice = f"blind-{reader}-{event}", "Needs your review: a blind reading"
    return in_channel(to_one_person(run_id, part, address, reader, notice, blocks))


def in_direct_messages(asked: Outgoing, place: str) -> Outgoing:
    """The same in the direct messages of the reader, where it stays until they come."""
    body = {key: asked.body[key] for key in ("text", "blocks", "plain")}
    address = replace(asked.address, channel=place, thread_ts="")
    return replace(asked, operation="post", address=address, body=body)


def not_asked_message(
    run_id: str, address: SlackAddress, by: str, absent: Sequence[str]
) -> Outgoing:
    """That people are not asked who may not see the case, to who asked for them."""
    named = in_a_row([person(each) for each in absent])
    words = f"Not asked, since Slack does not show me that they are in this channel: {named}."
    notice = "A colleague was not asked"
    return to_one_person(run_id, "blind-absent", address, by, notice, sections([words]))


def ask_button(view: View) -> list[tuple[str, str, str]]:
    """The button below an answer that asks colleagues to read the findings without it."""
    is_direct = view.question.thread.channel.startswith("D")
    if view.is_private or is_direct or not has_findings(view):
        return []
    return [(ASK_BUTTON, "Second reader…", view.run_id)]


def has_findings(view: View) -> bool:
    """Whether an answer, or a gap, has anything beside it that a colleague could read blind."""
    return isinstance(view.ending, Answer | Abstention) and bool(view.citations)


def ask_form(view: View, at: Mapping[str, str]) -> dict[str, Any]:
    """Who is asked."""
    people = {
        "type": "multi_users_select",
        "action_id": READERS,
        "max_selected_items": _MOST_READERS,
    }
    blocks = [input_block(READERS, "Who reads?", people, hint=_ASK_HINT)]
    return modal(ASK_FORM, "Second reader", blocks, {**at, "run": view.run_id}, submit="Ask")


def vote_form(view: View, at: Mapping[str, str]) -> dict[str, Any]:
    """The findings of the run, each with its source, and the vote; nothing of the answer, nor in
    its order."""
    short = question_in_short(view.question.text)
    once = {(each.ref.silo, each.quote): each for each in view.citations.values()}
    cited = sorted(once.values(), key=lambda each: (each.ref.silo, each.title, each.start))
    shown = _of_each_silo(cited, _MOST_FINDINGS)
    findings = [
        section(
            f"> “{escape(clip(' '.join(each.quote.split()), _LONGEST_QUOTE))}”\n"
            f"{', '.join(escape(part) for part in source_words(each))}"
        )
        for each in shown
    ]
    left = len(cited) - len(shown)
    choices = [option(each, str(number)) for number, each in enumerate(choices_of(view))]
    menu = {"type": "static_select", "action_id": CHOICE, "options": choices}
    blocks = [
        *_case_blocks(view),
        section(f"*What was found* on *{escape(short)}*" if short else "*What was found*"),
        *(findings or [section("_Nothing was found that could be quoted._")]),
        *([context(f"{left} further findings are not shown.")] if left > 0 else []),
        input_block(CHOICE, "What would you choose?", menu),
        text_input(REASON, "Why?", "", LONGEST_REASON, required=False, hint=SHOWN_WITH_NAME),
    ]
    return modal(FORM, "Second reader", blocks, {**at, "run": view.run_id}, submit="Vote")


def _case_blocks(view: View) -> list[Block]:
    """The patient as understood: whoever does not open the thread knows nothing else of them."""
    if not is_worth_showing(view.sheet):
        return []
    case, *others = sheet_line(view.sheet), *contradiction_lines(view.sheet)
    lines = [f"The case: {case.removeprefix(f'{UNDERSTOOD}: ')}", *others]
    blanked = [escape(" ".join(personal_of(view).blank(line).split())) for line in lines]
    return sections([blanked[0].replace("The case:", "*The case:*", 1), *blanked[1:]], whole=True)


def _of_each_silo(cited: Sequence[Citation], most: int) -> list[Citation]:
    """As many as are shown, in their order: one of each silo in turn, so that none is left out for
    its name."""
    by_silo: dict[str, list[Citation]] = {}
    for each in cited:
        by_silo.setdefault(each.ref.silo, []).append(each)
    turns = (each for row in zip_longest(*by_silo.values()) for each in row if each)
    kept = {(each.ref, each.start, each.end) for each in islice(turns, most)}
    return [each for each in cited if (each.ref, each.start, each.end) in kept]


def choice_of(view: View, number: str) -> str:
    """The choice that an entry of the form stands for; empty if it is none of this run."""
    choices = choices_of(view)
    return choices[int(number)] if number.isdecimal() and int(number) < len(choices) else ""


def vote_message(view: View, vote: BlindVote) -> Outgoing:
    """What the thread shows of a vote."""
    thread = view.question.thread
    address = SlackAddress(team=thread.team, channel=thread.channel, thread_ts=thread.thread)
    hiding = personal_of(view)
    hiding.learn(vote.comment)
    reason = " ".join(hiding.blank(vote.comment).split())
    lines = [
        f"👁 *Blind second reader* {person(vote.by)}: *{VOTE_WORDS[vote.outcome]}*"
        f" (chose: {escape(vote.choice)})."
    ]
    lines += [f"“{escape(reason)}”"] if reason else []
    return _post(view.run_id, f"blind-vote-{vote.by}", address, sections(lines, whole=True))


def _post(run_id: str, part: str, address: SlackAddress, blocks: list[Block]) -> Outgoing:
    body = {"text": "A blind second reader", "blocks": blocks}
    return Outgoing(
        run_id=run_id,
        seq=0,
        part=part,
        address=address,
        priority=FINAL,
        body={**body, "plain": plain_text(blocks)},
    )
