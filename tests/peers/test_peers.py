"""What others do with the same work: both sides really do it, and who is right is known."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.command_line import Run

from verifier.checkers.lean.process.session import LeanSession
from verifier.estimators.own import weights
from verifier.estimators.own.encoder import frozen
from verifier.evaluation.items import Labelled
from verifier.kernel.verdict import CheckFailed, Proof, Shows
from verifier.peers import lean, scoring
from verifier.peers.answers import Answers, beside_math_verify
from verifier.peers.interleaved_timing import Comparison, Rates, Way, compared
from verifier.peers.pairs import TRAPS
from verifier.peers.quality import beside_baselines
from verifier.peers.tables import disagreements, errors, quality, ratios
from verifier.training.baselines import LastStep

MARKS = ("<!-- bench peers: begin -->", "<!-- bench peers: end -->")


def test_the_ways_take_turns_after_a_round_that_is_not_measured() -> None:
    called: list[tuple[str, int]] = []

    def way(name: str) -> Way:
        def work(number: int) -> int:
            called.append((name, number))
            return 7

        return Way(name, work)

    found = compared("sevens", [way("a"), way("b")], 2)
    assert called == [("a", 2), ("b", 2), ("a", 0), ("b", 0), ("b", 1), ("a", 1)]
    assert (found.ours.name, [other.name for other in found.others]) == ("a", ["b"])
    assert all(len(rates.rounds) == 2 and min(rates.rounds) > 0 for rates in (found.ours, *found.others))


def test_a_ratio_is_that_of_the_middle_round_with_the_least_and_the_most() -> None:
    ours, other = Rates("here", (10.0, 20.0, 90.0)), Rates("there", (5.0, 5.0, 10.0))
    ratio = ours.over(other)
    assert (ratio.median, ratio.least, ratio.most) == (4.0, 2.0, 9.0)
    shown = ratios([Comparison("sums", ours, (other,))])
    assert shown[-1] == "| sums | here | 20 | there | 5 | 4.0 [2.0, 9.0] |"


@pytest.fixture(scope="module")
def answers() -> Answers:
    return beside_math_verify(count=12, rounds=1)


def test_both_are_right_about_pairs_that_hold_no_trap(answers: Answers) -> None:
    for tally in answers.tallies[:2]:
        assert (tally.pairs, tally.wrong, tally.left_open, tally.theirs_wrong) == (12, 0, 0, 0), tally
    assert [speed.others[0].name for speed in answers.speeds] == ["Math-Verify", "Math-Verify"]


def test_every_disagreement_is_over_a_trap_and_is_explained(answers: Answers) -> None:
    assert {one.pair for one in answers.disagreements} <= set(TRAPS) and answers.disagreements
    assert all(one.pair.why != "by construction" for one in answers.disagreements)
    traps = answers.tallies[2]
    assert (traps.wrong, traps.left_open) == (0, 0) and traps.theirs_wrong + traps.theirs_decided >= 8
    rows = disagreements(answers.disagreements)
    assert any(row.startswith("| `1.0000001` | `1.0000002` | different") for row in rows)
    assert errors(answers.tallies)[2].startswith("| 12 closed equalities | 0 | 0 |")


@pytest.fixture(scope="module")
def session() -> Iterator[LeanSession]:
    with LeanSession() as warm:
        warm.start()
        yield warm


def test_a_lean_certifies_the_claims_in_every_way(session: LeanSession) -> None:
    lean.in_bulk(session, lean.claims(20, lean.BULK, 1))
    lean.one_by_one(session, lean.claims(6, lean.PLAIN, 1))
    assert session.starts == 1
    lean.started_for(session.start(), lean.claims(1, lean.PLAIN, 2))
    assert session.starts == 1  # it was another Lean


def test_no_way_passes_a_claim_that_does_not_hold(session: LeanSession) -> None:
    for tactic, decide in ((lean.BULK, lean.in_bulk), (lean.PLAIN, lean.one_by_one)):
        claim, _ = lean.claims(1, tactic, 3)[0]  # the first is false
        with pytest.raises(CheckFailed):
            decide(session, [(claim, Proof("lean", Shows.TRUE, {"tactic": tactic}))])


def test_one_pass_and_a_pass_for_each_step_give_the_same_states() -> None:
    model, one = frozen(threads=1), scoring.chain(5, 12)
    assert scoring.at_once(model, one) == pytest.approx(scoring.each(model, one), abs=1e-4)


def test_transformers_give_the_same_states_one_by_one_and_as_a_batch() -> None:
    plain, one = scoring.Plain(weights.encoder()), scoring.chain(4, 12)
    each, batch = plain.each(one), plain.batch(one)
    assert tuple(each.shape) == (4, 384)
    assert float((each - batch).abs().max()) < 1e-4 < float((each[0] - each[1]).abs().max())


def labelled(number: int, dice: random.Random) -> Labelled:
    """A chain of three sums; every other one has a wrong one."""
    a, b, c = (dice.randrange(2, 99) for _ in range(3))
    wrong = number % 2
    steps = (f"Ann has {a} + {b} = {a + b} pears.", f"Then {a + b} + {c} = {a + b + c + wrong}.", "So she has these.")
    return Labelled(
        f"c{number}", f"part{number % 4 // 2}", f"Add {a}, {b} and {c}.", steps, (None,) * 3, 1 - 2 * (1 - wrong)
    )


def test_every_system_is_measured_on_every_part() -> None:
    dice = random.Random(0)
    rows = beside_baselines([labelled(number, dice) for number in range(24)], 20, lambda: None)
    systems = ["fused", "default 4", "exact", "majority", "last step", "length", "bag of words"]
    assert [(row.subset, row.system) for row in rows] == [(p, s) for s in systems for p in ("part0", "part1")]
    f1 = {row.system: row.figures["f1"].value for row in rows if row.subset == "part1"}
    assert f1["exact"] == f1["fused"] == 1.0 and f1["majority"] == f1["last step"] == 0.0
    assert any(line.startswith("| majority | 0.000 [0.000, 0.000] |") for line in quality(rows))


def test_what_teaches_nothing_is_said() -> None:
    dice = random.Random(0)
    right = [one for one in (labelled(number, dice) for number in range(12)) if one.first_error == -1]
    with pytest.raises(ValueError, match="both halves"):
        beside_baselines(right, 0, lambda: None)
    with pytest.raises(ValueError, match="expected chains"):
        beside_baselines([], 0, lambda: None)


def test_the_last_step_is_called_wrong() -> None:
    assert LastStep().score([scoring.chain(3, 1)]) == [[0.9, 0.9, 0.1]]


def test_the_command_writes_its_tables_and_quotes_the_ratios(command: Run, tmp_path: Path) -> None:
    begin, end = MARKS
    (tmp_path / "README.md").write_text(f"Mine.\n{begin}\n{end}\nYours.\n")
    asked = ("bench", "peers", "--only", "answers", "--count", "4", "--rounds", "1")
    done = command(*asked, "--write", "figures.md", "--quote", "README.md")
    assert done.returncode == 0, done.stderr
    whole, quoted = (tmp_path / "figures.md").read_text(), (tmp_path / "README.md").read_text()
    table = quoted.split(f"{begin}\n")[1].split(end)[0]
    assert quoted.startswith("Mine.\n") and quoted.endswith("Yours.\n") and "--only answers`" in table
    assert table.splitlines()[-4:-2] == done.stdout.splitlines()[-5:-3] and "| LaTeX identities |" in table
    assert "### Every pair on which the two disagree" in whole and "### Every pair" not in quoted


def test_bad_wishes_are_told(command: Run, tmp_path: Path) -> None:
    done = command("bench", "peers", "--only", "quality")
    assert done.returncode == 2 and "expected labelled chains (DATA)" in done.stderr
    (tmp_path / "notes.md").write_text("mine")
    done = command("bench", "peers", "--only", "answers", "--count", "2", "--rounds", "1", "--write", "notes.md")
    assert (
        done.returncode == 2 and "expected the marks" in done.stderr and (tmp_path / "notes.md").read_text() == "mine"
    )


def test_what_the_readme_quotes_of_the_benchmarks_stands_in_their_page() -> None:
    root, (begin, end) = Path(__file__).parent.parent.parent, MARKS
    readme, page = ((root / name).read_text("utf-8") for name in ("README.md", "verifier/docs/benchmarks.md"))
    whole = page.split(begin)[1].split(end)[0]
    ratios = whole.split("### Ratios")[1]
    assert sum(line.startswith("|") for line in ratios.splitlines()) > 2
    if begin in readme:  # the ratios and how they were measured
        quoted = readme.split(begin)[1].split(end)[0].strip()
        table = [line for line in quoted.splitlines() if line.startswith("|")]
        assert len(table) > 2 and "\n".join(table) in ratios and quoted.splitlines()[0] in whole
    else:
        assert "docs/benchmarks.md" in readme
