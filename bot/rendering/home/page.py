"""The Home of a person: their questions, open reviews, the silos, and what they can do. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agents.endings.reviews import agreement_words
from agents.extractive.answer.short_form import question_in_short
from agents.turns.reviews import VoteOutcome
from bot.db.homes.contents import AskedQuestion, HomeContents, OpenReview, UsageOfPerson
from bot.rendering.answer.question_label import permalink
from bot.rendering.answer.signs import SIGNS
from bot.rendering.blocks import (
    Block,
    clip,
    date_and_time,
    divider,
    escape,
    link,
    person,
    sections,
    small_print,
)
from bot.rendering.home.cases import case_menus
from bot.rendering.home.settings import settings_part
from retrieval.ingestion.staging.status import Freshness

_NAMELESS = "a question"
_AT_WORK = "⏳"
_LONGEST_LABEL = 150
_MOST_TOOLS = 4
"""Tools of which the use is told. Chosen by hand: one line."""
_MOST_CHANNELS = 5
"""Channels of which the agreement is told. Chosen by hand: as many lines as reviews."""
_ONBOARDING = (
    "*Welcome to Curbside*",
    "I answer questions of a tumor board from separately kept sources, step by step, in the open."
    " Every quote is checked against the stored text. I am a reading aid, not a medical device:"
    " open a source before you act on it, and do not write what says who a patient is.",
    "1. Invite me into a channel with `/invite @curbside`, or write to me on the tab *Messages*.",
    "2. Ask: “@Curbside olaparib dose in renal impairment?” Go on in the thread.",
    "3. *Show evidence* below an answer shows what each sentence rests on.",
)
_CAN_DO = (
    "*What you can do*",
    "• *Ask*: mention me in a channel, also under a discussion, or write to me directly.",
    "• *Ask about a message*: ⋮ beside it, “Ask Curbside about this”.",
    "• *Present a case*: the shortcut of this name opens a form.",
    "• *Look one thing up*: `/gene BRAF`, `/drug olaparib`, `/trial KEYNOTE-522`, `/variant BRAF"
    " V600E`.",
    "• *More*: `/curbside help`, `/curbside status`, `/curbside settings`.",
)
_UNKNOWN = (
    "⚠️ Slack did not tell me in which channels you are, so only what you wrote to me directly is"
    " shown. Open this page again in a minute."
)
_RENEWED = (
    "Only you see this page. It is renewed when you open it and when a question of yours ends."
)


def home_view(contents: HomeContents, titles: Mapping[str, str], workspace: str) -> dict[str, Any]:
    """The view. ``titles`` are those of the silos that are searched; ``workspace``: where links to
    messages begin. Questions are told by the names recognised in them, never by their words."""
    working = [each for each in contents.questions if each.standing is None]
    ended = [each for each in contents.questions if each.standing is not None]
    parts = (
        sections(_ONBOARDING if contents.is_first else (), whole=True),
        sections(() if contents.channels_known else (_UNKNOWN,)),
        _list_under("Being answered", [_question_line(each, workspace) for each in working]),
        _list_under("Your questions", [_question_line(each, workspace) for each in ended])
        or sections(["*Your questions*", "You have asked nothing yet that I may show here."]),
        _list_under("Followed cases", [_case_line(each, workspace) for each in contents.cases]),
        case_menus(ended, contents.cases),
        _list_under("Open reviews", [_review_line(each, workspace) for each in contents.reviews]),
        _list_under("Blind second readers", _agreement_lines(contents.agreement)),
        _list_under("Your last 30 days", _usage_lines(contents.usage, titles)),
        _silos(contents.silos, titles),
        settings_part(),
        sections(_CAN_DO, whole=True),
    )
    return {"type": "home", "blocks": [*_with_dividers(parts), *small_print([_RENEWED])]}


def _with_dividers(parts: Sequence[Sequence[Block]]) -> list[Block]:
    blocks: list[Block] = []
    for part in parts:
        blocks += [*part, divider()] if part else []
    return blocks


def _list_under(heading: str, lines: Sequence[str]) -> list[Block]:
    return sections([f"*{heading}*", *lines], whole=True) if lines else []


def _question_line(asked: AskedQuestion, workspace: str) -> str:
    sign = _AT_WORK if asked.standing is None else SIGNS[asked.standing].character
    word = "" if asked.standing is None else SIGNS[asked.standing].word
    told = [_label(asked, workspace), _place(asked), date_and_time(asked.at)]
    return f"{sign} {word + ': ' if word else ''}{' · '.join(told)}"


def _case_line(asked: AskedQuestion, workspace: str) -> str:
    return f"☀️ {_label(asked, workspace)} · {_place(asked)}"


def _review_line(review: OpenReview, workspace: str) -> str:
    marks = ", ".join(f"{escape(verdict)} by {person(by)}" for verdict, by in review.verdicts)
    asked = review.question
    return f"📌 {_label(asked, workspace)} · {_place(asked)} · marked {marks}"


def _label(asked: AskedQuestion, workspace: str) -> str:
    short = clip(question_in_short(asked.text), _LONGEST_LABEL) or _NAMELESS
    return link(permalink(asked.thread, asked.ts, workspace), short)


def _place(asked: AskedQuestion) -> str:
    channel = asked.thread.channel
    return "direct message" if channel.startswith("D") else f"<#{channel}>"


def _agreement_lines(by_channel: Mapping[str, Mapping[VoteOutcome, int]]) -> list[str]:
    """How often they agreed in each channel, those with the most votes first."""
    busiest = sorted(by_channel, key=lambda channel: (-sum(by_channel[channel].values()), channel))
    return [
        f"• <#{channel}>: {agreement_words(by_channel[channel])}"
        for channel in busiest[:_MOST_CHANNELS]
    ]


def _usage_lines(usage: UsageOfPerson, titles: Mapping[str, str]) -> list[str]:
    if not usage.questions:
        return []
    lines = ["1 question" if usage.questions == 1 else f"{usage.questions} questions"]
    if usage.searches:
        searched = sum(number for _, number in usage.searches)
        most = ", ".join(
            f"{escape(_tool_title(tool, titles))} {number}"
            for tool, number in usage.searches[:_MOST_TOOLS]
        )
        counted = "1 search" if searched == 1 else f"{searched} searches and look-ups"
        lines.append(f"{counted}: {most}")
    if usage.tokens_given:
        cost = "price not known" if usage.cost_usd is None else f"${usage.cost_usd:.2f}"
        lines.append(f"Chat models: {cost}")
    return [f"• {line}" for line in lines]


def _tool_title(tool: str, titles: Mapping[str, str]) -> str:
    name = tool.removeprefix("search_")
    return titles.get(name, name.replace("_", " "))


def _silos(held: Sequence[Freshness], titles: Mapping[str, str]) -> list[Block]:
    by_name = {each.silo: each for each in held}
    lines = [
        f"• {escape(title)}: {_freshness_words(by_name.get(name))}"
        for name, title in titles.items()
    ]
    return _list_under("What is searched", lines)


def _freshness_words(held: Freshness | None) -> str:
    if held is None:
        return "nothing yet"
    number = "1 document" if held.documents == 1 else f"{held.documents} documents"
    newest = f", the newest of {escape(held.newest)}" if held.newest else ""
    return f"{number}{newest}, taken in {held.taken_in:%Y-%m-%d}"
