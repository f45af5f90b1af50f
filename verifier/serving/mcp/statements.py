"""What is told of one statement of the formal language: proved, refuted, independent or unknown, with values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from verifier.checkers.expression_json import expression_from_json
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import NotEvaluated
from verifier.judging.agreeing.judge import FormalJudge
from verifier.judging.deciding.translation import Decision
from verifier.judging.judgements.reasons import MEANING
from verifier.kernel.expr import Expr, Type
from verifier.kernel.verdict import Certificate, Independent, Proved, Reason, Refuted, Unknown
from verifier.language.expressions.functions import SPECIAL, TYPE_NAMES, TYPES, Sort
from verifier.language.expressions.scan import RESERVED
from verifier.language.expressions.spell import spell
from verifier.language.formal_chain import FormalChain, Spelled
from verifier.language.read_chain import read_chain
from verifier.language.vocabulary import OWN
from verifier.language.walk import words
from verifier.records.views.why import rational
from verifier.serving.mcp.advice import INDEPENDENT, OF_CLAIMS
from verifier.serving.mcp.answer import Answer, at, unknown

CONSTANTS: Final = frozenset({"pi", "e", "I", "deg", "oo", "True", "False"})
TAKEN: Final = CONSTANTS | frozenset(TYPES) | OWN | frozenset(SPECIAL) | RESERVED
MOST_NAMES: Final = 100
MEND_EXPRESSION: Final = "mend the expression; the resource verifier://language says how they are written"
NONE: Final[Mapping[str, str]] = {}
ALARM: Final = "ALARM: it was both proved and refuted, so a checker is broken: please report this"


@dataclass(frozen=True, slots=True)
class Question:
    """A statement, what is given, and the types of letters; those that have none are real."""

    statement: str
    given: tuple[str, ...] = ()
    types: tuple[tuple[str, str], ...] = ()

    @property
    def named(self) -> dict[str, str]:
        """What is given, by the ids that premises of the chain have."""
        return {fact.id: fact.quote for fact in self.chain.facts}

    @property
    def chain(self) -> FormalChain:
        """The question as a formal chain of one step. Raises: ShapeError, as on a type that does not exist."""
        names = dict(self.types)
        for name in sorted(set().union(*map(words, (self.statement, *self.given)))):
            if name[0].isalpha() and name.isascii() and name not in TAKEN and len(names) < MOST_NAMES:
                names.setdefault(name, Type.REAL.value)
        told = [*self.given, *_types_told(names)]
        return read_chain(
            {
                "formal": 1,
                "id": "asked",
                "problem": "\n".join(told),
                "steps_text": [self.statement],
                "vars": {name: {"type": kind, "means": name} for name, kind in names.items()},
                "facts": [{"id": f"g{i}", "kind": "given", "quote": one, "expr": one} for i, one in enumerate(told)],
                "asks": [],
                "steps": [[{"role": "claim", "quote": self.statement, "expr": self.statement}]],
            }
        )


def _types_told(names: Mapping[str, str]) -> list[str]:
    """The types of letters as facts: whoever asks says that they are so."""
    kinds = {Type.INT, Type.COUNT, Type.POS, Type.RAT}
    return [f"{name} in {TYPE_NAMES[Type(kind)]}" for name, kind in names.items() if kind in kinds]


def proved(judge: FormalJudge, asked: Question) -> Answer:
    """Return whether the statement follows from what is given. Raises: ShapeError."""
    chain = asked.chain
    return _unread(chain) or told(_decided(judge, chain), asked.named, given_in(chain))


def refuted(judge: FormalJudge, asked: Question) -> Answer:
    """Return values that what is given allows, at which the statement fails, or that there are none.

    Raises: ShapeError.
    """
    chain = asked.chain
    if wrong := _unread(chain):
        return wrong
    found = _decided(judge, chain)
    if isinstance(found.verdict, Independent):
        values = _models(found.verdict.certificate)[1]
        return Answer(f"refuted: it does not hold for all {', '.join(sorted(values))}", counterexample=at(values))
    if isinstance(found.verdict, Unknown) and found.verdict.reason not in _NOTHING_FITS:
        return _for_all(judge, chain) or told(found, asked.named, given_in(chain))
    return told(found, asked.named, given_in(chain))


_NOTHING_FITS: Final = frozenset({Reason.INCONSISTENT_CONTEXT, Reason.NO_MODEL_FOUND})
"""Reasons for which a statement would hold for all values that are allowed: there may be none."""


def _for_all(judge: FormalJudge, chain: FormalChain) -> Answer | None:
    """What is told of the statement for all values that what is given allows, None where that is not decided."""
    general, names = _general(chain)
    found = _decided(judge, Question(general).chain) if names else None
    match None if found is None else found.verdict:
        case Refuted(certificate=certificate):
            values = _witness(certificate, names)
            return Answer(f"refuted: it does not hold for all {', '.join(names)}", counterexample=at(values))
        case Proved(certificate=certificate) if found is not None:
            return Answer(f"proved: it holds for all {', '.join(names)}", tuple(_rests(found, certificate, NONE)))
    return None


def _general(chain: FormalChain) -> tuple[str, tuple[str, ...]]:
    """The statement for all values that what is given allows, and its letters; none where a letter is no number."""
    said = [_expr(one) for one in chain.steps[0].statements[0].said]
    given = [_expr(one) for fact in chain.facts for one in fact.said]
    names = tuple(sorted({name for expr in (*said, *given) for name in expr.free}))
    kinds = [chain.variables[name].type for name in names]
    if any(kind not in TYPE_NAMES for kind in kinds):
        return "", ()
    letters = ", ".join(f"{name} in {TYPE_NAMES[kind]}" for name, kind in zip(names, kinds, strict=True))
    body = spell(said[0])
    if given:
        body = f"Implies({' and '.join(f'({spell(one)})' for one in given)}, {body})"
    return f"ForAll({f'({letters})' if len(names) > 1 else letters}, {body})", names


def _expr(one: Spelled) -> Expr:
    assert one.expr is not None  # where everything can be read
    return one.expr


def _unread(chain: FormalChain) -> Answer | None:
    """What is told of an expression that cannot be read, None where all can."""
    said = {"the statement": chain.steps[0].statements[0].said}
    said |= {f"“{fact.quote}”, which is given,": fact.said for fact in chain.facts}
    for where, every in said.items():
        for one in every:
            if one.error is not None or one.sort is not Sort.FORMULA:
                why = one.error or "it is a bare value, and says nothing of it"
                return unknown(f"{where} is no formula of the language: {why}", MEND_EXPRESSION)
    return None


def _decided(judge: FormalJudge, chain: FormalChain) -> Decision:
    [translation] = judge([chain], chain.steps_text).translations
    return translation.steps[0].statements[0].decisions[0]


def told(decision: Decision, names: Mapping[str, str] = NONE, given: Sequence[Expr] = ()) -> Answer:
    """Return what is told of a decided statement: its verdict, what that rests on, values at which it fails.

    ``names``: what premises are called in the place of their ids. ``given``: what the values have to satisfy; where a
    refutation's own do not, as they need satisfy only what it rests on, none are told.
    """
    match decision.verdict:
        case Proved(certificate=certificate):
            return Answer("proved", tuple(_rests(decision, certificate, names)))
        case Refuted(certificate=certificate):
            model = _model(certificate.notes.get("model"))
            values = _of_formula(model, decision) if not any(_denied(one, model) for one in given) else {}
            said = "refuted: what is given makes it false" if decision.rests_on else "refuted: it is false"
            return Answer(said, tuple(_rests(decision, certificate, names)), at(values))
        case Independent(certificate=certificate):
            holds, fails = _models(certificate)
            return Answer(f"independent: it holds at {at(holds)}", (), at(fails), INDEPENDENT)
        case Unknown(reason, detail):
            return unknown(detail or MEANING[reason], OF_CLAIMS[reason])
    return unknown(ALARM)


def _rests(decision: Decision, certificate: Certificate, names: Mapping[str, str]) -> list[str]:
    used = list(dict.fromkeys(names.get(id, id) for id in decision.rests_on))
    lines = [f"from {', '.join(used)}"] if used else []
    if certificate.side_conditions:
        lines.append(f"where {', '.join(certificate.side_conditions)}")
    if certificate.notes.get("as_rounded"):
        lines.append("as rounded")
    return lines


def _of_formula(values: Mapping[str, str], decision: Decision) -> dict[str, str]:
    """The values of the letters that the statement itself names."""
    letters = frozenset[str]() if decision.claim is None else decision.claim.formula.free
    return {name: value for name, value in values.items() if name in letters}


def given_in(chain: FormalChain) -> list[Expr]:
    """Return what is given, as far as it can be read."""
    return [one.expr for fact in chain.facts for one in fact.said if one.expr is not None]


def _denied(fact: Expr, model: Mapping[str, str]) -> bool:
    """Whether a fact does not hold where letters have these values; not where other letters have to be known."""
    try:
        point = {name: value for name, said in model.items() if (value := rational(said)) is not None}
        return truth(fact, point) is not True
    except NotEvaluated:
        return False


def _model(found: Any) -> dict[str, str]:
    """The values of letters in a model, as the language spells them; no functions."""
    if not isinstance(found, Mapping):
        return {}
    if isinstance(found.get("model"), Mapping):
        return _model(found["model"]) | _zeros(found.get("zeros"))
    return {str(name): _spelled(value) for name, value in found.items() if not isinstance(value, Mapping)}


def _zeros(found: Any) -> dict[str, str]:
    """Letters for zeros of polynomials, by the bounds that each lies between."""
    ends = {name: one.get("between") for name, one in found.items()} if isinstance(found, Mapping) else {}
    return {str(name): f"a zero between {' and '.join(map(str, end))}" for name, end in ends.items()}


def _models(certificate: Certificate) -> tuple[dict[str, str], dict[str, str]]:
    """The values at which a statement holds, and those at which it fails, where it is independent."""
    found = [*map(_model, certificate.proof.data.get("models", ())), {}, {}]
    return found[0], found[1]


def _witness(certificate: Certificate, names: Sequence[str]) -> dict[str, str]:
    """The values at which a statement for all values fails, where its proof names them."""
    tree = certificate.proof.data.get("tree")
    values = tree.get("at") if isinstance(tree, Mapping) and tree.get("rule") == "witness" else None
    if not isinstance(values, Sequence) or len(values) != len(names):
        return {}
    return {name: _spelled(value) for name, value in zip(names, values, strict=True)}


def _spelled(value: Any) -> str:
    return str(value) if isinstance(value, str | bool) else spell(expression_from_json(value))
