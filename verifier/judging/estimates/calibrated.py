"""A calibration of estimates, as a small file: what a fused share of a step is worth, by the kind of chain.

It is fitted for one model and one fusion, and refuses others. The threshold beside it keeps a promise of right chains.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from verifier.chain import Chain
from verifier.estimators.calibrate import Calibration, Threshold
from verifier.estimators.model import PrmUnavailable, ProcessRewardModel
from verifier.judging.estimates.by_length import ByLength, by_length_of
from verifier.judging.estimates.drift import Agreement, level_of
from verifier.judging.estimates.fusion import After, Fusion, fusion_of
from verifier.judging.estimates.votes import Votes, votes_of

SCHEMA = 1
DOMAINS = ("words", "formulas")
ALL = "all"


def domain_of(chain: Chain) -> str:
    """Return the kind of a chain: ``formulas`` where LaTeX stands anywhere in it, else ``words``."""
    texts = (chain.problem, *(step.text for step in chain.steps))
    marked = any(("$" in text and "\\" in text) or "\\(" in text or "\\[" in text for text in texts)
    return "formulas" if marked else "words"


@dataclass(frozen=True, slots=True)
class Calibrated:
    """The calibrations of the shares of steps by domain (``all`` where there is none of a domain), and thresholds where
    they were chosen: one for ``verifier eval``, which uses one for all chains, and those by length, below which a first
    error is named. ``prefixes``: likewise of the products of calibrated shares, which stay as they are without.

    ``votes``: what the votes of attempts are worth by these estimates, where that was learnt.
    ``level``: how the model went with settled verdicts on what it was calibrated on, by which drift is told.
    ``model``, ``fusion``: the name of the model and the digest of the fusion that it was fitted for.
    """

    model: str
    fusion: str
    domains: Mapping[str, Calibration]
    threshold: Threshold | None = None
    lengths: ByLength | None = None
    level: Agreement | None = None
    prefixes: Mapping[str, Calibration] = field(default_factory=dict)
    votes: Votes | None = None

    def of(self, chain: Chain) -> After:
        """Return what is done to the estimates of a chain."""
        domain = domain_of(chain)
        prefix = self.prefixes.get(domain) or self.prefixes.get(ALL)
        return After(self.domains.get(domain) or self.domains[ALL], prefix or float)

    @property
    def name(self) -> str:
        """What records add to the model's name: it changes with whatever is in the file."""
        return f"calibrated {hashlib.sha256(json.dumps(self.to_json()).encode()).hexdigest()[:8]}"

    def to_json(self) -> dict[str, Any]:
        """Return the calibration as JSON values."""
        return {
            "schema": SCHEMA,
            "model": self.model,
            "fusion": self.fusion,
            "domains": {name: one.to_json() for name, one in self.domains.items()},
            "threshold": None if self.threshold is None else asdict(self.threshold),
            "lengths": None if self.lengths is None else self.lengths.to_json(),
            **({} if self.level is None else {"level": self.level.to_json()}),
            **({"prefixes": {name: one.to_json() for name, one in self.prefixes.items()}} if self.prefixes else {}),
            **({} if self.votes is None else {"votes": self.votes.to_json()}),
        }

    @classmethod
    def read(cls, path: Path) -> Calibrated:
        """Return the calibration stored in a file. Raises: OSError; ValueError on another kind of file."""
        data = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(data, dict) or data.get("schema") != SCHEMA or "domains" not in data:
            raise ValueError(f"{path}: expected a file that 'verifier calibrate' of this version wrote")
        try:
            domains, products = (
                {str(name): Calibration.of_json(one, path) for name, one in held.items()}
                for held in (data["domains"], data.get("prefixes", {}))
            )
            threshold = None if data["threshold"] is None else Threshold(**data["threshold"])
            lengths = None if data.get("lengths") is None else ByLength.of_json(data["lengths"])
            level = None if data.get("level") is None else Agreement(**data["level"])
            votes = None if data.get("votes") is None else Votes.of_json(data["votes"])
            made = cls(str(data["model"]), str(data["fusion"]), domains, threshold, lengths, level, products, votes)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"{path}: not a calibration ({error})") from error
        for held in (made.domains, made.prefixes):
            if (held is made.domains or held) and (ALL not in held or not set(held) <= {ALL, *DOMAINS}):
                raise ValueError(
                    f"{path}: expected calibrations of {', '.join((ALL, *DOMAINS))}, got {', '.join(held)}"
                )
        return made


