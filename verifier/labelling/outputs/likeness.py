"""How a data set's chains are unlike those on which a model's thresholds were chosen, as counts and as warnings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from verifier.judging.estimates.text_kinds import KINDS, OFTEN

if TYPE_CHECKING:
    from verifier.chain import Chain
    from verifier.judging.estimates.by_length import ByLength  # which loads the judge's data

UNLIKE = "unlike"
"""What counts of chains that differ are called in a tally: ``unlike longer``."""

NO_LENGTHS = (
    "the model has no thresholds by length, so it names no first error: fit them with 'verifier calibrate', and use "
    "the file with --calibration"
)


def notes_of(chain: Chain, lengths: ByLength | None) -> list[str]:
    """Return how a chain is unlike those of the thresholds, as names to count."""
    if lengths is None:
        return []
    return [f"{UNLIKE} {note}" for note in lengths.profile.unlike(chain, lengths.longest)]


def likeness(tally: Mapping[str, int], lengths: ByLength | None) -> dict[str, Any]:
    """Return what a data card says of estimates: what their thresholds were chosen on, how many chains differ from
    that and how, how many first errors were named, and warnings."""
    if lengths is None:
        return {"thresholds": None, "warnings": [NO_LENGTHS]}
    unlike = {name.removeprefix(f"{UNLIKE} "): n for name, n in sorted(tally.items()) if name.startswith(f"{UNLIKE} ")}
    return {
        "thresholds": {
            "rate": lengths.rate,
            "right_chains": lengths.profile.chains,
            "longest_chain": lengths.longest,
            "long_step": lengths.profile.characters,
            "fitted_on": lengths.fitted_on,
        },
        "first_errors_named": tally.get("named_by_estimates", 0),
        "unlike": unlike,
        "warnings": list(_warnings(unlike, tally.get("chains", 0), lengths)),
    }


def _warnings(unlike: Mapping[str, int], chains: int, lengths: ByLength) -> Iterator[str]:
    silent = "no first error is named in them"
    said = {
        "longer": f"have more than {lengths.longest} steps, and {silent}",
        "long step": f"have a step of more than {lengths.profile.characters} characters",
        **{kind: f"are {words}, and {silent}" for kind, words in KINDS.items()},
    }
    for name, count in unlike.items():
        if chains and count / chains >= OFTEN:
            yield (
                f"estimates are weak here: {count} of {chains} chains {said[name]}; among the {lengths.profile.chains} "
                "right chains on which the model's thresholds rest there are too few such"
            )
