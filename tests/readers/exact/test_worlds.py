"""Finite worlds told in words: made at random with their truth, told rightly and wrongly, and told otherwise."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.sizes import sized

from verifier.chain import Chain
from verifier.judging.judge import Judge
from verifier.kernel.claim import Standing
from verifier.readers.exact.worlds.exchanges import exchanges
from verifier.readers.exact.worlds.orders import orders

PEOPLE = ("Ana", "Bo", "Cy", "Dee", "Eli")
COLOURS = ("red", "green", "blue", "white", "black")
BIRDS = ("robin", "wren", "heron", "grey owl", "red kite", "swift")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge("off") as one:
        yield one


def exchange_world(chance: random.Random) -> tuple[str, list[list[str]], list[str]]:
    """A problem, who holds what at each time, and the sentences that name the exchanges."""
    count = chance.randint(2, 5)
    people, held = PEOPLE[:count], chance.sample(COLOURS, count)
    start = ", ".join(
        f"{'and ' if i == count - 1 else ''}{p} has a {c} ball"
        for i, (p, c) in enumerate(zip(people, held, strict=True))
    )
    pairs = [chance.sample(range(count), 2) for _ in range(chance.randint(1, 6))]
    names = [f"{people[a]} and {people[b]} swap" for a, b in pairs]
    told = " ".join(f"Then, {name} balls." for name in names)
    problem = f"At the start of the game, {start}.\nAs they play, pairs of players trade balls. {told}"
    times = [list(held)]
    for a, b in pairs:
        held[a], held[b] = held[b], held[a]
        times.append(list(held))
    return f"{problem} At the end of the game, {people[0]} has the", times, names


def listed(held: list[str]) -> str:
    return ", ".join(f"{who}: {what}" for who, what in zip(PEOPLE, held, strict=False))


@given(st.integers(0, 10**9))
@settings(max_examples=sized(20, 60))
def test_exchanges_told_rightly_settle_correct_and_a_wrong_entry_settles_its_step_incorrect(
    judge: Judge, seed: int
) -> None:
    chance = random.Random(seed)
    problem, times, names = exchange_world(chance)
    steps = [f"At the start: {listed(times[0])}."]
    steps += [f"{name}: {listed(held)}." for name, held in zip(names, times[1:], strict=True)]
    assert [step.correct for step in judge(Chain.of(problem, steps)).steps] == [True] * len(steps)
    struck = chance.randrange(len(steps))
    wrong = list(times[struck])
    wrong[chance.randrange(len(wrong))] = (
        "purple" if len(wrong) == 1 else wrong[(wrong.index(wrong[0]) + 1) % len(wrong)]
    )
    if wrong != times[struck]:
        head = steps[struck].partition(":")[0]
        steps[struck] = f"{head}: {listed(wrong)}."
        assert judge(Chain.of(problem, steps)).first_error == struck


def order_world(chance: random.Random) -> tuple[str, list[str]]:
    """A problem whose facts leave one order, and that order from left to right."""
    row = chance.sample(BIRDS, chance.randint(3, 6))
    facts = [f"The {a} is to the left of the {b}." for a, b in pairwise(row)]
    place = chance.randrange(len(row))
    facts.append(f"The {row[place]} is the {ORDINALS[place]} from the left.")
    facts = [fact.replace("first from the left", "leftmost") for fact in facts]
    chance.shuffle(facts)
    birds = chance.sample(row, len(row))
    told = ", ".join(f"{'and ' if i == len(birds) - 1 else ''}a {bird}" for i, bird in enumerate(birds))
    number = ("three", "four", "five", "six")[len(row) - 3]
    lines = "\n".join(f"- {fact}" for fact in facts)
    return f"Each set of objects is arranged in a fixed order.\n- There are {number} birds: {told}.\n{lines}", row


def row_told(row: list[str], ends: str = "from left to right") -> str:
    return f"So {ends}: " + ", then ".join(f"{ORDINALS[i]} is the {bird}" for i, bird in enumerate(row)) + "."


@given(st.integers(0, 10**9))
@settings(max_examples=sized(15, 40))
def test_an_order_told_from_either_end_settles_correct_and_another_order_incorrect(judge: Judge, seed: int) -> None:
    chance = random.Random(seed)
    problem, row = order_world(chance)
    steps = [row_told(row), row_told(row[::-1], "from right to left"), f"So the {row[0]} is the leftmost."]
    assert [step.correct for step in judge(Chain.of(problem, steps)).steps] == [True, True, True]
    other = chance.sample(row, len(row))
    if other != row:
        assert judge(Chain.of(problem, [row_told(other)])).first_error == 0


def test_a_claim_about_a_person_rests_on_the_exchanges_that_brought_the_thing_and_on_no_other() -> None:
    reader = exchanges(
        "At the start, Ana has a cup, Bo has a pen, and Cy has a key. Often pairs trade."
        " First, Ana and Bo swap things. Then, Bo and Cy swap things. Finally, Bo and Ana swap things."
        " At the end of the game, Cy has the"
    )
    assert reader is not None
    told, *_ = reader.read(["At the end of the game, Cy has the cup."])
    assert told is not None
    (statement,) = told.statements
    shown = [(p.standing, p.id) for p in statement.claim.premises]
    assert shown == [
        (Standing.FACT, "p.Cy_2"),
        (Standing.FACT, "p.Bo_1"),
        (Standing.FACT, "p.Ana_0"),
        (Standing.DEFINED, "p.cup"),
    ]


@pytest.mark.parametrize(
    "problem",
    [
        "",
        "At the start, Ana has a cup.",
        "At the start, Ana has a cup, and Bo has a cup. Often pairs trade. Then, Ana and Bo swap cups.",
        "At the start, Ana has a cup, and Bo has a pen. Often pairs trade. Then, Ana and Cy swap things.",
        "At the start, Ana has a cup, and Bo has a pen. Often pairs trade. Then, Ana and Bo swap things twice.",
        "At the start, Ana has a cup, and Bo has a pen. Often pairs trade. Then, Ana and Bo swap things. Bo leaves.",
        "At the start, Ana has a cup, and Bo has a pen. Whenever two trade, so do all. Ana and Bo swap things.",
        "In a fixed order there are three birds: a wren, a robin, and a swift.",
        "In a fixed order there are three birds: a wren, a robin, and a swift. The wren sings. The robin is leftmost.",
        "There are three birds: a wren, a robin, and a swift. The robin is the leftmost.",
        "In a fixed order there are four birds: a wren, a robin, and a swift. The robin is the leftmost.",
        "In a fixed order there are two birds: a wren and a robin. The robin is immediately to the left of the wren.",
    ],
)
def test_a_problem_that_is_not_read_whole_tells_of_no_world(problem: str) -> None:
    assert exchanges(problem) is None
    assert orders(problem) is None


@pytest.mark.parametrize(
    "problem",
    [
        "At the beginning of each hour a clock strikes.",
        "At the start a tank is full. Alice has 3 balls, and Bob takes one.",
        "At the start, Alice has a red ball.",
    ],
)
def test_a_start_at_which_nobody_or_one_alone_holds_anything_is_no_world(problem: str) -> None:
    assert exchanges(problem) is None
