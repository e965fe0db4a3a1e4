"""Which models can be fetched by their name, from where, and what their files must be."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

import httpx

from retrieval.errors import ModelFileRefused

SHIPPED = Path(__file__).with_name("models.toml")
USES = ("embedder", "re-ranker")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_MODEL_KEYS = {"use", "licence", "page", "address", "proof", "files", "written"}
_FILE_KEYS = {"sha256", "bytes"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFile:
    """A file of a model: where it is fetched from, and what it must be."""

    path: str
    """Below the model's folder."""
    url: str
    sha256: str
    size: int | None = None
    """Bytes; None where nobody told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A model with all of its files."""

    name: str
    use: str
    """``embedder``, ``re-ranker``, or empty where nobody told."""
    licence: str
    page: str
    """Where its makers describe it; empty where nobody told."""
    proof: str
    """Which records prove the digests."""
    files: tuple[ModelFile, ...]
    written: Mapping[str, str] = field(default_factory=dict)
    """Small files that are written, not fetched: path → text."""


def read_table(path: Path = SHIPPED, mirror: str = "") -> Mapping[str, Model]:
    """The models of a table by name. With a ``mirror`` all files are taken from ``MIRROR/NAME/…``.
    Raises :class:`ModelFileRefused` with the table and the key that is wrong."""
    try:
        with path.open("rb") as file:
            given = tomllib.load(file)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ModelFileRefused(f"{path} is not TOML: {error}.") from error
    rows = given.get("model")
    if not isinstance(rows, dict) or set(given) != {"model"}:
        raise ModelFileRefused(f'{path} holds tables [model."NAME"] and nothing else.')
    return {name: _model(f"{path}: {name}", name, row, mirror) for name, row in rows.items()}


def one_file(name: str, url: str, sha256: str, path: str) -> Model:
    """A model of which one file is told by hand. Raises :class:`ModelFileRefused`."""
    file = _file(name, path or url.partition("?")[0].rpartition("/")[2], url, sha256, None)
    return Model(name=_checked_name(name), use="", licence="", page="", proof="", files=(file,))


def _model(where: str, name: str, row: Any, mirror: str) -> Model:
    known = isinstance(row, dict) and isinstance(row.get("files"), dict)
    if not known or not set(row) <= _MODEL_KEYS:
        keys = ", ".join(sorted(_MODEL_KEYS))
        raise ModelFileRefused(f"{where} must have the table files; its other keys are of {keys}.")
    base = f"{mirror.rstrip('/')}/{name}/" if mirror else _text(where, row, "address")
    files = [
        _file(f"{where}: {path}", path, base + path, *_digest_and_size(f"{where}: {path}", told))
        for path, told in row["files"].items()
    ]
    use = _text(where, row, "use")
    if use not in USES:
        raise ModelFileRefused(f"{where}: use must be one of {', '.join(USES)}.")
    return Model(
        name=_checked_name(name),
        use=use,
        licence=_text(where, row, "licence"),
        page=_text(where, row, "page"),
        proof=_text(where, row, "proof"),
        files=tuple(files),
        written={_path(where, path): str(text) for path, text in row.get("written", {}).items()},
    )


def _digest_and_size(where: str, told: Any) -> tuple[str, int | None]:
    if not isinstance(told, dict) or not set(told) <= _FILE_KEYS:
        raise ModelFileRefused(f"{where} must be written as {{ sha256 = …, bytes = … }}.")
    return str(told.get("sha256", "")), told.get("bytes")


def _file(where: str, path: str, url: str, sha256: str, size: Any) -> ModelFile:
    digest = sha256.strip().lower()
    if not _DIGEST.fullmatch(digest):
        raise ModelFileRefused(f"{where}: a SHA-256 has 64 digits of 0-9 and a-f.")
    if size is not None and (not isinstance(size, int) or isinstance(size, bool) or size < 1):
        raise ModelFileRefused(f"{where}: bytes must be a number above 0.")
    try:
        address = httpx.URL(url)
    except httpx.InvalidURL:
        address = httpx.URL()
    if address.scheme not in ("http", "https") or not address.host:
        raise ModelFileRefused(f"{where}: the address must begin with https:// or http://.")
    return ModelFile(path=_path(where, path), url=url, sha256=digest, size=size)


def _path(where: str, path: str) -> str:
    parts = PurePosixPath(path).parts
    if not parts or not all(_NAME.fullmatch(part) for part in parts):
        detail = f"{where}: {path!r} is no path below the model's folder; name one with --as."
        raise ModelFileRefused(detail)
    return "/".join(parts)


def _checked_name(name: str) -> str:
    if not _NAME.fullmatch(name):
        detail = f"{name!r} is no name of a model: letters, digits, dots, dashes, underscores."
        raise ModelFileRefused(detail)
    return name


def _text(where: str, row: Mapping[str, Any], key: str) -> str:
    value = row.get(key)
    if not isinstance(value, str) or not value.strip():
        raise ModelFileRefused(f"{where}: {key} is missing.")
    return value
