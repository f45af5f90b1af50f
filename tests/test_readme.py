"""What the README and the helps say can be done is done: Python runs, command lines parse, tables are whole."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from driving import Run

import verifier
from verifier.chain import Chain
from verifier.cli.main import whole
from verifier.judging.judgement import Unjudgement
from verifier.judging.reasons import ADVICE, MEANING, WORD
from verifier.judging.record import SCHEMA
from verifier.kernel.verdict import Reason
from verifier.report.exits import STATUSES
from verifier.report.reasons import lines

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
COMMAND = typer.main.get_command(whole())

CHAINS = [Chain.of("Add 2 and 3.", ["So 2 + 3 = 5."]), Chain.of("Add 2 and 4.", ["So 2 + 4 = 7."])]
ROWS = [{"problem": chain.problem, "steps": [step.text for step in chain.steps]} for chain in CHAINS]


def blocks(kind: str) -> list[str]:
    """The fenced blocks of the README of a kind."""
    parts = README.split("```")[1::2]
    return [part.partition("\n")[2] for part in parts if part.partition("\n")[0] == kind]


def block(start: str) -> str:
    """The one Python block that holds ``start``."""
    (found,) = (text for text in blocks("python") if start in text)
    return found


def run(source: str, **names: Any) -> dict[str, Any]:
    exec(source, names)  # noqa: S102
    return names


def test_the_readme_judges_chains_from_python(judge: Callable[..., Any], capsys: pytest.CaptureFixture[str]) -> None:
    found = run(block("verifier.verify("), chains=CHAINS, judged_chains=[judge(chain) for chain in CHAINS])
    assert capsys.readouterr().out.splitlines() == [
        "settled True 1.0 [('3x = 15', 'proved')]",
        "settled False 0.0 [('x = 6', 'refuted')]",
    ]
    assert found["record"]["first_error"] == -1
    assert [finding for finding in verifier.recheck([found["record"]]) if finding.wrong] == []


RUN = (
    "verifier.verify(",
    "verifier.label(rows)",
    "verifier.prove_chain(",
    "GRPOTrainer",
    "verifier.repair(",
    "verifier.audit_prm(",
)
"""What a block holds that a test here runs; the client's is run beside the service."""


def test_no_python_of_the_readme_goes_untested() -> None:
    held = [[mark for mark in (*RUN, "serving.client") if mark in text] for text in blocks("python")]
    assert sorted(held) == sorted([mark] for mark in (*RUN, "serving.client"))


def test_the_readme_proves_a_chain_whole() -> None:
    chain = Chain.of("Solve 3x + 7 = 19 for x.", ["So 3x = 12.", "Then x = 4."])
    found = run(block("verifier.prove_chain("), verifier=verifier, chain=chain)
    assert found["whole"].status == "proved"


def test_the_readme_repairs_a_chain() -> None:
    done = run(block("verifier.repair("), verifier=verifier)["done"]
    assert (done.state, done.after.steps[1].text) == ("repaired", "Then 42 + 6 = 48.")


def test_the_readme_labels_rows_and_data_sets() -> None:
    import datasets

    found = run(block("verifier.label(rows)"), verifier=verifier, rows=ROWS, dataset=datasets.Dataset.from_list(ROWS))
    assert found["row"]["labels"] == [0.0]
    assert found["dataset"]["labels"] == [[1.0], [0.0]] and found["dataset"]["first_error"] == [-1, 0]


def test_the_readme_hands_rewards_to_a_trainer() -> None:
    found = run(block("GRPOTrainer"), GRPOTrainer=lambda *_, **named: named)
    process, outcome, form = found["trainer"]["reward_funcs"]
    texts = {"prompts": ["Add 2 and 3."] * 2, "completions": ["2 + 3 = 5\n\\boxed{5}", "2 + 3 = 6\n\\boxed{6}"]}
    assert process(**texts)[0] > process(**texts)[1]
    assert outcome(**texts, answer=["5", "5"]) == [1.0, 0.0]
    assert form(**texts) == [1.0, 1.0]


