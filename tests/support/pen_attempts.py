"""Two attempts at one problem, the first of them wrong, each with two translations made apart; and a server's replies
that REPLAY them: no language model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from support.model_servers import Asked, Raw, recorded
from verifier.language.formal_chain import FormalChain
from verifier.language.read_chain import read_chain
from verifier.language.write_chain import as_json

PROBLEM = "Ann has 5 pens and buys one. How many has she?"
TEXTS = ("In the end she owns 7 pens.", "In the end she owns 6 pens.")


def translated(text: str, sample: int) -> FormalChain:
    name, result = f"pens_{sample}", text.split()[5]
    rows: dict[str, Any] = {
        "formal": 1,
        "id": f"owns {result}",
        "by": {"kind": "model", "temperature": 0.7, "sample": str(sample), "request": f"{result}, {sample}"},
        "problem": PROBLEM,
        "steps_text": [text],
        "vars": {name: {"type": "count", "means": "pens in the end"}},
        "facts": [{"id": "p0", "kind": "given", "quote": "has 5 pens and buys one", "expr": f"{name} == 5 + 1"}],
        "asks": [name],
        "steps": [[{"role": "claim", "quote": f"she owns {result} pens", "expr": f"{name} == {result}"}]],
    }
    return read_chain(rows)


SAMPLES = [[translated(text, sample) for text in TEXTS] for sample in range(2)]


def reply(asked: Asked) -> str | Raw:
    """The problem by itself, or a chain over it, in the sample's own words; of another problem nothing."""
    if asked.material["problem"] != PROBLEM:
        return Raw(b"no", 400)
    if asked.steps:
        return recorded(SAMPLES[asked.sample][TEXTS.index(asked.steps[0])])
    return recorded(read_chain({**as_json(SAMPLES[asked.sample][0]), "steps": [], "steps_text": []}))


def write(place: Path) -> Path:
    """Write all translations into a file, and return it."""
    place.write_text("".join(json.dumps(as_json(one)) + "\n" for chains in SAMPLES for one in chains))
    return place
