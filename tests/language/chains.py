"""A small formal chain as JSON, for tests to change in one place, and random ones for round trips."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

from verifier.language.formal_chain import FormalChain
from verifier.language.read_chain import read_chain

PROBLEM = "Ana picks 12 pears. Ben picks 3 fewer pears than Ana. How many pears do they pick together?"
STEPS = ("Ben picks 12 - 3 = 9 pears.", "Together they pick 12 + 9 = 21 pears.")
PEARS: dict[str, Any] = {
    "formal": 1,
    "id": "pears",
    "problem": PROBLEM,
    "steps_text": list(STEPS),
    "vars": {
        "ana": {"type": "count", "means": "pears that Ana picks", "unit": "pear"},
        "ben": {"type": "count", "means": "pears that Ben picks", "unit": "pear"},
        "both": {"type": "count", "means": "pears that they pick together", "unit": "pear"},
    },
    "facts": [
        {"id": "p0", "kind": "given", "quote": "Ana picks 12 pears", "expr": "ana == 12"},
        {"id": "p1", "kind": "given", "quote": "Ben picks 3 fewer pears than Ana", "expr": "ben == ana - 3"},
        {"id": "p2", "kind": "model", "quote": "How many pears do they pick together?", "expr": "both == ana + ben"},
    ],
    "asks": ["both"],
    "steps": [
        [{"role": "claim", "quote": "Ben picks 12 - 3 = 9 pears.", "expr": ["12 - 3 == 9", "ben == 9"]}],
        [
            {"role": "claim", "quote": "Together they pick 12 + 9 = 21 pears.", "expr": "both == 12 + 9"},
            {"role": "answer", "quote": "21 pears", "expr": "21"},
        ],
    ],
}


def changed(*path: str | int, to: Any) -> dict[str, Any]:
    """Return the chain as JSON with another value at a path."""
    value = copy.deepcopy(PEARS)
    inner: Any = value
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return value


def without(*path: str | int) -> dict[str, Any]:
    """Return the chain as JSON without the field at a path."""
    value = copy.deepcopy(PEARS)
    inner: Any = value
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return value


def read(*path: str | int, to: Any) -> FormalChain:
    """Return the chain with another value at a path."""
    return read_chain(changed(*path, to=to))


_words = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
_expressions = st.sampled_from(
    ["x == 1", "f(x) + y > 2", "not b", "x", "{k for k in Int if k > x}", "x ==", "z == 1", ""]
)
_said = st.one_of(_expressions, st.lists(_expressions, max_size=3))
_spans = st.lists(st.tuples(st.integers(0, 5), st.integers(6, 9)).map(list), max_size=2)
_besides = st.fixed_dictionaries(
    {"expr": _said}, optional={"alternatives": st.lists(_said, max_size=2), "guards": st.lists(_words, max_size=2)}
)
_statements = st.fixed_dictionaries(
    {"role": st.sampled_from(["claim", "define", "suppose", "goal", "answer", "retract", "recall", "unsaid"])},
    optional={
        "quote": _words,
        "expr": _said,
        "until": st.integers(0, 9),
        "of": st.integers(0, 9),
        "alternatives": st.lists(_said, max_size=2),
        "besides": st.lists(_besides, max_size=2),
        "guards": st.lists(_words, max_size=2),
        "rounded": _spans,
        "reason": _words,
    },
)
_listed = st.lists(_statements, max_size=3)
_steps = st.one_of(_listed, st.fixed_dictionaries({"statements": _listed}, optional={"unread": _spans}))
_variables = st.fixed_dictionaries(
    {"type": st.sampled_from(["count", "int", "rat", "real", "undeclared", "bool", "pos"])},
    optional={"means": _words, "unit": _words, "by": st.just("chain")},
)
_functions = st.fixed_dictionaries(
    {"type": st.just("function"), "args": st.sampled_from([["x"], ["t in Real"], ["k in Int", "x"]])},
    optional={"expr": _expressions, "means": _words},
)
_facts = st.lists(
    st.fixed_dictionaries(
        {"id": st.sampled_from([f"p{i}" for i in range(40)]), "kind": st.sampled_from(["given", "known", "model"])}
        | {"expr": _said},
        optional={"quote": _words},
    ),
    max_size=3,
    unique_by=lambda fact: str(fact["id"]),
)
_authors = st.fixed_dictionaries(
    {},
    optional={"kind": st.sampled_from(["model", "reader", "person"]), "name": _words, "prompt": _words}
    | {"temperature": st.floats(0, 2), "sample": _words},
)


@st.composite
def chains(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a formal chain as JSON, well shaped, with expressions that need not be read."""
    steps = draw(st.lists(_steps, max_size=3))
    value: dict[str, Any] = {
        "formal": 1,
        "id": draw(_words),
        "vars": draw(
            st.fixed_dictionaries({}, optional={"x": _variables, "y": _variables, "b": _variables, "f": _functions})
        ),
        "facts": draw(_facts),
        "asks": draw(st.lists(_expressions, max_size=2)),
        "steps": steps,
    }
    if draw(st.booleans()):
        value |= {"problem": draw(_words), "steps_text": [draw(_words) for _ in steps]}
    if draw(st.booleans()):
        value["by"] = draw(_authors)
    return value
