"""Expressions beside a run: what their names' values do not tell of the run is refused, the rest is decided rightly."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from verifier.checkers.runs.checker import decided
from verifier.checkers.runs.interpreters import Interpreter
from verifier.kernel.run_claim import Place, RunClaim, Said
from verifier.kernel.verdict import CheckFailed, Reason

ORDER = """\
def f():
    d = {'b': 1, 'a': 1}
    s = {3, 1, 2}
    t = {1, 'a'}
    return d
"""
CHANGED = """\
counter = 0
def get():
    return counter
def f():
    global counter
    counter = 5
    x = 1
    return x
"""
ALIASES = """\
def add(xs):
    xs.append(1)
    return len(xs)
def f():
    a = []
    b = a
    c = [a, b]
    return c
"""
LIMITED = """\
from collections import deque, defaultdict
def f():
    q = deque([1], maxlen=2)
    e = defaultdict(int)
    return 1
"""
DEFAULTS = """\
def g(n, seen=[]):
    seen.append(n)
    return len(seen)
def f():
    x = g(1)
    return x
"""
KEPT = """\
from functools import lru_cache
import math
def calls():
    calls.n = getattr_of(calls) + 1
    return 1
def getattr_of(f):
    return 0
def f():
    x = 1
    return x
"""
CACHED = """\
from functools import lru_cache
@lru_cache
def made():
    return []
def size():
    xs = made()
    xs.append(1)
    return len(xs)
def f():
    x = size()
    return x
"""
TWICE = """\
def g():
    return 1
def f():
    def g():
        return 2
    x = 1
    return x
"""
RENAMED = """\
def f():
    from math import floor as len
    x = 2
    return x
"""
REBOUND = """\
x = 3
def f():
    return 0
y = x
x = 5
z = x
"""
NAN = """\
def f():
    n = float('nan')
    a = [n]
    return 0
"""
PLAIN = """\
LIMIT = 3
def double(n):
    return n * 2
def top(n):
    return min(n, LIMIT)
def f(x):
    y = [x]
    return y
"""

TOLD = [
    (ORDER, "list(d)", 5, "['b', 'a']"),
    (ORDER, "max(d, key=d.get)", 5, "'b'"),
    (ORDER, "sorted(d)", 5, "['a', 'b']"),
    (ORDER, "d", 5, "{'a': 1, 'b': 1}"),
    (ORDER, "sorted(s)", 5, "[1, 2, 3]"),
    (ORDER, "2 in s", 5, "True"),
    (ORDER, "len(t)", 5, "2"),
    (REBOUND, "[x for x in range(x)]", 4, "[0, 1, 2]"),
    (ALIASES, "[a for a in a]", 8, "[]"),
    (PLAIN, "double(x) + 1", 8, "9"),
    (PLAIN, "top(x)", 8, "3"),
    (PLAIN, "double(y)", 8, "[4, 4]"),
    (PLAIN, "sum(v for v in y)", 8, "4"),
    (PLAIN, "', '.join(map(str, y))", 8, "'4'"),
]
UNSEEN = "from typing import Set as S\ndef f():\n    return list(S(['a', 'b']))\n"
MADE = "def f():\n    return type(type(1))('A', (), {})\n"
REFUSED = [
    (ORDER, "list(s)", 5),
    (ORDER, "sorted(s, key=lambda v: 0)", 5),
    (ORDER, "min(t, key=str)", 5),
    (ORDER, "[v for v in s]", 5),
    (ORDER, "set(s).pop()", 5),
    (CHANGED, "get() + 0*x", 8),
    (ALIASES, "(a.append(1), len(b))[1]", 8),
    (ALIASES, "(add(a), len(b))[1]", 8),
    (ALIASES, "(add(c[0]), len(c[1]))[1]", 8),
    (LIMITED, "q.maxlen", 5),
    (LIMITED, "e['x']", 5),
    (DEFAULTS, "g(x)", 6),
    (KEPT, "calls() + 0*x", 10),
    (CACHED, "size() + 0*x", 10),
    (TWICE, "g() + 0*x", 7),
    (RENAMED, "len([x])", 4),
    (NAN, "n in a", 4),
    (ORDER, "list(s.union([9]))", 5),
]


@pytest.fixture(scope="module")
def interpreter() -> Iterator[Interpreter]:
    with Interpreter() as made:
        yield made


def claim(program: str, subject: str, line: int, value: str) -> RunClaim:
    call = "f(4)" if "def f(x)" in program else "f()"
    return RunClaim(program, call, Said.EVALUATES, (value,), subject, Place(line=line))


@pytest.mark.parametrize(("program", "subject", "line", "value"), TOLD)
def test_what_the_values_tell_is_told(
    program: str, subject: str, line: int, value: str, interpreter: Interpreter
) -> None:
    found = decided(claim(program, subject, line, value), interpreter)
    assert found.holds and found.value == value


@pytest.mark.parametrize(("program", "subject", "line"), REFUSED)
def test_what_the_values_do_not_tell_is_refused(
    program: str, subject: str, line: int, interpreter: Interpreter
) -> None:
    with pytest.raises(CheckFailed) as why:
        decided(claim(program, subject, line, "0"), interpreter)
    assert why.value.reason is Reason.OUT_OF_SCOPE


@pytest.mark.parametrize(("program", "reason"), [(UNSEEN, Reason.PROGRAM_REFUSED), (MADE, Reason.OUT_OF_BUDGET)])
def test_what_a_whitelist_cannot_see_is_not_told(program: str, reason: Reason, interpreter: Interpreter) -> None:
    for said, value in ((Said.RETURNS, "['a', 'b']"), (Said.RAISES, "'NotImplementedError'")):
        with pytest.raises(CheckFailed) as why:
            decided(RunClaim(program, "f()", said, (value,)), interpreter)
        assert why.value.reason is reason
