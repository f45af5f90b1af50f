"""The reasons not to decide what a sentence says of a run: one registry, each with an example where it fires and one
where it must not."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from verifier.kernel.run_claim import Said
from verifier.language.expressions.runs import expression_or_none, module_or_none, value_spelled
from verifier.readers.program.facts import CHANGING, ProgramFacts
from verifier.readers.program.generally import RESULT, says_every_input, says_more
from verifier.readers.program.guarding.elsewhere import is_piece, of_another_run, of_several_moments
from verifier.readers.program.saying import Saying, same_call
from verifier.readers.program.tokens import Kind, Token, listed, tokens


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around a saying: the program, the steps of the chain, and which of them it is in."""

    facts: ProgramFacts
    steps: Sequence[str]
    step: int
    header: str = ""  # the line above, where it ends in a colon


@dataclass(frozen=True, slots=True)
class Guard:
    """A reason not to decide. ``fires`` is a step that it is about, ``silent`` one in which it must not be found; both
    are of the program and the call of ``example``, else of those of all (``EXAMPLE``)."""

    code: str
    message: str
    bars: Callable[[Saying, Around], bool]
    fires: str
    silent: str
    example: tuple[str, str] | None = None


EXAMPLE: Final = (
    "def f(xs, n):\n    out = []\n    for x in xs:\n        if x > n:\n            out.append(x)\n"
    "    k = len([c for c in out])\n    n = abs(int(n))\n    return out",
    "f([3, 1, 4], 2)",
)
"""The program and the call that the examples of guards speak of."""

_LEAVING: Final = ("def f(xs):\n    for x in xs:\n        if x > 2:\n            break\n    return x", "f([1, 2, 3])")
_POSITIVE: Final = ("def f(xs, n):\n    # n is positive\n    return [x for x in xs if x > n]", "f([3, 1], 2)")

_CONDITIONS: Final = listed(
    "if unless otherwise else whether until while whenever suppose supposing assuming assume could may might "
    "or either had were once hypothetically instead except without"
)
_CALLED: Final = listed("called executed executing run running given invoked calling invoking passed applied")


def _words(saying: Saying) -> list[str]:
    return [token.word for token in saying.tokens]


_KNOWN: Final = frozenset((Said.RUNS, Said.CONDITION, Said.ALWAYS))
"""What is said in words that are all known: a denial or a condition among them belongs to it."""

_OF_THE_RUN: Final = frozenset((Said.RETURNS, Said.RAISES, Said.PRINTS, Said.RUNS, Said.CONDITION, Said.ALWAYS))
_OF_NAMES: Final = frozenset((Said.AT, Said.EVALUATES, Said.TYPE_OF))


def _conditional(saying: Saying, around: Around) -> bool:
    words = _words(saying)
    around_it = words[: saying.begins] + [token.word for token in saying.rest] if saying.said in _KNOWN else words
    if _CONDITIONS & set(around_it):
        return True
    placed = saying.said is Said.CONDITION and saying.place.when
    return any(
        word == "when" and saying.said in _OF_THE_RUN and not placed and not _of_a_call(words, i)
        for i, word in enumerate(words)
    )


def _of_a_call(words: list[str], at: int) -> bool:
    """Whether ``when`` tells of the call: ``when called with``, ``when the function is executed``."""
    near = words[at + 1 : at + 7]
    return bool(near) and bool(_CALLED & set(near))


def _located(saying: Saying, around: Around) -> bool:
    before = [token.word for token in saying.tokens[max(0, saying.begins - 3) : saying.begins]]
    return saying.said in _OF_NAMES and bool({"when", "for", "at", "where", "after", "before"} & set(before))


def _under_a_case(saying: Saying, around: Around) -> bool:
    words = set(around.header.lower().replace(",", " ").replace(":", " ").split())
    return bool(words & _CONDITIONS)


def _question(saying: Saying, around: Around) -> bool:
    return saying.tokens[-1].text == "?"


def _denied(saying: Saying, around: Around) -> bool:
    words = [] if saying.said in _KNOWN else _words(saying)[saying.begins : saying.at]
    near = _words(saying)[max(0, saying.begins - 4) : saying.begins]
    return any(word in _DENIALS or word.endswith(("n't", "n’t")) for word in (*words, *near))


_DENIALS: Final = listed("not never cannot neither nor no than unlike avoid")


def _intended(saying: Saying, around: Around) -> bool:
    return bool(_INTENDED & set(_words(saying)))


