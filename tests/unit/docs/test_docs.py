"""What README and docs name exists: files, links, commands, modules and variables."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
import typer
from typer.main import get_command

from bot.cli.main import app

ROOT = Path(__file__).parents[3]
PAGES = sorted([ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/README.md")])
PACKAGES = ("bot", "agents", "retrieval", "names", "workspace", "evals")
FOLDERS = (*PACKAGES, "corpus", "migrations", "deploy", "docs", "tests")

_FENCED = re.compile(r"^ *```.*?^ *```", re.DOTALL | re.MULTILINE)
_SPAN = re.compile(r"`([^`]+)`")
_LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
_PATH = re.compile(rf"(?<![\w/.-])(?:{'|'.join(FOLDERS)})/[\w./-]*[\w/]")
_NAME_AND_FILE = re.compile(r"`(\w+)(?:\([^`]*\))?`\s+(of|in|\()\s*`([\w/.]+\.(?:py|toml))`")
"""``name`` of, in or before the (file) where it is defined."""
_COMMAND = re.compile(r"(?<![\w./-])(?:\.venv/bin/)?curbside((?: [a-z]+)+)")
_MAKE = re.compile(r"(?<![\w./-])make ([a-z][a-z-]*)")
_MODULE = re.compile(rf"python -m ((?:{'|'.join(PACKAGES)})[\w.]*)")
_PLACEHOLDER = re.compile(r"TASK|NAME")
_EXAMPLE_FOLDERS = frozenset({"my", "protocols"})
"""``curbside ingest`` takes a folder where a command might stand."""
_VARIABLE = re.compile(r"\bCURBSIDE_[A-Z_]*[A-Z]\b")


def code_of(page: Path) -> Iterator[str]:
    """Each line of a block of code, and each span of code, on one line."""
    text = page.read_text("utf-8")
    for block in _FENCED.findall(text):
        yield from block.splitlines()[1:-1]
    for span in _SPAN.findall(_FENCED.sub("", text)):
        yield " ".join(span.split())


def named(page: Path, pattern: re.Pattern[str]) -> set[str]:
    """Everything in the page's code that looks like this."""
    return {found for code in code_of(page) for found in pattern.findall(code)}


def page_name(page: Path) -> str:
    return str(page.relative_to(ROOT))


every_page = pytest.mark.parametrize("page", PAGES, ids=page_name)


@every_page
def test_every_file_that_is_named_exists(page: Path) -> None:
    paths = {path.rstrip("/.") for path in named(page, _PATH) if not _PLACEHOLDER.search(path)}
    assert [path for path in sorted(paths) if not _exists(path)] == []


@every_page
def test_what_is_named_with_its_file_stands_there(page: Path) -> None:
    text = _FENCED.sub("", page.read_text("utf-8"))
    assert [
        (name, file)
        for name, joint, file in _NAME_AND_FILE.findall(text)
        if file.startswith(FOLDERS)
        and not re.search(
            _stands(name, joint, file), (ROOT / file).read_text("utf-8"), re.MULTILINE
        )
    ] == []


def _stands(name: str, joint: str, file: str) -> str:
    """How a name stands in a file: "of" and "in" a module it is defined, and not only imported."""
    if joint == "(" or not file.endswith(".py"):
        return rf"\b{name}\b"
    stated = rf"^\s*(?:async def|def|class) {name}\b|[\"']{name}[\"']"
    return rf"{stated}|^\s*(?:\w+, )*{name}(?:, \w+)*\s*[:=]"


@every_page
def test_every_link_within_the_project_leads_somewhere(page: Path) -> None:
    links = {link for link in _LINK.findall(page.read_text("utf-8")) if "://" not in link}
    assert [link for link in sorted(links) if not (page.parent / link).exists()] == []


@every_page
def test_every_command_that_is_named_exists(page: Path) -> None:
    known = _commands()
    said = {tuple(words.split()) for words in named(page, _COMMAND)}
    assert [words for words in sorted(said) if not _is_command(words, known)] == []


@every_page
def test_every_target_of_make_that_is_named_exists(page: Path) -> None:
    phony = re.search(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert phony is not None
    assert named(page, _MAKE) - set(phony[1].split()) == set()


@every_page
def test_every_module_that_is_run_exists(page: Path) -> None:
    modules = {module.rstrip(".") for module in named(page, _MODULE)}
    assert [module for module in sorted(modules) if find_spec(module) is None] == []


@every_page
def test_every_variable_that_is_named_is_explained_in_the_example(page: Path) -> None:
    known = (ROOT / ".env.example").read_text() + (ROOT / "Makefile").read_text()
    assert [name for name in sorted(named(page, _VARIABLE)) if name not in known] == []


def test_every_variable_of_the_example_has_a_row_for_admins() -> None:
    example = (ROOT / ".env.example").read_text("utf-8")
    page = (ROOT / "docs" / "for-admins.md").read_text("utf-8")
    rows = "\n".join(line for line in page.splitlines() if line.startswith("|"))
    set_there = re.findall(r"^(?:# )?([A-Z][A-Z0-9_]+)=", example, re.MULTILINE)
    assert len(set_there) > 60, "the pattern finds them"
    assert [name for name in set_there if f"`{name}`" not in rows] == []


def test_every_extra_has_a_row_for_admins() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    section = (ROOT / "docs/for-admins.md").read_text().split("### Extras")[1].split("\n#")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    told = {name for row in rows for name in _SPAN.findall(row)}
    assert told == extras.keys() - {"dev"}
    assert "`analyses`" in (ROOT / "README.md").read_text()


def test_prose_of_every_page_wraps() -> None:
    long = [
        f"{page_name(page)}:{number}"
        for page in PAGES
        for number, line in enumerate(_FENCED.sub("", page.read_text("utf-8")).splitlines(), 1)
        if len(line) > 100 and not line.startswith(("|", "![", "    "))
    ]
    assert long == []


def test_the_patterns_find_what_they_should() -> None:
    assert _PATH.findall("see bot/settings.py, `docs/decisions/`") == [
        "bot/settings.py",
        "docs/decisions/",
    ]
    assert _COMMAND.findall(".venv/bin/curbside ingest check F") == [" ingest check"]
    known = _commands()
    assert _is_command(("ingest", "pubmed"), known)
    assert _is_command(("ask", "anything"), known)
    assert not _is_command(("askk",), known)


def _exists(path: str) -> bool:
    found = ROOT / path
    return found.exists() or found.with_suffix(".py").exists()


def _commands() -> dict[str, set[str]]:
    """By command, its commands; those of other packages have none."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    outside = project["entry-points"]["curbside.commands"]
    top = get_command(app)
    assert isinstance(top, typer.core.TyperGroup)
    below = {
        name: set(command.commands) if isinstance(command, typer.core.TyperGroup) else set()
        for name, command in top.commands.items()
    }
    return {**{name: set() for name in outside}, **below}


def _is_command(words: tuple[str, ...], known: dict[str, set[str]]) -> bool:
    """Whether the first word is a command, and the second one of its commands if it has any."""
    first, *rest = words
    if first not in known:
        return False
    return not rest or not known[first] or rest[0] in known[first] | _EXAMPLE_FOLDERS
