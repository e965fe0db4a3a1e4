"""A command group that imports a command's module only when the command is run.

The list of commands and a sentence about each stand in a table, so that ``--help`` imports none
of what the commands work with."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any

import typer
from typer.core import DEFAULT_MARKUP_MODE, TyperCommand, TyperGroup

_TAKES_MORE = {"allow_extra_args": True}
"""So that :class:`QuotedWords` says what is wrong with them."""

_HELP = "--help"


class DashedText(TyperCommand):
    """A command that takes a text with a dash at its beginning, such as a list that was pasted."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """A blank before the dash keeps the parser from reading it as the name of an option."""
        names = {name for each in self.params for name in (*each.opts, *each.secondary_opts)}
        if not ctx.ignore_unknown_options:
            if _HELP in takewhile(lambda each: each != "--", args):
                # Else an option that takes a value would take it: "--batch --help".
                args = [_HELP]
            _refuse_dashed_word(args, names)
        rest = super().parse_args(ctx, [f" {a}" if _is_dashed_text(a, names) else a for a in args])
        ctx.params = {name: _as_typed(value) for name, value in ctx.params.items()}
        ctx.args = [*map(_as_typed, ctx.args)]
        return rest


def _is_dashed_text(word: str, options: set[str]) -> bool:
    """Whether a word of the command line is no option, though it begins with a dash: it holds a
    blank or has no letter behind the dash ("-64M"), and no option has that name."""
    if not word.startswith("-") or word in {"-", "--"} or word.partition("=")[0] in options:
        return False
    named = word.lstrip("-")
    return any(each.isspace() for each in word) or not named[:1].isalpha()


def _refuse_dashed_word(args: list[str], options: set[str]) -> None:
    """Say of "-olaparib" what to do: it may be a text, or an option with a dash too few."""
    for before, word in pairwise(["", *takewhile(lambda each: each != "--", args)]):
        named = word.removeprefix("-")
        single = word.startswith("-") and named[:1].isalpha() and before not in options
        if single and word not in options and not any(each.isspace() for each in word):
            told = f'{word} is no option. A text goes in quotes, with a blank behind its dash: "- '
            raise typer.BadParameter(f'{told}{named}"')


def _as_typed(value: Any) -> Any:
    """The value without the blank that was put before its dash."""
    if isinstance(value, Path):
        return Path(_as_typed(str(value)))
    if isinstance(value, list | tuple):
        return type(value)(map(_as_typed, value))
    return value[1:] if isinstance(value, str) and value.startswith(" -") else value


class QuotedWords(DashedText):
    """A command that says, of more words than it takes, that those of one text go in quotes."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """What click leaves over is what somebody forgot to quote, or too much. Raises
        :class:`typer.BadParameter` that says so."""
        rest = super().parse_args(ctx, args)
        if not ctx.args:
            return rest
        arguments = [each for each in self.params if each.param_type_name == "argument"]
        values = [ctx.params.get(str(each.name)) for each in reversed(arguments)]
        last = [*takewhile(lambda value: isinstance(value, str), values)][::-1]
        together = " ".join(map(str, [*last, *ctx.args]))
        advice = f' Words that belong together go in quotes: "{together}"' if last else ""
        said = f"this is more than the command takes: {' '.join(ctx.args)}.{advice}"
        raise typer.BadParameter(said)


@dataclass(frozen=True, slots=True)
class LazyCommand:
    """Where a command stands, and what the list of commands says about it."""

    module: str
    help: str
    name: str = ""
    """The function in the module, or ``app`` for a group; empty: as the command is called."""

    def load(self, name: str) -> Any:
        """The command itself, as Typer builds it. ``name`` is how it is called."""
        with collector_paused():
            module = import_module(self.module)
        found: typer.Typer | Callable[..., None] = getattr(module, self.name or name)
        if not isinstance(found, typer.Typer):
            function, found = found, typer.Typer(add_completion=False)
            found.command(name, cls=QuotedWords, context_settings=_TAKES_MORE)(function)
        for each in found.registered_commands:
            each.cls = DashedText if each.cls in {None, TyperCommand} else each.cls
        command = typer.main.get_command(found)
        command.name = name
        return command


@contextmanager
def collector_paused() -> Iterator[None]:
    """What an import makes stays for good. Looking for garbage in it took 0.15 to 0.45 s
    of the 2.1 s that ``ask`` imports (measured), so it is set aside once instead."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def lazy_group(commands: Mapping[str, LazyCommand]) -> type[TyperGroup]:
    """A class of groups with these commands, for ``typer.Typer(cls=…)``."""

    class LazyGroup(TyperGroup):
        def __init__(self, **options: Any) -> None:
            super().__init__(**options)
            for name, command in commands.items():
                self.commands.setdefault(name, TyperCommand(name, help=command.help))

        def format_help(self, ctx: Any, formatter: Any) -> None:
            self.rich_markup_mode = DEFAULT_MARKUP_MODE
            super().format_help(ctx, formatter)

        def resolve_command(self, ctx: Any, args: list[str]) -> Any:
            name = args[0] if args else ""
            if name in commands:
                self.commands[name] = commands[name].load(name)
            return super().resolve_command(ctx, args)

    return LazyGroup
