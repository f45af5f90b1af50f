"""A program that is linked once means what it meant: every symbol leads to the function or address that it did."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from verifier.checkers.lean.toolchain import install
from verifier.checkers.lean.toolchain.node import node
from verifier.checkers.lean.toolchain.patches.code_cache_patch import CODE
from verifier.checkers.lean.toolchain.patches.library_patch import LIBRARY, NAMES, listed
from verifier.checkers.lean.toolchain.patches.relink import LINKED, relinked
from verifier.checkers.lean.toolchain.patches.runtime_patches import RepairFailed, mended

I32, CONST, END = b"\x7f", b"\x41", b"\x0b"


def section(kind: int, *items: bytes) -> bytes:
    content = bytes([len(items)]) + b"".join(items)
    return bytes([kind, len(content)]) + content


def named(name: str) -> bytes:
    return bytes([len(name)]) + name.encode()


def program(names: dict[str, bytes]) -> bytes:
    """Five functions, each of which gives its own number, two of them in the table; three globals."""
    dylink = named("dylink.0") + named("apart")
    return b"".join(
        [
            b"\0asm\x01\0\0\0",
            bytes([0, len(dylink)]) + dylink,
            section(1, b"\x60\0\x01" + I32),
            section(
                2,
                named("env") + named("given") + b"\0\0",
                named("env") + named("memory") + b"\x02\x03\x01\x01",  # shared: a lower and an upper limit
                named("GOT.func") + named("abort") + b"\x03" + I32 + b"\x01",
            ),
            section(3, *[b"\0"] * 5),
            section(4, b"\x70\0\x03"),
            section(6, *(I32 + change + CONST + value + END for change, value in GLOBALS)),
            section(7, *(named(name) + what for name, what in names.items())),
            section(9, b"\0" + CONST + b"\x01" + END + b"\x02\x03\x01"),
            section(10, *(b"\x04\0" + CONST + bytes([10 + n]) + END for n in range(5))),
        ]
    )


GLOBALS = [(b"\x01", b"\x05"), (b"\0", b"\xc0\xbb\x78"), (b"\0", b"\xf4\x01")]  # 5, -123456 and 244
NAMES_OF_ALL = {
    "table": b"\x01\0",
    "first": b"\0\x01",
    "second": b"\0\x02",
    "alias": b"\0\x02",
    "third": b"\0\x03",
    "a": b"\0\x04",
    "used": b"\0\x05",
    "apart": b"\0\x05",
    "changes": b"\x03\x01",
    "below": b"\x03\x02",
    "above": b"\x03\x03",
}

SEARCH = """
const fs = require("fs"); const scriptDirectory = FOLDER;
FIND
const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
const abort = new WebAssembly.Global({ value: "i32", mutable: true }, 1);
const imports = { env: { given: () => 7, memory }, "GOT.func": { abort } };
const load = name => new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(FOLDER + name)), imports).exports;
const plain = load("plain.wasm"), linked = load("linked.wasm");
const seen = {};
for (const name in plain) {
  const found = findSymbol(name), value = plain[name];
  seen[name] = [typeof value == "function" ? value() : Number(value.value),
    found === null ? null : typeof value == "function" ? linked.table.get(found)() : found];
}
console.log(JSON.stringify([seen, Object.keys(linked), linked.table.length, [findSymbol("abba"), findSymbol("")]]));
"""


def test_every_symbol_leads_where_it_led_and_what_is_mentioned_stays_exported(tmp_path: Path) -> None:
    whole = program(NAMES_OF_ALL)
    found = relinked(whole, "use(table);wasmExports['used']")
    (tmp_path / "plain.wasm").write_bytes(whole)
    (tmp_path / "linked.wasm").write_bytes(found.wasm)
    (tmp_path / "lean.symbols").write_bytes(found.symbols)
    [find] = re.findall(r"var symbols;.*return null};(?=var __dlsym_js)", LINKED[-1].new)
    text = SEARCH.replace("FOLDER", json.dumps(f"{tmp_path}/")).replace("FIND", find)
    done = subprocess.run([str(node()), "-e", text], capture_output=True, text=True, check=True)
    seen, exported, places, absent = json.loads(done.stdout)
    numbers = {"first": 10, "second": 11, "alias": 11, "third": 12, "a": 13, "used": 14, "apart": 14}
    values = {**numbers, "below": -123456, "above": 244}
    assert {name: pair for name, pair in seen.items() if pair[1] is not None} == {n: [v, v] for n, v in values.items()}
    assert seen["changes"] == [5, None] and absent == [None, None]
    assert exported == ["table", "used", "apart", "changes"]  # of JavaScript, of each thread, not constant
    assert places == 6, "each function stands in the table once"


@pytest.mark.parametrize("cut", [0, 4, 20, 60, 120])
def test_a_file_that_ends_in_the_middle_or_lacks_a_section_fails_loudly(cut: int) -> None:
    with pytest.raises(RepairFailed, match=r"lean\.wasm"):
        relinked(program(NAMES_OF_ALL)[:cut], "")


def test_a_table_that_is_not_as_foreseen_fails_loudly() -> None:
    with pytest.raises(RepairFailed, match="its table"):
        relinked(program(NAMES_OF_ALL).replace(b"\x70\0\x03", b"\x70\0\x04"), "")


@pytest.mark.parametrize("repairs", [LIBRARY, CODE, LINKED])
def test_a_text_that_the_later_repairs_do_not_find_once_fails_loudly(repairs: tuple[object, ...]) -> None:
    whole = ";".join(repair.old for repair in repairs)  # type: ignore[attr-defined]
    assert mended(whole, repairs) != whole  # type: ignore[arg-type]
    for repair in repairs:
        old: str = repair.old  # type: ignore[attr-defined]
        for broken in (whole.replace(old, ""), whole + old):
            with pytest.raises(RepairFailed, match="not the file"):
                mended(broken, repairs)  # type: ignore[arg-type]


def test_a_lean_that_cannot_be_linked_stays_as_it_was_and_the_reason_is_said(tmp_path: Path) -> None:
    for name in ("bin/lean.js", "bin/lean.wasm", f"bin/{NAMES}"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("plain")
    said: list[str] = []
    assert install._link(tmp_path, lambda stage, share: said.append(stage)).startswith("not linked: lean.wasm")
    assert "slower" in said[-1] and [path.name for path in tmp_path.iterdir()] == ["bin"]
    assert {path.read_text() for path in (tmp_path / "bin").iterdir()} == {"plain"}


def test_a_linked_lean_that_does_not_compute_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / "lean.js").write_text("console.log('no Lean')")
    with pytest.raises(RepairFailed, match=r"does not compute: no Lean"):
        install._try(tmp_path / "lean.js", tmp_path)


def test_the_list_of_the_library_names_its_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "Init/Data").mkdir(parents=True)
    (tmp_path / "Init/Data/Nat.olean").touch()
    assert json.loads(listed(tmp_path)) == ["Init", "Init/Data", "Init/Data/Nat.olean"]
