"""What differs from run to run settles nothing: where objects are kept, and the order of sets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from verifier.checkers.runs.interpreters import Interpreter, NotRun
from verifier.checkers.runs.tracer import Guard
from verifier.engines.run_candidate import decide_run
from verifier.engines.runs import RunEngine
from verifier.kernel.run_claim import RunClaim, Said
from verifier.kernel.verdict import Reason, Unknown
from verifier.processes.confined import Bounds, computed

ADDRESSES = r"""
def f(): return str(f)
---
def f(): return len(str(f))
---
class A:
    def __eq__(self, other): return True
def f(): return str(A())[1]
---
def f():
    class B: pass
    return "%r" % B()
---
def f(): return f"{f!s:>80}"[0]
---
def f(): return f"{f!r}" + f"{f!a}"
---
def f():
    def g(): yield 1
    return repr(g())
---
def f(): return str(lambda: 1)
---
def f(): return format(f)
---
def f(): return format(f, "")
---
def f(): return str((1, [f], {2: f}))
---
def f():
    x = str
    y = [x]
    return y[0](f) == ""
---
def f(): return str.join("", map(str, (f,)))
---
def f(): return "a" in str(f)
---
def f(): return max([f, len], key=repr) is f
---
def f(): return {str(f): 1}
---
def f():
    import re
    return re.sub("0x.*", "", str(f))
---
def f():
    try:
        assert False, f
    except AssertionError as e:
        return str(e)
---
def f(): return f"{f}"[0]
---
def f(): return "%s" % f < "%s" % (lambda: 1)
---
def f(): return "{}".format(f) > "b"
---
def f(): return list(map("{}".format, [f]))[0][:3]
---
def f(): return ascii(f) == repr(f)
---
def f(): print(f)
---
def f(): print([f], end="")
---
def f(): return sorted([f, lambda: 1], key=str)[0]() is None
---
def f(): return list(map(str, [f]))[0][-1]
---
def f(): s = str; return s(f)[-2]
---
def f(): return str({1: f})[0]
---
def f(): return str([].append)
---
def f(): return str(iter([]))
---
def f(): return str(x for x in [1])
---
def f(): return str(zip())
---
def f(): return repr(ValueError(f))[0]
---
def f(): return str(KeyError(f))
---
def g():
    try:
        raise ValueError(f)
    except ValueError as e:
        return str(e)[0]
class A:
    pass
def f(): return str(A())
---
class A:
    def m(self): return 1
def f(): return str(A().m)
---
from functools import partial, lru_cache
def g(): pass
def f(): return str(partial(g))
---
from functools import lru_cache
@lru_cache
def f(): return str(f)
---
from dataclasses import dataclass
@dataclass
class A:
    x: int
    y: list
def f(): return str(A(1, [lambda: 1]))
---
from collections import namedtuple, defaultdict
P = namedtuple("P", "x y")
def f(): return str(P(f, 1))
---
from collections import defaultdict
def f(): return str(defaultdict(lambda: 1))
---
def f():
    try:
        [1].index(f)
    except ValueError as e:
        return str(e)
    return 0
---
from collections import deque
def f():
    try:
        deque([1]).remove(f)
    except ValueError as e:
        return str(e)
---
import itertools
def f(): return str(itertools.chain([1]))
---
import re
def f(): return str(re.finditer("a", "b"))
---
def f(): return "x".join(map(repr, [f]))
---
def f(): return int(str(f).split("0x")[1].rstrip(">"), 16) % 2
---
class E(Exception):
    pass
def f(): return str(E(E, f))
---
import typing
def f(): return str(typing.List[int]) + str(len)
---
class A:
    def __repr__(self): return "A" + str(f)
def f(): return f"{[A()]}"
""".strip().split("\n---\n")

ORDERS = r"""
def f(): return list(max({"a", "b"}, {"a"}))
---
def f(): return list(min(set("ab"), set("abc")))
---
from collections import abc
def f(): return list(abc.KeysView({"a": 1, "b": 2}) & abc.KeysView({"a": 1, "b": 2}))
---
import collections as c
x = c.abc
def f(): return list(x.KeysView({"a": 1, "b": 2}) & x.KeysView({"a": 1, "b": 2}))
---
def sorted(xs): return [x for x in xs]
def f(): return sorted({"a", "b", "c"})[0]
---
def f(): return (lambda sorted: sorted({"a", "b"}))(list)[0]
---
def f(len=list): return len({"a", "b"})
---
sum = list
def f(): return sum({"a", "b"})
---
from itertools import chain as sorted
def f(): return list(sorted({"a", "b"}))
---
def f():
    for sum in [list]:
        return sum({"a","b"})
---
def f(): return sum({("a",), ("b",), ("c",)}, ())
---
def f(): return min({frozenset("a"), frozenset("b")})
---
def f(): return sum({0.1, 1e100, -1e100})
---
class A:
    def __init__(self, n): self.n = n
    def __len__(self):
        print(self.n)
        return 1
