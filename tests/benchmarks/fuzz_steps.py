"""Mutated real steps: no crash, no step over the limit, memory bounded, and no verdict that plain arithmetic denies.

    python tests/benchmarks/fuzz_steps.py ../shared/data --count 100000 --seed 0

Case ``n`` depends on the seed and ``n`` alone, so ``--only n`` plays it again. What is printed at the end: crashes,
the worst times, the memory, and the decided claims that a small evaluator of its own (Python's grammar, fractions)
finds otherwise. Exit status 1 when there is anything to mend.
"""

from __future__ import annotations

import argparse
import ast
import gzip
import json
import operator
import random
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import islice
from pathlib import Path

from rich.progress import track

from verifier.chain import Chain
from verifier.judging.judgements.judgement import JudgedChain, JudgedClaim
from verifier.pipeline.judge import Judge

INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u202e\u202d\u2066\u0336\u0000\ud800\u180e\u2028"
ALIKE = {
    "a": "а",
    "x": "х",
    "c": "с",
    "1": "１",
    "2": "٢",
    "3": "۳",
    "0": "О",
    "-": "‐",
    "+": "＋",
    "=": "＝",
    ".": "․",
}
JUNK = r"""
\frac{ \frac12 \dfrac{1}{2} \sqrt[ \sqrt{ \left( \right) \begin{align} \end{align} \text{ \( \) \[
\] $ $$ \boxed{ \\ & ^{ _{ \cdot \times \pm \equiv \pmod{ \binom{ \sum_{i=1}^{n} \int \lim
\overline{ \underbrace{ \not= \neq << >> <<1+1=2>> == != := => <=> ** // %% !! ° … ½ ² ³ ∞ √ √( ∑ ∫
π ≈ ≤ |x| || {} [] [[ 1e9 0x1F 1,5 1.2.3 -- +- ;
"""
HUGE = ("9^9^9", "9**9**9", "10^100000", "100000!", "((2^99)^99)^99", "9" * 3000, "0." + "3" * 3000, "2^-1000000")
WORDS = "not mod 7 of half suppose if then wait wrong about exactly twice dozen percent each per cm times minus"

Mutation = Callable[[str, random.Random, list[str]], str]


def _at(text: str, rng: random.Random) -> int:
    return rng.randrange(len(text) + 1)


def _inserted(text: str, rng: random.Random, piece: str) -> str:
    at = _at(text, rng)
    return text[:at] + piece + text[at:]


def _places(text: str, chars: str) -> list[int]:
    return [i for i, c in enumerate(text) if c in chars]


def drop_sign(text: str, rng: random.Random, _: list[str]) -> str:
    places = _places(text, "-+−*/=^.,()$%{}\\")
    return text[: (at := rng.choice(places))] + text[at + 1 :] if places else text


def change_digit(text: str, rng: random.Random, _: list[str]) -> str:
    places = _places(text, "0123456789")
    return text[: (at := rng.choice(places))] + str(rng.randrange(10)) + text[at + 1 :] if places else text


def change_sign(text: str, rng: random.Random, _: list[str]) -> str:
    places = _places(text, "-+*/=<>^")
    return text[: (at := rng.choice(places))] + rng.choice("-+*/=<>^ ") + text[at + 1 :] if places else text


def hide(text: str, rng: random.Random, _: list[str]) -> str:
    return _inserted(text, rng, rng.choice(INVISIBLE))


def look_alike(text: str, rng: random.Random, _: list[str]) -> str:
    places = _places(text, "".join(ALIKE))
    return text[: (at := rng.choice(places))] + ALIKE[text[at]] + text[at + 1 :] if places else text


