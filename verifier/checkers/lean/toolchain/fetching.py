"""Pinned packages, fetched: said at once, tried briefly, and not tried again for an hour where that failed.

What is fetched, and how large it is, is said by the logger ``verifier``, on standard error unless told otherwise.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from verifier.checkers.lean.toolchain import cache
from verifier.checkers.lean.toolchain.node import npm
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.processes import ProcessLoss, Scratch, run

OFFLINE: Final = "VERIFIER_OFFLINE"
"""The environment's variable by which nothing is fetched."""

REMEMBERED_SECONDS: Final = 3600.0
PROBE_SECONDS: Final = 15.0
PATIENT_SECONDS: Final = 60.0
FAILED: Final = "not-fetched-"
"""How the files begin that remember failed attempts, in the cache folder."""


@dataclass(frozen=True, slots=True)
class Package:
    """A package of npm or PyPI, pinned: ``name`` as ``verifier fetch`` takes it, ``what`` it is, ``spec`` as npm or pip
    takes it, ``file`` as they call it, ``integrity`` (``sha512-`` or ``sha256-`` and base64), ``size`` to fetch,
    ``without``: how to do without it, ``again``: the command that fetches it.
    """

    name: str
    what: str
    spec: str
    file: str
    integrity: str
    size: str
    without: str
    again: str


@dataclass(frozen=True, slots=True)
class Asked:
    """How a package is to be had: from ``source``, a file or a folder that holds it, or else fetched; ``anyway``: also
    where that failed within the last hour; ``patience``: seconds within which somebody has to answer.
    """

    source: Path | None = None
    anyway: bool = False
    patience: float = PROBE_SECONDS


USUAL: Final = Asked()
REQUIRED: Final = Asked(anyway=True)
"""Of what nothing goes on without, so it is tried whatever failed before."""


class NotFetched(LeanUnavailable):
    """A package cannot be had now. ``str`` is one line: why, and what to do."""


Fetch = Callable[[Package, Path, float], Path]
"""Puts a package into a folder and returns its file; seconds within which somebody has to answer."""


def obtained(package: Package, into: Path, fetch: Fetch, asked: Asked = USUAL) -> Path:
    """Return the package's file, in the folder ``into``, of the pinned contents. Raises: NotFetched, OSError."""
    source = asked.source
    packed = _fetched(package, into, fetch, asked) if source is None else _copied(package, source, into)
    verify(packed, package)
    forget(package)
    return packed


def kept(package: Package, folder: Path, fetch: Fetch, asked: Asked = USUAL) -> Path:
    """Return the package's file in ``folder``, fetched unless the pinned one is there. Raises: NotFetched, OSError."""
    place = folder / package.file
    with contextlib.suppress(OSError, NotFetched):
        verify(place, package)
        return place
    with tempfile.TemporaryDirectory(prefix=cache.PARTIAL, dir=folder) as near:
        return obtained(package, Path(near), fetch, asked).rename(place)


def _fetched(package: Package, into: Path, fetch: Fetch, asked: Asked) -> Path:
    if os.environ.get(OFFLINE):
        raise NotFetched(f"{OFFLINE} is set, so {package.spec} is not fetched; {_elsewhere(package)}")
    if not asked.anyway:
        refuse(package)
    cache.LOGGER.warning(f"fetching {package.what}, once: {package.size} to fetch; {package.without}")
    try:
        return fetch(package, into, asked.patience)
    except NotFetched as error:
        _remember(package, str(error))
        waits = "" if asked.anyway else f"not tried again for an hour, but '{package.again}' tries at once, "
        raise NotFetched(f"{error}; {waits}{_elsewhere(package)}") from error


def _elsewhere(package: Package) -> str:
    return f"'{package.again} --from PATH' takes what another machine fetched"


def refuse(package: Package) -> None:
    """Do nothing unless fetching the package failed within the last hour. Raises: NotFetched where it did."""
    if (why := failure(package)) is not None:
        again = f"'{package.again}' tries again, {_elsewhere(package)}"
        raise NotFetched(f"{why}; tried within the last hour: {again}")


