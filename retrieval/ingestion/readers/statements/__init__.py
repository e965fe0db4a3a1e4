"""Statements that a file states outright, with for whom they hold."""

from retrieval.ingestion.readers.statements.corpus_file import corpus_document
from retrieval.ingestion.readers.statements.quoted import quoted_statements

__all__ = ["corpus_document", "quoted_statements"]
