"""Repairs of the downloaded JavaScript: each fits exactly once, or nothing is installed."""

from __future__ import annotations

import pytest

from verifier.checkers.lean.toolchain.patches.runtime_patches import REPAIRS, RepairFailed, drop_unused_names, repaired

TOY = (
    "var Module={};use(_kept);var _main,_lean_main,_kept,_dropped;function assignWasmExports(wasmExports){"
    '_main=Module["_main"]=wasmExports["a"];_lean_main=wasmExports["b"];_kept=wasmExports["c"];'
    '_dropped=wasmExports["d"]}var wasmImports;function assignWasmImports(){_main()}'
)


def whole() -> str:
    return TOY + "".join(repair.old for repair in REPAIRS)


def test_names_that_nothing_mentions_are_dropped_and_the_others_stay() -> None:
    text = drop_unused_names(TOY)
    assert "_dropped" not in text and "_lean_main" not in text
    assert 'var _main,_kept;function assignWasmExports(wasmExports){_main=Module["_main"]=' in text


def test_every_repair_is_made() -> None:
    text = repaired(whole())
    assert all(repair.new in text and repair.old not in text for repair in REPAIRS if repair.old not in repair.new)


@pytest.mark.parametrize("repair", REPAIRS, ids=lambda repair: repair.why[:30])
def test_a_text_that_is_missing_or_stands_there_twice_fails_loudly(repair: object) -> None:
    old = repair.old  # type: ignore[attr-defined]
    for broken in (whole().replace(old, ""), whole() + old):
        with pytest.raises(RepairFailed, match="not the file"):
            repaired(broken)


def test_another_file_altogether_fails_loudly() -> None:
    with pytest.raises(RepairFailed):
        repaired("console.log('hello')")
