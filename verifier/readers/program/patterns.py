"""Patterns: from a value leftwards, to what it is said to be the value of. What stands between has to be known word by
word; a pattern that is not sure says nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from verifier.kernel.run_claim import Said
from verifier.readers.program.facts import ProgramFacts
from verifier.readers.program.saying import Saying, said_of, same_call
from verifier.readers.program.tokens import Kind, Token, is_expression, listed

FILLERS: Final = listed(
    "the a an string list value literal boolean bool integer int number dictionary dict tuple set array float "
    "character substring result simply just also still then now again therefore thus finally always same "
    "following new modified original final resulting as to exactly namely python"
)
"""Words between a verb and its value, or around a verb, that change nothing."""

MODALS: Final = listed("will should would must is does shall")
RETURNS: Final = listed("returns return returning outputs produces")
IS: Final = listed("is be equals becomes become remains stays are")
SETS: Final = listed("set initialized assigned updated reset changed initialised equal")
OUTPUT: Final = frozenset(["output", "answer"])
AROUND_OUTPUT: Final = listed(
    "the of function for given input inputs in this case when called executing with provided code on "
    "assertion call expected correct final it and argument arguments our your program running run invoking "
    "executed calling called string list dictionary values value parameters example passed to applied after "
    "from returned resulting actual by correctly that these those tuple literal number integer array specific "
    "particular"
)
"""Words that may stand around ``output`` before its verb: they say of what run it is."""

MOST_LEFT: Final = 40


def _skip(sentence: Sequence[Token], i: int, words: frozenset[str] = FILLERS) -> int:
    while i >= 0 and (sentence[i].word in words or (sentence[i].kind is Kind.SIGN and sentence[i].text == ":")):
        i -= 1
    return i


def function_before(sentence: Sequence[Token], i: int, facts: ProgramFacts) -> int | None:
    """Return the first token of ``the function f`` that ends at ``i``; None where that is not what stands there."""
    if i < 0:
        return None
    token, begins = sentence[i], i
    named = False
    if token.kind is Kind.CODE or (token.word in facts.functions and token.word == facts.asked.name):
        plain = token.text.partition("(")[0].strip()
        if plain != facts.asked.name or ("(" in token.text and not _signature(token.text, facts)):
            return None
        named, begins = True, i
        i -= 1
    while i >= 0 and sentence[i].word in ("given", "above", "the", "function", "program", "code", "call", "python"):
        named = named or sentence[i].word in ("function", "program", "code", "call")
        begins = i
        i -= 1
    opens = begins == 0 or sentence[begins].word in ("the", "given") or sentence[begins].kind is Kind.CODE
    before = sentence[begins - 1] if begins else None
    called = before is not None and before.kind is not Kind.WORD
    return begins if named and (opens or called or sentence[begins].word in facts.functions) else None


def _signature(text: str, facts: ProgramFacts) -> bool:
    """Whether a piece of code is the function with the names of its parameters, without any, or the call itself."""
    inner = text.partition("(")[2].rpartition(")")[0]
    names = tuple(part.strip() for part in inner.split(",")) if inner.strip() else ()
    return not names or names == facts.parameters or same_call(text, facts)


def _returned(sentence: tuple[Token, ...], at: int, facts: ProgramFacts) -> Saying | None:
    """``the function f will return the list [1, 2]``, also of the call itself."""
    i = _skip(sentence, at - 1)
    if i < 1 or sentence[i].word not in RETURNS:
        return None
    i -= 1
    while i >= 0 and (
        sentence[i].word in MODALS
        or sentence[i].word
        in ("then", "simply", "just", "finally", "also", "therefore", "thus", "correctly", "indeed", "immediately")
    ):
        i -= 1
    begins = function_before(sentence, i, facts)
    if begins is not None:
        return Saying(Said.RETURNS, "", sentence, at, begins, exact=True)
    token = sentence[i] if i >= 0 else None
    if token is not None and token.kind is Kind.CODE and is_expression(token.text):
        return next(said_of(token.text, sentence, at, i, facts), None)
    return None


_SAME: Final = FILLERS | {"original", "unchanged", "current", "input", "same", "whole", "entire", "empty"}


def _returned_which(sentence: tuple[Token, ...], at: int, facts: ProgramFacts) -> Saying | None:
    """``the function returns `a + b`, which is 3``: nothing else stands between that it could be of."""
    i = _skip(sentence, at - 1)
    if i < 2 or sentence[i].word not in (*IS, "evaluates") or sentence[i - 1].word != "which":
        return None
    i -= 2
    while i >= 0 and (sentence[i].text == "," or sentence[i].word in _SAME or sentence[i].kind is Kind.CODE):
        i -= 1
    if i < 1 or sentence[i].word not in RETURNS:
        return None
    found = _returned(sentence, i + 1, facts)
    return replace(found, at=at) if found is not None and found.said is Said.RETURNS else None


def _output(sentence: tuple[Token, ...], at: int, facts: ProgramFacts) -> Saying | None:
    """``the expected output of f([1]) for the given input is [1]``."""
    i = _skip(sentence, at - 1)
    if i < 1 or sentence[i].word not in ("is", "be", "equals", "are", ":"):
        if not (i >= 0 and sentence[i].word in OUTPUT and sentence[i + 1].text == ":"):
            return None
        return Saying(Said.RETURNS, "", sentence, at, i, exact=True) if sentence[i].word == "output" else None
    i -= 1
    while i >= 0 and (sentence[i].word in MODALS or sentence[i].word in ("also", "then", "therefore", "thus")):
        i -= 1
    low, found = max(0, i - MOST_LEFT), None
    while i >= low:
        token = sentence[i]
        if (
            token.word in OUTPUT
            or (token.word in ("value", "result") and i and sentence[i - 1].word in ("return", "returned"))
            or (token.word == "result" and i and sentence[i - 1].word == "final")
        ):
            found = i
        elif not (
            token.word in AROUND_OUTPUT or token.kind in (Kind.CODE, Kind.VALUE) or token.text in ("(", ")", ",")
        ):
            break
        i -= 1
    begins = next(j for j in range(i + 1, at) if sentence[j].kind is not Kind.SIGN)
    return None if found is None else Saying(Said.RETURNS, "", sentence, at, begins, exact=True)


_COMPLETE: Final = frozenset(("complete", "completed", "completes", "completing"))


def _completed(sentence: tuple[Token, ...], at: int, facts: ProgramFacts) -> Saying | None:
    """``the assertion should be completed with the literal [1]``, ``the literal to complete the assertion is [1]``."""
    low = max(0, at - MOST_LEFT)
    words = [token.word for token in sentence[low:at]]
    if "assertion" not in words or not _COMPLETE & set(words):
        return None
    i = _skip(sentence, at - 1)
    if i < 0 or sentence[i].word not in ("with", "is", "be", "by"):
        return None
    told = (
        "literal" in words
        if sentence[i].word in ("is", "be")
        else bool(_COMPLETE & {token.word for token in sentence[max(0, i - 3) : i]})
    )
    if not told:
        return None
    first = low + next(j for j, word in enumerate(words) if word in _COMPLETE or word == "assertion")
    return Saying(Said.RETURNS, "", sentence, at, first, exact=True)


def _is_value(sentence: tuple[Token, ...], at: int, facts: ProgramFacts) -> Saying | None:
    """```x` is now [1]``, ```len(x)` equals 2``, ``x = [1]``."""
    i = at - 1
    if (
        i >= 0
        and sentence[i].text == "="
        and (i == 0 or sentence[i - 1].text not in ("=", "!", "<", ">", "+", "-", "*", "/"))
    ):
        return _named(sentence, at, i - 1, facts, bare=True)
    i = _skip(sentence, i)
    if i >= 0 and sentence[i].word in SETS:
        i = _skip(sentence, i - 1, FILLERS - {"set"})
        if i < 1 or sentence[i].word not in ("is", "are", "be", "becomes"):
            return None
    elif i < 1 or sentence[i].word not in (*IS, "evaluates", "gives", "yields", "returns", "results", "contains"):
        if not (i >= 1 and sentence[i].word == "in" and sentence[i - 1].word in ("results", "result")):
            return None
        i -= 1
    if sentence[i].word == "contains":
        return None
    i -= 1
    while i >= 0 and sentence[i].word in (*MODALS, "then", "now", "also", "which", "initially", "still"):
        i -= 1
    while i >= 0 and sentence[i].text in (",", "("):
        i -= 1
    return _named(sentence, at, i, facts, bare=False)


def _named(sentence: tuple[Token, ...], at: int, i: int, facts: ProgramFacts, *, bare: bool) -> Saying | None:
    """What is said of the name or the code that stands at ``i``. Without marks, a name is a word like others."""
    if i < 0:
        return None
    token = sentence[i]
    if token.kind is Kind.CODE and (is_expression(token.text) or token.text.isidentifier()):
        return next(said_of(token.text, sentence, at, i, facts), None)
    if bare and token.kind is Kind.WORD and token.text in facts.names:
        before = sentence[i - 1] if i else None
        if before is None or before.kind in (Kind.WORD, Kind.BREAK) or before.text in (",", ":", "(", ";", "-", "*"):
            return Saying(Said.AT, token.text, sentence, at, i)
    return None


def _length(sentence: tuple[Token, ...], at: int, facts: ProgramFacts) -> Saying | None:
    """``the length of the string `s` is 4``."""
    if not sentence[at].value.isdecimal():
        return None
    i = _skip(sentence, at - 1)
    if i < 2 or sentence[i].word not in ("is", "be"):
        return None
    i -= 1
    while i >= 0 and sentence[i].word in MODALS:
        i -= 1
    of = i
    token = sentence[of] if of >= 0 else None
    if token is None or token.kind not in (Kind.CODE, Kind.VALUE):
        return None
    i -= 1
    while i >= 0 and sentence[i].word in ("the", "string", "list", "array", "text", "input", "dictionary", "tuple"):
        i -= 1
    if i < 1 or sentence[i].word != "of" or sentence[i - 1].word != "length":
        return None
    if token.kind is Kind.CODE and not (token.text in facts.names or is_expression(token.text)):
        return None
    return Saying(Said.EVALUATES, f"len({token.text})", sentence, at, i - 1)


def _the_output(sentence: tuple[Token, ...], at: int, facts: ProgramFacts) -> Saying | None:
    """``resulting in the output [1]``."""
    i = at - 1
    if i < 2 or sentence[i].word != "output":
        return None
    begins = i
    i = _skip(sentence, i - 1, frozenset(("the", "final", "expected", "correct")))
    led = i >= 0 and sentence[i].word in (
        "in",
        "gives",
        "giving",
        "produces",
        "produce",
        "produced",
        "yields",
        "yielding",
    )
    return Saying(Said.RETURNS, "", sentence, at, begins, exact=True) if led else None


PATTERNS: Final[tuple[Callable[[tuple[Token, ...], int, ProgramFacts], Saying | None], ...]] = (
    _returned,
    _returned_which,
    _the_output,
    _output,
    _completed,
    _length,
    _is_value,
)
