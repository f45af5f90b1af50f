"""One translator for all workers of a machine: they share its answers, and the budget of the run."""

from __future__ import annotations

import os
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from verifier.engines.lean.local_socket import Wire, connected
from verifier.labelling.attended import Attended
from verifier.translating.model import Answer, Bounds, Counted, NoAnswer, Question, TranslatorUnavailable

PLACE = "VERIFIER_SHARED_TRANSLATOR"
"""The environment variable that tells a worker where the translator is."""

PATIENCE = 3600.0
"""Seconds that a worker waits for one answer: servers are asked again, a model here takes one question at a time."""


class SharedTranslator:
    """A model that workers find by ``env``, which they are started with. Use as a context manager; None: nobody."""

    def __init__(self, model: Counted | None) -> None:
        """Start nothing."""
        self.model = model
        self._socket = Attended(PLACE, self._attend)

    def __enter__(self) -> SharedTranslator:
        """Begin to serve. Raises: OSError where no socket can be had."""
        if self.model is not None:
            self._socket.open()
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    @property
    def env(self) -> dict[str, str]:
        """The environment of a worker."""
        return self._socket.env

    def _attend(self, line: Wire) -> None:
        assert self.model is not None
        line.say(name=self.model.name)
        while (asked := line.hear(None)) is not None:
            line.say(**_answered(self.model, asked))


def _answered(model: Counted, asked: dict[str, Any]) -> dict[str, Any]:
    schema, bounds = asked["schema"], asked["bounds"]
    question = Question(
        tuple(asked["messages"]),
        None if schema is None else (schema[0], schema[1]),
        asked["sample"],
        asked["tokens"],
        None if bounds is None else Bounds(tuple(bounds["names"]), bounds["claims"], bounds["tokens"]),
    )
    try:
        return {"text": model.ask(question).text}
    except NoAnswer as error:
        return {"silent": str(error)}
    except TranslatorUnavailable as error:
        return {"gone": str(error)}


class FarTranslator:
    """The shared translator, as a worker sees it. ``waited``: the seconds that its answers took so far."""

    def __init__(self, place: str) -> None:
        """Connect. Raises: TranslatorUnavailable."""
        self.waited = 0.0
        try:
            self._line: Wire = connected(Path(place), PATIENCE)
            self._name = str((self._line.hear(PATIENCE) or {})["name"])
        except (OSError, KeyError) as error:
            raise TranslatorUnavailable(f"the run's translator does not answer ({error})") from error

    @property
    def name(self) -> str:
        """The model's name, as records carry it."""
        return self._name

    def close(self) -> None:
        """Let the translator go."""
        self._line.close()

    def ask(self, question: Question) -> Answer:
        """Return the answer; what it cost is counted where the model is. Raises: NoAnswer; TranslatorUnavailable."""
        asked = {**asdict(question), "messages": [dict(message) for message in question.messages]}
        began = time.monotonic()
        try:
            self._line.say(**asked)
            said = self._line.hear(PATIENCE) or {}
        except OSError as error:
            raise TranslatorUnavailable(f"the run's translator does not answer ({error})") from error
        finally:
            self.waited += time.monotonic() - began
        if "silent" in said:
            raise NoAnswer(str(said["silent"]))
        if "text" not in said:
            raise TranslatorUnavailable(str(said.get("gone", "the run's translator does not answer")))
        return Answer(str(said["text"]))


def shared_translator() -> FarTranslator | None:
    """Return the translator that this worker was started with, None where there is none.

    Raises: TranslatorUnavailable."""
    place = os.environ.get(PLACE)
    return FarTranslator(place) if place else None
