"""The gate's Lean program: compiled once for each machine, started shut in."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from verifier.checkers.lean.toolchain import cache, install, mathlib, project
from verifier.checkers.lean.toolchain.fetching import REQUIRED
from verifier.checkers.lean.toolchain.node import node
from verifier.checkers.lean.toolchain.toolchain import (
    COMPILE_SECONDS,
    MEMORY,
    MEMORY_FOR_TWO,
    Launch,
    complaint,
    embedded,
)
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.processes import ProcessLoss, available, run
from verifier.processes.sandbox import Limits, View, Way, place, shut_in

STAGES = (
    ("Gate.Plain",),
    ("Gate.Closure",),
    ("Gate.Allowed", "Gate.Inductive"),
    ("Gate.Scan", "Gate.Rebuild"),
    ("Gate.Elaborate", "Gate.Compare"),
    ("Gate.Steps",),
    ("Gate.Serve",),
)
"""The modules, each after those that it imports; those of one stage are independent."""

CHAIN = tuple(module for stage in STAGES for module in stage)
"""Every module that is compiled."""

MAIN = "Gate/Main.lean"
"""The file whose elaboration serves requests."""


@dataclass(frozen=True, slots=True)
class Program:
    """A Lean with the gate's modules. ``home``: the toolchain's folder; ``node``: what runs it (None: it is native).

    ``packages``: folders of compiled modules of a Lake project, its own first; ``project``: that project, and
    ``pins``: the revision of each package.
    """

    version: str
    home: Path
    compiled: Path
    node: Path | None
    packages: tuple[Path, ...] = ()
    project: Path | None = None
    pins: Mapping[str, str] = field(default_factory=dict)

    @property
    def shown(self) -> dict[str, Path]:
        """The folders of packages, by the place where a child finds them."""
        return {f"/package{i}": folder for i, folder in enumerate(self.packages)}

    def launch(self, way: Way, scratch: Path, limits: Limits) -> Launch:
        """Return how the program is started, shut in, in ``scratch``. Raises: ProcessLoss, OSError."""
        reads = {"/lean": self.home, "/oleans": self.compiled, **self.shown}
        if self.node is not None:
            reads["/node"] = self.node.parent
        view = View(reads, scratch)
        at = {inside: place(way, view, inside) for inside in (*reads, "/work")}
        if self.node is None:
            argv = [f"{at['/lean']}/bin/lean", f"{at['/oleans']}/{MAIN}"]
            path = (at[inside] for inside in reads if inside != "/lean")
            env = {"LEAN_PATH": os.pathsep.join(path), "HOME": at["/work"]}
        else:
            # The embedded Lean has folders of its own, which it finds by these names.
            mounts = {"/lean": at["/lean"], "/oleans": at["/oleans"], "/work": at["/work"]}
            argv = [
                f"{at['/node']}/{self.node.name}",
                "--stack-size=8192",
                f"{at['/lean']}/bin/lean.js",
                f"/oleans/{MAIN}",
            ]
            env = {"LEAN_PATH": install.LEAN_PATH, "VERIFIER_MOUNTS": json.dumps(mounts), "OPENSSL_CONF": "/dev/null"}
        return Launch(tuple(shut_in(way, view, limits, argv)), env, scratch)

    def has(self, module: str) -> bool:
        """Return whether the toolchain or a package carries a module."""
        name = project.file_of(module, ".olean")
        return any((folder / name).is_file() for folder in (self.home / "lib/lean", *self.packages))

    def own(self) -> dict[str, str]:
        """Return the hash of each compiled module of the project itself, by name; no revision pins these."""
        if self.project is None or not (root := self.project / mathlib.LIBRARY).is_dir():
            return {}
        found = dict[str, Any]()
        for file in sorted(root.rglob("*.olean*")):
            name = ".".join(file.relative_to(root).parts).partition(".olean")[0]
            found.setdefault(name, hashlib.sha256()).update(file.read_bytes())
        return {name: digest.hexdigest() for name, digest in found.items()}


def ready(progress: cache.Progress = cache.quiet, lake: Path | None = None) -> Program:
    """Return the program, fetching Lean and compiling the modules first where need be. Raises: LeanUnavailable.

    ``lake``: a Lake project with a compiled Mathlib, whose packages candidates and challenges may import.
    """
    beside = None if lake is None else mathlib.found(lake)
    if (native := _native(lake)) is not None:
        version, home = native
        compiled = _prepared(version, home, None, progress)
        if beside is None or lake is None:
            return Program(version, home, compiled, None)
        folders = tuple(folder for folder in ((lake / mathlib.LIBRARY).absolute(), *beside.path) if folder.is_dir())
        return Program(mathlib.versioned(version, beside), home, compiled, None, folders, lake.absolute(), beside.pins)
    if lake is not None:
        raise LeanUnavailable(f"{lake}: a Lake project needs lean on PATH, with elan or as its lean-toolchain says")
    home = install.install(progress, REQUIRED)
    runs = node()
    return Program(install.VERSION, home, _prepared(install.VERSION, home, runs, progress), runs)


def fingerprint(version: str) -> str:
    """Return 16 hexadecimal digits that change with our Lean sources and the toolchain. Raises: LeanUnavailable."""
    parts = [version, *(_source(name) for name in (*map(project.file_of, CHAIN), MAIN))]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def _source(name: str) -> str:
    try:
        return (project.sources() / name).read_text(encoding="utf-8")
    except OSError as error:
        raise LeanUnavailable(f"a Lean source of verifier is missing ({name}); reinstall the package") from error


@functools.cache
def _native(folder: Path | None = None) -> tuple[str, Path] | None:
    """Return version and folder of the Lean on PATH, as a folder has it, or None where there is none that answers."""
    program = shutil.which("lean")
    if program is None:
        return None
    try:
        said = [
            run([program, flag], deadline=60, cwd=folder, env=dict(os.environ))
            for flag in ("--version", "--print-prefix")
        ]
    except ProcessLoss:
        return None
    if any(done.rc for done in said):
        return None
    version, prefix = (done.stdout.decode("utf-8", "replace").strip() for done in said)
    return version, Path(prefix)


def _prepared(version: str, home: Path, node: Path | None, progress: cache.Progress) -> Path:
    name = f"gate-{fingerprint(version)}"
    folder = cache.cache_root() / name
    if not _is_as_compiled(folder):
        with cache.room() as root:
            if not _is_as_compiled(folder):  # another process may have done it while we waited for the lock
                if folder.exists():
                    cache.LOGGER.warning("%s is not as it was compiled; it is compiled again", folder)
                cache.put(root, name, _builder(version, home, node, progress))
    _open(home, folder)
    return folder


def _is_as_compiled(folder: Path) -> bool:
    """Whether every file has the SHA-256 that was recorded, and every source is the package's own."""
    try:
        names = [*map(project.file_of, CHAIN), MAIN]
        return cache.manifest(folder, full=True) is not None and all(
            (folder / name).read_text(encoding="utf-8") == _source(name) for name in names
        )
    except (OSError, UnicodeDecodeError):
        return False


