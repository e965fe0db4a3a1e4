"""Statements of documents, derived by rules from their words."""

from retrieval.derivation.derive import RULES, derive_statements, with_statements

__all__ = ["RULES", "derive_statements", "with_statements"]
