"""Frozen statements: hashes of what challenges state and of all that this depends on, to be compared in later runs.

A declaration of the challenge counts as it is elaborated, with the notations and instances that were found: a theorem
by its statement, anything else with its value. Modules of the Lake project itself count by their compiled files, its
packages by their revisions, the library by the version of the toolchain.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from verifier.outputs import text_written
from verifier.proofs.elaboration.modules import Program
from verifier.proofs.intake import BadInput
from verifier.proofs.judge import Asked
from verifier.proofs.rules import Reason

FORMAT = "frozen statements 1"
KINDS = {"theorem": "theorem", "def": "definition", "opaque": "definition", "axiom": "axiom", "inductive": "type"}

Parts = Mapping[str, str]
"""Hashes, revisions and versions by what they are of: ``theorem t``, ``module My.Defs``, ``package mathlib``."""


class Frozen:
    """The statements of a file, or a file that is made. Safe across threads."""

    def __init__(self, path: Path) -> None:
        """Read the file, where there is one. Raises: BadInput."""
        self.path, self.new = path, not path.exists()
        self._lock = threading.Lock()
        self._seen = set[str]()
        self._known: dict[str, Parts] = {}
        if not self.new:
            try:
                data = json.loads(path.read_text(encoding="utf-8"))
                if data["format"] != FORMAT or not all(isinstance(one, dict) for one in data["challenges"].values()):
                    raise ValueError
                self._known = data["challenges"]
            except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
                raise BadInput(f"{path}: expected a file that --freeze wrote") from error

    @property
    def unseen(self) -> list[str]:
        """The frozen challenges that were not compared."""
        return sorted(set(self._known) - self._seen)

    def refusal(self, id: str, now: Parts) -> Reason | None:
        """Return what moved of a challenge, None if nothing did. In a new file the challenge is added."""
        with self._lock:
            self._seen.add(id)
            if self.new:
                self._known.setdefault(id, now)
            then = self._known.get(id)
        if then is None:
            why = f"the challenge {id} is not in {self.path}"
        elif moved := [_moved(part, then.get(part), now.get(part)) for part in sorted({*then, *now})]:
            if not (moved := [one for one in moved if one]):
                return None
            why = "; ".join(moved)
        theorems = ", ".join(part for part in now if part.startswith("theorem "))
        again = f"Read again what moved, and {theorems}. Then delete {self.path.name} and freeze again"
        return Reason("statement-moved", f"{why}. {again}")

    def write(self) -> None:
        """Write a new file. Raises: OSError."""
        if self.new and self._known:
            with text_written(self.path) as stream:
                rows = {"format": FORMAT, "challenges": dict(sorted(self._known.items()))}
                stream.write(json.dumps(rows, indent=1, ensure_ascii=False) + "\n")


def _moved(part: str, then: str | None, now: str | None) -> str:
    if then == now:
        return ""
    if then is None:
        return f"{part} is new"
    if now is None:
        return f"{part} is gone"
    plain = part == "toolchain" or part.startswith("package ")
    return f"{part} was {then}, and is {now}" if plain else f"{part} is another one than was frozen"


def parts_of(asked: Asked, program: Program, own: Parts, holes: Sequence[str]) -> Parts:
    """Return all that the statements of a challenge depend on. ``own``: hashes of the project's own modules."""
    found = {
        "toolchain": program.version.partition(", Mathlib ")[0],
        **{f"package {name}": rev for name, rev in program.pins.items()},
    }
    found.update((f"module {name}", own[name]) for name in asked.modules if name in own)
    found.update(_declarations(asked.declarations, holes))
    return dict(sorted(found.items()))


def _hash(*parts: Any) -> str:
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _declarations(export: Mapping[str, Any], holes: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each declaration of plain data (``Gate/Plain.lean``) with its hash, without names of bound variables."""
    names, levels, exprs = [""], ["zero"], list[str]()
    for above, text in export["names"][1:]:
        names.append(f"{names[above]}.{text}".removeprefix("."))
    for kind, *rest in export["levels"][1:]:
        levels.append(_hash(kind, [names[one] if kind == "p" else levels[one] for one in rest]))
    for row in export["exprs"]:
        match row:
            case ["s", level]:
                exprs.append(_hash("s", levels[level]))
            case ["c", name, arguments]:
                exprs.append(_hash("c", names[name], [levels[one] for one in arguments]))
            case ["a", one, other]:
                exprs.append(_hash("a", exprs[one], exprs[other]))
            case ["l" | "f" as kind, _, _, type_, body]:
                exprs.append(_hash(kind, exprs[type_], exprs[body]))
            case ["z", _, type_, value, body]:
                exprs.append(_hash("z", exprs[type_], exprs[value], exprs[body]))
            case ["j", name, index, inner]:
                exprs.append(_hash("j", names[name], index, exprs[inner]))
            case _:  # a bound variable, a number, a text
                exprs.append(_hash(*row))
    for kind, *rest in export["decls"]:
        if kind == "inductive":
            levels_, count, types, unsafe = rest
            named = [
                [names[name], exprs[type_], [[names[one], exprs[of]] for one, of in constructors]]
                for name, type_, constructors in types
            ]
            yield f"type {named[0][0]}", _hash([names[one] for one in levels_], count, named, unsafe)
        else:
            name, levels_, type_, *value = rest
            stated = kind in ("theorem", "axiom") or names[name] in holes
            meant = [] if stated else [exprs[value[0]]]
            yield f"{KINDS[kind]} {names[name]}", _hash([names[one] for one in levels_], exprs[type_], meant)