def _builder(version: str, home: Path, node: Path | None, progress: cache.Progress) -> Callable[[Path], dict[str, Any]]:
    def build(folder: Path) -> dict[str, Any]:
        cache.LOGGER.warning("compiling the gate for proofs, once: this takes a minute or two")
        for name in (*map(project.file_of, CHAIN), MAIN):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(_source(name), encoding="utf-8")
        with ThreadPoolExecutor(2 if available() > MEMORY_FOR_TWO else 1) as pool:
            for done, stage in enumerate(STAGES):
                progress("compiling the gate", done / len(STAGES))
                list(pool.map(partial(_compile, home, node, folder), stage))  # the list raises what a stage raised
        (folder / "default.profraw").unlink(missing_ok=True)
        progress("compiling the gate", 1.0)
        return {"toolchain": version}

    return build


def _compile(home: Path, node: Path | None, folder: Path, module: str) -> None:
    source, target = project.file_of(module), project.file_of(module, ".olean")
    if node is None:
        argv = (str(home / "bin/lean"), "-o", target, "-i", project.file_of(module, ".ilean"), source)
        launch = Launch(argv, {"LEAN_PATH": str(folder)}, folder)
    else:
        launch = embedded(home, folder, folder, "-o", f"/oleans/{target}", source)
    try:
        done = run(launch.argv, deadline=COMPILE_SECONDS, memory=MEMORY, cwd=launch.cwd, env=launch.env)
    except ProcessLoss as error:
        raise LeanUnavailable(f"Lean did not get through {module} ({error}); is there enough memory?") from error
    if done.rc or not (folder / target).is_file():
        raise LeanUnavailable(f"Lean refused {module}: {complaint(done.text):.300}")


def _open(*folders: Path) -> None:
    # Made by mkdtemp, they are closed to others; the child of root runs as another user. What is in them is public.
    if os.geteuid() == 0:
        for folder in folders:
            if not folder.stat().st_mode & 0o005:
                folder.chmod(0o755)
