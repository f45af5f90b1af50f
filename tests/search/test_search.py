"""Beam and tree search over recorded candidates: what is cut, what is found, what is reported."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.command_line import Run, lines

from verifier.chain import Chain
from verifier.pipeline.judge import Judge
from verifier.report.tree import page, svg
from verifier.search.policies.policy import Continuation, Partial, PolicyLost, Proposed
from verifier.search.policies.replay import Replay
from verifier.search.trees.beam import Beam, beam_search
from verifier.search.trees.mcts import Mcts, tree_search
from verifier.search.trees.sampling import Sampling, best_of
from verifier.search.trees.tree import Budget, SearchResult
from verifier.search.trees.value import Valuer

PROBLEM = "Ann buys 3 pens at $4 each and a book for $5. What does she pay?"
GOOD = ["The pens cost 3 * 4 = 12 dollars.", "Together that is 12 + 5 = 17 dollars.", "The answer is 17."]
SLIP = ["The pens cost 3 * 4 = 13 dollars.", "Together that is 13 + 5 = 18 dollars.", "The answer is 18."]
LATE = ["The pens cost 3 * 4 = 12 dollars.", "Together that is 12 + 5 = 19 dollars.", "The answer is 19."]
RECORDED = [Chain.of(PROBLEM, steps) for steps in (SLIP, SLIP, LATE, GOOD)]

Search = Callable[..., SearchResult]


@pytest.fixture(scope="module")
def valuer() -> Iterator[Valuer]:
    with Judge("off") as judge:
        yield Valuer(judge.all)


class Odd:
    """A stand-in for policies that misbehave, which no real one does when asked to."""

    name = "odd"

    def __init__(self, says: Callable[[Partial, int], Proposed]) -> None:
        self.says, self.calls = says, 0

    def next_steps(self, chains: Sequence[Partial], count: int, seed: int, *, whole: bool = False) -> list[Proposed]:
        self.calls += 1
        return [self.says(chain, self.calls) for chain in chains]


@pytest.mark.parametrize("search", [beam_search, tree_search])
def test_the_right_chain_is_found_and_slips_are_cut_at_once(search: Search, valuer: Valuer) -> None:
    found = search(PROBLEM, Replay(RECORDED), valuer)
    assert list(found.chain.steps) == GOOD and found.ended and found.stopped == "nothing is open"
    cut = [node for node in found.trace["nodes"] if node["state"] == "cut"]
    assert {node["step"] for node in cut} == {SLIP[0], LATE[1]}
    parents = {node["parent"] for node in found.trace["nodes"]}
    assert not parents & {node["id"] for node in cut}, "nothing is built on what was cut"


@pytest.mark.parametrize("how", [Mcts(value="rollouts"), Mcts(value="mixed", explore=0.1)])
def test_rollouts_count_by_the_reference_answer(how: Mcts, valuer: Valuer) -> None:
    other = ["The pens cost 3 * 4 = 12 dollars.", "Then 12 - 5 = 7 dollars.", "The answer is 7."]
    policy = Replay([*RECORDED, Chain.of(PROBLEM, other)])
    found = tree_search(PROBLEM, policy, valuer, how, answer="17")
    means = {node["step"]: node["mean"] for node in found.trace["nodes"] if "mean" in node}
    assert means[GOOD[1]] > means[other[1]] and found.trace["counts"]["rollouts"] > 0


@pytest.mark.parametrize("search", [beam_search, tree_search])
def test_the_same_seed_gives_the_same_trace(search: Search, valuer: Valuer) -> None:
    traces = [search(PROBLEM, Replay(RECORDED), valuer, seed=seed).trace for seed in (3, 3)]
    assert traces[0] == traces[1] and json.loads(json.dumps(traces[0])) == traces[0]


@pytest.mark.parametrize("search", [beam_search, tree_search])
def test_every_part_of_the_budget_ends_a_search_with_the_best_so_far(search: Search, valuer: Valuer) -> None:
    def endless(chain: Partial, call: int) -> Proposed:
        return Proposed((Continuation((f"{call} + 1 = {call + 1}",), False, -1.0, 5),))

    for budget, why in ((Budget(nodes=5), "nodes"), (Budget(tokens=12), "tokens"), (Budget(seconds=0.2), "seconds")):
        found = search(PROBLEM, Odd(endless), valuer, budget=Budget(budget.nodes, budget.tokens, budget.seconds, 9999))
        assert (found.stopped, found.ended) == (why, False) and found.chain.steps, why
    assert search(PROBLEM, Odd(endless), valuer, budget=Budget(depth=3)).ended
    assert search(PROBLEM, Odd(endless), valuer, halt=lambda: True).stopped == "halted"


@pytest.mark.parametrize("search", [beam_search, tree_search])
def test_a_policy_that_dies_is_interrupted_repeats_or_says_nothing_leaves_the_best_so_far(
    search: Search, valuer: Valuer
) -> None:
    def dies(chain: Partial, call: int) -> Proposed:
        if call > 2:
            raise PolicyLost("out of memory")
        return Proposed((Continuation((GOOD[call - 1],), False),))

    def stopped(chain: Partial, call: int) -> Proposed:
        if call > 1:
            raise KeyboardInterrupt
        return Proposed((Continuation((GOOD[0],), False),))

    lost = search(PROBLEM, Odd(dies), valuer)
    assert list(lost.chain.steps) == GOOD[:2] and lost.stopped == "the policy was lost"
    assert lost.trace["faults"] == {"out of memory": 1}
    broken = search(PROBLEM, Odd(stopped), valuer)
    assert list(broken.chain.steps) == GOOD[:1] and broken.stopped == "interrupted"
    again = search(PROBLEM, Odd(lambda chain, call: Proposed((Continuation((GOOD[0],), False),))), valuer)
    assert list(again.chain.steps) == GOOD[:1] and again.trace["counts"]["repeated"] == 1
    silent = search(PROBLEM, Odd(lambda chain, call: Proposed(fault="it said nothing")), valuer)
    assert silent.chain.steps == () and silent.trace["faults"] == {"it said nothing": 1}
    empty = search(PROBLEM, Odd(lambda chain, call: Proposed((Continuation((), True),))), valuer)
    assert not empty.ended and empty.trace["counts"]["empty"] == 1


def test_best_of_n_chooses_by_votes_among_chains_that_are_not_settled_wrong(valuer: Valuer) -> None:
    lone, talk = ["The pens cost 3 * 4 = 12 dollars.", "The answer is 12."], ["It is plain.", "The answer is 17."]
    texts = [SLIP, SLIP, SLIP, talk, talk, GOOD, lone]

    def says(chain: Partial, call: int) -> Proposed:
        return Proposed(tuple(Continuation(tuple(steps), True, None, 9) for steps in texts))

    def chosen(rule: str) -> SearchResult:
        return best_of(PROBLEM, Odd(says), valuer, Sampling(7, 7, rule))

    assert list(chosen("majority").chain.steps) == GOOD, "17 has three votes, and GOOD the best value among them"
    assert list(chosen("weighted").chain.steps) == GOOD and list(chosen("value").chain.steps) == GOOD
    trace = chosen("value").trace
    assert trace["counts"]["cut"] == 3 and len(trace["nodes"]) == 8 and trace["nodes"][6]["step"] == "\n".join(GOOD)


def test_settings_that_make_no_sense_are_refused() -> None:
    for make in (lambda: Beam(0), lambda: Mcts(share=2), lambda: Mcts(value="luck"), lambda: Budget(nodes=0)):  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="expected"):
            make()


def test_a_drawn_tree_is_one_file_and_shows_hostile_text_as_text(valuer: Valuer) -> None:
    hostile = '</text><script>alert("1")</script>\x00\x1b[31m & \u202e 2 + 2 = 4'
    found = beam_search("<b>&", Odd(lambda chain, call: Proposed((Continuation((hostile,), True),))), valuer)
    drawn = page(found.trace)
    assert "<script" not in drawn and "\x00" not in drawn and "\x1b" not in drawn and "<b>&" not in drawn
    root = ElementTree.fromstring(svg(found.trace))
    assert "alert" in "".join(root.itertext()) and "http" not in drawn.replace("http://www.w3.org/2000/svg", "")


def test_the_command_searches_and_keeps_trace_and_drawing(command: Run, tmp_path: Path) -> None:
    recorded = tmp_path / "recorded.jsonl"
    recorded.write_text("\n".join(json.dumps({"problem": PROBLEM, "steps": s}) for s in (SLIP, LATE, GOOD)))
    policy, kept = f"replay:{recorded}", ("--trace", "trace.json", "--draw", "tree.html")
    done = command("search", PROBLEM, "--policy", policy, "--method", "mcts", *kept)
    assert done.returncode == 0 and "The answer is 17." in done.stdout and "2 cut" in done.stdout, done.stderr
    assert json.loads((tmp_path / "trace.json").read_text())["stopped"] == "nothing is open"
    assert "<svg" in (tmp_path / "tree.html").read_text()
    other = command("search", "Another problem?", "--policy", policy, "--json")
    assert other.returncode == 1 and "nothing is recorded" in other.stderr and not json.loads(other.stdout)["ended"]
    sampled = command("search", PROBLEM, "--policy", policy, "--method", "best-of-n")
    assert sampled.returncode == 0 and "The answer is 17." in sampled.stdout, sampled.stderr
    assert command("search", PROBLEM, "--policy", "magic").returncode == 2


def test_many_problems_are_searched_side_by_side(command: Run, tmp_path: Path) -> None:
    chains = [*RECORDED, Chain.of("What is 6 * 7?", ["6 * 7 = 42", "The answer is 42."])]
    rows = [{"problem": c.problem, "steps": [s.text for s in c.steps]} for c in chains]
    (tmp_path / "recorded.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    asked = [{"id": "pens", "problem": PROBLEM}, {"id": "none", "problem": "Another?"}, {"problem": "What is 6 * 7?"}]
    (tmp_path / "problems.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in asked))
    many = ("@problems.jsonl", "--policy", "replay:recorded.jsonl", "--together", "2")
    done = command("search", *many, "--json", "--trace", "traces.jsonl")
    found = lines(done.stdout)
    assert done.returncode == 1 and [one["id"] for one in found] == ["pens", "none", None], done.stderr
    assert [one["steps"] for one in found] == [GOOD, [], ["6 * 7 = 42", "The answer is 42."]]
    assert [one["seed"] for one in lines((tmp_path / "traces.jsonl").read_text())] == [0, 1_000_003, 2_000_006]
    shown = command("search", *many)
    assert shown.returncode == 1 and f"pens: {PROBLEM}" in shown.stdout and "What is 6 * 7?" in shown.stdout
    assert command("search", *many, "--draw", "tree.html").returncode == 2
    (tmp_path / "problems.jsonl").write_text('{"problem": "2 + 2?"}\n[]\n')
    bad = command("search", *many)
    assert bad.returncode == 2 and "problems.jsonl:2" in bad.stderr
