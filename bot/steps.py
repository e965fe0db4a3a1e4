"""One step of a run as a reply: the thought, what was asked of which tool, what came back. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agents.turns import Action, Observation, Step
from bot.blocks import Block, buttons, clip, escape, one_page, sections
from bot.citing import finding_line
from bot.links import PassageLinks

_LONGEST_THOUGHT = 1500
_LONGEST_DETAIL = 1200
_MOST_TITLES = 5


def render(
    step: Step, run_id: str, titles: Mapping[str, str], links: PassageLinks, *, over: bool
) -> list[Block]:
    """The whole reply. While the step runs it carries a Stop button; ``over``: the run ended."""
    blocks = sections([f"*Step {step.number}* · {thought(step)}"])
    done = {observation.call_id: observation for observation in step.observations}
    for action in step.thought.actions:
        lines = [asked(action, titles)]
        observation = done.get(action.call_id)
        if observation is not None:
            lines += came_back(observation, run_id, links)
        else:
            lines.append("_not finished_" if over else "⏳ _looking…_")
        blocks += sections(lines)
    running = bool(step.pending) and not over
    tail = [buttons(f"run-{step.seq}", [("stop", "Stop", run_id)])] if running else []
    return one_page(blocks, tail, "_This step found more than fits here; ask me to open it._")


def thought(step: Step) -> str:
    """The thought's words, shortened if they are very long."""
    return escape(clip(step.thought.text, _LONGEST_THOUGHT))


def title(tool: str, titles: Mapping[str, str]) -> str:
    """How a reader knows the tool."""
    if tool in titles:
        return titles[tool]
    return tool.removeprefix("search_").replace("_", " ")


def asked(action: Action, titles: Mapping[str, str]) -> str:
    """The tool and what it was asked."""
    words = [
        f"“{escape(clip(str(value), 500))}”"
        if name == "query"
        else f"{escape(name)}: {escape(clip(str(value), 200))}"
        for name, value in action.arguments.items()
    ]
    return f"🔎 *{escape(title(action.tool, titles))}* {' · '.join(words)}".rstrip()


def came_back(observation: Observation, run_id: str, links: PassageLinks) -> list[str]:
    """What the tool found, or why not."""
    detail = escape(clip(observation.detail, _LONGEST_DETAIL))
    match observation.outcome:
        case "data":
            return _found(observation, detail, run_id, links)
        case "empty":
            return [f"◦ {detail or 'Nothing found.'}"]
        case "unavailable":
            return [f"⚠️ *Unavailable*: this source did not answer. {detail}".rstrip()]
        case "stopped":
            return ["🛑 Stopped before it answered."]
        case _:
            return [f"⚠️ This did not work. {detail}".rstrip()]


def _found(observation: Observation, detail: str, run_id: str, links: PassageLinks) -> list[str]:
    if observation.findings:
        found = [finding_line(finding, run_id, links) for finding in observation.findings]
        return [f"◦ {detail}", *found] if detail else found
    if observation.titles:
        return [
            f"◦ {_count(observation.titles)} found, none with a passage that answers this: "
            + "; ".join(escape(one) for one in observation.titles[:_MOST_TITLES])
        ]
    return [f"◦ {detail}"] if detail else ["◦ Done."]


def _count(titles: Sequence[str]) -> str:
    return "1 document" if len(titles) == 1 else f"{len(titles)} documents"
