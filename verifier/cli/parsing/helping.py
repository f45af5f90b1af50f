"""How help is shown: options and commands in panels (rich), what brackets hold as it is, errors as plain lines."""

from __future__ import annotations

import os
import sys
from copy import copy
from typing import Any

from typer.core import TyperCommand, TyperGroup


def _shown(one: Any) -> Any:
    """A command, a group or a parameter whose texts mean what they say in rich's markup."""
    from verifier.report.terminal_text import unmarked

    made = copy(one)
    for name in ("help", "short_help", "epilog"):
        if text := getattr(one, name, None):
            setattr(made, name, unmarked(text))
    if params := getattr(one, "params", None):
        made.params = [_shown(param) for param in params]
    if commands := getattr(one, "commands", None):
        made.commands = {name: _shown(command) for name, command in commands.items()}
    return made


def _print_help(one: Any, context: Any) -> None:
    from typer import rich_utils

    try:
        rich_utils.rich_format_help(obj=_shown(one), ctx=context, markup_mode="rich")
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # rich asks for 1, which says that something is wrong
        os._exit(0)


class Command(TyperCommand):
    """A command whose help is in panels."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help."""
        _print_help(self, ctx)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return what is left of ``args``. Raises: what is wrong with them, and where that stands."""
        from verifier.cli.parsing.defaults import blamed

        with blamed(ctx):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command, after it is said which defaults it takes from a file."""
        from verifier.cli.parsing.defaults import tell

        tell(ctx)
        return super().invoke(ctx)


class Group(TyperGroup):
    """A group of commands whose help is in panels."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help."""
        _print_help(self, ctx)

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of its commands, in the order in which the help shows them."""
        return list(self.commands)
