"""How one step was read: its words, its formulas with roles and doubts, the claims in context, and who said what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack

from rich.console import Console
from rich.table import Table
from rich.text import Text

from verifier.chain import Chain
from verifier.commands.check import certifiable, judge_of
from verifier.commands.options.judging import ExplainOptions
from verifier.intake.bad import Bad
from verifier.judging.judgements.judgement import JudgedClaim
from verifier.judging.reader_level import shipped
from verifier.kernel.claim import Hypothesis
from verifier.language.printing.plain import plain
from verifier.mathtext.guards.guard import Abstention
from verifier.mathtext.lexicon import words
from verifier.mathtext.scan import scan
from verifier.pipeline.judge import Judge
from verifier.readers.exact.formal.formalize import read_text
from verifier.readers.exact.plausibility.book import Ledger
from verifier.readers.exact.read import read
from verifier.readers.exact.reading import Formula, Reading
from verifier.records.views.show import show_claim, show_term
from verifier.report.exit_codes import BAD_INPUT, OK, complain, infrastructure, output, warned
from verifier.report.screen import standard_output
from verifier.report.terminal import STEP, title_of, viewed
from verifier.report.terminal_text import safe
from verifier.streams import standard_input

MOST_TOKENS = 200
MOST_SHOWN = 4000
"""Most tokens, and most characters of a step, whose tokens are shown."""


def run(options: ExplainOptions) -> int:
    """Explain one step of each chain of inputs, judged as ``check`` judges it, and return the exit status.

    Raises: SystemExit on an interrupt.
    """
    worst, step = OK, options.step
    if not certifiable(options):
        return BAD_INPUT
    with output(), infrastructure() as broken, ExitStack() as stack, warned():
        judge: Judge | None = None
        for _, item, where in options.sources(options.files, options.problem).found(standard_input()):
            if isinstance(item, Bad):
                complain(str(item))
                worst = BAD_INPUT
            elif not 0 <= step < len(item.steps):
                complain(f"{where}: expected a step from 0 to {len(item.steps) - 1}, not {step}")
                worst = BAD_INPUT
            else:
                judge = judge or judge_of(options, stack)
                console = standard_output()
                console.print(Text(title_of(item), style="bold underline"), soft_wrap=True)
                explain(item, step, judge, console)
    return max(worst, *broken)


def explain(chain: Chain, step: int, judge: Judge, console: Console) -> None:
    """Print how step ``step`` (0-based) of a chain was read and judged. Raises: IndexError."""
    text = chain.steps[step].text
    whole = judge(chain)
    judged, shown = whole.steps[step], viewed(whole)["steps"][step]
    reading = read_text(chain).told[step].read.reading
    sign, told = STEP[shown["state"]][0], shown["word"]
    console.print(
        Text(f"Step {step}: {sign} {told}; {judged.kind}{f', {judged.reason}' * bool(judged.reason)}", "bold")
    )
    if judged.correct is not None:
        console.print(Text(str(shipped()), style="dim"), soft_wrap=True)
    console.print(_marked(text, judged.unread))
    console.print(_tokens(text))
    console.print(_words(reading))
    for formula, claim in zip(reading.formulas, judged.claims, strict=False):
        console.print(_formula(formula, claim))
    if judged.raised:
        console.print(Text(f"of the whole step: {safe(_named(judged.raised))}", style="dim"), soft_wrap=True)
    for claim in judged.claims:
        if claim.run is not None:
            console.print(_table(claim.text, {"role": "asserted, of the program's run"}, claim))
    console.print(_held(judge.before(chain, step)))
    console.print(_ledger(chain, step))
    for finding in judged.findings:
        console.print(Text(f"strange: {safe(finding.text)} ({finding.kind})", style="yellow"), soft_wrap=True)


def _marked(text: str, unread: tuple[tuple[int, int], ...]) -> Text:
    """The step with what was left unread between ⟦ and ⟧, so that it is seen without colour too."""
    shown, at = Text(), 0
    for start, end in unread:
        shown.append(safe(text[at:start]))
        shown.append("⟦" + safe(text[start:end]) + "⟧", style="yellow")
        at = end
    shown.append(safe(text[at:]))
    return shown


def _tokens(text: str) -> Text:
    """The first tokens as the scanner made them, each with its kind."""
    tokens = scan(text[:MOST_SHOWN])
    shown = Text("tokens: ", style="dim")
    for token in tokens[:MOST_TOKENS]:
        shown.append(f"{safe(token.text)}·{token.kind.value.split()[-1]} ")
    if len(tokens) > MOST_TOKENS or len(text) > MOST_SHOWN:
        shown.append("...", style="dim")
    return shown


def _words(reading: Reading) -> Text:
    """Each word with what it is: inert, narrative, of a relation, unknown."""
    shown = Text("words: ", style="dim")
    for word, _ in reading.words:
        shown.append(f"{safe(word)}·{_kind(word)} ")
    return shown


def _kind(word: str) -> str:
    if words.inert(word):
        return "inert"
    for section in ("TAKEBACK", "MODES", "ROUNDING", "DENIALS", "HYPOTHESES", "DEFINITIONS", "RELATIONS", "RECALLS"):
        if word in words.section(section):
            return section.lower()
    return "narrative" if words.narrative(word) else "unknown"


def _formula(formula: Formula, claim: JudgedClaim) -> Table:
    own = {*formula.doubts, *formula.qualms, *formula.obstacles}
    rows = {
        "role": formula.role,
        "doubts": _named(formula.doubts),
        "no refutation, for": _named(formula.qualms),
        "no condemnation, for": _named(formula.obstacles),
        "raised in judging": _named(one for one in claim.raised if one not in own),
        "taken back": "; ".join(f"{one.abstention.code} by {one.code} ({one.message})" for one in claim.defeated),
    }
    return _table(formula.text, rows, claim)


def _named(found: Iterable[Abstention]) -> str:
    """Guards with their codes."""
    return "; ".join(f"{one.message} [{one.code}]" for one in found)


def _table(text: str, rows: dict[str, str], claim: JudgedClaim) -> Table:
    """What was said of a claim, after what its reading says of it."""
    table = Table(title=safe(text), title_justify="left", show_header=False, box=None, padding=(0, 2))
    rows = {
        **rows,
        "read as": _read_as(claim),
        "rounded": ", ".join(show_term(dec) for dec in sorted(claim.asked.rounded, key=repr)) if claim.asked else "",
        "premises": "; ".join(f"{p.id} {p.standing}" for p in claim.asked.premises) if claim.asked else "",
        "verdict": " ".join(filter(None, (claim.state, str(claim.reason or ""), getattr(claim.verdict, "detail", "")))),
        "not held against the step, for": claim.excuse or "",
        "engine": claim.engine or "",
        "rests on": ", ".join(claim.rests_on),
        "assumes": ", ".join(claim.assumes),
    }
    for name, value in rows.items():
        if value:
            table.add_row(Text(name, style="dim"), Text(safe(value)))
    return table


def _read_as(claim: JudgedClaim) -> str:
    made = claim.run or claim.claim
    return "" if made is None else show_claim(made)


def _ledger(chain: Chain, step: int) -> Text:
    """The quantities that the ledger held before the step, and those of the step."""
    ledger = Ledger(chain.problem)
    if not ledger.open:
        return Text("ledger: not used, since the problem is a formula", style="dim")
    for earlier in chain.steps[: step + 1]:
        ledger.audit(earlier.index, earlier.text, read(earlier.text))
    shown = Text("ledger: ", style="dim")
    for quantity in ledger.entries:
        place = "problem" if quantity.source < 0 else f"s{quantity.source}"
        shown.append(f"{place} {safe(quantity.shown)}; ")
    return shown


def _held(held: Sequence[Hypothesis]) -> Text:
    """What stood before the step: premises with their standing."""
    shown = Text("before it: ", style="dim")
    for one in held:
        shown.append(f"{one.id} {safe(plain(one.formula))} ({one.standing}); ")
    return shown
