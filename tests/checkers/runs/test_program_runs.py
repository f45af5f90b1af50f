"""What a run says of claims: the language's statements, decided by running the program twice in the sandbox."""

from __future__ import annotations

from collections.abc import Iterator

import psutil
import pytest
from support.sizes import sized

from verifier.checkers.runs.checker import OtherVersion, ProgramChecker, python
from verifier.checkers.runs.interpreters import Interpreter, NotRun
from verifier.checkers.runs.shapes import fits
from verifier.checkers.runs.syntax import expression
from verifier.checkers.runs.values import NotSpelled, canonical, spelled, value_of
from verifier.engines.run_candidate import decide_run
from verifier.engines.runs import RunEngine
from verifier.kernel.claim import relate
from verifier.kernel.expr import Head, Int
from verifier.kernel.run_claim import RunClaim
from verifier.kernel.verdict import CheckFailed, Proof, Proved, Reason, Refuted, Shows, Unknown, admit
from verifier.language.expressions.errors import LanguageError
from verifier.language.expressions.runs import parse_run, spell_run

PROGRAM = """\
def f(xs):
    out = []
    for i, x in enumerate(xs):
        if x % 2 == 0:
            out.append(x)
        else:
            out = [x] + out
    while len(out) > 3:
        out.pop()
    print(out)
    return out"""
CALL = "f([1, 2, 3, 4, 5])"

VERDICTS = [
    ("returns(call) == [5, 3, 1]", "proved"),
    ("returns(call) == [1, 2]", "refuted"),
    ("returns(call) == (5, 3, 1)", "refuted"),
    ("returns(call) in [[5, 3, 1], (5, 3, 1)]", "proved"),
    ("raises(call, 'KeyError')", "refuted"),
    ("prints(call) == '[5, 3, 1]\\n'", "proved"),
    ("prints(call) == '[5, 3, 1]'", "refuted"),
    ("at(5, out, nth=1) == [1, 2]", "proved"),
    ("at(5, out, nth=-1) == [3, 1, 2, 4]", "proved"),
    ("at(5, out) == [1, 2]", "AMBIGUOUS"),
    ("at(5, out) == [1]", "refuted"),
    ("at(5, out, nth=3) == [1]", "OUT_OF_SCOPE"),
    ("at(5, out, when='i == 3') == [3, 1, 2, 4]", "proved"),
    ("at(x) == 7", "refuted"),
    ("at(x) == 3", "AMBIGUOUS"),
    ("at(xs) == [1, 2, 3, 4, 5]", "proved"),
    ("at(end, out) == [5, 3, 1]", "proved"),
    ("at(nowhere) == 1", "OUT_OF_SCOPE"),
    ("evaluates(len(out), line=9, nth=1) == 5", "proved"),
    ("evaluates('x % 2 == 0', when='x == 3') == False", "proved"),
    ("evaluates('abc'.title()) == 'Abc'", "proved"),
    ("evaluates(f([2])) == [2]", "proved"),
    ("evaluates(1 / 0) == 0", "OUT_OF_SCOPE"),
    ("evaluates(__import__('os')) == 0", "PROGRAM_REFUSED"),
    ("runs(3) == 5", "proved"),
    ("runs(9) == 2", "proved"),
    ("runs(8) == 3", "refuted"),
    ("executed(9)", "proved"),
    ("not executed(9)", "refuted"),
    ("condition(4, nth=1)", "refuted"),
    ("condition(4, when='x == 2') is True", "proved"),
    ("condition(4)", "AMBIGUOUS"),
    ("type_of(out) == 'list'", "proved"),
    ("type_of(len(xs)) == 'str'", "refuted"),
    ("evaluates(out is xs) == False", "OUT_OF_SCOPE"),
    ("at(x, when='iteration(3) == 2') == 2", "proved"),
    ("at(x, when='iteration(3) == 2') == 1", "refuted"),
    ("at(x, when='iteration(3) == 9') == 1", "OUT_OF_SCOPE"),
    ("at(out, when='iteration(3) == 2') == [1, 2]", "AMBIGUOUS"),
    ("at(out, nth=-1, when='iteration(3) == 2') == [1, 2]", "proved"),
    ("at(out, nth=-1, when='iteration(8) == 3') == [5, 3, 1]", "proved"),
    ("evaluates(len(out), when='iteration(3) == 3') == 4", "refuted"),
    ("condition(4, when='iteration(3) == 2')", "proved"),
    ("always(f(list[int]), len(result) <= 3)", "NOT_ENTAILED"),
    ("always(f(list[int]), len(result) < 2)", "refuted"),
    ("not always(f(list[int]), len(result) < 2)", "proved"),
    ("always(f(list[str]), result == [])", "NOT_ENTAILED"),  # what raises is no counterexample
    ("always(f(list[int]), result is xs)", "OUT_OF_SCOPE"),
    ("always(f(list[int]), result < 'a')", "NOT_ENTAILED"),
    ("always(f(list[int]), __import__('os'))", "PROGRAM_REFUSED"),
]


