"""What people are shown of a formal chain: texts with the places of their quotes, expressions in every notation, and
the findings where they belong; as plain values, for the terminal, the page and JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from verifier.language.expressions.runs import spell_run
from verifier.language.formal_chain import Author, Fact, FormalChain, Spelled, Statement, Variable
from verifier.language.linting.findings import Finding
from verifier.language.places import Place
from verifier.language.printing.latex import latex
from verifier.language.printing.plain import plain

SCHEMA = 1
"""The version of what ``as_json`` returns."""

MAX_LATEX = 4000  # characters of an expression that is typeset


@dataclass(frozen=True, slots=True)
class Shown:
    """An expression as it was written, as readable text, and as LaTeX (empty where it is too long to typeset).

    ``error`` says why it could not be read; then the others are empty.
    """

    text: str
    plain: str = ""
    latex: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding, without its place."""

    code: str
    severity: str
    message: str


@dataclass(frozen=True, slots=True)
class Quote:
    """Quoted words: ``span`` is where they stand in the text (None: nowhere), ``label`` a letter that names them."""

    text: str
    span: tuple[int, int] | None
    label: str


@dataclass(frozen=True, slots=True)
class Name:
    """A name of the vocabulary, with what it means."""

    name: str
    type: str
    means: str
    unit: str
    by_chain: bool
    args: tuple[str, ...]
    body: Shown | None
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """A fact of the problem."""

    id: str
    kind: str
    quote: Quote
    said: tuple[Shown, ...]
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """A statement of a step; ``note`` says how long a supposition holds, or which step is taken back."""

    role: str
    quote: Quote
    said: tuple[Shown, ...]
    alternatives: tuple[tuple[Shown, ...], ...]
    besides: tuple[tuple[Shown, ...], ...]
    guards: tuple[str, ...]
    note: str
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class StepView:
    """A step: its text (empty where the file has none), the spans left unread, and its statements."""

    index: int
    text: str
    unread: tuple[tuple[int, int], ...]
    statements: tuple[Said, ...]
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class FormalSheet:
    """A formal chain as people are shown it. ``sample`` counts translations of this id before it in the file."""

    id: str
    line: int
    sample: int
    by: str
    older: bool
    problem: str
    names: tuple[Name, ...]
    facts: tuple[Given, ...]
    asks: tuple[tuple[Shown, tuple[Remark, ...]], ...]
    steps: tuple[StepView, ...]
    remarks: tuple[Remark, ...]

    def quotes(self) -> list[Quote]:
        """Return the quotes of the facts, one of each label."""
        return one_each(fact.quote for fact in self.facts)


def view(chain: FormalChain, findings: Iterable[Finding], line: int = 0, sample: int = 0) -> FormalSheet:
    """Return what is shown of a chain with its findings."""
    found = _Remarks(chain.id, findings)
    labels = _labels([fact.quote for fact in chain.facts])
    return FormalSheet(
        id=chain.id,
        line=line,
        sample=sample,
        by=author(chain.by),
        older=chain.older,
        problem=chain.problem,
        names=tuple(_name(one, found) for one in chain.variables.values()),
        facts=tuple(_fact(one, chain.problem, labels, found) for one in chain.facts),
        asks=tuple((shown(one), found.at(ask=i)) for i, one in enumerate(chain.asks)),
        steps=tuple(_step(chain, i, found) for i in range(len(chain.steps))),
        remarks=found.at(),
    )


def as_json(sheet: FormalSheet) -> dict[str, Any]:
    """Return a sheet as a JSON value."""
    return {"schema": SCHEMA, **asdict(sheet)}


def author(by: Author) -> str:
    """Return who translated, as the file says; empty where it does not."""
    named = " ".join(part for part in (by.kind, by.name) if part)
    return f"{named}, temperature {by.temperature:g}" if by.temperature is not None else named


def shown(said: Spelled) -> Shown:
    """Return an expression in every notation."""
    if said.run is not None:
        return Shown(said.text, spell_run(said.run))
    if said.expr is None:
        return Shown(said.text, error=str(said.error) if said.error is not None else "it could not be read")
    tex = latex(said.expr)
    return Shown(said.text, plain(said.expr), tex if len(tex) <= MAX_LATEX else "")


def one_each(quotes: Iterable[Quote]) -> list[Quote]:
    """Return the quotes that stand in their text, one of each label."""
    found = {quote.label: quote for quote in quotes if quote.span is not None}
    return list(found.values())


class _Remarks:
    """The findings of a chain, by place."""

    def __init__(self, id: str, findings: Iterable[Finding]) -> None:
        self._id = id
        self._at: dict[Place, list[Remark]] = {}
        for one in findings:
            place = one.place
            key = Place(id, place.variable, place.fact, place.ask, place.step, place.statement)
            remark = Remark(one.code.value, one.severity.value, one.message)
            self._at.setdefault(key, []).append(remark)

    def at(self, **place: Any) -> tuple[Remark, ...]:
        """Return the findings at a place of the chain."""
        return tuple(self._at.get(Place(self._id, **place), ()))


def _labels(quotes: Sequence[str]) -> dict[str, str]:
    """A letter for each of the quotes: a, b, ..., z, aa, ab, ..."""
    found: dict[str, str] = {}
    for quote in quotes:
        if quote and quote not in found:
            count, label = len(found) + 1, ""
            while count:
                count, place = divmod(count - 1, 26)
                label = chr(ord("a") + place) + label
            found[quote] = label
    return found


def _quote(words: str, text: str, labels: dict[str, str]) -> Quote:
    start = text.find(words) if words else -1
    return Quote(words, (start, start + len(words)) if start >= 0 else None, labels.get(words, ""))


def _name(one: Variable, found: _Remarks) -> Name:
    body = None if one.body is None else shown(one.body)
    remarks = found.at(variable=one.name)
    return Name(one.name, one.type.value, one.means, one.unit, one.by_chain, one.args, body, remarks)


def _fact(fact: Fact, problem: str, labels: dict[str, str], found: _Remarks) -> Given:
    quote = _quote(fact.quote, problem, labels)
    return Given(fact.id, fact.kind or "", quote, tuple(map(shown, fact.said)), found.at(fact=fact.id))


def _step(chain: FormalChain, index: int, found: _Remarks) -> StepView:
    step = chain.steps[index]
    text = chain.steps_text[index] if index < len(chain.steps_text) else ""
    labels = _labels([one.quote for one in step.statements])
    said = (_said(one, text, labels, found.at(step=index, statement=j)) for j, one in enumerate(step.statements))
    return StepView(index, text, step.unread, tuple(said), found.at(step=index))


def _said(one: Statement, text: str, labels: dict[str, str], remarks: tuple[Remark, ...]) -> Said:
    notes = (
        f"until step {one.until}" if one.until is not None else "",
        f"step {one.of}" if one.of is not None else "",
        one.reason,
    )
    return Said(
        role=one.role.value,
        quote=_quote(one.quote, text, labels),
        said=tuple(map(shown, one.said)),
        alternatives=tuple(tuple(map(shown, other)) for other in one.alternatives),
        besides=tuple(tuple(map(shown, other.said)) for other in one.besides),
        guards=one.guards,
        note="; ".join(filter(None, notes)),
        remarks=remarks,
    )