def test_the_readme_audits_a_model() -> None:
    found = run(block("audit_prm").replace("pairs=100", "pairs=3"), verifier=verifier)
    assert found["audit"].figures["pairs"] == 3 and set(found["share"]) == {"value", "low", "high", "cases"}


REFUSED = typer.BadParameter.__mro__[2]  # click's ClickException: typer brings a click of its own or not, by version


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command below ``command`` that does something, and how it is called."""
    if hasattr(command, "commands"):
        for name, part in command.commands.items():
            yield from commands(part, (*path, name))
    else:
        yield path, command


COMMANDS = dict(commands(COMMAND))


def parsed(line: str) -> None:
    """Parse what follows ``verifier`` in each command of a shell line, without running it. Fails: ClickException."""
    shell = shlex.shlex(line.split(" #")[0], posix=True, punctuation_chars="|<>&;")
    shell.whitespace_split, shell.commenters = True, ""
    words = list(shell)
    cuts = [i for i, word in enumerate(words) if word in ("|", ">", "<", "&&", ";")]
    for start, end in zip([-1, *cuts], [*cuts, len(words)], strict=True):
        part = words[start + 1 : end]
        if "verifier" in part:
            part = part[part.index("verifier") + 1 :]
            command: Any = COMMAND
            while part and part[0] in getattr(command, "commands", ()):
                command, part = command.commands[part[0]], part[1:]
            if part != ["--help"]:
                assert not hasattr(command, "commands") or not part, f"no such command: {line}"
                try:
                    command.make_context("verifier", list(part))
                except typer.Exit:  # --reasons prints and ends
                    continue


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_the_help_of_every_command_ends_with_examples_that_parse(path: tuple[str, ...]) -> None:
    shown = (COMMANDS[path].epilog or "").splitlines()
    assert shown[1:2] == ["Examples:"], "expected epilog=examples(...)"
    assert any(line.startswith(f"  verifier {' '.join(path)}") for line in shown[2:])
    for line in shown[2:]:
        parsed(line.replace("COMMAND", "check"))


def test_an_example_that_does_not_parse_is_noticed() -> None:
    for wrong in ("verifier check", "verifier check a.json --lean perhaps", "verifier explain a.json --step x"):
        with pytest.raises(REFUSED):
            parsed(wrong)
    with pytest.raises(AssertionError, match="no such command"):
        parsed("verifier judge a.json")


def test_every_command_line_of_the_readme_parses() -> None:
    text = "\n".join(blocks("")).replace("\\\n", " ")
    found = [line.split("$(")[0] for line in text.splitlines() if "verifier " in f" {line}".split("#")[0]]
    found = [line for line in found if line.split()[0] == "verifier" or "=" in line.split()[0]]
    assert len(found) > 12
    for line in found:
        parsed(line)


def test_the_help_shows_its_examples_line_by_line(command: Run) -> None:
    shown = command("check", "--help").stdout
    assert (
        "\n  Examples:\n    verifier check chain.json\n    verifier check chains.jsonl --json > records.jsonl\n"
        in shown
    )


def test_every_reason_has_a_meaning_and_advice() -> None:
    assert set(MEANING) == set(Reason) and set(WORD) == set(Unjudgement)
    assert set(ADVICE) == {*Reason, *Unjudgement}
    assert sorted(STATUSES) == [0, 1, 2, 3]


def test_the_readme_holds_the_tables_of_reasons(command: Run) -> None:
    done = command("explain", "--reasons")
    assert (done.returncode, done.stdout.splitlines()) == (0, list(lines()))
    rows = [line for line in lines() if line.startswith("|")]
    named = [row for row in rows if row.split("|")[1].strip() in {*Reason, *Unjudgement, *map(str, STATUSES)}]
    assert len(named) == len(Reason) + len(Unjudgement) + len(STATUSES)
    assert [row for row in named if row not in README] == []


def test_the_change_log_names_the_version_and_the_schema() -> None:
    changes = README.split("## Changes\n")[1].split("\n## ")[0]
    assert f"**{verifier.__version__}**" in changes and f"schema {SCHEMA}" in changes