@pytest.fixture(scope="module")
def engine() -> Iterator[RunEngine]:
    made = RunEngine()
    yield made
    made.close()


def claim(text: str, program: str = PROGRAM, call: str = CALL) -> RunClaim:
    return parse_run(text, program, call)


@pytest.mark.parametrize(("text", "verdict"), VERDICTS)
def test_a_statement_has_the_verdict_that_the_run_shows(text: str, verdict: str, engine: RunEngine) -> None:
    found = decide_run(claim(text), engine)
    names = {Proved: "proved", Refuted: "refuted"}
    assert names.get(type(found), getattr(found, "reason", None)) == verdict


@pytest.mark.parametrize("text", [text for text, _ in VERDICTS])
def test_what_is_spelled_is_read_as_the_same_claim(text: str) -> None:
    assert parse_run(spell_run(claim(text)), PROGRAM, CALL) == claim(text)


@pytest.mark.parametrize(
    "text",
    ["returns(call)", "returns(call) == x", "at(0, x) == 1", "at(1, x, nth=0) == 1", "at(1, x, when='x > 1') == 1",
     "always(f(list), result == [])", "always(f(list[int]))", "always(g(int), result)", "always(f(int, int), result)",
     "always(f(int), result) == 3", "at(x, when='iteration(3) == 0') == 1",
     "raises(call)", "runs('a') == 1", "goes(1) == 2", "returns(call) == [1", "at(1, x, until=3) == 1"],
)  # fmt: skip
def test_what_says_nothing_of_a_run_is_refused(text: str) -> None:
    with pytest.raises(LanguageError):
        claim(text)


def test_one_and_true_and_one_point_nought_are_three(engine: RunEngine) -> None:
    for call, value in (("f(1)", "1"), ("f(1.0)", "1.0"), ("f(True)", "True")):
        program = "def f(x):\n    return x"
        verdicts = [decide_run(claim(f"returns(call) == {one}", program, call), engine) for one in ("1", "1.0", "True")]
        assert [isinstance(one, Proved) for one in verdicts] == [one == value for one in ("1", "1.0", "True")]


def test_an_exception_is_what_the_call_comes_to(engine: RunEngine) -> None:
    program = "def f(d):\n    return d['b']"
    told = {t: type(decide_run(claim(t, program, "f({})"), engine)) for t in
            ("raises(call, 'KeyError')", "raises(call, 'LookupError')", "raises(call, 'ValueError')",
             "returns(call) == 1")}  # fmt: skip
    assert list(told.values()) == [Proved, Proved, Refuted, Refuted]


def test_a_recursion_is_counted_over_all_its_calls(engine: RunEngine) -> None:
    program = "def f(n):\n    if n == 0:\n        return 0\n    m = f(n - 1)\n    return m + n"
    for text, kind in (("runs(4) == 3", Proved), ("at(end, m) == 3", Proved), ("at(n) == 4", Refuted)):
        assert type(decide_run(claim(text, program, "f(3)"), engine)) is kind


