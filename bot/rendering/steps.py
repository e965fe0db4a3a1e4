"""One step of a run as a reply: the thought, then a line for each tool, which opens on what it
found. Pure.

What a tool was asked is told by recognised names where it repeats what people wrote: their words
may tell who the patient is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from agents.extractive.answer.short_form import question_in_short
from agents.run.steered_step import LEFT_OUT
from agents.turns import OPEN_STEP, Action, Observation, Step, View
from bot.rendering.blocks import Block, buttons, clip, escape, fit_one_message, fold_lines, sections
from bot.rendering.citations import finding_line, speaks_against
from bot.rendering.links import PassageLinks
from bot.rendering.review.marks import mark_blocks_on, step_button
from names.clinical.readers import read_patient
from names.clinical.values import OrganFunction
from names.recognise import recognise
from retrieval.privacy.hiding import without_personal

_LONGEST_QUERY, _LONGEST_ARGUMENT = 500, 200
"""Characters of what a tool was asked. Chosen by hand: a long question, and two lines."""
_LONGEST_THOUGHT = 1500
"""Characters. Chosen by hand, as the two below: half a section of Slack, so that a step with
several tools stays one message."""
_LONGEST_DETAIL = 1200
_MOST_TITLES = 5
_SHORT = 120
"""Characters of what came back that still stand beside the tool's name. Chosen by hand: about a
line of Slack's thread pane."""
_MOST_OTHERS = 1
"""Tools that were asked with other words, in a step whose words are told once. Chosen by hand: more
names make a longer line than they save."""
_IN_A_ROW = 3
"""Words in a row by which a query repeats a message. Chosen by hand: two are often a term."""
_ASKED = re.compile(
    r"(?P<before>^Step \d{1,3}, asked for: )(?P<message>.+)$|(?<!“)“(?P<query>[^”]{1,400})”"
)
"""The words that somebody asked with, in what an opened step says of itself."""
_TOLD_BELOW = frozenset(("code", "answer", "picture", "title"))
"""Arguments of tools that compute: they stand with the result."""
_WORD = re.compile(r"\w+")
_ASKED_BEFORE_NAMES = re.compile(r"\?{1,3}(?= )")
"""The question mark of a message, in a query that has names behind it."""


def render(
    step: Step,
    view: View,
    titles: Mapping[str, str],
    links: PassageLinks,
    *,
    over: bool,
    newest: bool = False,
) -> list[Block]:
    """The whole reply. It carries a Stop button while the step runs, and the newest while the next
    is thought about; one that is done can be marked. ``over``: the run ended."""
    actions = step.thought.actions
    asked = [asked_words(action, view) for action in actions]
    shared, others = _asked_of_most(actions, asked)
    head = [f"*Step {step.number}* · {thought_text(step)}"]
    but = f" but {', '.join(title(tool, titles) for tool in others)}" if others else ""
    blocks = sections([*head, f"_Asked of each{but}:_ {shared}"] if shared else head)
    done = {observation.call_id: observation for observation in step.observations}
    waiting = "_not finished_" if over else "⏳ _looking…_"
    tools: list[Block | str] = []
    for tool in dict.fromkeys(action.tool for action in actions):
        own = [(a, words) for a, words in zip(actions, asked, strict=True) if a.tool == tool]
        seen = [done[action.call_id] for action, _ in own if action.call_id in done]
        if tool == OPEN_STEP:
            seen = [replace(each, detail=_without_messages(each.detail, view)) for each in seen]
        queries = list(dict.fromkeys(filter(None, (words for _, words in own))))
        query = "" if shared and tool not in others else " · ".join(queries)
        name = title(tool, titles)
        if len(seen) == len(own):
            tools.append(tool_block(name, query, seen, view.run_id, links))
        else:
            tools.append(f"{_name_with_query(name, query)} · {waiting}")
    blocks += _in_paragraphs(tools)
    running = (newest or bool(step.pending)) and not over
    stop = [("stop", "Stop", view.run_id)] if running else []
    mark = [] if step.pending and not over else [step_button(view.run_id, step.seq)]
    tail = [*mark_blocks_on(view, (step.seq, "")), buttons(f"run-{step.seq}", [*stop, *mark])]
    return fit_one_message(
        blocks, tail, "_This step found more than fits here; ask me to open it._"
    )


