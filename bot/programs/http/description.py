"""What the API is: in OpenAPI for programs, and as a page for people."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined


@cache
def description() -> dict[str, Any]:
    """The API in OpenAPI 3.1."""
    text = Path(__file__).with_name("openapi.json").read_text("utf-8")
    value: dict[str, Any] = json.loads(text)
    return value


@cache
def description_page() -> str:
    """The same as HTML, without scripts and with nothing from outside."""
    environment = Environment(
        loader=PackageLoader("bot.programs.http"), autoescape=True, undefined=StrictUndefined
    )
    return environment.get_template("api.html").render(api=description())
