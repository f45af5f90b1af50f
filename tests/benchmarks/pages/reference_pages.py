"""The generated pages of the reference: ``python tests/benchmarks/pages/reference_pages.py`` writes the stale ones.

Each function returns one page as Markdown, made from the code. A test fails when a page is stale.
"""

from __future__ import annotations

import importlib
import inspect
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import typer
from guard_page import guard_parts
from package_imports import closure, lines, outside, summary
from record_schema import schema

import verifier
import verifier.claims
from verifier.cli.main import whole
from verifier.cli.parsing.profiles import keys, settings_of, unprofiled
from verifier.commands.options.labelling import LabelOptions
from verifier.commands.options.shared import PrmOptions, Setting
from verifier.commands.options.translate import LiveOptions
from verifier.commands.pages.reasons import lines as reason_lines
from verifier.estimators.asked.served import READS
from verifier.estimators.choose import KINDS
from verifier.estimators.published.conventions import LAYS
from verifier.evaluation.marked import table
from verifier.intake.formats.registry import READERS
from verifier.judging.judgements.judgement import FOUND, FormalFinding
from verifier.judging.reader_level import shipped
from verifier.kernel.verdict import REGISTRY
from verifier.labelling.outputs.writers import WRITERS
from verifier.language.linting.findings import MEANING, Code, severity
from verifier.language.schema import BESIDES
from verifier.language.schema import schema as formal_schema
from verifier.mathtext.guards.evidence import STRANGE, Kind
from verifier.outputs import write_text
from verifier.proofs.rules import RULES

HERE = Path(verifier.__file__).parent / "docs" / "reference"
MADE = "This page is generated from the code: `python tests/benchmarks/pages/reference_pages.py` writes it."


PROFILES = """A profile is a table of settings for a model. `--prm NAME` and `--translator NAME` name the table
`[tool.verifier.models.NAME]` of the nearest `pyproject.toml`. `--prm FILE.toml` and `--translator FILE.toml` name a
TOML file that contains the profile. `model` is what you would write after `--prm` or `--translator` without a
profile. An option on the command line takes precedence. A profile never contains the API key: set `OPENAI_API_KEY`.

```text
[tool.verifier.models.eight-votes]
model = "critic:openai:MODEL"
url = "http://localhost:8000/v1"
votes = 8
budget = 2000000
```"""


RECORD_KINDS = (
    ('`"schema": 3`, no `kind`', "a judged chain, with its translations where it has some", "takes it"),
    ('`"kind": "pick", "schema": 1`', "a pick, with each attempt (`pick(...).to_json()` in Python)", "takes it"),
    (
        "another `schema`",
        "a record of another version",
        'refuses it with exit status 1: *expected a record: an object with "schema": 3, found "schema": 2; judge the '
        "chain again*",
    ),
)
"""The kinds of records: what a line of each has, what it is, and what ``recheck`` does with it."""


def _page(title: str, *parts: str) -> str:
    return "\n\n".join((f"# {title}", MADE, *(part.strip("\n") for part in parts))) + "\n"


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    return "\n".join(table([head, *(tuple(cell.replace("|", "\\|") for cell in row) for row in rows)]))


def cli() -> str:
    """Return the page of every command with its arguments and options."""
    return _page("Commands", *(_command(path, command) for path, command in commands(typer.main.get_command(whole()))))


def profiles() -> str:
    """Return the page of profiles: what a table of settings may hold, and what ``--set`` sets."""
    kinds = (("prm", PrmOptions), ("translator", LiveOptions))
    parts = [PROFILES]
    for option, kind in kinds:
        known, settings = keys(kind, option), settings_of(kind)
        hints = get_type_hints(kind, include_extras=True)
        rows = [
            (f"`{key}`", _meaning(hints[name], settings.get(name)), _plain(kind.__dataclass_fields__[name].default))
            for key, name in sorted(known.items())
        ]
        parts += [f"## `--{option}`", _table(("key", "meaning", "default"), rows)]
    rows = [(f"`{name.replace('_', '-')}`", one.help) for name, one in unprofiled(LabelOptions).items()]
    parts += ["## `label --set NAME=VALUE`", _table(("name", "meaning"), rows)]
    return _page("Profiles and settings", *parts)


