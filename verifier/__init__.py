"""A step checker for chains of reasoning, backed by formal verification.

Engines propose proofs; registered checkers accept or refuse them. The names below load on first use.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from verifier.version import VERSION as __version__

if TYPE_CHECKING:
    from verifier import rewards
    from verifier.answers.compare import same_answer
    from verifier.auditing.audit import audit_prm
    from verifier.chain import Chain, Step
    from verifier.intake.python import chains
    from verifier.intake.splitting.split import split
    from verifier.judging.judgements.judgement import JudgedChain
    from verifier.labelling.dataset import label
    from verifier.labelling.outputs.frames import from_pandas, to_pandas
    from verifier.language.files import read_formal
    from verifier.pipeline.judge import Judge
    from verifier.pipeline.verify import verify
    from verifier.readers.exact.formal.formalize import formalize
    from verifier.records.recheck import recheck
    from verifier.records.record import record
    from verifier.repairing.repair import repair
    from verifier.search.pick import pick
    from verifier.whole.prove import prove_chain


__all__ = [
    "Chain",
    "Judge",
    "JudgedChain",
    "Step",
    "__version__",
    "audit_prm",
    "chains",
    "formalize",
    "from_pandas",
    "label",
    "pick",
    "prove_chain",
    "read_formal",
    "recheck",
    "record",
    "repair",
    "rewards",
    "same_answer",
    "split",
    "to_pandas",
    "verify",
]

_HOME = {
    "chains": "verifier.intake.python",
    "audit_prm": "verifier.auditing.audit",
    "Chain": "verifier.chain",
    "Step": "verifier.chain",
    "Judge": "verifier.pipeline.judge",
    "verify": "verifier.pipeline.verify",
    "read_formal": "verifier.language.files",
    "JudgedChain": "verifier.judging.judgements.judgement",
    "record": "verifier.records.record",
    "label": "verifier.labelling.dataset",
    "recheck": "verifier.records.recheck",
    "repair": "verifier.repairing.repair",
    "pick": "verifier.search.pick",
    "prove_chain": "verifier.whole.prove",
    "formalize": "verifier.readers.exact.formal.formalize",
    "from_pandas": "verifier.labelling.outputs.frames",
    "to_pandas": "verifier.labelling.outputs.frames",
    "same_answer": "verifier.answers.compare",
    "split": "verifier.intake.splitting.split",
}


def __getattr__(name: str) -> object:
    """Return a public name, loading its module now. Raises: AttributeError."""
    if name == "rewards":
        return importlib.import_module("verifier.rewards")
    if name not in _HOME:
        raise AttributeError(f"module 'verifier' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
