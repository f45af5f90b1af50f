"""What a sandboxed child does to shut in the work that it forks: a filter of system calls, and limits.

The filter (seccomp, Linux) lets through what computing needs and ends the process at anything else: it can open no
file, reach no network, start nothing. A call that is not let through never gives another answer, it gives none.
Runs inside the child; nothing of it is called in the process of the caller.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

_ARCHITECTURES: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

_COMPUTING: Final = {
    # read write close fstat lseek mmap mprotect munmap brk rt_sigaction rt_sigprocmask rt_sigreturn madvise mremap
    # exit exit_group futex getrandom clock_gettime gettimeofday sigaltstack sched_yield restart_syscall getpid gettid
    # rseq membarrier
    "x86_64": (0, 1, 3, 5, 8, 9, 10, 11, 12, 13, 14, 15, 28, 25, 60, 231, 202, 318, 228, 96, 131, 24, 219, 39, 186, 334,
               324),
    "aarch64": (63, 64, 57, 80, 62, 222, 226, 215, 214, 134, 135, 139, 233, 216, 93, 94, 98, 278, 113, 169, 132, 124,
                128, 172, 178, 293, 283),
}  # fmt: skip

_DENIED: Final = {
    # For another interpreter, which has to be loaded first: no sockets, no other processes, nothing made or removed.
    # socket connect bind sendto sendmsg kill ptrace creat mkdir rmdir unlink rename link symlink mknod chmod truncate
    # and their kin with a folder, mount, process_vm_*, bpf, io_uring_setup, openat2, execveat, fork, vfork
    "x86_64": (41, 42, 49, 44, 46, 62, 101, 85, 83, 84, 87, 82, 86, 88, 133, 90, 76, 77, 258, 263, 264, 316, 265, 266,
               259, 268, 92, 260, 165, 310, 311, 321, 425, 437, 322, 57, 58),
    "aarch64": (198, 203, 200, 206, 211, 129, 117, 34, 35, 38, 276, 37, 36, 33, 53, 45, 46, 54, 40, 270, 271, 280, 425,
                437, 281),
}  # fmt: skip

_OPENS: Final = {"x86_64": ((2, 1), (257, 2)), "aarch64": ((56, 2),)}
"""The system calls that open a file, and which of their arguments has the flags."""

_CLONE: Final = {"x86_64": (56, 435), "aarch64": (220, 435)}
"""The system calls that make threads and processes: ``clone``, whose flags say which, and ``clone3``, whose flags a
filter cannot see: it is said not to be there, and ``clone`` is called instead."""

_THREAD: Final = 0x10000  # CLONE_THREAD
_WRITING: Final = 0o1 | 0o2 | 0o100 | 0o1000  # O_WRONLY, O_RDWR, O_CREAT, O_TRUNC

_LOAD, _EQUAL, _ANY_BIT, _AT_LEAST, _RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
_ALLOW, _KILL = 0x7FFF0000, 0x80000000
_NOT_THERE = 0x00050000 | errno.ENOSYS
_X32 = 0x40000000

Instruction = tuple[int, int, int, int]


class NotConfined(Exception):
    """This machine has no such filter; ``str`` says why."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of one piece of work: memory in bytes, processor time and time in seconds, answer in bytes."""

    memory: int = 512 << 20
    cpu: int = 2
    seconds: float = 20.0
    answer: int = 16 << 20


@dataclass(frozen=True, slots=True)
class Done:
    """What came of the work: its answer, and how it ended (``ok``, ``time``, ``memory``, ``output``, ``steps``,
    ``address``, ``order`` or ``killed``)."""

    how: str
    answer: bytes = b""


class _Instruction(ctypes.Structure):
    _fields_ = (("code", ctypes.c_ushort), ("jt", ctypes.c_ubyte), ("jf", ctypes.c_ubyte), ("k", ctypes.c_uint32))


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.POINTER(_Instruction)))


def computing() -> list[Instruction]:
    """Return the filter for work that only computes. Raises: NotConfined."""
    machine, arch = _machine()
    allowed = [(_EQUAL, 0, 1, number) for number in _COMPUTING[machine]]
    return [
        *_begun(arch),
        *(part for test in allowed for part in (test, (_RETURN, 0, 0, _ALLOW))),
        (_RETURN, 0, 0, _KILL),
    ]


def loading() -> list[Instruction]:
    """Return the filter for a program that is loaded first: it reads files and writes none. Raises: NotConfined."""
    machine, arch = _machine()
    parts = _begun(arch)
    for number in _DENIED[machine]:
        parts += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _KILL)]
    for number, flags in _OPENS[machine]:
        test = [(_LOAD, 0, 0, 16 + 8 * flags), (_ANY_BIT, 0, 1, _WRITING), (_RETURN, 0, 0, _KILL), (_LOAD, 0, 0, 0)]
        parts += [(_EQUAL, 0, len(test), number), *test]
    clone, clone3 = _CLONE[machine]
    test = [(_LOAD, 0, 0, 16), (_ANY_BIT, 1, 0, _THREAD), (_RETURN, 0, 0, _KILL), (_LOAD, 0, 0, 0)]
    parts += [(_EQUAL, 0, len(test), clone), *test, (_EQUAL, 0, 1, clone3), (_RETURN, 0, 0, _NOT_THERE)]
    return [*parts, (_RETURN, 0, 0, _ALLOW)]


