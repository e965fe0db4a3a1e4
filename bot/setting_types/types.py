"""The types of settings, each with the check of what is set."""

from __future__ import annotations

import base64
import binascii
import os
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr

from retrieval.records.service_names import SERVICES

REASONING_PARTS = ("decomposition", "reflection", "exemplars")


def blank_means_unset(value: Any) -> Any:
    """An empty variable is as good as none."""
    return None if isinstance(value, str) and not value.strip() else value


def _is_web_address(value: str | None) -> str | None:
    parts = urlsplit(value or "http://unset")
    is_one_word = value is None or value.split() == [value.strip()]
    if parts.scheme not in ("http", "https") or not parts.hostname or not is_one_word:
        raise ValueError("must be http://host or https://host, with a port if it has one")
    return value


def _are_web_addresses(value: str | None) -> str | None:
    for each in parts_of(value):
        _is_web_address(each)
    return value


def parts_of(value: str | None) -> tuple[str, ...]:
    """The parts of a value with commas."""
    return tuple(each.strip() for each in (value or "").split(",") if each.strip())


def origin_of(address: str) -> tuple[str, str, int | None]:
    """Scheme, host and port: what tells one server from another."""
    parts = urlsplit(address)
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    return parts.scheme, parts.hostname or "", parts.port or usual


def _are_record_services(value: str | None) -> str | None:
    if any(each not in (*SERVICES, "*") for each in parts_of(value)):
        raise ValueError(f"must be * or of {', '.join(SERVICES)}, separated by commas")
    return value


def _are_reasoning_parts(value: str | None) -> str | None:
    if any(each not in REASONING_PARTS for each in parts_of(value)):
        raise ValueError(f"must be of {', '.join(REASONING_PARTS)}, separated by commas")
    return value


def _is_database_address(value: str | None) -> str | None:
    if value is None:
        return None
    try:
        parts = urlsplit(value)
        is_sound = parts.scheme.partition("+")[0] in ("postgres", "postgresql")
        is_sound = is_sound and parts.port != 0
    except ValueError:
        is_sound = False
    if not is_sound:
        raise ValueError("must be postgresql://user:password@host:port/database")
    return value


def _is_one_line(value: SecretStr | None) -> SecretStr | None:
    """Spaces and line ends around a secret come with copying; within it they are a mistake."""
    if value is None:
        return None
    secret = value.get_secret_value().strip()
    if not secret.isprintable():
        raise ValueError("must be one line without signs that cannot be shown: copy it again")
    return SecretStr(secret)


def _are_token_keys(value: SecretStr | None) -> SecretStr | None:
    for key in parts_of(value.get_secret_value()) if value else ():
        try:
            length = len(base64.urlsafe_b64decode(key))
        except (binascii.Error, ValueError):
            length = 0
        if length != 32:
            raise ValueError("must be keys as `curbside teams new-key` makes them, with commas")
    return value


def file_that_declares_silos(value: Path | None) -> Path | None:
    """The same, if there is such a file."""
    if value is not None and not value.is_file():
        why = f"{value} is no file" if value.exists() else f"there is no {value}"
        raise ValueError(f"must name a file that declares silos, as docs/silos.md says: {why}")
    return value


LONGEST_FOLDER = 800
"""Bytes of the path of the data folder: PostgreSQL takes paths of 1,023 for files within."""


def _or_the_usual_folder(value: Any) -> Any:
    return value if str(value).strip() else Path(".curbside")


def _is_data_folder(value: Path) -> Path:
    if not str(value).isprintable():
        raise ValueError("must be the path of a folder without line ends and signs like them")
    if len(os.fsencode(value.absolute())) > LONGEST_FOLDER:
        raise ValueError(f"must be the path of a folder, of at most {LONGEST_FOLDER} characters")
    return value


Text = Annotated[str | None, BeforeValidator(blank_means_unset)]
WebAddress = Annotated[Text, AfterValidator(_is_web_address)]
NeededWebAddress = Annotated[str, AfterValidator(_is_web_address)]
DataFolder = Annotated[Path, BeforeValidator(_or_the_usual_folder), AfterValidator(_is_data_folder)]
WebAddresses = Annotated[Text, AfterValidator(_are_web_addresses)]
RecordServices = Annotated[Text, AfterValidator(_are_record_services)]
ReasoningParts = Annotated[Text, AfterValidator(_are_reasoning_parts)]
DatabaseAddress = Annotated[Text, AfterValidator(_is_database_address)]
Count = Annotated[Annotated[int, Field(ge=1)] | None, BeforeValidator(blank_means_unset)]
Days = Annotated[Annotated[int, Field(ge=1, le=36_500)] | None, BeforeValidator(blank_means_unset)]
DaysOfEvents = Annotated[
    Annotated[int, Field(ge=2, le=36_500)] | None, BeforeValidator(blank_means_unset)
]
Secret = Annotated[
    SecretStr | None, BeforeValidator(blank_means_unset), AfterValidator(_is_one_line)
]
TokenKeys = Annotated[Secret, AfterValidator(_are_token_keys)]
