"""The interpreters that programs are run in, by name and version. Nothing is started here."""

from __future__ import annotations

import functools
import importlib.util
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

INTERPRETER: Final = f"{platform.python_implementation()} {platform.python_version()}"
"""What runs the programs, by name and version."""


def python() -> str:
    """Return the version of the language that programs are run in: major and minor."""
    return ".".join(INTERPRETER.rpartition(" ")[2].split(".")[:2])


@functools.cache
def monty() -> str | None:
    """Return where the second interpreter is, or None where it is not installed."""
    spec = importlib.util.find_spec("pydantic_monty")
    places = (Path(sys.prefix) / "bin" / "monty", Path(sys.exec_prefix) / "bin" / "monty")
    return next((str(one) for one in places if spec is not None and one.is_file()), None)


def second_interpreter() -> str:
    """Return the name and version of the second interpreter; an empty text where there is none."""
    try:
        return f"monty {version('pydantic-monty')}" if monty() is not None else ""
    except PackageNotFoundError:
        return ""