def failure(package: Package) -> str | None:
    """Return why the package could not be fetched within the last hour, None where nothing is known of that."""
    try:
        said = json.loads(_memory(package).read_text(encoding="utf-8"))
        ago = time.time() - float(said["at"])
        return str(said["why"]) if 0 <= ago < REMEMBERED_SECONDS else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def forget(package: Package) -> None:
    """Remember no failed attempt to fetch the package."""
    with contextlib.suppress(OSError):
        _memory(package).unlink(missing_ok=True)


def _remember(package: Package, why: str) -> None:
    with contextlib.suppress(OSError):  # it is then tried again
        _memory(package).write_text(json.dumps({"at": time.time(), "why": why}), encoding="utf-8")


def _memory(package: Package) -> Path:
    return cache.cache_root() / f"{FAILED}{package.name}.json"


def _copied(package: Package, source: Path, into: Path) -> Path:
    """Copied before it is looked at: what is unpacked is what was verified."""
    place = source / package.file if source.is_dir() else source
    if not place.is_file():
        raise NotFetched(f"{place}: expected the file of {package.spec} ({package.file}), or a folder that holds it")
    return Path(shutil.copyfile(place, into / package.file))


def verify(packed: Path, package: Package) -> None:
    """Do nothing if the file is the pinned one. Raises: NotFetched, OSError."""
    kind, _, pinned = package.integrity.partition("-")
    with packed.open("rb") as stream:
        found = base64.b64encode(hashlib.file_digest(stream, kind).digest()).decode()
    if found != pinned:
        raise NotFetched(
            f"{packed.name} is not the pinned package {package.spec}: its integrity is {kind}-{found}; nothing was "
            "installed"
        )


def integrity(sha256: str) -> str:
    """Return a sha256 in hexadecimal digits as packages here have it."""
    return "sha256-" + base64.b64encode(binascii.unhexlify(sha256)).decode()


def by_npm(package: Package, folder: Path, patience: float) -> Path:
    """Return the tarball that npm put into ``folder``, by the user's own npm settings: from npm's cache at once where
    it is there, else from the registry; ``patience``: seconds within which that has to answer.

    Raises: NotFetched; LeanUnavailable where there is no npm.
    """
    # npm itself goes on for minutes where nobody answers: it tries thrice, and then asks its cache.
    command = [*npm(), "--loglevel=error", "--no-update-notifier", "--fetch-retries=0"]
    pack = [*command, "pack", package.spec, "--ignore-scripts"]
    try:
        _npm([*pack, "--offline"], package, folder, CACHE_SECONDS)
    except NotFetched:  # npm's cache does not hold it
        brief = ["--prefer-online", f"--fetch-timeout={round(patience * 1000)}"]
        with Scratch("npm") as empty:  # npm's own cache would answer for a registry that does not
            probe = [*command, "view", package.spec, "dist.tarball", *brief, f"--cache={empty}"]
            _npm(probe, package, folder, patience + 5)
        _npm([*pack, f"--fetch-timeout={round(ANSWER_SECONDS * 1000)}"], package, folder, DOWNLOAD_SECONDS)
    packed = folder / package.file
    if not packed.is_file():
        raise NotFetched(f"npm fetched {package.spec} under another name than {package.file}")
    return packed


CACHE_SECONDS: Final = 60.0
ANSWER_SECONDS: Final = 300.0  # what npm gives one answer, unless told otherwise
DOWNLOAD_SECONDS: Final = 1800.0


def _npm(argv: list[str], package: Package, folder: Path, seconds: float) -> None:
    env: Mapping[str, str] = dict(os.environ)
    try:
        done = run(argv, deadline=seconds, cwd=folder, env=env)
    except ProcessLoss as error:
        raise NotFetched(f"npm did not fetch {package.spec} ({error}); look at the network") from error
    if done.rc:
        said = " ".join(line.strip() for line in done.stderr.decode("utf-8", "replace").splitlines()[:4])
        why = said.partition("reason: ")[2] or said
        raise NotFetched(f"npm could not fetch {package.spec}; look at the network and npm's settings ({why:.300})")
