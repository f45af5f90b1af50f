"""What is read of steps about programs: the program and its call, what is said of the run, and the guards on it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from verifier.language.expressions.asked_run import Asked, asked
from verifier.language.expressions.runs import spell_run
from verifier.readers.program.guards import EXAMPLE, GUARDS
from verifier.readers.program.reader import RunStatement, read_program
from verifier.readers.program.tokens import tokens

PROGRAM, CALL = EXAMPLE
PROBLEM = f"What does the call return?\n```python\n{PROGRAM}\nassert {CALL} == ??\n```"


def said(step: str, problem: str = PROBLEM) -> list[RunStatement]:
    reading = read_program(problem, [step])
    assert reading is not None
    return list(reading.steps[0])


def open_claims(step: str) -> list[str]:
    """What is read of a step and no guard keeps from being decided, each claim with its first value alone."""
    return [spell_run(replace(one.claim, values=one.claim.values[:1])) for one in said(step) if not one.guards]


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


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.code)
def test_a_guard_fires_where_it_should_and_is_silent_elsewhere(guard: object) -> None:
    assert isinstance(guard, type(GUARDS[0]))
    assert guard.code in [one.code for statement in _of(guard.fires) for one in statement.guards]
    assert _of(guard.silent) and not any(one.code == guard.code for s in _of(guard.silent) for one in s.guards)
    assert guard.message


def _of(example: str) -> list[RunStatement]:
    """What is read of an example; where it is of two steps, of both."""
    reading = read_program(PROBLEM, example.split("\n"))
    assert reading is not None
    return [statement for step in reading.steps for statement in step]


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
    ["'", "`", "[", "(", "x(", "f([1],", "assert f(", "the output is ", "x = [1] ", "the output is 5 ", "-1.5", "\\"],
)
def test_no_text_takes_long_to_read(piece: str, size: int) -> None:
    read_program(PROBLEM, [piece * (size // len(piece))])
