"""A user of the database that may not use its tables is told so as processes start."""

from __future__ import annotations

import psycopg
import pytest

from bot.failures.database_refusals import why_unavailable
from retrieval.errors import DatabaseUnavailable
from retrieval.sql.errors import translate_database_errors


def test_a_user_without_permission_is_told_so() -> None:
    said = "permission denied for table alembic_version"
    with pytest.raises(DatabaseUnavailable) as caught, translate_database_errors():
        raise psycopg.errors.InsufficientPrivilege(said)
    assert why_unavailable(caught.value).startswith("The user in DATABASE_URL may not use")
