"""The prompts: versioned text files. A variable that is missing is an error, not an empty hole."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template

from agents.prompts.fencing import fence_value, in_attribute


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt's template and the digest of its text, which goes into every journal row."""

    name: str
    template: str
    sha: str

    def render(self, **variables: object) -> str:
        """Fill the template. Raises ``jinja2.UndefinedError`` when a variable is missing."""
        return _compile_template(self.template).render(**variables)


@cache
def load_prompt(*names: str) -> Prompt:
    """The prompt of this name, e.g. ``react``; of several names, their texts one after the
    other."""
    folder = files(__package__)
    texts = [folder.joinpath(f"{name}.md").read_text(encoding="utf-8") for name in names]
    template = "\n".join(texts)
    return Prompt("+".join(names), template, hashlib.sha256(template.encode()).hexdigest()[:16])


def every_prompt() -> tuple[str, ...]:
    """The texts of all templates, those in folders included."""
    found, folders = [], [files(__package__)]
    while folders:
        for each in folders.pop().iterdir():
            if each.is_dir():
                folders.append(each)
            elif each.name.endswith(".md"):
                found.append(each.read_text(encoding="utf-8"))
    return tuple(found)


@cache
def _compile_template(template: str) -> Template:
    """Once a process: it takes as long as thirty fillings, and a call of a model fills several
    (measured)."""
    return _environment().from_string(template)


@cache
def _environment() -> Environment:
    # The result is a prompt, not a page: escaping would change the sources' words. What a value
    # says is fenced, whoever filled the template.
    environment = Environment(  # noqa: S701
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=fence_value
    )
    environment.filters["attribute"] = in_attribute
    return environment
