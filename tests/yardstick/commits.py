"""Runs the command line of a commit, or of the working tree, in an environment of its own."""

from __future__ import annotations

import hashlib
import io
import json
import os
import resource
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from inputs import ROOT, Row, Source
from platformdirs import user_cache_path
from verdict_lines import Line, read_guards, read_record

CACHE = user_cache_path("verifier") / "yardstick"
WORKING_TREE = "."
LOST, TRIES = "ENGINE_LOST", 3
"""A child that a busy machine killed says nothing about a verdict: the source is judged again, so often at most."""
ADAPTERS = hashlib.sha256((Path(__file__).parent / "verdict_lines.py").read_bytes()).hexdigest()[:8]
"""The version of verdict lines: lines that other adapters made are not read from the cache."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command printed, its exit status, and its processor and elapsed time in seconds."""

    out: str
    status: int
    processor: float
    elapsed: float


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit that can be run: its name, its checkout, its Python, and its hash (None: the working tree)."""

    name: str
    tree: Path
    python: Path
    hash: str | None

    def run(self, *arguments: str | Path, cwd: Path) -> Ran:
        """Run one command of the verifier. Exit status 2 is an error of the yardstick."""
        environment = {**os.environ, "PYTHONPATH": str(self.tree), "PYTHONUTF8": "1", "COLUMNS": "200"}
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        done = subprocess.run(
            [self.python, "-m", "verifier", *arguments], cwd=cwd, env=environment, capture_output=True, check=False
        )
        elapsed, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode == 2 or done.returncode < 0:
            raise SystemExit(f"{self.name}: verifier {arguments[0]} failed: {done.stderr.decode()[-2000:]}")
        processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Ran(done.stdout.decode("utf-8"), done.returncode, processor, elapsed)


def prepare(name: str) -> Commit:
    """Check a commit out into the cache, with an environment of its own if it depends on other packages."""
    if name == WORKING_TREE:
        return Commit("the working tree", ROOT, Path(sys.executable), None)
    hash = _git("rev-parse", f"{name}^{{commit}}").decode().strip()
    tree = CACHE / hash / "tree"
    if not tree.exists():
        tree.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=tree.parent) as folder:
            with tarfile.open(fileobj=io.BytesIO(_git("archive", hash))) as packed:
                packed.extractall(folder, filter="data")
            Path(folder).rename(tree)
            Path(folder).mkdir()
    return Commit(name, tree, _find_python(tree), hash)


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", "-C", ROOT, *arguments], check=True, capture_output=True).stdout


def _find_python(tree: Path) -> Path:
    one, other = (tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"] for root in (ROOT, tree))
    if one["dependencies"] == other["dependencies"]:
        return Path(sys.executable)
    python = tree.parent / "venv" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", tree.parent / "venv"], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *other["dependencies"]], check=True)
    return python


def judge_all(commit: Commit, sources: Sequence[Source], workers: int) -> dict[str, list[Line]]:
    """Return the verdict lines of each source, from the cache if a commit has judged it before."""
    with ThreadPoolExecutor(workers) as pool:
        every = pool.map(lambda source: _judge_cached(commit, source), sources)
        return {source.name: lines for source, lines in zip(sources, every, strict=True)}


def _judge_cached(commit: Commit, source: Source) -> list[Line]:
    if commit.hash is None:
        return judge(commit, source)
    kept = CACHE / commit.hash / f"{source.name.replace('/', '.')}.{source.digest}.{ADAPTERS}.jsonl"
    if not kept.exists():
        write_lines(kept.with_suffix(".part"), judge(commit, source))
        kept.with_suffix(".part").rename(kept)
    return read_lines(kept)


def judge(commit: Commit, source: Source) -> list[Line]:
    """Run ``check``, ``recheck``, ``label`` and ``eval`` on a source; return its verdict lines, then its summary."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        asked = write_inputs(source, folder)
        for _ in range(TRIES):
            checked = commit.run("check", *asked, "--json", "--lean", "off", cwd=folder)
            if LOST not in checked.out:
                break
        (folder / "records.jsonl").write_text(checked.out, "utf-8")
        records = read_lines(folder / "records.jsonl")
        summary: Line = {"summary": source.name, "records": len(records), "check": checked.status}
        summary["recheck"] = commit.run("recheck", "records.jsonl", cwd=folder).status
        guards = []
        if not asked[1:]:  # the text reader alone
            formal = ("translate", "chains.jsonl", "--translator", "exact", "--out", "formal.jsonl")
            commit.run(*formal, cwd=folder)
            guards = read_lines(folder / "formal.jsonl")
            label = ("label", "chains.jsonl", "--out", "labels.jsonl", "--unknown", "null", "--no-cache")
            commit.run(*label, "--after-error", "local", "--lean", "off", "--processes", "1", cwd=folder)
            labels = Counter(str(one) for row in read_lines(folder / "labels.jsonl") for one in row["labels"])
            summary["labels"] = dict(sorted(labels.items()))
        if any(row.get("first_error") is not None for row in source.chains):
            write_lines(folder / "labelled.jsonl", source.chains)
            measured = ("eval", "labelled.jsonl", "--records", "records.jsonl", "--bootstrap", "0", "--json")
            summary["eval"] = _read_figures(json.loads(commit.run(*measured, cwd=folder).out))
        known = read_guards(guards)
        return [*(line for record in records for line in read_record(record, known)), summary]


def write_inputs(source: Source, folder: Path) -> list[str]:
    """Write what ``check`` reads of a source, and return its arguments. Labels are not shown to it."""
    write_lines(folder / "chains.jsonl", [_hide_labels(row) for row in source.chains])
    arguments = ["chains.jsonl"]
    for number, rows in enumerate(source.formal):
        write_lines(folder / f"formal{number}.jsonl", rows)
        arguments += ["--formal", f"formal{number}.jsonl"]
    if source.formal:
        arguments += ["--trust", "agreeing"]
    if source.given:
        write_lines(folder / "given.jsonl", source.given)
        arguments += ["--given", "given.jsonl"]
    return arguments


def _hide_labels(row: Row) -> Row:
    return {key: value for key, value in row.items() if key not in ("labels", "first_error")}


def _read_figures(found: object, name: str = "") -> Line:
    """Return the numbers anywhere in a JSON value, by their path; not those of bins."""
    if isinstance(found, bool | str) or found is None:
        return {}
    if isinstance(found, int | float):
        return {name: round(found, 4)}
    pairs = found.items() if isinstance(found, dict) else enumerate(found) if isinstance(found, list) else ()
    pairs = [(key, one) for key, one in pairs if key != "bins"]
    return {path: value for key, one in pairs for path, value in _read_figures(one, f"{name}.{key}".strip(".")).items()}


def read_lines(path: Path) -> list[Line]:
    """Return the objects of a JSON lines file."""
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


def write_lines(path: Path, rows: Sequence[Line]) -> None:
    """Write objects as a JSON lines file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
