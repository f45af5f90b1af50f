"""Every module, name and file that code names in a string exists."""

from __future__ import annotations

import ast
import importlib
import importlib.util
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import verifier

ROOT = Path(verifier.__file__).parent


def _string_paths() -> Iterator[tuple[str, str]]:
    """Yield every string of the package's code that has the form of one of its module paths, with its place."""
    for path in sorted(ROOT.rglob("*.py")):
        if "_lean_project" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _is_path(node.value):
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node.value


def _is_path(text: str) -> bool:
    parts = text.split(".")
    return len(parts) > 1 and parts[0] == "verifier" and all(part.isidentifier() for part in parts)


def test_every_module_path_that_stands_as_a_string_imports() -> None:
    found = list(_string_paths())
    assert {"verifier.checkers.points", "verifier.pipeline.judge"} <= {text for _, text in found}
    assert [(place, text) for place, text in found if importlib.util.find_spec(text) is None] == []


def test_every_name_that_is_loaded_by_its_module_path_is_there() -> None:
    """The registry of checkers, and the modules that check records of other kinds."""
    from verifier.kernel.verdict import REGISTRY
    from verifier.records.recheck import FORMAL_WHOLE, HERE, PICK, REPAIR, WHOLE

    homes = [*REGISTRY.values(), *((home, "recheck_one") for home in (HERE, WHOLE, FORMAL_WHOLE, REPAIR, PICK))]
    assert len(homes) > 5
    assert [home for home in homes if not hasattr(importlib.import_module(home[0]), home[1])] == []


def test_every_room_that_a_kept_judgement_depends_on_is_there() -> None:
    from verifier.labelling.run_spec import JUDGES

    assert JUDGES and [room for room in JUDGES if not (ROOT / room / "__init__.py").exists()] == []


def _resources() -> Iterator[tuple[str, str]]:
    """Yield the package and the name of every ``files(PACKAGE).joinpath(NAME)`` that is written out."""
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(
                    ast.Attribute(ast.Call(ast.Name("files"), [ast.Constant(str() as package)]), "joinpath"),
                    [ast.Constant(str() as name)],
                ):
                    yield package, name


def test_every_resource_is_there() -> None:
    found = list(_resources())
    assert len(found) >= 4
    assert [pair for pair in found if not files(pair[0]).joinpath(pair[1]).is_file()] == []
