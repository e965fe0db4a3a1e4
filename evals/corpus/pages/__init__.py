"""Public pages: what was read on them, and which hosts a statement may rest on."""

from evals.corpus.pages.hosts import host_problems
from evals.corpus.pages.notes import NotedPage, read_pages

__all__ = ["NotedPage", "host_problems", "read_pages"]
