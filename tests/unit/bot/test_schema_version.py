"""The newest revision, told from the names of the migrations as alembic tells it from within."""

from __future__ import annotations

import hashlib
from pathlib import Path

from alembic.script import ScriptDirectory
from procrastinate.schema import SchemaManager

import migrations
from bot.db.schema.schema_version import newest_revision


def test_the_newest_revision_is_alembics() -> None:
    script = ScriptDirectory(str(Path(migrations.__file__).parent))
    assert newest_revision() == script.get_current_head()


def test_the_schema_of_the_queue_is_that_of_its_migration() -> None:
    """Migration 0004 takes it from the installed release: two installations with one revision are
    alike as long as that ships this. Another release needs a migration of its own."""
    ours = "c70ec4b400a60ad9592787653aae5ae77ae41bf801d56b5bd2712751a07f2009"
    assert hashlib.sha256(SchemaManager.get_schema().encode()).hexdigest() == ours
