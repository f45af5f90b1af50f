"""Draws the chains that are reserved for measuring, and checks that the ledger lists exactly these.

    python tests/yardstick/reserve.py         # print the list that the seed of ledger.md gives

A chain is drawn only if neither a recorded translation nor the ledger's list of opened chains has it, or another chain
of its problem. The order is that of the
SHA-256 of the seed and the id, so the list does not depend on the order of the files.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
LEDGER = HERE / "ledger.md"
SHARED = HERE.parent.parent.parent / "shared" / "data"
BATCH = 20
POOLS = {"gsm8k": 3, "math": 5, "omnimath": 6, "olympiadbench": 2}
"""How many batches are drawn from each file."""


def read_rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a JSON lines file, gzipped or not."""
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    yield from (json.loads(line) for line in text.split(b"\n") if line)


def find_pool(kind: str) -> list[str]:
    """Return the ids of the chains of a file that may be drawn."""
    texts = {row["id"]: row["problem"] for path in sorted(SHARED.glob("*.gz")) for row in read_rows(path)}
    texts |= {row["id"]: row["problem"] for row in read_rows(SHARED / "formal" / "chains2.jsonl.gz")}
    translated = {row["id"] for path in sorted((SHARED / "formal").glob("*.?.jsonl.gz")) for row in read_rows(path)}
    used = {" ".join(texts[id].split()) for id in translated | read_opened()}
    rows = read_rows(SHARED / f"processbench_{kind}.jsonl.gz")
    return [row["id"] for row in rows if " ".join(row["problem"].split()) not in used]


def draw(seed: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each batch with its ids."""
    for kind, batches in POOLS.items():
        pool = sorted(find_pool(kind), key=lambda id: hashlib.sha256(f"{seed} {id}".encode()).hexdigest())
        for number in range(batches):
            yield (
                f"{kind} {number + 1}",
                sorted(pool[BATCH * number : BATCH * (number + 1)], key=lambda id: int(id.rpartition("-")[2])),
            )


def read_seed() -> str:
    """Return the seed in the ledger."""
    found = re.search(r"^Seed: `(\w+)`", LEDGER.read_text("utf-8"), re.M)
    return found[1] if found else ""


def read_opened() -> set[str]:
    """Return the ids of chains that were opened once and have no recorded translation here."""
    return set(re.findall(r"pb-\w+-\d+", LEDGER.read_text("utf-8").partition("## Opened")[2].partition("## Res")[0]))


def read_batches() -> dict[str, list[str]]:
    """Return the batches in the ledger, opened ones too."""
    rows = re.findall(
        r"^\| ((?:gsm8k|math|omnimath|olympiadbench) \d+) \| [^|]+ \| ([^|]+) \|$", LEDGER.read_text("utf-8"), re.M
    )
    return {name: ids.split() for name, ids in rows}


def read_reserved() -> set[str]:
    """Return the ids in the ledger that nobody has opened."""
    return {id for name, ids in read_batches().items() if _is_closed(name) for id in ids}


def _is_closed(name: str) -> bool:
    return f"| {name} | reserved |" in LEDGER.read_text("utf-8")


if __name__ == "__main__":
    for name, ids in draw(read_seed()):
        print(f"| {name} | reserved | {' '.join(ids)} |")
