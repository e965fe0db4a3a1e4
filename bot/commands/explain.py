"""``curbside explain``: how a question is read, and why each statement answers it or does not."""

from __future__ import annotations

import asyncio
import sys
from typing import Annotated

import typer
from rich.console import Console

from agents.extractive.evidence.planning import first_silos, more_silos, query_of
from agents.extractive.explaining import candidate_lines, question_lines
from agents.extractive.question.parsing import ParsedQuestion, parse_text
from agents.run.tool_specs import tool_cards
from bot.composition import Search, open_search
from bot.processes.bootstrap import fill_if_empty, migrated_database_url
from bot.settings import Settings, read_settings
from retrieval.documents import Document
from retrieval.outcomes import Data


def explain(
    question: Annotated[str, typer.Argument(help="The question, in quotes.")],
    document: Annotated[str, typer.Argument(help="Only this document: its id, or silo/id.")] = "",
    everything: Annotated[
        bool, typer.Option("--all", help="Show statements on other subjects, too.")
    ] = False,
) -> None:
    """Show how a question is read, and why each statement answers it or does not."""
    settings = read_settings()
    with migrated_database_url(settings) as url:
        asyncio.run(_explain(settings, url, question, document, everything=everything))


async def _explain(
    settings: Settings, url: str, question: str, document: str, *, everything: bool
) -> None:
    async with open_search(settings, url) as search:
        parsed = parse_text(question, tool_cards(search.silos.cards))
        for line in question_lines(parsed):
            _print(line)
        await fill_if_empty(settings, search.ingestion, Console(stderr=True))
        shown = False
        for role, documents in await _candidates(search, parsed, document):
            for line in candidate_lines(parsed, documents, role, all_of_them=everything):
                shown = True
                _print(line)
    if not shown:
        where = f" of {document}" if document else " that was found"
        _print(f"No statement{where} is on the subject. `--all` shows the others.")


async def _candidates(
    search: Search, parsed: ParsedQuestion, document: str
) -> list[tuple[str, list[Document]]]:
    """The documents that the parts' searches find, by the role of their silo."""
    cards = tool_cards(search.silos.cards)
    found: list[tuple[str, list[Document]]] = []
    seen: set[tuple[str, str]] = set()
    for asked in parsed.parts:
        silos = [*first_silos(asked, cards), *more_silos(asked, cards, frozenset())]
        for card in dict.fromkeys(silos):
            outcome = await search.silos.search(card.silo, query_of(asked, parsed))
            hits = outcome.found if isinstance(outcome, Data) else ()
            new = [h.document for h in hits if (card.silo, h.document.id) not in seen]
            new = [d for d in new if document in ("", d.id, f"{d.silo}/{d.id}")]
            seen |= {(card.silo, each.id) for each in new}
            found.append((card.role, new))
    return found


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
