"""How often each re-reading spares a wrong equation by chance: at most 2% of 10,000 random ones.

    python tests/benchmarks/rereadings.py [COUNT]

Each equation has two to four operands and a wrong result, as people and models make them: near the right one, with a
digit changed or two digits exchanged, or of the right size. Each re-reading that needs a cue gets all cues.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator

from verifier.chain import Chain
from verifier.checkers.evaluate import value
from verifier.readers.exact.formal.steps import read_steps
from verifier.readers.exact.opened import opened
from verifier.readers.exact.rereading.cued import CUED
from verifier.readers.exact.rereading.reread import holds, reread
from verifier.readers.exact.rereading.table import ROUNDS, ROWS, TWO_UNITS, Seen

SHAPES = ("{} + {}", "{} - {}", "{} × {}", "{} ÷ {}", "{} + {} × {}", "{} × {} - {}", "{} + {} + {}", "{} × {} ÷ {}",
          "{} + {} ÷ {}", "{} + {} - {} + {}", "{} × {} + {} × {}")  # fmt: skip


def wrong_equations(count: int, seed: int = 0) -> Iterator[Seen]:
    """Yield wrong equations as they are read from a chain that says nothing else."""
    draw = random.Random(seed)
    while count:
        shape = draw.choice(SHAPES)
        numbers = [_numeral(draw) for _ in range(shape.count("{}"))]
        left = shape.format(*numbers)
        found = _seen(f"{left} = 1")
        if found is None:
            continue
        right = value(found.claim.left, {})
        if right <= 0 or (right * 100).denominator != 1:
            continue
        wrong = _slip(f"{float(right):.2f}".rstrip("0").rstrip("."), draw)
        found = _seen(f"{left} = {wrong}")
        if found is not None and not holds(found.claim, (found.claim.left, found.claim.right)):
            count -= 1
            yield found


def _numeral(draw: random.Random) -> str:
    kind = draw.random()
    if kind < 0.15:
        return f"{draw.randint(1, 99)}.{draw.randint(1, 99)}"
    return str(draw.randint(2, 9) if kind < 0.4 else draw.randint(10, 99) if kind < 0.8 else draw.randint(100, 2000))


def _slip(right: str, draw: random.Random) -> str:
    kind = draw.randrange(4)
    digits = list(right)
    places = [i for i, c in enumerate(digits) if c.isdigit()]
    if kind == 0:
        return str(max(float(right) + draw.choice((-10, -2, -1, 1, 2, 10)), 1)).removesuffix(".0")
    if kind == 1 and len(places) > 1:
        i = draw.randrange(len(places) - 1)
        a, b = places[i], places[i + 1]
        digits[a], digits[b] = digits[b], digits[a]
    elif kind == 2:
        digits[draw.choice(places)] = str(draw.randrange(10))
    else:
        return str(draw.randint(1, 2 * int(float(right)) + 2))
    return "".join(digits).lstrip("0") or "1"


def _seen(text: str) -> Seen | None:
    chain = Chain.of("Work it out.", [text])
    context, readings = opened(chain)
    [step] = read_steps(chain, context, readings)
    if len(step.said) != 1 or step.said[0].claim.letters:
        return None
    return Seen(step.said[0].formula, step.said[0].claim, context)


def main(count: int) -> int:
    """Print the share of each re-reading; 1 where one of them spares more than 2%."""
    spared: Counter[str] = Counter()
    cues = frozenset[str]().union(*TWO_UNITS.values(), *ROUNDS.values(), *(row.cues for row in ROWS.values()))
    for seen in wrong_equations(count):
        plain = {why.code.removeprefix("reread-") for why, _ in reread(seen.formula, seen.claim, seen.context)}
        spared.update({*plain, *(["any, without a cue"] if plain else [])})
        seen.context.heard |= cues
        again = Seen(seen.formula, seen.claim, seen.context)
        spared.update(
            name
            for name, made in CUED.items()
            if name not in plain and any(holds(seen.claim, sides) for sides in made(again))
        )
    for name in [*ROWS, "any, without a cue"]:
        print(f"{name:20} {spared[name] / count:.2%}")
    return int(any(spared[name] > count / 50 for name in ROWS))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
