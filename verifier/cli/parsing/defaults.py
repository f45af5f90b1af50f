"""Defaults of options from the section ``[tool.verifier]`` of a ``pyproject.toml``, found from the working directory
upwards.

What runs a program, reaches a network, writes a file, or raises trust is said on the command line alone: a file that
lies about speaks for nobody.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import typer

FILE, SECTION = "pyproject.toml", "[tool.verifier]"
MAY = frozenset({
    *("lean", "timeout", "certify", "heartbeats", "prm", "device", "dtype", "processes", "jobs", "concurrency"),
    *("cache", "format", "fail-on", "only", "quiet", "summary", "typeset", "recheck", "max-errors", "limit", "seed"),
    *("bootstrap", "labels", "unknown", "after-error", "neutral", "clean", "min-score", "method", "rate", "threshold"),
    *("bins", "by", "temperature"),
})  # fmt: skip
"""The options whose defaults a file may give."""

_HELD = "verifier defaults"


@dataclass(frozen=True, slots=True)
class Defaults:
    """What a file says. ``values``: as click's default map has them; ``path`` None where no file says anything."""

    path: Path | None = None
    values: Mapping[str, Any] = field(default_factory=dict)


def take(ctx: typer.Context) -> None:
    """Let the commands of a context take the defaults of the file. Raises: BadParameter, where it says what cannot
    be."""
    found = _found(Path.cwd(), ctx.command)
    ctx.default_map = dict(found.values)
    ctx.meta[_HELD] = found


def tell(ctx: Any) -> None:
    """Say on standard error which options of a command have their value from the file."""
    if used := [one for one in ctx.command.params if _given(ctx, one.name)]:
        from verifier.report.exit_codes import complain

        values = ", ".join(f"{_name(one)} = {_plain(ctx.params[one.name])}" for one in used)
        complain(f"{ctx.meta[_HELD].path} {SECTION} gives {values}")


@contextmanager
def blamed(ctx: Any) -> Iterator[None]:
    """Let what is wrong with an option's value name the file, where the value is from there."""
    try:
        yield
    except typer.BadParameter as error:
        name = getattr(getattr(error, "param", None), "name", None)
        if name is not None and _given(ctx, name):
            error.message = f"{error.message} (from {ctx.meta[_HELD].path} {SECTION})"
        raise


def _given(ctx: Any, name: str) -> bool:
    source = ctx.get_parameter_source(name)
    return _HELD in ctx.meta and source is not None and source.name == "DEFAULT_MAP"


def _found(folder: Path, whole: Any) -> Defaults:
    place, section = section_above(folder)
    if place is None:
        return Defaults()
    options = {key: value for key, value in section.items() if key != "models"}  # the profiles of models
    return Defaults(place, _values(options, whole, f"{place} {SECTION}"))


def section_above(folder: Path) -> tuple[Path | None, Mapping[str, Any]]:
    """Return the nearest file with a section, from a folder upwards, and the section. Raises: BadParameter."""
    for place in (folder / FILE, *(parent / FILE for parent in folder.parents)):
        if (section := _section(place)) is not None:
            return place, section
    return None, {}


def _section(place: Path) -> dict[str, Any] | None:
    """The section of a file, None where it has none. Raises: BadParameter."""
    try:
        text = place.read_text("utf-8", errors="replace")
    except OSError:
        return None
    if "tool.verifier" not in text:
        return None
    try:
        found = tomllib.loads(text).get("tool", {}).get("verifier")
    except tomllib.TOMLDecodeError as error:
        raise typer.BadParameter(f"{place}: expected TOML ({error})") from error
    return found if isinstance(found, dict) else None


def _options(command: Any) -> dict[str, list[Any]]:
    """The options of a command, or of all below a group, by name."""
    found: dict[str, list[Any]] = {}
    for part in (command, *map(_options, getattr(command, "commands", {}).values())):
        for name, some in part.items() if isinstance(part, dict) else ((_name(one), [one]) for one in part.params):
            found.setdefault(name, []).extend(some)
    return found


def _values(section: Mapping[str, Any], group: Any, where: str) -> dict[str, Any]:
    """The defaults of the commands of a group: a table by the name of a command, all else for all that take it."""
    shared = {key: value for key, value in section.items() if not isinstance(value, dict)}
    tables = {key: value for key, value in section.items() if isinstance(value, dict)}
    for key in tables:
        if key not in group.commands:
            raise typer.BadParameter(f"{where}: no command is called {key!r}{_near(key, group.commands)}")
    _refuse(shared, _options(group), where)
    made = {}
    for name, part in group.commands.items():
        options, own = _options(part), tables.get(name, {})
        given = {key: value for key, value in shared.items() if any(_fits(value, one) for one in options.get(key, ()))}
        if hasattr(part, "commands"):
            made[name] = _values({**given, **own}, part, f"{where} {name}")
        else:
            _refuse(own, options, f"{where} {name}")
            made[name] = {
                options[key][0].name: _typed(value, options[key][0]) for key, value in {**given, **own}.items()
            }
    return made


def _refuse(given: Mapping[str, Any], options: Mapping[str, list[Any]], where: str) -> None:
    """Raises: BadParameter on what is no option, none whose default a file may give, or of no option's kind."""
    may = options.keys() & MAY
    for key, value in given.items():
        if key not in options:
            raise typer.BadParameter(f"{where}: no option is called {key!r}{_near(key, may)}")
        if key not in MAY:
            named = ", ".join(sorted(may))
            raise typer.BadParameter(f"{where}: --{key} is said on the command line alone; a file may give {named}")
        if not any(_fits(value, one) for one in options[key]):
            kind = "true or false" if options[key][0].is_flag else "one string or number"
            raise typer.BadParameter(f"{where}: expected {key} as {kind}, got {value!r:.40}")


def _near(key: str, names: Collection[str]) -> str:
    near = get_close_matches(key, sorted(names), 1, 0.5)
    return f"; did you mean {near[0]!r}?" if near else f"; expected one of {', '.join(sorted(names))}"


def _fits(value: Any, one: Any) -> bool:
    """Whether a value may be that of an option, as far as TOML tells."""
    if getattr(one, "is_flag", False) or isinstance(value, bool):
        return isinstance(value, bool) and getattr(one, "is_flag", False)
    return one.multiple or not isinstance(value, (list, dict))


def _typed(value: Any, one: Any) -> Any:
    """A value as the command line would have it."""
    if one.multiple:
        return [str(each) for each in (value if isinstance(value, list) else [value])]
    return value if isinstance(value, bool) else str(value)


def _name(one: Any) -> str:
    """The long name of an option, without dashes."""
    return str(max(one.opts, key=len)).lstrip("-")


def _plain(value: Any) -> str:
    held = value if isinstance(value, (list, tuple)) else [value]
    return " ".join(str(getattr(one, "value", one)) for one in held)