def _meaning(hint: Any, setting: Setting | None) -> str:
    if setting is not None:
        return setting.help
    return next(one.help for one in hint.__metadata__ if getattr(one, "help", None))


def commands(command: Any, path: tuple[str, ...] = ("verifier",)) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every command below ``command`` that does something, with the words that call it."""
    parts = getattr(command, "commands", None)
    if parts is None:
        yield path, command
        return
    for name in sorted(parts):
        yield from commands(parts[name], (*path, name))


def _command(path: tuple[str, ...], command: Any) -> str:
    hints = get_type_hints(inspect.unwrap(command.callback))
    rows = [_parameter(one, hints.get(one.name)) for one in command.params if one.name not in ("help", "help_all")]
    shown = [line.strip() for line in (command.epilog or "").splitlines() if line.startswith("  ")]
    parts = [f"## `{' '.join(path)}`", " ".join((command.help or "").split())]
    parts += [_table(("argument or option", "values", "default", "meaning"), rows)] if rows else []
    parts += ["\n".join(("```", *shown, "```"))] if shown else []
    return "\n\n".join(parts)


def _parameter(one: Any, hint: Any) -> tuple[str, ...]:
    option = one.param_type_name == "option"
    name = ", ".join(f"`{word}`" for word in (*one.opts, *one.secondary_opts)) if option else f"`{one.name.upper()}`"
    default = "required" if one.required else _plain(one.default)
    return name, _kind(hint), default, " ".join((getattr(one, "help", "") or "").split())


def _kind(hint: Any) -> str:
    """What a parameter takes, in words, from its annotation."""
    if isinstance(hint, type):
        if issubclass(hint, Enum):
            return ", ".join(f"`{member.value}`" for member in hint)
        return {bool: "flag", str: "text", int: "whole number", float: "number", Path: "path"}.get(hint, hint.__name__)
    inner = [_kind(part) for part in get_args(hint) if part is not type(None)]
    return inner[0] + (", several" if get_origin(hint) in (list, tuple) else "") if inner else ""


def _plain(value: Any) -> str:
    if value is None or value is False or value == () or value == [] or callable(value):
        return ""
    if isinstance(value, (list, tuple)):
        return " ".join(_plain(part) for part in value)
    return f"`{getattr(value, 'value', value)}`"


def reasons() -> str:
    """Return the page of reasons and exit statuses."""
    return _page("Reasons and exit statuses", "\n".join(reason_lines()))


def formats() -> str:
    """Return the page of the formats of data sets."""
    both: Mapping[str, Any] = {**READERS, **WRITERS}
    rows = [
        (f"`{name}`", "yes" if name in READERS else "", "yes" if name in WRITERS else "", one.expects)
        for name, one in sorted(both.items())
    ]
    written = [
        (f"`{name}`", ", ".join(f"`{column}`: {kind}" for column, kind in one.columns) or "as the rows have it")
        for name, one in sorted(WRITERS.items())
    ]
    return _page(
        "Formats of data sets",
        "What every command that takes chains reads (see [what can be read](../guides/input.md)), told in this order: "
        f"{', '.join(READERS)}; and what `verifier label` and its neighbours write.",
        _table(("format", "read", "written (`--to`)", "a row is"), rows),
        "## Columns that are written",
        _table(("format", "columns"), written),
    )


def prm_kinds() -> str:
    """Return the page of the kinds of process reward models."""
    rows = [(f"`{kind}:MODEL`", "yes" if kind in READS else "no", _layout(kind)) for kind in KINDS]
    return _page(
        "Kinds of process reward models",
        "`--prm` takes `none`, `default`, or a kind with a folder or a name on the hub; a critic takes "
        "`openai:MODEL` or `hf:PATH`. Kinds that may be behind a server take `vllm:URL#MODEL` and `sglang:URL#MODEL`.",
        _table(("kind", "behind a server", "what the model is given"), rows),
    )


def _layout(kind: str) -> str:
    if kind not in LAYS:
        return "see [the guide on estimates](../guides/prm.md)"
    return " ".join((inspect.getdoc(LAYS[kind]) or "").split()).removeprefix("Return ")


def findings() -> str:
    """Return the page of the kinds of findings."""
    rows = [(f"`{kind.value}`", STRANGE[kind]) for kind in Kind]
    return _page(
        "Findings",
        "A finding is something strange in a step, told with its place. It is evidence and settles nothing.",
        _table(("kind", "what is strange"), rows),
        "## Where translations are judged",
        "In a step that is judged by its [translations](../guides/check-formal.md); in records under `finding`. "
        "Nothing is settled of such a step.",
        _table(("finding", "what is strange"), [(f"`{one.value}`", FOUND[one]) for one in FormalFinding]),
    )


def guards() -> str:
    """Return the page of the guards of the exact reading."""
    return _page("Guards", *guard_parts(_table))


def reader_level() -> str:
    """Return the page of the exact reader's measured level."""
    level = shipped()
    head, *rows = level.rows()
    return _page(
        "The level of the exact reader",
        "How often the exact reading accuses right steps (settles them incorrect) and approves wrong ones (settles "
        "them correct), by kind of text: upper bounds for a thousand steps of the kind, one-sided, at 95% (Clopper and "
        "Pearson, 1934), rounded up. Each step counts once, though steps of one chain are not independent.",
        f"Measured {level.measured} of the reader `{level.reader}`, on {level.about}.",
        _table(tuple(head), rows),
        f"Records in which the exact reading settles a step name it under `versions`: `exact_level` is `{level.name}`, "
        "the date and the beginning of its digest. `verifier explain` prints it.",
    )


