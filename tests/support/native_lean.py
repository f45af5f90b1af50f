"""The embedded Lean in the clothes of a native one, and a small Lake project in the layout of one with Mathlib.

``lean`` is a shell script that starts the embedded Lean with the folders that a native one would see: the gate then
takes its native path, with a real elaborator and a real kernel. The project's package ``mathlib`` is a few lines that
this Lean compiled; it has the name, the folders, the manifest and the pinned revision of the real one, no more.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

from verifier.checkers.lean.toolchain import install
from verifier.checkers.lean.toolchain.node import node

REVISION = "0123456789abcdef0123456789abcdef01234567"
LIBRARY = ".lake/build/lib/lean"

LEAN = r"""#!/bin/sh
here=$(dirname "$(readlink -f "$0")"); home=$(dirname "$here")
case "$1" in
  --version) echo 'VERSION'; exit 0 ;;
  --print-prefix) echo "$home"; exit 0 ;;
esac
mounts="\"/lean\":\"$home\",\"/work\":\"$PWD\""; path=; i=0; n=$#
old=$IFS; IFS=:
for folder in $LEAN_PATH; do i=$((i + 1)); mounts="$mounts,\"/p$i\":\"$folder\""; path="$path:/p$i"; done
while [ "$n" -gt 0 ]; do
  arg=$1; shift; n=$((n - 1)); i=0
  for folder in $LEAN_PATH; do
    i=$((i + 1)); case "$arg" in "$folder"/*) arg="/p$i${arg#"$folder"}" ;; esac
  done
  set -- "$@" "$arg"
done
IFS=$old
export LEAN_PATH="/lean/lib/lean$path" VERIFIER_MOUNTS="{$mounts}" OPENSSL_CONF=/dev/null
exec "$here/node" --stack-size=8192 "$here/lean.js" "$@"
"""

MODULES = {
    "mathlib": {
        "Mathlib/Tactic": (
            "set_option compiler.extract_closed false\npublic section\n"
            'namespace Mathlib.Meta\nsyntax (name := eval_expr) "eval% " term : term\nend Mathlib.Meta\n'
            'macro "twice_omega" : tactic => `(tactic| first | omega | omega)\n'
        ),
        "Mathlib/Data": (
            "import Mathlib.Tactic\nset_option compiler.extract_closed false\n@[expose] public section\n"
            "def Nat.tripled (n : Nat) : Nat := 3 * n\n"
            "@[simp] theorem Nat.tripled_def (n : Nat) : n.tripled = 3 * n := rfl\n"
            'notation "three " n:max => Nat.tripled n\n'
            "theorem Nat.unproved (n : Nat) : n.tripled = 4 * n := sorry\n"
        ),
        "Mathlib": "import Mathlib.Tactic\nimport Mathlib.Data\n",
    },
    "batteries": {"Batteries": "def batteries := 1\n"},
}

_STATED = b"import Mathlib\n\ntheorem target (n : Nat) : three n + 1 = n + n + n + 1 := by\n"
PAIR = (_STATED + b"  sorry\n", _STATED + b"  simp only [Nat.tripled_def]\n  twice_omega\n")
"""A challenge and a candidate that need the notation, the lemma and the tactic of the package."""


def _linked(source: str, target: str) -> object:
    try:
        return os.link(source, target)
    except OSError:  # another file system
        return shutil.copy2(source, target)


def make_lean(folder: Path, version: str = install.VERSION) -> Path:
    """Return the folder of ``lean``, to be put on PATH. Needs the embedded Lean."""
    home = install.installed()
    assert home is not None
    shutil.copytree(home, folder, copy_function=_linked, dirs_exist_ok=True)
    _linked(str(node().resolve()), str(folder / "bin/node"))
    program = folder / "bin/lean"
    program.write_text(LEAN.replace("VERSION", version), encoding="utf-8")
    program.chmod(0o755)
    return program.parent


def make_project(folder: Path, lean: Path, own: dict[str, str] | None = None) -> Path:
    """Return a compiled Lake project. ``own``: sources of its own modules, by path without ending."""
    packages = [{"name": name, "rev": REVISION, "type": "git"} for name in MODULES]
    manifest = {"version": "1.1.0", "packagesDir": ".lake/packages", "packages": packages, "name": "proofs"}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "lake-manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    (folder / "lean-toolchain").write_text("leanprover/lean4:v4.28.0\n", encoding="utf-8")
    (folder / "lakefile.toml").write_text('name = "proofs"\n\n[[require]]\nname = "mathlib"\n', encoding="utf-8")
    places = {name: folder / ".lake/packages" / name for name in MODULES} | {"": folder}
    for place in places.values():
        (place / LIBRARY).mkdir(parents=True, exist_ok=True)
    path = os.pathsep.join(str(place / LIBRARY) for place in places.values())
    for name, sources in {**MODULES, "": own or {}}.items():
        compile_modules(places[name], sources, lean, path)
    return folder


def compile_modules(package: Path, sources: dict[str, str], lean: Path, path: str) -> None:
    """Write and compile modules, each after those that it imports."""
    for module, text in sources.items():
        source, target = package / f"{module}.lean", package / LIBRARY / f"{module}.olean"
        for place in (source, target):
            place.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text, encoding="utf-8")
        done = subprocess.run(
            [lean / "lean", "-o", f"{LIBRARY}/{module}.olean", f"{module}.lean"],
            cwd=package,
            env={**os.environ, "LEAN_PATH": path},
            capture_output=True,
            text=True,
        )
        assert target.is_file(), done.stdout[-2000:] + done.stderr[-2000:]
