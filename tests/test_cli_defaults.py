"""Defaults of options from a section of a pyproject.toml: found, named, overruled, refused with what was meant."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command_line import run

CHAIN = {"id": "w", "problem": "Add 2 and 3.", "steps": ["So 2 + 3 = 6."]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder below the one that a file can be put into."""
    (tmp_path / "deep/er").mkdir(parents=True)
    (tmp_path / "deep/er/chain.json").write_text(json.dumps(CHAIN))
    return tmp_path / "deep/er"


def put(folder: Path, text: str) -> Path:
    place = folder.parent.parent / "pyproject.toml"
    place.write_text(text)
    return place


def test_defaults_are_found_upwards_used_and_named(folder: Path) -> None:
    place = put(folder, '[tool.verifier]\nlean = "off"\n[tool.verifier.check]\nformat = "json"\nfail-on = ["answer"]\n')
    done = run(folder, "check", "chain.json")
    assert done.returncode == 1 and json.loads(done.stdout)["id"] == "w"
    said = f"verifier: {place} [tool.verifier] gives format = json, lean = off, fail-on = answer"
    assert sorted(done.stderr.split()) == sorted(said.split())


def test_the_command_line_overrules_them_and_they_are_not_named_then(folder: Path) -> None:
    put(folder, '[tool.verifier]\nlean = "off"\nformat = "json"\n[tool.verifier.explain]\nlean = "off"\n')
    done = run(folder, "check", "chain.json", "--format", "github", "--lean", "off")
    assert done.stdout.startswith("::error") and done.stderr == ""
    assert run(folder, "version").stderr == "", "a command without these options has nothing to say of them"


def test_the_nearest_file_with_a_section_counts_and_one_without_is_passed_over(folder: Path) -> None:
    place = put(folder, '[tool.verifier]\nlean = "off"\n')
    (folder / "pyproject.toml").write_text("[tool.ruff]\nline-length = 99\n")
    assert f"{place} [tool.verifier] gives lean = off" in run(folder, "check", "chain.json").stderr
    (folder.parent / "pyproject.toml").write_text("[tool.verifier]\n")
    assert "[tool.verifier] gives" not in run(folder, "explain", "chain.json", "--step", "0", "--lean", "off").stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('lena = "off"', "no option is called 'lena'; did you mean 'lean'?"),
        ('[tool.verifier.chekc]\nlean = "off"', "no command is called 'chekc'; did you mean 'check'?"),
        ('[tool.verifier.check]\nlabels = "exact"', "check: no option is called 'labels'"),
        ('lean = "of"', "'of' is not one of 'off', 'auto', 'require'"),
        ("certify = 1", "expected certify as true or false, got 1"),
        ('timeout = ["1"]', "expected timeout as one string or number"),
        ("lean = ", "expected TOML"),
        ('given = "formal.json"', "--given is said on the command line alone"),
        ('trust = "agreeing"', "--trust is said on the command line alone"),
        ('kernel = "rm"', "--kernel is said on the command line alone"),
        ('translator-url = "http://x"', "--translator-url is said on the command line alone"),
    ],
)
def test_what_cannot_be_is_refused_and_the_file_is_named(text: str, said: str, folder: Path) -> None:
    place = put(folder, f"[tool.verifier]\n{text}\n")
    done = run(folder, "check", "chain.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert said in " ".join(done.stderr.split()) and str(place) in done.stderr
