"""Commands from dataclasses of options: the fields are the signature, so that each option is declared once."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import MISSING, Field, fields
from enum import Enum, StrEnum
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import typer
from typer.models import OptionInfo

from verifier.cli.parsing.helping import show_help
from verifier.cli.parsing.profiles import profiled, set_by_hand, settings_of, unprofiled
from verifier.commands.options.shared import Setting

Options = TypeVar("Options")


def taking(kind: type[Options]) -> Callable[[Callable[[Options], int]], Callable[..., None]]:
    """Return what turns a function of ``kind``, which returns the exit status, into a command with an option for each
    field: those of the class itself before those of the groups that it inherits.

    Fields are ``Annotated`` with ``typer.Option`` or ``typer.Argument``. A ``Literal`` is a choice; a tuple may be
    given any number of times. ``PANEL`` of the class that declares a field heads its group in the help, where the
    option names no other.
    """
    hints = get_type_hints(kind, include_extras=True)
    without = settings_of(kind)
    own = inspect.get_annotations(kind)
    options = (one for one in fields(kind) if one.name not in without)  # type: ignore[arg-type]  # a dataclass
    ordered = sorted(options, key=lambda field: field.name not in own)
    panels = {field.name: _panel(kind, field.name) for field in ordered}
    parameters = [_parameter(field, hints[field.name], panels[field.name]) for field in ordered]
    several = {field.name for field in ordered if _several(hints[field.name])}
    if by_hand := unprofiled(kind):
        parameters.append(_set_option(by_hand))
    parameters.append(_HELP_ALL)

    def made(run: Callable[[Options], int]) -> Callable[..., None]:
        def command(**given: Any) -> None:
            given.pop("help_all")
            settings = set_by_hand(kind, tuple(given.pop("set_", None) or ()))
            values = {name: tuple(map(_plain, given[name] or ())) for name in several}
            plain = {name: _plain(value) for name, value in given.items()} | values | settings
            raise typer.Exit(run(kind(**profiled(kind, plain))))

        command.__name__, command.__doc__ = run.__name__, run.__doc__
        command.__annotations__ = {one.name: one.annotation for one in parameters}
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # as functools has it
        return command

    return made


def _help_all(ctx: typer.Context, asked: bool) -> None:
    if asked:
        ctx.meta["all"] = True
        show_help(ctx)


_HELP_ALL = inspect.Parameter(
    "help_all",
    inspect.Parameter.KEYWORD_ONLY,
    default=False,
    annotation=Annotated[
        bool, typer.Option("--help-all", is_eager=True, callback=_help_all, help="Show all options and exit.")
    ],
)


def _set_option(settings: Mapping[str, Setting]) -> inspect.Parameter:
    """The option ``--set``, for settings that have no option of their own."""
    names = ", ".join(name.replace("_", "-") for name in settings)
    option = typer.Option("--set", metavar="NAME=VALUE", help=f"Set {names}; repeatable.")
    return inspect.Parameter(
        "set_", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[list[str] | None, option]
    )


def _panel(kind: type, name: str) -> str | None:
    """The heading of the class that declares a field, None where it has none."""
    declaring = next(one for one in kind.__mro__ if name in inspect.get_annotations(one))
    return vars(declaring).get("PANEL")


def _parameter(field: Field[Any], hint: Any, panel: str | None) -> inspect.Parameter:
    """The parameter of a function that is the same option to typer, which knows lists and enumerations."""
    kind, *metadata = get_args(hint)
    metadata = [_in_panel(one, panel) for one in metadata]
    required, default = field.default is MISSING, field.default
    if _several(hint):
        many = types.GenericAlias(list, (_choice(get_args(kind)[0], field.name),))
        kind, default = (many if required else many | None), None
    else:
        kind = _choice(kind, field.name)
    return inspect.Parameter(
        field.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if required else default,
        annotation=Annotated[(kind, *metadata)],
    )


def _in_panel(option: Any, panel: str | None) -> Any:
    """An option with a heading, where it has none."""
    if panel is None or not isinstance(option, OptionInfo) or option.rich_help_panel is not None:
        return option
    made = copy(option)
    made.rich_help_panel = panel
    return made


def _choice(kind: Any, name: str) -> Any:
    """The enumeration of a literal's values, or of those of an optional literal; any other type as it is."""
    if get_origin(kind) is Literal:
        return StrEnum(name.capitalize(), [(value, value) for value in get_args(kind)])
    if type(None) in (parts := get_args(kind)) and get_origin(parts[0]) is Literal:
        return _choice(parts[0], name) | None
    return kind


def _several(hint: Any) -> bool:
    """Whether a field holds any number of values."""
    return get_origin(get_args(hint)[0]) is tuple


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value
