"""One step of a run as a reply: the thought, what was asked of which tool, what came back. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from agents.run.steered_step import LEFT_OUT
from agents.turns import Action, Observation, Step, View
from bot.rendering.blocks import Block, buttons, clip, escape, fit_one_message, sections
from bot.rendering.citing import finding_line
from bot.rendering.links import PassageLinks
from bot.rendering.review.marks import mark_blocks, step_button

_LONGEST_THOUGHT = 1500
"""Characters. Chosen by hand, as the two below: half a section of Slack, so that a step with
several tools stays one message."""
_LONGEST_DETAIL = 1200
_MOST_TITLES = 5
_SHORT = 120
"""Characters of what came back that still stand beside the tool's name. Chosen by hand: about a
line of Slack's thread pane."""


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
    query = _shared_query(step.thought.actions)
    head = [f"*Step {step.number}* · {thought_text(step)}"]
    blocks = sections([*head, f"_Asked of each:_ {query}"] if query else head)
    done = {observation.call_id: observation for observation in step.observations}
    tools = []
    for action in step.thought.actions:
        name = tool_line(action, titles, show_query=not query)
        observation = done.get(action.call_id)
        if observation is not None:
            tools.append(observation_lines(name, observation, view.run_id, links))
        else:
            tools.append([f"{name} · {'_not finished_' if over else '⏳ _looking…_'}"])
    for lines in _paragraphs(tools):
        blocks += sections(lines)
    running = (newest or bool(step.pending)) and not over
    stop = [("stop", "Stop", view.run_id)] if running else []
    mark = [] if step.pending and not over else [step_button(view.run_id, step.seq)]
    tail = [*mark_blocks(view, step.seq), buttons(f"run-{step.seq}", [*stop, *mark])]
    return fit_one_message(
        blocks, tail, "_This step found more than fits here; ask me to open it._"
    )


def stop_button(seq: int, run_id: str) -> Block:
    """The button that stops a run, below what the run shows from the journal's row *seq* on."""
    return buttons(f"run-{seq}", [("stop", "Stop", run_id)])


def _shared_query(actions: Sequence[Action]) -> str:
    """The query in quotation marks if several tools were asked the same, else empty."""
    asked_for = {tuple(action.arguments.items()) for action in actions}
    if len(actions) < 2 or len(asked_for) > 1 or list(actions[0].arguments) != ["query"]:
        return ""
    return _words("query", actions[0].arguments["query"])


def _paragraphs(tools: Sequence[list[str]]) -> Iterator[list[str]]:
    """Neighbours that take one line each share a paragraph."""
    for is_short, group in groupby(tools, key=lambda lines: len(lines) == 1):
        if is_short:
            yield [line for lines in group for line in lines]
        else:
            yield from group


def thought_text(step: Step) -> str:
    """The thought's words, shortened if they are very long."""
    return escape(clip(step.thought.text, _LONGEST_THOUGHT))


def title(tool: str, titles: Mapping[str, str]) -> str:
    """How a reader knows the tool."""
    if tool in titles:
        return titles[tool]
    return tool.removeprefix("search_").replace("_", " ")


def tool_line(action: Action, titles: Mapping[str, str], *, show_query: bool = True) -> str:
    """The tool and what it was asked."""
    words = [
        _words(name, value)
        for name, value in action.arguments.items()
        if show_query or name != "query"
    ]
    return f"🔎 *{escape(title(action.tool, titles))}* {' · '.join(words)}".rstrip()


def _words(name: str, value: object) -> str:
    if name == "query":
        return f"“{escape(clip(str(value), 500))}”"
    return f"{escape(name)}: {escape(clip(str(value), 200))}"


def observation_lines(
    name: str, observation: Observation, run_id: str, links: PassageLinks
) -> list[str]:
    """The tool by ``name`` and what it found, or why not: one line, then one per finding."""
    detail = escape(clip(observation.detail, _LONGEST_DETAIL))
    match observation.outcome:
        case "data":
            found = [finding_line(finding, run_id, links) for finding in observation.findings]
            return [*_on_one_line(name, detail or _titles(observation, found)), *found]
        case "empty":
            return _on_one_line(name, detail or "Nothing found.")
        case "unavailable":
            return _on_one_line(
                name, f"⚠️ *Unavailable*: this source did not answer. {detail}".rstrip()
            )
        case "stopped" if observation.detail == LEFT_OUT:
            return _on_one_line(name, LEFT_OUT)
        case "stopped":
            return _on_one_line(name, "🛑 Stopped before it answered.")
        case _:
            return _on_one_line(name, f"⚠️ This did not work. {detail}".rstrip())


def _on_one_line(name: str, said: str) -> list[str]:
    """On one line if it is short."""
    if not said:
        return [name]
    is_short = len(said) <= _SHORT and "\n" not in said
    return [f"{name} · {said}"] if is_short else [name, said]


def _titles(observation: Observation, found: Sequence[str]) -> str:
    """What to say of a tool that says nothing itself."""
    if found:
        return ""
    if not observation.titles:
        return "Done."
    titles = "; ".join(escape(one) for one in observation.titles[:_MOST_TITLES])
    return f"{_count(observation.titles)} found, none with a passage that answers this: {titles}"


def _count(titles: Sequence[str]) -> str:
    return "1 document" if len(titles) == 1 else f"{len(titles)} documents"
