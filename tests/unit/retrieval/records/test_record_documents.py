"""The words of a record, as they are shown."""

from __future__ import annotations

from retrieval.records.contract import RecordFact
from retrieval.records.record_documents import RecordHead, record_document


def test_what_nobody_sees_in_a_record_is_not_in_its_words() -> None:
    head = RecordHead(
        source="hgnc", id="1", title="EG\u200bFR", url="", organisation="HGNC", date="2026-01-01"
    )
    facts = [
        RecordFact(
            field="alias", value=alias, sentence=f"{alias} is an alias.",
            record="https://example.org", publisher="HGNC",
        )
        for alias in ("ER\u202eBB\u202c", "HER\ufe0f1")
    ]  # fmt: skip
    made = record_document(head, facts)
    assert made.title == "EGFR"
    spans = [made.text[start:end] for each in made.statements for start, end in each.spans]
    assert spans == ["ERBB is an alias.", "HER1 is an alias."]
