"""The tools of a model that reasons: the real server as a child, asked by the package's own client over stdio."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from importlib.resources import files
from pathlib import Path
from typing import Any

import psutil
import pytest
from mcp import Client, StdioServerParameters
from support.command_line import Run

from verifier.judging.judgements.judgement import Unjudgement
from verifier.kernel.verdict import Reason
from verifier.serving.mcp.advice import OF_CLAIMS, OF_STEPS
from verifier.serving.mcp.answer import LONGEST_LINE, MOST_LINES, Answer

SECONDS = 3
ARGS = ["-m", "verifier.cli.main", "mcp", "--workers", "1", "--call-seconds", str(SECONDS)]
NORM = (files("verifier.docs") / "language.md").read_text("utf-8")
BAKERY, LOST, EVEN = (json.loads(part.split("```")[0]) for part in NORM.split("```json\n")[1:4])
LUCKY = json.loads((Path(__file__).parent.parent.parent / "examples/lucky.json").read_text("utf-8"))
TOOLS = {"check_step", "check_chain", "check_formal", "prove", "refute", "same_answer"}


class Asked:
    """A running server with its client, which lives in an event loop of a thread's own."""

    def __init__(self) -> None:
        self.loop, self.up, self.over = asyncio.new_event_loop(), Future[Client](), asyncio.Event()
        self.thread = threading.Thread(target=self.loop.run_until_complete, args=[self._live()])
        self.thread.start()
        self.client = self.up.result(60)

    async def _live(self) -> None:
        server = StdioServerParameters(command=sys.executable, args=ARGS, cwd=Path(__file__).parent)
        async with Client(server) as client:
            self.up.set_result(client)
            await self.over.wait()

    def do(self, wanted: Callable[[Client], Awaitable[Any]]) -> Any:
        async def done() -> Any:
            return await wanted(self.client)

        return asyncio.run_coroutine_threadsafe(done(), self.loop).result(120)

    def result(self, tool: str, **arguments: Any) -> Any:
        return self.do(lambda client: client.call_tool(tool, arguments))

    def __call__(self, tool: str, **arguments: Any) -> str:
        return str(self.result(tool, **arguments).content[0].text)

    def workers(self) -> list[psutil.Process]:
        every = psutil.Process().children(recursive=True)
        return [one for one in every if "verifier.serving.mcp.child" in one.cmdline()]

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.over.set)
        self.thread.join(60)
        self.loop.close()


@pytest.fixture(scope="module")
def ask() -> Iterator[Asked]:
    asked = Asked()
    yield asked
    workers = asked.workers()
    asked.close()
    assert not psutil.wait_procs(workers, timeout=30)[1], "the workers end with the server"


def test_the_client_finds_six_tools_with_descriptions_and_schemas(ask: Asked) -> None:
    tools = {tool.name: tool for tool in ask.do(lambda client: client.list_tools()).tools}
    assert tools.keys() == TOOLS and all(tool.description for tool in tools.values())
    assert tools["check_step"].input_schema["required"] == ["problem", "step"]
    assert all(tool.annotations.read_only_hint for tool in tools.values())


def test_the_norm_of_the_language_is_a_resource(ask: Asked) -> None:
    [found] = ask.do(lambda client: client.list_resources()).resources
    assert str(found.uri) == "verifier://language"
    assert ask.do(lambda client: client.read_resource(str(found.uri))).contents[0].text == NORM


def test_a_step_is_correct_incorrect_or_open_and_says_what_to_do(ask: Asked) -> None:
    assert ask("check_step", problem=LUCKY["problem"], step=LUCKY["steps"][3]) == "correct"
    wrong = ask("check_step", problem=LUCKY["problem"], before=LUCKY["steps"][:1], step=LUCKY["steps"][1])
    first, why, following = wrong.splitlines()
    assert first == "incorrect" and "the left side is always 4 more" in why and following.startswith("next: mend")
    opened = ask("check_step", problem="", step="It is plain to see.")
    assert opened.startswith("not settled (no claim read)") and "check_formal" in opened


def test_a_step_after_an_error_says_where_that_is(ask: Asked) -> None:
    told = ask("check_step", problem=LUCKY["problem"], before=LUCKY["steps"][:4], step=LUCKY["steps"][4])
    assert told.splitlines() == ["correct", "step 1 before it is incorrect (counted from 0)"]


def test_a_chain_names_its_first_error_and_groups_what_is_right(ask: Asked) -> None:
    lines = ask("check_chain", problem=LUCKY["problem"], steps=LUCKY["steps"], answer="3").splitlines()
    assert lines[:2] == ["incorrect: first at step 1 (counted from 0)", "correct: 0, 3-5"]
    assert lines[2].startswith("step 1: incorrect: ") and any(line.startswith("Final answer:") for line in lines)
    assert ask("check_chain", problem="", steps=["6 * 7 = 42."]) == "correct: all 1 steps"
    assert ask("check_chain", problem="", steps=[]).startswith("unknown: expected at least one step")


