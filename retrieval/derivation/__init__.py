"""Statements of documents, derived by rules from their words.

It hands on nothing: a process that answers needs little of it."""
