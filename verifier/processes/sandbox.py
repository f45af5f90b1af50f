"""A child that can do little: no network, no folders but those it is shown, limits, and a user without rights.

Ways in, best first: bubblewrap as root with a change of user; bubblewrap in a user namespace; user namespaces alone
(the child then sees the whole file system, read-only); limits alone. The first that works on
this machine is taken; whoever uses it must say loudly when that is not one of the first two.
"""

from __future__ import annotations

import contextlib
import fcntl
import functools
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from verifier.processes.errors import ChildTimeout, ChildTooLarge, ProcessLoss
from verifier.processes.forks import call_in_forks
from verifier.processes.group import Tail, end, resident, start, wait

KINDS: Final = ("bench", "gate", "journal", "kernel", "lean", "npm", "probe", "run", "socket", "translated")
"""What a folder is for. Only this module makes folders that are named ``verifier-KIND-*``."""

NOBODY: Final = 65534
"""The user to whom root gives folders of children without rights."""


class Scratch:
    """A folder of this process for temporary files. It goes with ``close``, with this object, or with the process; in a
    fork it stays the parent's. Use as a context manager."""

    def __init__(self, kind: str) -> None:
        """Make a folder; the first one of a process removes what killed processes left. ``kind``: one of ``KINDS``.

        Raises: OSError; ValueError on another kind.
        """
        if kind not in KINDS:
            raise ValueError(f"expected a kind of folder among {', '.join(KINDS)}, found {kind!r}")
        _remove_abandoned(tempfile.gettempdir())  # once for each folder of temporary files
        self.path, self._lock = _made(kind)
        self._end = weakref.finalize(self, _remove, self.path, self._lock)
        call_in_forks(self._disown)

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Remove the folder. A second time does nothing, and so does a fork."""
        self._end()

    def _disown(self) -> None:
        if self._end.detach() is not None:
            os.close(self._lock)


def remove_abandoned() -> list[Path]:
    """Remove the folders of ``KINDS`` among temporary files that no process uses, and return them."""
    begins, found = tuple(f"verifier-{kind}-" for kind in KINDS), []
    with contextlib.suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for one in entries:
            if one.name.startswith(begins) and _removed(Path(one.path)):
                found.append(Path(one.path))
    return found


@functools.cache
def _remove_abandoned(folder: str) -> None:
    remove_abandoned()


def _made(kind: str) -> tuple[Path, int]:
    """A new folder, and its lock."""
    while True:
        path = Path(tempfile.mkdtemp(prefix=f"verifier-{kind}-"))
        try:
            lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        except FileNotFoundError:  # another process found it before it was locked, and removed it
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:  # another process is removing it
            os.close(lock)
            continue
        except OSError:  # a file system without locks, where nobody can lock it to remove it either
            return path, lock
        if path.is_dir():
            return path, lock
        os.close(lock)


def _removed(path: Path) -> bool:
    """Whether a folder was abandoned, and is removed now."""
    try:
        lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return False
    try:
        owner = os.fstat(lock).st_uid
        if owner != os.geteuid() and not (os.geteuid() == 0 and owner == NOBODY):
            os.close(lock)
            return False
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return False
    _remove(path, lock)
    return not path.exists()


def _remove(path: Path, lock: int) -> None:
    shutil.rmtree(path, ignore_errors=True)
    os.close(lock)


LOOK_EVERY = 0.2
"""Seconds between two looks at a child's memory."""


@dataclass(frozen=True, slots=True)
class Finished:
    """How a program ended. Output beyond the capture limit was read and dropped."""

    rc: int
    stdout: bytes
    stderr: bytes

    @property
    def text(self) -> str:
        """Both outputs as text, stdout first."""
        return (self.stdout + self.stderr).decode("utf-8", "replace")


