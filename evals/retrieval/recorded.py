"""Searches that agents wrote, as they were recorded: most are keywords without function words.

What is to be found are the records that PubMed gave them, at most three for each. PubMed looks for
the words of a query, so that these judgements favour ways of ranking that do, too.
"""

from __future__ import annotations

from pathlib import Path

from evals.retrieval.judged_sets import (
    JudgedSet,
    SetInvalid,
    make_document,
    make_judged_set,
    read_json_rows,
)


def recorded_searches(data: Path) -> JudgedSet:
    """267 searches over the 644 abstracts that any of them gave."""
    folder = data / "pubmed_oncology_abstracts" / "shared"
    documents = tuple(
        make_document(str(row["_id"]), str(row["title"]), str(row["text"]))
        for row in read_json_rows(folder / "abstracts.jsonl.gz")
    )
    known = {document.id for document in documents}
    queries: dict[str, str] = {}
    gains: dict[str, dict[str, int]] = {}
    for number, row in enumerate(read_json_rows(folder / "recorded_searches.jsonl.gz"), start=1):
        missing = [name for name in row["pmids"] if name not in known]
        if missing:
            raise SetInvalid(f"recorded search {number} names an unknown document: {missing[0]}.")
        queries[f"q{number}"] = str(row["query"])
        gains[f"q{number}"] = dict.fromkeys(map(str, row["pmids"]), 1)
    return make_judged_set("recorded_searches", documents, queries, gains)
