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
from verifier.checkers.lean.toolchain.install import fetch, unpack, verify

PACKAGE = "katex@0.16.22"
INTEGRITY = "sha512-XCHRdUw4lf3SKBaJe4EvgqIuWwkPSo9XoeO8GjQW94Bp7TWv9hNhzZjZ+OH9yf1UmLygb7DIT5GSFQiyt16zYg=="
FOLDER = "katex-0.16.22"

FETCH_SECONDS = 60.0
SCRIPT, STYLE = "katex.min.js", "katex.min.css"


def katex(progress: cache.Progress = cache.quiet) -> tuple[str, str]:
    """Return KaTeX's script, and its style with the fonts inside. Raises: LeanUnavailable, which says why it cannot be
    fetched; OSError."""
    folder = cache.cache_root() / FOLDER
    if cache.manifest(folder) is None:
        with cache.room() as root:
            if cache.manifest(folder) is None:
                progress("fetching KaTeX from npm, once (1.5 MB)", 0.0)
                folder = cache.put(root, FOLDER, _build)
    return tuple((folder / name).read_text(encoding="utf-8") for name in (SCRIPT, STYLE))  # type: ignore[return-value]  # two names


def _build(partial: Path) -> dict[str, Any]:
    download = partial / "download"
    download.mkdir()
    packed = fetch(download, PACKAGE, FETCH_SECONDS)
    verify(packed, PACKAGE, INTEGRITY)
    try:
        unpack(packed, download)
    except (tarfile.TarError, EOFError) as error:
        raise OSError(f"{PACKAGE} cannot be unpacked ({error})") from error
    dist = download / "package/dist"
    shutil.copy(dist / SCRIPT, partial / SCRIPT)
    (partial / STYLE).write_text(_alone((dist / STYLE).read_text(encoding="utf-8"), dist), encoding="utf-8")
    shutil.copy(download / "package/LICENSE", partial / "LICENSE")
    shutil.rmtree(download)
    return {"package": PACKAGE, "integrity": INTEGRITY}


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
