"""What of a document is searched beside its words."""

from __future__ import annotations

from dataclasses import replace

from retrieval.documents import Document
from retrieval.search.index_fields import searched_text
from retrieval.statements.model import Statement


def test_a_trial_that_a_statement_says_it_is_on_is_searched() -> None:
    text = "The response rate was 26%."
    told = Statement(id="a", kind="result", spans=((0, len(text)),), trials=("CodeBreaK 300",))
    document = Document(silo="s", id="a", version="1", title="Results", text=text)
    stated = replace(document, statements=(replace(told, stated=("trials",)),))
    assert "CodeBreaK 300" in searched_text(stated)
    assert "CodeBreaK 300" not in searched_text(replace(document, statements=(told,)))
