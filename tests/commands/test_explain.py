"""How a step was read is shown whole: its words, roles, claims, context, and what was left unread."""

from __future__ import annotations

import io
import json
from dataclasses import fields

import pytest
from rich.console import Console
from support import quick_model
from support.command_line import Run

from verifier.chain import Chain
from verifier.commands.explain import explain
from verifier.commands.options.judging import CheckOptions, ExplainOptions
from verifier.pipeline.judge import Judge

CHAIN = Chain.of("Solve 4x + 1 = 13 for x.", ["So 4x = 12.", "Wildly, 4x = 12, so x = 5.", "Half of 10 is 4."])


def explained(step: int) -> str:
    stream = io.StringIO()
    with Judge(lean="off") as judge:
        explain(CHAIN, step, judge, Console(file=stream, width=100, color_system=None))
    return stream.getvalue()


def test_it_shows_roles_claims_verdicts_and_what_they_rest_on() -> None:
    shown = explained(1)
    for part in ("asserted", "4·x = 12", "proved", "refuted", "p.c0", "fact", "s0.c0"):
        assert part in shown


def test_it_shows_what_was_left_unread_and_why() -> None:
    shown = explained(1)
    assert "⟦Wildly⟧" in shown
    assert "wildly·unknown" in shown
    assert "the word 'wildly' was not read" in shown


def test_it_shows_tokens_and_the_ledger() -> None:
    shop = Chain.of("Ben buys 7 pens at $3 each.", ["So 7 * 3 = 21.", "Then 21 + 418 = 439."])
    stream = io.StringIO()
    with Judge(lean="off") as judge:
        explain(shop, 1, judge, Console(file=stream, width=100, color_system=None))
    shown = " ".join(stream.getvalue().split())
    assert "418·numeral" in shown and "=·relation" in shown
    assert "problem 7 (pen, Ben)" in shown and "problem 3 (money per each, Ben)" in shown and "s0 21" in shown
    assert "strange: 418 stands neither in the problem" in shown


def test_a_problem_in_formulas_has_no_ledger_to_show() -> None:
    assert "ledger: not used" in explained(0)


def test_there_must_be_such_a_step() -> None:
    with pytest.raises(IndexError):
        explained(7)


@pytest.mark.parametrize("options", [("--lean", "off"), ("--lean", "off", "--prm", quick_model.PRM)])
def test_the_command_judges_as_check_does_with_the_same_options(options: tuple[str, ...], command: Run) -> None:
    steps = ["So 2 + 3 = 6.", "So 5 + 5 = 10.", "Wildly, 7 * 8 = 56.", "A fine day it was, my dear."]
    text = json.dumps({"problem": "Add 2 and 3.", "steps": steps})
    shown = command("check", "-", *options, stdin=text).stdout.splitlines()
    heads = [" ".join(line[5:22].split()) for line in shown if line[:3].strip().isdigit()]
    for index, head in enumerate(heads):
        said = command("explain", "-", "--step", str(index), *options, stdin=text).stdout.splitlines()[1]
        assert said.startswith(f"Step {index}: {head};"), (said, head)
    assert len(heads) == 4 and heads[0] == "✗ incorrect"
    assert command("explain", "-", "--step", "0", "--lean", "off", "--certify", stdin=text).returncode == 2


def test_every_option_of_check_about_judging_is_one_of_explain() -> None:
    mine, checks = ({field.name for field in fields(kind)} for kind in (ExplainOptions, CheckOptions))
    assert {"lean", "timeout", "certify", "prm", "device", "dtype", "calibration", "problem"} <= mine & checks
    assert ExplainOptions(files=["-"], step=0).lean == CheckOptions().lean
