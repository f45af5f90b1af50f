"""What tests share is in ``support``: no test module imports from another one, and none changes the import path."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


def faults(source: str) -> Iterator[str]:
    """Yield the imports from test modules and the changes of the import path in a source."""
    for node in ast.walk(ast.parse(source)):
        named = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
        if isinstance(node, ast.ImportFrom):
            named.append(node.module or "")
        yield from (name for name in named if name.rpartition(".")[2].startswith("test_"))
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("sys.path."):
            yield ast.unparse(node)


def test_no_test_imports_from_a_test_or_changes_the_import_path() -> None:
    scripts = {*(TESTS / "benchmarks").glob("*.py")} - {*TESTS.rglob("test_*.py")}  # run by path, they need their own
    files = [file for file in TESTS.rglob("*.py") if file not in scripts]
    assert len(files) > 200
    assert [(file.name, one) for file in files for one in faults(file.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    "source",
    ["import test_x", "from rooms.test_x import y", "from rooms import test_x", "import sys\nsys.path.insert(0, 'x')"],
)
def test_import_from_a_test_or_change_of_the_path_is_noticed(source: str) -> None:
    assert list(faults(source))
