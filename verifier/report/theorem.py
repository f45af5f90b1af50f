"""A whole chain as a person reads it: the theorem, what became of it, what each relation is in it, what is found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.text import Text

from verifier.chain import Chain
from verifier.records.views.show import show_claim, show_relation, show_term
from verifier.records.views.why import short
from verifier.report.terminal import MARGIN, WIDEST, headed, title_of
from verifier.report.terminal_text import lines, safe
from verifier.whole.findings import ADRIFT, Kind
from verifier.whole.findings import WRONG as SHOWN_WRONG
from verifier.whole.whole import Theorem, WholeChain

ORIGINS = {
    "problem": "of the problem",
    "either": "of the problem, and the result of a step",
    "known": "known to everybody",
    "rounded": "rounded in the chain",
    "chain": "the chain's own",
}

STATUS = {
    "proved": ("✓ proved", "bold green"),
    "refuted": ("✗ refuted", "bold red"),
    "not proved": ("? not proved", "yellow"),
    "no theorem": ("· no theorem", "yellow"),
}
"""What is shown of a theorem's status, and how it is coloured."""

_OF_STEPS = {
    Kind.FAILS: ("✗", "bold red"),
    Kind.LEAP: ("✗", "bold red"),
    Kind.CONFLICT: ("✗", "bold red"),
    Kind.DOUBTED: ("!", "yellow"),
    Kind.STATED: ("◇", "cyan"),
}


Row = tuple[str, str, str]
"""What stands in the margin, a text, and how it is coloured."""


def show(whole: WholeChain, console: Console) -> None:
    """Print the theorem, what became of it, and what is found of the steps and of the whole. Raises: OSError."""
    show_rows(whole.judged.chain, rows(whole), console)


def show_rows(chain: Chain, found: Iterable[Row], console: Console) -> None:
    """Print a chain's problem, and rows below it. Raises: OSError."""
    width = max(20, min(console.width, WIDEST) - MARGIN)
    for name, text, style in [(title_of(chain), chain.problem, ""), *found]:
        body = [Text("".join(glyph.shown for glyph in row), style) for row in lines(text, lambda _: None, width)]
        for row in headed(name, body):
            console.print(row, soft_wrap=True, highlight=False)
    console.print()


def rows(whole: WholeChain) -> Iterator[Row]:
    """Yield what is said of a whole chain: the theorem, the relations of the chain, the whole."""
    yield from _theorem(whole)
    yield from _steps(whole)
    yield from _verdicts(whole)


def _theorem(whole: WholeChain) -> Iterator[Row]:
    answer = "none found" if whole.answer is None else whole.answer.text
    guess = " (a guess: the last formula)" if whole.answer is not None and not whole.answer.is_told else ""
    yield "Answer", safe(answer) + guess, ""
    theorem = whole.theorem
    if theorem is not None:
        yield "Theorem", statement(theorem), "bold"
        yield from (("", remark, "dim") for remark in _remarks(whole, theorem))
    sign, style = STATUS[whole.status]
    by = f" by {whole.engine}" if whole.engine else ""
    steps = f", with {len(whole.haves)} of the chain's relations as its steps" if whole.haves else ""
    steps += ", from which alone the answer is computed" if whole.by_steps else ""
    why = f": {short(safe(whole.why))}" if whole.why and whole.status != "proved" else ""
    yield "", f"{sign}{by}{steps}{why}", style


def statement(theorem: Theorem) -> str:
    """Return what the theorem says, for people."""
    claim = theorem.claim
    given = " and ".join(show_relation(p.relation, p.left, p.right) for p in claim.premises)
    says = f"{show_term(claim.left)} = {show_term(claim.right)}"
    return short(f"if {given}, then {says}") if given else short(show_claim(claim) if claim.letters else says)


def _remarks(whole: WholeChain, theorem: Theorem) -> Iterator[str]:
    """What the theorem rests on, and what it does not say."""
    claim, goal = theorem.claim, theorem.goal
    if claim.premises:
        laid = {hypothesis.premise.id for hypothesis in whole.hypotheses}
        names = [p.id for p in claim.premises]
        kinds = "laid down" if laid.issuperset(names) else "laid down or defined"
        yield f"its hypotheses are what the problem was read to have {kinds}, and nothing of the chain's"
    elif not goal.left.free and not goal.stands:
        yield "it speaks of numbers alone: that they stand for what the problem asks is not part of it"
    if goal.sources and not goal.stands:
        by_origin = {origin: [s.text for s in goal.sources if s.origin == origin] for origin in ORIGINS}
        yield "; ".join(f"{', '.join(found)} {ORIGINS[origin]}" for origin, found in by_origin.items() if found)
    if claim.premises and not goal.asked:
        yield "that this is what the problem asks for was not read"
    certificate = whole.certificate
    if certificate is not None and certificate.notes.get("as_rounded"):
        yield "it says that the sides differ by half a unit of the last place shown at most"
    if certificate is not None and certificate.side_conditions:
        yield f"where {', '.join(certificate.side_conditions)}"


def _steps(whole: WholeChain) -> Iterator[Row]:
    """Each relation of the chain, and what it is in the whole."""
    about = {finding.claim: finding for finding in whole.findings if finding.claim is not None}
    steps = {have.id for have in whole.theorem.steps} if whole.theorem is not None else set()
    for step in whole.judged.steps:
        unneeded = "  (not needed)" if step.index in whole.unneeded else ""
        head = f"step {step.index}{unneeded}"
        for claim in step.claims:
            text = safe(" ".join(claim.text.split()))
            if (found := about.get(claim.id)) is not None:
                sign, style = _OF_STEPS[found.kind]
                yield head, f"{sign} {safe(found.text)}", style
            elif claim.id in whole.haves:
                yield head, f"✓ {text}: a step of the proof", "green"
            elif claim.id in steps:
                yield head, f"○ {text}: follows", "green"
            else:
                yield head, f"· {text}", "dim"
            head = ""


def _right(whole: WholeChain) -> str:
    """In what sense the answer of a chain with errors is right."""
    same = whole.same is not None and whole.same.state == "equal"
    if same or whole.theorem is None or whole.theorem.goal.stands:
        return "the answer is right"
    computed = not whole.theorem.goal.left.free
    return "the answer is what the chain sets out to compute" if computed else "the answer follows"


def _verdicts(whole: WholeChain) -> Iterator[Row]:
    """What is to be said of the whole."""
    if whole.compensating:
        steps = ", ".join(str(step) for step in sorted({f.step for f in whole.compensating if f.step is not None}))
        yield "Whole", f"✗ compensating errors: {_right(whole)}, and step {steps} fails", "bold red"
    if whole.incoherent:
        yield "Whole", "✗ no step is refuted, and the whole does not hold together", "bold red"
    for found in whole.findings:
        if found.claim is None:
            wrong = found.kind in SHOWN_WRONG or (whole.incoherent and found.kind in ADRIFT)
            yield "", f"{'✗' if wrong else '!'} {safe(found.text)}", "red" if wrong else "yellow"
    if whole.assumed:
        ids = ", ".join(str(found.claim) for found in whole.assumed)
        yield "", f"◇ the answer rests on what the chain only stated: {ids}", "cyan"
    if whole.unneeded:
        yield "", f"· the answer does not need step {', '.join(map(str, whole.unneeded))}", "dim"
