"""Whether what a sentence says may be the tail of a longer expression, of another moment, or of another run than the
problem's."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from verifier.kernel.run_claim import Said
from verifier.language.expressions.runs import expression_or_none, value_spelled
from verifier.readers.program.facts import ProgramFacts
from verifier.readers.program.iterations import ORDINALS, turns
from verifier.readers.program.patterns import FILLERS, IS, SETS
from verifier.readers.program.saying import Saying, same_call, statement_of
from verifier.readers.program.tokens import Kind, Token, listed

_OF_NAMES: Final = frozenset((Said.AT, Said.EVALUATES, Said.TYPE_OF))
_OPERATORS: Final = frozenset("+-*/%@&|^~<>=·×÷−√")
_BULLETS: Final = frozenset("-*+•")
_WORKING: Final = listed(
    "plus minus times mod modulo over twice half double thrice squared cubed negative per not and or in"
)
_JOINING: Final = listed("and or in")


def is_piece(saying: Saying, text: str, facts: ProgramFacts) -> bool:
    """Return whether what is said may be the tail of a longer expression, or one of several targets: an operator, a
    name, a value or a word of arithmetic stands right before it."""
    if saying.tokens[saying.begins].kind is Kind.VALUE:
        return False  # a cell of a table
    before = text[text.rfind("\n", 0, saying.span[0]) + 1 : saying.span[0]]
    plain = before.rstrip(" \t")
    if plain and plain[-1] in _OPERATORS and not _bullet(plain, before) and not _emphasis(before, saying, text):
        return True
    last = saying.tokens[saying.begins - 1] if saying.begins else None
    if last is None or last.kind is Kind.BREAK or (saying.said not in _OF_NAMES and not _code_call(saying, facts)):
        return False
    if last.text == ",":
        return _target(saying, facts)
    joined = last.word in _JOINING and saying.begins > 1 and _thing(saying.tokens[saying.begins - 2], facts)
    return (last.word in _WORKING - _JOINING) or joined or _thing(last, facts)


def _thing(token: Token, facts: ProgramFacts) -> bool:
    return token.kind is Kind.CODE or (token.kind is Kind.WORD and token.text in facts.names)


def _bullet(plain: str, before: str) -> bool:
    """Whether a sign alone before it heads a line of a list."""
    return plain.strip() in _BULLETS and before[-1:].isspace()


def _emphasis(before: str, saying: Saying, text: str) -> bool:
    """Whether stars right before it mark it, and are not an operator: a blank or nothing before, stars behind."""
    stars = before[len(before.rstrip("*")) :]
    opens = before[: len(before) - len(stars)]
    end = text.find("\n", saying.span[0])
    behind = text[saying.span[0] : end if end >= 0 else len(text)]
    last = saying.tokens[saying.begins - 1] if saying.begins else None
    apart = last is None or last.kind is not Kind.VALUE
    return bool(stars) and apart and (not opens or opens[-1] in " \t(:") and stars in behind


def _target(saying: Saying, facts: ProgramFacts) -> bool:
    """Whether a name without a value of its own stands before the comma: ``a, b = 0, 1``."""
    first = saying.tokens[saying.begins - 2] if saying.begins > 1 else None
    written = saying.begins < saying.at and saying.tokens[saying.begins + 1].text == "="
    if first is None or not written or not _thing(first, facts):
        return False
    return statement_of(first.text) is None or not isinstance(statement_of(first.text), ast.Assign)


def _bindings(sentence: Sequence[Token], facts: ProgramFacts) -> Iterator[tuple[int, str, str]]:
    """Each name that is given a value: where, which, and the value where it is spelled right behind."""
    for i, token in enumerate(sentence):
        if token.kind is Kind.CODE:
            match statement_of(token.text):
                case ast.Assign(targets=[ast.Name(id=name)], value=right):
                    yield i, name, value_spelled(ast.unparse(right)) or ""
                    continue
        behind = sentence[i + 1 : i + 7]
        if not behind or not (token.text in facts.names or token.kind is Kind.CODE):
            continue
        if behind[0].text == "=" or behind[0].word in (*IS, *SETS, "was"):
            yield i, token.text, _first_value(behind)


def _first_value(behind: Sequence[Token]) -> str:
    """The value that stands behind the words of a verb; an empty text where something else does."""
    words = FILLERS | IS | SETS
    left = next((one for one in behind[1:] if one.word not in words), None)
    return left.value if left is not None and left.kind is Kind.VALUE else ""


def of_several_moments(saying: Saying, facts: ProgramFacts) -> bool:
    """Return whether its name, or the name that tells its moment, is given several values with no iteration told
    between them, or several values follow."""
    sentence = saying.tokens
    rest = [token for token in saying.rest[:3] if token.word not in ("then", "later", "finally", "and", "next")]
    if len(rest) > 1 and rest[0].text == "," and rest[1].kind is Kind.VALUE and saying.said is not Said.EVALUATES:
        after = next((i for i, one in enumerate(saying.rest) if one is rest[1]), 0) + 1
        if after == len(saying.rest) or saying.rest[after].kind in (Kind.BREAK, Kind.SIGN):
            return True
    if saying.said not in (Said.AT, Said.EVALUATES):
        return False
    told = turns(sentence)
    begins = max((turn.ends for turn in told if turn.ends <= saying.begins), default=0)
    ends = min((turn.begins for turn in told if turn.begins > saying.begins), default=len(sentence))
    bound = {(name, value) for at, name, value in _bindings(sentence, facts) if begins <= at < ends and value}
    told_of = (saying.subject, *(name for name, _ in saying.place.when))
    return any(sum(one == name for one, _ in bound) > 1 for name in told_of)


_INERT: Final = listed("so thus hence therefore then and finally also consequently indeed accordingly overall")
_OPENINGS: Final = listed(
    "since as because given in for there the this that these those its it out at after now before when once during "
    "based running executing applying evaluating calling joining sorting initially initial however next on by from to "
    "inside here our we both each all n result output answer returns return while upon let's looking following "
    "starting an a one no iteration pass round step index"
)
_ALTERED: Final = listed(
    "changing altering altered editing edited rewriting rewritten substituting variant "
    "mistakenly wrongly erroneously accidentally wrote miswrote misread misprinted"
)
_AGAIN: Final = listed("second third another next again later other subsequent repeated twice previous")
_CALLS: Final = listed("call calls called calling run runs invocation")


def of_another_run(saying: Saying, facts: ProgramFacts) -> bool:
    """Return whether the sentence may be of a further call, of altered code, or of other arguments, or report a slip.
    What is said of the call by its code may have nothing else beside it; other sentences have to open with words that
    are known."""
    if saying.said not in (Said.RETURNS, *_OF_NAMES):
        return False
    sentence = saying.tokens
    words = [token.word for token in sentence]
    if (
        _ALTERED & set(words)
        or "version" in words[: saying.begins]
        or any(word in _CALLS and _AGAIN & set(words[max(0, i - 2) : i + 2]) for i, word in enumerate(words))
    ):
        return True
    before = (one for one in sentence[: saying.begins] if one.kind is not Kind.SIGN and one.word not in _INERT)
    first = next(before, None)
    if (
        first is not None
        and first.kind is Kind.WORD
        and first.word not in _OPENINGS | set(ORDINALS)
        and first.text not in facts.names
    ):
        return True
    return _said_beside(saying, facts) or _other_arguments(sentence, facts)


def _code_call(saying: Saying, facts: ProgramFacts) -> bool:
    """Whether it is said of the call by its code: ``f(1) = 2``, ``f(1) returns 2``."""
    first = saying.tokens[saying.begins]
    return saying.said is Said.RETURNS and first.kind is Kind.CODE and same_call(first.text, facts)


_RESULT_OF: Final = listed("the result output value of is that we get call")
_REASONS: Final = listed("because since as")


def _said_beside(saying: Saying, facts: ProgramFacts) -> bool:
    """Whether anything stands beside what is said of the call by its code, but for a reason that follows."""
    if not _code_call(saying, facts):
        return False
    if saying.rest and saying.rest[0].word in _REASONS:
        rest: Sequence[Token] = ()
    else:
        rest = saying.rest
    left = (*saying.tokens[: saying.begins], *rest)
    return any(one.kind not in (Kind.SIGN, Kind.BREAK) and one.word not in (*_INERT, *_RESULT_OF) for one in left)


_LENT: Final = listed("with using let taking take putting")


def _other_arguments(sentence: Sequence[Token], facts: ProgramFacts) -> bool:
    """Whether a parameter is given another value than the call gives it, and the program does not change it."""
    given = _given(facts)
    for i, name, value in _bindings(sentence, facts):
        if not value or name not in given or given[name] == value:
            continue
        changes = name in facts.stores or given[name][:1] in "[{" or name in facts.between
        if not changes or (i and sentence[i - 1].word in _LENT):
            return True
    return False


def _given(facts: ProgramFacts) -> Mapping[str, str]:
    """The parameters of the call and their values, spelled."""
    tree = expression_or_none(facts.call)
    if not isinstance(tree, ast.Call):
        return {}
    told = dict(zip(facts.parameters, tree.args, strict=False))
    told.update({word.arg: word.value for word in tree.keywords if word.arg is not None})
    spelled = {name: value_spelled(ast.unparse(one)) for name, one in told.items()}
    return {name: value for name, value in spelled.items() if value is not None}
