"""What the yardstick judges: the chains of this repository, and those of ``../shared/data`` where that folder is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from reserve import SHARED, read_reserved, read_rows

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Source:
    """Chains that are judged in one run, with translations that agree (``formal``) or settle (``given``)."""

    name: str
    chains: list[Row]
    formal: list[list[Row]] = field(default_factory=list)
    given: list[Row] = field(default_factory=list)

    @property
    def digest(self) -> str:
        """A hash of all that is judged."""
        text = json.dumps([self.chains, self.formal, self.given])
        return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:12]


def read_own_sources() -> Iterator[Source]:
    """Yield what the repository holds: its verdict lines are committed."""
    tests = ROOT / "tests"
    rows = ((path, row) for path in sorted((tests / "golden").glob("*.jsonl")) for row in read_rows(path))
    yield Source("golden", [_chain(f"{path.stem}: {row['name']}", row) for path, row in rows])
    tricks = ((path.stem, json.loads(path.read_text("utf-8"))) for path in _find("forgery/chains/*.json"))
    cases = ((f"{name} {number}", row) for name, case in tricks for number, row in enumerate(case["chains"]))
    yield Source("forgery", [_chain(id, row) for id, row in cases])
    every = [(path.stem, json.loads(path.read_text("utf-8"))) for path in _find("forgery/translation/agreeing/*.json")]
    chains = [_chain(name, case) for name, case in every]
    sides = [[_formal(name, case, side) for name, case in every] for side in (0, 1)]
    yield Source("translations", chains, formal=sides)
    examples = [(path.stem, json.loads(path.read_text("utf-8"))) for path in sorted((ROOT / "examples").glob("*.json"))]
    yield Source("examples", [_chain(name, row) for name, row in examples])
    formal = [{**json.loads(path.read_text("utf-8")), "id": path.stem} for path in _find("../examples/formal/*.json")]
    texts = [{"id": row["id"], "problem": row["problem"], "steps": row["steps_text"]} for row in formal]
    yield Source("formal_examples", texts, given=formal)
    stated = [_state(row) for row in read_rows(HERE / "statements.jsonl")]
    texts = [{"id": row["id"], "problem": row["problem"], "steps": row["steps_text"]} for row in stated]
    yield Source("statements", texts, given=stated)


def _state(row: Row) -> Row:
    """Return the formal chain that claims statements under facts; its text is their formulas."""
    letters = {name: one if isinstance(one, dict) else {"type": one} for name, one in row["vars"].items()}
    facts = [{"id": f"p{at}", "kind": "given", "quote": one, "expr": one} for at, one in enumerate(row["facts"])]
    steps = [[{"role": "claim", "quote": one, "expr": one}] for one in row["statements"]]
    texts = {"problem": "; ".join(row["facts"]), "steps_text": row["statements"]}
    return {"formal": 1, "id": row["id"], **texts, "vars": letters, "facts": facts, "asks": [], "steps": steps}


def read_shared_sources(most: int | None) -> Iterator[Source]:
    """Yield the first ``most`` chains of each shared file without those reserved, and the recorded translations."""
    if not SHARED.is_dir():
        return
    reserved = read_reserved()
    texts: dict[str, Row] = {}
    for path in sorted(SHARED.glob("*.jsonl.gz")):
        rows = [row for row in read_rows(path) if row["id"] not in reserved]
        texts |= {row["id"]: row for row in rows}
        yield Source(path.name.partition(".")[0], [_labelled(row) for row in islice(rows, most)])
    texts |= {row["id"]: row for row in read_rows(SHARED / "formal" / "chains2.jsonl.gz")}
    for path in sorted((SHARED / "formal").glob("*.a.jsonl.gz")):
        sides = [list(read_rows(path)), list(read_rows(path.with_name(path.name.replace(".a.", ".b."))))]
        sides = [list(islice(side, None if most is None else max(2, most // 20))) for side in sides]
        yield Source(f"formal/{path.name.partition('.')[0]}", [_labelled(texts[row["id"]]) for row in sides[0]], sides)


def _find(pattern: str) -> list[Path]:
    return sorted((ROOT / "tests").glob(pattern)) if ".." not in pattern else sorted(ROOT.glob(pattern[3:]))


def _chain(id: str, row: Row) -> Row:
    steps = [one if isinstance(one, str) else "".join(piece * times for piece, times in one) for one in row["steps"]]
    return {"id": id, "problem": row["problem"], "steps": steps, **_answer(row)}


def _answer(row: Row) -> Row:
    return {"answer": row["answer"]} if isinstance(row.get("answer"), str) else {}


def _labelled(row: Row) -> Row:
    known: Row = {key: row[key] for key in ("labels", "first_error") if key in row}
    return {**_chain(row["id"], row), **known}


def _formal(id: str, case: Row, side: int) -> Row:
    by = {"kind": "model", "temperature": 0.7, "request": str(side)}  # made apart, even where both say the same
    text = {"problem": case["problem"], "steps_text": case["steps"]}
    return {"formal": 1, "id": id, "by": by, **text, **case["translations"][side]}
