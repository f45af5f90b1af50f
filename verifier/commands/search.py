"""What ``verifier search`` does: a problem, or many, to the best chain found, its trace, and the tree drawn."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from functools import partial

from rich.console import Console

from verifier.commands.estimating import estimating
from verifier.commands.models.asking_policies import policy_to_ask
from verifier.commands.options.searching import SearchOptions
from verifier.intake.problem import problem_of
from verifier.judging.estimates.calibrated import calibration_for
from verifier.judging.estimates.votes import Votes
from verifier.outputs import write_text
from verifier.pipeline.judge import Judge
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, WRONG, complain, ended, unwritable
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe
from verifier.report.tree import COLOURS, page
from verifier.search.policies.policy import Policy, PolicyUnavailable
from verifier.search.trees.batched import one_at_a_time, side_by_side
from verifier.search.trees.beam import Beam, beam_search
from verifier.search.trees.mcts import Mcts, tree_search
from verifier.search.trees.sampling import Sampling, best_of
from verifier.search.trees.tree import Budget, SearchResult
from verifier.search.trees.value import Valuer


@dataclass(frozen=True, slots=True)
class Asked:
    """A problem to search, with its answer and its id where they are known; whether it is one of a file's."""

    problem: str
    answer: str | None = None
    id: str | None = None
    many: bool = False


def run(options: SearchOptions) -> int:
    """Search, print, and return the exit status: 0 where a whole chain is found (of many: for each), 1 where none is,
    3 where the policy was lost. Raises: SystemExit."""
    return ended(lambda: _run(options), options.trace, options.draw)


def _run(options: SearchOptions) -> int:
    try:
        problems = problems_of(options)
    except (OSError, ValueError) as error:
        complain(str(error))
        return BAD_INPUT
    try:
        with policy_to_ask(options) as policy:
            return _of_all(options, problems, policy)
    except PolicyUnavailable as error:
        complain(str(error))
        return BAD_INPUT if error.usage else INFRASTRUCTURE


def _of_all(options: SearchOptions, problems: list[Asked], policy: Policy) -> int:
    with (
        estimating(options.prm) as prm,
        Judge(options.lean, prm=prm, calibration=calibration_for(prm, options.calibration)) as judge,
    ):
        valuer = Valuer(one_at_a_time(judge.all), options.rule)
        jobs = [
            partial(_searched, asked, valuer, judge.votes, options, number) for number, asked in enumerate(problems)
        ]
        # one search asks the policy itself
        every = [jobs[0](policy)] if len(jobs) == 1 else side_by_side(jobs, policy, options.together)
    status = _kept(options, every)
    for asked, found in zip(problems, every, strict=True):
        status = max(status, _shown(options, asked, found))
    if any(found.stopped == "interrupted" for found in every):
        print("verifier: interrupted; this is the best so far", file=sys.stderr)
    return status


def _searched(
    asked: Asked, valuer: Valuer, votes: Votes | None, options: SearchOptions, number: int, policy: Policy
) -> SearchResult:
    seed, budget = (
        options.seed + 1_000_003 * number,
        Budget(options.nodes, options.tokens, options.seconds, options.depth),
    )
    if options.method == "beam":
        return beam_search(
            asked.problem,
            policy,
            valuer,
            Beam(options.width, options.expansions, options.enough),
            budget=budget,
            seed=seed,
        )
    if options.method == "best-of-n":
        return best_of(
            asked.problem,
            policy,
            valuer,
            Sampling(options.count, rule=options.vote, votes=votes),
            budget=budget,
            seed=seed,
        )
    mcts = Mcts(options.expansions, options.explore, options.value, options.rollouts, enough=options.enough)
    return tree_search(asked.problem, policy, valuer, mcts, answer=asked.answer, budget=budget, seed=seed)


def problems_of(options: SearchOptions) -> list[Asked]:
    """Return the problems that the user asks for. Raises: OSError, ValueError, which names the line."""
    if not (options.problem.startswith("@") and options.problem.endswith(".jsonl")):
        return [Asked(problem_of(options.problem), options.answer)]
    if options.draw is not None or options.answer is not None:
        raise ValueError("--draw and --answer are for one problem; a line of a file has its own answer")
    lines = problem_of(options.problem).splitlines()
    found = [_asked(line, f"{options.problem[1:]}:{i}") for i, line in enumerate(lines, 1) if line.strip()]
    if not found:
        raise ValueError(f"{options.problem[1:]}: expected a problem a line")
    return found


def _asked(line: str, where: str) -> Asked:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict) or not isinstance(row.get("problem"), str):
        raise ValueError(f'{where}: expected {{"problem": text}}, with "id" and "answer" where there are any')
    answer, id = row.get("answer"), row.get("id")
    return Asked(row["problem"], None if answer is None else str(answer), None if id is None else str(id), many=True)


def _kept(options: SearchOptions, every: list[SearchResult]) -> int:
    try:
        if options.trace is not None:
            write_text(options.trace, "".join(json.dumps(found.trace) + "\n" for found in every))
        if options.draw is not None:
            write_text(options.draw, page(every[0].trace))
    except OSError as error:
        return unwritable(error.filename, error)
    return OK


def _shown(options: SearchOptions, asked: Asked, found: SearchResult) -> int:
    for fault, count in found.trace["faults"].items():
        if found.stopped == "the policy was lost" or not found.ended:
            complain(f"{fault}" + (f" ({count} times)" if count > 1 else ""))
    if options.as_json:
        of = {"id": asked.id, "problem": asked.problem} if asked.many else {}
        told = {"steps": found.chain.steps, "ended": found.ended, "value": found.value, "stopped": found.stopped}
        print(json.dumps({"schema": 1, **of, **told, "counts": found.trace["counts"]}))
    else:
        console = standard_output()
        if asked.many:
            console.print(safe(f"{asked.id}: {asked.problem}" if asked.id else asked.problem), soft_wrap=True)
        show(found, console)
    lost = INFRASTRUCTURE if found.stopped == "the policy was lost" else OK
    return max(lost, OK if found.ended else WRONG)


def show(found: SearchResult, console: Console) -> None:
    """Print the best chain, its steps coloured by judgement, and what it took. Raises: OSError."""
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
