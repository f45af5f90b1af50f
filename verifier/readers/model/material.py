"""What a request says: the constant part first, then the texts as JSON strings, which are called material.

That keeps no model from obeying what stands in them. What an answer is worth is told by what it says: by its quotes,
by the linter, by another translation made apart, and by measurement.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from verifier.asking.request import Manner, Request
from verifier.language.expressions.asked_run import asked as run_of
from verifier.language.files import read_file
from verifier.language.formal_chain import FormalChain
from verifier.language.write_chain import as_json
from verifier.readers.model.answer_schema import PROBLEM, STEPS, WHOLE, answer_schema
from verifier.readers.model.instructions import INSTRUCTIONS, PROGRAMS

WORKED: Final = Path(__file__).with_name("worked.jsonl")
"""Worked examples, each a formal chain with its text."""

WORKED_PROGRAMS: Final = Path(__file__).with_name("worked_programs.jsonl")
"""Worked examples of chains about a program."""

EXAMPLES: Final = "# Examples (some of these chains are wrong; their translations do not say so)"

OVER_PROBLEM: Final = """\
Translate the PROBLEM alone: the answer has "vars", "facts" and "asks", and no "steps". Chains of reasoning about it \
will be translated over your vocabulary by others, so name every quantity that the problem speaks of, the total that \
it asks for and the parts that it consists of, each with its fact ("by" is "problem" for all of them)."""

OVER_STEPS: Final = """\
The problem is translated already: "vocabulary" holds its vars, facts and asks. It stands as it is. Translate the \
steps over it. "vars" and "facts" of your answer hold only what you add: quantities that the chain alone speaks of \
("by": "chain"), each of them with facts of kind "model" (ids c0, c1, ...) that say by its meaning what it is, in \
terms of the vocabulary, and quote the words of the problem that come nearest. What is there already is not repeated, \
under its name or another, and nothing is said anew of it: where the chain calls a quantity of the vocabulary x, \
its name in the vocabulary is written. "asks" is no part of the answer."""

SOME: Final = "Translate the steps from {first} to {last} alone; the others are there to be understood from."

AGAIN: Final = """\
A program read that answer and found what follows. Answer once more, with the whole corrected JSON object. Correct the \
translation and never the text: what is wrong in the text stays wrong. What cannot be said is "unsaid".
{findings}"""

BEFORE: Final = 2
"""Steps before a piece that are shown with it."""

MOST_FINDINGS: Final = 40
"""Most findings that go back."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked about: a problem, and the steps of one chain, none where the problem alone is translated.

    ``vocabulary``: the problem, translated before. ``span``: the steps to translate, from one up to another; a few
    that stand before them are shown too."""

    problem: str
    steps: tuple[str, ...] = ()
    vocabulary: FormalChain | None = None
    span: tuple[int, int] | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """What the answer holds."""
        if not self.steps:
            return PROBLEM
        return WHOLE if self.vocabulary is None else STEPS


@cache
def constant(*, program: bool = False) -> str:
    """Return what every request begins with: the language, and worked examples; of a ``program``, those of runs too.

    Raises:
        OSError: where the examples cannot be read.
    """
    shown = [_example(one.chain) for one in read_file(WORKED) if one.chain is not None]
    if program:
        shown += [_example(one.chain) for one in read_file(WORKED_PROGRAMS) if one.chain is not None]
    return "\n\n".join((INSTRUCTIONS, *([PROGRAMS] if program else []), EXAMPLES, *shown))


@cache
def prompt_hash(*, program: bool = False) -> str:
    """Return the SHA-256 of all that requests say beside the texts: records name it, and levels are of it."""
    schemas = [answer_schema(one) for one in (WHOLE, PROBLEM, STEPS)]
    fixed = [constant(program=program), OVER_PROBLEM, OVER_STEPS, SOME, AGAIN, *schemas]
    return sha256(json.dumps(fixed, sort_keys=True).encode()).hexdigest()


def request(model: str, asked: Asked, manner: Manner, sample: int) -> Request:
    """Return the request for a translation."""
    messages = (
        {"role": "system", "content": constant(program=run_of(asked.problem) is not None)},
        {"role": "user", "content": _material(asked)},
    )
    return Request(model, messages, answer_schema(asked.parts), manner, sample)


def again(first: Request, said: str, findings: Sequence[str]) -> Request:
    """Return the request that brings an answer back with what was found in it."""
    listed = "\n".join(f"- {one[:400]}" for one in findings[:MOST_FINDINGS])
    if len(findings) > MOST_FINDINGS:
        listed += f"\n- and {len(findings) - MOST_FINDINGS} more of these kinds"
    back = ({"role": "assistant", "content": said}, {"role": "user", "content": AGAIN.format(findings=listed)})
    return Request(first.model, (*first.messages, *back), first.schema, first.manner, first.sample)


def _material(asked: Asked) -> str:
    told: dict[str, object] = {"problem": asked.problem}
    if asked.vocabulary is not None:
        told["vocabulary"] = {name: answered(asked.vocabulary)[name] for name in PROBLEM}
    if asked.steps:
        first, end = asked.span or (0, len(asked.steps))
        shown = range(max(0, first - BEFORE), end)
        told["steps"] = [{"step": i, "text": asked.steps[i]} for i in shown]
    words = [_json(told)]
    if not asked.steps:
        words.append(OVER_PROBLEM)
    if asked.vocabulary is not None:
        words.append(OVER_STEPS)
    if asked.span is not None:
        words.append(SOME.format(first=asked.span[0], last=asked.span[1] - 1))
    return "\n\n".join(words)


def _example(chain: FormalChain) -> str:
    told = {"problem": chain.problem, "steps": [{"step": i, "text": t} for i, t in enumerate(chain.steps_text)]}
    return f"Material: {_json(told)}\nAnswer: {_json(answered(chain))}"


def answered(chain: FormalChain) -> dict[str, Any]:
    """Return a formal chain in the form of an answer."""
    whole: Mapping[str, Any] = as_json(chain)
    return {
        "vars": [_variable(name, one) for name, one in whole["vars"].items()],
        "facts": [_listed({"quote": "", **one}) for one in whole["facts"]],
        "asks": whole["asks"],
        "steps": [{"step": i, "states": _states(step)} for i, step in enumerate(whole["steps"])],
    }


def _states(step: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = step["statements"] if isinstance(step, dict) else step
    return [_state(one) for one in found]


def _variable(name: str, one: Mapping[str, Any]) -> dict[str, Any]:
    told = {"name": name, "type": one["type"], "means": one.get("means", ""), "unit": one.get("unit", "")}
    told["by"] = one.get("by", "problem")
    return {**told, **({"args": one["args"], "expr": one.get("expr", "")} if "args" in one else {})}


def _state(one: Mapping[str, Any]) -> dict[str, Any]:
    return _listed(
        {name: value for name, value in one.items() if name not in ("alternatives", "besides", "guards", "rounded")}
    )


def _listed(one: dict[str, Any]) -> dict[str, Any]:
    return {**one, "expr": [one["expr"]]} if isinstance(one.get("expr"), str) else one


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
