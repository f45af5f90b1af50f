"""What tells one model's weights from another's, without reading all of them."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

KINDS: Final = (".safetensors", ".bin", ".gguf", ".json", ".jinja", ".model", ".txt")
"""The files of a model's folder that make it what it is: weights, shapes, vocabulary, how a chat is laid out."""

WHOLE: Final = 4 << 20
"""Bytes up to which a file is read whole; of a larger one so many are read in pieces, from one end to the other."""

PIECES: Final = 64


def digest(place: Path) -> str:
    """Return 16 hexadecimal digits of a model's files: their names, sizes, and bytes, of large files pieces all along.

    Trained further, or with other numbers, a model differs nearly everywhere, so pieces tell. Fails: OSError.
    """
    files = [place] if place.is_file() else sorted(path for path in place.iterdir() if path.suffix in KINDS)
    found = hashlib.sha256()
    for path in files:
        size = path.stat().st_size
        found.update(f"{path.name}\0{size}\0".encode())
        with path.open("rb") as stream:
            if size <= WHOLE:
                found.update(stream.read())
                continue
            piece = WHOLE // PIECES
            for number in range(PIECES):
                stream.seek((size - piece) * number // (PIECES - 1))
                found.update(stream.read(piece))
    return found.hexdigest()[:16]
