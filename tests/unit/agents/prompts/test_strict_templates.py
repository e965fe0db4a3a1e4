"""Every prompt is a text file with a strict template, and names itself by its words."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import Environment, UndefinedError, meta

from agents import prompts
from agents.prompts import Prompt, every_prompt, load_prompt

FOLDER = Path(prompts.__file__).parent
NAMES = sorted(str(each.relative_to(FOLDER).with_suffix("")) for each in FOLDER.rglob("*.md"))


class Anything(str):
    """A text of which every field is a text again, and which is a pair of such texts."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Anything:
        return Anything("x")

    def __iter__(self) -> Iterator[str]:
        yield from (Anything("x"), Anything("x"))


def asked_for(template: str) -> set[str]:
    """The variables that a template needs."""
    environment = Environment(autoescape=True)
    environment.filters["attribute"] = str
    return meta.find_undeclared_variables(environment.parse(template))


@pytest.mark.parametrize("name", NAMES)
def test_a_variable_that_is_missing_is_an_error(name: str) -> None:
    prompt = load_prompt(name)
    wanted = asked_for(prompt.template)
    whole = dict.fromkeys(wanted, Anything("x"))
    assert prompt.render(**whole).strip()
    for each in wanted:
        with pytest.raises(UndefinedError):
            prompt.render(**{name: value for name, value in whole.items() if name != each})


def test_a_prompt_is_named_by_its_words() -> None:
    assert len(NAMES) == len(every_prompt())
    shas = {load_prompt(name).sha for name in NAMES}
    assert len(shas) == len(NAMES)
    react = load_prompt("react")
    assert react.sha == hashlib.sha256(react.template.encode()).hexdigest()[:16]


def test_a_field_that_is_missing_in_an_attribute_is_one_too() -> None:
    made = Prompt("made", '<document title="{{ document.title | attribute }}">', "")
    assert made.render(document={"title": "A"}) == '<document title="A">'
    with pytest.raises(UndefinedError):
        made.render(document={})
