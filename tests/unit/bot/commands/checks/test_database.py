from __future__ import annotations

from pathlib import Path

import pytest

from bot.commands.checks.database import database_problem
from bot.db.server.own_postgres import PostgresError
from bot.settings import Settings
from retrieval.errors import DatabaseUnavailable

OWN = "PostgreSQL of yours"


@pytest.mark.parametrize(
    ("url", "error", "advice"),
    [
        (
            "",
            PostgresError("Its log /x ends with: no space left"),
            "Its log /x ends with: no space",
        ),
        ("", OSError("any"), f"/logs, or set DATABASE_URL to a {OWN}."),
        ("postgresql://a@b/c", OSError("any"), "Check DATABASE_URL"),
        ("postgresql://a@b/c", DatabaseUnavailable(), "check DATABASE_URL"),
    ],
)
def test_what_is_wrong_with_the_database_is_said_by_its_own_words(
    tmp_path: Path, url: str, error: Exception, advice: str
) -> None:
    found = database_problem(Settings(home=tmp_path, database_url=url), error)
    assert (found.part, found.state) == ("PostgreSQL", "wrong")
    assert advice in found.advice
    assert "make install" not in found.advice, "it puts no server in order"