def rules() -> str:
    """Return the page of the rules of the gate for Lean proofs."""
    rows = [(f"`{id}`", meaning) for id, meaning in RULES.items()]
    return _page("Rules of the gate for Lean proofs", _table(("rule", "what it says"), rows))


def api() -> str:
    """Return the page of the public names."""
    return _page("Python API", *(_name(name) for name in verifier.__all__ if not name.startswith("_")))


def _name(name: str) -> str:
    thing = getattr(verifier, name)
    parts = [f"## `verifier.{name}`"]
    if callable(thing):
        parts.append(f"```text\n{name}{_signature(thing)}\n```")
    parts += _fenced(inspect.getdoc(thing) or "")
    if inspect.isclass(thing):
        parts += [_member(member, value) for member, value in vars(thing).items() if _documented(member, value)]
    return "\n\n".join(parts)


def _fenced(doc: str) -> list[str]:
    """The paragraphs of a docstring, its examples in fences."""
    return [f"```text\n{one}\n```" if one.startswith(">>>") else one for one in doc.split("\n\n")]


class _Plain(str):
    """Text that is shown without quotes: annotations, and defaults that have no literal."""

    def __repr__(self) -> str:
        return str(self)


def _signature(thing: Any) -> str:
    """How a callable is called; a default that is a function is shown by its name, for its address changes."""
    try:
        found = inspect.signature(thing)
    except ValueError:
        return "(...)"
    parameters = [_shown(one) for one in found.parameters.values()]
    back = found.return_annotation
    shown = found.replace(parameters=parameters, return_annotation=_Plain(back) if isinstance(back, str) else back)
    return str(shown).replace("verifier.", "")


def _shown(one: inspect.Parameter) -> inspect.Parameter:
    named = _Plain(one.default.__name__) if inspect.isfunction(one.default) else one.default
    hint = _Plain(one.annotation) if isinstance(one.annotation, str) else one.annotation
    return one.replace(default=named, annotation=hint)


def _documented(member: str, value: Any) -> bool:
    public = not member.startswith("_") or member == "__call__"
    held = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
    return public and inspect.isfunction(held) and bool(inspect.getdoc(held))


