"""A chain in the formal language, as it is read by rules: quotes, roles, guards, other readings, rounded decimals, and
what was left unread. Nothing of it is decided here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from verifier.chain import Chain, Span, with_id
from verifier.kernel.claim import Claim
from verifier.language.expressions.spell import spell
from verifier.language.formal_chain import FormalChain
from verifier.language.read_chain import MAX_QUOTE, MAX_TOGETHER, SCHEMA, read_chain
from verifier.language.vocabulary import MAX_WORDS
from verifier.readers.exact.formal.expressions import spelled, spelled_body
from verifier.readers.exact.formal.guarded import told
from verifier.readers.exact.formal.names import Names
from verifier.readers.exact.formal.problem import asks, facts
from verifier.readers.exact.formal.statements import ROUNDED, StepTold, Told, loosened, told_steps
from verifier.readers.exact.formal.steps import read_steps
from verifier.readers.exact.opened import opened
from verifier.version import VERSION

Json = dict[str, object]

NAME: Final = f"exact {VERSION}"
"""Who translated, as formal chains name it."""

_ROLES: Final = {"asserted": "claim", "given": "claim", "defined": "claim", "recalled": "recall", "asked": "goal"}


def formalize(problem: str | Chain, steps: Sequence[str] | None = None) -> FormalChain:
    """Return a problem and its steps (or a Chain) in the formal language, as the exact reader reads them.

    Raises:
        TypeError, ValueError: on what is no chain.
        ShapeError: where its texts or its formulas are more than a formal chain may hold.
    """
    chain = with_id(Chain.given(problem, steps))
    context, readings = opened(chain)
    names = Names(context.functions, context.letters)
    given = {"facts": facts(chain.problem, context, names), "asks": asks(chain.problem, context, names)}
    said = [_step(step, names) for step in told_steps(read_steps(chain, context, readings), context)]
    bodies = {one.name: spelled_body(one.body, one.letter, names) for one in names.functions()}
    texts = [step.text for step in chain.steps]
    head = {"formal": SCHEMA, "id": chain.id, "by": {"kind": "reader", "name": NAME}}
    text = {"problem": chain.problem, "steps_text": texts}
    return read_chain({**head, **text, "vars": names.vocabulary(bodies), **given, "steps": said})


def _step(step: StepTold, names: Names) -> object:
    statements = [*_statements(step, names)]
    unread = [list(span) for span in step.read.reading.unread]
    if len(unread) > MAX_TOGETHER:
        unread = [[unread[0][0], unread[-1][1]]]
    quote = step.read.step.text.strip()
    if step.besides and len(quote) > MAX_QUOTE:
        unread = [[0, len(step.read.step.text)]]
    elif step.besides:
        why = "; ".join(dict.fromkeys(f"{one.code}: {one.message}" for one in step.besides))
        statements.append({"role": "unsaid", "quote": quote, "reason": why[:MAX_WORDS]})
    return {"statements": statements, "unread": unread} if unread else statements


def _statements(step: StepTold, names: Names) -> Iterator[Json]:
    text = step.read.step.text
    for one in step.said:
        quote = text[slice(*one.formula.span)]
        yield _statement(one, quote if quote.strip() and len(quote) <= MAX_QUOTE else one.formula.text, names)


def _statement(one: Told, quote: str, names: Names) -> Json:
    guards = one.guards
    role = _role(one)
    if role == "goal" and one.formula.role == "denied":
        return {"role": role, "quote": quote}
    claim = one.claim
    expr = spelled(claim, names)
    if expr is None:
        return {"role": "unsaid", "quote": quote, "reason": "the language has no words for what was read"}
    made: Json = {"role": role, "quote": quote, "expr": expr}
    if role not in ("claim", "recall"):
        return made
    rounded, all_told = _rounded(claim, quote)
    guards = guards if all_told else tuple(told((*guards, ROUNDED)))
    others = [text for other in one.alternatives if (text := spelled(other, names)) is not None]
    if len(others) < len(one.alternatives) or len(others) > MAX_TOGETHER:
        guards = tuple(told((*guards, *(f"refute:{code}" for code in one.readings))))
        others = others[:MAX_TOGETHER]
    further = [_besides(more.guards, said) for more in one.further if (said := more.readings(names))]
    made |= {"besides": further} if further else {}
    made |= {"alternatives": others} if others else {}
    made |= {"guards": list(guards)} if guards else {}
    return made | ({"rounded": rounded} if rounded else {})


def _besides(guards: Sequence[str], readings: Sequence[str]) -> Json:
    """What is said besides: its first reading, the others, of which each must be refuted too, and its guards."""
    made: Json = {"expr": readings[0]}
    made |= {"alternatives": readings[1:]} if readings[1:] else {}
    return made | ({"guards": list(guards)} if guards else {})


def _role(one: Told) -> str:
    role, doubtful = one.formula.role, bool(one.formula.doubts or one.formula.qualms)
    if role == "supposed":
        return "goal" if doubtful else "suppose"  # what was perhaps not read as it is meant holds nowhere
    if role == "denied":
        return "goal"
    return "define" if one.defines else _ROLES[role]


def _rounded(claim: Claim, quote: str) -> tuple[list[list[int]], bool]:
    """The places of decimals that may be rounded in a quote, and whether all of them stand there as spelled."""
    wanted = {spell(dec) for dec in loosened(claim)}
    found = [(start, end) for start, end in _numerals(quote) if quote[start:end] in wanted]
    return [list(span) for span in found[:MAX_TOGETHER]], wanted <= {quote[slice(*span)] for span in found}


def _numerals(text: str) -> Iterator[Span]:
    start = None
    for at, char in enumerate(f"{text} "):
        inside = char.isascii() and (char.isdigit() or char == ".")
        if inside and start is None:
            start = at
        elif not inside and start is not None:
            yield start, start + len(text[start:at].rstrip("."))
            start = None
