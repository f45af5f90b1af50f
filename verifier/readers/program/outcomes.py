"""What is said of a run besides values: conditions that hold or not, types, exceptions, what is printed, and how often
a loop goes round. Each begins at the word that says it, and knows the words before it one by one."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from verifier.kernel.run_claim import Place, Said
from verifier.language.expressions.runs import expression_or_none, value_spelled
from verifier.readers.program.facts import ProgramFacts
from verifier.readers.program.iterations import NUMBERS
from verifier.readers.program.patterns import MODALS, function_before
from verifier.readers.program.saying import Saying
from verifier.readers.program.tokens import Kind, Token, listed

_ADVERBS: Final = listed(
    "then simply just finally also therefore thus correctly indeed immediately now still always initially clearly "
    "definitely again only exactly total"
)


def outcomes(sentence: tuple[Token, ...], facts: ProgramFacts) -> Iterator[Saying]:
    """Yield what a sentence says of conditions, types, exceptions, prints and loops."""
    for at in range(len(sentence)):
        for pattern in _PATTERNS:
            if (found := pattern(sentence, at, facts)) is not None:
                yield found
                break


def _left(sentence: Sequence[Token], i: int, words: frozenset[str]) -> int:
    while i >= 0 and sentence[i].word in words:
        i -= 1
    return i


def _said(sentence: tuple[Token, ...], at: int, value: str) -> tuple[Token, ...]:
    """The sentence with a value in the place of the word that means it."""
    return (*sentence[:at], replace(sentence[at], value=value), *sentence[at + 1 :])


_TRUTHS: Final = {"True": True, "False": False, "true": True, "false": False, "met": True, "satisfied": True,
                  "fulfilled": True, "unmet": False}  # fmt: skip
_CONDITIONS: Final = listed("condition check test comparison expression")
_WHOSE: Final = listed("which that whose where such as until long whether if when")


def _condition(sentence: tuple[Token, ...], at: int, facts: ProgramFacts) -> Saying | None:
    """``the condition `x > n` is false``, ```1 % 2 == 0` evaluates to False``."""
    truth = _TRUTHS.get(sentence[at].text)
    i = at - 1
    if truth is None or sentence[at].kind not in (Kind.WORD, Kind.VALUE):
        return None
    if i >= 0 and sentence[i].word == "not":
        truth, i = not truth, i - 1
    i = _left(sentence, i, _ADVERBS)
    if i >= 1 and sentence[i].word == "to" and sentence[i - 1].word in ("evaluates", "evaluate"):
        i -= 1
    if i < 1 or sentence[i].word not in ("is", "be", "evaluates", "evaluate", "returns", "gives", "becomes"):
        return None
    i = _left(sentence, _left(sentence, i - 1, MODALS), _ADVERBS)
    code = sentence[i] if i >= 0 else None
    if code is None or code.kind is not Kind.CODE:
        return None
    begins = _left(sentence, i - 1, _CONDITIONS | {"the", "statement", "loop", "this", "boolean"}) + 1
    if begins > 1 and sentence[begins - 1].word in ("if", "while") and sentence[begins - 2].word in ("the", "this"):
        begins -= 2
    named = any(token.word in _CONDITIONS for token in sentence[begins:i])
    if begins and sentence[begins - 1].word in _WHOSE:
        return None
    return _test(_said(sentence, at, repr(truth)), at, begins, code.text, facts, named)


def _test(
    sentence: tuple[Token, ...], at: int, begins: int, code: str, facts: ProgramFacts, named: bool
) -> Saying | None:
    """What is said of a condition: of that of a line, or of a comparison by itself."""
    text = code.strip()
    for word in ("if ", "elif ", "while "):
        text, named = (text.removeprefix(word), True) if text.startswith(word) else (text, named)
    tree = expression_or_none(text.rstrip(": "))
    if tree is None or value_spelled(ast.unparse(tree)) is not None:
        return None
    value = sentence[at].value
    lines = facts.tests.get(ast.dump(tree), ())
    if lines:
        place = Place(line=lines[0])
        return (
            Saying(Said.CONDITION, "", sentence, at, begins, place=place, values=(value,)) if len(lines) == 1 else None
        )
    asked = isinstance(tree, ast.Compare | ast.BoolOp) or (
        isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Not)
    )
    if not asked and not (named and isinstance(tree, ast.Call)):
        return None
    return Saying(Said.EVALUATES, ast.unparse(tree), sentence, at, begins, values=(value,))


_LISTS: Final = ("list", "tuple", "deque", "dict_keys", "dict_values", "dict_items", "range", "map", "filter", "zip",
                 "enumerate", "reversed")  # fmt: skip
_DICTIONARIES: Final = ("dict", "defaultdict", "Counter", "OrderedDict")
_TYPES: Final = {
    **dict.fromkeys(("list", "array"), _LISTS),
    "tuple": ("tuple", "list"),
    **dict.fromkeys(("dictionary", "dict"), _DICTIONARIES),
    **dict.fromkeys(("string", "str"), ("str", "bytes")),
    **dict.fromkeys(("integer", "int"), ("int", "bool", "float")),
    "float": ("float",),
    **dict.fromkeys(("boolean", "bool"), ("bool",)),
    "set": ("set", "frozenset"),
}
"""The types that a word may mean; people do not tell all of them apart."""

_KINDS: Final = listed("empty new plain single regular sorted nested simple ordinary")


def _type(sentence: tuple[Token, ...], at: int, facts: ProgramFacts) -> Saying | None:
    """```x` is a list``, ```x` is of type `int```, ``the type of `x` is str``."""
    token = sentence[at]
    types = _TYPES.get(token.text.lower() if token.kind in (Kind.WORD, Kind.CODE) else "")
    if types is None:
        return None
    i = _left(sentence, at - 1, _KINDS)
    typed = i >= 1 and sentence[i].word == "type" and sentence[i - 1].word == "of"
    i = i - 2 if typed else i
    if not typed and sentence[i].word in ("a", "an"):
        i, typed = i - 1, True
    if i < 1 or sentence[i].word not in ("is", "remains", "becomes"):
        return None
    i = _left(sentence, i - 1, _ADVERBS)
    of = i >= 3 and [one.word for one in sentence[i - 2 : i]] == ["type", "of"]
    code = sentence[i] if i >= 0 else None
    if code is None or code.kind is not Kind.CODE or not (typed or of):
        return None
    begins = i - 2 if of else i
    if not (code.text in facts.names or code.text.removesuffix("]").removesuffix(")") != code.text):
        return None
    said = _said(sentence, at, repr(types[0]))
    return Saying(Said.TYPE_OF, code.text, said, at, begins, values=tuple(map(repr, types)))


EXCEPTIONS: Final = frozenset(
    name for name, one in vars(builtins).items() if isinstance(one, type) and issubclass(one, Exception)
)
_CAUGHT: Final = listed("caught catches catch handled handles handle except try avoid avoids")


def _raises(sentence: tuple[Token, ...], at: int, facts: ProgramFacts) -> Saying | None:
    """``the function raises a KeyError``."""
    name = sentence[at].text.removesuffix("()")
    if name not in EXCEPTIONS or any(token.word in _CAUGHT for token in sentence):
        return None
    i = _left(sentence, at - 1, frozenset(("a", "an", "the")))
    if i < 1 or sentence[i].word not in ("raises", "raise", "throws", "throw"):
        return None
    begins = function_before(sentence, _left(sentence, i - 1, MODALS | _ADVERBS), facts)
    behind = sum(token.word in ("exception", "error") for token in sentence[at + 1 : at + 2])
    said = _said(sentence, at, repr(name))
    found = Saying(Said.RAISES, "", said, at, begins or 0, values=(repr(name),), behind=behind)
    return found if begins is not None else None


def _prints(sentence: tuple[Token, ...], at: int, facts: ProgramFacts) -> Saying | None:
    """``the function prints 9``, where the program prints at one place."""
    if sentence[at].kind is not Kind.VALUE or facts.prints != 1:
        return None
    i = _left(sentence, at - 1, listed("the value string number list out"))
    if i < 0 or sentence[i].word not in ("prints", "print"):
        return None
    i = _left(sentence, i - 1, MODALS | _ADVERBS)
    begins = i + 1 if i >= 0 and sentence[i].word == "it" and i == 0 else function_before(sentence, i, facts)
    if begins is None:
        return None
    value = value_spelled(sentence[at].value)
    tree = None if value is None else ast.literal_eval(value) if value[:1] in "'\"" else value
    texts = tuple(repr(f"{tree}{end}") for end in ("\n", ""))
    return Saying(Said.PRINTS, "", sentence, at, begins, values=texts)


_GOES: Final = listed("runs run executes execute iterates iterate repeats repeat loops executed repeated entered")
_LOOPS: Final = listed("the this for while single inner outer main")


def _loop(sentence: tuple[Token, ...], at: int, facts: ProgramFacts) -> Saying | None:
    """``the loop runs 3 times``, ``the while loop is executed twice``, ``the loop body is never executed``."""
    number, behind, i = _how_often(sentence, at)
    if number is None or facts.only_loop is None:
        return None
    i = _left(sentence, i, _ADVERBS | {"a", "of", "for"})
    if i < 1 or sentence[i].word not in _GOES:
        return None
    i = _left(sentence, i - 1, MODALS | _ADVERBS | {"never", "not", "gets", "be"})
    i = _left(sentence, i, frozenset(("body",)))
    if i < 0 or sentence[i].word != "loop":
        return None
    while i and (sentence[i - 1].word in _LOOPS or sentence[i - 1].text in ("for", "while")):
        i -= 1
    if i and sentence[i - 1].kind is Kind.WORD and sentence[i - 1].word not in _OPENING:
        return None
    said = _said(sentence, at, repr(number))
    place = Place(line=facts.only_loop)
    return Saying(Said.RUNS, "", said, at, i, place=place, values=(repr(number),), behind=behind)


_OPENING: Final = listed("so thus therefore hence then and since because means that as")


def _how_often(sentence: tuple[Token, ...], at: int) -> tuple[int | None, int, int]:
    """How often, how many tokens behind say so, and where the words before it end."""
    token = sentence[at]
    if token.word in ("once", "twice", "thrice"):
        return ("once", "twice", "thrice").index(token.word) + 1, 0, at - 1
    if token.word in ("executed", "runs", "entered", "executes", "run", "execute"):
        never = [one.word for one in sentence[max(0, at - 3) : at]]
        denied = "never" in never or ("not" in never and token.word in ("executed", "entered", "run", "execute"))
        return (0, 0, at) if denied else (None, 0, at)
    counted = token.word in NUMBERS or (token.kind is Kind.VALUE and token.value.isdecimal())
    if counted and at + 1 < len(sentence) and sentence[at + 1].word in ("times", "time", "iterations", "iteration"):
        more = [one.word for one in sentence[at + 2 : at + 4]]
        behind = 3 if more in (["in", "total"], ["in", "all"]) else 2 if more[:1] == ["total"] else 1
        return NUMBERS.get(token.word, int(token.value) if token.value.isdecimal() else 0), behind, at - 1
    return None, 0, at


_PATTERNS: Final[tuple[Callable[[tuple[Token, ...], int, ProgramFacts], Saying | None], ...]] = (
    _condition,
    _type,
    _raises,
    _prints,
    _loop,
)
