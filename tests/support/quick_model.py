"""A quick real model for tests of what is done with estimates: a folder that ``verifier train`` made.

It is no good (it ranks steps worse than their mere length does), and it need not be: it is real, says something of
every step, and scores ten times as many chains a second as the default model.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from verifier.estimators.own.encoder import EncoderModel, load_folder

FOLDER: Final = Path(__file__).with_suffix("")
NAME: Final = "quick 1"
PRM: Final = f"own:{FOLDER}"


def load() -> EncoderModel:
    """Return the model."""
    return load_folder(FOLDER)
