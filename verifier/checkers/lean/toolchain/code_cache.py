"""The machine code of Lean, kept: what V8 compiled in a first run is read by the later ones.

V8 compiles a function of WebAssembly when it is first called, quickly, and again, well, when it is called often. A
run to keep code from compiles everything well at once (which takes several times as long), asks what a session will
be asked, and writes down what V8 then has. V8 takes it back only in the same version, under the same flags, on the
same kind of processor, and does without it otherwise. What was not called in that run is compiled as before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from verifier.checkers.lean.process.protocol import MARKER, bulk_line, request_line
from verifier.checkers.lean.toolchain import install
from verifier.checkers.lean.toolchain.node import node
from verifier.processes import ProcessLoss, run

CODE = "lean.code"
READ, KEEP = "VERIFIER_CODE", "VERIFIER_KEEP_CODE"
"""What the environment names: a file of code to read, and one to write at the end."""

SECONDS = 300.0
MEMORY = 6 << 30
HEARTBEATS = 200_000

_FIELD = "∀ {K : Type} [Lean.Grind.Field K] [Lean.Grind.IsCharP K 0] "
_ORDERED = (
    "∀ {K : Type} [Lean.Grind.Field K] [LE K] [LT K] [Std.IsLinearOrder K] [Std.LawfulOrderLT K] "
    "[Lean.Grind.OrderedRing K] "
)
ASKED = (
    ("∀ n : Nat, n + 0 = n", "fun _ => rfl"),
    ("2 = 3", "sorryAx _ true"),
    ("¬ (48 / 2 : Rat) = 25", "by grind"),
    ("(12345 * 6789 : Int) = 83810205", "by decide +kernel"),
    ("∀ a b : Int, 2 * a + 3 = 7 → b = a → b = 2", "by intros; omega"),
    (_FIELD + "(x y : K), (x + y) * (x - y) = x ^ (2 : Nat) - y ^ (2 : Nat)", "by intros; grind"),
    (_FIELD + "(x y : K), x + y = 10 → x - y = 2 → x = 6", "by intros; grind"),
    (_FIELD + "(x : K), x ^ (2 : Nat) - 5 * x + 6 = 0 → x = 2 ∨ x = 3", "by intros; grind"),
    (_ORDERED + "(x y : K), x < y → 0 < x → 2 * x < 3 * y", "by intros; grind"),
    (_ORDERED + "(x : K), x ^ (2 : Nat) = 9 → 0 < x → x = 3", "by intros; apply Verifier.eq_of_sq_eq <;> grind"),
    (
        _ORDERED + "(a b : K), a ^ (2 : Nat) + b ^ (2 : Nat) ≥ 2 * (a * b)",
        "by\n  intro K _ _ _ _ _ _ a b\n  have w := Verifier.sq_nonneg (a - b)\n  grind\n",
    ),
)
"""Statements and proofs like those that sessions are asked about; what comes of them does not matter."""

FORMULAS: Sequence[Any] = (["=", ["/", 48, 2], 24], ["≠", ["^", 2, 10], 1023], ["<", ["neg", 3], ["abs", ["-", 1, 5]]])


def name() -> str:
    """Return the folder's name for the code of this Lean under this Node. Raises: LeanUnavailable, OSError."""
    runs = node().stat()
    parts = (install.FOLDER, runs.st_size, runs.st_mtime_ns, ASKED, FORMULAS)
    return f"code-{hashlib.sha256(repr(parts).encode()).hexdigest()[:16]}"


def keep(argv: Sequence[str], cwd: Path, env: Mapping[str, str], folder: Path) -> str:
    """Let the REPL that is started so leave its code in ``folder``, and return what became of it.

    Another run has to say the same by that code, or it is thrown away.
    """
    lines = [bulk_line(0, FORMULAS, HEARTBEATS)]
    lines += [request_line(id, statement, proof, HEARTBEATS) for id, (statement, proof) in enumerate(ASKED, 1)]
    code = folder / CODE
    try:
        first = _answers(argv, cwd, {**env, KEEP: str(code)}, lines)
        if not code.is_file():
            raise ValueError("V8 left no code")
        if _answers(argv, cwd, {**env, READ: str(code)}, lines) != first:
            raise ValueError("by the kept code Lean says something else")
    except (ProcessLoss, ValueError) as error:
        code.unlink(missing_ok=True)  # it may be cut short
        return f"not kept: {error}"
    return "kept"


def _answers(argv: Sequence[str], cwd: Path, env: Mapping[str, str], lines: Sequence[str]) -> list[str]:
    """Return the greeting and what is said to each line, as it was said. Raises: ProcessLoss, ValueError."""
    asked = "".join(f"{line}\n" for line in lines).encode()
    done = run(argv, deadline=SECONDS, memory=MEMORY, cwd=cwd, env=env, input=asked)
    said = [line for line in done.stdout.decode("utf-8", "replace").splitlines() if line.startswith(MARKER)]
    if done.rc or len(said) != len(lines) + 1:
        raise ValueError(f"{len(said)} lines said to {len(lines)}, then {done.text[-100:]}")
    return said
