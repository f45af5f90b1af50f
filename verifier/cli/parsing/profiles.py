"""Profiles of models: tables of settings, which ``--prm NAME`` and ``--translator NAME`` name.

A profile is the table ``[tool.verifier.models.NAME]`` of the nearest ``pyproject.toml``, or a TOML file of its own. It
sets what is not given on the command line. ``model`` is what the option would name without it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import typer

from verifier.cli.parsing.defaults import SECTION, section_above
from verifier.commands.options.shared import Setting

MODELS = "models"
"""The table of ``[tool.verifier]`` that holds the profiles."""


RESERVED = frozenset({"none", "default", "exact"})
"""Models that no profile replaces."""


def settings_of(kind: type) -> dict[str, Setting]:
    """Return the fields of a class of options that have no option of their own, by name."""
    found = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        if setting := next((one for one in getattr(hint, "__metadata__", ()) if isinstance(one, Setting)), None):
            found[name] = setting
    return found


def profiled(kind: type, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of options with those of the profiles that they name. Raises: BadParameter."""
    found = dict(values)
    if not keys(kind, "prm") and isinstance(named := found.get("prm"), str) and _profile("prm", named) is not None:
        raise typer.BadParameter(f"--prm {named}: this command takes no profile; name the model itself")
    for option in dict.fromkeys(filter(None, (vars(one).get("PROFILE") for one in kind.__mro__))):
        named = found.get(option)
        if isinstance(named, str) and (profile := _profile(option, named)) is not None:
            place, table = profile
            if "model" not in table:
                raise typer.BadParameter(f'{place}: expected the key model, as in model = "openai:MODEL"')
            found[option] = _text(table["model"], f"{place}: model")
            for key, value in table.items():
                if key != "model":
                    name = _field(kind, option, key, place)
                    if found.get(name, default := _default(kind, name)) == default:
                        found[name] = converted(kind, name, value, f"{place}: {key}")
    return found


def set_by_hand(kind: type, given: tuple[str, ...]) -> dict[str, Any]:
    """Return the settings that ``--set NAME=VALUE`` gives. Raises: BadParameter."""
    names = {name.replace("_", "-"): name for name in unprofiled(kind)}
    found = {}
    for one in given:
        key, equals, text = one.partition("=")
        if not equals or key not in names:
            raise typer.BadParameter(f"--set {one!r}: expected NAME=VALUE, with NAME one of {', '.join(names)}")
        found[names[key]] = converted(kind, names[key], text, f"--set {key}")
    return found


def unprofiled(kind: type) -> dict[str, Setting]:
    """Return the settings of a class of options that no profile sets."""
    by_profile = {name for one in kind.__mro__ if "PROFILE" in vars(one) for name in vars(one)["__annotations__"]}
    return {name: one for name, one in settings_of(kind).items() if name not in by_profile}


def keys(kind: type, option: str) -> dict[str, str]:
    """Return the keys of a profile and the fields that they set."""
    declaring = [one for one in kind.__mro__ if vars(one).get("PROFILE") == option]
    names = [name for one in declaring for name in vars(one)["__annotations__"] if name.islower() and name != option]
    return {name.removeprefix(f"{option}_").replace("_", "-"): name for name in names}


def _field(kind: type, option: str, key: str, place: str) -> str:
    known = keys(kind, option)
    if key not in known:
        raise typer.BadParameter(f"{place}: expected a key among model, {', '.join(known)}, found {key!r}")
    return known[key]


def _profile(option: str, name: str) -> tuple[str, dict[str, Any]] | None:
    """Return a profile and where it is, None of a name that is of a model itself. Raises: BadParameter."""
    if name.endswith(".toml"):
        try:
            return name, tomllib.loads(Path(name).read_text("utf-8"))
        except OSError as error:
            raise typer.BadParameter(f"--{option} {name}: cannot be read ({error.strerror})") from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise typer.BadParameter(f"--{option} {name}: expected TOML ({error})") from error
    if name in RESERVED or ":" in name:
        return None
    place, section = section_above(Path.cwd())
    tables = section.get(MODELS, {})
    if not isinstance(tables, dict) or name not in tables:
        return None
    if not isinstance(tables[name], dict):
        raise typer.BadParameter(f"{place} {SECTION}: expected {MODELS}.{name} as a table")
    return f"{place} [tool.verifier.{MODELS}.{name}]", tables[name]


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise typer.BadParameter(f"{where}: expected the model as text, as the option names it, found {value!r:.40}")
    return value


def _default(kind: type, name: str) -> Any:
    found = next(one.default for one in fields(kind) if one.name == name)
    return None if found is MISSING else found


def converted(kind: type, name: str, value: Any, where: str) -> Any:
    """Return a value, or the text of one, as the field has it. Raises: BadParameter."""
    hint = get_type_hints(kind)[name]
    if get_origin(hint) is tuple:
        return tuple(Path(one) for one in (value if isinstance(value, list) else [value]))
    [wanted] = [one for one in get_args(hint) if one is not type(None)] if get_origin(hint) is UnionType else [hint]
    setting = settings_of(kind).get(name, Setting(""))
    try:
        found = _as(wanted, value)
        if found is not None and isinstance(found, int | float) and not _within(found, setting):
            raise ValueError
        return found
    except (KeyError, ValueError, TypeError):
        raise typer.BadParameter(f"{where}: expected {_expected(wanted, setting)}, found {value!r:.40}") from None


def _as(wanted: Any, value: Any) -> Any:
    if get_origin(wanted) is Literal:
        return {one: one for one in get_args(wanted)}[value]
    if wanted is bool:
        return {"true": True, "false": False}[str(value).lower()]
    if isinstance(value, bool) or (wanted in (str, Path) and not isinstance(value, str)):
        raise ValueError
    return wanted(value)


def _within(value: float, setting: Setting) -> bool:
    return (setting.low is None or value >= setting.low) and (setting.high is None or value <= setting.high)


def _expected(wanted: Any, setting: Setting) -> str:
    if get_origin(wanted) is Literal:
        return f"one of {', '.join(get_args(wanted))}"
    said = {bool: "true or false", int: "an integer", float: "a number", str: "text", Path: "a path"}[wanted]
    low, high = (None if one is None else f"{one:g}" for one in (setting.low, setting.high))
    return said + (f" from {low}" if low else "") + (f" to {high}" if high else "")
