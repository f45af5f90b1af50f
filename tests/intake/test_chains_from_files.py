"""Chains come out of files, and what is not a chain comes out as one line that says where and what was expected."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from verifier.chain import Chain
from verifier.intake.bad import Bad
from verifier.intake.chains import Sources, records
from verifier.intake.files import values as reading_values

GOOD = {"problem": "p", "steps": ["a", "b"]}


def read(text: str | bytes, problem: str | None = None) -> list[Chain | Bad]:
    return list(Sources(["-"], problem).items(io.BytesIO(text if isinstance(text, bytes) else text.encode())))


def only(text: str | bytes) -> str:
    """Return the complaint about ``text``, which is the only thing that comes out."""
    [bad] = read(text)
    assert isinstance(bad, Bad)
    assert "\n" not in str(bad)
    return str(bad)


def test_one_chain_is_a_json_object() -> None:
    [chain] = read(json.dumps({**GOOD, "id": "c1", "answer": "7", "labels": [1, 0]}))
    assert isinstance(chain, Chain)
    assert (chain.problem, [s.text for s in chain.steps], chain.id, chain.answer) == ("p", ["a", "b"], "c1", "7")


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(GOOD, indent=2),
        "\ufeff" + json.dumps(GOOD),
        json.dumps(GOOD, indent=2).replace("\n", "\r\n"),
        f"\n\n{json.dumps(GOOD)}\n\n",
        json.dumps([GOOD]),
        json.dumps([GOOD], indent=1),
        json.dumps({**GOOD, "id": None, "answer": None}),
    ],
    ids=["over many lines", "byte order mark", "carriage returns", "blank lines", "list", "list over lines", "nulls"],
)
def test_a_chain_is_read_however_the_json_is_laid_out(text: str) -> None:
    assert read(text) == [Chain.of("p", ["a", "b"])]


def test_json_lines_are_read_one_by_one() -> None:
    feed = iter([json.dumps(GOOD).encode() + b"\n"] * 3)

    class Stream(io.RawIOBase):
        def readline(self, size: int | None = -1) -> bytes:
            return next(feed, b"")

    assert next(Sources(["-"]).items(Stream())) == Chain.of("p", ["a", "b"])  # type: ignore[arg-type]
    assert len(list(feed)) == 2


def test_a_bad_line_leaves_the_others_alone() -> None:
    lines = [json.dumps(GOOD), '{"problem": "p"', json.dumps({"problem": "p"}), "", json.dumps(GOOD)]
    out = read("\n".join(lines))
    assert [type(item) for item in out] == [Chain, Bad, Bad, Chain]
    assert [str(item)[:10] for item in out[1:3]] == ["<stdin>:2:", "<stdin>:3:"]


def test_a_bad_first_line_leaves_the_others_alone() -> None:
    assert [type(item) for item in read('{"problem": \n' + json.dumps(GOOD))] == [Bad, Chain]


def test_an_id_of_a_bad_chain_is_kept() -> None:
    [bad] = read(json.dumps({"id": "c9", "problem": "p"}))
    assert isinstance(bad, Bad)
    assert bad.id == "c9"


COMPLAINTS: dict[str, tuple[Any, str]] = {
    "nothing": ("", "<stdin>: the file is empty: expected"),
    "blanks": ("  \n\n ", "the file is empty"),
    "an open object": ('{"problem": "p",\n "steps": [', "<stdin>:2: expected JSON"),
    "no problem": ('{"steps": ["a"]}', 'got no key "problem"'),
    "no steps": ('{"problem": "p"}', 'got no key "steps"'),
    "an empty chain": ('{"problem": "p", "steps": []}', "at least one step"),
    "a step that is a number": ('{"problem": "p", "steps": ["a", 3]}', "expected step 1 (counted from 0) as a string"),
    "a step that is null": ('{"problem": "p", "steps": [null]}', "got null"),
    "a problem that is a list": ('{"problem": [], "steps": ["a"]}', 'expected "problem" as a string, got a list'),
    "a list of numbers": ("[3]", "got a number"),
    "a key twice": ('{"problem": "p", "steps": ["a"], "steps": ["b"]}', "the key 'steps' occurs twice"),
    "invalid UTF-8": (b'{"problem": "p\xff", "steps": ["a"]}', "got the byte 0xff at byte 15"),
    "UTF-16": ('{"problem": "p", "steps": ["a"]}'.encode("utf-16"), "expected UTF-8"),
    "a NUL byte": (b'{"problem": "p\x00", "steps": ["a"]}', "expected JSON (invalid control character"),
    "deep nesting": ("[" * 100_000, "nest too deep"),
    "an endless integer": ('{"problem": ' + "1" * 5000 + "}", "expected JSON"),
}


@pytest.mark.parametrize("name", COMPLAINTS)
def test_the_complaint_says_where_and_what_was_expected_of(name: str) -> None:
    text, expected = COMPLAINTS[name]
    assert expected in only(text)


def test_a_file_named_json_is_json(tmp_path: Any) -> None:
    path = tmp_path / "chain.json"
    path.write_text("not json at all")
    [bad] = Sources([str(path)]).items(io.BytesIO())
    assert str(bad).startswith(f"{path}:1: expected JSON")


@pytest.mark.parametrize("name", ["", ".", "absent.json"])
def test_a_file_that_cannot_be_read_is_named(name: str, tmp_path: Any) -> None:
    [bad] = Sources([str(tmp_path / name)]).items(io.BytesIO())
    assert isinstance(bad, Bad)
    assert "expected a file" in str(bad) or "expected a folder with files of chains" in str(bad)
    assert str(tmp_path) in str(bad)


def test_a_line_beyond_the_limit_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_values, "MAX_LINE", 100)
    out = read(json.dumps(GOOD) + "\n" + "x" * 1000 + "\n" + json.dumps(GOOD))
    assert [type(item) for item in out] == [Chain, Bad, Chain]
    assert "<stdin>:2: expected a line of at most 100 bytes" in str(out[1])


def test_lone_surrogates_and_nul_escapes_are_text_like_any_other() -> None:
    [chain] = read('{"problem": "\\ud800", "steps": ["\\u0000", "\\u202e"]}')
    assert isinstance(chain, Chain)
    assert (chain.problem, [step.text for step in chain.steps]) == ("\ud800", ["\0", "\u202e"])


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("First.\n\nSecond.", 2),
        ("Step 1: a\nStep 2: b\nStep 3: c", 3),
        ("1. a\n2. b", 2),
        ("1) a\r\n2) b\r\n", 2),
        ("all of it", 1),
    ],
)
def test_plain_text_is_split_into_steps(text: str, steps: int) -> None:
    [chain] = read(text, "What?")
    assert isinstance(chain, Chain)
    assert (chain.problem, len(chain.steps)) == ("What?", steps)


def test_plain_text_that_is_not_utf8_is_bad() -> None:
    [bad] = read(b"fine\nnot \xff fine", "What?")
    assert str(bad).startswith("<stdin>:2: expected UTF-8")


def test_records_are_read_a_line_at_a_time() -> None:
    values = list(records(["-"], io.BytesIO(b'{"a": 1}\n\n{oops\n3\n')))
    assert [type(value).__name__ for value in values] == ["Value", "Bad", "Value"]
