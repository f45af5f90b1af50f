"""The oracle: records of thousands of chains, each kept as a hash. A change that is meant to move nothing moves none.

    python tests/oracle/oracle.py                       # "0 of N records changed", or which
    python tests/oracle/oracle.py --records before      # besides, the records themselves, a JSON lines file a source
    python tests/oracle/oracle.py --against before      # besides, what changed in each step since those were written
    python tests/oracle/oracle.py --update              # on purpose: today's hashes are the right ones from now on

The chains are the golden and forgery cases, the examples, and the first 200 of each file of ``../shared/data``, where
that folder is. They are judged without Lean, and the versions of packages are left out of the hash, so that the same
code has the same hashes on every machine. A kept line is the hash of a chain and the hash of its record; of the chain
itself nothing is kept. Exit status 1 when a record changed.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import multiprocessing
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from rich.progress import track

from verifier.chain import Chain
from verifier.judging.judge import Judge
from verifier.judging.records.record import line, record

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SHARED = ROOT.parent / "shared" / "data"
HASHES = HERE / "hashes"
EACH = 200
"""Chains of each shared file."""

Source = tuple[str, list[Chain]]


@dataclass(frozen=True, slots=True)
class Judged:
    """One chain as the oracle keeps it: the hash of the chain, the hash of its record, and the record as a line."""

    chain: str
    hash: str
    line: str


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:16]


def identity(chain: Chain) -> str:
    """Return the hash of what a judge is given."""
    return _hashed(json.dumps([chain.problem, [step.text for step in chain.steps], chain.answer]))


def stable(data: dict[str, Any]) -> str:
    """Return a record as a line, without what may differ between two machines with the same code."""
    return line({key: value for key, value in data.items() if key != "versions"})


def _text(step: Any) -> str:
    return step if isinstance(step, str) else "".join(piece * times for piece, times in step)


def _golden() -> Iterator[Source]:
    for path in sorted((ROOT / "tests/golden").glob("*.jsonl")):
        rows = map(json.loads, path.read_text("utf-8").splitlines())
        yield f"golden.{path.stem}", [Chain.of(row["problem"], row["steps"]) for row in rows]


def _forgery() -> Source:
    tricks = sorted((ROOT / "tests/forgery").glob("*/case.json"))
    cases = [chain for path in tricks for chain in json.loads(path.read_text("utf-8"))["chains"]]
    return "forgery", [Chain.of(case["problem"], map(_text, case["steps"])) for case in cases]


def _examples() -> Source:
    rows = [json.loads(path.read_text("utf-8")) for path in sorted((ROOT / "examples").glob("*.json"))]
    return "examples", [Chain.of(row["problem"], row["steps"], row.get("id"), row.get("answer")) for row in rows]


def _shared() -> Iterator[Source]:
    for path in sorted(SHARED.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            rows = [json.loads(one) for one in islice(lines, EACH)]
        yield path.name.split(".")[0], [Chain.of(row["problem"], row["steps"], None, _answer(row)) for row in rows]


def _answer(row: dict[str, Any]) -> str | None:
    answer = row.get("answer")
    return answer if isinstance(answer, str) else None


def sources(names: Sequence[str] = ()) -> list[Source]:
    """Return every source, or those whose names begin with one of ``names``."""
    found = [*_golden(), _forgery(), _examples(), *_shared()]
    return [source for source in found if not names or source[0].startswith(tuple(names))]


def _judge_some(chains: Sequence[Chain]) -> list[Judged]:
    with Judge(lean="off") as judge:
        lines = [stable(record(judge(chain))) for chain in chains]
    return [Judged(identity(chain), _hashed(text), text) for chain, text in zip(chains, lines, strict=True)]


def judged(found: Sequence[Source], workers: int = 2) -> Iterator[tuple[str, list[Judged]]]:
    """Yield each source with its chains judged, ``workers`` processes side by side."""
    size = 20
    parts = [(name, chains[at : at + size]) for name, chains in found for at in range(0, len(chains), size)]
    made: dict[str, list[Judged]] = {}
    # A process that is forked while others of its threads run may hang: a test's process has them.
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        results = pool.map(_judge_some, [chains for _, chains in parts])
        bar = track(zip(parts, results, strict=True), "judging", len(parts), disable=not sys.stderr.isatty())
        for (name, _), rows in bar:
            made.setdefault(name, []).extend(rows)
    yield from made.items()


def kept(name: str) -> dict[str, str]:
    """Return the hashes that are kept of a source: of its records, by those of their chains."""
    path = HASHES / f"{name}.txt"
    return dict(row.split() for row in path.read_text("utf-8").splitlines()) if path.exists() else {}


def changed(name: str, rows: Iterable[Judged]) -> list[Judged]:
    """Return the chains whose record is not the one that is kept; a chain of which none is kept is one of them."""
    known = kept(name)
    return [row for row in rows if known.get(row.chain) != row.hash]


def _update(name: str, rows: Sequence[Judged]) -> None:
    HASHES.mkdir(exist_ok=True)
    text = "".join(f"{one} {hash}\n" for one, hash in {row.chain: row.hash for row in rows}.items())
    (HASHES / f"{name}.txt").write_text(text, "utf-8")


def _summary(step: dict[str, Any]) -> str:
    claims = "; ".join(
        f"{claim['text'][:60]!r} {claim['role']} {claim['verdict']} {claim['reason'] or ''}".strip()
        for claim in step["claims"]
    )
    return f"{step['kind']} {step['correct']} {step['reason'] or ''} [{claims}]"


def differences(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """Yield what changed between two records of one chain, a line or two for each step."""
    for old, new in zip(before["steps"], after["steps"], strict=True):
        if old != new:
            yield f"  step {new['index']}: {new['text'][:300]!r}"
            yield f"    before: {_summary(old)}"
            yield f"    after:  {_summary(new)}"
    for key in after:
        if key != "steps" and before.get(key) != after[key]:
            yield f"  {key}: {str(before.get(key))[:200]} -> {str(after[key])[:200]}"


def _told(name: str, rows: Sequence[Judged], before: Path | None) -> Iterator[str]:
    file = None if before is None else before / f"{name}.jsonl"
    old = {} if file is None or not file.exists() else dict(map(_keyed, file.read_text("utf-8").splitlines()))
    for row in rows:
        yield f"{name} {row.chain}: {json.loads(row.line)['problem'][:160]!r}"
        if row.chain in old:
            yield from differences(old[row.chain], json.loads(row.line))


def _keyed(text: str) -> tuple[str, dict[str, Any]]:
    data = json.loads(text)
    chain = Chain.of(data["problem"], [step["text"] for step in data["steps"]], None, data["answer"])
    return identity(chain), data


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, print and update as asked; return 1 when a record changed."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--only", action="append", default=[], help="sources whose names begin so")
    parser.add_argument("--records", type=Path, help="a folder to write the records into")
    parser.add_argument("--against", type=Path, help="a folder of records to show the differences from")
    parser.add_argument("--update", action="store_true", help="keep today's hashes")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args(arguments)
    everything = moved = 0
    for name, rows in judged(sources(asked.only), asked.workers):
        if asked.records is not None:
            asked.records.mkdir(parents=True, exist_ok=True)
            (asked.records / f"{name}.jsonl").write_text("".join(f"{row.line}\n" for row in rows), "utf-8")
        other = changed(name, rows)
        everything, moved = everything + len(rows), moved + len(other)
        print(*_told(name, other, asked.against), sep="\n", end="\n" if other else "", flush=True)
        if asked.update:
            _update(name, rows)
    if not SHARED.is_dir():
        print(f"{SHARED} is not there: its chains were not judged")
    print(f"{moved} of {everything} records changed")
    return 1 if moved and not asked.update else 0


if __name__ == "__main__":
    sys.exit(main())
