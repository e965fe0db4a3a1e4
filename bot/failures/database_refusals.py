"""Why PostgreSQL took no connection, as far as its driver says, and what to do. The reader runs the
program; passwords and addresses are not repeated."""

from __future__ import annotations

import re

from retrieval.errors import DatabaseUnavailable, sentence_of

_REASONS = (
    (
        r"could not translate host name|failed to resolve host|name or service not known",
        "The host in DATABASE_URL is not known: check its name.",
    ),
    (
        r"password authentication failed|no password supplied",
        "The database does not accept the user or the password in DATABASE_URL.",
    ),
    (r"role .* does not exist", "The database does not know the user in DATABASE_URL."),
    (
        r"database .* does not exist",
        "The server has no database of the name in DATABASE_URL: create it, or check the name.",
    ),
    (
        r"permission denied",
        "The user in DATABASE_URL may not use the tables of Curbside: grant it that, or name their"
        " owner.",
    ),
    (
        r"no pg_hba\.conf entry",
        "The server does not let this user in from this machine: see its pg_hba.conf.",
    ),
    (
        r"invalid response to ssl negotiation",
        "What answers at the host and port in DATABASE_URL is no PostgreSQL: check both.",
    ),
    (r"\bssl\b", "The server and DATABASE_URL do not agree on TLS: check sslmode."),
    (
        r"no space left on device",
        "The disk of the database is full: make room; what waits goes on by itself.",
    ),
    (
        r"too many (clients|connections)|connection slots",
        "The database has no connection left: docs/for-admins.md says how many the processes take.",
    ),
    (
        r"connection refused|no such file or directory",
        "Nothing listens at the host and port in DATABASE_URL: is PostgreSQL running?",
    ),
    (
        r"time(out|d out)",
        "The host in DATABASE_URL does not answer: check the address, the network, the firewall.",
    ),
)
"""What libpq and the server say, in small letters, and what it means. The first that fits counts.
"""


def why_unavailable(error: DatabaseUnavailable) -> str:
    """One sentence. A server that speaks another language than English gets the general one."""
    said = str(error.__cause__ or "").lower()
    found = (sentence for pattern, sentence in _REASONS if re.search(pattern, said))
    return next(found, sentence_of(type(error)))