def nest(text: str, rng: random.Random, _: list[str]) -> str:
    depth = rng.choice((1, 2, 3, 59, 60, 61, 250, 1500))
    opening, closing = rng.choice(
        (("(", ")"), ("{", "}"), ("[", "]"), ("\\frac{1}{", "}"), ("\\sqrt{", "}"), ("-(", ")"))
    )
    start, end = sorted((_at(text, rng), _at(text, rng)))
    closing *= depth if rng.random() < 0.8 else depth - 1
    return text[:start] + opening * depth + text[start:end] + closing + text[end:]


def junk(text: str, rng: random.Random, _: list[str]) -> str:
    return _inserted(text, rng, rng.choice((" {} ", "{}")).format(rng.choice(JUNK.split())))


def huge(text: str, rng: random.Random, _: list[str]) -> str:
    return _inserted(text, rng, f" {rng.choice(HUGE)} ")


def word(text: str, rng: random.Random, _: list[str]) -> str:
    return _inserted(text, rng, f" {rng.choice(WORDS.split())} ")


def cut(text: str, rng: random.Random, _: list[str]) -> str:
    start, end = sorted((_at(text, rng), _at(text, rng)))
    return text[:start] + text[end:]


def repeat(text: str, rng: random.Random, _: list[str]) -> str:
    start = _at(text, rng)
    piece = text[start : start + rng.choice((1, 2, 5, 20))]
    return text[:start] + piece * rng.choice((2, 3, 40, 400)) + text[start:]


def splice(text: str, rng: random.Random, others: list[str]) -> str:
    other = rng.choice(others)
    return text[: _at(text, rng)] + other[_at(other, rng) :]


def swap(text: str, rng: random.Random, _: list[str]) -> str:
    a, b, c, d = sorted(_at(text, rng) for _ in range(4))
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


MUTATIONS: tuple[Mutation, ...] = (
    *(drop_sign, change_digit, change_sign, hide, look_alike, nest, junk, huge, word, cut, repeat, splice, swap),
)


def mutated(steps: list[Chain], seed: int, number: int) -> tuple[Chain, list[str]]:
    """Return case ``number`` of a seed: a step with its problem or none, and the names of what was done to it."""
    rng = random.Random(f"{seed}:{number}")
    chain, done = rng.choice(steps), []
    text, others = chain.steps[0].text, [rng.choice(steps).steps[0].text]
    for mutation in rng.choices(MUTATIONS, k=rng.choice((1, 1, 1, 2, 3))):
        text = mutation(text, rng, others)
        done.append(mutation.__name__)
    return Chain.of(chain.problem if rng.random() < 0.6 else "", [text]), done


# --- a second opinion on closed arithmetic ----------------------------------------------------------------------------

_BINARY = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}
_COMPARED = {"=": operator.eq, "<": operator.lt, ">": operator.gt}


def _value(node: ast.AST) -> Fraction:
    match node:
        case ast.Constant(value=int(n)):
            return Fraction(n)
        case ast.BinOp(left, op, right) if type(op) in _BINARY:
            return Fraction(_BINARY[type(op)](_value(left), _value(right)))
        case ast.UnaryOp(ast.USub(), inner):
            return -_value(inner)
    raise ValueError(f"not plain arithmetic: {ast.dump(node)[:80]}")


def plain_truth(text: str) -> bool | None:
    """Return whether a relation of whole numbers, ``+ - * /`` and brackets holds; None where it is anything else."""
    if len(text) > 200 or not set(text) <= set("0123456789+-*/() =<>"):
        return None
    sign = next((c for c in text if c in "=<>"), "=")
    if text.count(sign) != 1 or sum(text.count(c) for c in "=<>") != 1:
        return None
    try:
        left, right = (_value(ast.parse(side.strip(), mode="eval").body) for side in text.split(sign))
    except (SyntaxError, ValueError, ZeroDivisionError):
        return None
    return bool(_COMPARED[sign](left, right))


