"""Texts that want to cost much or to run something, in families that grow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

FAMILIES: Final[dict[str, Callable[[int], str]]] = {
    "brackets": lambda n: "(" * (60 + n) + "1" + ")" * (60 + n),
    "lists": lambda n: "[" * (60 + n) + "1" + "]" * (60 + n),
    "unclosed": lambda n: "(" * n,
    "closed only": lambda n: "1" + ")" * n,
    "crossed": lambda n: "([)]" * n,
    "signs": lambda n: "-" * (21 + n) + "1",
    "not": lambda n: "not " * (21 + n) + "True",
    "powers": lambda n: "**".join(["9"] * (62 + n)),
    "choices": lambda n: " if ".join(["1"] * (62 + n)),
    "long sums": lambda n: "+".join(["x"] * (125 + n)),
    "long products": lambda n: "*".join(["x"] * (125 + n)),
    "long texts": lambda n: "x" * (4_000 + 1_000 * n),
    "long white": lambda n: " " * (4_000 + 1_000 * n) + "1",
    "numerals": lambda n: "9" * (401 + 50 * n),
    "decimals": lambda n: "0." + "3" * (401 + 50 * n),
    "exponents": lambda n: f"1e{n}",
    "hexadecimal": lambda n: f"0x{n:x}",
    "underscores": lambda n: f"1_{n:03}",
    "imaginary": lambda n: f"{n}j",
    "zeros": lambda n: f"0{n}",
    "points": lambda n: "1." * (n + 1),
    "towers of quantifiers": lambda n: "ForAll(x, " * (60 + n) + "x == x" + ")" * (60 + n),
    "towers of counts": lambda n: "Sum(" * (60 + n) + "1" + ", i, 1, 9)" * (60 + n),
    "names of the interpreter": lambda n: f"__import__('os').system('echo {n}')",
    "attributes": lambda n: "x" + ".real" * n,
    "lambdas": lambda n: "lambda: " * n + "1",
    "walrus": lambda n: f"(y := {n})",
    "stars": lambda n: f"max(*[{n}])",
    "keywords": lambda n: f"max(x, key={n})",
    "indices": lambda n: f"x[{n}]" + "[0]" * n,
    "dictionaries": lambda n: "{" + ", ".join(f"{i}: 1" for i in range(n)) + "}",
    "formatted": lambda n: f"f'{{{n}}}'",
    "bytes": lambda n: f"b'{n}'",
    "comments": lambda n: f"1 # {n}",
    "statements": lambda n: "1;" * n,
    "lines": lambda n: "1\n" * (n + 1),
    "null": lambda n: "1" + "\0" * n,
    "look-alikes": lambda n: "\u0445" * n + " == 1",  # Cyrillic
    "direction marks": lambda n: "1" + "\u202e" * n,
    "full width": lambda n: "\uff11" * n,
    "awaited": lambda n: "await " * n + "x",
    "yielded": lambda n: f"(yield {n})",
    "ellipsis": lambda n: "..." * n,
    "undeclared": lambda n: f"apple_{n} == 3",
    "functions of nothing": lambda n: f"open('/etc/passwd', {n})",
    "too few": lambda n: "gcd(" + "(" * (n % 50) + "4" + ")" * (n % 50) + ")",
    "letters twice": lambda n: "ForAll((" + "x, " * (n + 1) + "x), x == x)",
    "generators": lambda n: f"max(i for i in range({n}))",
    "deep sets": lambda n: "{" * (60 + n) + "1" + "}" * (60 + n),
    "texts": lambda n: "'" + "a" * n + "' == 1",
}


def texts(each: int) -> Iterator[tuple[str, str]]:
    """Yield the name of a family and a text of it, ``each`` of every family."""
    for name, family in FAMILIES.items():
        for n in range(1, each + 1):
            yield name, family(n)
