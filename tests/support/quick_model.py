"""A quick real model for tests of what is done with estimates: a folder that ``verifier train`` made.

It is no good, and it need not be: it is real, says something of every step, and has one layer where the default model
has fifty. ``verifier train --layers 1 --rank 2`` made it of ProcessBench gsm8k.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from verifier.estimators.surprisal.tuned_layers import TunedModel, load_folder

FOLDER: Final = Path(__file__).with_suffix("")
NAME: Final = "quick 1"
PRM: Final = f"own:{FOLDER}"


def load() -> TunedModel:
    """Return the model."""
    return load_folder(FOLDER)
