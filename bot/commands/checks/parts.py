"""Looks at every part that Curbside stands on. Never prints a token, a key or a password."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from functools import partial

from agents.analyses.sandbox.offering import languages_here, sandbox_problem, title_of
from agents.errors import AgentError
from agents.wording.counts import count_of
from bot.asking.client import worker_state
from bot.builders.cores import build_core
from bot.commands.checks.check import Check
from bot.commands.checks.database import FIRST_USE, look_at_database
from bot.commands.checks.embedding import EMBED_ANEW, embedded_otherwise
from bot.commands.checks.spelling import spelling_checks
from bot.commands.ingestion.source_checks import NO_CONTACT, in_daemon_thread, reach_sources
from bot.commands.teams.checks import Found, workspaces
from bot.commands.teams.slack_checks import slack_checks
from bot.composition import (
    build_embedder,
    build_reranker,
    build_weaviate_store,
    open_pool,
    open_search,
)
from bot.db.posting.waiting_times import LongestWaits, oldest_waits
from bot.processes.bootstrap import OUTDATED, UPDATE, holds_old_corpus
from bot.settings import Settings, environment_with, unknown_variables
from retrieval.documents import Document
from retrieval.errors import RetrievalError
from retrieval.ingestion.folders.reader_versions import READ_ANEW, otherwise_told
from retrieval.search.fusion_weights import read_fusion_weights

CHECK_SECONDS = 20.0
"""For one part. Chosen by hand: a model or a database that needs longer is as good as away."""
NETWORK_SECONDS = 5.0
"""For a part that is only asked over the network: who answers does so within a second."""
_MODEL_KEYS = {
    "anthropic": "ANTHROPIC_API_KEY",
    "deepseek": "DEEPSEEK_API_KEY",
    "openai": "OPENAI_API_KEY",
}
"""Where the clients that come with Curbside look for their key."""


async def check_all(settings: Settings) -> tuple[Check, ...]:
    """All checks, in the order in which one would mend them, made side by side. None raises."""
    seconds = min(settings.weaviate_seconds, NETWORK_SECONDS - 1)
    brief = settings.model_copy(update={"weaviate_seconds": seconds})
    async with look_at_database(settings) as (url, check):
        of_database = _of_database(brief, url, is_current=check.state == "ok") if url else ()
        found = await asyncio.gather(
            _run_bounded("embedder", lambda: _embedder(settings), _seconds(settings.embedder_url)),
            _run_bounded("re-ranker", lambda: _reranker(settings), _seconds(settings.reranker_url)),
            _run_bounded("silo store", lambda: _store(brief)),
            *of_database,
            _run_bounded("agent core", lambda: core_check(settings)),
            _run_bounded("sources", lambda: _sources(settings)),
            *(
                _run_bounded(part, partial(_of_slack, part, look), NETWORK_SECONDS)
                for part, look in slack_checks(settings).items()
            ),
        )
    return (
        _python(), *spelling_checks(unknown_variables()), _folder(settings), check, *found,
        _passages(settings),
        await _run_bounded("code sandbox", _sandbox),
        await asyncio.to_thread(_worker, settings),
    )  # fmt: skip


def _of_database(settings: Settings, url: str, *, is_current: bool) -> Iterator[Awaitable[Check]]:
    yield _run_bounded("silos", lambda: _silos(settings, url, is_current))
    if is_current:
        yield _run_bounded("waits", lambda: _waits(settings, url))
        if settings.slack_client_id:
            yield _run_bounded("Slack workspaces", lambda: _workspaces(settings, url))


def _seconds(address: str | None) -> float:
    """What is asked over the network answers soon or not; what is of this machine is loaded."""
    return NETWORK_SECONDS if address else CHECK_SECONDS


async def _sources(settings: Settings) -> Check:
    """Whether the services and sources that are set can be reached, and who they are told asks."""
    if not settings.record_services and not settings.source_addresses:
        advice = "" if settings.contact else NO_CONTACT
        return Check("sources", "off", "none is asked while a question is answered", advice)
    found, problems = await reach_sources(settings)
    contact = [] if settings.contact else [NO_CONTACT]
    if problems:
        advice = " ".join(("Check network, proxy and CURBSIDE_SOURCE_ADDRESSES.", *contact))
        return Check("sources", "wrong", " ".join((f"{found}.", *problems)), advice)
    return Check("sources", "ok", found, " ".join(contact))


def _python() -> Check:
    return Check("Python", "ok", ".".join(map(str, sys.version_info[:3])))


def _folder(settings: Settings) -> Check:
    home = settings.home.resolve()
    try:
        home.mkdir(parents=True, exist_ok=True)
        probe = home / ".doctor"
        probe.touch()
        probe.unlink()
    except OSError:
        advice = "Make it writable, or set CURBSIDE_HOME to another."
        return Check("data folder", "wrong", str(home), advice)
    return Check("data folder", "ok", str(home))


async def _embedder(settings: Settings) -> Check:
    advice = "Run `make install`." if settings.embedder == "minilm" else "Check CURBSIDE_EMBEDDER."

    def embed() -> str:
        embedder = build_embedder(settings)
        try:
            embedder.embed_query("breast cancer")
            return embedder.name
        finally:
            embedder.close()

    try:
        name = await in_daemon_thread(embed)
    except RetrievalError as error:
        return Check("embedder", "wrong", str(error), advice)
    checked = "checksum verified" if settings.embedder == "minilm" else "it answers"
    try:
        weights = read_fusion_weights(settings.fusion_weights, name).describe()
    except RetrievalError as error:
        return Check("embedder", "wrong", str(error), "Check CURBSIDE_FUSION_WEIGHTS.")
    return Check("embedder", "ok", f"{name.split('@')[0]}, {checked}; {weights}")


async def _reranker(settings: Settings) -> Check:
    try:
        reranker = await asyncio.to_thread(build_reranker, settings)
    except RetrievalError as error:
        advice = "Check CURBSIDE_RERANKER; until it can be opened, no question is answered."
        return Check("re-ranker", "wrong", str(error), advice)
    if reranker is None:
        return Check("re-ranker", "off", "none", "CURBSIDE_RERANKER sets one.")
    try:
        try:
            document = Document(silo="probe", id="a", version="1", title="BRCA1", text="A gene.")
            await reranker.rerank("BRCA1", [document])
        finally:
            await reranker.close()
    except RetrievalError as error:
        advice = "Check CURBSIDE_RERANKER and its key; searches go on without it and say so."
        return Check("re-ranker", "wrong", str(error), advice)
    return Check("re-ranker", "ok", f"{reranker.name}, answers")


async def _store(settings: Settings) -> Check:
    if not settings.weaviate_url:
        return Check("silo store", "ok", "embedded, silos.sqlite in the data folder")
    store = build_weaviate_store(settings, embedder="")
    try:
        found = await store.server()
    except RetrievalError as error:
        advice = "Check CURBSIDE_WEAVIATE_URL, CURBSIDE_WEAVIATE_GRPC and WEAVIATE_API_KEY."
        return Check("silo store", "wrong", str(error), advice)
    finally:
        await store.close()
    return Check("silo store", "ok", found)


async def _silos(settings: Settings, url: str, is_current: bool) -> Check:
    """``is_current``: whether the database has the tables that tell what was taken in."""
    try:
        # Counting re-ranks nothing: a re-ranker that is wrong is told in its own row.
        counting = settings.model_copy(update={"reranker": "none"})
        async with open_search(counting, url) as search:
            counts = {card.name: await search.silos.count(card.name) for card in search.silos.cards}
            tallies = await search.ingestion.staging.tallies() if is_current else ()
            ways = await search.ingestion.staging.ways_of_reading() if is_current else ()
            is_old = is_current and await holds_old_corpus(settings, search.ingestion)
            embedder = search.ingestion.embedder.name
    except RetrievalError as error:
        return Check("silos", "wrong", str(error), "See the rows above.")
    empty = [name for name, count in counts.items() if not count]
    filled = len(counts) - len(empty)
    found = f"{count_of(sum(counts.values()), 'document')} in {count_of(filled, 'silo')}"
    held = {each.silo for each in tallies if each.indexed or each.staged}
    if undeclared := sorted(held - set(counts)):
        found = f"{found}; documents of {', '.join(undeclared)}, which no file declares"
        return Check("silos", "wrong", found, "Set CURBSIDE_SILOS, for every process.")
    if others := embedded_otherwise(tallies, embedder):
        return Check("silos", "wrong", f"{found}; {others}", EMBED_ANEW)
    if len(empty) == len(counts):
        return Check("silos", "off", "nothing is taken in yet", FIRST_USE)
    if is_old:
        return Check("silos", "wrong", f"{found}. {OUTDATED}", UPDATE)
    if otherwise := otherwise_told(ways):
        return Check("silos", "wrong", f"{found}; {otherwise}", READ_ANEW)
    advice = "`curbside ingest` fills those of the starter corpus; others may stay empty."
    told = Check("silos", "ok", f"{found}; empty: {', '.join(empty)}", advice)
    return told if empty else Check("silos", "ok", found)


async def _waits(settings: Settings, url: str) -> Check:
    """Whether an answer, or a message that is written, is overdue."""
    async with open_pool(url, connections=1) as database, database.statements() as connection:
        waits = await oldest_waits(connection)
    longest = LongestWaits(settings.unanswered_seconds, settings.unsent_seconds)
    found = (
        f"oldest question or event without an ending: {waits.unanswered:.0f} s;"
        f" oldest message not in Slack: {waits.unsent:.0f} s"
    )
    if longest.exceeded_by(waits):
        advice = "Does `curbside worker` run, and `curbside listen` or `serve`? See their logs."
        return Check("waits", "wrong", found, advice)
    return Check("waits", "ok", found if waits.unanswered or waits.unsent else "nobody waits")


async def core_check(settings: Settings) -> Check:
    """Which core answers, and whether its model can be opened."""
    if settings.model is None:
        found = "extractive: quotes sources; no chat model is configured"
        advice = "To let one reason set CURBSIDE_MODEL, and the key of its provider."
        return Check("agent core", "ok", found, advice)
    if missing := _missing_key(settings):
        words = f"{settings.model} is configured without its key: {missing} is not set"
        return Check("agent core", "wrong", words, f"Set {missing}, for every worker.")
    try:
        core = await asyncio.to_thread(build_core, settings)
    except AgentError as error:
        found = error.detail or str(error)
        return Check("agent core", "wrong", found, "Check CURBSIDE_MODEL and its key.")
    told = "; ".join([core.name, *_roles(settings), "asked only when a question comes"])
    return Check("agent core", "ok", told)


def _missing_key(settings: Settings) -> str:
    """The variable of the key that the chat model needs and that is not set; empty if none is
    missing, or if it is not known which."""
    variable = _MODEL_KEYS.get((settings.model or "").partition(":")[0], "")
    needed = variable and not settings.model_url
    return variable if needed and not environment_with().get(variable) else ""


def _roles(settings: Settings) -> Iterator[str]:
    """Which other models have parts of a run, and what the instructions leave out."""
    named = (
        ("plans", settings.planner_model),
        ("executes", settings.executor_model),
        ("concludes", settings.concluder_model),
        ("checks", settings.check_model),
    )
    yield from (f"{model} {does}" for does, model in named if model)
    if settings.reasoning_left_out:
        yield f"told without {', '.join(sorted(settings.reasoning_left_out))}"


async def _workspaces(settings: Settings, url: str) -> Check:
    return Check("Slack workspaces", *await workspaces(settings, url))


async def _of_slack(part: str, look: Callable[[], Awaitable[Found]]) -> Check:
    return Check(part, *await look())


def _passages(settings: Settings) -> Check:
    if settings.public_url is None:
        return Check(
            "passage links", "off", "citations link to the source only",
            "Set CURBSIDE_PUBLIC_URL: `curbside listen` or `curbside serve` then show each quote in"
            " its document.",
        )  # fmt: skip
    return Check("passage links", "ok", settings.public_url)


async def _sandbox() -> Check:
    """Whether code of a model can be run shut in, and in which languages."""
    if problem := await asyncio.to_thread(sandbox_problem):
        return Check("code sandbox", "off", "fixed analyses only", problem)
    return Check("code sandbox", "ok", ", ".join(map(title_of, languages_here())))


async def _run_bounded(
    part: str, check: Callable[[], Awaitable[Check]], seconds: float = CHECK_SECONDS
) -> Check:
    """A check that neither raises nor hangs."""
    try:
        return await asyncio.wait_for(check(), seconds)
    except TimeoutError:
        return Check(part, "wrong", f"no answer within {seconds:.0f} s", "Check the network.")
    except Exception as error:  # noqa: BLE001 - the table goes on
        return Check(part, "wrong", f"does not answer ({type(error).__name__})", "See the logs.")


def _worker(settings: Settings) -> Check:
    """Whether ``curbside ask`` finds a worker on this machine."""
    state = worker_state(settings)
    if state in {"ready", "busy"}:
        return Check("worker", "ok", "one on this machine answers `curbside ask`")
    if state == "none":
        advice = "`curbside ask` answers by itself, which takes longer."
        return Check("worker", "off", "none on this machine", advice)
    advice = "Start it again; until then `curbside ask` answers by itself."
    return Check("worker", "off", f"one on this machine refuses `curbside ask`: {state}", advice)
