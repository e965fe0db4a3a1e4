"""Links to the page of a passage. The signature lets a reader open what was shown to them, and
nothing else."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import quote, urlsplit

LONGEST_URL = 2000
"""Characters of an address that is shown as a link. Chosen by hand, below a section of 3,000."""


@dataclass(frozen=True, slots=True)
class PassageLinks:
    """Makes and checks links of the form ``<base>/passages/<run>/<key>?s=<signature>``."""

    base: str
    """Where people's browsers reach the viewer; empty when there is none."""
    key: bytes
    days: int | None = None
    """So long after a run's newest row they open; without it always."""
    login_header: str = ""
    """Header in which a login proxy names who has logged in; empty when there is none."""

    def link(self, run_id: str, citation: str) -> str:
        """The link, or empty without a viewer."""
        if not self.base:
            return ""
        path = f"/passages/{quote(run_id, safe='')}/{quote(citation, safe='')}"
        return f"{self.base.rstrip('/')}{path}?s={self.signature(run_id, citation)}"

    def signature(self, run_id: str, citation: str) -> str:
        """128 bits over run and citation."""
        words = f"passage\n{run_id}\n{citation}".encode()
        return hmac.new(self.key, words, hashlib.sha256).hexdigest()[:32]

    def open_for(self, headers: Mapping[str, str]) -> bool:
        """Whether who asks for a page has logged in, where people must."""
        return not self.login_header or bool(headers.get(self.login_header, "").strip())

    def have_expired(self, newest: datetime, now: datetime) -> bool:
        """Whether those of a run with this newest row open no page any more. The time is no part of
        a link, so that a message that is written again stays the same."""
        return self.days is not None and now - newest > timedelta(days=self.days)

    def is_signed(self, run_id: str, citation: str, signature: str) -> bool:
        """Whether the signature is ours, compared in constant time."""
        return hmac.compare_digest(
            self.signature(run_id, citation).encode(), signature.encode("utf-8", "replace")
        )


def web_address(url: str) -> str:
    """The address if it is plain http(s) with a host and nothing that ends a link early; else
    empty. Addresses come from documents and are not trusted."""
    if any(mark in url for mark in "<>|\"'` \t\r\n\\") or len(url) > LONGEST_URL:
        return ""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return url if parts.scheme in ("http", "https") and parts.hostname else ""
