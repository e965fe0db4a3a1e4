"""What a model was told so far, so that nothing is told twice. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from agents.llm.conversation.left_out import topics_past, tumours_asked
from agents.llm.conversation.nearest_statements import Part, parts_shown, queries_of_opened
from agents.turns import View
from retrieval.documents import Document, DocumentRef


@dataclass(slots=True)
class ShownSoFar:
    """What a model was told so far, in the order of the conversation."""

    documents: Mapping[DocumentRef, Document]
    """Those that are shown whole."""
    keys: set[str] = field(default_factory=set)
    refs: set[DocumentRef] = field(default_factory=set)
    asked: frozenset[str] = frozenset()
    """The tumours that somebody named."""
    past: frozenset[str] = frozenset()
    """What of having children does not concern the patient."""
    titles: set[DocumentRef] = field(default_factory=set)
    """Of documents that were only named."""
    said: dict[str, str] = field(default_factory=dict)
    """Stretches of documents that are shown whole → the key they were first told under."""
    parts: Mapping[tuple[str, DocumentRef], Part] = field(default_factory=dict)
    """What is shown of documents that are not shown whole, by call."""
    opened: Mapping[str, str] = field(default_factory=dict)
    """What documents were opened for, by call."""

    @classmethod
    def of(cls, view: View) -> ShownSoFar:
        """Nothing yet, of this run."""
        parts = parts_shown(view)
        asked, past = tumours_asked(view), topics_past(view)
        opened = queries_of_opened(view)
        return cls(view.documents, asked=asked, past=past, parts=parts, opened=opened)
