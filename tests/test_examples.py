"""The examples do what they are there to show, and what the README shows is what the command prints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.command_line import run

from verifier.chain import Chain
from verifier.pipeline.judge import Judge
from verifier.records.recheck import recheck
from verifier.records.record import line, record

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
WRONG = {"lucky": [1, 2], "shopping": [2], "linear": [2], "programs": [3]}


def chain(name: str) -> Chain:
    data: Any = json.loads((EXAMPLES / f"{name}.json").read_text("utf-8"))
    return Chain.of(data["problem"], data["steps"], data["id"], data["answer"])


@pytest.mark.parametrize("name", WRONG)
def test_an_example_has_a_step_of_every_kind(name: str, judge: Judge) -> None:
    steps = judge(chain(name)).steps
    assert any(step.correct is True or (step.claims and step.count("proved") == len(step.claims)) for step in steps)
    assert any(step.correct is False for step in steps)
    assert any(step.kind == "unjudged" for step in steps)


@pytest.mark.parametrize("name", WRONG)
def test_the_error_is_found_where_it_is(name: str, judge: Judge) -> None:
    judged = judge(chain(name))
    assert (judged.first_error, judged.first_error_kind) == (WRONG[name][0], "settled")
    assert [step.index for step in judged.steps if step.correct is False] == WRONG[name]


@pytest.mark.parametrize("name", WRONG)
def test_every_certificate_of_an_example_holds_again(name: str, judge: Judge) -> None:
    findings = list(recheck([json.loads(line(record(judge(chain(name)))))]))
    assert findings
    assert [str(finding) for finding in findings if finding.wrong] == []


def test_no_example_goes_untested() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.json")} == set(WRONG)


def test_the_readme_shows_what_the_command_prints() -> None:
    shown = (ROOT / "README.md").read_text("utf-8")
    printed = run(ROOT, "check", "examples/lucky.json", env={"COLUMNS": "110"})
    assert printed.returncode == 1
    assert f"```\n{printed.stdout}```\n" in shown
