"""The command that audits process reward models: audit-prm."""

from __future__ import annotations

import typer

from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.taking import taking
from verifier.commands.options.measuring import AuditOptions

app = typer.Typer(rich_markup_mode=None)


@app.command(
    "audit-prm",
    epilog=examples(
        "audit-prm --html audit.html",
        "audit-prm --prm qwen:Qwen/Qwen2.5-Math-PRM-7B --pairs 1000",
        "audit-prm --chains my_right_chains.jsonl --pairs 0 --format json",
        "audit-prm --prm none --seed 7 --keep set.jsonl",
    ),
)
@taking(AuditOptions)
def audit_prm(options: AuditOptions) -> int:
    """Audit a process reward model on pairs that differ in one error."""
    from verifier.auditing.audit import AuditPlan
    from verifier.auditing.errors import KINDS
    from verifier.auditing.forms import FORMS
    from verifier.auditing.sources import SUBJECTS
    from verifier.auditing.templates.draft import LEVELS
    from verifier.commands.models.audit_prm import run

    if options.certify and options.lean == "off":
        raise typer.BadParameter("--certify needs Lean: add --lean auto or --lean require")
    levels = _some("--levels", options.levels, LEVELS)
    plan = AuditPlan(
        pairs=options.pairs,
        files=options.chains,
        limit=options.limit,
        seed=options.seed,
        subjects=_some("--subjects", options.subjects, tuple(SUBJECTS)),
        levels=tuple(level for level in LEVELS if level in levels),
        kinds=_some("--kinds", options.kinds, tuple(KINDS)),
        forms=() if options.dresses == "none" else _some("--dresses", options.dresses, tuple(FORMS)),
        lean=options.lean,
        certify=options.certify,
    )
    return run(options, plan)


def _some(option: str, text: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """The names in a list with commas, all that are known without one."""
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    for name in names:
        if name not in known:
            raise typer.BadParameter(f"expected {option} among {', '.join(known)}, got {name!r}")
    return names or known
