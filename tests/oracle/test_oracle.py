"""Records move on purpose only, and every module path that is kept as a string is one that imports."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from oracle import SHARED, Judged, changed, differences, identity, judged, kept, main, sources, stable

import verifier
from verifier.chain import Chain
from verifier.judging.judge import verify
from verifier.judging.records.record import record

OWN = ("golden", "forgery", "examples")
ROOT = Path(verifier.__file__).parent


def test_no_record_of_golden_forgery_and_examples_has_changed_but_on_purpose() -> None:
    """``python tests/oracle/oracle.py --update`` is the purpose; ``--against`` shows what changed."""
    moved = [(name, row.line[:300]) for name, rows in judged(sources(OWN)) for row in changed(name, rows)]
    assert moved == []


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"{SHARED} is not there")
def test_no_record_of_a_sample_of_the_shared_chains_has_changed_but_on_purpose() -> None:
    """A few of each file; ``python tests/oracle/oracle.py`` judges them all."""
    own = {name for name, _ in sources(OWN)}
    few = [(name, chains[::40]) for name, chains in sources() if name not in own]
    assert few and all(kept(name) for name, _ in few)
    assert [(name, row.line[:300]) for name, rows in judged(few) for row in changed(name, rows)] == []


def test_a_changed_record_is_noticed_and_what_changed_is_shown() -> None:
    chain = Chain.of("What is 6 times 7?", ["So 6 * 7 = 42.", "Then 6 * 7 = 43."])
    other = Chain.of("What is 6 times 7?", ["So 6 * 7 = 41.", "Then 6 * 7 = 43."])
    row = Judged(identity(chain), "0" * 16, stable(record(verify(chain, lean="off"))))
    assert changed("golden.arithmetic", [row]) == [row]
    before, after = (json.loads(stable(record(verify(one, lean="off")))) for one in (chain, other))
    shown = "\n".join(differences(before, after))
    assert "step 0" in shown and "step 1" not in shown and "proved" in shown and "refuted" in shown


def test_the_command_says_how_many_changed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "examples"]) == 0
    assert "0 of 4 records changed" in capsys.readouterr().out


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
    assert {"verifier.checkers.points", "verifier.judging.judge"} <= {text for _, text in found}
    assert [(place, text) for place, text in found if importlib.util.find_spec(text) is None] == []


def test_every_name_that_is_loaded_by_its_module_path_is_there() -> None:
    """The registry of checkers, the public names, and the modules that check records of other kinds."""
    from verifier.judging.records.recheck import ELSEWHERE
    from verifier.kernel.verdict import REGISTRY

    homes = [*REGISTRY.values(), *((home, name) for name, home in verifier._HOME.items())]
    homes += [(home, "recheck_one") for home in ELSEWHERE.values()]
    assert len(homes) > 20
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


def test_every_place_that_a_fence_names_is_there() -> None:
    import test_house

    places = {place for homes in test_house.KEPT_TO.values() for place in homes}
    rooms = {room for layer in test_house.LAYERS for room in layer}
    assert places and [place for place in places if not (ROOT / place).exists()] == []
    assert rooms and [room for room in rooms if not ((ROOT / room).is_dir() or (ROOT / f"{room}.py").exists())] == []