def test_a_loop_without_a_condition_is_counted(engine: RunEngine) -> None:
    program = "def f(n):\n    while True:\n        n -= 1\n        if n < 0:\n            break\n    return n"
    assert isinstance(decide_run(claim("runs(2) == 4", program, "f(3)"), engine), Proved)


def test_a_statement_over_several_lines_is_one_event(engine: RunEngine) -> None:
    program = "def f(n):\n    xs = [\n        n,\n        n + 1,\n    ]\n    return xs"
    assert isinstance(decide_run(claim("at(2, xs) == [3, 4]", program, "f(3)"), engine), Proved)
    assert decide_run(claim("runs(2) == 1", program, "f(3)"), engine) == Unknown(
        Reason.OUT_OF_SCOPE, "it cannot be counted how often this is reached"
    )


def test_a_forged_value_is_refused(engine: RunEngine) -> None:
    checker = ProgramChecker()
    asked = claim("returns(call) == [1]")
    for data in (
        {"python": python(), "event": -1, "value": "[1]"},
        {"python": python(), "event": 3, "value": "[5, 3, 1]"},
    ):
        with pytest.raises(CheckFailed):
            admit(asked, Proof("run", Shows.TRUE, data), checker)
    with pytest.raises(CheckFailed):
        admit(asked, Proof("run", Shows.TRUE, {"python": python(), "event": -1, "value": "[5, 3, 1]"}), checker)
    with pytest.raises(OtherVersion):
        admit(asked, Proof("run", Shows.FALSE, {"python": "2.7", "event": -1, "value": "[5, 3, 1]"}), checker)
    checker.close()


def test_a_run_shows_nothing_of_relations() -> None:
    with pytest.raises(CheckFailed):
        admit(relate(Head.EQ, Int(1), Int(1)), Proof("run", Shows.TRUE, {}), ProgramChecker())


def test_two_interpreters_that_differ_settle_nothing(engine: RunEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Interpreter, "second", lambda self, program, call: "'something else'")
    found = decide_run(claim("returns(call) == [5, 3, 1]", PROGRAM, "f([1, 3, 5])"), engine)
    assert isinstance(found, Unknown) and found.reason is Reason.INTERPRETERS_DIFFER


def test_the_second_interpreter_sees_what_the_first_one_does() -> None:
    with Interpreter() as made:
        assert made.second(PROGRAM, CALL) in (None, "[5, 3, 1]")


def test_where_no_filter_can_be_had_nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.processes.confined.platform.machine", lambda: "abacus")
    from verifier.processes.confined import Bounds, NotConfined, computed

    with pytest.raises(NotConfined, match="abacus"):
        computed(lambda: b"ran", Bounds())


def test_the_same_program_gives_the_same_trace_whatever_the_hashes() -> None:
    with Interpreter(0) as one, Interpreter(7) as other:
        assert one.trace(PROGRAM, CALL) == other.trace(PROGRAM, CALL)


def test_many_programs_leave_no_process_and_no_memory_behind() -> None:
    count = sized(150, 1000)
    with Interpreter() as made:
        made.trace(PROGRAM, CALL)
        assert made._child is not None  # the test looks at its processes
        before = made._child.resident()
        for n in range(count):
            assert made.trace(PROGRAM, f"f([{n}, 2, 3])").returned is not None
        made.trace("def f(n):\n    return [n] * 10 ** 6 and n", "f(1)")
        with pytest.raises(NotRun):
            made.trace("def f():\n    while True:\n        pass", "f()")
        children = psutil.Process(made._child.pid).children(recursive=True)
        assert all(child.status() != psutil.STATUS_ZOMBIE for child in children) and len(children) <= 3
        assert made._child.resident() - before < 20 << 20