def _machine() -> tuple[str, int]:
    machine = platform.machine()
    if sys.platform != "linux" or machine not in _ARCHITECTURES:
        raise NotConfined(f"no filter of system calls is known for {sys.platform} on {machine}")
    return machine, _ARCHITECTURES[machine]


def _begun(arch: int) -> list[Instruction]:
    wrong = (_RETURN, 0, 0, _KILL)
    begun: list[Instruction] = [(_LOAD, 0, 0, 4), (_EQUAL, 1, 0, arch), wrong, (_LOAD, 0, 0, 0)]
    return [*begun, (_AT_LEAST, 0, 1, _X32), wrong] if arch == _ARCHITECTURES["x86_64"] else begun


def confine(instructions: Sequence[Instruction]) -> None:
    """Put this process under a filter, for good. Raises: NotConfined."""
    libc = ctypes.CDLL(None, use_errno=True)
    filled = (_Instruction * len(instructions))(*(_Instruction(*one) for one in instructions))
    program = _Program(len(instructions), filled)
    no_new_privileges, set_filter, mode = 38, 22, 2
    if libc.prctl(no_new_privileges, 1, 0, 0, 0) or libc.prctl(set_filter, mode, ctypes.byref(program), 0, 0):
        raise NotConfined(f"the kernel takes no filter of system calls (error {ctypes.get_errno()})")


def computed(work: Callable[[], bytes], bounds: Bounds) -> Done:
    """Return what ``work`` gives in a fork of this process that can only compute. Raises: NotConfined, OSError."""
    return _in_fork(lambda out: _compute(work, out), bounds)


def executed(argv: Sequence[str], bounds: Bounds) -> Done:
    """Return what a program writes to its output; it can read files and nothing else. Raises: NotConfined, OSError."""
    return _in_fork(lambda out: _execute(argv, out), bounds)


def _compute(work: Callable[[], bytes], out: int) -> None:
    confine(computing())
    data = memoryview(work())
    while data:
        data = data[os.write(out, data) :]


def _execute(argv: Sequence[str], out: int) -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for place, source in ((0, nothing), (1, out), (2, nothing)):
        os.dup2(source, place)
        os.set_inheritable(place, True)  # which it is not where both are one
    confine(loading())
    os.execve(argv[0], list(argv), {"PATH": "", "LANG": "C.UTF-8"})


def _in_fork(work: Callable[[int], None], bounds: Bounds) -> Done:
    filters = computing()  # whether there are such filters is known before anything is forked
    assert filters
    source, sink = os.pipe()
    child = os.fork()
    if not child:
        _child(work, source, sink, bounds)
    os.close(sink)
    try:
        answer, how = _answer(source, bounds)
    finally:
        os.close(source)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    return Done(how or _ended(status), answer)


def _child(work: Callable[[int], None], source: int, sink: int, bounds: Bounds) -> NoReturn:
    try:
        os.close(source)
        for what, most in (
            (resource.RLIMIT_AS, bounds.memory),
            (resource.RLIMIT_CPU, bounds.cpu),
            (resource.RLIMIT_FSIZE, 0),
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_STACK, 64 << 20),
        ):
            resource.setrlimit(what, (most, most))
        out = os.dup2(sink, 3) if sink != 3 else sink
        os.closerange(4, 4096)
        for stream in (0, 1, 2):
            os.close(stream)
        work(out)
    except NotConfined:
        os._exit(77)
    except MemoryError:
        os._exit(78)
    except BaseException:  # noqa: BLE001  # whatever it is, it must not go on in a copy of the parent
        os._exit(79)
    os._exit(0)


def _answer(source: int, bounds: Bounds) -> tuple[bytes, str]:
    """Return what comes out of a pipe, and why that was cut short; an empty text where it was not."""
    parts, size, until = list[bytes](), 0, time.monotonic() + bounds.seconds
    while True:
        left = until - time.monotonic()
        if left <= 0 or not select.select([source], [], [], left)[0]:
            return b"", "time"
        block = os.read(source, 1 << 16)
        if not block:
            return b"".join(parts), ""
        parts.append(block)
        size += len(block)
        if size > bounds.answer:
            return b"", "output"


def _ended(status: int) -> str:
    if os.WIFSIGNALED(status):
        return "time" if os.WTERMSIG(status) == signal.SIGXCPU else "killed"
    known = {0: "ok", 77: "unconfined", 78: "memory", STEPS: "steps", ADDRESS: "address", ORDER: "order"}
    return known.get(os.WEXITSTATUS(status), "killed")


STEPS: Final = 80
"""The status with which work ends itself that takes too many steps."""

ADDRESS: Final = 81
"""The same, of work that writes down where an object is kept."""

ORDER: Final = 82
"""The same, of work in which the order of a set may show."""