_INTENDED: Final = listed(
    "supposed intended intends meant expects designed purpose incorrect incorrectly wrong mistake example e.g "
    "typically generally normally usually documentation equivalent similar similarly think thought said "
    "claims"
)


def _another_call(saying: Saying, around: Around) -> bool:
    """Whether the sentence speaks of another call, or of another input than the call's."""
    facts = around.facts
    for i, token in enumerate(saying.tokens):
        called = token.kind is Kind.CODE and "(" in token.text and token.text.partition("(")[0] in facts.functions
        if called and not _of_this_call(token.text, facts):
            return True
        told = saying.said is Said.RETURNS and token.kind is Kind.VALUE and i < saying.at
        if told and _introduced(saying.tokens, i) and token.value not in _inputs(facts):
            return True
    return False


def _of_this_call(text: str, facts: ProgramFacts) -> bool:
    return same_call(text, facts) or _parameters(text, facts) or _asserts(text, facts)


def _inputs(facts: ProgramFacts) -> set[str]:
    """The arguments of the call, one by one and as a whole."""
    inner = facts.call.partition("(")[2].rpartition(")")[0]
    whole = (value_spelled(f"({inner})"), value_spelled(f"({inner},)"), value_spelled(f"[{inner}]"))
    return {*facts.arguments, *(one for one in whole if one is not None)}


def _introduced(tokens: Sequence[Token], i: int) -> bool:
    """Whether a value is introduced as an input."""
    near = [token.word for token in tokens[max(0, i - 4) : i]]
    return bool({"input", "inputs", "argument", "arguments", "called", "given"} & set(near))


def _parameters(text: str, facts: ProgramFacts) -> bool:
    inner = text.partition("(")[2].rpartition(")")[0]
    return tuple(part.strip() for part in inner.split(",") if part.strip()) in ((), facts.parameters)


def _asserts(text: str, facts: ProgramFacts) -> bool:
    tree = module_or_none(text.removeprefix("python\n").strip())
    match [] if tree is None else tree.body:
        case [ast.Assert(test=ast.Compare(left=left))] | [ast.Expr(value=ast.Compare(left=left))]:
            return same_call(ast.unparse(left), facts)
    return False


_ENDS: Final = frozenset((".", ",", ";", ")", "!", "\n", ":", '"'))
_GOES_ON: Final = listed("because since as after due which given")
_PARTS: Final = {Said.TYPE_OF: listed("of with containing")}


def _goes_on(saying: Saying, around: Around) -> bool:
    """Whether what stands behind the value belongs to it: ``5 characters``, ``'a' + b``, ``[1] or [2]``."""
    rest = saying.rest
    if not rest or rest[0].text in _ENDS or rest[0].word in _GOES_ON:
        return False
    if rest[0].word in _PARTS.get(saying.said, ()) or (saying.said is Said.RUNS and rest[0].text == "("):
        return False
    words = [token.word for token in rest[:3]]
    if saying.begins == saying.at and words[:2] in (
        ["is", "correct"],
        ["is", "true"],
        ["should", "pass"],
        ["will", "pass"],
    ):
        return False
    if words[:1] == ["for"] and set(words[1:]) & {"the", "this"}:
        return False
    return not (words[:1] == ["in"] and set(words[1:]) & {"this", "the"})


def _abbreviated(saying: Saying, around: Around) -> bool:
    return "..." in saying.value.text or "…" in saying.value.text


def _code_in_quotes(saying: Saying, around: Around) -> bool:
    """Whether a text in quotes is meant as an expression: ``'flak[0:4] == flak'``."""
    text = saying.value.value or ""
    if saying.exact or not text.startswith(("'", '"')):
        return False
    inner = text[1:-1]
    called = any(inner[i] in "([" and inner[i - 1].isalnum() for i in range(1, len(inner)))
    return called or "==" in inner or " + " in inner


def _bound_inside(saying: Saying, around: Around) -> bool:
    names = _names(saying.subject) if saying.subject else set()
    return bool(names & around.facts.hidden)