def test_a_formal_chain_is_decided_as_given_by_the_caller(ask: Asked) -> None:
    told = ask("check_formal", chain=BAKERY)
    assert told.splitlines()[:2] == [
        "incorrect: first at step 2 (counted from 0), as given by the caller",
        "correct: 0, 1",
    ]
    assert "earned == 312*6: refuted: what is given makes it false, fails at earned = 156" in told
    assert "rests on model facts, which nobody checks: p5, p6, p4" in told
    assert ask("check_formal", chain=json.dumps(EVEN)) == "correct: all 3 steps, as given by the caller"
    assert "x == 5: independent: it holds at x = 5, fails at x = 0" in ask("check_formal", chain=LOST)


def test_the_linter_tells_where_a_formal_chain_does_not_fit_its_words(ask: Asked) -> None:
    facts = [{**BAKERY["facts"][0], "quote": "packs 12 buns", "expr": "per_box = 12"}, *BAKERY["facts"][1:]]
    told = ask("check_formal", chain={**BAKERY, "facts": facts})
    assert told.startswith("unknown: the formal chain is set aside")
    assert "error unparsed at fact p0, column 9: '=' is not in the language: an equation is written ==" in told
    assert "error quote-not-in-text at fact p0" in told and "verifier://language" in told


@pytest.mark.parametrize(
    ("chain", "why"),
    [
        ("{", "it is no JSON"),
        ("[" * 90_000, "it is no formal chain: it nests too deep"),
        ({"formal": 1}, 'it is no formal chain: expected a field "id", found none'),
        ({key: value for key, value in LOST.items() if key not in ("problem", "steps_text")}, "without the text"),
        ({**LOST, "steps": LOST["steps"][:1]}, 'expected as many "steps_text" as "steps"'),
        ({**LOST, "given": True}, "given"),
    ],
)
def test_what_is_no_formal_chain_is_unknown_and_says_why(ask: Asked, chain: Any, why: str) -> None:
    told = ask("check_formal", chain=chain)
    assert told.startswith("unknown: ") and why in told


def test_prove_says_whether_it_follows_and_where_not(ask: Asked) -> None:
    assert ask("prove", statement="a**2 + b**2 >= 2*a*b") == "proved"
    assert ask("prove", statement="divides(2, n**2 + n)", types={"n": "int"}) == "proved\nfrom n in Int"
    told = ask("prove", statement="x == 5", given=["x**2 == 5*x"]).splitlines()
    assert told[:2] == ["independent: it holds at x = 5", "counterexample: x = 0"]
    refuted = ask("prove", statement="x > 4", given=["2*x + 1 == 7"])
    assert refuted.splitlines()[0] == "refuted: what is given makes it false" and "counterexample: x = 3" in refuted


def test_refute_finds_values_that_are_allowed_or_says_that_there_are_none(ask: Asked) -> None:
    told = ask("refute", statement="x**2 > 10", given=["x > 3"])
    assert told.splitlines()[0] == "refuted: it does not hold for all x"
    squared = told.splitlines()[1].removeprefix("counterexample: x = ")
    assert squared == "sqrt(10)" or 3 < float(eval(squared)) <= 10**0.5  # noqa: S307
    assert ask("refute", statement="(x + 1)**2 == x**2 + 2*x + 1") == "proved"
    assert ask("refute", statement="7*8 == 54") == "refuted: it is false"


def test_premises_that_nothing_satisfies_prove_and_refute_nothing(ask: Asked) -> None:
    for tool in ("prove", "refute"):
        told = ask(tool, statement="x == 7", given=["x > 0", "x < 0"])
        assert told.startswith("unknown: the facts contradict each other")


@pytest.mark.parametrize("tool", ["prove", "refute"])
@pytest.mark.parametrize(
    ("statement", "given", "types", "why"),
    [
        ("x = 5", [], {}, "an equation is written =="),
        ("x == 5", ["x^2 == 4"], {}, "“x^2 == 4”, which is given,"),
        ("x + 1", [], {}, "it is a bare value"),
        ("x > 0), (y > 0", [], {}, "')' closes nothing"),
        ("(x, y)", [], {}, "it is a bare value"),
        ("x == 5", [], {"x": "reel"}, "x: expected"),
        ("", [], {}, "no formula"),
        ("__import__('os').system('x') == 0", [], {}, "no formula"),
    ],
)
def test_what_is_no_formula_is_unknown(
    ask: Asked, tool: str, statement: str, given: list[str], types: dict[str, str], why: str
) -> None:
    told = ask(tool, statement=statement, given=given, types=types)
    assert told.startswith("unknown: ") and why in told


