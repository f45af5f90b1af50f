"""What ``verifier lean`` does: says how the Lean of this machine is, installs it, removes it, keeps one warm."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from verifier.checkers.lean.process.session import LeanSession, SessionLost
from verifier.checkers.lean.toolchain import cache, code_cache, install, mathlib, project, toolchain
from verifier.checkers.lean.toolchain.fetching import FAILED, PATIENT_SECONDS, Asked
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.engines.lean import local_socket
from verifier.engines.lean.serve import InUse, greeted, serve, stop
from verifier.proofs.elaboration.modules import fingerprint as gate_fingerprint
from verifier.report.bars import stages
from verifier.report.exit_codes import INFRASTRUCTURE, OK, complain, infrastructure, output

OURS = (install.FOLDER.partition("-")[0] + "-*", "modules-*", "code-*", "gate-*", f"{cache.PARTIAL}*")
"""What we put into the cache folder."""


def status(full: bool = False) -> int:
    """Print which Lean there is, where, and how it is; return 0 where it is whole. Raises: SystemExit."""
    with output(), infrastructure() as broken:
        lines = list(_native()) if _on_path() else list(_embedded(full))
        for name, value, _ in [*lines, *_served()]:
            print(f"{name:11} {value}")
        healthy = all(good for _, _, good in lines)
        print(f"{'health':11} {'good' if healthy else _advice()}")
        return OK if healthy else INFRASTRUCTURE
    return max(broken)


Line = tuple[str, str, bool]
"""A name, what is said of it, and whether that is as it should be."""


def _on_path() -> bool:
    return shutil.which("lake") is not None and shutil.which("lean") is not None


def _native() -> Iterator[Line]:
    yield "toolchain", "native, on PATH (the embedded one stands in where it does not serve)", True
    yield "where", str(shutil.which("lean")), True
    if (beside := mathlib.asked()) is not None:
        yield "Mathlib", f"{beside.revision}, of {beside.project}", True


def _embedded(full: bool) -> Iterator[Line]:
    home = cache.cache_root() / install.FOLDER
    modules = cache.cache_root() / f"modules-{project.fingerprint(install.VERSION)}"
    yield "toolchain", "embedded", True
    yield "version", install.VERSION, True
    yield "library", *_folder(home, full)
    if (said := cache.manifest(home)) is not None and said.get("linked") != "linked":
        yield "linking", f"{said.get('linked')}; Lean starts slower than it might", True
    yield "modules", *_folder(modules, full)
    code = _code_folder()
    yield "code", _code(code), True
    gate = cache.cache_root() / f"gate-{gate_fingerprint(install.VERSION)}"
    others = [place for place in _ours() if place not in (home, modules, code, gate)]
    if others:
        yield "left over", f"{_size(others)} of other versions; 'verifier lean clean' removes everything", True


def _code_folder() -> Path | None:
    try:
        return cache.cache_root() / code_cache.name()
    except (LeanUnavailable, OSError):  # there is no Node to keep code for
        return None


def _code(place: Path | None) -> str:
    said = None if place is None else cache.manifest(place)
    if said is None:
        return "no machine code is kept yet"
    return f"{place}, {_size([place])}" if said.get("code") == "kept" and place else f"{said.get('code')}"


def _folder(place: Path, full: bool) -> tuple[str, bool]:
    if not place.is_dir():
        return f"{place}: not installed", False
    if cache.manifest(place, full=full) is None:
        return f"{place}: damaged", False
    return f"{place}, {_size([place])}, {'every file as it was made' if full else 'sizes as they were made'}", True


def _size(places: list[Path]) -> str:
    files = (file for place in places for file in ([place] if place.is_file() else place.rglob("*")))
    return f"{sum(file.lstat().st_size for file in files if file.is_file()) / (1 << 20):.0f} MiB"


def _advice() -> str:
    return "not good: 'verifier lean install' makes it so"


def _served() -> Iterator[Line]:
    try:
        greeting = greeted(local_socket.place())
        yield "served", f"by process {greeting['pid']}, at {local_socket.place()}", True
    except (ConnectionError, FileNotFoundError):  # nobody listens, or whoever did is just going away
        yield "served", "no; 'verifier lean serve' keeps one warm", True
    except OSError as error:
        yield "served", f"no: {error}", True


def make_ready(full: bool = False, source: Path | None = None) -> int:
    """Install what is missing, or damaged, from ``source`` where that is named, and return the exit status.

    Raises: SystemExit.
    """
    with output(), infrastructure() as broken:
        if full:
            _drop_damaged()
        with stages() as progress:
            found = toolchain.ready(progress, Asked(source, anyway=True, patience=PATIENT_SECONDS))
        print(f"{found.version} is ready in {cache.cache_root() if found.home else found.compiled}")
    return max(broken)


def _drop_damaged() -> None:
    """Remove what only a look at every byte finds damaged."""
    with cache.room() as root:
        for place in root.glob("*-*"):
            if place in _ours() and cache.manifest(place, full=True) is None:
                shutil.rmtree(place)


def _ours() -> list[Path]:
    """What we put into the cache folder: folders of our names, with our manifest or still being made."""
    found = (place for pattern in OURS for place in cache.cache_root().glob(pattern))
    return sorted(place for place in found if place.is_dir() and not place.is_symlink() and _marked(place))


def _marked(place: Path) -> bool:
    return place.name.startswith(cache.PARTIAL) or (place / cache.MANIFEST).is_file()


def clean() -> int:
    """Remove what we put into the cache folder, say what that was, and return the exit status. Raises: SystemExit."""
    root, removed = cache.cache_root(), 0
    if not root.is_dir():
        print(f"nothing to remove: there is no {root}")
        return OK
    with output(), infrastructure() as broken:
        with cache.room():
            for place in _ours():
                size = _size([place])
                shutil.rmtree(place)
                print(f"removed {place}, {size}")
                removed += 1
        for place in (root / "install.lock", root / "run", *root.glob(f"{FAILED}*")):
            if place.is_file():
                place.unlink(missing_ok=True)
        left = sorted(place.name for place in root.iterdir() if place.name not in ("install.lock", "run"))
        print(f"{removed or 'no'} folders removed" + (f"; left alone, not ours: {', '.join(left)}" if left else ""))
    return max(broken)


def serve_session(idle: float) -> int:
    """Keep a Lean warm for this user until it is idle or told to stop; return the exit status. Raises: SystemExit."""
    with output(), infrastructure() as broken, LeanSession() as session:
        try:
            path = local_socket.place()
            local_socket.private(path.parent)
            _started(session)
            serve(session, path, idle, lambda: _serving(session.version, path))
        except InUse as error:
            complain(str(error))
            return OK if error.by_us else INFRASTRUCTURE
        except OSError as error:
            complain(str(error))
            return INFRASTRUCTURE
    return max(broken)


def _started(session: LeanSession) -> None:
    """Start Lean, trying again where it is lost: the session backs off, and gives up in the end."""
    while True:
        try:
            session.start()
            return
        except SessionLost as error:
            complain(f"Lean was lost at its start ({error}); trying again")


def _serving(version: str, path: Path) -> None:
    print(f"serving {version} at {path}; 'verifier lean serve --stop' ends it", flush=True)


def stop_serving() -> int:
    """Stop the session that is served for this user, and return the exit status. Raises: SystemExit."""
    with output(), infrastructure() as broken:
        try:
            pid = stop(local_socket.place())
        except OSError as error:
            complain(f"{local_socket.place()}: {error}")
            return INFRASTRUCTURE
        print("no session is served" if pid is None else f"stopped the session that process {pid} served")
    return max(broken)