def _names(expr: str) -> set[str]:
    tree = expression_or_none(expr)
    return set() if tree is None else {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _changes(saying: Saying, around: Around) -> bool:
    """Whether the expression changes what it works on: what the text says may be of afterwards."""
    tree = expression_or_none(saying.subject or "0")
    if tree is None:
        return True
    calls = (
        node.func.attr for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    )
    return any(name in CHANGING for name in calls)


def _between(saying: Saying, around: Around) -> bool:
    """Whether it may be said of what a name is for a moment, inside a statement that changes it several times."""
    return saying.said is not Said.RETURNS and bool(_names(saying.subject) & around.facts.between)


def _name_in_quotes(saying: Saying, around: Around) -> bool:
    """Whether what stands in quotes may be the name of a variable: ``the length of 'text'``."""
    tree = expression_or_none(saying.subject or "0")
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)) if tree is not None else ()
    return any(text in around.facts.names for text in texts)


def _taken_back(saying: Saying, around: Around) -> bool:
    later = [around.steps[around.step][saying.value.end :], *around.steps[around.step + 1 :]]
    return any(_takes_back(text) for text in later)


def _takes_back(text: str) -> bool:
    plain = f" {text.lower()} "
    return any(phrase in plain for phrase in _BACK)


_BACK: Final = (
    " wait,", " wait ", "actually,", "let me correct", "let's correct", "correction", "i made a mistake", "apologize",
    "re-evaluate", "reevaluate", "let's recheck", "let me recheck", "was incorrect", "is incorrect", "upon closer",
    "double-check", "double check", "mistake", "on second thought", "oops",
)  # fmt: skip


def _every(saying: Saying, around: Around) -> bool:
    """Whether it is said of many things at once, one after the other."""
    words = _words(saying)
    many = _MANY & set(words[: saying.at]) or "respectively" in words
    joined = saying.begins > 0 and words[saying.begins - 1] in ("and", "or")
    for_many = any(words[i - 1] == "for" and words[i] in _MANY for i in range(1, saying.at))
    return (saying.said in _OF_NAMES and (bool(many) or joined)) or (saying.said is Said.RETURNS and for_many)


_MANY: Final = listed("each every any all both")


def _part_of(saying: Saying, around: Around) -> bool:
    """Whether it may be said of something that stands in a relation to the name: ``the first letter of `s` is 'a'``."""
    written = saying.begins == saying.at  # ``x = 3`` in one piece of code
    if saying.said not in _OF_NAMES or saying.subject.startswith("len(") or written:
        return False
    words = [""] * 3 + [token.word for token in saying.tokens[: saying.begins]]
    while words[-1] in ("the", "variable", "list", "string", "dictionary"):
        words.pop()
    return words[-1] in _PREPOSITIONS and words[-2] not in ("value", "result", "values")


_PREPOSITIONS: Final = listed("of in from by to with on into at for than between as over through inside within")


def _mixed_quotes(saying: Saying, around: Around) -> bool:
    """Whether the quotes of a text may belong to its sentence, or to what it holds."""
    rest = saying.tokens[saying.at + 1 : saying.at + 2]
    return bool(rest) and rest[0].start == saying.value.end and rest[0].text in "'\"`"


def _left_early(saying: Saying, around: Around) -> bool:
    """Whether the words may be about the rounds that a loop sets out to go, of which it may not go all."""
    return saying.said is Said.RUNS and saying.place.line in around.facts.left


def _more_said(saying: Saying, around: Around) -> bool:
    """Whether what is said of every input may be limited, denied or reported by other words of its sentence."""
    return saying.said is Said.ALWAYS and says_more(saying, around.facts)


def _this_call_alone(saying: Saying, around: Around) -> bool:
    """Whether ``always`` may mean: whatever happens on the way, in this one run."""
    if saying.said is not Said.ALWAYS or says_every_input(saying.tokens, around.facts):
        return False
    one_value = saying.subject.startswith((f"{RESULT} == ", f"{RESULT} is "))
    return one_value or bool(_HERE & set(_words(saying)))


_HERE: Final = listed(
    "since because as here case this these given so therefore hence thus input inputs our example will would"
)


def _limited(saying: Saying, around: Around) -> bool:
    """Whether the problem, or a remark in the program, may say which inputs are meant."""
    words = {token.word for token in tokens(around.facts.remarks)}
    return saying.said is Said.ALWAYS and bool(_LIMITS & words)


_LIMITS: Final = listed(
    "positive negative non-negative nonnegative natural non-empty nonempty nonzero non-zero sorted valid unique "
    "distinct lowercase uppercase least most greater less between guaranteed assume assumes expects digits letters "
    "must precondition constraint constraints range prime"
)


def _piece(saying: Saying, around: Around) -> bool:
    return is_piece(saying, around.steps[around.step], around.facts)


