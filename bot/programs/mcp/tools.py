"""The tools: what each takes, does and gives back, as text and as structured content."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent
from pydantic import BaseModel, Field

from agents.errors import AgentError
from agents.lookups.subjects import LookUpKind
from agents.turns import View
from bot.failures import sentences
from bot.failures.errors import BotError
from bot.logs import log
from bot.programs.claims import NEEDED, problem_with_row
from bot.programs.parts import ProgramParts
from bot.programs.progress import progress_words, result_words
from bot.programs.questions import ClientQuestion
from retrieval.documents import DocumentRef
from retrieval.errors import RetrievalError, sentence_of

_log = log(__name__)
Json = dict[str, Any]
Caller = Context[Any, Any]
_Name = Annotated[str, Field(description="One name and nothing else.")]


class Quote(BaseModel):
    """A quote that a sentence cites."""

    text: str
    title: str | None = None
    organisation: str | None = None
    date: str | None = None


class McpTools:
    """The tools, over parts that may still be opening."""

    def __init__(
        self, ready: Callable[[], Awaitable[ProgramParts]], client_of: Callable[[Caller], str]
    ) -> None:
        """``client_of``: who calls."""
        self._ready = ready
        self._client_of = client_of

    async def ask(
        self,
        question: Annotated[str, Field(description="A clinical question, in English.")],
        context: Caller,
        conversation: Annotated[
            str, Field(description="Any name: the same one goes on with a conversation.")
        ] = "",
    ) -> CallToolResult:
        """Answer a question on oncology from the sources at hand: every sentence with its verified
        quotes, or what is missing. Takes seconds; the steps are told as progress."""
        told: list[str] = []

        async def narrate(view: View) -> None:
            words = progress_words(view)
            if words not in told:
                told.append(words)
                await context.report_progress(len(told), message=words)

        with _errors_in_words():
            parts = await self._ready()
            client = self._client_of(context)
            run_id = await parts.questions.open(client, ClientQuestion(question, conversation))
            result = await parts.questions.answer_caller(client, run_id, narrate)
        return _result(result, result_words(result))

    async def list_silos(self, context: Caller) -> CallToolResult:
        """List the silos (separately kept sources) that can be searched, and what each is for."""
        with _errors_in_words():
            parts = await self._ready()
            return _result({"silos": await parts.library.silos(self._client_of(context))})

    async def search(
        self,
        context: Caller,
        query: Annotated[str, Field(description="One topic, in the words a document would use.")],
        silo: Annotated[str, Field(description="A silo of list_silos; empty: all.")] = "",
    ) -> CallToolResult:
        """Search silos: the documents that fit, each with the sentences that fit best as citations.
        Nothing is weighed for a patient; ask does that."""
        with _errors_in_words():
            parts = await self._ready()
            return _result(await parts.library.search(self._client_of(context), query, silo))

    async def open_document(
        self,
        context: Caller,
        silo: str,
        document_id: str,
        version: str,
        offset: Annotated[int, Field(ge=0, description="Where the text begins.")] = 0,
    ) -> CallToolResult:
        """Open a document by silo, document_id and version, as citations and searches give them."""
        with _errors_in_words():
            parts = await self._ready()
            ref = DocumentRef(silo, document_id, version)
            found = await parts.library.open(self._client_of(context), ref, offset)
        return _result(found, f"{found['title']}\n\n{found['text']}")

    async def check(
        self,
        sentence: Annotated[
            str, Field(description="It cites the keys of its quotes: … [c1][c2].")
        ] = "",
        quotes: Annotated[
            dict[str, Quote] | None, Field(description="The quotes of the sentence, by key.")
        ] = None,
        question: str = "",
        document: Annotated[str, Field(description="The whole text that a quote is from.")] = "",
        quote: str = "",
    ) -> CallToolResult:
        """Check a sentence against the quotes it cites, or a quote against its document: word for
        word, with its numbers, negations and conditions. Give sentence and quotes, or document and
        quote."""
        row: Json = {"question": question}
        if document or quote:
            row |= {"document": document, "quote": quote}
        else:
            given = {key: each.model_dump() for key, each in (quotes or {}).items()}
            row |= {"sentence": sentence, "quotes": given}
        with _errors_in_words():
            problem = problem_with_row(row) if sentence or quote else NEEDED
            if problem == NEEDED:
                raise ToolError(f"A check {NEEDED}.")
        return _result({"verified": not problem, "problem": problem})

    async def gene(self, context: Caller, name: _Name) -> CallToolResult:
        """Look up what is held on exactly one gene: BRAF."""
        return await self._look_up(context, "gene", name)

    async def drug(self, context: Caller, name: _Name) -> CallToolResult:
        """Look up what is held on exactly one drug: olaparib."""
        return await self._look_up(context, "drug", name)

    async def trial(self, context: Caller, name: _Name) -> CallToolResult:
        """Look up what is held on exactly one trial: KEYNOTE-522, NCT03036488."""
        return await self._look_up(context, "trial", name)

    async def variant(self, context: Caller, name: _Name) -> CallToolResult:
        """Look up what is held on exactly one variant of a gene: BRAF V600E."""
        return await self._look_up(context, "variant", name)

    async def _look_up(self, context: Caller, kind: LookUpKind, name: str) -> CallToolResult:
        with _errors_in_words():
            parts = await self._ready()
            return _result(await parts.library.look_up(self._client_of(context), kind, name))


@contextmanager
def _errors_in_words() -> Iterator[None]:
    """A failure as its sentence: nothing else of it reaches a client."""
    try:
        yield
    except ToolError:
        raise
    except BotError as error:
        raise ToolError(str(error)) from None
    except (AgentError, RetrievalError) as error:
        raise ToolError(sentence_of(type(error))) from None
    except Exception as error:  # noqa: BLE001 - the client is told
        _log.warning("tool_broke", exc_info=error)
        raise ToolError(sentences.UNKNOWN) from None


def _result(value: Json, text: str = "") -> CallToolResult:
    words = text or json.dumps(value, ensure_ascii=False, indent=1)
    return CallToolResult(content=[TextContent(type="text", text=words)], structured_content=value)
