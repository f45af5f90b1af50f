"""Windows of a chain that is longer than a model's context: each holds the problem, and as many steps as fit."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence

from verifier.chain import Chain
from verifier.estimators.own.layout import LongChain
from verifier.estimators.published.conventions import Layout

Laid = Callable[[str, Sequence[str]], Layout]
"""From a problem and steps to their tokens."""


def windows(chain: Chain, lay: Laid, context: int, name: str) -> list[tuple[int, int, Layout]]:
    """Return windows that fit: the first step shown, the first one scored there, the layout. A step that fits in none
    is in none, with a warning."""
    texts = [step.text for step in chain.steps]
    whole = lay(chain.problem, texts)
    if len(whole.ids) <= context:
        return [(0, 0, whole)]
    found, fresh = [], 0
    while fresh < len(texts):
        window = _window(chain.problem, texts, fresh, lay, context)
        if window is None:
            _warn(chain, f"step {fresh} and the problem are longer than the {context} tokens of {name}")
            fresh += 1
            continue
        first, end, layout = window
        found.append((first, fresh, layout))
        fresh = end
    if len(found) > 1:
        _warn(chain, f"longer than the {context} tokens of {name}: scored in {len(found)} windows")
    return found


def _window(problem: str, texts: Sequence[str], fresh: int, lay: Laid, context: int) -> tuple[int, int, Layout] | None:
    """The window that scores ``fresh`` and as many steps after it as fit, with what comes before in half of it."""
    first = next((n for n in range(fresh) if len(lay(problem, texts[n : fresh + 1]).ids) <= context // 2), fresh)
    end, layout = fresh + 1, lay(problem, texts[first : fresh + 1])
    if len(layout.ids) > context:
        return None
    while end < len(texts) and len((longer := lay(problem, texts[first : end + 1])).ids) <= context:
        end, layout = end + 1, longer
    return first, end, layout


def _warn(chain: Chain, message: str) -> None:
    warnings.warn(f"{chain.id or 'a chain'}: {message}", LongChain, stacklevel=4)