def _several_moments(saying: Saying, around: Around) -> bool:
    return of_several_moments(saying, around.facts)


def _another_run(saying: Saying, around: Around) -> bool:
    return of_another_run(saying, around.facts)


GUARDS: Final[tuple[Guard, ...]] = (
    Guard("CONDITIONAL", "it is said under a condition, or as one of several", _conditional,
          "If nothing is larger, the function returns [].", "Since 3 and 4 are larger, the function returns [3, 4]."),
    Guard("LOCATED", "the value says when, and not what", _located,
          "After `x` is 9, nothing happens.", "Now `x` is 3."),
    Guard("UNDER_A_CASE", "it stands under a condition", _under_a_case,
          "Otherwise:\n- the function returns [].", "The steps:\n- the function returns [3, 4]."),
    Guard("QUESTION", "it is asked", _question, "So the output is [3]?", "So the output is [3]."),
    Guard("DENIED", "it is denied", _denied, "It never happens that the output is [3].", "The output is [3]."),
    Guard("INTENDED", "it may say what is meant, and not what is done", _intended,
          "It is supposed that the function returns [3].", "The function returns [3]."),
    Guard("ANOTHER_CALL", "it may speak of another call", _another_call,
          "For f([1], 0), the output is [1].", "For f([3, 1, 4], 2), the output is [1]."),
    Guard("GOES_ON", "what stands behind the value may belong to it", _goes_on,
          "The function returns 2 numbers.", "The function returns 2."),
    Guard("ABBREVIATED", "the value is not written out", _abbreviated,
          "The output is [3, ...].", "The output is [3]."),
    Guard("CODE_IN_QUOTES", "the text in quotes may be an expression", _code_in_quotes,
          "`out` is 'xs[0] == 3'.", "`out` is 'xs'."),
    Guard("BOUND_INSIDE", "the name is also bound inside an expression, where no line shows it", _bound_inside,
          "Now `c` is 7.", "Now `x` is 7."),
    Guard("CHANGES", "the expression changes what it works on", _changes,
          "`out.pop()` gives 3.", "`len(out)` gives 3."),
    Guard("BETWEEN", "a line changes it several times, and the words may be about what is between", _between,
          "Now `n` is 7.", "Now `x` is 7."),
    Guard("NAME_IN_QUOTES", "what stands in quotes may be the name of a variable", _name_in_quotes,
          "The length of 'out' is 3.", "The length of 'outs' is 4."),
    Guard("TAKEN_BACK", "the chain takes it back", _taken_back,
          "The output is [3]. Wait, that was too quick.", "The output is [3]. That was quick."),
    Guard("EVERY", "it is said of many things at once", _every,
          "For each of them, `x` is 3.", "For the first of them, `x` is 3."),
    Guard("PART_OF", "it may be said of a part of what is named", _part_of,
          "The first of `xs` is 9.", "The value of `xs` is 9."),
    Guard("MIXED_QUOTES", "it is not clear where the text begins or ends", _mixed_quotes,
          "The output is 'a''.", "The output is 'a'."),
    Guard("LEFT_EARLY", "the loop may be left early, and the words may be about what it sets out to do", _left_early,
          "The loop runs 3 times.", "`x` is 3.", _LEAVING),
    Guard("THIS_CALL_ALONE", "it may be said of this call alone", _this_call_alone,
          "So the function always returns a list.", "For any input, the function returns a list."),
    Guard("LIMITED", "the problem may say which inputs are meant", _limited,
          "The function always returns a list.", "The function returns [3].", _POSITIVE),
    Guard("MORE_SAID", "the sentence says more than that it is so for every input", _more_said,
          "For any input of at least 3, the function always returns a list.",
          "So, for any input, the function always returns a list."),
    Guard("PIECE", "it may be the tail of a longer expression", _piece,
          "k - n = 2", "- n = 2"),
    Guard("SEVERAL_MOMENTS", "several values are told of one name, and not when it has them", _several_moments,
          "First x = 3, later x = 4.", "x = 3 and k = 2."),
    Guard("ANOTHER_RUN", "it may be of a further call, of other code or other arguments", _another_run,
          "With the sign turned round, the function returns [1].", "So the function returns [1]."),
)  # fmt: skip
"""Every guard, in the order in which they are asked."""


def guards_of(saying: Saying, around: Around) -> tuple[Guard, ...]:
    """Return the guards that keep a saying from being decided."""
    return tuple(guard for guard in GUARDS if guard.bars(saying, around))