def _member(member: str, value: Any) -> str:
    held = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
    shown = f"`.{member}`" if isinstance(value, property) else f"`.{member}{_signature(held)}`"
    return f"- {shown}: {' '.join((inspect.getdoc(held) or '').split())}"


INFRASTRUCTURE = {
    "verifier.checkers.lean.toolchain.": "finds, installs, patches and starts Lean, and compiles our modules",
    "verifier.checkers.lean.process.": "puts statements and texts to a running Lean, and reads its answers and axioms",
    "verifier.processes": "starts, feeds, limits and ends children",
}
"""What finds, starts and asks a Lean or a Python, by how the names of its modules begin: it makes no statement, and is
trusted to pass on what these programs say."""


def trusted() -> str:
    """Return the page of the files that a verdict rests on: the import closures of the registered checkers."""
    homes = {checker: home for checker, (home, _) in REGISTRY.items()}
    parts: dict[str, list[str]] = {"formulas": [], "runs": [], "lean": [], "infrastructure": []}
    seen: set[str] = set()
    for part in ("formulas", "runs", "lean"):
        for name in closure(home for home in homes.values() if _part(home) == part):
            if name not in seen:
                seen.add(name)
                parts["infrastructure" if name.startswith(tuple(INFRASTRUCTURE)) else part].append(name)
    patches = [name for name in parts["infrastructure"] if "patch" in summary(name).lower()]
    built = sorted(f"verifier.claims.{one.stem}" for one in Path(str(verifier.claims.__file__)).parent.glob("[!_]*.py"))
    return _page(
        "Trusted files",
        "What an exact verdict rests on is what the registered checkers import, directly or in turn: "
        "these files, Python, and the packages named.",
        _table(("checker", "module", "files", "lines"), [_closure_row(one, home) for one, home in homes.items()]),
        *_group("Formulas: the kernel, and the checkers that replay proofs", parts["formulas"]),
        *_group("Claims from formal chains", built),
        "What builds claims from chains is as trusted as a checker: it decides what is asked.",
        *_group("Runs of programs, besides", parts["runs"]),
        *_group("Lean, besides: the statement, and the check of a proof", parts["lean"]),
        "Lean's kernel and its compiled form are trusted too.",
        *_group("Infrastructure", sorted(parts["infrastructure"])),
        "These files make no statement. They start Lean and Python, and are trusted to pass on what these say:",
        _table(("modules", "what they do"), [(f"`{name.rstrip('.')}`", does) for name, does in INFRASTRUCTURE.items()]),
        ", ".join(f"`{name}`" for name in patches)
        + " patch the embedded Lean's runtime before it starts. They change `lean.js` and `lean.wasm`, "
        "not Lean's library or the statements; a native Lean needs none of them.",
    )


def _part(home: str) -> str:
    """Return the part of the page that lists a checker's module."""
    folder = home.removeprefix("verifier.checkers.").partition(".")[0]
    return folder if folder in ("lean", "runs") else "formulas"


def _group(title: str, names: list[str]) -> tuple[str, str]:
    """A part of the page: its heading with its size, and its files."""
    return f"## {title}: {len(names)} files, {sum(map(lines, names)):,} lines", _files(names)


def _closure_row(checker: str, home: str) -> tuple[str, ...]:
    found = closure([home])
    packages = sorted({one for name in found for one in outside(name)} - set(sys.stdlib_module_names))
    named = f"`{home}`" + (f", with {', '.join(packages)}" if packages else "")
    return f"`{checker}`", named, str(len(found)), f"{sum(map(lines, found)):,}"


def _files(names: list[str]) -> str:
    return _table(("file", "lines", "what it is"), [(f"`{name}`", str(lines(name)), summary(name)) for name in names])


