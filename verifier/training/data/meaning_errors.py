"""Planted errors of meaning: each step holds given those before it, and the chain answers something else.

A quantity is exchanged for another of its kind, an operation for another, a condition is left out, a unit or a person
is another one, or another question is answered; whatever rests on it is computed anew, so that all arithmetic is right
and nothing but the meaning tells. Whatever a kind cannot do to a chain gives None.
"""

from __future__ import annotations

import random
from calendar import day_name, month_name
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from verifier.records.views.difference import pieces
from verifier.training.data.equations import Equation, alike, amount, equations, numeral, recomputed, worth
from verifier.training.data.error_injection import Planted, Steps
from verifier.training.data.perturbation_sites import MEASURES, Site, sites

EXCHANGED = {
    **{"+": "-", "-": "+", "−": "+", "*": "+", "x": "+", "×": "+", "/": "*", "÷": "×"},
    **{"\\times": "+", "\\cdot": "+", "\\div": "\\times"},
}
"""What each operation is exchanged for."""

CONSTANTS = frozenset(map(Fraction, (1, 2, 3, 4, 7, 10, 12, 24, 30, 52, 60, 100, 365, 1000)))
"""Numbers that a chain may mean something else by where they come again: none of them is computed anew."""


def plant_meaning(problem: str, steps: Sequence[str], kind: str, dice: random.Random) -> Planted | None:
    """Return the steps with an error of meaning of this ``kind``, or None where it finds no place.

    Raises: KeyError on a kind that does not exist.
    """
    made = MEANINGS[kind](problem, tuple(steps), dice)
    whole = made is not None and made.steps != tuple(steps) and all(step.strip() for step in made.steps)
    return made if whole else None


def _numbers(text: str) -> list[Site]:
    return [site for site in sites(text) if site.kind == "number"]


def _amounts(texts: Iterable[str]) -> set[Fraction]:
    return {amount(site.text) for text in texts for site in sites(text) if site.kind in ("number", "percent")}


def _places(steps: Steps) -> list[tuple[int, Equation]]:
    return [(index, one) for index, text in enumerate(steps) for one in equations(text)]


def _with_expression(problem: str, steps: Steps, place: tuple[int, Equation], new: str, kind: str) -> Planted | None:
    """The steps with another expression in an equation, whose result and all that rests on it is computed anew."""
    index, one = place
    text, found = steps[index], worth(new)
    told = None if found is None or found == one.value else alike(one.value, found)
    before = _amounts([problem, *steps[:index], text[: one.start]])
    if told is None or one.value in before | CONSTANTS:
        return None  # where the number comes again, it may mean another quantity
    changed = {one.value: told}
    rest = recomputed(text[one.result.end :], changed)
    head = text[: one.start] + new + text[one.end : one.result.start] + told
    return None if rest is None else _spread(steps[:index], head + rest, steps[index + 1 :], changed, kind)


def _spread(before: Steps, struck: str, after: Steps, changed: dict[Fraction, str], kind: str) -> Planted | None:
    """The steps after the struck one computed anew; None unless the chain comes to another number in the end."""
    later: list[str] = []
    for text in after:
        if (new := recomputed(text, changed)) is None:
            return None
        later.append(new)
    ends, ended = (_numbers(steps[-1]) for steps in ((struck, *later), (struck, *after)))
    if after and (not ends or [site.text for site in ends] == [site.text for site in ended]):
        return None
    return Planted((*before, struck, *later), len(before), kind)


def _quantity(problem: str, steps: Steps, dice: random.Random) -> Planted | None:
    """A number of an equation exchanged for another that is known, of the same things where there is one."""
    places = _places(steps)
    if not places:
        return None
    index, one = dice.choice(places)
    expression = steps[index][one.start : one.end]
    inside = _numbers(expression)
    if not inside:
        return None
    struck, things = dice.choice(inside), _things([problem, *steps[:index]])
    own, old = things.get(amount(struck.text), set()), amount(struck.text)
    others = [value for value in things if value != old and numeral(value) is not None]
    same = [value for value in others if own & things[value]]
    if not (same or others):
        return None
    new = numeral(dice.choice(same or others))
    return _with_expression(
        problem, steps, (index, one), f"{expression[: struck.start]}{new}{expression[struck.end :]}", "quantity"
    )


def _things(texts: Iterable[str]) -> dict[Fraction, set[str]]:
    """The numbers of texts, each with the words that follow it, without their plural, and signs of money before it."""
    found: dict[Fraction, set[str]] = {}
    for text in texts:
        for site in _numbers(text):
            word = next((piece for piece in pieces(text[site.end :][:40]) if piece.strip()), "")
            told = {word.lower().rstrip("s")} if word.isalpha() else set()
            money = {"$"} if text[: site.start].endswith("$") else set()
            found.setdefault(amount(site.text), set()).update(told | money)
    return found


