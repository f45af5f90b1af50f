"""Batches: requests as a file in OpenAI's batch format, and the answers that came back.

The format: https://platform.openai.com/docs/guides/batch, a JSON object a line with ``custom_id``, ``method``, ``url``
and ``body``; answers have the same ``custom_id``, and ``response`` or ``error``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Generic

from verifier.asking.kept import Kept
from verifier.asking.live import Came, Course
from verifier.asking.request import Heard, Request, Silence
from verifier.asking.server import heard, sent
from verifier.outputs import written

URL: Final = "/v1/chat/completions"
MOST_LINE: Final = 32_000_000
"""Bytes of one answer's line."""


@dataclass(slots=True)
class Round(Generic[Came]):
    """How far courses come with what is kept: those that are done, and the requests that the others wait for."""

    done: list[Came] = field(default_factory=list)
    waiting: dict[str, Request] = field(default_factory=dict)


def round_of(courses: Iterable[Course[Request, Came]], kept: Kept) -> Round[Came]:
    """Return how far courses come.

    Raises:
        NotKept: where the file of answers breaks.
    """
    found = Round[Came]()
    for course in courses:
        request = next(course)
        while (known := kept.find(request)) is not None:
            try:
                request = course.send(known)
            except StopIteration as ended:
                found.done.append(ended.value)
                break
        else:
            found.waiting[custom_id(request)] = request
    return found


def custom_id(request: Request) -> str:
    """Return the name of a request in a batch: it follows from what is asked."""
    return f"verifier-{request.key[:40]}"


def write_requests(path: Path, requests: Mapping[str, Request]) -> None:
    """Write a batch.

    Raises:
        OSError: where the file cannot be written.
    """
    with written(path) as stream:
        for name, request in requests.items():
            one = {"custom_id": name, "method": "POST", "url": URL, "body": sent(request)}
            stream.write((json.dumps(one, ensure_ascii=False) + "\n").encode())


@dataclass(slots=True)
class Taken:
    """What came back: how many answers were taken, how many were to nothing that is waited for, and what is wrong."""

    taken: int = 0
    others: int = 0
    faults: list[str] = field(default_factory=list)


def take_responses(paths: Sequence[Path], waiting: Mapping[str, Request], kept: Kept) -> Taken:
    """Keep the answers of files that are to these requests.

    Raises:
        OSError: where a file cannot be read, or that of the answers breaks.
    """
    found = Taken()
    for path in paths:
        for number, line in _lines(path):
            try:
                name, said = _response(line)
            except ValueError as wrong:
                found.faults.append(f"{path}:{number}: {wrong}")
                continue
            if (request := waiting.get(name)) is None:
                found.others += 1
                continue
            kept.keep(request, said)
            found.taken += 1
            if isinstance(said, Silence):
                found.faults.append(f"{path}:{number}: {said.why}")
    return found


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    number = 0
    with path.open("rb") as stream:
        while line := stream.readline(MOST_LINE):
            number += 1
            if line.strip():
                yield number, line


def _response(line: bytes) -> tuple[str, Heard]:
    """The request that a line answers, and what it says.

    Raises:
        ValueError: where the line is no answer of a batch.
    """
    try:
        one = json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError("expected a line of a batch's answers, found no JSON") from None
    if not isinstance(one, dict) or not isinstance(one.get("custom_id"), str):
        raise ValueError("expected a line of a batch's answers, found no custom_id")
    response: Any = one.get("response")
    if not isinstance(response, dict):
        return one["custom_id"], Silence(f"the batch has no answer: {json.dumps(one.get('error'))[:160]}")
    if response.get("status_code", 200) != 200 or not isinstance(response.get("body"), dict):
        return one["custom_id"], Silence(f"the server said {response.get('status_code')}")
    return one["custom_id"], heard(response["body"])
