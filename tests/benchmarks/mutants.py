"""Mutation testing of the trusted code of formulas: small faults are planted in a copy of the package, one at a time,
and the tests are asked whether they notice.

python tests/benchmarks/mutants.py --count 300 --seed 1 --keep FOLDER [--again] [--only PREFIX ...]

The faults are drawn by the seed over the import closure of the checkers of formulas and of the formal judging, within
the kernel, ``checkers`` and ``judging``; each line that has any is as likely as every other. Of each fault the
tests run that enter the function it is in, the quick ones first, until one fails. ``FOLDER`` holds copies of the
working tree, what was found so far (a run that was stopped goes on) and ``report.md``; ``--again`` asks once more about
those that no test noticed, after tests were added. ``--only`` draws from the files whose paths begin so.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import py_compile
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.mutations import Mutant, drawn

ROOT = Path(__file__).parents[2]
TESTS = (
    "tests/checkers",
    "tests/checkers/formulas",
    "tests/judging/formal",
    "tests/forgery/translation",
    "tests/kernel",
    "tests/engines/test_effort.py",
    "tests/engines/test_points.py",
)
ROOTS = (
    "verifier/checkers/formulas",
    "verifier/judging/deciding",
    "verifier/judging/agreeing",
    "verifier/kernel/claim.py",
)
ROOMS = ("verifier/kernel/", "verifier/checkers/", "verifier/judging/")
OUTSIDE = ("verifier/checkers/lean/",)  # an external checker has tests of its own, which start it
ASIDE = ("lean",)  # files of a room that are about it, by a word in their name
SECONDS = 4.0  # processor seconds that a test may take beside four times what it took without a fault
QUIET = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
OPTIONS = ("-o", "addopts=", "-q", "-x", "--tb=no", "--assert=plain", "-p", "no:cacheprovider")
OPTIONS += ("-p", "benchmarks.mutant_tests")
NOTICED = ("failed", "ended")  # "ended": by the limit of time, or killed


def closure(root: Path) -> list[str]:
    """Return the files that the faults are drawn from: what ``ROOTS`` import, within ``ROOMS``."""
    roots = [file for one in ROOTS for file in (sorted((root / one).rglob("*.py")) or [root / one])]
    found, waiting = set[str](), [file.relative_to(root).as_posix() for file in roots]
    while waiting:
        if (here := waiting.pop()) not in found and not any(word in Path(here).stem for word in ASIDE):
            found.add(here)
            waiting += [one for one in _imported(root, here) if one.startswith(ROOMS) and not one.startswith(OUTSIDE)]
    return sorted(found)


def _imported(root: Path, file: str) -> Iterator[str]:
    for node in ast.walk(ast.parse((root / file).read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.module:
            for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                if (root / (path := f"{name.replace('.', '/')}.py")).exists():
                    yield path


@dataclass(frozen=True, slots=True)
class Found:
    """What became of a fault: ``outcome`` is survived, failed (``by`` a test), ended or stillborn (no import)."""

    mutant: Mutant
    diff: str
    outcome: str
    by: str

    @property
    def place(self) -> str:
        """Where it is, and which operator made it."""
        return f"{self.mutant.file}:{self.mutant.line} {self.mutant.operator}"


@dataclass(frozen=True, slots=True)
class Map:
    """For each test the time it took, and the functions that it enters as ``file:line``."""

    rows: Mapping[str, tuple[float, list[str]]]
    entered: Mapping[str, frozenset[str]] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "entered", {id: frozenset(row[1]) for id, row in self.rows.items()})

    def of(self, mutant: Mutant) -> list[str]:
        """Return the tests that may notice a fault, the quick ones first: all, where it is in no function."""
        key = f"{mutant.file}:{mutant.function}"
        held = [id for id, entered in self.entered.items() if mutant.function is None or key in entered]
        return sorted(held, key=lambda id: self.rows[id][0])


class Copy:
    """A copy of the working tree, in which faults are planted."""

    def __init__(self, folder: Path, root: Path = ROOT) -> None:
        self.folder = folder
        listed = ["git", "ls-files", "-co", "--exclude-standard", "verifier", "tests", "examples", "pyproject.toml"]
        names = subprocess.run(listed, cwd=root, check=True, capture_output=True, text=True).stdout.splitlines()
        shutil.rmtree(folder, ignore_errors=True)
        for name in (one for one in names if (root / one).exists()):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / name, folder / name)
            if name.endswith(".py"):  # by its content: a fault is never hidden by a file of the same size and second
                mode = py_compile.PycInvalidationMode.CHECKED_HASH
                py_compile.compile(str(folder / name), invalidation_mode=mode)
        self._cold = self._server()
        self._warm: subprocess.Popen[str] | None = None

    def _server(self, *words: str, **env: str) -> subprocess.Popen[str]:
        paths = os.pathsep.join((str(self.folder), str(self.folder / "tests")))
        return subprocess.Popen(
            [sys.executable, "-m", "benchmarks.mutant_tests", *words],
            cwd=self.folder,
            env={**os.environ, **QUIET, "PYTHONPATH": paths, **env},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def _ask(self, server: subprocess.Popen[str], **asked: Any) -> tuple[int | None, str]:
        """Return how pytest ended, None where it had to be ended, and what it printed."""
        output = self.folder / "output.txt"
        assert server.stdin is not None
        server.stdin.write(f"{json.dumps({**asked, 'output': str(output)})}\n")
        server.stdin.flush()
        return _answer(server), output.read_text("utf-8", "replace")

    def tests(self, *words: str, seconds: float = 3600, **env: str) -> tuple[int | None, str]:
        """Return how a pytest with these words ended, None where it had to be ended, and what it printed."""
        return self._ask(self._cold, words=[*OPTIONS, *words], seconds=seconds, env=env)

    def warm(self, known: Map) -> None:
        """Load the tests that are known and the package, before any fault is in the copy."""
        files = sorted({id.partition("::")[0] for id in known.rows})
        self._warm = self._server(*OPTIONS, "-s", *files, MUTANT_WARM="1")
        _answer(self._warm)

    def warmed(self, mutant: Mutant, **asked: Any) -> tuple[int | None, str]:
        """Return the same of the tests that are loaded, with the function of a fault put in its place."""
        assert self._warm is not None
        return self._ask(self._warm, file=str(self.folder / mutant.file), function=mutant.function, **asked)

    def close(self) -> None:
        """End the servers of this copy."""
        for server in (self._cold, self._warm):
            if server is not None and server.poll() is None:
                server.communicate()

    def map(self, places: Iterable[str], kept: Path) -> Map:
        """Return which functions each test enters, without any fault: all of them must pass.

        What ``kept`` tells of test files that have not changed, nor the package, is not found anew.
        """
        before = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
        package = _digest(self.folder / file for file in closure(self.folder))
        found: dict[str, list[Any]] = {}
        for file in (one for place in places for one in _test_files(self.folder, place)):
            digest = f"{package} {_digest([self.folder / file])}"
            if (row := before.get(file)) is not None and row[0] == digest:
                found[file] = row
        new = [one for place in places for one in _test_files(self.folder, place) if one not in found]
        if new:
            print(f"finding what {len(new)} files of tests enter", flush=True)
            entered = self.folder / "entered.json"
            dropped = ("-W", "ignore::ResourceWarning")  # by clearing what functions remember: workers of runs
            code, said = self.tests(*dropped, *new, MUTANT_MAP=str(entered))
            if code != 0:
                sys.exit(f"the tests fail without a fault:\n{said}")
            rows = json.loads(entered.read_text("utf-8"))
            for file in new:
                digest = f"{package} {_digest([self.folder / file])}"
                found[file] = [digest, {id: row for id, row in rows.items() if id.partition("::")[0] == file}]
        known = Map({id: row for _, rows in found.values() for id, row in rows.items()})
        if new:
            code, said = self.chosen(sorted(known.rows, key=lambda id: known.rows[id][0]), known)
            if code != 0:
                sys.exit(f"the tests fail in this order without a fault:\n{said}")
            kept.write_text(json.dumps(found), "utf-8")
        return known

    def put(self, mutant: Mutant, known: Map) -> Found:
        """Return what the tests say with a fault in the copy."""
        path = self.folder / mutant.file
        source = path.read_bytes()
        diff = mutant.difference(source)
        path.write_bytes(mutant.planted(source))
        try:
            return Found(mutant, diff, *self._asked(mutant, known))
        finally:
            path.write_bytes(source)

    def _asked(self, mutant: Mutant, known: Map) -> tuple[str, str]:
        chosen = known.of(mutant)
        if not chosen:
            return "survived", "no test enters the function"
        code, said = self.chosen(chosen, known, mutant)
        if code in (0, None):
            return ("ended", "") if code is None else ("survived", f"{len(chosen)} tests")
        by = next((one for one in said.splitlines() if one.startswith(("FAILED ", "ERROR "))), "")[:200]
        return ("failed" if code == 1 or self._imports(mutant) else "stillborn"), by

    def chosen(self, chosen: list[str], known: Map, mutant: Mutant | None = None) -> tuple[int | None, str]:
        """Return how these tests ended, in this order, and what was printed.

        Only that they notice is believed of tests that were loaded before the fault was there.
        """
        limits = {id: SECONDS + 4 * known.rows[id][0] for id in chosen}
        order = self.folder / "order.json"
        order.write_text(json.dumps(limits), "utf-8")
        asked = {"seconds": 600 + sum(limits.values()), "env": {"MUTANT_ORDER": str(order)}}
        if mutant is not None and mutant.function is not None:
            code, said = self.warmed(mutant, **asked)
            if code in (1, None):
                return code, said
        files = sorted({id.partition("::")[0] for id in chosen})
        return self.tests(*files, seconds=asked["seconds"], MUTANT_ORDER=str(order))

    def _imports(self, mutant: Mutant) -> bool:
        """Whether the module with the fault can be imported: one that cannot be is no fault to be noticed."""
        module = mutant.file.removesuffix(".py").replace("/", ".")
        words = [sys.executable, "-c", f"import {module}"]
        return subprocess.run(words, cwd=self.folder, capture_output=True, timeout=60).returncode == 0


def _answer(server: subprocess.Popen[str]) -> int | None:
    assert server.stdout is not None
    while (line := server.stdout.readline()) and not (line.strip() == "null" or line.strip().isdigit()):
        continue  # what pytest says of itself
    if not line:
        raise RuntimeError("the tests do not load")
    code: int | None = json.loads(line)
    return code


def _digest(files: Iterable[Path]) -> str:
    return hashlib.sha256(b"".join(hashlib.sha256(file.read_bytes()).digest() for file in files)).hexdigest()


def _test_files(root: Path, place: str) -> list[str]:
    files = [root / place] if place.endswith(".py") else sorted((root / place).glob("test_*.py"))
    return [file.relative_to(root).as_posix() for file in files]


def results(folder: Path, wanted: Iterator[Mutant], count: int, jobs: int, again: bool) -> Iterator[Found]:
    """Yield what became of the first ``count`` faults that live, and keep it in ``folder``."""
    kept = folder / "found.jsonl"
    old = {_key(row["mutant"]): row for row in _rows(kept) if not (again and row["outcome"] == "survived")}
    made = [Copy(folder / f"copy{i}") for i in range(jobs)]
    known = made[0].map(TESTS, folder.parent / "map.json")
    copies: SimpleQueue[Copy] = SimpleQueue()
    for copy in made:
        copy.warm(known)
        copies.put(copy)

    def one(mutant: Mutant) -> Found:
        if (row := old.get(_key(as_row(mutant)))) is not None:
            return Found(mutant, row["diff"], row["outcome"], row["by"])
        copy = copies.get()
        try:
            return copy.put(mutant, known)
        finally:
            copies.put(copy)

    with ThreadPoolExecutor(jobs) as pool:
        while count > 0 and (some := list(islice(wanted, min(count, 16 * jobs)))):
            tasks = [pool.submit(one, mutant) for mutant in some]
            for found in (task.result() for task in (as_completed(tasks) if jobs > 1 else tasks)):
                row = {"mutant": as_row(found.mutant), "diff": found.diff, "outcome": found.outcome, "by": found.by}
                with kept.open("a", encoding="utf-8") as file:
                    file.write(f"{json.dumps(row)}\n")
                count -= found.outcome != "stillborn"
                yield found
    for copy in made:
        copy.close()


def as_row(mutant: Mutant) -> dict[str, Any]:
    return {name: getattr(mutant, name) for name in Mutant.__slots__}


def _key(row: Mapping[str, Any]) -> str:
    return json.dumps(row, sort_keys=True)


def _rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []


def report(found: list[Found], words: str) -> str:
    """Return what was found, in Markdown: the rate, and each fault that no test noticed."""
    outcomes = Counter(one.outcome for one in found)
    living = [one for one in found if one.outcome != "stillborn"]
    noticed = sum(one.outcome in NOTICED for one in living)
    told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
    head = f"`{words}`\n\n{noticed} of {len(living)} noticed ({noticed / max(1, len(living)):.1%}): {told}\n"
    left = (one for one in living if one.outcome == "survived")
    rows = (
        f"\n{o.mutant.file}:{o.mutant.line} ({o.mutant.operator}; {o.by})\n\n```diff\n{o.diff}\n```\n" for o in left
    )
    return head + "".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description="Plant faults in the trusted code of formulas.")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, required=True)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--only", nargs="+", default=[""], metavar="PREFIX")
    asked = parser.parse_args()
    folder: Path = asked.keep.resolve() / f"seed{asked.seed}"
    folder.mkdir(parents=True, exist_ok=True)
    files = [file for file in closure(ROOT) if file.startswith(tuple(asked.only))]
    sources = [(file, (ROOT / file).read_bytes()) for file in files]
    found: list[Found] = []
    for one in results(folder, drawn(sources, asked.seed), asked.count, asked.jobs, asked.again):
        found.append(one)
        print(
            len(found),
            one.outcome,
            f"{one.mutant.file}:{one.mutant.line}",
            one.mutant.operator,
            one.by[:100],
            flush=True,
        )
    told = report(found, f"python tests/benchmarks/mutants.py --count {asked.count} --seed {asked.seed}")
    (folder / "report.md").write_text(told, "utf-8")
    print(told)


if __name__ == "__main__":
    main()
