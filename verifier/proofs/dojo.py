"""lean-dojo as a source of tactic states: traced repositories and interaction (extra ``[dojo]``).

It needs a native toolchain and a network to trace; nothing else here depends on it.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from verifier.proofs.scanning.static_scan import look
from verifier.proofs.steps import ERROR, NOT_REACHED, OK


class DojoUnavailable(Exception):
    """lean-dojo is not installed, or cannot do here what was asked. ``str`` says what is missing."""


def _dojo() -> Any:
    try:
        return importlib.import_module("lean_dojo")
    except ImportError as error:
        raise DojoUnavailable("lean-dojo is not installed: pip install 'step-verifier[dojo]'") from error


def goals(text: str) -> list[dict[str, Any]]:
    """Return the goals of a tactic state as Lean prints it: ``{"hypotheses": [[names, type]], "conclusion"}``.

    Raises: DojoUnavailable; ValueError on what is no state.
    """
    _dojo()
    parse = importlib.import_module("lean_dojo.interaction.parse_goals").parse_goals
    try:
        found = parse(text)
    except (ValueError, IndexError, AssertionError, AttributeError) as error:
        raise ValueError(f"not a tactic state: {text:.80}") from error
    return [
        {"hypotheses": [[a.ident, a.lean_type] for a in goal.assumptions], "conclusion": goal.conclusion}
        for goal in found
    ]


def theorem(repository: Path, file: str, name: str) -> Any:
    """Return lean-dojo's handle of a theorem in a local git repository. Raises: DojoUnavailable."""
    dojo, git = _dojo(), importlib.import_module("git.exc")  # lean-dojo brings GitPython, and lets its errors through
    try:
        return dojo.Theorem(dojo.LeanGitRepo.from_path(str(repository)), Path(file), name)
    except (git.GitError, ValueError, RuntimeError, OSError, AssertionError) as error:
        raise DojoUnavailable(f"{repository} is no Lean repository that lean-dojo can use: {error}") from error


def traced(repository: Path) -> Iterator[dict[str, Any]]:
    """Yield the tactics of every theorem of a repository, as the gate's steps with the theorem's name.

    Not run here: tracing needs ``lean`` and ``lake`` on PATH, and a network. Raises: DojoUnavailable.
    """
    dojo = _dojo()
    try:
        repo = dojo.trace(dojo.LeanGitRepo.from_path(str(repository)))
    except (RuntimeError, OSError, ValueError, AssertionError) as error:
        raise DojoUnavailable(f"lean-dojo cannot trace {repository}: {error}") from error
    for found in repo.get_traced_theorems():
        for i, tactic in enumerate(found.get_traced_tactics()):
            seen = step(i, tactic.tactic, tactic.state_before, tactic.state_after)
            yield {"theorem": found.theorem.full_name, **seen}


def interacted(target: Any, tactics: list[str], timeout: int = 600) -> Iterator[dict[str, Any]]:
    """Yield the gate's steps of tactics that are tried one after another on a theorem from ``theorem``.

    Not run here: interaction needs a traced repository. Raises: DojoUnavailable.
    """
    dojo = _dojo()
    try:
        with dojo.Dojo(target, timeout=timeout) as (session, state):
            for i, tactic in enumerate(tactics):
                if not isinstance(state, dojo.TacticState):
                    yield step(i, tactic, None, None, reached=False)
                    continue
                after = session.run_tac(state, tactic)
                said = getattr(after, "error", None)
                yield step(i, tactic, state.pp, getattr(after, "pp", None), message=said)
                state = after
    except (dojo.DojoInitError, dojo.DojoCrashError, OSError) as error:
        raise DojoUnavailable(f"lean-dojo cannot interact with {target}: {error}") from error


def step(
    index: int, text: str, before: str | None, after: str | None, *, message: str | None = None, reached: bool = True
) -> dict[str, Any]:
    """Return a tactic with its states as one of the gate's steps: an error where a word leaves the proof open."""
    if message is None and reached:
        message = next((reason.message for reason in look(text).reasons if reason.rule == "sorry"), None)
    return {
        "index": index,
        "kind": "tactic",
        "text": text,
        "line": None,
        "column": None,
        "before": before,
        "after": after,
        "judgement": ERROR if message is not None else OK if reached else NOT_REACHED,
        "message": message,
    }
