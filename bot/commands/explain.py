"""``curbside explain``: how a question is read, and why each statement answers it or does not."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console

from agents.cores import ToolCard
from agents.extractive.core import MOST_STEPS
from agents.extractive.evidence.planning import first_silos, more_silos, query_of
from agents.extractive.explaining import candidate_lines, question_lines
from agents.extractive.question.parsing import ParsedQuestion, parse_text
from agents.extractive.question.splitting.segments import what_is_not_read
from agents.matching.sub_question import SubQuestion
from agents.run.tools.cards import tool_cards
from bot.asking.limits import LONGEST_QUESTION
from bot.composition import SearchParts, open_search
from bot.failures.errors import NoSuchDocument, QuestionTooLong
from bot.processes.bootstrap import fill_silos_if_needed, migrated_database_url
from bot.settings import Settings, read_settings
from retrieval.documents import Document, DocumentRef
from retrieval.outcomes import Data


def explain(
    question: Annotated[str, typer.Argument(help="The question, in quotes.")],
    document: Annotated[str, typer.Argument(help="Only this document: its id, or silo/id.")] = "",
    everything: Annotated[
        bool, typer.Option("--all", help="Show statements on other subjects, too.")
    ] = False,
) -> None:
    """Show how a question is read, and why each statement answers it or does not."""
    if not question.strip():
        raise typer.BadParameter("Give a question in quotes.")
    if len(question) > LONGEST_QUESTION:
        raise QuestionTooLong
    settings = read_settings()
    with migrated_database_url(settings) as url:
        asyncio.run(_explain(settings, url, question, document, everything=everything))


async def _explain(
    settings: Settings, url: str, question: str, document: str, *, everything: bool
) -> None:
    async with open_search(settings, url) as search:
        parsed = parse_text(question, tool_cards(search.silos.cards))
        for line in (*question_lines(parsed), *filter(None, [what_is_not_read(question)])):
            _print(line)
        await fill_silos_if_needed(settings, search.ingestion, Console(stderr=True))
        shown = False
        found = await (
            _documents_of_id(search, document) if document else _candidates(search, parsed)
        )
        for role, documents in found:
            for line in candidate_lines(parsed, documents, role, all_of_them=everything):
                shown = True
                _print(line)
    if not shown:
        where = f" of {document}" if document else " that was found"
        others = "" if everything else " `--all` shows the others."
        _print(f"No statement{where} is on the subject.{others}")


async def _documents_of_id(search: SearchParts, document: str) -> list[tuple[str, list[Document]]]:
    """The documents of this id, whether or not a search finds them. Raises
    :class:`bot.failures.errors.NoSuchDocument`."""
    found: list[tuple[str, list[Document]]] = []
    for card in tool_cards(search.silos.cards):
        for each in await search.ingestion.staging.current(card.silo):
            if document in (each.id, f"{card.silo}/{each.id}"):
                ref = DocumentRef(silo=card.silo, id=each.id, version=each.version)
                found.append((card.role, [await search.silos.open(ref)]))
    if not found:
        raise NoSuchDocument(document)
    return found


async def _candidates(
    search: SearchParts, parsed: ParsedQuestion
) -> list[tuple[str, list[Document]]]:
    """The documents that the parts' searches find, by the role of their silo."""
    cards = tool_cards(search.silos.cards)
    found: list[tuple[str, list[Document]]] = []
    seen: set[tuple[str, str]] = set()
    for asked in parsed.parts:
        for card, query in _searches(asked, parsed, cards):
            outcome = await search.silos.search(card.silo, query)
            hits = outcome.found if isinstance(outcome, Data) else ()
            new = [h.document for h in hits if (card.silo, h.document.id) not in seen]
            seen |= {(card.silo, each.id) for each in new}
            found.append((card.role, new))
    return found


def _searches(
    asked: SubQuestion, parsed: ParsedQuestion, cards: Sequence[ToolCard]
) -> list[tuple[ToolCard, str]]:
    """All searches that a run may make for a part: the first, and each time it widens."""
    searches = [(card, query_of(asked, parsed)) for card in first_silos(asked, cards)]
    for _ in range(MOST_STEPS - 1):
        searched = frozenset(card.silo for card, _ in searches)
        query = query_of(asked, parsed, wide=True)
        searches += [(card, query) for card in more_silos(asked, cards, searched)]
    return searches


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
