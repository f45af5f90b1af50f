"""How help is shown: options and commands in groups, in 80 columns, the rare options only by ``--help-all``."""

from __future__ import annotations

import os
from typing import Any, Final

from typer.core import TyperCommand, TyperGroup

COLUMN: Final = 26
"""Most columns of the names of options and commands; what is longer has its text on the next line."""

RARE: Final = frozenset({
    *("--thinking", "--timeout", "--calibration", "--prm-url", "--prm-budget"),
    *("--translator-url", "--translator-samples", "--translator-budget", "--unknown", "--after-error", "--processes"),
    *("--shard", "--no-cache", "--set", "--bundle", "--bootstrap", "--by", "--bins", "--keep"),
    *("--context", "--structured", "--answer-tokens", "--concurrency", "--seconds", "--attempts", "--most-money"),
    *("--price-read", "--price-written", "--mode", "--requests", "--responses", "--dtype", "--step-tokens"),
    *("--max-tokens", "--together", "--explore", "--value", "--rollouts", "--enough", "--depth", "--rule", "--trace"),
    *("--dresses", "--kinds", "--subjects", "--levels", "--fusion", "--alone", "--lengths", "--step-heads"),
    *("--vote-weights", "--translation-weights", "--plant-meaning", "--bar", "--neutral", "--first", "--tokens"),
    *("--rank", "--decay", "--every", "--name", "--layers", "--heartbeats", "--kernel", "--holes", "--waiting"),
    *("--item-seconds", "--body", "--items", "--grace", "--install-completion", "--show-completion", "--fuse"),
    *("--threshold-from"),
})  # fmt: skip
"""The options that ``-h`` leaves out."""


class _Grouped:
    """Help in groups, without the rare options unless they are asked for."""

    def get_help_option(self, ctx: Any) -> Any:
        """Return the option that shows the help."""
        option = super().get_help_option(ctx)  # type: ignore[misc]  # of click's command
        option.callback = lambda ctx, _, asked: show_help(ctx) if asked and not ctx.resilient_parsing else None
        return option

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the groups of options, and of a group of commands its commands."""
        shown = [one for one in ctx.command.get_params(ctx) if ctx.meta.get("all") or not _is_rare(one)]
        for title, rows in _groups(shown, ctx).items():
            with formatter.section(title):
                formatter.write_dl(rows, col_max=COLUMN)
        if hasattr(self, "commands"):
            for title, rows in _commands(self, formatter.width).items():
                with formatter.section(title):
                    formatter.write_dl(rows, col_max=COLUMN)


def show_help(ctx: Any) -> None:
    """Print the help and end, with status 0 even if nobody reads it."""
    try:
        print(ctx.get_help(), flush=True)
    except BrokenPipeError:
        os._exit(0)
    ctx.exit()


def _is_rare(one: Any) -> bool:
    """Whether ``-h`` leaves a parameter out."""
    return one.param_type_name == "option" and not one.required and not RARE.isdisjoint(one.opts + one.secondary_opts)


def _groups(params: list[Any], ctx: Any) -> dict[str, list[tuple[str, str]]]:
    """Return the rows of the help by the title of their group."""
    found: dict[str, list[tuple[str, str]]] = {}
    for one in params:
        is_option = one.param_type_name == "option"
        title = getattr(one, "rich_help_panel", None) or ("Options" if is_option else "Arguments")
        row = one.get_help_record(ctx)
        if row is not None:
            found.setdefault(title, []).append(row)
    return found


def _commands(group: Any, width: int) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for name, one in group.commands.items():
        title = getattr(one, "rich_help_panel", None) or "Commands"
        found.setdefault(title, []).append((name, one.get_short_help_str(limit=width)))
    return found


class Command(_Grouped, TyperCommand):
    """A command whose help is in groups."""

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


class Group(_Grouped, TyperGroup):
    """A group of commands whose help is in groups."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of its commands, in the order in which the help shows them."""
        return list(self.commands)
