"""Code that reads answers of records, kept for all processes."""

from __future__ import annotations

from dataclasses import replace

from agents.memory.database import Memory
from agents.turns.computing.extractors import WrittenExtractor

WRITTEN = WrittenExtractor(source="hgnc", form="a1", code="1", model="m", prompt_sha="s")


async def test_code_is_found_by_source_and_form_and_replaced(memory: Memory) -> None:
    assert await memory.written_extractor("hgnc", "a1") is None
    await memory.keep_extractor(WRITTEN)
    await memory.keep_extractor(better := replace(WRITTEN, code="2"))
    assert await memory.written_extractor("hgnc", "a1") == better
    assert await memory.written_extractor("ensembl", "a1") is None