def doubtful(judged: JudgedChain) -> Iterator[tuple[str, JudgedClaim]]:
    """Yield decided claims that plain arithmetic finds otherwise, and settled steps with characters nobody sees."""
    for step in judged.steps:
        hidden = any(c in INVISIBLE for c in step.text)
        for claim in step.claims:
            if claim.state == "unknown" or claim.certificate is None or claim.certificate.notes.get("as_rounded"):
                continue
            truth = plain_truth(claim.text)
            if truth is not None and truth != (claim.state == "proved"):
                yield "otherwise", claim
            if hidden and step.correct is not None:
                yield "hidden", claim


def steps_of(folder: Path, most: int) -> list[Chain]:
    """Return steps of the files of a folder, each with its problem, from about as many chains of each file."""
    files = sorted(folder.glob("*.jsonl.gz"))
    found: list[Chain] = []
    for file in files:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for line in islice(lines, most // len(files)):
                row = json.loads(line)
                found += [Chain.of(row["problem"], [step]) for step in row["steps"]]
    return found


class Stuck(BaseException):
    """A step took more time of its core than it is worth waiting for."""


def _stuck(number: int, frame: object) -> None:
    raise Stuck


def _ended(number: int, frame: object) -> None:
    raise KeyboardInterrupt


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--count", type=int, default=100_000)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--start", type=int, default=0, help="the first case")
    asked.add_argument("--only", type=int)
    asked.add_argument("--limit", type=float, default=5.0, help="seconds of one core that a step may take")
    asked.add_argument("--most", type=float, default=30.0, help="seconds of one core after which a step is given up")
    args = asked.parse_args()
    if not args.folder.is_dir():
        print(f"{args.folder}: no such folder, so there is nothing to mutate")
        return 2
    steps = steps_of(args.folder, 8000)
    numbers = range(args.start, args.start + args.count) if args.only is None else [args.only]
    signal.signal(signal.SIGPROF, _stuck)
    signal.signal(signal.SIGTERM, _ended)
    worst: list[tuple[float, int]] = []
    crashes: list[tuple[int, str]] = []
    doubts: list[str] = []
    counts: Counter[str] = Counter()
    begin, done_so_far = time.process_time(), 0
    with Judge("off") as judge, suppress(KeyboardInterrupt):  # what was done until then is reported
        for number in track(numbers, disable=not sys.stderr.isatty()):
            chain, done = mutated(steps, args.seed, number)
            signal.setitimer(signal.ITIMER_PROF, args.most)
            start = time.process_time()
            try:
                judged = judge(chain)
            except Stuck:
                crashes.append((number, "stuck: " + traceback.format_exc(limit=-6)))
                continue
            except Exception:  # noqa: BLE001 - a crash of any kind is what the run looks for
                crashes.append((number, traceback.format_exc(limit=-3)))
                continue
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
                taken = time.process_time() - start
                done_so_far += 1
            worst = sorted([*worst, (taken, number)], reverse=True)[:5]
            for step in judged.steps:
                counts[f"{step.kind} {step.correct}"] += 1
                counts["claims"] += len(step.claims)
                counts["decided"] += step.count("proved") + step.count("refuted")
            doubts += [f"{number} {why}: {c.text[:200]!r} {c.state} {done}" for why, c in doubtful(judged)]
            if args.only is not None:
                print(repr(chain.steps[0].text), done, [(c.text, c.state) for s in judged.steps for c in s.claims])
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    slow = [(taken, number) for taken, number in worst if taken > args.limit]
    print(f"{done_so_far:,} steps, seed {args.seed}, {time.process_time() - begin:,.0f} s of one core; {dict(counts)}")
    print("worst times (s, case):", ", ".join(f"{taken:.2f} ({number})" for taken, number in worst))
    print(f"most memory: {memory:,.0f} MiB; crashes: {len(crashes)}; doubts: {len(doubts)}; slow: {len(slow)}")
    for line in [*(f"{n}\n{why}" for n, why in crashes[:20]), *doubts[:200]]:
        print(line)
    return 1 if crashes or slow or doubts else 0


if __name__ == "__main__":
    sys.exit(main())
