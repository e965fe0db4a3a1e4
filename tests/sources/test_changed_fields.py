"""Whatever a service changes in its records, a source answers with records, problems or one
sentence, and never with a stack trace."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from retrieval.errors import SourceFailed
from retrieval.ingestion.sources.contract import HarvestRequest, Source
from retrieval.ingestion.sources.drugs.openfda import OpenFDA
from retrieval.ingestion.sources.literature.pubmed_records import records_of
from retrieval.ingestion.sources.literature.wikipedia import Wikipedia
from retrieval.ingestion.sources.trials.clinical_trials import ClinicalTrials
from tests.sources.gather import UNHURRIED, gather
from tests.sources.server import loopback
from tests.sources.test_openfda import label
from tests.sources.test_wikipedia import answer, page

FIXTURES = Path(__file__).parent / "fixtures"
_ODD: tuple[Any, ...] = (None, [], {}, "", "odd", 7, -1.5, True, [None], {"odd": []}, "2024-99-99")


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container with every key in it."""
    keys = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for key in list(keys):
        yield value, key
        yield from _places(value[key])


def _changed(whole: Any, chance: random.Random) -> Any:
    changed = copy.deepcopy(whole)
    for _ in range(chance.randint(1, 4)):
        holder, key = chance.choice(list(_places(changed)))
        if isinstance(holder, dict) and chance.random() < 0.4:
            del holder[key]
        else:
            holder[key] = copy.deepcopy(chance.choice(_ODD))
        if not list(_places(changed)):
            break
    return changed


def _study() -> Any:
    return {"studies": [json.loads((FIXTURES / "study.json").read_text())], "totalCount": 1}


def _labels() -> Any:
    return {
        "meta": {"results": {"skip": 0, "limit": 20, "total": 2}},
        "results": [label(1), label(2)],
    }


def _article() -> Any:
    return answer(page(7))


@pytest.mark.parametrize(
    ("source", "whole"),
    [
        (lambda url: ClinicalTrials(url, pacing=UNHURRIED), _study),
        (lambda url: OpenFDA(url, pacing=UNHURRIED), _labels),
        (lambda url: Wikipedia(url, pacing=UNHURRIED), _article),
    ],
    ids=["clinicaltrials", "openfda", "wikipedia"],
)
async def test_json_with_changed_fields(
    source: Callable[[str], Source], whole: Callable[[], Any]
) -> None:
    chance = random.Random(4)
    ends = {"read": 0, "told": 0, "failed": 0}
    async with loopback() as server:
        for _ in range(150):
            server.rules.clear()
            server.on("/*", _changed(whole(), chance))
            # A changed total or token may ask for more of the same: two pages are enough.
            try:
                got = await gather(
                    source(server.url), HarvestRequest(silo="s", terms=("a",)), pages=2
                )
            except SourceFailed:
                ends["failed"] += 1
                continue
            ends["read" if got.records else "told"] += 1
            for record in got.records:
                assert record.document.id
                assert record.document.title
                assert record.document.text.strip()
                assert record.document.version
                assert record.document.url.startswith("https://")
    assert ends["read"] > 10, ends
    assert ends["told"] + ends["failed"] > 3, ends


def test_xml_with_changed_elements() -> None:
    chance = random.Random(5)
    whole = (FIXTURES / "pubmed.xml").read_bytes()
    read = told = 0
    for _ in range(400):
        root = etree.fromstring(whole)
        for _ in range(chance.randint(1, 5)):
            element = chance.choice(list(root.iterdescendants()))
            parent = element.getparent()
            match chance.randint(0, 3):
                case 0 if parent is not None:
                    parent.remove(element)
                case 1:
                    element.text = chance.choice(("", "odd", "٣", "9" * 30, "-1"))
                case 2:
                    element.tag = "Renamed"
                case _:
                    element.attrib.clear()
        answer = records_of(etree.tostring(root), "pubmed")
        read += len(answer.records)
        told += len(answer.problems)
        for record in answer.records:
            document = record.document
            assert document.id.startswith("pmid-")
            assert document.title
            assert document.text.strip()
            assert document.version
    assert read > 400
    assert told > 400
