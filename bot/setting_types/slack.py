"""The settings of the Slack app."""

from __future__ import annotations

from pydantic import AliasChoices, Field
from pydantic_settings import BaseSettings

from bot.setting_types.types import NeededWebAddress, Secret, Text, TokenKeys


class SlackSettings(BaseSettings):
    """How the app shows Slack who it is: with the token of one workspace, or with what Slack gives
    to each workspace that installs it."""

    slack_bot_token: Secret = Field(default=None, validation_alias=AliasChoices("SLACK_BOT_TOKEN"))
    """``xoxb-…``: OAuth & Permissions page of the Slack app. For one workspace."""

    slack_app_token: Secret = Field(default=None, validation_alias=AliasChoices("SLACK_APP_TOKEN"))
    """``xapp-…`` with ``connections:write``, for Socket Mode: Basic Information page."""

    slack_signing_secret: Secret = Field(
        default=None, validation_alias=AliasChoices("SLACK_SIGNING_SECRET")
    )
    """For events over HTTP: Basic Information page."""

    slack_client_id: Text = Field(default=None, validation_alias=AliasChoices("SLACK_CLIENT_ID"))
    """In place of the bot token: all workspaces that install the app are served."""

    slack_client_secret: Secret = Field(
        default=None, validation_alias=AliasChoices("SLACK_CLIENT_SECRET")
    )
    """Beside the client id on the Basic Information page."""

    token_keys: TokenKeys = None
    """Keys, separated by commas, with which the tokens of workspaces are encrypted in the
    database: the first encrypts, all of them read."""

    slack_api_url: NeededWebAddress = Field(
        default="https://slack.com/api/", validation_alias=AliasChoices("SLACK_API_URL")
    )
    """Where Slack's Web API is; the local workspace sets its own."""
