"""Results as pieces of HTML for notebooks, with the look of the pages: no script, every text escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files

from verifier.auditing.audit import Audit
from verifier.judging.judgements.judgement import JudgedChain
from verifier.records.views.notebook_html import body, fragment, of_record, safe, style
from verifier.repairing.record import repair_record
from verifier.repairing.repair import Repaired
from verifier.report.formal.theorem import formal_rows
from verifier.report.html.audit import parts as audit_parts
from verifier.report.theorem import Row, rows
from verifier.search.pick import Attempt, Picked
from verifier.search.pick_record import SAYS, reason
from verifier.whole.formal.prove import FormalWhole
from verifier.whole.whole import WholeChain

_STATE = {"green": "proved", "red": "refuted", "yellow": "unknown", "cyan": "set"}


def repair(done: Repaired) -> str:
    """Return a repair: the chain as written, and under each step that changes, that step as repaired."""
    return _framed(of_record(repair_record(done)))


def whole(found: WholeChain) -> str:
    """Return a whole chain: the theorem and what became of it, then the chain step by step."""
    return _theorems(rows(found), found.judged)


def formal_whole(found: FormalWhole) -> str:
    """Return a whole chain by its translations: each theorem and what became of it, then the chain step by step."""
    return _theorems(formal_rows(found), found.judged)


def _theorems(told: Iterable[Row], judged: JudgedChain) -> str:
    return _framed(f'<table class="vf-rows">{"".join(_row(*row) for row in told)}</table>{body(judged)}')


def pick(picked: Picked) -> str:
    """Return a pick: the attempt to serve, what stands in the way of each other one, and every attempt judged."""
    return _framed("".join(_pick_parts(picked)))


def audit(found: Audit) -> str:
    """Return an audit: its figures with their intervals, and the pairs that went worst."""
    own = files("verifier.report.html").joinpath("audit.css").read_text(encoding="utf-8")
    scoped = f"@scope (.vf-audit) {{ {own} }}"
    return (
        f'<div class="vf vf-audit"><style>{style()}</style><style>{scoped}</style>{"".join(audit_parts(found))}</div>'
    )


def chain(judged: JudgedChain) -> str:
    """Return a judged chain."""
    return fragment(judged)


def _framed(inside: str) -> str:
    return f'<div class="vf"><style>{style()}</style>{inside}</div>'


def _row(name: str, text: str, look: str) -> str:
    state = next((state for colour, state in _STATE.items() if colour in look), "")
    return f'<tr><th scope="row">{safe(name)}</th><td class="vf-said-{state or "plain"}">{safe(text)}</td></tr>'


def _pick_parts(picked: Picked) -> Iterator[str]:
    served = "none" if picked.chosen is None else f"attempt {picked.chosen}"
    sign = "✗" if picked.chosen is None else "✓"
    yield f'<p class="vf-picked">{sign} serve {served}: {safe(picked.why)}</p>'
    for number, attempt in enumerate(picked.attempts):
        opened = " open" if number == picked.chosen else ""
        yield f'<details class="vf-attempt"{opened}><summary>attempt {number}: {safe(_told(attempt))}</summary>'
        for flaw in attempt.flaws:
            where = SAYS[flaw.what] if flaw.step is None else f"step {flaw.step} {SAYS[flaw.what]}"
            yield f'<p class="vf-note">✗ {safe(": ".join(filter(None, (where, reason(flaw)))))}</p>'
        yield f"{body(attempt.judged)}</details>"


def _told(attempt: Attempt) -> str:
    ends = "" if attempt.answer is None else f", ends in {attempt.answer.text}"
    return ("clean" if attempt.is_clean else f"{len(attempt.flaws)} flaws") + ends
