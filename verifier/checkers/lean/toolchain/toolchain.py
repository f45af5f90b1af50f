"""Find a Lean, make it ready once for each machine, and say how it is started.

Where ``lake`` and ``lean`` are on PATH and compile our modules they are used; else the embedded one. The native
path is short and was written without a native toolchain at hand: the tests see it only with stand-ins.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from verifier.checkers.lean.process import audit
from verifier.checkers.lean.toolchain import cache, code_cache, install, mathlib, project
from verifier.checkers.lean.toolchain.fetching import USUAL, Asked
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.processes import ProcessLoss, Scratch, available, run

COMPILE_SECONDS = 600.0
MEMORY = 6 << 30
MEMORY_FOR_TWO = 8 << 30
ONE_THREAD = ("-j1", "-DElab.async=false")
"""Each thread of the embedded Lean is linked anew, and one at a time is all that a session needs."""


@dataclass(frozen=True, slots=True)
class Launch:
    """How to start Lean on a file: in ``scratch``, which it may litter."""

    argv: tuple[str, ...]
    env: Mapping[str, str]
    cwd: Path


@dataclass(frozen=True, slots=True)
class Toolchain:
    """A Lean that is ready: ``home`` is its folder (None: native, on PATH), ``compiled`` holds our modules, ``beside``
    is a Mathlib that they are used with, ``code`` a file with machine code that saves compiling it anew.
    """

    version: str
    compiled: Path
    home: Path | None
    beside: mathlib.Mathlib | None = None
    code: Path | None = None

    def serve(self, scratch: Path) -> Launch:
        """Return how the REPL is started. Raises: LeanUnavailable."""
        if self.home is None:
            return Launch(("lean", mathlib.MAIN if self.beside else project.MAIN), self._env(), self.compiled)
        launch = embedded(self.home, self.compiled, scratch, *ONE_THREAD, f"/oleans/{project.MAIN}")
        return launch if self.code is None else replace(launch, env={**launch.env, code_cache.READ: str(self.code)})

    def audited(self) -> frozenset[str]:
        """Return the modules that certificates may import. Raises: LeanUnavailable when a file is not as audited."""
        return audit.standing(self.compiled)

    def check(self, file: str, folder: Path) -> Launch:
        """Return how Lean checks one file of ``folder``. Raises: LeanUnavailable."""
        if self.home is None:
            return Launch(("lean", file), self._env(), folder)
        return embedded(self.home, self.compiled, folder, file)

    def _env(self) -> dict[str, str]:
        folders = [self.compiled / mathlib.LIBRARY, *(self.beside.path if self.beside else ())]
        return {**os.environ, "LEAN_PATH": os.pathsep.join(map(str, folders))}


def embedded(home: Path, compiled: Path, folder: Path, *args: str) -> Launch:
    """Return how the embedded Lean is started: it sees these three folders, as /lean, /oleans and /work, and no others.

    Raises: LeanUnavailable when Node is missing.
    """
    mounts = {"/lean": home, "/oleans": compiled, "/work": folder}
    argv, env = install.started(home / "bin/lean.js", mounts, *args)
    return Launch(argv, env, folder)


def ready(progress: cache.Progress = cache.quiet, asked: Asked = USUAL) -> Toolchain:
    """Return a toolchain with our modules compiled, doing what is still to be done. Raises: LeanUnavailable."""
    native = shutil.which("lake") and shutil.which("lean")
    if (beside := mathlib.asked()) is not None:
        if not native:
            raise LeanUnavailable(f"{mathlib.VARIABLE} is set, and Mathlib needs lake and lean on PATH")
        return _with_mathlib(beside, progress)
    if native:
        # A manager of toolchains on PATH may have to download ours first, from where this machine cannot reach.
        with contextlib.suppress(LeanUnavailable):
            return _native(progress)
    home = install.install(progress, asked)
    name = f"modules-{project.fingerprint(install.VERSION)}"
    tools = Toolchain(install.VERSION, _prepared(name, lambda at: _compile(home, at, progress)), home)
    return replace(tools, code=_code(tools, progress))


def _code(tools: Toolchain, progress: cache.Progress) -> Path | None:
    """Return the file of machine code, made first if need be, or None where there can be none."""
    try:
        place = _prepared(code_cache.name(), lambda at: _keep_code(tools, at, progress)) / code_cache.CODE
    except (LeanUnavailable, OSError):  # the cache cannot be written, say: Lean runs without
        return None
    return place if place.is_file() else None


def _keep_code(tools: Toolchain, folder: Path, progress: cache.Progress) -> dict[str, Any]:
    progress("keeping Lean's machine code", 0.0)
    with Scratch("lean") as scratch:
        launch = tools.serve(scratch)
        said = code_cache.keep(launch.argv, launch.cwd, launch.env, folder)
    progress("keeping Lean's machine code", 1.0)
    return {"code": said}


def is_ready() -> bool:
    """Return whether ``ready`` would have nothing to fetch or compile (embedded). Raises: LeanUnavailable."""
    if mathlib.asked() is not None:
        return False  # it is found out anew what the project has
    folder = cache.cache_root() / f"modules-{project.fingerprint(install.VERSION)}"
    return install.installed() is not None and cache.manifest(folder, full=True) is not None


def _prepared(name: str, build: Callable[[Path], dict[str, Any]]) -> Path:
    folder = cache.cache_root() / name
    if cache.manifest(folder, full=True) is not None:  # a few files: a half-written one is found at every start
        return folder
    with cache.room() as root:
        return folder if cache.manifest(folder, full=True) is not None else cache.put(root, name, build)


def _with_mathlib(beside: mathlib.Mathlib, progress: cache.Progress) -> Toolchain:
    # In its folder, so that a manager of toolchains takes the one that Mathlib was compiled by.
    version = _run(Launch(("lean", "--version"), os.environ, beside.project), "--version").strip()
    called = mathlib.versioned(version, beside)

    def build(folder: Path) -> dict[str, Any]:
        return _build(folder, version, progress, beside.toolchain)

    name = f"modules-{project.fingerprint(called + (project.sources() / mathlib.MAIN).read_text(encoding='utf-8'))}"
    return Toolchain(called, _prepared(name, build), None, beside)


def _copy_sources(folder: Path) -> None:
    for name in (*map(project.file_of, project.MODULES), project.MAIN, "lakefile.toml", "lean-toolchain"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(project.sources() / name, folder / name)


def _compile(home: Path, folder: Path, progress: cache.Progress) -> dict[str, Any]:
    _copy_sources(folder)
    cache.LOGGER.warning("compiling the Lean modules, once: this takes a minute or two")
    done: list[str] = []

    def compile_chain(chain: tuple[str, ...]) -> None:
        for module in chain:
            _compile_module(home, folder, module)
            done.append(module)
            progress("compiling the Lean modules", len(done) / len(project.MODULES))

    progress("compiling the Lean modules", 0.0)
    with ThreadPoolExecutor(max_workers=2 if available() > MEMORY_FOR_TWO else 1) as pool:
        list(pool.map(compile_chain, project.CHAINS))  # the list raises what a chain raised
    found = _audited(Toolchain(install.VERSION, folder, home), progress)
    (folder / "default.profraw").unlink(missing_ok=True)  # left by the build's profiling counters
    return {"toolchain": install.VERSION, "modules": project.hashes(), "audit": found}


def _audited(tools: Toolchain, progress: cache.Progress) -> audit.Found:
    progress("auditing the Lean modules", 0.0)
    with Scratch("lean") as scratch:
        launch = tools.serve(scratch)
        found = audit.audit(launch.argv, launch.cwd, launch.env)
    progress("auditing the Lean modules", 1.0)
    return found


def _compile_module(home: Path, folder: Path, module: str) -> None:
    target = f"/oleans/{project.file_of(module, '.olean')}"
    _run(embedded(home, folder, folder, "-o", target, project.file_of(module)), module)
    if not (folder / project.file_of(module, ".olean")).is_file():
        raise LeanUnavailable(f"Lean compiled {module} into nothing; delete {cache.cache_root()} and try again")


def _native(progress: cache.Progress) -> Toolchain:
    version = _run(Launch(("lean", "--version"), os.environ, project.sources()), "--version").strip()
    folder = _prepared(f"modules-{project.fingerprint(version)}", lambda at: _build(at, version, progress))
    return Toolchain(version, folder, None)


def _build(folder: Path, version: str, progress: cache.Progress, pinned: str = "") -> dict[str, Any]:
    """``pinned``: the text of another ``lean-toolchain`` than ours."""
    _copy_sources(folder)
    if pinned:
        (folder / "lean-toolchain").write_text(pinned, encoding="utf-8")
        shutil.copyfile(project.sources() / mathlib.MAIN, folder / mathlib.MAIN)
    progress("compiling the Lean modules", 0.0)
    _run(Launch(("lake", "build"), os.environ, folder), "the project")
    progress("compiling the Lean modules", 1.0)
    found = _audited(Toolchain(version, folder, None), progress)
    return {"toolchain": version, "modules": project.hashes(), "audit": found}


def _run(launch: Launch, what: str) -> str:
    try:
        done = run(launch.argv, deadline=COMPILE_SECONDS, memory=MEMORY, cwd=launch.cwd, env=launch.env)
    except ProcessLoss as error:
        raise LeanUnavailable(f"Lean did not get through {what} ({error}); is there enough memory?") from error
    if done.rc:
        raise LeanUnavailable(f"Lean refused {what}: {complaint(done.text):.300}")
    return done.stdout.decode("utf-8", "replace")


def complaint(text: str) -> str:
    """Return the lines of Lean's output that name an error, without the chatter of the embedded build."""
    lines = [line for line in text.splitlines() if "error" in line and not line.startswith("[DEBUG")]
    return " | ".join(lines[:3])