def run(
    argv: Sequence[str],
    *,
    deadline: float,
    memory: int | None = None,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    input: bytes = b"",
    capture: int = 1 << 20,
) -> Finished:
    """Return how ``argv`` ended. ``deadline`` is in seconds, ``memory`` (resident) and ``capture`` are in bytes.

    Whatever the program started is killed with it. Raises: NotStarted, ChildTimeout, ChildTooLarge.
    """
    child = start(argv, cwd=cwd, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdin and child.stdout and child.stderr  # all three are pipes
    feeder = threading.Thread(target=_feed, args=(child.stdin, input), daemon=True)
    feeder.start()
    out = Tail(child.stdout, capture, keep_first=True)
    complaints = Tail(child.stderr, capture)
    try:
        _wait(child, argv[0], deadline, memory)
    finally:
        end(child)
    feeder.join(timeout=1)
    return Finished(child.returncode, out.bytes(wait=5), complaints.bytes(wait=5))


def _feed(stream: IO[bytes], data: bytes) -> None:
    # A child need not read what it is given.
    with contextlib.suppress(OSError), stream:
        stream.write(data)


def _wait(child: subprocess.Popen[bytes], name: str, deadline: float, memory: int | None) -> None:
    until = time.monotonic() + deadline
    while (left := until - time.monotonic()) > 0:
        if wait(child, min(left, LOOK_EVERY)):
            return
        if memory is not None and (size := resident(child.pid)) > memory:
            raise ChildTooLarge(f"{name} grew to {size >> 20} MiB and was killed")
    raise ChildTimeout(f"{name} ran past {deadline:g} s and was killed")


PROBE_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Limits:
    """Hard limits: of one file in bytes, of processes and threads of the child's user, of processor time in seconds."""

    file_bytes: int = 64 << 20
    processes: int = 512
    cpu_seconds: int = 7200


@dataclass(frozen=True, slots=True)
class View:
    """What the child is shown: folders that it may read, by the place where it finds them, and one to write in."""

    reads: Mapping[str, Path]
    scratch: Path
    scratch_place: str = "/work"


@dataclass(frozen=True, slots=True)
class Way:
    """A way to shut a child in. ``places``: it finds the folders where the view says, else where they are."""

    name: str
    places: bool
    network: bool = False
    user: bool = True

    @property
    def lacking(self) -> str:
        """What this way does not keep from the child, or an empty text."""
        match self.name:
            case "namespaces":
                return "bubblewrap (bwrap) is missing or does not work: the child reads whatever this user may read"
            case "limits":
                return "neither bubblewrap nor user namespaces work here: the child has this user's network and files"
        return ""


BUBBLEWRAP_ROOT = Way("bubblewrap, another user", True)
BUBBLEWRAP = Way("bubblewrap", True)
NAMESPACES = Way("namespaces", False)
LIMITS = Way("limits", False, network=True, user=False)
WAYS = (BUBBLEWRAP_ROOT, BUBBLEWRAP, NAMESPACES, LIMITS)


def place(way: Way, view: View, inside: str) -> str:
    """Return where the child finds what the view shows at ``inside``. Raises: KeyError when the view shows no such."""
    if way.places:
        return inside
    return str(view.scratch if inside == view.scratch_place else view.reads[inside])


def shut_in(way: Way, view: View, limits: Limits, argv: Sequence[str]) -> list[str]:
    """Return the command that runs ``argv`` shut in. Raises: ProcessLoss when a program for that is missing."""
    limited = [*_prlimit(limits), *argv]
    match way.name:
        case "bubblewrap, another user":
            _give(view.scratch)
            return [*_bwrap(view, root=True), "--", *_other_user(), *limited]
        case "bubblewrap":
            return [*_bwrap(view, root=False), "--", *limited]
        case "namespaces":
            return [*_unshare(view), *limited]
    return limited


@functools.cache
def best_way() -> Way:
    """Return the best way that works on this machine, tried once."""
    for way in WAYS[:-1]:
        if (os.geteuid() == 0 or way is not BUBBLEWRAP_ROOT) and _works(way):
            return way
    return LIMITS


def _works(way: Way) -> bool:
    with Scratch("probe") as scratch:
        view = View({}, scratch)
        try:
            command = shut_in(
                way, view, Limits(), ["/bin/sh", "-c", 'echo here > "$0/here"', place(way, view, "/work")]
            )
            return run(command, deadline=PROBE_SECONDS, env={}).rc == 0
        except (ProcessLoss, OSError):
            return False


def _program(name: str) -> str:
    found = shutil.which(name, path="/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin")
    if found is None:
        raise ProcessLoss(f"{name} is not installed")
    return found


def _prlimit(limits: Limits) -> list[str]:
    try:
        program = _program("prlimit")
    except ProcessLoss:
        return []
    soft = [f"--fsize={limits.file_bytes}", f"--cpu={limits.cpu_seconds}", "--core=0"]
    # As root this would count all of root's processes, and hold for none of them.
    return [program, *soft, *([f"--nproc={limits.processes}"] if os.geteuid() or _program_there("setpriv") else [])]


def _program_there(name: str) -> bool:
    try:
        return bool(_program(name))
    except ProcessLoss:
        return False


def _other_user() -> list[str]:
    user = [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--no-new-privs", "--bounding-set=-all"]
    return [_program("setpriv"), *user, "--inh-caps=-all"]


def _give(scratch: Path) -> None:
    os.chown(scratch, NOBODY, NOBODY)
    scratch.chmod(0o711)  # bubblewrap goes there as a root that has lost its rights


def _bwrap(view: View, *, root: bool) -> list[str]:
    command = [_program("bwrap"), "--die-with-parent", "--unshare-ipc", "--unshare-pid", "--unshare-net"]
    command += ["--unshare-uts", "--unshare-cgroup-try"]
    if root:  # rights for the change of user only; setpriv gives them up
        command += [
            "--cap-drop",
            "ALL",
            "--cap-add",
            "CAP_SETUID",
            "--cap-add",
            "CAP_SETGID",
            "--cap-add",
            "CAP_SETPCAP",
        ]
    else:
        command += ["--unshare-user", "--cap-drop", "ALL", "--uid", str(NOBODY), "--gid", str(NOBODY)]
    for top in ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"):
        path = Path(top)
        if path.is_symlink():
            command += ["--symlink", str(path.readlink()), top]
        elif path.is_dir():
            command += ["--ro-bind", top, top]
    command += ["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache", "--proc", "/proc", "--dev", "/dev"]
    for inside, folder in view.reads.items():
        command += ["--ro-bind", str(folder), inside]
    command += ["--bind", str(view.scratch), view.scratch_place, "--remount-ro", "/dev", "--remount-ro", "/"]
    return [*command, "--chdir", view.scratch_place]


SCRIPT = """
import ctypes, os, sys

def mounts():
    with open("/proc/self/mountinfo", "rb") as rows:  # of two mounts at one place the last one is seen
        fields = [row.split(b" ") for row in rows]
    return {f[4].decode("unicode_escape").encode("latin-1"): f[5].split(b",") for f in fields}

def mount(source, place, flags):
    if ctypes.CDLL(None, use_errno=True).mount(source, place, None, ctypes.c_ulong(flags), None):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), place)

READ_ONLY, NO_DEVICES, REMOUNT, BIND = 1, 4, 32, 4096
DEVICES = [b"/dev/null", b"/dev/zero", b"/dev/full", b"/dev/random", b"/dev/urandom"]
KEPT = {b"nosuid": 2, b"noexec": 8, b"noatime": 1024, b"nodiratime": 2048, b"relatime": 1 << 21}
scratch = os.path.realpath(sys.argv[1]).encode()
for place in (scratch, *filter(os.path.exists, DEVICES)):
    mount(place, place, BIND)
for place, options in mounts().items():
    if place != scratch:
        flags = READ_ONLY | (0 if place in DEVICES else NO_DEVICES)
        mount(None, place, REMOUNT | BIND | flags | sum(KEPT.get(option, 0) for option in options))
assert all(b"ro" in options for place, options in mounts().items() if place != scratch)
os.chdir(scratch)
os.execv(sys.argv[2], sys.argv[2:])
"""
"""Run as the root of a user namespace: every mount but the scratch folder becomes read-only, and no
device is left but those that anybody may use; or nothing is started."""


def _unshare(view: View) -> list[str]:
    spaces = ["--user", "--map-root-user", "--mount", "--net", "--pid", "--ipc", "--uts", "--fork", "--kill-child"]
    drop = [_program("setpriv"), "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]
    return [_program("unshare"), *spaces, sys.executable, "-I", "-S", "-c", SCRIPT, str(view.scratch), *drop]
