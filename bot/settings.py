"""Every setting, read once from the environment (and ``.env``). Nothing else reads it.

The names in the environment are those of the fields in capitals; those that are not a standard
name already carry the prefix ``CURBSIDE_``.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    AliasChoices,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
)
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

from retrieval.declaration.field_problems import field_problems

SHIPPED_CORPUS = Path(__file__).parent.parent / "corpus"


def _blank_means_unset(value: Any) -> Any:
    return None if isinstance(value, str) and not value.strip() else value


def _is_web_address(value: str | None) -> str | None:
    parts = urlsplit(value or "http://unset")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("must be http://host or https://host, with a port if it has one")
    return value


def _is_database_address(value: str | None) -> str | None:
    scheme = urlsplit(value or "postgresql:").scheme.partition("+")[0]
    if scheme not in ("postgres", "postgresql"):
        raise ValueError("must be postgresql://user:password@host:port/database")
    return value


Text = Annotated[str | None, BeforeValidator(_blank_means_unset)]
WebAddress = Annotated[Text, AfterValidator(_is_web_address)]
DatabaseAddress = Annotated[Text, AfterValidator(_is_database_address)]
Secret = Annotated[SecretStr | None, BeforeValidator(_blank_means_unset)]


class Settings(BaseSettings):
    """The settings of one process. Frozen."""

    model_config = SettingsConfigDict(
        env_prefix="CURBSIDE_",
        env_file=".env",
        extra="ignore",
        frozen=True,
        populate_by_name=True,
    )

    home: Path = Path(".curbside")
    """Data folder: PostgreSQL of our own, the embedded silo store, logs."""

    database_url: DatabaseAddress = Field(
        default=None, validation_alias=AliasChoices("DATABASE_URL")
    )
    """PostgreSQL; without it one of our own is started in the data folder."""

    slack_bot_token: Secret = Field(default=None, validation_alias=AliasChoices("SLACK_BOT_TOKEN"))
    """``xoxb-…``: OAuth & Permissions page of the Slack app."""

    slack_app_token: Secret = Field(default=None, validation_alias=AliasChoices("SLACK_APP_TOKEN"))
    """``xapp-…`` with ``connections:write``, for Socket Mode: Basic Information page."""

    slack_signing_secret: Secret = Field(
        default=None, validation_alias=AliasChoices("SLACK_SIGNING_SECRET")
    )
    """For events over HTTP: Basic Information page."""

    slack_api_url: str = Field(
        default="https://slack.com/api/", validation_alias=AliasChoices("SLACK_API_URL")
    )
    """Where Slack's Web API is; the local workspace sets its own."""

    host: str = Field(default="127.0.0.1", validation_alias=AliasChoices("HOST"))
    port: int = Field(default=3000, ge=0, le=65535, validation_alias=AliasChoices("PORT"))
    """Where ``curbside serve`` listens; ``curbside listen`` does so when ``public_url`` is set."""

    public_url: WebAddress = None
    """Where people's browsers reach the pages of ``curbside listen`` or ``curbside serve``:
    citations then link to the passage."""

    link_secret: Secret = None
    """Signs the links to passages. Without it one is made and kept in the data folder."""

    model: Text = None
    """``provider:model`` of a chat model; without it the extractive core answers."""

    model_url: Text = None
    """Another address for the model's provider, e.g. an OpenAI-compatible server of your own."""

    fallback_model: Text = None
    """``provider:model`` that answers when the first is down."""

    model_seconds: float = Field(default=60.0, gt=0)
    """Time limit of one model call, seconds."""

    max_steps: int = Field(default=8, ge=1, le=100)
    max_seconds: float = Field(default=300.0, gt=0)
    max_tokens: int = Field(default=200_000, ge=1000)

    display: Literal["steps", "plan", "quiet"] = "steps"
    """What a thread shows of a run: a reply per step, one progress message, or the answer only."""

    follow_ups: Literal["mention", "smart", "always"] = "smart"
    """Whether a reply in a thread needs a mention to count as a question."""

    weaviate_url: WebAddress = None
    """``http(s)://host:port`` of Weaviate; without it the embedded store serves the silos."""

    weaviate_grpc: Text = None
    """``host:port`` of its gRPC; without it the same host, port 50051 (443 in the cloud)."""

    weaviate_api_key: Secret = Field(
        default=None, validation_alias=AliasChoices("WEAVIATE_API_KEY", "CURBSIDE_WEAVIATE_API_KEY")
    )
    weaviate_replicas: int = Field(default=1, ge=1, le=15)
    """On how many nodes of the cluster each silo is kept; taken when a silo is made."""

    weaviate_compression: Literal["none", "rq8", "rq1", "sq", "bq"] = "none"
    """How Weaviate keeps vectors in memory; taken when a silo is made."""

    weaviate_seconds: float = Field(default=10.0, gt=0)
    """Time limit of one call to Weaviate."""

    embedder: str = "minilm"
    """``minilm``, ``cohere:MODEL``, ``fastembed:MODEL``, or ``provider:model`` of LangChain."""

    embedder_url: Text = None
    """Another address for the embedder's provider."""

    reranker: str = "none"
    """``none``, ``cohere:MODEL`` or ``fastembed:MODEL``."""

    reranker_url: Text = None
    """Another address for the re-ranker's provider."""

    cohere_api_key: Secret = Field(
        default=None, validation_alias=AliasChoices("COHERE_API_KEY", "CO_API_KEY")
    )
    models_folder: Text = None
    """Folder with a folder per fastembed model; without it fastembed looks in its cache."""

    synonyms: bool = False
    """Whether a search also looks for the other names of the genes and drugs it names."""

    summaries: Literal["none", "extractive", "model"] = "none"
    """Who writes what a document says for its silo's focus, when documents are ingested."""

    contact: Text = None
    """E-mail address told to public sources, as NCBI and others ask; never a person's own."""

    ncbi_api_key: Secret = Field(default=None, validation_alias=AliasChoices("NCBI_API_KEY"))
    openfda_api_key: Secret = Field(default=None, validation_alias=AliasChoices("OPENFDA_API_KEY"))

    source_addresses: dict[str, str] = Field(default_factory=dict)
    """Other addresses of public sources by name, as JSON; for mirrors and tests."""

    data: Path | None = None
    """Folder with public data sets, for evaluations only."""

    corpus: Path = SHIPPED_CORPUS
    """Folder with a folder of documents per silo."""

    silos: Annotated[Path | None, BeforeValidator(_blank_means_unset)] = None
    """A file that declares silos of your own beside the shipped ones: docs/silos.md."""

    workers: int = Field(default=8, ge=1, le=64)
    """How many runs one worker process answers at once."""

    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @property
    def silo_file(self) -> Path:
        """The embedded silo store."""
        return self.home / "silos.sqlite"

    def signing_key(self) -> bytes:
        """The key for links to passages: the same for every process of this data folder."""
        if self.link_secret is not None:
            return hashlib.sha256(self.link_secret.get_secret_value().encode()).digest()
        path = self.home / "link.key"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            new = path.with_name(f"link.key.{secrets.token_hex(4)}")
            new.touch(mode=0o600)
            new.write_bytes(secrets.token_bytes(32))
            try:
                path.hardlink_to(new)
            except FileExistsError:
                pass
            finally:
                new.unlink()
        return path.read_bytes()


class SettingsInvalid(Exception):
    """A setting is not valid."""


def read_settings(**overrides: Any) -> Settings:
    """The settings from the environment; explicit arguments win. Raises
    :class:`SettingsInvalid` with one sentence per wrong setting, never with its value."""
    try:
        return Settings(**{name: value for name, value in overrides.items() if value is not None})
    except SettingsError as error:
        # The values of settings that hold JSON are parsed before pydantic sees them.
        raise SettingsInvalid(f"{_unparsed_variable(error)}: must be JSON.") from None
    except ValidationError as error:
        sentences = [
            f"{_variable(each.key)}: {each.problem}."
            for each in field_problems(error, Settings.model_json_schema())
        ]
        raise SettingsInvalid("\n".join(sentences)) from None


def _unparsed_variable(error: SettingsError) -> str:
    named = re.search(r'field "(\w+)"', str(error))
    return _variable(named[1]) if named else "A setting"


def _variable(field: str) -> str:
    return field if field.isupper() else f"CURBSIDE_{field.upper()}"


def environment_with(**variables: str) -> dict[str, str]:
    """The environment for a process that we start: ours, with some variables set."""
    return {**os.environ, **variables}
