"""Statements of documents, derived by rules from their words.

`derive.py` is where it begins; `version.py` tells when documents must be derived anew. Import from
its modules: nothing is imported here, so that a process that only answers loads no more of it than
it needs."""
