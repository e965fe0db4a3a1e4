"""What PostgreSQL and its driver say when they refuse, in our words."""

from __future__ import annotations

import psycopg
import pytest

from bot.failures.database_refusals import why_unavailable
from retrieval.errors import DatabaseUnavailable


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("failed to resolve host 'db.invalid': [Errno -2] Name or service not known", "host in"),
        ('connection failed: FATAL:  password authentication failed for user "u"', "the password"),
        ('FATAL:  role "stranger" does not exist', "does not know the user"),
        ('FATAL:  database "elsewhere" does not exist', "no database of the name"),
        ('FATAL:  no pg_hba.conf entry for host "10.0.0.1", user "u"', "pg_hba.conf"),
        ("server does not support SSL, but SSL was required", "sslmode"),
        ("received invalid response to SSL negotiation: H", "is no PostgreSQL"),
        ("could not extend file: No space left on device", "disk of the database is full"),
        ("FATAL:  sorry, too many clients already", "no connection left"),
        ("connection to server at 127.0.0.1, port 1 failed: Connection refused", "Nothing listens"),
        ("connection timeout expired", "does not answer"),
        ("FATAL:  Passwort-Authentifizierung fehlgeschlagen", "check DATABASE_URL"),
    ],
)
def test_each_refusal_has_its_sentence_and_repeats_no_value(said: str, told: str) -> None:
    error = DatabaseUnavailable()
    error.__cause__ = psycopg.OperationalError(said)
    sentence = why_unavailable(error)
    assert told in sentence
    assert "stranger" not in sentence
