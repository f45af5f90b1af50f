"""Whole chains by their translations as a person reads them: the theorems, what became of them, what they rest on."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console

from verifier.kernel.verdict import Unknown
from verifier.language.printing.plain import plain
from verifier.records.views.why import short
from verifier.report.terminal_text import safe
from verifier.report.theorem import STATUS, Row, show_rows
from verifier.whole.formal.prove import FormalTheorem, FormalWhole


def show(whole: FormalWhole, console: Console) -> None:
    """Print the theorems, what became of them, and which steps the answer rests on. Raises: OSError."""
    show_rows(whole.judged.chain, formal_rows(whole), console)


def formal_rows(whole: FormalWhole) -> Iterator[Row]:
    """Yield the rows of the view: a name, what it says, and its style."""
    several = len({one.translation for one in whole.theorems}) > 1
    for one in whole.theorems:
        yield "Theorem", f"[{one.translation + 1}] " * several + statement(one), "bold"
        yield "", "its hypotheses are facts and definitions of the translation, and nothing of the chain's", "dim"
        sign, style = STATUS[one.status]
        why = f": {safe(one.verdict.detail)}" if isinstance(one.verdict, Unknown) and one.verdict.detail else ""
        used = "" if one.certificate is None else _from(one)
        yield "", f"{sign}{used}{why}", style
        if one.steps:
            yield "", f"in the chain the answer rests on what step {', '.join(map(str, one.steps))} says", "dim"
    sign, style = STATUS[whole.status]
    by = "" if not whole.theorems else f", as {whole.reading.value}" if whole.reading else ", under this reading"
    yield "Whole", f"{sign}{by}{f': {whole.why}' if whole.why else ''}", style
    if whole.compensating:
        steps = ", ".join(map(str, whole.compensating))
        yield "", f"✗ compensating errors: the answer is right, and step {steps} fails", "bold red"
    for step in (step for step in whole.judged.steps if step.correct is False and not whole.compensating):
        yield "", f"✗ step {step.index} is wrong: {safe(step.text)}", "red"
    if whole.unused:
        yield "", f"· its proof in the chain uses nothing that step {', '.join(map(str, whole.unused))} says", "dim"


def statement(one: FormalTheorem) -> str:
    """Return what the theorem says, for people."""
    given = " and ".join(safe(plain(premise.formula)) for premise in one.claim.premises)
    says = safe(plain(one.claim.formula))
    return short(f"if {given}, then {says}") if given else says


def _from(one: FormalTheorem) -> str:
    assert one.certificate is not None  # of what is decided
    used = ", ".join(safe(premise.id) for premise in getattr(one.certificate.claim, "premises", ()))
    return f" from {used}" if used else ""
