"""JSON that is laid out over several lines is read, whatever stands in its first line."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import pytest

from verifier.chain import Chain
from verifier.intake.bad import Bad
from verifier.intake.chains import Sources
from verifier.language.files import read_file

CHAIN = {"problem": "Add 2 and 3.", "steps": ["2 + 3 = 5.", "So 5."]}
READ = Chain.of("Add 2 and 3.", ["2 + 3 = 5.", "So 5."])
TEXT = json.dumps(CHAIN)
LAID_OUT = {
    "brace": json.dumps(CHAIN, indent=2),
    "bracket": json.dumps([CHAIN], indent=2),
    "bracket and brace": "[{" + json.dumps(CHAIN, indent=2)[1:] + "]",
    "brace and a member": TEXT.replace(', "steps', ',\n"steps'),
    "bracket, brace and a member": f"[{TEXT}]".replace(', "steps', ',\n"steps'),
    "member cut behind its name": TEXT.replace('"problem":', '"problem"\n:\n'),
    "bracket, blanks and brace": f" [ \n\n {{\n {TEXT[1:]}\n\n]\n",
    "list within": TEXT.replace('["2', '[\n"2'),
}
BEFORE = {
    "nothing": "",
    "mark": "\ufeff",
    "blank lines": "\n \n\t",
    "mark and blank lines": "\ufeff\r\n\n",
    "blanks, mark": " \n \ufeff",
}


def read(data: str | bytes, problem: str | None = None) -> list[Chain | Bad]:
    stream = io.BytesIO(data.encode() if isinstance(data, str) else data)
    return list(Sources(["-"], problem).items(io.BufferedReader(stream)))  # type: ignore[type-var]


@pytest.mark.parametrize("before", BEFORE.values(), ids=BEFORE)
@pytest.mark.parametrize("text", LAID_OUT.values(), ids=LAID_OUT)
def test_json_over_lines_is_read_whatever_begins_it(text: str, before: str) -> None:
    assert read(before + text) == [READ]
    assert read(before + text, "Add 2 and 3.") == [READ]
    assert read(gzip.compress((before + text.replace("\n", "\r\n")).encode())) == [READ]


@pytest.mark.parametrize("name", ["a.json", "a.jsonl", "a", "a.txt", "a.dat"])
def test_json_over_lines_is_read_whatever_its_file_is_called(name: str, tmp_path: Path) -> None:
    for text in LAID_OUT.values():
        (tmp_path / name).write_text("\ufeff" + text, encoding="utf-8")
        assert list(Sources([str(tmp_path / name)]).items(io.BytesIO())) == [READ], text
        assert list(Sources([str(tmp_path / name)], CHAIN["problem"]).items(io.BytesIO())) == [READ], text  # type: ignore[arg-type]


def test_documents_one_behind_another_are_all_read() -> None:
    text = "\n".join(json.dumps({**CHAIN, "id": str(i)}, indent=1) for i in range(3))
    assert [one.id for one in read(text) if isinstance(one, Chain)] == ["0", "1", "2"]
    *good, bad = read(text[:-3])
    assert len(good) == 2 and isinstance(bad, Bad) and bad.where == "<stdin>:23"


def test_what_follows_a_list_is_named() -> None:
    first, bad = read(f"[\n{TEXT}\n]\nand more")
    assert first == READ and isinstance(bad, Bad) and "got 'and more'" in bad.message


def test_a_solution_that_begins_with_a_bracket_stays_a_text() -> None:
    for text in ("{x} is the set.\n\nSo 5.", "[2, 3] is the interval.\n\nSo 5."):
        [chain] = read(text, "Add.")
        assert isinstance(chain, Chain) and chain.problem == "Add." and chain.steps[0].text[0] == text[0]


@pytest.mark.parametrize("before", BEFORE.values(), ids=BEFORE)
def test_a_formal_chain_over_lines_is_read_whatever_begins_it(before: str, tmp_path: Path) -> None:
    chain = json.loads(Path("examples/formal/bakery.json").read_text("utf-8"))
    flat = json.dumps(chain)
    for text in (json.dumps(chain, indent=1), flat.replace(', "', ',\n"', 1), f"[\n{flat}]", f"{flat}\n"):
        (tmp_path / "a.json").write_text(before + text, encoding="utf-8")
        [found] = read_file(tmp_path / "a.json")
        assert found.error is None and found.chain is not None