@pytest.mark.parametrize(
    "text",
    ["None", "True", "-3", "1.5", "float('inf')", "'a\\n'", "b'a'", "[1, (2,), {3: {4}}]", "set()", "frozenset({1})",
     "Counter({'a': 2})", "deque([1])", "OrderedDict({'b': 1, 'a': 2})", "Fraction(1, 3)", "range(0, 4)", "()", "{}"],
)  # fmt: skip
def test_a_value_is_spelled_in_one_way(text: str) -> None:
    assert canonical(text) == text and spelled(value_of(text)) == text


def test_content_is_what_counts() -> None:
    assert canonical("{'b': 1, 'a': 2}") == canonical("{'a': 2, 'b': 1}")
    assert canonical("{3, 1, 2}") == canonical("{1, 2, 3}")
    assert len({canonical(one) for one in ("1", "1.0", "True", "'1'", "[1]", "(1,)")}) == 6


@pytest.mark.parametrize("text", ["x", "1 + 1", "f(1)", "[x]", "__import__('os')", "'a'.b", "{**{}}", "f'{1}'", "-'a'"])
def test_what_is_no_value_is_not_read(text: str) -> None:
    with pytest.raises(NotSpelled):
        canonical(text)


@pytest.mark.parametrize(
    "data",
    [
        {"call": "f([2, 4, 6])", "value": "[2, 4]"},  # not what it returns
        {"call": "f([1])", "value": "[1]"},  # the condition holds there
        {"call": "f(['a'])", "value": "['a']"},  # of other types
        {"call": "f([2, 4], 1)", "value": "[2, 4]"},
        {"call": "g([2, 4])", "value": "[2, 4]"},
        {"call": "f([2, 4] + [])", "value": "[2, 4]"},
        {"call": 3, "value": "[2, 4]"},
        {"value": "[2, 4]"},
    ],
)
def test_a_forged_counterexample_is_refused(data: dict[str, object]) -> None:
    asked = claim("always(f(list[int]), len(result) < 2)")
    with ProgramChecker() as checker:
        right = {"python": python(), "call": "f([2, 4])", "value": "[2, 4]"}
        assert isinstance(admit(asked, Proof("run", Shows.FALSE, right), checker), Refuted)
        for shows in (Shows.FALSE, Shows.TRUE):
            with pytest.raises(CheckFailed):
                admit(asked, Proof("run", shows, {"python": python(), **data}), checker)
        with pytest.raises(CheckFailed):
            admit(asked, Proof("run", Shows.TRUE, right), checker)


def test_an_input_that_takes_too_long_does_not_hide_the_others(engine: RunEngine) -> None:
    program = "def f(n):\n    while n < 0:\n        n -= 1\n    return n if n < 11 else -n"
    assert isinstance(decide_run(claim("always(f(int), result >= 0)", program, "f(3)"), engine), Refuted)


def test_the_same_inputs_are_tried_at_every_time(engine: RunEngine) -> None:
    asked = claim(
        "always(f(dict[str, tuple[int, bool | None]], float), False)", "def f(d, x):\n    return 1", "f({}, 1.0)"
    )
    found = []
    for one in (engine, RunEngine()):
        offers = list(one.propose(asked))
        found += [dict(offer.proof.data) for offer in offers if not isinstance(offer, Unknown)]
    one.close()
    assert len(found) == 2 and found[0] == found[1]


@pytest.mark.parametrize(
    ("value", "kind", "does"),
    [
        ("True", "int", False),
        ("1", "int | None", True),
        ("None", "int | None", True),
        ("float('nan')", "float", False),
        ("[1, 'a']", "list[int | str]", True),
        ("[1, 'a']", "list[int]", False),
        ("(1, 'a')", "tuple[int, str]", True),
        ("(1,)", "tuple[int]", True),
        ("(1, 'a')", "tuple[int]", False),
        ("{'a': [1]}", "dict[str, list[int]]", True),
        ("{1: [1]}", "dict[str, list[int]]", False),
        ("{1}", "set[int]", True),
        ("[]", "list[int]", True),
    ],
)
def test_an_input_counts_only_where_its_types_are_those_that_are_meant(value: str, kind: str, does: bool) -> None:
    assert fits(value_of(value), expression(kind)) is does
