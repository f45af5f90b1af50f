"""A worker process of the tools: a call comes in as a line of JSON, its answer goes out as a line.

``python -m verifier.serving.mcp.child`` with its settings as JSON; it ends when its input does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TextIO

from verifier.answers.compare import same_answer
from verifier.chain import Chain
from verifier.judging.agreeing.judge import FormalJudge
from verifier.judging.decide import formal_judge
from verifier.language.places import ShapeError
from verifier.pipeline.judge import Judge
from verifier.processes.worker import say, work
from verifier.serving.mcp.answer import Answer, unknown
from verifier.serving.mcp.formal import of_formal
from verifier.serving.mcp.statements import Question, proved, refuted
from verifier.serving.mcp.steps import of_chain, of_step

Tool = Callable[[Mapping[str, Any]], Answer]
"""From the arguments of a call to its answer."""


class Tools:
    """The tools by their names."""

    def __init__(self, exactly: Judge) -> None:
        self._exactly, self._formally = exactly, formal_judge()
        self.by_name: dict[str, Tool] = {
            "check_step": self.check_step,
            "check_chain": self.check_chain,
            "check_formal": self.check_formal,
            "prove": self.prove,
            "refute": self.refute,
            "same_answer": self.same_answer,
        }

    def check_step(self, asked: Mapping[str, Any]) -> Answer:
        """Return what is told of one step after others."""
        return of_step(self._exactly(Chain.of(asked["problem"], [*asked["before"], asked["step"]])), self._formally)

    def check_chain(self, asked: Mapping[str, Any]) -> Answer:
        """Return what is told of all steps."""
        return of_chain(self._exactly(Chain.of(asked["problem"], asked["steps"], answer=asked["answer"])))

    def check_formal(self, asked: Mapping[str, Any]) -> Answer:
        """Return what is told of a formal chain, which the caller vouches for."""
        return of_formal(asked["chain"], self._exactly)

    def prove(self, asked: Mapping[str, Any]) -> Answer:
        """Return whether a statement follows."""
        return self._about(asked, proved)

    def refute(self, asked: Mapping[str, Any]) -> Answer:
        """Return where a statement fails."""
        return self._about(asked, refuted)

    def same_answer(self, asked: Mapping[str, Any]) -> Answer:
        """Return whether two final answers are the same."""
        found = same_answer(asked["a"], asked["b"])
        return Answer(f"{found.state}: {found.reason}")

    def _about(self, asked: Mapping[str, Any], decide: Callable[[FormalJudge, Question], Answer]) -> Answer:
        question = Question(asked["statement"], tuple(asked["given"]), tuple(asked["types"].items()))
        try:
            return decide(self._formally, question)
        except ShapeError as error:
            named = error.place.variable
            return unknown(f"{named}: {error.message}" if named else error.message)


def serve(settings: str, lines: TextIO, out: TextIO) -> None:
    """Answer calls until ``lines`` end. Raises: OSError when nobody listens any more; LeanUnavailable at the start,
    where it is required."""
    wanted = json.loads(settings)
    with Judge(wanted["lean"], wanted["timeout"]) as judge:
        tools = Tools(judge)
        say("ready", out)
        while line := lines.readline():
            asked = json.loads(line)
            say(tools.by_name[asked["tool"]](asked["arguments"]).text, out)


if __name__ == "__main__":
    work(serve)