def _operation(problem: str, steps: Steps, dice: random.Random) -> Planted | None:
    found = []
    for index, one in _places(steps):
        expression, at = steps[index][one.start : one.end], 0
        for piece in pieces(expression):
            if piece in EXCHANGED and at > 0:
                found.append((index, one, expression[:at] + EXCHANGED[piece] + expression[at + len(piece) :]))
            at += len(piece)
    if not found:
        return None
    index, one, new = dice.choice(found)
    return _with_expression(problem, steps, (index, one), new, "operation")


def _condition(problem: str, steps: Steps, dice: random.Random) -> Planted | None:
    """A condition left out: a part of a sum or product, or a whole step, for whose result what it began with stands."""
    summands = [(index, one, shorter) for index, one in _places(steps) for shorter in _shorter(steps[index], one)]
    skipped = [(index, one) for index, one in _places(steps[:-1]) if len(equations(steps[index])) == 1]
    if summands and (not skipped or dice.random() < 0.5):
        index, one, new = dice.choice(summands)
        return _with_expression(problem, steps, (index, one), new, "condition")
    return _skipped(problem, steps, dice.choice(skipped), dice) if skipped else None


def _shorter(text: str, one: Equation) -> list[str]:
    """The expression of an equation without its last part, where three or more are added or multiplied."""
    expression = text[one.start : one.end].rstrip()
    parts = _numbers(expression)
    signs = {piece for piece in pieces(expression) if piece in EXCHANGED}
    if len(parts) < 3 or len(signs) != 1 or any(mark in expression for mark in "()[]{}"):
        return []
    return [expression[: parts[-2].end]] if expression.endswith(parts[-1].text) else []


def _skipped(problem: str, steps: Steps, place: tuple[int, Equation], dice: random.Random) -> Planted | None:
    index, one = place
    began = [site.text for site in _numbers(steps[index][one.start : one.end]) if amount(site.text) != one.value]
    if not began or one.value in _amounts([problem, *steps[:index]]) | CONSTANTS:
        return None
    changed, rest = {one.value: dice.choice(began)}, steps[index + 1 :]
    first = next((at for at, text in enumerate(rest) if one.value in _amounts([text])), None)
    struck = None if first is None else recomputed(rest[first], changed)
    if first is None or struck is None:
        return None
    return _spread((*steps[:index], *rest[:first]), struck, rest[first + 1 :], changed, "condition")


def _unit(problem: str, steps: Steps, dice: random.Random) -> Planted | None:
    """A unit mistaken for another one, there and in all that follows."""
    found = [(index, site) for index, text in enumerate(steps) for site in sites(text) if site.text.lower() in MEASURES]
    if not found:
        return None
    index, struck = dice.choice(found)
    other, many = {struck.text.lower()}, struck.text.lower().rstrip("s")
    other |= {word for word in MEASURES if word.rstrip("s") == many}
    changed = tuple(_renamed(text, {word: MEASURES[word] for word in other}) for text in steps[index:])
    return Planted((*steps[:index], *changed), index, "unit")


def _referent(problem: str, steps: Steps, dice: random.Random) -> Planted | None:
    """A person or thing of the problem taken for another one, in one step."""
    names = _names(problem)
    found = [
        (index, old, new)
        for index, text in enumerate(steps)
        for old in names & set(pieces(text))
        for new in names - set(pieces(text))
    ]
    if not found:
        return None
    index, old, new = dice.choice(sorted(found))
    return Planted((*steps[:index], _renamed(steps[index], {old: new}), *steps[index + 1 :]), index, "referent")


def _renamed(text: str, names: dict[str, str]) -> str:
    return "".join(names.get(piece, piece) for piece in pieces(text))


def _names(text: str) -> set[str]:
    """Names of a text: capitalized words that begin no sentence, but for those of the calendar."""
    found, before = set(), "."
    for piece in pieces(text):
        if piece.istitle() and len(piece) > 2 and before not in (".", "?", "!", "\n", '"') and piece not in _CALENDAR:
            found.add(piece)
        before = piece if piece.strip(" ") else before
    return found


_CALENDAR = frozenset((*day_name, *month_name, "How", "What", "The"))


def _question(problem: str, steps: Steps, dice: random.Random) -> Planted | None:
    """What was found on the way given for the answer."""
    last = _numbers(steps[-1])
    found = [
        (index, one) for index, one in _places(steps[:-1]) if index and last and amount(last[-1].text) != one.value
    ]
    if not found:
        return None
    index, one = dice.choice(found)
    return Planted((*steps[: index + 1], dice.choice(_ANSWERS).format(one.result.text)), index + 1, "question")


_ANSWERS = ("The answer is {}.", "So the answer is {}.", "Therefore, the final answer is {}.", "Hence the answer: {}.")

Planter = Callable[[str, Steps, random.Random], Planted | None]

MEANINGS: dict[str, Planter] = {
    "quantity": _quantity,
    "operation": _operation,
    "condition": _condition,
    "unit": _unit,
    "referent": _referent,
    "question": _question,
}
"""The kinds of errors of meaning, each with what plants it from the problem and the steps."""
