"""The MCP server over standard input and output: six tools, decided by worker processes, and the norm as a resource."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from importlib.resources import files
from typing import Annotated, Any, Final

from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import Field

from verifier.processes import MARKER, ChildTimeout, NoneFree, Pool, ProcessLoss
from verifier.serving.mcp.answer import unknown
from verifier.version import VERSION

MEMORY: Final = 4 << 30  # bytes that a worker may come to hold
START: Final = 180.0  # seconds that a worker has to get ready, Lean included
LONGEST: Final = 100_000
"""Most characters of the arguments of a call."""

LANGUAGE: Final = "verifier://language"
INSTRUCTIONS: Final = f"""\
Decides steps of mathematical reasoning exactly, with checked proofs. Verdicts: correct, proved: it holds. incorrect, \
refuted: it fails. independent: what is given settles neither. unknown, not settled: nothing was decided, which says \
nothing against the step. Use check_step while you reason, check_chain for a whole solution in plain words, prove and \
refute for one formula, and check_formal where words are left unread. Formulas are written in Python's syntax, with \
==, ** and ForAll(x in Real, ...); {LANGUAGE} is the norm."""

Problem = Annotated[str, Field(description="The problem as stated; empty where there is none.")]
Before = Annotated[list[str], Field(description="The steps before it, in order.")]
Statement = Annotated[str, Field(description="A formula, such as x**2 + 1 > 0 or divides(2, n**2 + n).")]
Given = Annotated[list[str], Field(description="Formulas that hold.")]
Types = Annotated[
    dict[str, str],
    Field(description="Letters by type: real (where none is said), int, count (0, 1, ...), pos, rat, complex, bool."),
]
FormalChain = Annotated[
    dict[str, Any] | str,
    Field(
        description='{"formal": 1, "id", "problem", "steps_text": [text], "vars": {name: {"type", "means"}}, '
        '"facts": [{"id", "kind": "given"|"known"|"model", "quote", "expr"}], "asks": [expr], '
        '"steps": [[{"role": "claim"|"define"|"suppose"|"answer"|"recall", "quote", "expr"}]]}, a list of statements '
        "for each step; each quote stands in the problem (facts) or in its step, character by character."
    ),
]


@dataclass(frozen=True, slots=True)
class Calls:
    """How calls are decided. ``lean``: as ``verifier check`` has it; ``workers``: processes; ``seconds``: of a call."""

    lean: str = "off"
    workers: int = 2
    seconds: float = 30.0


class Desk:
    """Puts each call to a worker process, within its time and memory."""

    def __init__(self, calls: Calls) -> None:
        """Start nothing."""
        self._calls = calls
        settings = json.dumps({"lean": calls.lean, "timeout": calls.seconds})
        self._pool = Pool("verifier.serving.mcp.child", settings, calls.workers, memory=MEMORY, start=START)

    async def __call__(self, tool: str, **arguments: Any) -> str:
        """Return the answer of a tool. What is not decided is unknown, with the reason."""
        line = json.dumps({"tool": tool, "arguments": arguments})
        if len(line) > LONGEST:
            return unknown(f"the call has {len(line)} characters, and at most {LONGEST} are read", "send less").text
        return await asyncio.to_thread(self._told, line)

    def _told(self, line: str) -> str:
        try:
            with self._pool.lent(time.monotonic() + START) as child:
                said = child.ask(line, MARKER, lambda said: True, self._calls.seconds)
            return str(json.loads(said))
        except NoneFree:
            return unknown("every worker was busy all the time", "ask once more").text
        except ChildTimeout:
            why = f"it took more than {self._calls.seconds:g} s and was given up"
            return unknown(why, "split it into smaller statements").text
        except ProcessLoss:
            return unknown("a worker was lost with it; another one takes its place", "split it, or ask once more").text

    def warm(self) -> None:
        """Start a worker before there is a call."""
        with suppress(ProcessLoss), self._pool.lent():
            pass

    def close(self) -> None:
        """End the workers."""
        self._pool.close()


def server(calls: Calls) -> MCPServer[None]:
    """Return the server; its workers start and end with it."""
    desk = Desk(calls)

    @asynccontextmanager
    async def lifespan(app: MCPServer[None]) -> AsyncIterator[None]:
        warming = asyncio.get_running_loop().run_in_executor(None, desk.warm)
        try:
            yield
        finally:
            desk.close()
            await warming

    made: MCPServer[None] = MCPServer(
        "verifier", instructions=INSTRUCTIONS, version=VERSION, log_level="WARNING", lifespan=lifespan
    )
    _about_steps(made, desk)
    _about_formulas(made, desk)
    _language(made)
    return made


def _adding(made: MCPServer[None]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """What adds a function as a tool under its name, with its docstring on one line."""
    reads = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

    def add(tool: Callable[..., Any]) -> Callable[..., Any]:
        made.add_tool(tool, None, None, " ".join((tool.__doc__ or "").split()), reads, structured_output=False)
        return tool

    return add


def _about_formulas(made: MCPServer[None], desk: Desk) -> None:
    tool = _adding(made)

    @tool
    async def prove(statement: Statement, given: Given = [], types: Types = {}) -> str:  # noqa: B006
        """Does the statement follow from what is given? proved, refuted (its negation follows), independent (with
        values at which it holds, and at which it fails), or unknown."""
        return await desk("prove", statement=statement, given=given, types=types)

    @tool
    async def refute(statement: Statement, given: Given = [], types: Types = {}) -> str:  # noqa: B006
        """Is there a counterexample: values that satisfy what is given, at which the statement fails? refuted, with
        the values, proved where there are none, or unknown."""
        return await desk("refute", statement=statement, given=given, types=types)

    @tool
    async def same_answer(a: str, b: str) -> str:
        """Are two final answers the same? equal, different, or could not tell. LaTeX, units, sets, intervals."""
        return await desk("same_answer", a=a, b=b)


def _about_steps(made: MCPServer[None], desk: Desk) -> None:
    tool = _adding(made)

    @tool
    async def check_step(problem: Problem, step: str, before: Before = []) -> str:  # noqa: B006
        """Does one step of a solution, in plain words and formulas, hold given the problem and the steps before it?"""
        return await desk("check_step", problem=problem, step=step, before=before)

    @tool
    async def check_chain(problem: Problem, steps: list[str], answer: str | None = None) -> str:
        """Which steps of a solution hold, and where is the first error? Steps are counted from 0. answer: the reference
        answer, where it is known."""
        if not steps:
            return unknown("expected at least one step, got none", "send the solution as a list of steps").text
        return await desk("check_chain", problem=problem, steps=steps, answer=answer)

    @tool
    async def check_formal(chain: FormalChain) -> str:
        """Decide a formal chain that you wrote: your translation is taken as given, so verdicts are exact under it.
        The linter tells what does not fit the words."""
        return await desk("check_formal", chain=chain)


def _language(made: MCPServer[None]) -> None:
    @made.resource(LANGUAGE, name="language", title="The formal language of chains", mime_type="text/markdown")
    def language() -> str:
        """The norm: vocabulary, facts, statements, expressions, with examples."""
        return (files("verifier.docs") / "language.md").read_text("utf-8")
