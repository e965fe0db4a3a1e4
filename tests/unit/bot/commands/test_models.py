"""``curbside models``: a model that a server has is fetched, opens, and embeds."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from bot.cli.error_messages import plain_sentence
from bot.commands.models import app
from retrieval.embedding import open_embedder
from tests.unit.retrieval.embedding.test_local import plainly, write_model
from tests.unit.retrieval.models.file_server import FileServer, Trouble, file_server

FILES = ("config.json", "tokenizer.json", "model.safetensors")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[FileServer]:
    folder = write_model(tmp_path / "published" / "small", "cls_token")
    with file_server() as running:
        for name in FILES:
            running.files[f"/small/{name}"] = (folder / name).read_bytes()
        yield running


@pytest.fixture
def table(server: FileServer, tmp_path: Path) -> Path:
    rows = [
        f'"{name}" = {{ sha256 = "{hashlib.sha256(content).hexdigest()}", bytes = {len(content)} }}'
        for name in FILES
        for content in (server.files[f"/small/{name}"],)
    ]
    path = tmp_path / "models.toml"
    written = "'{\"pooling_mode_cls_token\": true}'"
    path.write_text(
        '[model.small]\nuse = "embedder"\nlicence = "MIT"\npage = "https://example.org/small"\n'
        f'address = "{server.url}/small/"\nproof = "made here"\n[model.small.files]\n'
        + "\n".join(rows)
        + f'\n[model.small.written]\n"1_Pooling/config.json" = {written}\n'
    )
    return path


def run(models: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Result:
    monkeypatch.setenv("CURBSIDE_MODELS_FOLDER", str(models))
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "160"})


def test_a_model_of_a_table_is_fetched_and_embeds(
    server: FileServer, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = tmp_path / "models"
    server.troubles.append(Trouble(cut_after=100))
    done = run(models, monkeypatch, "get", "small", "--table", str(table))
    assert done.exit_code == 0, done.output
    assert "small, embedder, licence MIT: https://example.org/small" in done.output
    assert "model.safetensors: taken" in done.output
    assert "1_Pooling/config.json: taken" in done.output
    assert "It opens: 12 figures for a text, 16 tokens read." in done.output
    embedder = open_embedder("local:small", models_folder=models)
    vector = embedder.embed_query("alpha beta")
    embedder.close()
    assert np.abs(vector - plainly("alpha beta", "cls_token")).max() < 1e-5
    again = run(models, monkeypatch, "get", "small", "--table", str(table))
    assert again.output.count("there already") == len(FILES) + 1
    assert "yes" in run(models, monkeypatch, "--table", str(table)).output


def test_one_file_told_by_hand_is_fetched_from_anywhere(
    server: FileServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = server.files["/small/config.json"]
    digest = hashlib.sha256(content).hexdigest()
    address = f"{server.url}/small/config.json"
    done = run(
        tmp_path, monkeypatch, "get", "own", "--from", address, "--sha256", digest, "--as", "c.json"
    )
    assert done.exit_code == 0, done.output
    assert "look up yourself whether its licence covers your use" in done.output
    assert (tmp_path / "own" / "c.json").read_bytes() == content
    refused = run(tmp_path, monkeypatch, "get", "x", "--from", address, "--sha256", "0" * 64)
    assert refused.exception is not None
    assert "has another SHA-256 than the one told" in (plain_sentence(refused.exception) or "")
    assert not (tmp_path / "x" / "config.json").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("get", "nothing"), "no row is called nothing"),
        (("get", "own", "--from", "https://example.org/w.bin"), "--from wants --sha256"),
    ],
)
def test_what_is_missing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    done = run(tmp_path, monkeypatch, *arguments)
    assert done.exit_code == 2
    assert said in " ".join(done.output.replace("│", " ").split())


def test_the_shipped_table_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = run(tmp_path, monkeypatch).output
    assert "bge-small-en-v1.5" in listed
    assert "MIT" in listed


def test_the_list_tells_names_and_pages_whole_and_what_no_table_has(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = tmp_path / "models"
    (models / "of-my-own").mkdir(parents=True)
    (models / "of-my-own" / "model.safetensors").write_bytes(b"1")
    monkeypatch.setenv("CURBSIDE_MODELS_FOLDER", str(models))
    named = CliRunner().invoke(app, ["--table", str(table)], env={"COLUMNS": "60"})
    assert "small: https://example.org/small\n" in named.output
    assert "of no row of the table: of-my-own." in named.output
    shipped = CliRunner().invoke(app, [], env={"COLUMNS": "60"})
    assert "ms-marco-MiniLM-L-6-v2" in shipped.output.split("https://")[0]
