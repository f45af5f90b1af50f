"""Which files changed since a revision, as git says."""

from __future__ import annotations

import os
from pathlib import Path

from verifier.processes import ProcessLoss, run
from verifier.proofs.intake import BadInput

GIT_SECONDS = 120.0


def changed_since(revision: str, folder: Path) -> frozenset[Path]:
    """Return the files that differ from ``revision``, untracked ones among them, resolved. Raises: BadInput."""
    if revision.startswith("-"):
        raise BadInput(f"--changed-since {revision}: expected a revision")
    top = Path(_git(folder, "rev-parse", "--show-toplevel").decode("utf-8", "surrogateescape").rstrip("\n"))
    # Against the merge base: what the main branch did meanwhile is not of this change.
    base = _git(folder, "merge-base", revision, "HEAD").decode().strip()
    listed = _git(top, "diff", "--name-only", "-z", base, "--") + _git(
        top, "ls-files", "--others", "--exclude-standard", "-z"
    )
    return frozenset((top / name.decode("utf-8", "surrogateescape")).resolve() for name in listed.split(b"\0") if name)


def _git(folder: Path, *args: str) -> bytes:
    try:
        done = run(["git", *args], deadline=GIT_SECONDS, cwd=folder, env=dict(os.environ), capture=64 << 20)
    except ProcessLoss as error:
        raise BadInput(f"--changed-since needs git: {error}") from error
    if done.rc:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise BadInput(f"git {args[0]} {args[-1]}: {said[0] if said else 'failed'}")
    return done.stdout
