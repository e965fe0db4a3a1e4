"""What the core does with a wish about the last answer: asks once more, opens its steps, or says
what it can do. Nothing of a wish is searched as a question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agents.cores import ToolCard
from agents.extractive.answer.gaps import gap_of_no_step
from agents.extractive.evidence.planning import query_of
from agents.extractive.question.context.repeated import (
    gap_before,
    last_answered,
    repeated_turn,
    wish_of_run,
)
from agents.extractive.question.kinds import kinds
from agents.extractive.question.parsing import ParsedQuestion, parse_text
from agents.extractive.question.requests.wishes import Wish, tools_named, tools_wished
from agents.extractive.question.small_talk import asks_about_steps, step_asked
from agents.facts.display.sheet_line import sheet_line
from agents.replies.requests.loose_requests import speaks_of_answer
from agents.replies.steering import region_named, silos_named
from agents.turns import OPEN_STEP, Action, Arguments, Draft, Reply, Thought, Turn, View
from agents.wording.counts import count_of
from agents.wording.gaps import MISSING, SUPPLIED_BY
from names.patterns.enumeration import in_a_row
from retrieval.declaration.cards import read_cards

STEPS_SHOWN = 3
"""Steps that are told of an earlier run. Chosen by hand: a run of this core seldom has more."""
STEPS_OPENED = 6
"""Steps of the last answer that are opened to tell what was asked. Chosen by hand: a run of this
core seldom has more than three."""
MOST_SHORT = 1
"""Points of a part of a short answer, behind its headlines. Chosen by hand: what goes with the
rule."""
_STYLE = (
    "I tell what sources say in their own words, so I do not translate, retell or lay out an answer"
    " anew. “shorter” gives the main statements alone, “more” gives the rest, and each citation"
    " opens its source."
)
_NO_ANSWER = "The last question got no answer, so there is nothing to be sure of yet."
_SURE = (
    "I give no probability. The last answer says only what its quotes say, and the program compared"
    " each word for word with its source. A citation called a digest is in Curbside's words:"
    " open its record before you act on it. Dates stand beside the quotes, and what was not found"
    " stands below the answer. Whether it fits this patient is yours to judge."
)
_CITED = (
    "Mark {cited} with 👎 or *Mark…* below the answer: wrong, outdated or beside the"
    " point, and why. The mark stands on the answer for everybody and is counted. “Again without”"
    " and the name of a source asks the question without it."
)
_NO_FACTS = (
    "I have read no fact of a patient in this thread. State them in a reply, or attach the report."
)
_PUT_RIGHT = "That is all. Put it right with a reply, for example “no, HER2 0”."
_TOLD = (
    "Below the last answer stands each source with its date, its support and a link to the words"
    " that were quoted. For this nothing was searched; “again” searches anew."
)
_UNREAD = (
    "I cannot tell what you want of the last answer, and searched nothing. You can write: “[2]” or"
    " “[2] is wrong”, “shorter”, “more”, “as a table”, “who says that?”, “how strong is the"
    " evidence?”, “how sure are you?”, “which sources did you not use?”, “again without NCCN”,"
    " “step 1”, “what changed?”. A question of its own names the drug, the gene or the disease."
)
_WHY = "{answer} Who could supply it: {who}."
_NOT_TOLD = "The last question got no answer, so there is no source of which it could be told."
_ASKED = "I asked, in this order: {asked}."
_NOT_ASKED = " Not asked: {others}. “again with {example}” asks that, too."
_READ_AS = " The question was read as one on {kinds}; that decides which are asked first."
_LINE = re.compile(r"In step \d{1,3}, (?P<title>[^“]{1,80}) was asked for “")
_FOUND = re.compile(r"” and returned (?P<count>\d{1,4}) documents?: ")


def wished_cards(view: View, cards: Sequence[ToolCard]) -> Sequence[ToolCard]:
    """The tools that the core may use: without the silos that people do not want."""
    return tools_wished(cards, wish_of_run(view)) if repeated_turn(view) else cards


def thought_on_wish(view: View, cards: Sequence[ToolCard]) -> Thought | None:
    """The thought on a message that only wishes something of the last answer or asks for its steps;
    None for a question, and for a wish that asks the last question once more."""
    wish = wish_of_run(view)
    if wish is None:
        of_steps = asks_about_steps(view.question.text, cards)
        return look_back(view, cards) if of_steps else None
    if wish.asks_anew:
        return None
    if wish.kind == "sources":
        return _on_sources(view, cards)
    said = "This is on the answer before, and nothing is to be looked up for it."
    return Thought(text=said, reply=Reply(text=_words_on(wish, view)))


def thought_on_unread(view: View) -> Thought | None:
    """The thought on a message that is on the last answer and whose wish nobody can tell; None for
    any other. Searched, it would be answered with what was not asked."""
    of_answer = view.turns and not view.question.attachments and not view.steps
    if not of_answer or wish_of_run(view) or not speaks_of_answer(view.question.text):
        return None
    said = "This is on the answer before; what is wanted of it I cannot tell, so I search nothing."
    return Thought(text=said, reply=Reply(text=_UNREAD))


def words_of_repeat(view: View) -> str:
    """What the first thought says of a question that is asked once more; empty for any other."""
    turn, wish = repeated_turn(view), wish_of_run(view)
    if turn is None or wish is None:
        return ""
    how = {"only": "only with", "without": "without", "also": "also with"}.get(wish.how, "")
    silos = f", {how} {in_a_row(list(map(_name_of_silos, wish.names)))}" if how else ""
    also = f", also with {in_a_row(list(map(_name_of_silos, wish.also)))}" if wish.also else ""
    return f"I answer the question before once more{silos}{also}."


def _name_of_silos(name: str) -> str:
    """Silos as people name them; of a region, what of it there is."""
    region = region_named(name)
    if not region:
        return name
    published = [each.title for each in read_cards() if each.name in silos_named(name, [each])]
    return f"the {region.title()} sources there are ({in_a_row(published)})"


def searches_wished(
    view: View, parsed: ParsedQuestion, cards: Sequence[ToolCard]
) -> list[tuple[ToolCard, str]]:
    """The searches of the silos that people want to be asked as well, as (card, query)."""
    wish = wish_of_run(view)
    if wish is None or repeated_turn(view) is None:
        return []
    named = tools_named(cards, wish.names if wish.how == "also" else wish.also)
    return [
        (card, query_of(asked, parsed))
        for card in cards
        if card.name in named
        for asked in parsed.parts[:1]
    ]


def in_short(draft: Draft, view: View) -> Draft:
    """The draft without the further points of each part, if a short answer is wished. Headlines,
    options, and what is not for the patient stay."""
    wish = wish_of_run(view)
    if wish is None or wish.kind != "shorter" or repeated_turn(view) is None:
        return draft
    told: dict[int, int] = {}
    short = []
    for sentence in draft.sentences:
        is_point = sentence.role == "point"
        told[sentence.part] = told.get(sentence.part, 0) + is_point
        if not is_point or told[sentence.part] <= MOST_SHORT:
            short.append(sentence)
    return replace(draft, sentences=tuple(short))


def _words_on(wish: Wish, view: View) -> str:
    if wish.kind == "citation":
        return _CITED.format(cited=f"citation [{wish.citation}]" if wish.citation else "it")
    if wish.kind == "style":
        return _STYLE
    if wish.kind == "facts":
        return f"{sheet_line(view.sheet)}. {_PUT_RIGHT}" if view.sheet.facts else _NO_FACTS
    if (gap := gap_before(view)) and wish.kind == "why":
        return _reason_of_gap(gap)
    turn = last_answered(view)
    is_answered = turn is not None and turn.outcome == "answer"
    if wish.kind == "told":
        return _TOLD if is_answered else _NOT_TOLD
    return _SURE if is_answered else _NO_ANSWER


def _reason_of_gap(turn: Turn) -> str:
    """Why a question got no answer, and who could supply what is missing."""
    missing = (kind for kind, words in MISSING.items() if f"({words})" in turn.answer)
    who = SUPPLIED_BY.get(next(missing, ""), "")
    return _WHY.format(answer=turn.answer, who=who) if who else turn.answer


def _on_sources(view: View, cards: Sequence[ToolCard]) -> Thought:
    if not view.steps:
        actions = tuple(
            Action(
                call_id=f"s1a{number}",
                tool=OPEN_STEP,
                arguments={"step": number, "run": "previous"},
            )
            for number in range(1, STEPS_OPENED + 1)
        )
        return Thought(text="This asks what was searched; I open the steps.", actions=actions)
    told = "\n".join(seen.detail for step in view.steps for seen in step.observations)
    asked: dict[str, str] = {}
    for line in told.splitlines():
        match, found = _LINE.match(line), _FOUND.search(line)
        if match is None:
            continue
        count = f"{count_of(int(found['count']), 'document')}" if found else "nothing to quote"
        if found or match["title"] not in asked:
            asked[match["title"]] = count
    return Thought(
        text="The steps are open; I tell what was asked.",
        reply=Reply(text=_words_on_sources(view, asked, cards)),
    )


def _words_on_sources(view: View, asked: dict[str, str], cards: Sequence[ToolCard]) -> str:
    if not asked:
        return "No silo was asked for the question before."
    words = _ASKED.format(asked="; ".join(f"{title} ({count})" for title, count in asked.items()))
    others = list(dict.fromkeys(each.title for each in cards if each.silo))
    others = [title for title in others if title not in asked]
    if others:
        words += _NOT_ASKED.format(others="; ".join(others), example=others[0])
    turn = last_answered(view)
    parts = parse_text(turn.question).parts if turn else ()
    read_as = dict.fromkeys(kinds()[part.kind].asks_for for part in parts if part.kind in kinds())
    return words + (_READ_AS.format(kinds=in_a_row(list(read_as))) if any(read_as) else "")


def look_back(view: View, cards: Sequence[ToolCard]) -> Thought:
    """Open the steps that somebody asks about."""
    if view.steps:
        return _told_of_steps(view)
    if not view.turns:
        gap = gap_of_no_step()
        return Thought(text=gap.detail, gap=gap)
    asked = step_asked(view.question.text, cards)
    numbers = [asked.number] if asked.number else list(range(1, STEPS_SHOWN + 1))
    only: Arguments = {"tool": asked.tool} if asked.tool else {}
    run = str(asked.question) if asked.question else "previous"
    actions = tuple(
        Action(
            call_id=f"s1a{index}",
            tool=OPEN_STEP,
            arguments={"step": number, "run": run, **only},
        )
        for index, number in enumerate(numbers, start=1)
    )
    return Thought(text="This asks about an earlier step; I open it.", actions=actions)


def _told_of_steps(view: View) -> Thought:
    """The end of a look back: the quotes of the steps, or, without any, what they asked, or that
    there is no such step: no source would help with that."""
    seen = [each for step in view.steps for each in step.observations]
    if any(each.findings for each in seen):
        return Thought(text="The step is open; I tell what it asked and found.")
    told = "\n".join(dict.fromkeys(each.detail for each in seen if each.detail))
    if any(each.outcome == "data" for each in seen):
        return Thought(text="The step is open; it found nothing to quote.", reply=Reply(text=told))
    said = "Nothing is open: there is no such step."
    return Thought(text=said, reply=Reply(text=told or said))
