"""Planted errors: a right chain and its twin with one error, whose first wrong step is therefore known.

An error strikes a place of the whole chain at random, so a step that says much is struck more often than one that says
little: as errors do that nobody plants. Whatever a kind cannot do to a chain gives None.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from verifier.training.data.perturbation_sites import COMMANDS, OPERATORS, UNITS, Site, sites

Steps = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Planted:
    """Steps with one error: the 0-based index of the first wrong step, and the kind of error."""

    steps: Steps
    first_error: int
    kind: str


def plant(steps: Sequence[str], kind: str, dice: random.Random, others: Sequence[str] = ()) -> Planted | None:
    """Return the steps with an error of ``kind``, or None where it finds no place. ``others``: steps of other chains.

    Raises: KeyError on a kind that does not exist.
    """
    made = KINDS[kind](tuple(steps), dice, others)
    if made is None or made.steps == tuple(steps) or not all(step.strip() for step in made.steps):
        return None
    return made


def other_number(number: str, dice: random.Random) -> str:
    """Return a number that is easily taken for ``number``, in the same notation, never of the same value."""
    whole, point, places = number.replace(",", "").partition(".")
    value = int(whole)
    options = [value + d for d in (1, -1, 2, -2, 10, -10) if value + d >= 0] + [value * 10, value * 2]
    digits = list(whole)
    if len(digits) > 1:
        at = dice.randrange(len(digits) - 1)
        digits[at], digits[at + 1] = digits[at + 1], digits[at]
        options += [int("".join(digits))] * 3
    options = [option for option in options if option != value]
    return f"{dice.choice(options)}{point}{places}"


def _put(text: str, site: Site, new: str) -> str:
    return text[: site.start] + new + text[site.end :]


def _struck(steps: Steps, dice: random.Random, *kinds: str) -> tuple[int, Site] | None:
    """A place of one of these kinds, every place of the chain as likely as every other."""
    found = [(index, site) for index, text in enumerate(steps) for site in sites(text) if site.kind in kinds]
    return dice.choice(found) if found else None


def _changed(steps: Steps, index: int, text: str, kind: str) -> Planted:
    return Planted((*steps[:index], text, *steps[index + 1 :]), index, kind)


def _number(steps: Steps, dice: random.Random, others: Sequence[str]) -> Planted | None:
    struck = _struck(steps, dice, "number")
    if struck is None:
        return None
    index, site = struck
    new = other_number(site.text, dice)
    made = _changed(steps, index, _put(steps[index], site, new), "number")
    return _carried(made, site.text, new) if dice.random() < 0.6 else made


def _carried(made: Planted, old: str, new: str) -> Planted:
    """The chain goes on with the wrong number, as one that erred unawares does."""
    later = tuple(_with_number(text, old, new) for text in made.steps[made.first_error + 1 :])
    return Planted((*made.steps[: made.first_error + 1], *later), made.first_error, made.kind)


def _with_number(text: str, old: str, new: str) -> str:
    for site in reversed(sites(text)):
        if site.kind == "number" and site.text == old:
            text = _put(text, site, new)
    return text


def _operator(steps: Steps, dice: random.Random, others: Sequence[str]) -> Planted | None:
    struck = _struck(steps, dice, "operator")
    if struck is None:
        return None
    index, site = struck
    return _changed(steps, index, _put(steps[index], site, {**OPERATORS, **COMMANDS}[site.text]), "operator")


def _sign(steps: Steps, dice: random.Random, others: Sequence[str]) -> Planted | None:
    """A sign lost or gained before a number that follows a relation, a bracket or a comma."""
    found = []
    for index, text in enumerate(steps):
        for site in sites(text):
            before = text[: site.start].rstrip()
            bare = before[:-1].rstrip() if before.endswith("-") else before
            if site.kind == "number" and bare.endswith(("=", "(", "$", "{", "[", ",", "<", ">")):
                found.append((index, site, bare != before))
    if not found:
        return None
    index, site, negative = dice.choice(found)
    text = steps[index]
    if negative:
        at = text.rindex("-", 0, site.start)
        return _changed(steps, index, text[:at] + text[at + 1 :], "sign")
    return _changed(steps, index, text[: site.start] + "-" + text[site.start :], "sign")


def _unit(steps: Steps, dice: random.Random, others: Sequence[str]) -> Planted | None:
    struck = _struck(steps, dice, "unit")
    if struck is None:
        return None
    index, site = struck
    new = UNITS[site.text.lower()]
    return _changed(steps, index, _put(steps[index], site, new.title() if site.text.istitle() else new), "unit")


def _percent(steps: Steps, dice: random.Random, others: Sequence[str]) -> Planted | None:
    """A share of the wrong whole: the other part of the hundred, or the number after "of" taken for another one."""
    struck = _struck(steps, dice, "percent")
    if struck is None:
        return None
    index, site = struck
    text = steps[index]
    numbers = [s for s in sites(text) if s.kind == "number"]
    whole = next((s for s in numbers if text[site.end : s.start].strip(" %$\\").startswith("of")), None)
    swaps = [s.text for t in steps[: index + 1] for s in sites(t) if whole and s.text != whole.text]
    if whole is not None and swaps and dice.random() < 0.6:
        return _changed(steps, index, _put(text, whole, dice.choice(swaps)), "percent")
    if not site.text.isdigit() or not 0 < int(site.text) < 100 or int(site.text) == 50:
        return _changed(steps, index, _put(text, site, other_number(site.text, dice)), "percent")
    return _changed(steps, index, _put(text, site, str(100 - int(site.text))), "percent")


def _result(text: str) -> str | None:
    """The last number of a step, which a later one may use."""
    found = [site.text for site in sites(text) if site.kind == "number"]
    return found[-1] if found else None


def _needs(text: str, number: str | None) -> bool:
    return number is not None and any(site.text == number for site in sites(text))


def _links(steps: Steps) -> list[int]:
    """The steps whose result is new, and is used by the very next one."""
    return [
        i
        for i in range(len(steps) - 1)
        if _needs(steps[i + 1], _result(steps[i])) and not any(_needs(t, _result(steps[i])) for t in steps[:i])
    ]


def _dropped(steps: Steps, dice: random.Random, others: Sequence[str]) -> Planted | None:
    links = _links(steps)
    if not links or len(steps) < 3:
        return None
    index = dice.choice(links)
    return Planted((*steps[:index], *steps[index + 1 :]), index, "dropped")


def _swapped(steps: Steps, dice: random.Random, others: Sequence[str]) -> Planted | None:
    links = _links(steps)
    if not links:
        return None
    index = dice.choice(links)
    return Planted((*steps[:index], steps[index + 1], steps[index], *steps[index + 2 :]), index, "swapped")


def _foreign(steps: Steps, dice: random.Random, others: Sequence[str]) -> Planted | None:
    if not others:
        return None
    index = dice.randrange(len(steps))
    return _changed(steps, index, dice.choice(others), "foreign")


def _contradicting(steps: Steps, dice: random.Random, others: Sequence[str]) -> Planted | None:
    """An earlier step said again, with another result."""
    found = [index for index, text in enumerate(steps) if _result(text) is not None]
    if not found:
        return None
    index = dice.choice(found)
    site = [site for site in sites(steps[index]) if site.kind == "number"][-1]
    again = _put(steps[index], site, other_number(site.text, dice))
    at = dice.randint(index + 1, len(steps))
    return Planted((*steps[:at], again, *steps[at:]), at, "contradicting")


def _lost_case(steps: Steps, dice: random.Random, others: Sequence[str]) -> Planted | None:
    struck = _struck(steps, dice, "case")
    if struck is None:
        return None
    index, site = struck
    text = steps[index]
    if site.text == "\\pm":
        return _changed(steps, index, _put(text, site, ""), "lost case")
    ends = [at for at in (text.find(mark, site.end) for mark in (".", "$.", "\n")) if at >= 0]
    closing = "$" if text[: site.start].count("$") % 2 else ""
    rest = text[min(ends) :] if ends else "."
    return _changed(steps, index, text[: site.start].rstrip(" ,$") + closing + rest.lstrip("$"), "lost case")


def _extraneous(steps: Steps, dice: random.Random, others: Sequence[str]) -> Planted | None:
    """A solution that is none beside the one found: ``x = 3`` becomes ``x = 3 or x = -3``."""
    found = []
    for index, text in enumerate(steps):
        for site in sites(text):
            before = text[: site.start].rstrip(" -")
            letter = before[:-1].rstrip()[-2:]
            alone = letter[-1:].isalpha() and not letter[:-1].isalnum() and letter[:-1] not in ("}", ")", "\\")
            if site.kind == "number" and before.endswith("=") and alone and text[site.end :][:1] in (".", "$", ",", ""):
                found.append((index, site, letter[-1]))
    if not found:
        return None
    index, site, letter = dice.choice(found)
    negative = steps[index][: site.start].rstrip().endswith("-")
    root = site.text if negative else f"-{site.text}"
    wrong = root if site.text.strip("0.") and dice.random() < 0.7 else other_number(site.text, dice)
    text = steps[index]
    return _changed(steps, index, f"{text[: site.end]} or {letter} = {wrong}{text[site.end :]}", "extraneous root")


def _rounding(steps: Steps, dice: random.Random, others: Sequence[str]) -> Planted | None:
    """A decimal whose last place is off by one or two."""
    found = [(i, s) for i, t in enumerate(steps) for s in sites(t) if s.kind in ("number", "percent") and "." in s.text]
    if not found:
        return None
    index, site = dice.choice(found)
    digit = int(site.text[-1])
    last = dice.choice([d for d in (digit - 2, digit - 1, digit + 1, digit + 2) if 0 <= d <= 9])
    return _changed(steps, index, _put(steps[index], site, f"{site.text[:-1]}{last}"), "rounding")


Planter = Callable[[Steps, random.Random, Sequence[str]], Planted | None]

KINDS: dict[str, Planter] = {
    "number": _number,
    "operator": _operator,
    "sign": _sign,
    "unit": _unit,
    "percent": _percent,
    "dropped": _dropped,
    "swapped": _swapped,
    "foreign": _foreign,
    "contradicting": _contradicting,
    "lost case": _lost_case,
    "extraneous root": _extraneous,
    "rounding": _rounding,
}
"""The kinds of error, each with what plants it."""
