"""Word problems: buying, earning, travelling, sharing, reading."""

from __future__ import annotations

import random

from verifier.auditing.templates.draft import Draft, Level, Template, number, small

_PEOPLE = (("Ana", "she"), ("Ben", "he"), ("Carla", "she"), ("Deniz", "he"), ("Emeka", "he"), ("Freya", "she"))
_THINGS = ("pencils", "marbles", "stickers", "apples", "cards", "shells", "coins", "buttons")
_HOLDERS = ("boxes", "bags", "baskets", "jars")


def _two(dice: random.Random) -> tuple[str, str, str]:
    """Two names, and the pronoun of the first."""
    (one, pronoun), (other, _) = dice.sample(_PEOPLE, 2)
    return one, pronoun, other


def holders(dice: random.Random, level: Level) -> Draft:
    """Return things in boxes, some given away, the rest shared out."""
    one, pronoun, other = _two(dice)
    thing, holder = dice.choice(_THINGS), dice.choice(_HOLDERS)
    boxes, each = small(dice, level), number(dice, level)
    friends = dice.randint(2, 9)
    all_ = boxes * each
    away = all_ - friends * dice.randint(1, max(1, all_ // friends - 1))
    left = all_ - away
    problem = (
        f"{one} has {boxes} {holder} of {each} {thing}. {pronoun.title()} gives {away} {thing} to {other} and shares "
        f"the rest equally among {friends} friends. How many {thing} does each friend get?"
    )
    steps = [
        f"{one} has {boxes} * {each} = {all_} {thing}.",
        f"After giving {away} {thing} to {other}, {pronoun} has {all_} - {away} = {left} {thing}.",
        f"Each friend gets {left} / {friends} = {left // friends} {thing}.",
    ]
    return problem, steps


def wages(dice: random.Random, level: Level) -> Draft:
    """Return wages of some days, and what is left of them."""
    one, pronoun, _ = _two(dice)
    hours, days, rate = dice.randint(2, 8), dice.randint(3, 6), number(dice, level) % 90 + 6
    worked, earned = hours * days, hours * days * rate
    food, rent = (dice.randint(3, max(4, earned // 4)) for _ in range(2))
    problem = (
        f"{one} works {hours} hours a day for {days} days and earns ${rate} an hour. {pronoun.title()} spends ${food} "
        f"on food and ${rent} on books. How much money does {pronoun} have left?"
    )
    steps = [
        f"{one} works {hours} * {days} = {worked} hours.",
        f"{pronoun.title()} earns {worked} * {rate} = {earned} dollars.",
        f"In all, {pronoun} spends {food} + {rent} = {food + rent} dollars.",
        f"So {pronoun} has {earned} - {food + rent} = {earned - food - rent} dollars.",
    ]
    return problem, steps


def travel(dice: random.Random, level: Level) -> Draft:
    """Return a way of two parts, each at its own speed."""
    what = dice.choice(("train", "bus", "truck", "ship"))
    v, w = (number(dice, level) % 70 + 21 for _ in range(2))
    s, t = dice.randint(2, 9), dice.randint(2, 9)
    more = number(dice, level)
    problem = (
        f"A {what} travels at {v} miles per hour for {s} hours, then at {w} miles per hour for {t} hours. After a rest "
        f"it travels {more} more miles. How many miles does it travel?"
    )
    steps = [
        f"In the first part, the {what} travels {v} * {s} = {v * s} miles.",
        f"In the second part, it travels {w} * {t} = {w * t} miles.",
        f"Together, that is {v * s} + {w * t} = {v * s + w * t} miles.",
        f"In all, the {what} travels {v * s + w * t} + {more} = {v * s + w * t + more} miles.",
    ]
    return problem, steps


def shop(dice: random.Random, level: Level) -> Draft:
    """Return a purchase with a discount and a fee."""
    one, pronoun, _ = _two(dice)
    count, price = small(dice, level), dice.randint(2, {"easy": 9, "medium": 30, "hard": 90}[level]) * 20
    off, fee = dice.choice(range(5, 56, 5)), dice.randint(3, 19)
    total = count * price
    less = total * off // 100
    problem = (
        f"{one} buys {count} chairs at ${price} each. The shop takes {off}% off. Then {pronoun} pays ${fee} for "
        f"delivery. How many dollars does {pronoun} pay?"
    )
    steps = [
        f"The chairs cost {count} * {price} = {total} dollars.",
        f"The discount is {off}% of {total} = {less} dollars.",
        f"With the discount, the chairs cost {total} - {less} = {total - less} dollars.",
        f"In all, {one} pays {total - less} + {fee} = {total - less + fee} dollars.",
    ]
    return problem, steps


def reading(dice: random.Random, level: Level) -> Draft:
    """Return a book that is read over some days, more on each."""
    one, pronoun, _ = _two(dice)
    first, more = number(dice, level), small(dice, level)
    second, third = first + more, first + 2 * more
    rest = number(dice, level)
    total = first + second + third
    problem = (
        f"{one} reads {first} pages on Monday, and each day {more} pages more than the day before. After Wednesday, "
        f"{rest} pages are left. How many pages does the book have?"
    )
    steps = [
        f"On Tuesday, {one} reads {first} + {more} = {second} pages.",
        f"On Wednesday, {pronoun} reads {second} + {more} = {third} pages.",
        f"In three days, {pronoun} reads {first} + {second} + {third} = {total} pages.",
        f"So the book has {total} + {rest} = {total + rest} pages.",
    ]
    return problem, steps


TEMPLATES: tuple[Template, ...] = (holders, wages, travel, shop, reading)
