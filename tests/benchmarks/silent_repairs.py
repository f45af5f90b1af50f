"""Silent repair: the text is changed, its translations are left as if it had not been. How many steps still settle?

    python tests/benchmarks/silent_repairs.py A.jsonl B.jsonl --chains LABELLED --count 200 --seed 1

Steps that both translations prove are taken. In each case one thing is changed in the text, and in every quote of it,
while all expressions stay: a number of a step, a number of the problem, an operation of a step, or one name for
another. A number of the problem counts where a verdict of the step rests on its fact. The exact reading judges beside,
as it does for users. What then is settled correct is settled wrongly, unless the change made no difference to what is
said.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from verifier.chain import Chain
from verifier.evaluation.intake import labelled
from verifier.judging.agreeing.trusting import Trust
from verifier.judging.judgements.judgement import JudgedChain
from verifier.judging.translations.intake import looked_at
from verifier.judging.translations.translation import Translated, Translation
from verifier.language.files import joined, read_file
from verifier.language.formal_chain import FormalChain
from verifier.language.linting.wording import numbers
from verifier.pipeline.judge import Judge

SIGNS = {"+": "-", "-": "+", "*": "+", "×": "+", "\\times": "+", "\\cdot": "+", "/": "*", "÷": "×", "\\div": "\\times"}
AWAY = frozenset(
    {"the", "a", "an", "of", "in", "on", "at", "for", "to", "and", "that", "by", "he", "she", "it", "they"}
)


@dataclass(frozen=True, slots=True)
class Case:
    """A chain with its translations, and a step of it that both prove."""

    chain: Chain
    formal: tuple[FormalChain, ...]
    step: int

    @property
    def text(self) -> str:
        """The words of the step."""
        return self.chain.steps[self.step].text


Change = tuple[str, str, str]
"""The text that is changed, what it becomes, and what was done, for people."""


def number(text: str, draw: random.Random) -> Change | None:
    """Change a number that is written in digits."""
    found = [one for one in numbers(text) if not one.named and text[one.begin : one.end].isdigit()]
    if not found:
        return None
    one = draw.choice(found)
    new = str(int(text[one.begin : one.end]) + draw.choice([1, 2, 3, 5, 7, 10, 20]))
    return text, text[: one.begin] + new + text[one.end :], f"{text[one.begin : one.end]} -> {new}"


def _in_facts(case: Case, draw: random.Random) -> Change | None:
    """Change a number of the problem that a fact of each translation quotes."""
    change = number(case.chain.problem, draw)
    if change is None:
        return None
    quote = aligned(change[0], change[1])
    touched = all(any(quote(fact.quote) != fact.quote for fact in one.facts) for one in case.formal)
    return change if touched else None


def operation(text: str, draw: random.Random) -> Change | None:
    """Exchange the sign of an operation between two numbers."""
    places = []
    found = numbers(text)
    for first, second in pairwise(found):
        between = text[first.end : second.begin]
        signs = [sign for sign in SIGNS if sign in between]
        if len(between) < 30 and len(signs) == 1 and between.count(signs[0]) == 1 and "=" not in between:
            places.append((first.end + between.index(signs[0]), signs[0]))
    if not places:
        return None
    at, sign = draw.choice(places)
    return text, text[:at] + SIGNS[sign] + text[at + len(sign) :], f"{sign} -> {SIGNS[sign]}"


def referent(text: str, others: Sequence[str], draw: random.Random) -> Change | None:
    """Put another name of the chain in the place of one."""
    found = [name for name in others if f" {name} " in f" {text} "]
    rest = [name for name in others if name not in found]
    if not found or not rest:
        return None
    old, new = draw.choice(found), draw.choice(rest)
    return text, f" {text} ".replace(f" {old} ", f" {new} ", 1)[1:-1], f"{old} -> {new}"


def names(chain: Chain) -> list[str]:
    """Return the words of a chain that begin with a capital letter inside a sentence."""
    words = chain.problem.split()
    inside = (word for before, word in pairwise(words) if before[-1:] not in ".!?:")
    return sorted({word for word in inside if word.isalpha() and word[0].isupper() and word.lower() not in AWAY})


def aligned(before: str, after: str) -> Callable[[str], str]:
    """Return what changes a quote of ``before`` as the text was changed: quotes are found by their place."""
    start = next(
        (i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), min(len(before), len(after))
    )
    tail = 0
    while tail < min(len(before), len(after)) - start and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    end, new_end = len(before) - tail, len(after) - tail

    def quote(said: str) -> str:
        at = before.find(said)
        if at < 0 or at + len(said) <= start or at >= end:
            return said
        return after[at : at + len(said) + new_end - end]

    return quote


def in_step(case: Case, change: Change) -> tuple[Chain, list[FormalChain]]:
    """Return the chain with the step changed, and its translations with the quotes of the step changed."""
    before, after, _ = change
    texts = [after if i == case.step else step.text for i, step in enumerate(case.chain.steps)]
    quote, found = aligned(before, after), []
    for formal in case.formal:
        step = formal.steps[case.step]
        said = tuple(replace(one, quote=quote(one.quote)) for one in step.statements)
        steps = tuple(replace(step, statements=said) if i == case.step else one for i, one in enumerate(formal.steps))
        found.append(replace(formal, steps=steps, steps_text=tuple(texts)))
    return Chain.of(case.chain.problem, texts, case.chain.id), found


def in_problem(case: Case, change: Change) -> tuple[Chain, list[FormalChain]]:
    """Return the chain with the problem changed, and its translations with the quotes of facts changed."""
    before, after, _ = change
    quote = aligned(before, after)
    found = []
    for formal in case.formal:
        facts = tuple(replace(one, quote=quote(one.quote)) for one in formal.facts)
        found.append(replace(formal, problem=after, facts=facts))
    return Chain.of(after, [step.text for step in case.chain.steps], case.chain.id), found


def cases(files: Sequence[Path], chains: Sequence[Path], judge: Judge) -> Iterator[Case]:
    """Yield the steps that all translations of a chain prove."""
    rows = {row.id: row for row in labelled([str(one) for one in chains], None, None).rows.values()}
    read = [{one.chain.id: one.chain for one in read_file(path) if one.chain is not None} for path in files]
    for id in sorted(set.intersection(*(set(one) for one in read)) & rows.keys()):
        chain = Chain.of(rows[id].problem, list(rows[id].steps), id)
        formal = tuple(joined(one[id], chain) for one in read)
        for step in _settled(chain, list(formal), judge):
            yield Case(chain, formal, step)


def _settled(chain: Chain, formal: list[FormalChain], judge: Judge) -> list[int]:
    found = _judged(chain, formal, judge)
    return [step.index for step in found.steps if step.correct is True]


def _judged(chain: Chain, formal: list[FormalChain], judge: Judge) -> JudgedChain:
    translated = Translated(chain, looked_at(chain, [Translation(one) for one in formal]))
    return judge.combined(translated, Trust.AGREEING)


def _rests_on(case: Case, formal: list[FormalChain], judge: Judge) -> bool:
    """Whether some verdict of the step rests on a fact whose words were changed."""
    changed = [
        {new.id for old, new in zip(before.facts, after.facts, strict=True) if old.quote != new.quote}
        for before, after in zip(case.formal, formal, strict=True)
    ]
    found = _judged(case.chain, list(case.formal), judge)
    return any(
        ids & set(decision.rests_on)
        for ids, one in zip(changed, found.translations, strict=True)
        for statement in one.steps[case.step].statements
        for decision in statement.decisions
    )


def main() -> None:
    """Run the cases and print what settles, by kind."""
    wanted = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    wanted.add_argument("files", nargs="+", type=Path)
    wanted.add_argument("--chains", nargs="+", type=Path, required=True)
    wanted.add_argument("--count", type=int, default=200)
    wanted.add_argument("--seed", type=int, default=1)
    said = wanted.parse_args()
    with Judge(lean="off") as judge:
        measured(said, judge)


def measured(said: argparse.Namespace, judge: Judge) -> None:
    """Change texts of each kind, and print how many steps still settle."""
    draw = random.Random(said.seed)
    every = list(cases(said.files, said.chains, judge))
    kinds = {
        "a number of a step": lambda one: (number(one.text, draw), in_step),
        "a number of the problem, in words that facts quote": lambda one: (_in_facts(one, draw), in_problem),
        "an operation of a step": lambda one: (operation(one.text, draw), in_step),
        "a referent of a step": lambda one: (referent(one.text, names(one.chain), draw), in_step),
    }
    for kind, make in kinds.items():
        count, wrong = 0, Counter[str]()
        for _ in range(20 * said.count):
            if count == said.count or not every:
                break
            case = draw.choice(every)
            change, put = make(case)
            if change is None or change[0] == change[1]:
                continue
            chain, formal = put(case, change)
            if put is in_problem and not _rests_on(case, formal, judge):
                continue  # what the step says is as right as before
            count += 1
            if case.step in _settled(chain, formal, judge):
                wrong[f"{case.chain.id}, step {case.step}: {change[2]}"] += 1
        print(f"{kind}: {count} cases, {wrong.total()} settled correct")
        for line, times in wrong.most_common(12):
            print(f"  {line}" + (f" ({times} times)" if times > 1 else ""))


if __name__ == "__main__":
    main()
