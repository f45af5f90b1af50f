"""The command that audits process reward models: audit-prm."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from verifier.cli.examples import examples
from verifier.cli.options import Lean, to_write

app = typer.Typer(rich_markup_mode=None)


class Format(StrEnum):
    """How figures are printed."""

    TABLE = "table"
    JSON = "json"


@app.command(
    "audit-prm",
    epilog=examples(
        "audit-prm --html audit.html",
        "audit-prm --prm qwen:Qwen/Qwen2.5-Math-PRM-7B --device cuda --pairs 1000 --threshold-from 30%",
        "audit-prm --chains my_right_chains.jsonl --pairs 0 --format json",
        "audit-prm --prm none --seed 7 --keep set.jsonl",
    ),
)
def audit_prm(
    prm: Annotated[
        str, typer.Option(help="The model: default, or KIND:MODEL; none with --keep or --scores.")
    ] = "default",
    pairs: Annotated[int, typer.Option(min=0, help="Minimal pairs made of fresh chains.")] = 200,
    chains: Annotated[
        list[str] | None, typer.Option(help="Your own right chains, in any format that 'label' reads: a pair of each.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Most pairs made of your own chains.")] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The seed of the set; drawn anew without it, and always shown.")
    ] = None,
    subjects: Annotated[str, typer.Option(help="arithmetic,algebra,number theory,word problems, or some.")] = "",
    levels: Annotated[str, typer.Option(help="easy,medium,hard, or some.")] = "",
    kinds: Annotated[
        str, typer.Option(help="Kinds of error: number,operator,sign,exponent,lost term,percent,rounding, or some.")
    ] = "",
    dresses: Annotated[
        str, typer.Option(help="flattery,blank lines,markup,list marks, or some; 'none' for the plain chains alone.")
    ] = "",
    threshold: Annotated[float, typer.Option(help="Steps scored below it are called wrong.")] = 0.5,
    threshold_from: Annotated[
        str | None, typer.Option(help="Choose the threshold on a share of the pairs such as 30%.")
    ] = None,
    bootstrap: Annotated[int, typer.Option(min=0, help="Resampled sets behind each drawn interval.")] = 1000,
    keep: Annotated[Path | None, to_write("Write the set as records, which 'recheck' checks again.")] = None,
    scores: Annotated[
        Path | None, typer.Option(help='Audit another system: JSON lines {"id", "scores"} for the records of --keep.')
    ] = None,
    format: Annotated[Format, typer.Option(help="How figures are printed.")] = Format.TABLE,
    html: Annotated[Path | None, to_write("Write one HTML page, too.")] = None,
    lean: Annotated[Lean, typer.Option(help="Whether the pairs are proved with Lean's help.")] = Lean.OFF,
    certify: Annotated[bool, typer.Option("--certify", help="Put every claim of the set to Lean.")] = False,
    device: Annotated[str, typer.Option(help="Where a model of kind KIND runs: auto, cpu, cuda, ...")] = "auto",
    dtype: Annotated[str, typer.Option(help="Its numbers: auto, float32, bfloat16 or float16.")] = "auto",
) -> None:
    """Audit a process reward model on fresh minimal pairs: a proved step, and the same step with one proved error."""
    from verifier.auditing.audit import Plan
    from verifier.auditing.errors import KINDS
    from verifier.auditing.forms import FORMS
    from verifier.auditing.sources import SUBJECTS
    from verifier.auditing.templates.draft import LEVELS
    from verifier.commands.audit_prm import Wanted, run
    from verifier.estimators.model import Placement

    if certify and lean is Lean.OFF:
        raise typer.BadParameter("--certify needs Lean: add --lean auto or --lean require")
    wanted_levels = _some("--levels", levels, LEVELS)
    plan = Plan(
        pairs,
        tuple(chains or ()),
        limit,
        seed,
        _some("--subjects", subjects, tuple(SUBJECTS)),
        tuple(level for level in LEVELS if level in wanted_levels),
        _some("--kinds", kinds, tuple(KINDS)),
        () if dresses == "none" else _some("--dresses", dresses, tuple(FORMS)),
        lean.value,
        certify,
    )
    as_json, placement = format is Format.JSON, Placement(device, dtype)
    wanted = Wanted(prm, plan, threshold, threshold_from, bootstrap, keep, html, scores, as_json, placement)
    raise typer.Exit(run(wanted))


def _some(option: str, text: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """The names in a list with commas, all that are known without one."""
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    for name in names:
        if name not in known:
            raise typer.BadParameter(f"expected {option} among {', '.join(known)}, got {name!r}")
    return names or known
