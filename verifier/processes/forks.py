"""Forks of this process: what is dropped there, so that a fork uses no child, thread or lock of its parent.

A fork (``os.fork``, ``multiprocessing``, a worker of a data loader) has copies of all objects, but none of the threads,
and the children are the parent's. An object that keeps such things registers a method here, which drops them.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import weakref
from collections.abc import Callable
from types import MethodType
from typing import Any

_RENEWALS: dict[tuple[int, str], Callable[[], Callable[[], None] | None]] = {}


def call_in_forks(renew: Callable[[], None]) -> None:
    """Call ``renew`` in every later fork of this process, and in forks of forks, before anything else runs there.

    The object of a bound method is not kept alive. ``renew`` must not wait, and must not raise.
    """
    _watch()
    if isinstance(renew, MethodType):
        key = (id(renew.__self__), renew.__name__)
        _RENEWALS[key] = weakref.WeakMethod(renew, lambda _: _RENEWALS.pop(key, None))
    else:
        _RENEWALS[id(renew), ""] = lambda: renew


def compute_alone_in_forks(torch: Any) -> None:
    """Let torch, which is given, compute with one thread in forks: for those of the parent it would wait for ever."""
    _compute_alone(torch.set_num_threads)


@functools.cache
def _compute_alone(set_threads: Callable[[int], None]) -> None:
    def alone() -> None:
        set_threads(1)

    call_in_forks(alone)


def keep_forever(inherited: Any) -> None:
    """Keep an object of the parent for as long as this fork lives: its end would wait for threads that are not here."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(inherited))


def end_without_destructors() -> None:
    """Let this fork end, with its exit status, without the destructors of C++ libraries: they would wait for threads
    that are not here. Python's own end comes before. Does nothing where the C library is not glibc."""
    libc = ctypes.CDLL(None)
    if hasattr(libc, "on_exit"):
        libc.on_exit(libc._exit, None)


@functools.cache
def _watch() -> None:
    os.register_at_fork(after_in_child=_renew)


def _renew() -> None:
    # All are held until the end, the latest come first: what an object lets go of must drop what it inherited itself.
    renewals = [found() for found in _RENEWALS.values()]
    for renew in reversed(renewals):
        if renew is not None:
            with contextlib.suppress(Exception):  # one that fails must not keep the others from it
                renew()
