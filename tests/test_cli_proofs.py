"""The command ``verifier proofs``, and the commands of examples/ci, as a CI system runs them."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.command_line import Run, lines
from support.model_servers import answering

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"


def git(folder: Path, *args: str) -> None:
    who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *who, *args], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A git repository with the examples in it, on a branch where one candidate is not what it was."""
    folder = tmp_path_factory.mktemp("checkout")
    shutil.copytree(EXAMPLES, folder / "examples")
    git(folder, "init")
    git(folder, "add", ".")
    git(folder, "commit", "-m", "all")
    git(folder, "update-ref", "refs/remotes/origin/main", "HEAD")
    changed = folder / "examples/proofs/halves/Candidate.lean"
    # Never seen before, so that it is judged here and not taken from the cache.
    changed.write_text(changed.read_text("utf-8") + f"-- {uuid.uuid4()}\n", encoding="utf-8")
    git(folder, "commit", "-am", "changed")
    return folder


def verifier(folder: Path, command: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a line of a workflow with the real command and the real shell."""
    shim = folder / "bin"
    shim.mkdir(exist_ok=True)
    (shim / "verifier").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m verifier.cli.main "$@"\n')
    (shim / "verifier").chmod(0o755)
    full = {**os.environ, "PATH": f"{shim}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), **env}
    return subprocess.run(["sh", "-c", command], cwd=folder, env=full, capture_output=True, text=True, timeout=600)


def commands() -> dict[str, str]:
    """The commands of the workflow and of the hook, by what they are for."""
    workflow = yaml.safe_load((EXAMPLES / "ci/proofs.yml").read_text("utf-8"))
    steps = {step.get("name", ""): step.get("run", "") for step in workflow["jobs"]["proofs"]["steps"]}
    hooks = yaml.safe_load((EXAMPLES / "ci/pre-commit-config.yaml").read_text("utf-8"))
    return {**steps, "hook": hooks["repos"][0]["hooks"][0]["entry"]}


def test_the_workflow_annotates_the_changed_proof_and_sums_up(checkout: Path) -> None:
    command = commands()["Check the proofs that changed"].replace(" --require-sandbox", "")
    summary = checkout / "summary.md"
    done = verifier(checkout, command, GITHUB_BASE_REF="main", GITHUB_STEP_SUMMARY=str(summary))
    assert done.returncode == 1, done.stderr
    (line,) = done.stdout.splitlines()
    assert line.startswith("::error file=examples/proofs/halves/Candidate.lean,line=5,col=30,title=halves%3A ")
    assert "halves" in summary.read_text("utf-8") and "odd_sum" not in summary.read_text("utf-8")


def test_the_workflow_writes_sarif_for_all_proofs(checkout: Path) -> None:
    command = commands()["Check all proofs for code scanning"].replace(" --require-sandbox", "")
    assert verifier(checkout, command).returncode == 1
    log = json.loads((checkout / "proofs.sarif").read_text("utf-8"))
    assert [result["ruleId"] for result in log["runs"][0]["results"]] == ["elaboration-error"]


def test_the_workflow_checks_solutions(checkout: Path) -> None:
    done = verifier(checkout, commands()["Check the solutions"])
    assert done.returncode == 0, done.stderr
    assert 'tests="1" failures="0"' in (checkout / "chains.xml").read_text("utf-8")


def test_the_hook_looks_at_nothing_when_nothing_changed(checkout: Path) -> None:
    done = verifier(checkout, commands()["hook"])
    assert (done.returncode, done.stdout.strip()) == (0, "nothing to judge")


def test_a_pair_is_printed_in_the_published_shape(checkout: Path) -> None:
    folder = checkout / "examples/proofs"
    for name, status in (("odd_sum", "accepted"), ("halves", "rejected")):
        pair = f"--challenge {folder / name}/Challenge.lean --candidate {folder / name}/Candidate.lean"
        done = verifier(checkout, f"verifier proofs {pair} --format json")
        (result,) = lines(done.stdout)
        assert list(result) == ["id", "status", "reasons", "steps", "toolchain", "decided_by", "notes"]
        assert (result["id"], result["status"], done.returncode) == (name, status, int(status == "rejected"))
    (reason,) = result["reasons"]
    assert (reason["rule"], reason["line"], reason["column"]) == ("elaboration-error", 5, 29)
    wrong = [step["text"] for step in result["steps"] if step["judgement"] == "error"]
    assert wrong == ["omega"]


def test_rows_and_records(checkout: Path) -> None:
    records = checkout / "records.jsonl"
    done = verifier(checkout, f"verifier proofs examples/proofs/rows.jsonl --format json --records {records}")
    assert [(row["id"], row["status"]) for row in lines(done.stdout)] == [
        ("commutes", "accepted"),
        ("closed", "accepted"),
    ]
    kept = lines(records.read_text("utf-8"))
    assert [row["first_error"] for row in kept] == [None, None]
    assert kept[0]["steps"][0]["kind"] == "estimated" and kept[0]["versions"]["gate"] == "accepted"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((), "expected a file or a folder"),
        (("nowhere",), "nowhere: expected a file or a folder"),
        (("--challenge", "x.lean"), "--challenge and --candidate go together"),
        ((".",), "expected Lean files"),
        ((".", "--changed-since", "--output=x"), "expected a revision"),
        ((".", "--changed-since", "HEAD"), "git"),
        ((".", "--server", "http://127.0.0.1:9", "--freeze", "x"), "--server does not go with"),
        ((".", "--min-lean", "new"), "expected a version such as 4.34.0"),
    ],
)
def test_wrong_usage_is_told_apart(command: Run, args: tuple[str, ...], says: str) -> None:
    done = command("proofs", *args)
    assert done.returncode == 2 and says in done.stderr


def test_a_killed_run_goes_on_and_sums_up_once(command: Run, tmp_path: Path) -> None:
    rows = [
        {"id": str(i), "statement": f"{i} + 1 = {i + 1 + (i == 7)}", "proof": f"by decide -- {uuid.uuid4()}"}
        for i in range(40)
    ]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    argv = [sys.executable, "-m", "verifier.cli.main", "proofs", "rows.jsonl", "--format", "json"]
    with subprocess.Popen(argv, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as run:
        assert run.stdout is not None
        for _ in range(5):
            assert run.stdout.readline()
        run.kill()
    done = command("proofs", "rows.jsonl", "--format", "json")
    assert done.returncode == 1 and [row["id"] for row in lines(done.stdout)] == [str(i) for i in range(40)]
    assert [row["id"] for row in lines(done.stdout) if row["status"] == "rejected"] == ["7"]
    counts, kept, by = done.stderr.splitlines()[-3:]
    assert counts == "verifier: 39 accepted, 1 rejected"
    assert int(kept.removeprefix("verifier: from the cache: ")) >= 5
    assert by.startswith("verifier: decided by the gate and the kernel of Lean") and by.endswith("on this machine: 40")


def test_a_claim_of_a_server_does_not_pass(command: Run, tmp_path: Path) -> None:
    def answer(_: str, body: dict[str, Any]) -> dict[str, Any]:
        place = {"pos": {"line": 1, "column": 0}, "severity": "info"}
        said = [{**place, "data": text} for text in ("'target' does not depend on any axioms", '"4.34.0"')]
        return {"results": [{"id": body["snippets"][0]["id"], "time": 0.1, "response": {"messages": said}}]}

    (tmp_path / "rows.jsonl").write_text('{"statement": "1 = 2", "proof": "by decide"}\n', encoding="utf-8")
    with answering(answer) as there:
        done = command("proofs", "rows.jsonl", "--server", there.url)
    assert done.returncode == 3 and "accepted" not in done.stdout
    assert "1 claimed" in done.stdout and "by its own word: 1" in " ".join(done.stdout.split())


def test_rows_that_are_none_are_named_and_the_others_judged(command: Run, tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_bytes(b'{"id": 1}\nnot json\n\xff\n')
    done = command("proofs", "rows.jsonl")
    assert done.returncode == 2 and all(f"rows.jsonl:{n}" in done.stderr for n in (1, 2, 3))


def test_a_toolchain_that_cannot_be_had_is_infrastructure(command: Run, tmp_path: Path) -> None:
    (tmp_path / "a.lean").write_text("theorem a : 1 = 1 := rfl\n")
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = command("proofs", "a.lean", env={"VERIFIER_CACHE": str(blocked / "under"), "PATH": "/usr/bin:/bin"})
    assert done.returncode == 3 and "invalid" not in done.stdout


def test_a_folder_of_chains_gates_as_proofs_do(command: Run, tmp_path: Path) -> None:
    for name in ("lucky", "linear"):
        shutil.copy(EXAMPLES / f"{name}.json", tmp_path / f"{name}.json")
    shutil.copy(EXAMPLES / "ci/solutions/tiles.json", tmp_path / "tiles.json")
    summary = tmp_path.parent / f"{tmp_path.name}-summary.md"  # not among the solutions
    env = {"GITHUB_STEP_SUMMARY": str(summary)}
    done = command("check", ".", "--lean", "off", "--format", "github", env=env)
    assert done.returncode == 1, done.stderr
    said = done.stdout.splitlines()
    assert [line.split(",")[0] for line in said] == ["::error file=linear.json", *["::error file=lucky.json"] * 2]
    assert "3 failed" not in summary.read_text("utf-8") and "2 failed" in summary.read_text("utf-8")
    done = command("check", ".", "--lean", "off", "--format", "junit")
    assert done.returncode == 1 and 'tests="3" failures="2" errors="0"' in done.stdout
    done = command("check", ".", "--lean", "off", "--format", "sarif")
    assert [result["ruleId"] for result in json.loads(done.stdout)["runs"][0]["results"]] == ["refuted-step"] * 3


def test_a_file_of_a_folder_that_is_no_chain_is_an_error_in_the_report(command: Run, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"problem": 1}', encoding="utf-8")
    done = command("check", ".", "--lean", "off", "--format", "junit")
    assert done.returncode == 2 and 'errors="1"' in done.stdout
    (tmp_path / "x.json").unlink()
    assert command("check", ".", "--lean", "off").returncode == 2
