"""Every setting, read once from the environment (and ``.env``). Nothing else reads it.

The names in the environment are those of the fields in capitals; those that are not a standard
name already carry the prefix ``CURBSIDE_``.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    AliasChoices,
    BeforeValidator,
    Field,
    ValidationError,
)
from pydantic_settings import SettingsConfigDict, SettingsError

from bot.setting_types.of_code import CodeSettings
from bot.setting_types.of_mornings import MorningSettings
from bot.setting_types.problems import problem_with_file, words_of
from bot.setting_types.slack import SlackSettings
from bot.setting_types.types import (
    Count,
    DatabaseAddress,
    DataFolder,
    Days,
    DaysOfEvents,
    ReasoningParts,
    RecordServices,
    Secret,
    Text,
    WebAddress,
    WebAddresses,
    blank_means_unset,
    file_that_declares_silos,
    origin_of,
    parts_of,
)
from bot.setting_types.unknown import unknown_names
from retrieval.providers.hosting import is_hosted
from retrieval.records.service_names import SERVICES

SHIPPED_CORPUS = Path(__file__).parent.parent / "corpus"
ENVIRONMENT_FILE = ".env"


class Settings(SlackSettings, CodeSettings, MorningSettings):
    """The settings of one process. Frozen."""

    model_config = SettingsConfigDict(
        env_prefix="CURBSIDE_",
        env_file=ENVIRONMENT_FILE,
        env_file_encoding="utf-8-sig",
        extra="ignore",
        frozen=True,
        populate_by_name=True,
    )

    home: DataFolder = Path(".curbside")
    """Data folder: PostgreSQL of our own, the embedded silo store, logs."""

    database_url: DatabaseAddress = Field(
        default=None, validation_alias=AliasChoices("DATABASE_URL")
    )
    """PostgreSQL; without it one of our own is started in the data folder."""

    host: str = Field(default="127.0.0.1", validation_alias=AliasChoices("HOST"))
    port: int = Field(default=3000, ge=0, le=65535, validation_alias=AliasChoices("PORT"))
    """Where ``curbside serve`` listens; ``curbside listen`` does so when ``public_url`` is set."""

    api_port: int = Field(default=3100, ge=0, le=65535)
    """Where ``curbside api`` listens, on the same host."""

    mcp_port: int = Field(default=3200, ge=0, le=65535)
    """Where ``curbside mcp --http`` listens, on the same host."""

    public_url: WebAddress = None
    """Where people's browsers reach the pages of ``curbside listen`` or ``curbside serve``:
    citations then link to the passage."""

    link_secret: Secret = None
    """Signs the links to passages. Without it one is made and kept in the data folder."""

    head_key: Secret = None
    """Signs the heads of journals of runs that ended, so that rows written anew are found."""

    link_days: Days = 180
    """Days after a run's last row in which its passages open; empty: always."""

    login_header: Text = None
    """Header in which a login proxy before the pages names who has logged in; without it links to
    passages open for whoever has them."""

    model: Text = None
    """``provider:model`` of a chat model; without it the extractive core answers."""

    model_url: Text = None
    """Another address for the model's provider, e.g. an OpenAI-compatible server of your own."""

    fallback_model: Text = None
    """``provider:model`` that answers when the first is down."""

    check_model: Text = None
    """``provider:model`` that holds each verified sentence against its quotes once more. It can
    only take the mark of a sentence away."""

    planner_model: Text = None
    """``provider:model`` that has the first thought of a run; without it ``model``."""

    executor_model: Text = None
    """``provider:model`` that thinks on and reads documents; without it ``model``."""

    concluder_model: Text = None
    """``provider:model`` that writes the answer, in a call of its own; without it whoever has
    nothing more to search."""

    model_without: ReasoningParts = None
    """What the instructions of a model leave out, for an evaluation: ``decomposition``,
    ``reflection``, ``exemplars``, separated by commas."""

    model_seconds: float = Field(default=60.0, gt=0)
    """Time limit of one model call, seconds."""

    model_max_tokens: Annotated[int | None, BeforeValidator(blank_means_unset)] = Field(
        default=None, ge=1
    )
    """Tokens that one call may write; without it the provider's own limit."""

    model_temperature: Annotated[float | None, BeforeValidator(blank_means_unset)] = Field(
        default=None, ge=0, le=2
    )
    """Without it the provider's own; many reasoning models take none."""

    model_effort: Text = None
    """How long a reasoning model thinks: its provider's word, such as ``low`` or ``high``."""

    model_calls: int = Field(default=8, ge=1, le=256)
    """Calls that one process makes to a model at the same time. Chosen by hand: the documents of
    one step come side by side, and small accounts allow few tokens a minute."""

    max_steps: int = Field(default=8, ge=1, le=100)
    """Thoughts that one run may have. Chosen by hand, to bound a run."""

    max_seconds: float = Field(default=300.0, gt=0)
    """Time that one run may think and search, seconds. Chosen by hand."""

    max_tokens: int = Field(default=200_000, ge=1000)
    """Input and output tokens of all model calls of one run. Chosen by hand, to bound the cost."""

    display: Literal["steps", "plan", "quiet"] = "steps"
    """What a thread shows of a run: a reply per step, one progress message, or the answer only."""

    follow_ups: Literal["mention", "smart", "always"] = "smart"
    """Whether a reply in a thread needs a mention to count as a question."""

    questions_a_day: Count = None
    """Questions that may be asked in one channel in 24 hours; without it as many as people like."""

    questions_a_day_each: Count = None
    """The same of each person in a channel."""

    tokens_a_day: Count = None
    """Input and output tokens of all model calls for the questions of one channel in 24 hours,
    after which no more are asked there; without it as many as they take."""

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

    trusted_addresses: WebAddresses = None
    """Addresses of chat models, embedders and re-rankers of the hospital's own, separated by
    commas: they may see who a patient is. All others get placeholders."""

    sealed_channels: Text = None
    """Slack channel ids separated by commas, or ``*`` for all: no model, embedder or re-ranker of
    others is asked for them, not even with placeholders."""

    removing_channels: Text = None
    """Slack channel ids separated by commas, or ``*`` for all: a sentence that is not verified is
    removed there, elsewhere it is marked."""

    embedder: str = "minilm"
    """``minilm``, ``local:FOLDER``, ``cohere:MODEL``, ``fastembed:MODEL``, or ``provider:model`` of
    LangChain."""

    embedder_url: Text = None
    """Another address for the embedder's provider."""

    reranker: str = "none"
    """``none``, ``local:FOLDER``, ``cohere:MODEL`` or ``fastembed:MODEL``."""

    reranker_url: Text = None
    """Another address for the re-ranker's provider."""

    cohere_api_key: Secret = Field(
        default=None, validation_alias=AliasChoices("COHERE_API_KEY", "CO_API_KEY")
    )
    models_folder: Text = None
    """Folder with a folder per model of ``local`` and ``fastembed``; without it fastembed looks in
    its cache."""

    fusion_weights: Annotated[Path | None, BeforeValidator(blank_means_unset)] = None
    """A file with weights of the learned fusion by embedder: docs/ranking.md."""

    synonyms: bool = False
    """Whether a search also looks for the other names of the genes and drugs it names."""

    summaries: Literal["none", "extractive", "model"] = "none"
    """Who writes what a document says for its silo's focus, when documents are ingested."""

    contact: Text = None
    """E-mail address told to public sources, as NCBI and others ask; never a person's own."""

    ncbi_api_key: Secret = Field(default=None, validation_alias=AliasChoices("NCBI_API_KEY"))
    openfda_api_key: Secret = Field(default=None, validation_alias=AliasChoices("OPENFDA_API_KEY"))

    records: RecordServices = None
    """Services that are asked for records, separated by commas, or ``*``; without it none is."""

    record_hours: float = Field(default=24.0, ge=0)
    """How long an answer of such a service may be given again without asking."""

    source_addresses: dict[str, str] = Field(default_factory=dict)
    """Other addresses of public sources by name, as JSON; for mirrors and tests."""

    data: Path | None = None
    """Folder with public data sets, for evaluations only."""

    corpus: Path = SHIPPED_CORPUS
    """Folder with a folder of documents per silo."""

    silos: Annotated[
        Path | None, BeforeValidator(blank_means_unset), AfterValidator(file_that_declares_silos)
    ] = None
    """A file that declares silos of your own beside the shipped ones: docs/silos.md."""

    keep_journals_days: Days = None
    """Days after which the words of a run go: question, steps, answer. Without it they are kept."""

    keep_files_days: Days = None
    """Days after which the texts of attached files go."""

    keep_turns_days: Days = None
    """Days after which a follow-up no longer knows an earlier question and its answer."""

    keep_messages_days: Days = 30
    """Days after which our copies of messages that Slack has are emptied."""

    keep_events_days: DaysOfEvents = 90
    """Days after which what is known of an event goes: ids, time, decision. Slack may deliver
    one again for some hours."""

    keep_traces_days: Days = None
    """Days after which what is left of a run without words goes, too: its rows and their hashes."""

    workers: int = Field(default=8, ge=1, le=64)
    """How many runs one worker process answers at once."""

    worker_niceness: int = Field(default=10, ge=0, le=19)
    """How far workers stand back from other processes that want the processor (``nice``)."""

    unanswered_seconds: float = Field(default=900.0, gt=0)
    """A question without an ending for so long makes ``/healthz`` and ``curbside doctor`` fail."""

    unsent_seconds: float = Field(default=180.0, gt=0)
    """The same of a message that Slack has not got."""

    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @property
    def record_services(self) -> tuple[str, ...]:
        """The services of records that may be asked."""
        return tuple(each for each in SERVICES if {each, "*"} & {*parts_of(self.records)})

    @property
    def reasoning_left_out(self) -> frozenset[str]:
        """The parts of a model's instructions that are left out."""
        return frozenset(parts_of(self.model_without))

    def trusts(self, address: str | None) -> bool:
        """Whether what answers at this address is the hospital's own."""
        trusted = {origin_of(each) for each in parts_of(self.trusted_addresses)}
        return bool(address) and origin_of(address or "") in trusted

    @property
    def asks_others(self) -> bool:
        """Whether a model, an embedder or a re-ranker is set that others run."""
        hosted = (
            (self.embedder, self.embedder_url),
            (self.reranker, self.reranker_url),
        )
        asks_model = self.model is not None and not self.trusts(self.model_url)
        return asks_model or any(is_hosted(name) and not self.trusts(at) for name, at in hosted)

    def is_sealed(self, channel: str) -> bool:
        """Whether nothing of a channel may go to models of others."""
        return not {channel, "*"}.isdisjoint(parts_of(self.sealed_channels))

    def removes_failed(self, channel: str) -> bool:
        """Whether sentences that are not verified are removed in a channel."""
        return not {channel, "*"}.isdisjoint(parts_of(self.removing_channels))

    @property
    def silo_file(self) -> Path:
        """The embedded silo store."""
        return self.home / "silos.sqlite"


class SettingsInvalid(Exception):
    """A setting is not valid."""


def read_settings(**overrides: Any) -> Settings:
    """The settings from the environment; explicit arguments win. Raises
    :class:`SettingsInvalid` with one sentence per wrong setting, never with its value."""
    if problem := problem_with_file(Path(ENVIRONMENT_FILE)):
        raise SettingsInvalid(problem)
    try:
        return Settings(**{name: value for name, value in overrides.items() if value is not None})
    except (SettingsError, ValidationError) as error:
        raise SettingsInvalid(words_of(error, Settings.model_json_schema())) from None


def environment_with(**variables: str) -> dict[str, str]:
    """The environment for a process that we start: ours, with some variables set."""
    return {**os.environ, **variables}


def unknown_variables() -> dict[str, str]:
    """Variables that are named as ours and are none, each with the one that may be meant."""
    return unknown_names(os.environ, ".env", Settings.model_fields)