def f(): return all({A(1), A(2), A(3)})
---
import collections
def f(): return list(collections.abc.KeysView({"a": 1, "b": 2}) & collections.abc.KeysView({"a": 1, "b": 2}))
---
def f(): return list(max({"a": 1, "b": 2}.keys(), {"a": 1}.keys()) & max({"a": 1, "b": 2}.keys(), {"a": 1}.keys()))
---
def f(): return list(ValueError({"a": 1, "b": 2}.keys()).args[0] & ValueError({"a": 1, "b": 2}.keys()).args[0])
---
def f():
    a, b = map(dict.keys, [{"a": 1, "b": 2}, {"a": 1, "b": 2}])
    return list(a & b)
---
def f():
    k = {"a": 1, "b": 2}.keys
    return list(k() & k())
---
def f():
    k = slice({"a": 1, "b": 2}.items()).stop
    return list(k ^ {}.items())
---
def f():
    a = max({"a": 1, "b": 2}.keys(), {"a": 1}.keys())
    a -= max({"q": 1, "z": 2}.keys(), {"q": 1}.keys())
    return list(a)
""".strip().split("\n---\n")

PLAIN = r"""
def f(): return sorted({"b","a"})
---
def f(): return str([1,(2,"x")])
---
def f(): return sum({1,2,3})
---
def f(): return max({(1,"b"),(2,"a")})
---
class A:
    def __repr__(self): return "A"
def f(): return str([A(), A])
---
from dataclasses import dataclass
@dataclass
class A:
    x: int
def f(): return str(A(1))
---
from collections import namedtuple
P=namedtuple("P","x y")
def f(): return str(P(1,2))
---
def f():
    try:
        return [][1]
    except IndexError as e:
        return str(e)
---
def f(): return any({"", "a"})
---
def f(n=5): return 1 if n == 0 else n*f(n-1)
---
def f(): return f"{1.5:.2f} {2!r} {[1]}"
---
from fractions import Fraction
def f(): return str(Fraction(1,3))
---
import re
def f(): return str(re.match("a","a"))
---
def f(): return str(ValueError("x")) + repr(ValueError("x", 1))
---
def f():
    print(len({1, 2}))
    return max(1, 2)
""".strip().split("\n---\n")


def call_of(program: str) -> str:
    return "f()" if "def f(" in program else "g()"


@pytest.fixture(scope="module")
def interpreters() -> Iterator[tuple[Interpreter, Interpreter]]:
    with Interpreter(0) as one, Interpreter(1) as other:
        yield one, other


@pytest.mark.parametrize("program", ADDRESSES)
def test_run_that_writes_down_an_address_is_ended(program: str, interpreters: tuple[Interpreter, Interpreter]) -> None:
    for one in interpreters:
        with pytest.raises(NotRun, match="where an object is kept") as lost:
            one.trace(program, call_of(program))
        assert lost.value.reason is Reason.OUT_OF_SCOPE


@pytest.mark.parametrize("program", ORDERS)
def test_run_that_may_show_the_order_of_a_set_is_refused(
    program: str, interpreters: tuple[Interpreter, Interpreter]
) -> None:
    for one in interpreters:
        with pytest.raises(NotRun) as lost:
            one.trace(program, call_of(program))
        assert lost.value.reason is Reason.PROGRAM_REFUSED


@pytest.mark.parametrize("program", PLAIN)
def test_run_that_shows_neither_goes_on(program: str, interpreters: tuple[Interpreter, Interpreter]) -> None:
    one, other = (each.trace(program, call_of(program)) for each in interpreters)
    assert one == other and not one.raised


CLAIMS = [
    RunClaim("def f():\n    return len(str(f))", "f()", Said.RETURNS, ("30",)),
    RunClaim("def f():\n    return str(f) < str(len)", "f()", Said.RETURNS, ("False",)),
    RunClaim("def f():\n    print(f)\n    return 1", "f()", Said.RETURNS, ("1",)),
    RunClaim("def f():\n    return 1", "f()", Said.EVALUATES, ("True",), "len(str(f)) > 3"),
    RunClaim("def f():\n    return 1", "len(str(f))", Said.RETURNS, ("30",)),
    RunClaim("def f(n):\n    return str(f)[:n]", "f(3)", Said.ALWAYS, ("True",), "len(result) > 4"),
]


@pytest.mark.parametrize("claim", CLAIMS)
def test_claim_about_such_a_run_is_unknown(claim: RunClaim) -> None:
    engine = RunEngine()
    try:
        assert isinstance(decide_run(claim, engine), Unknown)
    finally:
        engine.close()


def test_guard_that_cannot_be_put_there_ends_the_run() -> None:
    guard = Guard()
    guard._types = []
    assert computed(lambda: [guard.begin(), b"it runs"][1], Bounds()).how == "address"
    assert computed(lambda: [Guard().begin(), b"it runs"][1], Bounds()).answer == b"it runs"
