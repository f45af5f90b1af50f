"""What ``verifier prove-chain --formal`` does: each translation that counts as one theorem, and what is found."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from verifier.commands.formal.check import FormalChains, FormalJudging
from verifier.commands.options.judging import ProveChainOptions
from verifier.intake.bad import Bad
from verifier.judging.formal.judge import FormalJudge
from verifier.judging.records.record import error_record, line
from verifier.judging.records.views.why import short
from verifier.kernel.verdict import Unknown
from verifier.language.printing.plain import plain
from verifier.report.exit_codes import INFRASTRUCTURE, OK, WRONG, complain, output
from verifier.report.screen import standard_output
from verifier.report.terminal import MARGIN, WIDEST, short_id
from verifier.report.terminal_text import lines, safe
from verifier.whole.formal.prove import FormalTheorem, FormalWhole, formal_whole
from verifier.whole.formal.record import record

Row = tuple[str, str, str]
"""What stands in the margin, a text, and how it is coloured."""

_STATUS = {
    "proved": ("✓ proved", "bold green"),
    "refuted": ("✗ refuted", "bold red"),
    "not proved": ("? not proved", "yellow"),
    "no theorem": ("· no theorem", "yellow"),
}


def run(asked: FormalChains, options: ProveChainOptions) -> int:
    """Prove the chains, print them, and return the exit status. Raises: SystemExit on an interrupt."""
    worst, judging, judge = OK, FormalJudging(asked), FormalJudge()
    with output():
        for _, row in judging():
            if not isinstance(row, Bad):
                worst = max(worst, _printed(formal_whole(row, judge), options))
            elif options.as_json:
                print(line(error_record(str(row), row.id)), flush=True)
    return max(worst, judging.status)


def _printed(whole: FormalWhole, options: ProveChainOptions) -> int:
    if options.as_json:
        print(line(record(whole)), flush=True)
    else:
        show(whole, standard_output())
    if whole.alarm:
        complain("ALARM: something was both proved and refuted, so a checker is broken: please report this")
        return INFRASTRUCTURE
    unproved = options.fail_on is not None and (whole.status != "proved" or whole.reading is None)
    return WRONG if whole.wrong or unproved else OK


def show(whole: FormalWhole, console: Console) -> None:
    """Print the theorems, what became of them, and which steps the answer rests on. Raises: OSError."""
    width = max(20, min(console.width, WIDEST) - MARGIN)
    chain = whole.judged.chain
    title = "Problem" if chain.id is None else short_id(chain.id)
    for name, text, style in [(title, chain.problem, ""), *_rows(whole)]:
        for at, row in enumerate(lines(text, lambda _: None, width)):
            margin = Text(name if at == 0 else "", "bold").copy()
            margin.pad_right(max(1, MARGIN - margin.cell_len))
            body = Text("".join(glyph.shown for glyph in row), style)
            console.print(margin.append_text(body), soft_wrap=True, highlight=False)
    console.print()


def _rows(whole: FormalWhole) -> Iterator[Row]:
    several = len({one.translation for one in whole.theorems}) > 1
    for one in whole.theorems:
        yield "Theorem", f"[{one.translation + 1}] " * several + statement(one), "bold"
        yield "", "its hypotheses are facts and definitions of the translation, and nothing of the chain's", "dim"
        sign, style = _STATUS[one.status]
        why = f": {safe(one.verdict.detail)}" if isinstance(one.verdict, Unknown) and one.verdict.detail else ""
        used = "" if one.certificate is None else _from(one)
        yield "", f"{sign}{used}{why}", style
        if one.steps:
            yield "", f"in the chain the answer rests on what step {', '.join(map(str, one.steps))} says", "dim"
    sign, style = _STATUS[whole.status]
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
