"""Kept machine code computes what the program computes, and code that is no good is done without."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from verifier.checkers.lean.process.session import LeanSession
from verifier.checkers.lean.toolchain import code_cache, toolchain
from verifier.checkers.lean.toolchain.node import node
from verifier.checkers.lean.toolchain.patches.code_cache_patch import CODE

PROGRAM = bytes.fromhex("0061736d01000000 0105016000017f 03020100 070501 0166 0000 0a06010400412a0b".replace(" ", ""))
"""A program whose ``f`` gives 42."""

LEAVE = """
const fs = require("fs"); const binary = Buffer.from(PROGRAM, "hex"); const name = FOLDER + "/lean.code";
FUNCTIONS
require("v8").setFlagsFromString("--no-wasm-dynamic-tiering");
WebAssembly.instantiate(binary).then(({ module, instance }) => { instance.exports.f(); leaveCode(name, module) });
"""
READ = """
const fs = require("fs"); const binary = Buffer.from(PROGRAM, "hex"); const name = FOLDER + "/lean.code";
FUNCTIONS
const read = moduleFromCode(name, binary);
fs.writeFileSync(FOLDER + "/none", "no code at all".repeat(100));
let dialect; try { new Function("return %SystemBreak()"); dialect = "on" } catch { dialect = "off" }
console.log(JSON.stringify([new WebAssembly.Instance(read).exports.f(), dialect,
  ["", FOLDER + "/none", FOLDER + "/absent"].map(name => moduleFromCode(name, binary) === undefined)]));
"""


def ran(text: str, folder: Path) -> str:
    functions = CODE[0].new.removesuffix(CODE[0].old)
    text = text.replace("PROGRAM", json.dumps(PROGRAM.hex())).replace("FOLDER", json.dumps(str(folder)))
    argv = [str(node()), "-e", text.replace("FUNCTIONS", functions)]
    return subprocess.run(argv, capture_output=True, text=True, check=True).stdout


def test_code_that_one_process_left_another_one_reads_and_nothing_else(tmp_path: Path) -> None:
    ran(LEAVE, tmp_path)
    assert json.loads(ran(READ, tmp_path)) == [42, "off", [True, True, True]]


LINES = len(code_cache.ASKED) + 2
SAYS = f"import os; says = lambda what: print(('@verifier ' + what + chr(10)) * {LINES});"


@pytest.mark.parametrize(
    ("does", "why"),
    [
        ("pass", "0 lines said"),
        (f"{SAYS} says('a'); exit(1)", "lines said"),
        (f"{SAYS} says('a'); os.unlink('lean.code')", "left no code"),
        (f"{SAYS} says(os.environ.get('VERIFIER_CODE', 'a'))", "something else"),
    ],
)
def test_a_run_that_does_not_answer_everything_alike_leaves_no_code(tmp_path: Path, does: str, why: str) -> None:
    (tmp_path / code_cache.CODE).write_text("half of it")
    said = code_cache.keep([sys.executable, "-c", does], tmp_path, {}, tmp_path)
    assert said.startswith("not kept") and why in said and not (tmp_path / code_cache.CODE).exists()


def test_a_cache_that_cannot_be_written_means_a_lean_without_kept_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("VERIFIER_CACHE", str(tmp_path / "file"))
    tools = toolchain.Toolchain("", tmp_path, tmp_path)
    assert toolchain._code(tools, lambda stage, share: None) is None
    assert code_cache.READ not in tools.serve(tmp_path).env


def test_the_real_lean_keeps_its_code_and_starts_without_it_where_the_code_is_no_good(tmp_path: Path) -> None:
    tools = toolchain.ready()
    if tools.home is None:
        pytest.skip("a native Lean is at work here")
    assert tools.code is not None and tools.serve(tmp_path).env[code_cache.READ] == str(tools.code)
    (tmp_path / "other").write_bytes(bytes(16) + tools.code.read_bytes()[16:100_000])
    other = replace(tools, code=tmp_path / "other")
    with LeanSession(lambda: other) as session:
        assert session.prove("∀ n : Nat, n + 0 = n", "fun _ => rfl").ok
