"""The key that signs links to passages."""

from __future__ import annotations

from pathlib import Path

from bot.rendering.thread_style import signing_key
from bot.settings import read_settings


def test_the_signing_key_is_made_once_and_kept(tmp_path: Path) -> None:
    first = signing_key(read_settings(home=tmp_path / "home"))
    assert signing_key(read_settings(home=tmp_path / "home")) == first
    assert signing_key(read_settings(home=tmp_path / "other")) != first


def test_a_set_link_secret_is_the_same_everywhere(tmp_path: Path) -> None:
    one = signing_key(read_settings(home=tmp_path / "a", link_secret="hush"))
    assert signing_key(read_settings(home=tmp_path / "b", link_secret="hush")) == one
