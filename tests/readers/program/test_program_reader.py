"""What is read of steps about programs: the program and its call, what is said of the run, and the guards on it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from verifier.language.expressions.asked_run import Asked, asked
from verifier.language.expressions.runs import ANYWHERE, spell_run
from verifier.readers.program.guarding.guards import EXAMPLE, GUARDS
from verifier.readers.program.reader import RunStatement, read_program
from verifier.readers.program.tokens import tokens

PROGRAM, CALL = EXAMPLE


def problem_of(program: str, call: str) -> str:
    return f"What does the call return?\n```python\n{program}\nassert {call} == ??\n```"


PROBLEM = problem_of(PROGRAM, CALL)


def said(step: str, problem: str = PROBLEM) -> list[RunStatement]:
    reading = read_program(problem, [step])
    assert reading is not None
    return list(reading.steps[0])


def open_claims(step: str) -> list[str]:
    """What is read of a step and no guard keeps from being decided, each claim with its first value alone."""
    return [spell_run(replace(one.claim, values=one.claim.values[:1])) for one in said(step) if not one.guards]


ALWAYS = "always(f(list[int], int), "

PROGRAM_ALONE = "def g(n):\n    return n + 1"


@pytest.mark.parametrize(
    "problem",
    [
        f"[PYTHON]\n{PROGRAM_ALONE}\nassert g(3) == ??\n[/PYTHON]",
        f"What is g(3)?\n```python\n{PROGRAM_ALONE}\n```",
        f"```\n{PROGRAM_ALONE}\n```\nWhat does `g(3)` return?",
        f"{PROGRAM_ALONE}\n>>> g(3)\n",
        f"What does g(3) print?\n\n{PROGRAM_ALONE}\n\nHere g(n) is a function.",
    ],
)
def test_the_program_and_its_call_are_found(problem: str) -> None:
    assert asked(problem) == Asked(PROGRAM_ALONE, "g(3)")


@pytest.mark.parametrize(
    "problem",
    [
        "What is g(3), if g(n) = n + 1?",
        f"```python\n{PROGRAM_ALONE}\n```\nWhat are g(3) and g(4)?",
        f"```python\n{PROGRAM_ALONE}\n```\nWhat does g do?",
        "```python\ndef g(n) return n\n```\nWhat is g(3)?",
    ],
)
def test_where_no_call_is_asked_about_nothing_is_found(problem: str) -> None:
    assert asked(problem) is None


@pytest.mark.parametrize(
    ("step", "claims"),
    [
        ("Therefore, the function returns [3, 4].", ["returns(call) == [3, 4]"]),
        ("So the function `f` will return the list `[3]`.", ["returns(call) == [3]"]),
        ("The expected output of the function for the given input is [3, 4].", ["returns(call) == [3, 4]"]),
        ("Hence `assert f([3, 1, 4], 2) == [3, 4]`.", ["returns(call) == [3, 4]"]),
        ("The assertion should be completed with `[3, 4]`.", ["returns(call) == [3, 4]"]),
        ("The function returns `out`, which is [3, 4].", ["returns(call) == [3, 4]"]),
        ("`f([3, 1, 4], 2)` is [3, 4].", ["returns(call) == [3, 4]"]),
        ("Now `out` becomes [3].", ["at(out) == [3]"]),
        ("We get out = [3].", ["at(out) == [3]"]),
        ("It starts with `out = []`.", ["at(out) == []"]),
        ("When x = 4, `out` becomes [3, 4].", ["at(out, when='x == 4') == [3, 4]"]),
        ("The length of `out` is 2.", ["evaluates(len(out)) == 2"]),
        ("The length of the string 'abc' is 3.", ["evaluates(len('abc')) == 3"]),
        ("`'abc'.title()` gives 'Abc'.", ["evaluates('abc'.title()) == 'Abc'"]),
        ("Then xs[1:] is [1, 4].", ["evaluates(xs[1:]) == [1, 4]"]),
        ("`out` is a list of numbers.", ["type_of(out) == 'list'"]),
        ("The condition `x > n` is never met.", []),
        ("The condition `x > n` is False when x = 1.", []),
        ("When x = 1, the condition `x > n` is false.", ["condition(4, when='x == 1') == False"]),
        ("The condition `3 > 2` evaluates to True.", ["evaluates(3 > 2) == True"]),
        ("If the condition `x > n` is true, x is kept.", []),
        ("The function raises a KeyError.", ["raises(call, 'KeyError')"]),
        ("The function raises a KeyError, which is caught.", []),
        ("The function prints 3.", []),  # it prints nothing: this may mean what it returns
        ("For any input, the function returns a list.", [f"{ALWAYS}isinstance(result, list))"]),
        ("No matter which arguments are given, `f` never returns None.", [f"{ALWAYS}not result is None)"]),
        ("f(xs, n) != [1] for all inputs.", [f"{ALWAYS}result != [1])"]),
        ("The result is always sorted.", [f"{ALWAYS}list(result) == sorted(result))"]),
        ("The function always returns [3, 4].", []),  # it may be said of this call alone
        ("For any number, the function returns a list.", []),  # it takes two arguments
        ("For every element, the function returns [3].", []),
        ("`x` never changes, and the function returns a list.", []),
        ("f([3, 1, 4], 2) is always sorted.", []),
        ("`1 % 2 == 0` is the test.", []),  # a condition that is asked, and fails
        ("The text becomes 'abc'.", []),  # which variable that is, is not said
        ("It returns the first of 3 numbers.", []),
        ("The list becomes [3].", []),
        ("The second call returns [4].", []),
        ("The function's output isn't clear.", []),
    ],
)
def test_words_that_tie_a_value_to_the_run_are_read(step: str, claims: list[str]) -> None:
    assert open_claims(step) == claims


COUNTED = """\
def f(n):
    total = 0
    for i in range(n):
        total += i * i
    print(total)
    return total"""

TABLE = "| iteration | `i` | total (after) | note |\n|---|:-:|---|---|\n| 1 | 0 | 0 | none |\n| 2 | 1 | 1 | - |"


@pytest.mark.parametrize(
    ("step", "claims"),
    [
        ("In the first iteration, `total` is 0.", ["at(total, when='iteration(3) == 1') == 0"]),
        ("After the 2nd pass `total` is 1.", ["at(total, nth=-1, when='iteration(3) == 2') == 1"]),
        ("On the third time through the loop, i = 2.", ["at(i, when='iteration(3) == 3') == 2"]),
        (
            "Iteration 2: `total` becomes 1. Iteration 3: `total` becomes 5.",
            ["at(total, when='iteration(3) == 2') == 1", "at(total, when='iteration(3) == 3') == 5"],
        ),
        (
            "Iteration 0:\n- total = 0\nIteration 1:\n- total = 1\nThen total = 5",
            [
                "at(total, when='iteration(3) == 1') == 0",
                "at(total, when='iteration(3) == 2') == 1",
                "at(total) == 5",
            ],
        ),
        ("In the last iteration, `total` is 5.", ["at(total) == 5"]),
        ("Before the first iteration, total = 0.", ["at(total) == 0"]),
        ("In the first iteration nothing is added; in the second, total = 1.", ["at(total) == 1"]),
        ("The loop runs 3 times.", ["runs(3) == 3"]),
        ("So the for loop will be executed twice.", ["runs(3) == 2"]),
        ("The loop body is never executed.", ["runs(3) == 0"]),
        ("The loop runs at most 3 times.", []),
        ("The inner statement runs 3 times.", []),
        ("The function prints 5.", ["prints(call) == '5\\n'"]),
        (TABLE, ["at(total, when='i == 0') == 0", "at(total, when='i == 1') == 1"]),
        ("round  total\n1      0\n2      1", [f"at(total, when='iteration(3) == {k}') == {k - 1}" for k in (1, 2)]),
        ("If n were 2:\ni total\n0 0\n1 7", []),
        ("i total\nnothing here", []),
        ("For any integer n, f(n) >= 0.", ["always(f(int), result >= 0)"]),
        ("`f` is always even.", ["always(f(int), result % 2 == 0)"]),
        ("The function always returns a non-negative number.", ["always(f(int), result >= 0)"]),
        ("Regardless of n, the function returns an integer.", ["always(f(int), isinstance(result, int))"]),
        ("For any string, f returns 3.", []),
    ],
)
def test_iterations_tables_and_what_is_always_so_are_read(step: str, claims: list[str]) -> None:
    found = _of_one(step, (COUNTED, "f(3)"))
    assert [spell_run(replace(one.claim, values=one.claim.values[:1])) for one in found if not one.guards] == claims


def test_with_two_loops_an_iteration_without_a_name_is_of_neither() -> None:
    program = "def f(n):\n    for i in range(n):\n        for j in range(i):\n            k = j\n    return k"
    found = _of_one("In the first iteration, i = 0.", (program, "f(3)"))
    assert [one.claim.place for one in found] == [ANYWHERE]


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.code)
def test_a_guard_fires_where_it_should_and_is_silent_elsewhere(guard: object) -> None:
    assert isinstance(guard, type(GUARDS[0]))
    fires, silent = (_of(text, guard.example or EXAMPLE) for text in (guard.fires, guard.silent))
    assert guard.code in [one.code for statement in fires for one in statement.guards]
    assert silent and not any(one.code == guard.code for statement in silent for one in statement.guards)
    assert guard.message


def _of(text: str, about: tuple[str, str]) -> list[RunStatement]:
    """What is read of a text about a program and its call; where it is of two steps, of both."""
    reading = read_program(problem_of(*about), text.split("\n"))
    assert reading is not None
    return [statement for step in reading.steps for statement in step]


def _of_one(step: str, about: tuple[str, str]) -> list[RunStatement]:
    return said(step, problem_of(*about))


def test_guards_have_codes_of_their_own() -> None:
    assert len({guard.code for guard in GUARDS}) == len(GUARDS)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("it's 5.", "word value break"),
        ("x = 'a b' and [1, 2]", "word sign value word value"),
        ("`x = 1` len(x) 3rd 2nm_28", "code code word word"),
        ("-3 - 4 (-5)", "value sign value sign value sign"),
        ("the 'abc'.title() of 'a'", "word code word value"),
        ("[1, x] {'a': 1}", "sign value sign word sign value"),
        ("``` a ``", "code"),
    ],
)
def test_a_step_is_cut_into_words_signs_values_and_code(text: str, kinds: str) -> None:
    assert " ".join(one.kind.value for one in tokens(text)) == kinds


@pytest.mark.parametrize("size", [2_000, 8_000])
@pytest.mark.parametrize(
    "piece",
    [
        "'",
        "`",
        "[",
        "(",
        "x(",
        "f([1],",
        "assert f(",
        "the output is ",
        "x = [1] ",
        "the output is 5 ",
        "-1.5",
        "\\",
        "| out ",
        "out n\n",
        "| out | n |\n",
        "iteration 1: ",
        "always ",
        "for any input ",
        "the loop runs 3 times ",
    ],
)
def test_no_text_takes_long_to_read(piece: str, size: int) -> None:
    read_program(PROBLEM, [piece * (size // len(piece))])
