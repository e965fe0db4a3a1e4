"""Documents that were found before, decoded: the same ones are found for many questions."""

from __future__ import annotations

import threading
from collections import OrderedDict

from retrieval.documents import Document
from retrieval.stores import document_json

MOST_CHARACTERS = 4_000_000
"""Of the stored form of all documents that are kept. Chosen by hand: decoded they take 2.4 bytes a
character (measured), so 10 MB, and the starter corpus has 3,200,000."""


class DocumentCache:
    """The documents used last, by their fingerprint: what has the same one is the same document.
    For any number of threads."""

    def __init__(self, most_characters: int = MOST_CHARACTERS) -> None:
        self._most = most_characters
        self._characters = 0
        self._kept: OrderedDict[str, tuple[Document, int]] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, fingerprint: str) -> Document | None:
        """The document, if it is kept."""
        with self._lock:
            found = self._kept.get(fingerprint)
            if found is None:
                return None
            self._kept.move_to_end(fingerprint)
            return found[0]

    def decode(self, fingerprint: str, body: str) -> Document:
        """The document of a stored form, kept from now on. Raises :class:`ValueError`."""
        document = document_json.from_json(body)
        with self._lock:
            if fingerprint not in self._kept and len(body) <= self._most:
                self._kept[fingerprint] = document, len(body)
                self._characters += len(body)
            while self._characters > self._most:
                _, (_, characters) = self._kept.popitem(last=False)
                self._characters -= characters
        return document

    def clear(self) -> None:
        """Forget all of them."""
        with self._lock:
            self._kept.clear()
            self._characters = 0
