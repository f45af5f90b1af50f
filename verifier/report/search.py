"""What ``verifier search`` does: a problem to the best chain found, its trace, and the tree drawn."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from rich.console import Console

from verifier.judging.calibrated import calibration_for
from verifier.judging.judge import Judge
from verifier.judging.lineup import LeanMode
from verifier.prm.choose import Placement, chosen
from verifier.report.canvas import safe
from verifier.report.exits import BAD_INPUT, INFRASTRUCTURE, OK, WRONG, complain, ended
from verifier.report.tree import COLOURS, page
from verifier.search.beam import Beam, beam_search
from verifier.search.mcts import Mcts, tree_search
from verifier.search.policy import PolicyUnavailable, policy_of
from verifier.search.sampling import Sampling, best_of
from verifier.search.server import Cost, ServerPolicy
from verifier.search.tree import Budget, Found
from verifier.search.value import Valuer

Method = Literal["beam", "mcts", "best-of-n"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user asked. ``problem``: its text, or ``@FILE``."""

    problem: str
    policy: str
    method: Method = "beam"
    rule: str = "mean"
    beam: Beam = field(default_factory=Beam)
    mcts: Mcts = field(default_factory=Mcts)
    sampling: Sampling = field(default_factory=Sampling)
    budget: Budget = field(default_factory=Budget)
    answer: str | None = None
    seed: int = 0
    temperature: float = 0.8
    lean: LeanMode = "off"
    prm: str = "none"
    calibration: Path | None = None
    trace: Path | None = None
    draw: Path | None = None
    as_json: bool = False


def run(wanted: Wanted) -> int:
    """Search, print, and return the exit status: 0 where a whole chain is found, 1 where none is, 3 where the policy
    was lost. Fails: SystemExit."""
    return ended(lambda: _run(wanted))


def _run(wanted: Wanted) -> int:
    try:
        problem = text_or_file(wanted.problem)
        policy = policy_of(wanted.policy, temperature=wanted.temperature)
    except PolicyUnavailable as error:
        complain(str(error))
        return BAD_INPUT if error.usage else INFRASTRUCTURE
    except (OSError, ValueError) as error:
        complain(str(error))
        return BAD_INPUT
    prm = chosen(wanted.prm, Placement())
    with Judge(wanted.lean, prm=prm, calibrated=calibration_for(prm, wanted.calibration)) as judge:
        valuer = Valuer(judge.all, wanted.rule)
        if wanted.method == "beam":
            found = beam_search(problem, policy, valuer, wanted.beam, budget=wanted.budget, seed=wanted.seed)
        elif wanted.method == "best-of-n":
            found = best_of(problem, policy, valuer, wanted.sampling, budget=wanted.budget, seed=wanted.seed)
        else:
            found = tree_search(
                problem, policy, valuer, wanted.mcts, answer=wanted.answer, budget=wanted.budget, seed=wanted.seed
            )
    cost = None
    if isinstance(policy, ServerPolicy):
        cost = policy.cost
        policy.close()
    return max(_kept(wanted, found), _shown(wanted, found, cost))


def text_or_file(text: str) -> str:
    """Return ``text``, or what the file holds that it names as ``@FILE``. Fails: OSError, ValueError."""
    return Path(text[1:]).read_text("utf-8") if text.startswith("@") else text


def _kept(wanted: Wanted, found: Found) -> int:
    try:
        if wanted.trace is not None:
            wanted.trace.write_text(json.dumps(found.trace) + "\n", "utf-8")
        if wanted.draw is not None:
            wanted.draw.write_text(page(found.trace), "utf-8")
    except OSError as error:
        complain(f"{error.filename}: expected a file that can be written ({error.strerror})")
        return BAD_INPUT
    return OK


def _shown(wanted: Wanted, found: Found, cost: Cost | None) -> int:
    for fault, count in found.trace["faults"].items():
        if found.stopped == "the policy was lost" or not found.ended:
            complain(f"{fault}" + (f" ({count} times)" if count > 1 else ""))
    if wanted.as_json:
        told = {"steps": found.chain.steps, "ended": found.ended, "value": found.value, "stopped": found.stopped}
        print(json.dumps({"schema": 1, **told, "counts": found.trace["counts"]}))
    else:
        show(found, Console(highlight=False, markup=False, emoji=False))
    if cost is not None and cost.requests:
        print(f"verifier: {cost.told()}", file=sys.stderr)
    if found.stopped == "interrupted":
        print("verifier: interrupted; this is the best so far", file=sys.stderr)
    lost = INFRASTRUCTURE if found.stopped == "the policy was lost" else OK
    return max(lost, OK if found.ended else WRONG)


def show(found: Found, console: Console) -> None:
    """Print the best chain, its steps coloured by judgement, and what it took. Fails: OSError."""
    nodes = found.trace["nodes"]
    if found.ended:
        console.print(f"✓ a whole chain, value {found.value:.2f}", style="bold green")
    else:
        console.print(f"✗ no whole chain; the best so far, value {found.value:.2f}", style="bold yellow")
    path, at = [], found.trace["best"]
    while at is not None and nodes[at]["parent"] is not None:
        path.append(nodes[at])
        at = nodes[at]["parent"]
    for node in reversed(path):
        for step in node["step"].splitlines():
            console.print(f"  {node['judged']:>9}  {safe(step)}", style=COLOURS[node["judged"]], soft_wrap=True)
    counts = found.trace["counts"]
    cut = f", {counts['cut']} cut since a step is settled incorrect" if counts.get("cut") else ""
    told = f"{len(nodes) - 1} steps seen{cut}, {counts.get('tokens', 0)} tokens; stopped: {found.stopped}"
    console.print(safe(told), style="dim")