def _asked_of_most(actions: Sequence[Action], asked: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The words that are told once for a step, since nearly all its tools were asked with them, and
    the tools that were asked with others; empty words where there are none such."""
    words, many = Counter(asked).most_common(1)[0] if asked else ("", 0)
    told = zip(actions, asked, strict=True)
    others = tuple(dict.fromkeys(action.tool for action, own in told if own != words))
    return (words, others) if many > 1 + len(others) and len(others) <= _MOST_OTHERS else ("", ())


def stop_button(seq: int, run_id: str) -> Block:
    """The button that stops a run, below what the run shows from the journal's row *seq* on."""
    return buttons(f"run-{seq}", [("stop", "Stop", run_id)])


def thought_text(step: Step) -> str:
    """The thought's words, shortened if they are very long."""
    return escape(clip(step.thought.text, _LONGEST_THOUGHT))


def title(tool: str, titles: Mapping[str, str]) -> str:
    """How a reader knows the tool."""
    if tool in titles:
        return titles[tool]
    return tool.removeprefix("search_").replace("_", " ")


def tool_line(action: Action, titles: Mapping[str, str], view: View) -> str:
    """The tool and what it was asked."""
    return _name_with_query(title(action.tool, titles), asked_words(action, view))


def asked_words(action: Action, view: View) -> str:
    """What a tool was asked. Where that repeats what people wrote it is told by its names alone;
    empty if none is recognised."""
    told = []
    for name, value in action.arguments.items():
        if name in _TOLD_BELOW:
            continue
        words = str(value)
        if repeats_message(words, view):
            told.append(escape(_query_in_short(words) or _names_in(words)))
        elif name == "query":
            told.append(f"“{escape(clip(words, _LONGEST_QUERY))}”")
        else:
            told.append(f"{escape(name)}: {escape(clip(words, _LONGEST_ARGUMENT))}")
    return " · ".join(filter(None, told))


def _without_messages(detail: str, view: View) -> str:
    """What an opened step asked, without the words of people: what they ask for is named."""
    return "\n".join(
        _ASKED.sub(_in_short, line) if repeats_message(line, view) else line
        for line in detail.split("\n")
    )


def _in_short(asked: re.Match[str]) -> str:
    words = asked["message"] or asked["query"] or ""
    short = _query_in_short(words) or _names_in(words) or "an earlier question"
    return f"{asked['before']}{short}" if asked["message"] else f"“{short}”"


def _query_in_short(words: str) -> str:
    """What a query asks for. The names that the thread adds stand behind the words of the message.
    Of a kidney or liver they belong to these: "in renal impairment? olaparib" is on its dose."""
    is_on_organ = any(isinstance(each.value, OrganFunction) for each in read_patient(words))
    return question_in_short(_ASKED_BEFORE_NAMES.sub("", words) if is_on_organ else words)


def _names_in(words: str) -> str:
    known = (each.name for each in recognise(words).mentions if each.kind != "unknown_drug")
    return ", ".join(dict.fromkeys(known))


def repeats_message(words: str, view: View) -> bool:
    """Whether words have several in a row that people wrote in the thread, also where what is
    personal was left out between them."""
    runs = _runs_of(words)
    wrote = {message.text for message in view.messages} | {view.question.text}
    said = wrote | {without_personal(text) for text in wrote}
    return any(not runs.isdisjoint(_runs_of(text)) for text in said)


def _runs_of(text: str) -> frozenset[tuple[str, ...]]:
    words = _WORD.findall(text.lower())
    last = max(1, len(words) - _IN_A_ROW + 1)
    return frozenset(tuple(words[start : start + _IN_A_ROW]) for start in range(last))


def tool_block(
    name: str, query: str, seen: Sequence[Observation], run_id: str, links: PassageLinks
) -> Block | str:
    """The tool by ``name`` and what it found, or why not: one line. With findings that is the head
    of a block that opens on them."""
    found = {finding.text: finding for each in seen for finding in each.findings}
    if not found:
        told = dict.fromkeys(map(_words_of_observation, seen))
        return _on_one_line(_name_with_query(name, query), " ".join(told))
    inside = [f"_Asked:_ {query}"] if query else []
    details = dict.fromkeys(each.detail for each in seen if each.detail)
    inside += [escape(clip(detail, _LONGEST_DETAIL)) for detail in details]
    lines = [finding_line(finding, run_id, links) for finding in found.values()]
    fits = len(found) - sum(map(speaks_against, found.values()))
    return fold_lines(f"🔎 {name} · {_findings(len(found), fits)}", [*inside, *lines])


def _name_with_query(name: str, query: str) -> str:
    return f"🔎 *{escape(name)}* {query}".rstrip()


def _words_of_observation(observation: Observation) -> str:
    """What to say of a tool without findings."""
    detail = escape(clip(observation.detail, _LONGEST_DETAIL))
    match observation.outcome:
        case "data":
            return detail or _titles(observation)
        case "empty":
            return detail or "Nothing found."
        case "unavailable":
            return f"⚠️ *Unavailable*: this source did not answer. {detail}".rstrip()
        case "stopped" if observation.detail == LEFT_OUT:
            return LEFT_OUT
        case "stopped":
            return "🛑 Stopped before it answered."
        case _:
            return f"⚠️ This did not work. {detail}".rstrip()


def _on_one_line(name: str, said: str) -> str:
    """On one line if it is short."""
    is_short = len(said) <= _SHORT and "\n" not in said
    return f"{name} · {said}" if is_short else f"{name}\n{said}"


def _in_paragraphs(tools: Sequence[Block | str]) -> Iterator[Block]:
    """The blocks; neighbours that take one line each share a paragraph."""
    for is_line, group in groupby(tools, key=lambda each: isinstance(each, str)):
        if is_line:
            yield from sections([each for each in group if isinstance(each, str)])
        else:
            yield from (each for each in group if not isinstance(each, str))


def _titles(observation: Observation) -> str:
    """What to say of a tool that says nothing itself."""
    if not observation.titles:
        return "Done."
    titles = "; ".join(escape(one) for one in observation.titles[:_MOST_TITLES])
    return f"{_count(observation.titles)} found, none with a passage that answers this: {titles}"


def _count(titles: Sequence[str]) -> str:
    return "1 document" if len(titles) == 1 else f"{len(titles)} documents"


def _findings(number: int, fits: int) -> str:
    """How many findings there are, and how many of them nothing speaks against."""
    counted = "1 finding" if number == 1 else f"{number} findings"
    if fits == number:
        return counted
    return f"{fits} of {counted} may apply" if fits else f"{counted}, none applies"
