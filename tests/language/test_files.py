"""Files of formal chains: JSON Lines or laid out, packed or not; what is wrong is told with its line."""

from __future__ import annotations

import gzip
import io
import json
import sys
from pathlib import Path

import pytest
from support.formal_chains import PEARS, PROBLEM, STEPS, changed

from verifier.chain import Chain
from verifier.language.files import MAX_LINE, joined, read_file
from verifier.language.places import ShapeError
from verifier.language.read_chain import read_chain

LINE = json.dumps(PEARS)


def told(path: Path) -> list[tuple[int, str]]:
    """Return the line and the id of each chain of a file, or what is wrong with it."""
    return [(one.line, one.chain.id if one.chain else str(one.error)) for one in read_file(path)]


def file(tmp_path: Path, text: str | bytes, name: str = "chains.jsonl") -> Path:
    path = tmp_path / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_lines_are_read_one_by_one_and_a_bad_one_costs_no_other(tmp_path: Path) -> None:
    text = f"{LINE}\n\n{{not json\n{json.dumps(changed('steps', 0, to=1))}\n[1]\n{LINE}"
    assert told(file(tmp_path, text)) == [
        (1, "pears"),
        (3, "line 3: expected JSON, found none at column 2: Expecting property name enclosed in double quotes"),
        (4, "line 4, chain pears, step 0: expected a step as a list of statements, found a number"),
        (5, "line 5: expected a formal chain as an object, found a list"),
        (6, "pears"),
    ]


def test_several_translations_of_a_chain_are_counted_in_order(tmp_path: Path) -> None:
    other = json.dumps(changed("id", to="apples"))
    samples = [
        (one.chain and one.chain.id, one.sample) for one in read_file(file(tmp_path, f"{LINE}\n{other}\n{LINE}"))
    ]
    assert samples == [("pears", 0), ("apples", 0), ("pears", 1)]


@pytest.mark.parametrize("indent", [1, 4, None])
@pytest.mark.parametrize("name", ["chains.json", "chains.jsonl"])
def test_one_value_laid_out_is_read_as_well(tmp_path: Path, indent: int | None, name: str) -> None:
    assert told(file(tmp_path, json.dumps(PEARS, indent=indent), name)) == [(1, "pears")]
    assert told(file(tmp_path, json.dumps([PEARS, PEARS], indent=indent), name)) == [(1, "pears")] * 2


def test_a_packed_file_is_unpacked(tmp_path: Path) -> None:
    assert told(file(tmp_path, gzip.compress(LINE.encode()), "chains.jsonl.gz")) == [(1, "pears")]


@pytest.mark.parametrize("packed", [LINE.encode(), gzip.compress(LINE.encode() * 50)[:-20], b"", b"\x1f\x8b\x08junk"])
def test_a_damaged_packed_file_is_an_error_of_the_file(tmp_path: Path, packed: bytes) -> None:
    path = file(tmp_path, packed, "chains.jsonl.gz")
    if packed:
        with pytest.raises(OSError):
            told(path)
    else:
        assert told(path) == []


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINE.encode())))
    assert told(Path("-")) == [(1, "pears")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b'{"id": "\xff"}', "expected JSON in UTF-8"),
        ("[" * 100_000, "nests too deep"),
        ('{"id": ' * 100_000, "nests too deep"),
        ('{"id": NaN}', "NaN is no number of JSON"),
        ('{"id": 1, "id": 2}', "an object has the field 'id' twice"),
        ('{"id": ' + "9" * 5000 + "}", "Exceeds the limit"),
        ("{" + " " * MAX_LINE + "}", "expected at most 4000000 bytes of JSON"),
        ('{"formal": 1}', 'expected a field "id", found none'),
    ],
)
def test_hostile_json_is_refused_with_a_reason(tmp_path: Path, text: str | bytes, message: str) -> None:
    found = told(file(tmp_path, text))
    assert [line for line, _ in found] == [1] and message in found[0][1]


def test_a_line_that_is_too_long_costs_no_other(tmp_path: Path) -> None:
    found = told(file(tmp_path, "x" * (2 * MAX_LINE) + f"\n{LINE}\n"))
    assert [line for line, _ in found] == [1, 2] and found[1][1] == "pears"


BARE = {name: value for name, value in PEARS.items() if name not in ("problem", "steps_text")}


def test_text_that_stands_beside_is_put_in() -> None:
    whole = joined(read_chain(BARE), Chain.of(PROBLEM, STEPS, "pears"))
    assert whole == read_chain(PEARS)
    assert joined(whole, Chain.of(PROBLEM, STEPS)) == whole


@pytest.mark.parametrize(
    ("chain", "message"),
    [
        (Chain.of(PROBLEM, STEPS[:1], "pears"), "2 steps are translated, and the text has 1"),
        (Chain.of(PROBLEM, STEPS, "apples"), "expected the text of this chain, found that of 'apples'"),
        (Chain.of(PROBLEM, ("a", "b"), "pears"), "its own text differs"),
    ],
)
def test_text_of_another_chain_is_refused(chain: Chain, message: str) -> None:
    with pytest.raises(ShapeError) as why:
        joined(read_chain(PEARS), chain)
    assert message in str(why.value)
