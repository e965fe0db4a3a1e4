"""Settings: read once, explicit arguments win, a wrong one is named without its value."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import Settings, SettingsInvalid, read_settings

EXAMPLE = Path(__file__).parents[3] / ".env.example"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_nothing_needs_to_be_set() -> None:
    settings = read_settings()
    assert settings.database_url is None
    assert settings.model is None
    assert settings.display == "steps"


def test_the_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://db/one")
    monkeypatch.setenv("CURBSIDE_MAX_STEPS", "3")
    monkeypatch.setenv("PORT", "8080")
    settings = read_settings()
    assert (settings.database_url, settings.max_steps, settings.port) == (
        "postgresql://db/one",
        3,
        8080,
    )


def test_an_explicit_argument_beats_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CURBSIDE_MAX_STEPS", "3")
    assert read_settings(max_steps=5).max_steps == 5


def test_a_blank_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", " ")
    monkeypatch.setenv("CURBSIDE_MODEL", "")
    settings = read_settings()
    assert settings.slack_bot_token is None
    assert settings.model is None


def test_a_wrong_setting_is_named_without_its_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "secret-99999999")
    with pytest.raises(SettingsInvalid) as caught:
        read_settings()
    assert str(caught.value).startswith("PORT: ")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("DATABASE_URL", "nonsense"),
        ("CURBSIDE_PUBLIC_URL", "foo"),
        ("CURBSIDE_WEAVIATE_URL", "ftp://foo"),
        ("CURBSIDE_SOURCE_ADDRESSES", "foo"),
    ],
)
def test_an_address_that_is_none_is_refused_at_the_start(
    variable: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(SettingsInvalid, match=rf"^{variable}: must be [^\n]+\.$"):
        read_settings()


def test_tokens_do_not_show_when_printed() -> None:
    settings = read_settings(slack_bot_token="xoxb-test", link_secret="hush")
    assert "xoxb-test" not in repr(settings)
    assert "hush" not in repr(settings)


def test_the_example_names_every_variable() -> None:
    example = EXAMPLE.read_text()
    for name, field in Settings.model_fields.items():
        alias = field.validation_alias
        variable = (
            str(alias.choices[0]) if hasattr(alias, "choices") else f"CURBSIDE_{name.upper()}"
        )
        assert f"{variable}=" in example, variable


def test_a_file_of_settings_that_is_no_utf8_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        (tmp_path / ".env").write_bytes("# für uns\nCURBSIDE_WORKERS=3\n".encode(encoding))
        with pytest.raises(SettingsInvalid, match="not UTF-8 text: save it again"):
            read_settings()
    (tmp_path / ".env").write_bytes("CURBSIDE_WORKERS=3\n".encode("utf-16-le"))
    with pytest.raises(SettingsInvalid, match="not UTF-8 text: save it again"):
        read_settings()
    (tmp_path / ".env").write_bytes("CURBSIDE_WORKERS=3\n".encode("utf-8-sig"))
    assert read_settings().workers == 3


def test_a_folder_in_place_of_the_file_of_settings_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").mkdir()
    with pytest.raises(SettingsInvalid, match=r"a folder named \.env where the file should be"):
        read_settings()


def test_a_data_folder_that_no_database_can_be_in_is_refused() -> None:
    for wrong in ("/srv/cur\nbside", "/srv/" + 9 * ("x" * 99 + "/")):
        with pytest.raises(SettingsInvalid, match="CURBSIDE_HOME: must be the path of a folder"):
            read_settings(home=Path(wrong))
    assert read_settings(home="").home == Path(".curbside")


def test_an_address_is_one_word_with_its_protocol() -> None:
    for wrong in ("https://exa mple.org", "https://example.org /a", "slack.com/api/"):
        for name in ("public_url", "slack_api_url"):
            with pytest.raises(SettingsInvalid, match="must be http://host or https://host"):
                read_settings(**{name: wrong})


def test_a_line_end_around_a_secret_goes_and_one_within_is_refused() -> None:
    def of(secret: str) -> Settings:
        return read_settings(slack_bot_token=secret)

    token = of(" xoxb-1\n").slack_bot_token
    assert token is not None
    assert token.get_secret_value() == "xoxb-1"
    for wrong in ("xoxb-1\nxoxb-2", "xoxb-\0"):
        with pytest.raises(SettingsInvalid, match="SLACK_BOT_TOKEN: must be one line") as caught:
            of(wrong)
        assert "xoxb" not in str(caught.value)


@pytest.mark.parametrize("url", ["postgresql://u:hush@h:port/d", "postgresql://u:hush@[::1/d"])
def test_an_address_of_the_database_that_is_none_is_one_sentence(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(SettingsInvalid) as caught:
        read_settings()
    assert str(caught.value) == (
        "DATABASE_URL: must be postgresql://user:password@host:port/database."
    )
