"""The drugs, classes of drugs and regimens that a text names, in order."""

from __future__ import annotations

from dataclasses import dataclass

from names.recognise import recognise_passage
from names.tables.treatment.regimens import regimen_pattern, regimens


@dataclass(frozen=True, slots=True)
class Agent:
    """One drug, class or regimen at its place."""

    start: int
    end: int
    drugs: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()


def find_agents(text: str) -> list[Agent]:
    """Drugs, classes and regimens of a text, none on another, in order."""
    found = [
        Agent(*match.span(), *regimens()[match.group().upper()])
        for match in regimen_pattern().finditer(text)
    ]
    for mention in recognise_passage(text).of("drug", "unknown_drug", "drug_class"):
        if mention.kind == "drug_class":
            found.append(Agent(mention.start, mention.end, classes=mention.names))
        else:
            found.append(Agent(mention.start, mention.end, drugs=mention.names))
    found.sort(key=lambda agent: (agent.start, -agent.end))
    kept: list[Agent] = []
    for agent in found:
        if not kept or agent.start >= kept[-1].end:
            kept.append(agent)
    return kept
