"""KaTeX (MIT licence), which typesets mathematics: fetched once from npm, pinned, kept in the cache, and put into the
page whole.
"""

from __future__ import annotations

import base64
import shutil
import tarfile
from pathlib import Path
from typing import Any

from verifier.checkers.lean.toolchain import cache
from verifier.checkers.lean.toolchain.fetching import USUAL, Asked, Package, by_npm, obtained, refuse
from verifier.checkers.lean.toolchain.install import unpack

PACKAGE = Package(
    name="katex",
    what="KaTeX from npm, which typesets mathematics",
    spec="katex@0.16.22",
    file="katex-0.16.22.tgz",
    integrity="sha512-XCHRdUw4lf3SKBaJe4EvgqIuWwkPSo9XoeO8GjQW94Bp7TWv9hNhzZjZ+OH9yf1UmLygb7DIT5GSFQiyt16zYg==",
    size="1.5 MB",
    without="--typeset off does without",
    again="verifier fetch katex",
)
FOLDER = "katex-0.16.22"

SCRIPT, STYLE = "katex.min.js", "katex.min.css"


def katex(asked: Asked = USUAL) -> tuple[str, str]:
    """Return KaTeX's script, and its style with the fonts inside. Raises: LeanUnavailable, which says why it cannot be
    fetched; OSError."""
    folder = install(asked)
    return tuple((folder / name).read_text(encoding="utf-8") for name in (SCRIPT, STYLE))  # type: ignore[return-value]  # two names


def install(asked: Asked = USUAL) -> Path:
    """Return the folder of KaTeX, fetched first if need be. Raises: as ``katex``."""
    if (folder := installed()) is not None:
        return folder
    if asked == USUAL:
        refuse(PACKAGE)
    with cache.room() as root:
        return installed() or cache.put(root, FOLDER, lambda partial: _build(partial, asked))


def installed() -> Path | None:
    """Return the folder of KaTeX when it is there and whole, else None."""
    folder = cache.cache_root() / FOLDER
    return folder if cache.manifest(folder) is not None else None


def _build(partial: Path, asked: Asked) -> dict[str, Any]:
    download = partial / "download"
    download.mkdir()
    packed = obtained(PACKAGE, download, by_npm, asked)
    try:
        unpack(packed, download)
    except (tarfile.TarError, EOFError) as error:
        raise OSError(f"{PACKAGE.spec} cannot be unpacked ({error})") from error
    dist = download / "package/dist"
    shutil.copy(dist / SCRIPT, partial / SCRIPT)
    (partial / STYLE).write_text(_alone((dist / STYLE).read_text(encoding="utf-8"), dist), encoding="utf-8")
    shutil.copy(download / "package/LICENSE", partial / "LICENSE")
    shutil.rmtree(download)
    return {"package": PACKAGE.spec, "integrity": PACKAGE.integrity}


def _alone(style: str, folder: Path) -> str:
    """Return the style with each font as a data URI (WOFF2 alone, which every browser reads)."""
    parts = style.split("src:url(")
    whole = [parts[0]]
    for part in parts[1:]:
        name, _, rest = part.partition(")")
        rest = rest[min(place for place in (rest.find("}"), rest.find(";")) if place >= 0) :]
        font = base64.b64encode((folder / name).read_bytes()).decode()
        whole.append(f'src:url(data:font/woff2;base64,{font}) format("woff2"){rest}')
    return "".join(whole)
