"""How the command is called and what its help shows: by module, with -h, in groups, completed by shells."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.command_line import Run
from typer.main import get_command

import verifier
from verifier.cli.main import PARTS, whole


def test_the_package_is_a_module_that_can_be_run_and_says_its_version(tmp_path: Path) -> None:
    for args in (["version"], ["--version"]):
        done = subprocess.run(
            [sys.executable, "-m", "verifier", *args], capture_output=True, text=True, cwd=tmp_path, check=True
        )
        assert done.stdout == f"verifier {verifier.__version__}\n"


@pytest.mark.parametrize("args", [(), ("check",), ("bench",), ("bench", "exact"), ("lean", "install")])
def test_h_is_help(args: tuple[str, ...], command: Run) -> None:
    short, long = command(*args, "-h"), command(*args, "--help")
    assert (short.returncode, short.stdout) == (0, long.stdout) and "Usage:" in short.stdout


def test_commands_are_grouped_by_task(command: Run) -> None:
    shown = command("-h").stdout
    titles = [line.rstrip(":") for line in shown.splitlines() if line.endswith(":") and not line.startswith(" ")]
    assert titles == ["Options", *(title for title, _ in PARTS)]
    check = shown.split("\nCheck:\n")[1].split("\n\n")[0]
    assert all(f"  {name} " in check for name in ("check", "explain", "recheck", "repair", "pick"))


def test_every_command_is_under_a_heading() -> None:
    commands = get_command(whole()).commands  # type: ignore[attr-defined]
    assert [name for name, one in commands.items() if one.rich_help_panel not in dict(PARTS)] == []


def test_options_are_grouped_and_rare_ones_are_shown_on_demand(command: Run) -> None:
    short, whole = command("check", "-h").stdout, command("check", "--help-all").stdout
    for title in ("Lean", "Estimates by a model", "Translations of the chains", "Output"):
        assert f"\n{title}:\n" in short
    assert "--timeout" not in short and "--timeout" in whole.split("\nLean:\n")[1].split("\n\n")[0]
    assert "--help-all" in short


def leaves(one: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command that does something, with its words."""
    for name, part in getattr(one, "commands", {}).items():
        yield from leaves(part, (*path, name))
    if not hasattr(one, "commands"):
        yield path, one


LEAVES = dict(leaves(get_command(whole())))


@pytest.mark.parametrize("path", LEAVES, ids=" ".join)
def test_help_fits_80_columns_and_shows_few_options(path: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    for word, most in (("-h", 20), ("--help-all", 30)):
        with pytest.raises(SystemExit):
            whole()([*path, word], prog_name="verifier")
        shown = capsys.readouterr().out
        if word == "--help-all" and not shown:  # a command with few options has none to leave out
            continue
        assert [line for line in shown.splitlines() if len(line) > 80] == []
        options = [line for line in shown.splitlines() if re.match("  (-[a-z], )?--[a-z]", line)]
        assert 0 < len(options) <= most


def test_wrong_usage_is_a_plain_line_that_can_be_searched(command: Run) -> None:
    done = command("check", "x", "--leen", "off")
    assert done.returncode == 2 and "No such option: --leen" in done.stderr and "╭" not in done.stderr


def test_a_real_bash_completes_commands_and_options(tmp_path: Path) -> None:
    (tmp_path / "verifier").write_text(
        f'#!/bin/sh\nexec {sys.executable} -c "import sys; from verifier.cli.main import main; '
        'sys.argv[0] = \'verifier\'; main()" "$@"\n'
    )
    (tmp_path / "verifier").chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    asked = {**env, "_VERIFIER_COMPLETE": "source_bash"}
    script = subprocess.run([str(tmp_path / "verifier")], env=asked, capture_output=True, text=True, check=True).stdout
    (tmp_path / "completion.sh").write_text(script)
    for words, found in ((("rech",), "recheck"), (("check", "--fail"), "--fail-on"), (("bench", "tr"), "translate")):
        ask = f"COMP_WORDS=(verifier {' '.join(words)}); COMP_CWORD={len(words)}; _verifier_completion verifier"
        line = f"source {tmp_path}/completion.sh; {ask}; echo ${{COMPREPLY[@]}}"
        done = subprocess.run(["bash", "-c", line], env=env, capture_output=True, text=True, check=True)
        assert done.stdout.split() == [found], done.stderr
