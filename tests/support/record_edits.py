"""Edits of JSON values by paths: how forgeries are made of honest records."""

from __future__ import annotations

import copy
from typing import Any


def find(data: Any, path: list[Any]) -> Any:
    """Return what is at the path."""
    for key in path:
        data = data[key]
    return data


def edit(data: Any, do: list[list[Any]]) -> None:
    """Do ``["put", path, value]``, ``["copy", from, to]`` and ``["drop", path]``, in order."""
    for what, path, *rest in do:
        if what == "drop":
            del find(data, path[:-1])[path[-1]]
        elif what == "copy":
            find(data, rest[0][:-1])[rest[0][-1]] = copy.deepcopy(find(data, path))
        else:
            find(data, path[:-1])[path[-1]] = rest[0]
