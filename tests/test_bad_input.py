"""Bad input to the real command: one line that names file, line and what was expected; exit status 2; the rest is
judged.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.command_line import Run, lines, run
from support.sizes import sized

GOOD = json.dumps({"problem": "Add 2 and 3.", "steps": ["So 2 + 3 = 5."]}).encode()

BAD: dict[str, tuple[bytes, str]] = {
    "malformed": (b'{"problem": "p", "steps": [', "chain.json:1: expected JSON"),
    "a missing key": (b'{"problem": "p"}', 'chain.json:1: expected an object {"problem": string, "steps": [strings]}'),
    "a step that is no string": (
        b'{"problem": "p", "steps": [1]}',
        "chain.json:1: expected step 0 (counted from 0) as a string",
    ),
    "an empty chain": (b'{"problem": "p", "steps": []}', 'chain.json:1: expected "steps" with at least one step'),
    "invalid UTF-8": (b'{"problem": "\xff", "steps": ["a"]}', "chain.json:1: expected UTF-8"),
    "nothing": (b"", "chain.json: the file is empty"),
    "a NUL byte": (b'{"problem": "\x00", "steps": ["a"]}', "chain.json:1: expected JSON"),
    "deep nesting": (b'{"problem": ' + b"[" * 1_000_000, "chain.json:1: expected JSON"),
    "a key twice": (b'{"problem": "p", "problem": "q", "steps": ["a"]}', "chain.json:1: expected JSON"),
    "an escape sequence in a key": (b'{"a\\u001b[2J": 1, "a\\u001b[2J": 2}', "chain.json:1: expected JSON"),
}


@pytest.mark.parametrize("name", BAD)
def test_one_line_says_what_was_expected_of(name: str, command: Run, tmp_path: Path) -> None:
    data, expected = BAD[name]
    (tmp_path / "chain.json").write_bytes(data)
    done = command("check", "chain.json", "--lean", "off")
    assert (done.returncode, done.stdout) == (2, "")
    assert expected in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.rstrip("\n").isprintable()


@pytest.fixture(scope="module")
def among(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    """One run over all that is bad, a good chain behind each."""
    data = b"".join(bad + b"\n" + GOOD + b"\n" for bad, _ in BAD.values())
    return run(tmp_path_factory.mktemp("among"), "check", "-", "--lean", "off", "--json", stdin=data)


@pytest.mark.parametrize("name", BAD)
def test_among_other_chains_it_becomes_a_record_with_an_error(
    name: str, among: subprocess.CompletedProcess[str]
) -> None:
    rows = lines(among.stdout)
    told = [row.get("error", "good").partition(": expected")[0] for row in rows]
    place = f"<stdin>:{2 * list(BAD).index(name) + 1}"
    assert told.count(place) == bool(BAD[name][0]) and told.count("good") == len(BAD)
    behind = rows[told.index(place) + 1] if place in told else rows[-1]
    assert behind["steps"][0]["correct"] is True
    assert among.returncode == 2


def test_an_empty_line_among_chains_is_nothing(command: Run) -> None:
    done = command("check", "-", "--lean", "off", "--json", stdin=GOOD + b"\n\n" + GOOD + b"\n")
    assert done.returncode == 0 and [row["steps"][0]["correct"] for row in lines(done.stdout)] == [True, True]


@pytest.mark.parametrize("name", ["absent.json", "folder", "secret.json"])
def test_a_file_that_cannot_be_read_is_named(name: str, command: Run, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "secret.json").touch(mode=0)
    done = command("check", name, "--lean", "off")
    assert done.returncode == 2
    assert done.stderr.startswith(f"verifier: {name}")
    assert len(done.stderr.splitlines()) == 1


def test_lone_surrogates_come_out_again(command: Run) -> None:
    text = '{"problem": "\\ud800", "steps": ["\\udfff 2 + 2 = 4"]}'
    for options in (("--json",), ()):
        done = command("check", "-", "--lean", "off", *options, stdin=text)
        assert (done.returncode, done.stderr) == (0, "")
    [row] = lines(command("check", "-", "--lean", "off", "--json", stdin=text).stdout)
    assert (row["problem"], row["steps"][0]["text"]) == ("\ud800", "\udfff 2 + 2 = 4")


HUGE: dict[str, Any] = {
    "one line of megabytes": ["1 + " * sized(500_000, 2_500_000) + "1 = 3"],
    "a megabyte of words": ["word " * sized(200_000, 2_000_000)],
    "ten thousand brackets": ["(" * 10_000 + "1" + ")" * 10_000 + " = 2"],
    "thousands of steps": ["So 2 + 2 = 4."] * sized(3_000, 20_000),
    "a chain of thousands of equalities": ["1" + " = 1" * sized(2_500, 10_000)],
    "hundreds of letters": [f"So x_{i} = {i}." for i in range(sized(600, 2000))],
    "a tower of powers": ["So 9^9^9^9 = 0.", "9**9**9 = 1", "(10^9)! = 1"],
}


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (3 * 2**30, 3 * 2**30))
    resource.setrlimit(resource.RLIMIT_CPU, (300, 300))  # seconds of its own, however busy the machine is


@pytest.mark.parametrize("name", HUGE)
def test_an_answer_comes_in_bounded_time_and_memory_to(name: str) -> None:
    data = json.dumps({"problem": "Add.", "steps": HUGE[name]}).encode()
    done = subprocess.run(
        [sys.executable, "-m", "verifier.cli.main", "check", "-", "--lean", "off", "--json"],
        input=data,
        capture_output=True,
        timeout=1500,
        check=False,
        preexec_fn=limited,
    )
    assert (done.returncode in (0, 1), done.stderr) == (True, b"")
    [row] = lines(done.stdout.decode())
    assert len(row["steps"]) == len(HUGE[name])
