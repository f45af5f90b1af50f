"""What is said of a function in general: ``f never returns None``, ``for any n, f(n) >= 0``. It is of the calls whose
arguments have the types of those of the problem's call."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from verifier.kernel.run_claim import Said
from verifier.language.expressions.runs import expression_or_none
from verifier.readers.program.facts import ProgramFacts
from verifier.readers.program.patterns import MODALS, RETURNS, function_before
from verifier.readers.program.saying import Saying
from verifier.readers.program.tokens import Kind, Token, listed

RESULT: Final = "result"
_ALL: Final = listed("any every all each")
_THINGS: Final = {
    **dict.fromkeys(("input", "inputs", "argument", "arguments", "call", "calls", "value", "values"), ""),
    **dict.fromkeys(("integer", "integers", "int", "ints", "number", "numbers"), "int"),
    **dict.fromkeys(("string", "strings", "str", "text", "texts"), "str"),
    **dict.fromkeys(("list", "lists", "array", "arrays"), "list"),
}
"""What ``for every ...`` may go over, and the type that it means; an empty text for whatever the function takes."""

_SMALL: Final = listed("the a an given possible single other such")


@dataclass(frozen=True, slots=True)
class _Span:
    """Words that say that it is meant of every input: where they begin and end."""

    begins: int
    ends: int


def generally(sentence: tuple[Token, ...], facts: ProgramFacts) -> Iterator[Saying]:
    """Yield what a sentence says of every call, or of every call of the problem's kind."""
    if facts.shape is None:
        return
    spans = _every_input(sentence, facts)
    if spans is None:
        return
    inside = {i for span in spans for i in range(span.begins, span.ends)}
    for at in range(len(sentence)):
        if at not in inside and (found := _predicate(sentence, at, facts)) is not None:
            told, begins, first = found
            within = {token.word for token in sentence[begins:at]}
            if not (any(_beside(span, begins, at) for span in spans) or {"always", "never"} & within):
                continue
            denied = any(token.word == "never" for token in sentence[first : at + 1])
            tree = expression_or_none(f"not ({told})" if denied else told)
            behind = max((span.ends - 1 - at for span in spans if span.begins in (at + 1, at + 2)), default=0)
            yield Saying(
                Said.ALWAYS, ast.unparse(tree) if tree is not None else told, sentence, at, begins,
                values=("True",), behind=behind, call=facts.shape,
            )  # fmt: skip
            return


def _beside(span: _Span, begins: int, at: int) -> bool:
    """Whether the words for every input stand right before what is said, in it, or right behind it."""
    return span.ends <= begins <= span.ends + 1 or begins <= span.begins <= at + 2


def says_every_input(sentence: Sequence[Token], facts: ProgramFacts) -> bool:
    """Return whether a sentence says itself that it is meant of every input."""
    return bool(_every_input(sentence, facts))


_INERT: Final = listed("so thus hence therefore then also and overall in general conclusion")


def says_more(saying: Saying, facts: ProgramFacts) -> bool:
    """Return whether the sentence holds anything besides what it says, that it is so for every input, and connectives:
    a condition, a reason or a denial, in whatever words."""
    sentence = saying.tokens
    told = set(range(saying.begins, saying.at + saying.behind + 1))
    for span in _every_input(sentence, facts) or ():
        told.update(range(span.begins, span.ends))
    left = (token for i, token in enumerate(sentence) if i not in told)
    return any(token.word not in _INERT and token.text not in (",", ".", ":", ";", "!") for token in left)


def _every_input(sentence: Sequence[Token], facts: ProgramFacts) -> list[_Span] | None:
    """The words that say so; None where it is said of every one of something else."""
    out: list[_Span] = []
    for i, token in enumerate(sentence):
        if token.word in _ALL and (i == 0 or sentence[i - 1].word == "for"):
            ends = _thing(sentence, i + 1, facts)
            if ends is None:
                return None
            out.append(_Span(i - 1 if i else 0, ends))
        elif token.word == "regardless" and i + 1 < len(sentence) and sentence[i + 1].word == "of":
            ends = _thing(sentence, i + 2, facts)
            if ends is None:
                return None
            out.append(_Span(i, ends))
        elif token.word == "matter" and i and sentence[i - 1].word == "no":
            comma = next((j for j in range(i, len(sentence)) if sentence[j].text in (",", ".")), len(sentence))
            told = {one.word for one in sentence[i:comma]}
            if not told & {"given", "passed", "input", "inputs", "argument", "arguments"}:
                return None
            out.append(_Span(i - 1, comma))
    return out


def _thing(sentence: Sequence[Token], i: int, facts: ProgramFacts) -> int | None:
    """Where the words end that name what is meant, from ``i``; None where that is not every input."""
    while i < len(sentence) and sentence[i].word in _SMALL:
        i += 1
    if i == len(sentence):
        return None
    types = [kind.partition("[")[0] for kind in _types(facts)]
    token, one = sentence[i], len(types) == 1
    kind = _THINGS.get(token.word)
    if kind is not None and (not kind or (one and types[0] == kind)):
        i += 1
        if i < len(sentence) and sentence[i].text in facts.parameters and (one or not kind):
            return i + 1 if one else None
        for more in ("is", "passed", "given", "list", "string"):
            i += i < len(sentence) and sentence[i].word == more
        return i
    return i + 1 if one and token.text in facts.parameters else None


