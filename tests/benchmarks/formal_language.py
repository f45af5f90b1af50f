"""How long the formal language takes: to parse what was spelled, and to refuse hostile texts.

    python tests/benchmarks/formal_language.py --count 2000

Prints milliseconds a text of both, with the slowest family of hostile texts, and their ratio.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from pathlib import Path

from verifier.kernel.expr import ExprTooLarge
from verifier.language.expressions.errors import LanguageError
from verifier.language.expressions.parse import parse
from verifier.language.expressions.spell import spell

sys.path.insert(0, str(Path(__file__).parent.parent))


def main() -> int:
    from support.formulas.generator import SCOPE, Generator
    from support.hostile_texts import texts

    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--count", type=int, default=2000, help="random expressions to parse")
    count = asked.parse_args().count
    generator, spelled = Generator(3), []
    while len(spelled) < count:
        try:
            spelled.append(spell(generator.expression(4)[0]))
        except ExprTooLarge:
            continue
    begun = time.process_time()
    parsed = sum(1 for text in spelled if len(text) <= 4000 and parse(text, SCOPE) is not None)
    good = 1000 * (time.process_time() - begun) / max(1, parsed)
    spent: defaultdict[str, list[float]] = defaultdict(list)
    for family, text in texts(20):
        begun = time.process_time()
        try:
            parse(text, SCOPE)
        except LanguageError:
            spent[family].append(1000 * (time.process_time() - begun))
    every = [one for times in spent.values() for one in times]
    worst, slowest = max((max(times), family) for family, times in spent.items())
    print(f"parsing: {good:.2f} ms a text, {parsed} texts of {sum(map(len, spelled)) // len(spelled)} characters")
    print(f"refusing: {sum(every) / len(every):.2f} ms a text, {len(every)} texts; at most {worst:.1f} ms ({slowest})")
    print(f"ratio of the means, refusing to parsing: {sum(every) / len(every) / good:.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
