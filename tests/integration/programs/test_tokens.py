"""The command that makes, lists and revokes tokens."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.commands.programs.tokens import app
from bot.failures.errors import ClientNameInvalid, TokenNotFound


def test_tokens_are_made_listed_and_revoked(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", database_url)

    def run(*words: str) -> str:
        done = CliRunner().invoke(app, words)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        assert done.exit_code == 0, done.output
        return done.output

    assert "There is no token." in run("list")
    first, second = run("add", "emr", "--questions-a-day", "5"), run("add", "emr")
    assert first.startswith("curbside_")
    assert first != second
    ids = [line.split()[0] for line in run("list").splitlines()]
    assert first.strip() not in run("list")
    assert run("revoke", ids[0]) == f"Revoked: {ids[0]}.\n"
    assert run("revoke", "emr") == f"Revoked: {ids[1]}.\n"
    assert run("list").count("revoked") == 2
    with pytest.raises(TokenNotFound):
        run("revoke", "emr")
    for name in ("mcp", "EMR", "", "a" * 41):
        with pytest.raises(ClientNameInvalid):
            run("add", name)