def _types(facts: ProgramFacts) -> list[str]:
    tree = expression_or_none(facts.shape or "0")
    return [ast.unparse(one) for one in tree.args] if isinstance(tree, ast.Call) else []


_IS_TYPE: Final = {
    **dict.fromkeys(("list", "array"), "list"),
    "tuple": "tuple",
    **dict.fromkeys(("string", "str"), "str"),
    **dict.fromkeys(("dictionary", "dict"), "dict"),
    **dict.fromkeys(("integer", "int"), "int"),
    **dict.fromkeys(("boolean", "bool"), "bool"),
    "set": "set",
}
_IS_SO: Final = {
    "even": f"{RESULT} % 2 == 0",
    "odd": f"{RESULT} % 2 == 1",
    "positive": f"{RESULT} > 0",
    "negative": f"{RESULT} < 0",
    "non-negative": f"{RESULT} >= 0",
    "nonnegative": f"{RESULT} >= 0",
    "empty": f"len({RESULT}) == 0",
    "non-empty": f"len({RESULT}) > 0",
    "sorted": f"list({RESULT}) == sorted({RESULT})",
}
"""What an adjective says of the value returned. Of what it cannot be said, it raises, and nothing is shown."""

_NOUNS: Final = {**_IS_TYPE, "number": "", "value": "", "result": ""}
_RESULTS: Final = listed("result output value")

Told = tuple[str, int, int]
"""A condition on the result, the token that the words of it begin at, and the verb's first token."""


def _predicate(sentence: tuple[Token, ...], at: int, facts: ProgramFacts) -> Told | None:
    """The condition that ends at a token: by a comparison in code, a value, a type or an adjective."""
    token = sentence[at]
    if token.kind is Kind.CODE:
        return _compared(token.text, at, at, facts)
    if token.kind is Kind.VALUE and at and sentence[at - 1].kind is Kind.SIGN:
        i = at
        while i and sentence[i - 1].text in ("<", ">", "=", "!"):
            i -= 1
        written = "".join(one.text for one in sentence[max(0, i - 1) : at + 1])
        return _compared(written, max(0, i - 1), at, facts) if i < at else None
    if token.kind is Kind.VALUE:
        return _verb(
            sentence, at - 1, facts, f"{RESULT} == {token.value}" if token.value != "None" else f"{RESULT} is None"
        )
    if token.word in _IS_SO:
        return _verb(sentence, at - 1, facts, _IS_SO[token.word])
    if token.word in _NOUNS:
        kind, said = _NOUNS[token.word], ""
        i = at - 1
        if i >= 0 and sentence[i].word in _IS_SO:
            said, i = _IS_SO[sentence[i].word], i - 1
        if i < 0 or sentence[i].word not in ("a", "an") or not (kind or said):
            return None
        both = " and ".join(filter(None, (f"isinstance({RESULT}, {kind})" if kind else "", said)))
        return _verb(sentence, i - 1, facts, both)
    return None


def _compared(text: str, begins: int, at: int, facts: ProgramFacts) -> Told | None:
    """``f(n) >= 0``: a comparison of the value returned, by the names of the parameters."""
    tree = expression_or_none(text)
    match tree:
        case ast.Compare(left=ast.Call(func=ast.Name(id=name), args=args, keywords=[]), ops=[op], comparators=[right]):
            names = tuple(ast.unparse(one) for one in args)
            known = {one.id for one in ast.walk(right) if isinstance(one, ast.Name)} <= set(facts.parameters)
            plain = not any(isinstance(one, ast.Call) for one in ast.walk(right))
            if name == facts.asked.name and names == facts.parameters and known and plain:
                told = ast.unparse(ast.Compare(ast.Name(RESULT), [op], [right]))
                return told, begins, at
    return None


def _verb(sentence: tuple[Token, ...], i: int, facts: ProgramFacts, told: str) -> Told | None:
    """The condition, where the words before it say that the function returns it, or that the result is so."""
    while i >= 0 and sentence[i].word in ("the", "value", "string", "list", "always", "integer", "number"):
        i -= 1
    if i < 1 or sentence[i].word not in (*RETURNS, "is", "be"):
        return None
    returns, verb = sentence[i].word in RETURNS, i
    i -= 1
    while i >= 0 and sentence[i].word in (*MODALS, "always", "never"):
        verb, i = i, i - 1
    if i >= 0 and "(" in sentence[i].text and not _of_parameters(sentence[i].text, facts):
        return None
    begins = _result(sentence, i) if not returns and i >= 0 and sentence[i].word in _RESULTS else None
    if begins is None and i >= 0 and (returns or sentence[i].kind is Kind.CODE or sentence[i].text == facts.asked.name):
        begins = function_before(sentence, i, facts)
    return None if begins is None else (told, begins, verb)


def _of_parameters(code: str, facts: ProgramFacts) -> bool:
    """Whether a piece of code is the function with the names of its parameters: not the call of the problem."""
    inner = code.partition("(")[2].rpartition(")")[0]
    return tuple(part.strip() for part in inner.split(",") if part.strip()) in ((), facts.parameters)


def _result(sentence: Sequence[Token], i: int) -> int | None:
    """Where ``the returned value``, ``its result`` begins, at the start of its clause."""
    while i and sentence[i - 1].word in ("the", "return", "returned", "final", "its", "function's"):
        i -= 1
    before = sentence[i - 1] if i else None
    return i if before is None or before.kind is not Kind.WORD or before.word in ("so", "that", "thus") else None
