"""Reads an answer in a form that is not declared: code of a model points at its values, shut in.

The code prints fields and paths, never words: the value of a path is read by the program, is quoted
as it stands in the stored answer, and is checked as any quote is."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from langchain_core.messages import AIMessage, HumanMessage

from agents.analyses.sandbox.contract import CodeExceeded, CodeJob, CodeOutcome, CodeRan
from agents.analyses.sandbox.journalling import as_code_run
from agents.errors import ModelAnswerInvalid, RecordUnreadable
from agents.llm.calls.provider import Provider
from agents.llm.calls.usage import total_usage, usage_of
from agents.llm.conversation.tool_schemas import WRITE_EXTRACTOR
from agents.llm.extracting.contract import ExtractionTools
from agents.llm.reader import arguments_of, asked_twice
from agents.prompts import Prompt, load_prompt
from agents.turns import NO_USAGE, Insight, Pointer, Reading, Usage, View
from agents.turns.computing.code_runs import CodeRun
from agents.turns.computing.extractors import WrittenExtractor
from agents.turns.personal import personal_of
from retrieval.documents import Document
from retrieval.records.contract import Lookup
from retrieval.records.tasks import read_lookup
from retrieval.records.undeclared_forms import (
    AnswerLine,
    answer_file,
    form_of,
    form_of_path,
    lines_of_answer,
)

ROUNDS = 2
"""Codes that are tried for an answer. Chosen by hand: somebody waits for it."""
MOST_PATHS = 300
"""Paths of a form that a model is told, the first ones. Chosen by hand: 4,000 tokens."""
MOST_PICKED = 20
LONGEST_SHOWN = 60
"""Characters of a value beside its path. Chosen by hand: enough to know what it is."""
LAST_COMPLAINT = 600
"""Last characters of an error that a model is told. Chosen by hand: the innermost calls."""
_NOTHING = "It printed no line with one of the fields, a tab and a path of the answer."


@dataclass(frozen=True, slots=True)
class _Picked:
    """What code pointed at, each value with its field, or why nothing."""

    found: tuple[tuple[str, AnswerLine], ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class AnswerReader:
    """Reads for one question."""

    provider: Provider
    extracting: ExtractionTools
    view: View

    async def read(self, query: str, document: Document) -> Reading:
        """What the answer says to the look-up, with every run of code for it. Raises
        :class:`agents.errors.ModelError` and :class:`agents.errors.RecordUnreadable`."""
        lookup = read_lookup(query)
        if lookup is None:
            raise RecordUnreadable(query)
        form = hashlib.sha256("\n".join(form_of(document)).encode()).hexdigest()[:16]
        kept = await self.extracting.store.written_extractor(document.silo, form)
        tried: list[CodeRun] = []
        if kept:
            picked = await self._run(kept.code, document, lookup, tried)
            if picked.found:
                reading = _reading_of(document, lookup, picked, kept)
                return replace(reading, extracting=tuple(tried))
        reading = await self._read_anew(document, lookup, form, tried)
        return replace(reading, extracting=tuple(tried))

    async def _read_anew(
        self, document: Document, lookup: Lookup, form: str, tried: list[CodeRun]
    ) -> Reading:
        prompt, problem, code, used = load_prompt("extraction/writing"), "", "", NO_USAGE
        for _ in range(ROUNDS):
            request = _request(prompt, document, lookup, code, problem)
            code, model, usage = await self._write(request)
            used = total_usage(used, usage)
            picked = await self._run(code, document, lookup, tried)
            problem = picked.problem
            if picked.found:
                written = WrittenExtractor(
                    source=document.silo, form=form, code=code, model=model, prompt_sha=prompt.sha
                )
                await self.extracting.store.keep_extractor(written)
                return replace(_reading_of(document, lookup, picked, written), usage=used)
        unread = RecordUnreadable().sentence
        return Reading(insights=(), problem=unread, usage=used, prompt_sha=prompt.sha)

    async def _write(self, request: str) -> tuple[str, str, Usage]:
        """The code, the model that wrote it, and what it took."""

        async def ask() -> tuple[str, AIMessage, str]:
            message, model = await self.provider.call(
                [HumanMessage(request)], [WRITE_EXTRACTOR], hiding=personal_of(self.view)
            )
            told = arguments_of("write_extractor", message)
            code = told.get("code") if isinstance(told, Mapping) else None
            if not isinstance(code, str) or not code.strip():
                raise ModelAnswerInvalid
            return code, message, model

        code, message, model = await asked_twice(ask)
        return code, model, usage_of(message, model)

    async def _run(
        self, code: str, document: Document, lookup: Lookup, tried: list[CodeRun]
    ) -> _Picked:
        """What the code points at; what became of it is added to those tried."""
        job = CodeJob(language="python", code=code, files=answer_file(document))
        outcome = await self.extracting.runner.run(job)
        tried.append(replace(as_code_run(job, outcome), code=code))
        return _pick_lines(outcome, lines_of_answer(document), lookup.task.fields)


def _pick_lines(
    outcome: CodeOutcome, lines: Mapping[str, AnswerLine], fields: Sequence[str]
) -> _Picked:
    """The fields and the lines that code printed; what is neither is not looked at."""
    if isinstance(outcome, CodeExceeded):
        return _Picked(problem=outcome.sentence)
    if not isinstance(outcome, CodeRan):
        return _Picked(problem=outcome.reason)
    if outcome.status:
        return _Picked(
            problem=outcome.complaint[-LAST_COMPLAINT:] or f"It ended with {outcome.status}."
        )
    told = (line.partition("\t") for line in outcome.printed.splitlines())
    found = dict.fromkeys(
        (field.strip(), lines[path.strip()])
        for field, _, path in told
        if field.strip() in fields and path.strip() in lines
    )
    return _Picked(tuple(found)[:MOST_PICKED], "" if found else _NOTHING)


def _request(prompt: Prompt, document: Document, lookup: Lookup, code: str, problem: str) -> str:
    """What the model is told: the fields that are wanted, the form, and the last code's problem."""
    shown: dict[str, str] = {}
    for path, line in lines_of_answer(document).items():
        shown.setdefault(form_of_path(path), line.value[:LONGEST_SHOWN])
    return prompt.render(
        source=document.organisation,
        asked=lookup.words,
        wanted=lookup.task.asks_for,
        fields=", ".join(lookup.task.fields),
        paths=[f"{path}\t{value}" for path, value in [*shown.items()][:MOST_PATHS]],
        code=code,
        problem=problem,
    )


def _reading_of(
    document: Document, lookup: Lookup, picked: _Picked, written: WrittenExtractor
) -> Reading:
    """Each value as a finding, with its line and the line of the name as quotes."""
    name = lookup.name.casefold()
    lines = lines_of_answer(document).values()
    of_name = next((each for each in lines if each.value.casefold() == name), None)
    insights = tuple(
        Insight(
            text=f"{_title(field)} of {lookup.name} in {document.organisation}: {line.value}.",
            pointers=tuple(
                Pointer(
                    ref=document.ref,
                    text=document.text[each.start : each.end],
                    start=each.start,
                    end=each.end,
                )
                for each in dict.fromkeys((line, of_name or line))
            ),
        )
        for field, line in picked.found
    )
    remark = (
        f"{document.organisation} answered in a form that is not declared. Code that"
        f" {written.model} wrote for this form ({written.form}) points at the values."
    )
    return Reading(insights=insights, remark=remark, prompt_sha=written.prompt_sha)


def _title(field: str) -> str:
    return field.replace("_", " ").capitalize()