def digest(fusion: Fusion) -> str:
    """Return 16 hexadecimal digits that change with the coefficients."""
    return hashlib.sha256(json.dumps(sorted(fusion.coefficients.items())).encode()).hexdigest()[:16]


def calibration_file(prm: str, path: str | Path) -> str:
    """Return the whole path of a calibration that a model to come, named ``prm``, may use. Raises: PrmUnavailable where
    there is no such file, or no model."""
    if prm == "none":
        raise PrmUnavailable(_ALONE, usage=True)
    _read(path)
    return str(Path(path).absolute())


def calibration_for(model: ProcessRewardModel | None, path: str | Path | Calibrated | None) -> Calibrated | None:
    """Return the calibration in a file, None without one; one that is read already as it is.

    Raises: PrmUnavailable where there is no such file, or it was fitted for another model or another fusion."""
    if path is None or isinstance(path, Calibrated):
        return path
    if model is None:
        raise PrmUnavailable(_ALONE, usage=True)
    found = _read(path)
    if (found.model, found.fusion) != (model.name, digest(fusion_of(model))):
        raise PrmUnavailable(
            f"{path}: fitted for {found.model!r} with the fusion {found.fusion:.8}, got {model.name!r} with "
            f"{digest(fusion_of(model)):.8}: run 'verifier calibrate' for this model",
            usage=True,
        )
    return found


def level_for(model: ProcessRewardModel | None, calibrated: Calibrated | None) -> Agreement | None:
    """Return the level by which drift is told: that of the model's folder, else of the calibration; None where there is
    none. Raises: OSError, ValueError on a damaged folder."""
    own = None if model is None else level_of(model)
    return own if own is not None or calibrated is None else calibrated.level


def lengths_for(
    model: ProcessRewardModel | None, fusion: Fusion | None, calibrated: Calibrated | None
) -> ByLength | None:
    """Return the thresholds by length for a model's estimates: those of the calibration that is used, else those in the
    model's folder for this fusion (None: its own); None where there are none. Raises: PrmUnavailable on a damaged file.
    """
    if model is None or calibrated is not None:
        return None if calibrated is None else calibrated.lengths
    try:
        return by_length_of(model, model.name, digest(fusion or fusion_of(model)))
    except (OSError, ValueError) as error:
        raise PrmUnavailable(f"the model {model.name!r:.80} is damaged ({error}); install the package again") from error


def votes_for(model: ProcessRewardModel | None, fusion: Fusion | None, calibrated: Calibrated | None) -> Votes | None:
    """Return what votes are worth by a model's estimates: by the calibration that is used, else by the file in the
    model's folder for this fusion (None: its own); None where that is not known. Raises: PrmUnavailable on a damaged
    file."""
    if model is None or calibrated is not None:
        return None if calibrated is None else calibrated.votes
    try:
        return votes_of(model, model.name, digest(fusion or fusion_of(model)))
    except (OSError, ValueError) as error:
        raise PrmUnavailable(f"the model {model.name!r:.80} is damaged ({error}); install the package again") from error


_ALONE = "--calibration is of a model's estimates: expected --prm beside it"


def _read(path: str | Path) -> Calibrated:
    try:
        return Calibrated.read(Path(path))
    except (OSError, ValueError) as error:
        raise PrmUnavailable(str(error), usage=True) from error