def test_final_answers_are_compared(ask: Asked) -> None:
    assert ask("same_answer", a="1/2", b="0.5").startswith("equal: ")
    assert ask("same_answer", a="1/3", b="0.333").startswith("could not tell: ")
    assert ask("same_answer", a="2", b="3").startswith("different: ")


def test_arguments_of_another_shape_are_refused_and_the_server_goes_on(ask: Asked) -> None:
    for arguments in ({"problem": 3}, {"problem": "", "step": ["a"]}, {}):
        assert ask.result("check_step", **arguments).is_error
    assert ask("check_step", problem="", step="\x00\x02 1 + 1 = 2").splitlines()[0] in ("correct", "not settled")
    assert ask("same_answer", a="1", b="1").startswith("equal")


def test_a_call_that_is_too_long_is_not_read(ask: Asked) -> None:
    told = ask("check_step", problem="x" * 200_000, step="1 = 1")
    assert told.startswith("unknown: the call has 200") and "next: send less" in told


def test_a_lost_worker_and_one_that_hangs_cost_their_own_call(ask: Asked) -> None:
    ask("same_answer", a="1", b="1")
    [worker] = ask.workers()
    worker.suspend()
    assert ask("same_answer", a="1", b="1").startswith(f"unknown: it took more than {SECONDS} s")
    assert ask("same_answer", a="1", b="1").startswith("equal")
    [worker] = ask.workers()
    worker.suspend()
    asked = threading.Timer(0.5, worker.kill)
    asked.start()
    assert ask("same_answer", a="1", b="1").startswith("unknown: a worker was lost with it")
    assert ask("same_answer", a="1", b="1").startswith("equal")


def test_nothing_but_the_protocol_is_written_to_standard_output() -> None:
    messages = [
        {"id": 1, "method": "initialize", "params": _hello()},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "same_answer", "arguments": {"a": "1", "b": "1"}}},
        {"id": 3, "method": "tools/call", "params": {"name": "same_answer", "arguments": {"a": 1}}},
        {"id": 4, "method": "tools/call", "params": {"name": "nothing", "arguments": {}}},
    ]
    child = subprocess.Popen([sys.executable, *ARGS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdin is not None and child.stdout is not None
    with child, child.stdin as put:
        put.write("no JSON at all\n")
        for message in messages:
            put.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        put.flush()
        told = [json.loads(child.stdout.readline()) for _ in range(4)]
        put.close()
        told += map(json.loads, child.stdout)
    assert all(one["jsonrpc"] == "2.0" for one in told) and {1, 2, 3, 4} <= {one.get("id") for one in told}
    assert child.returncode == 0


def _hello() -> dict[str, Any]:
    return {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


def test_every_reason_has_an_advice() -> None:
    assert OF_CLAIMS.keys() == set(Reason) and OF_STEPS.keys() == set(Unjudgement)


def test_an_answer_stays_short_whatever_there_is_to_say() -> None:
    text = Answer("unknown: x", tuple(f"{i} " + "y\n" * 5000 for i in range(100)), "z" * 5000, "w").text
    assert len(text) < (MOST_LINES + 4) * (LONGEST_LINE + 1) and f"and {100 - MOST_LINES} more" in text
    assert text.splitlines()[-1] == "next: w"


def test_without_the_package_the_error_names_the_extra(command: Run, tmp_path: Path) -> None:
    (tmp_path / "mcp.py").write_text("raise ImportError('no mcp here')\n")
    done = command("mcp", env={"PYTHONPATH": str(tmp_path)})
    assert done.returncode == 3 and "pip install 'step-verifier[mcp]'" in done.stderr and not done.stdout


def test_values_are_told_only_where_they_satisfy_all_that_is_given(ask: Asked) -> None:
    given = ["x**2 - y**2 == 0", "2*x*y == 1", "x > 0", "y > 0"]
    told = ask("refute", statement="x*y == 1", given=given)
    assert told.startswith("refuted") and "from 2*x*y == 1" in told and "counterexample" not in told
    assert "counterexample: x = 2, y = 3" in ask("refute", statement="x*y == 1", given=["x == 2", "y == 3"])


def test_values_that_are_no_rational_numbers_are_spelled(ask: Asked) -> None:
    told = ask("prove", statement="y == 2", given=["x == 2**y", "y**2 == 4"])
    assert told.startswith("independent: it holds at") and "y = -2" in told, told


def test_premises_without_a_known_model_are_not_called_contradictory(ask: Asked) -> None:
    told = ask("prove", statement="x == y + 1", given=["x**3 == 2*y", "x*y == sqrt(7) + cos(1)"])
    assert told.startswith("unknown") and "mend that first" not in told, told


def test_an_open_step_says_where_it_fails_and_what_was_read_of_the_problem(ask: Asked) -> None:
    told = ask("check_step", problem="Suppose that y^2 = 4.", step="So y = 2.")
    assert "independent" in told and "y = -2" in told and "of the problem was read: y**2 == 4" in told, told
