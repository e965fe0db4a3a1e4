"""The prompts: versioned text files. A variable that is missing is an error, not an empty hole."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt's template and the digest of its text, which goes into every journal row."""

    name: str
    template: str
    sha: str

    def render(self, **variables: object) -> str:
        """Fill the template. Raises ``jinja2.UndefinedError`` when a variable is missing."""
        return _environment().from_string(self.template).render(**variables)


@cache
def load_prompt(name: str) -> Prompt:
    """The prompt of this name, e.g. ``react``."""
    template = files(__package__).joinpath(f"{name}.md").read_text(encoding="utf-8")
    return Prompt(name, template, hashlib.sha256(template.encode()).hexdigest()[:16])


@cache
def _environment() -> Environment:
    # The result is a prompt, not a page: escaping would change the sources' words.
    return Environment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)  # noqa: S701
