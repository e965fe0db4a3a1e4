"""The newest revision, told from the names of the migrations as alembic tells it from within."""

from __future__ import annotations

from pathlib import Path

from alembic.script import ScriptDirectory

import migrations
from bot.db.schema.schema_version import newest_revision


def test_the_newest_revision_is_alembics() -> None:
    script = ScriptDirectory(str(Path(migrations.__file__).parent))
    assert newest_revision() == script.get_current_head()
