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


CLAIM = {"role": "claim", "quote": "q", "expr": "ana == 1"}


SHAPES: list[tuple[dict[str, Any], str]] = [
    (changed("formal", to=2), 'chain pears: expected "formal" as 1, found 2'),
    (changed("formal", to=True), 'chain pears: expected "formal" as 1, found true'),
    (changed("id", to=7), 'expected "id" as a text, found a number'),
    (without("id"), 'expected a field "id", found none'),
    (without("vars"), 'chain pears: expected a field "vars", found none'),
    (without("steps"), 'chain pears: expected a field "steps", found none'),
    (without("problem"), 'chain pears: expected both "problem" and "steps_text", or neither'),
    (changed("steps_text", to=["one"]), 'chain pears: expected as many "steps_text" as "steps" (2), found 1'),
    (changed("sources", to=[]), "a formal chain has no field 'sources': expected formal, id, by"),
    (changed("vars", to=[]), 'chain pears: expected "vars" as an object, found a list'),
    (changed("vars", "ana", to="count"), "chain pears, variable ana: expected a variable as an object, found a text"),
    (changed("vars", "ana", "type", to="number"), 'variable ana: expected "type" as one of undeclared, bool'),
    (changed("vars", "ana", "args", to=["x"]), 'variable ana: only a function has "args" and "expr"'),
    (changed("vars", "2x", to={"type": "int"}), "variable 2x: the name '2x' is no name"),
    (changed("vars", "größe", to={"type": "int"}), "is no name: expected a letter, then letters, digits and _"),
    (changed("vars", "_a", to={"type": "int"}), "variable _a: the name '_a' is no name"),
    (changed("vars", "lambda", to={"type": "int"}), "is a reserved word; a name is spelled lambda_"),
    (changed("vars", "Int", to={"type": "int"}), "the name 'Int' is taken"),
    (changed("vars", "sqrt", to={"type": "function", "args": ["x"]}), "sqrt is a function of the language"),
    (changed("vars", "f", to={"type": "function"}), 'variable f: a function has "args"'),
    (changed("vars", "f", to={"type": "function", "args": ["x", "x in Int"]}), "letters of a function differ"),
    (changed("vars", "f", to={"type": "function", "args": ["x in Reel"]}), "expected a type (Int, NonNeg, Pos, Rat"),
    (changed("facts", to={}), 'chain pears: expected "facts" as a list, found an object'),
    (changed("facts", 1, to=3), "chain pears, fact 1: expected a fact as an object, found a number"),
    (without("facts", 1, "kind"), 'chain pears, fact p1: expected a field "kind", found none'),
    (changed("facts", 1, "kind", to="sure"), "fact p1: expected \"kind\" as one of given, known, model, found 'sure'"),
    (changed("facts", 1, "id", to="p0"), "fact p0: there are two facts with this id"),
    (without("facts", 0, "expr"), 'chain pears, fact p0: expected a field "expr", found none'),
    (changed("asks", to="both"), 'chain pears: expected "asks" as a list, found a text'),
    (changed("asks", 0, to=None), "chain pears, ask 0: expected an expression as a text, found null"),
    (changed("steps", 1, to="none"), "chain pears, step 1: expected a step as a list of statements, found a text"),
    (
        changed("steps", 1, 0, to=[]),
        "chain pears, step 1, statement 0: expected a statement as an object, found a list",
    ),
    (changed("steps", 1, 0, "role", to="lemma"), 'step 1, statement 0: expected "role" as one of claim, define'),
    (changed("steps", 1, 0, "quote", to=None), 'step 1, statement 0: expected "quote" as a text, found null'),
    (changed("steps", 1, 0, "expr", to=21), "step 1, statement 0: expected an expression as a text, found a number"),
    (changed("steps", 1, 0, "expr", to=["1 == 1", 2]), "expected an expression as a text, found a number"),
    (changed("steps", 1, 0, "until", to=True), 'expected "until" as a whole number from 0, found true'),
    (changed("steps", 1, 0, "until", to=-1), 'expected "until" as a whole number from 0, found -1'),
    (changed("steps", 1, 0, "of", to=1.5), 'expected "of" as a whole number from 0, found 1.5'),
    (changed("steps", 1, 0, "rounded", to=[[4, 2]]), "expected a rounded part as [begin, end], found a list"),
    (changed("steps", 1, 0, "guards", to=[1]), "expected a guard as a text, found a number"),
    (changed("steps", 1, 0, "alternatives", to="x"), 'expected "alternatives" as a list, found a text'),
    (changed("steps", 1, 0, "besides", to=[{}]), 'step 1, statement 0: expected a field "expr", found none'),
    (changed("steps", 1, 0, "besides", to=["x == 1"]), "expected what is said besides as an object, found a text"),
    (changed("by", to="me"), 'chain pears: expected "by" as an object, found a text'),
    (changed("by", to={"kind": "angel"}), "expected \"kind\" as one of model, reader, person, found 'angel'"),
    (changed("by", to={"temperature": float("nan")}), 'expected "temperature" as a number, found nan'),
    (changed("problem", to="half a \ud83d smile"), 'problem" has half of a surrogate pair'),
]
