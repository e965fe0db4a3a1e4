"""What a run has found so far: judged statements with their citations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from agents.cores import ToolCard
from agents.extractive.question.silos import roles_of
from agents.matching.ordering import place_of
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Judgement
from agents.turns import Citation, Finding, Observation, View
from agents.wording.table_rows import is_row, told_words


@dataclass(frozen=True, slots=True)
class CitedStatement:
    """A judged statement, the citations of its words, and the role of its silo."""

    judgement: Judgement
    finding: Finding
    citations: tuple[Citation, ...]
    role: str
    is_own: bool = False
    """Whether the statement comes from a silo of the hospital."""

    @property
    def silo(self) -> str:
        return self.citations[0].ref.silo

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(citation.key for citation in self.citations)

    @property
    def words(self) -> str:
        """The statement's words as they were verified."""
        quotes = (each.quote.strip().lstrip("-*• ").strip() for each in self.citations)
        return " ".join(" ".join(quote.split()) for quote in quotes)

    @property
    def told(self) -> str:
        """The words as a reader gets them: of a row of a table each cell with its head."""
        return told_words([each.quote for each in self.citations])

    @property
    def told_keys(self) -> tuple[str, ...]:
        """What a sentence of these words cites: of a row of a table the row alone, which opens the
        table at the right place."""
        last = self.citations[-1]
        return (last.key,) if is_row(last.quote) else self.keys

    @property
    def drugs(self) -> tuple[str, ...]:
        return self.judgement.statement.drugs


def observations(view: View) -> tuple[Observation, ...]:
    """All observations of the run, in order."""
    return tuple(seen for step in view.steps for seen in step.observations)


def cited_statements(
    view: View, cards: Sequence[ToolCard], part: int
) -> tuple[CitedStatement, ...]:
    """The judged statements of one part, best first, each once."""
    found: dict[tuple[str, ...], CitedStatement] = {}
    for each in _all(view, cards):
        if each.judgement.part == part:
            found.setdefault(each.keys, each)
    return tuple(sorted(found.values(), key=_place))


def _place(found: CitedStatement) -> tuple[object, ...]:
    """The key by which statements are sorted: best first, then by document, because silos answer in
    any order."""
    first = found.citations[0]
    return *place_of(found.judgement), first.ref.silo, first.ref.id, first.start


def _all(view: View, cards: Sequence[ToolCard]) -> Iterator[CitedStatement]:
    roles = roles_of(cards)
    own = {card.silo for card in cards if card.is_own}
    for seen in observations(view):
        for finding in seen.findings:
            if not finding.citations or finding.removed:
                continue
            silo = finding.citations[0].ref.silo
            role = roles.get(silo, "")
            for judgement in finding.judgements:
                yield CitedStatement(judgement, finding, finding.citations, role, silo in own)


def unavailable_silos(view: View) -> tuple[str, ...]:
    """Names of the silos that did not answer. A silo that answered later is not listed."""
    states: dict[str, bool] = {}
    for seen in observations(view):
        if seen.tool.startswith("search_"):
            down = seen.outcome in {"unavailable", "error"}
            states[seen.tool] = down and states.get(seen.tool, True)
    return tuple(tool.removeprefix("search_") for tool, down in states.items() if down)


def titles_of(silos: Iterable[str], cards: Sequence[ToolCard]) -> list[str]:
    """How readers know these silos."""
    by_silo = {card.silo: card.title for card in cards}
    return [by_silo.get(silo, silo) for silo in silos]


def searched_titles(view: View, cards: Sequence[ToolCard]) -> list[str]:
    """Titles of the silos that answered, in the order in which they were asked."""
    down = unavailable_silos(view)
    asked = dict.fromkeys(seen.tool.removeprefix("search_") for seen in observations(view))
    return titles_of((silo for silo in asked if silo not in down), cards)


def statements_by_patient(
    view: View, cards: Sequence[ToolCard], parts: Sequence[SubQuestion]
) -> list[tuple[CitedStatement, ...]]:
    """For each part, the statements found for any part on the same patient. A statement is judged
    for a patient: what stops a drug in grade 3 is no rule for the part on grade 1."""
    found = [cited_statements(view, cards, place) for place in range(len(parts))]
    return [
        tuple(
            each
            for other, held in zip(parts, found, strict=True)
            for each in held
            if other.own_sheet is asked.own_sheet
        )
        for asked in parts
    ]
