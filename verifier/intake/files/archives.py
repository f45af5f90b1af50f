"""Files that are no text: inspect's ``.eval`` archives, which are read, and what is refused by its first bytes.

An ``.eval`` file is a ZIP archive with one JSON document a sample, ``samples/ID_epoch_N.json``
(https://inspect.aisi.org.uk/eval-logs.html; ``inspect_ai/log/_recorders/eval.py``).
"""

from __future__ import annotations

import lzma
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from verifier.intake.bad import MAX_LINE, Bad, Unreadable
from verifier.intake.files.values import Line, Value, value_of

_ENCRYPTED = 1  # the flag of an entry of an archive

SIGNS = (
    (b"%PDF", "a PDF: copy its text into a file that ends in .txt"),
    (b"\x89PNG", "a picture: type its text into a file that ends in .txt"),
    (b"\xff\xd8\xff", "a picture: type its text into a file that ends in .txt"),
    (b"\xff\xfe", "UTF-16: save it as UTF-8"),
    (b"\xfe\xff", "UTF-16: save it as UTF-8"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3", "a database: export the table as CSV"),
)
"""How files begin that cannot be read, and what to say of them."""

CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1b"))
"""Bytes that stand in no text, whatever its encoding."""


def told_binary(first: Line, name: str) -> str | None:
    """Return what to say of a file that is no text in UTF-8, by the first line that is not blank; None of text."""
    start = first.raw
    told = next((said for sign, said in SIGNS if start.startswith(sign)), None)
    controls = b"\0" in start or (first.bad is not None and start.translate(None, CONTROLS) != start)
    if told is None and controls and start.lstrip()[:1] not in (b"{", b"["):
        told = "a binary file: give JSON, JSON lines, CSV, Parquet or plain text"
    return None if told is None else f"expected UTF-8 text or a file of chains, got {told}"


def of_archive(path: Path) -> Iterator[Value | Bad]:
    """Yield the samples of an ``.eval`` archive, in the order of their names. Raises: Unreadable on another archive."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = sorted(n for n in archive.namelist() if n.startswith("samples/") and n.endswith(".json"))
            if not names:
                raise Unreadable(str(path), f"expected a file of chains, got {_kind(archive)}")
            for name in names:
                yield _sample(archive, name, f"{path}/{name}")
    except zipfile.BadZipFile as error:
        raise Unreadable(str(path), f"expected a whole archive ({error})") from error
    except NotImplementedError as error:  # Zstandard, before Python 3.14
        raise Unreadable(
            str(path),
            f"expected an archive that this Python can unpack ({error}); "
            "write the log as JSON: inspect log convert --to json --output-dir FOLDER FILE",
        ) from error


def _sample(archive: zipfile.ZipFile, name: str, where: str) -> Value | Bad:
    if archive.getinfo(name).flag_bits & _ENCRYPTED:
        return Bad(where, "expected a sample that can be read, got an encrypted one")
    if archive.getinfo(name).file_size > MAX_LINE:
        return Bad(where, f"expected a sample of at most {MAX_LINE} bytes, got a longer one")
    try:
        text = archive.read(name).decode("utf-8")
    except (UnicodeDecodeError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError) as error:
        return Bad(where, f"expected a sample as JSON in UTF-8 ({str(error)[:120]})")
    found = value_of(Line(f"{where}:1", text))
    return found if isinstance(found, Bad) else Value(where, found.data)


def _kind(archive: zipfile.ZipFile) -> str:
    if "[Content_Types].xml" in archive.namelist():
        return "an Office file: save a sheet as CSV, or its text as .txt"
    return "an archive: unpack it, and name the files in it"