def records() -> str:
    """Return the page of the fields of a record."""
    parts = schema()["$defs"]
    return _page(
        "Records",
        "A record is one judged chain as one line of JSON. Proofs travel in it; "
        "`verifier recheck` makes every verdict and judgement again from what the record holds, and `--read-again` "
        "from the text. [The schema](record.schema.json) is JSON Schema (2020-12). "
        "Places are code points, from 0; input that is no chain has a line with `schema`, `id` and `error`.",
        "Each kind of record counts its own schema, and files may hold records of all kinds, one a line:",
        _table(("a line has", "it is", "`recheck`"), RECORD_KINDS),
        "A record of a chain that was judged by translations too has `trust` and `translations`, and more fields in "
        "each step; its judgements are what the text and the translations come to together.",
        "## A record of a chain",
        _fields(parts["record"]),
        "## A step",
        _fields(parts["step"]),
        "## A claim",
        _fields(parts["claim"]),
        "## A finding",
        _fields(parts["finding"]),
        "## How the text was read",
        "`reading` holds the chain as the rules read its text, in the [formal language](formal-chains.md), without the "
        "texts that stand in the record already. Each statement that was read is a claim: `s2.c0` is statement 0 of "
        "step 2. A statement of the role `unsaid` that only says why the step is not approved has no claim.",
        _fields(parts["text_reading"]),
        "## A translation",
        "They travel in the record whole.",
        _fields(parts["translation"]),
        "### What is decided of a statement",
        _fields(parts["decision"]),
    )


def _fields(described: dict[str, Any]) -> str:
    rows = [(f"`{name}`", part.get("description", "")) for name, part in described["properties"].items()]
    return _table(("field", "meaning"), rows)


def formal_chains() -> str:
    """Return the page of the fields of a formal chain, and of what the linter finds in one."""
    whole = formal_schema()
    parts = whole["$defs"]
    rows = [(f"`{code.value}`", severity(code).value, MEANING[code]) for code in Code]
    return _page(
        "Formal chains",
        "A formal chain is one JSON object: a line of a file of JSON Lines, or a `.json` file laid out by hand. "
        "[The schema](formal.schema.json) is JSON Schema (2020-12). Steps are counted from 0, places in texts are "
        "code points from 0. The reader asks for besides: " + "; ".join(BESIDES) + ". "
        "Of files older than `formal` it also takes facts without a `kind`.",
        _fields(whole),
        "## A variable",
        _fields(parts["variable"]),
        "## A fact",
        _fields(parts["fact"]),
        "## A step",
        "A list of statements, or an object:",
        _fields(parts["step"]["anyOf"][1]),
        "## A statement",
        _fields(parts["statement"]),
        "## Who translated",
        _fields(parts["author"]),
        "## Findings of the linter",
        "A finding tells what is strange in a translation. An error makes a statement or an answer useless; "
        "a warning is worth a look. Neither says whether a step holds.",
        _table(("code", "severity", "meaning"), rows),
    )


def formal_chain_schema() -> str:
    """Return the JSON Schema of a formal chain."""
    return json.dumps(formal_schema(), indent=1, ensure_ascii=False) + "\n"


def record_schema() -> str:
    """Return the JSON Schema of a record."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


PAGES: Mapping[str, Callable[[], str]] = {
    "api.md": api,
    "cli.md": cli,
    "profiles.md": profiles,
    "findings.md": findings,
    "formal-chains.md": formal_chains,
    "formal.schema.json": formal_chain_schema,
    "formats.md": formats,
    "guards.md": guards,
    "prm-kinds.md": prm_kinds,
    "reader-level.md": reader_level,
    "reasons.md": reasons,
    "record.schema.json": record_schema,
    "records.md": records,
    "rules.md": rules,
    "trusted.md": trusted,
}
"""Every generated page by its file."""


def stale(folder: Path = HERE) -> list[str]:
    """Return the generated pages in ``folder`` that the code would write otherwise today."""
    return [
        name for name, make in PAGES.items() if not (folder / name).is_file() or (folder / name).read_text() != make()
    ]


def write(folder: Path = HERE) -> list[str]:
    """Write the pages that are stale, and return their names. Raises: OSError."""
    importlib.invalidate_caches()
    found = stale(folder)
    for name in found:
        write_text(folder / name, PAGES[name]())
    return found


if __name__ == "__main__":
    print("\n".join(f"wrote {name}" for name in write()) or "every page is fresh")
