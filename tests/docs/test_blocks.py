"""What the pages and the helps say can be done is done: Python runs, command lines parse, tables are whole."""

from __future__ import annotations

import json
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from support import quick_model
from support.command_line import Run
from support.command_line import run as run_command
from support.documentation import DOCS, ROOT, Page, agrees, pages, run, spans, steps, told, values

import verifier
from verifier.chain import Chain
from verifier.cli.main import whole
from verifier.commands.pages.reasons import lines
from verifier.judging.judgements.judgement import Unjudgement
from verifier.judging.judgements.reasons import ADVICE, MEANING, WORD
from verifier.kernel.verdict import Reason
from verifier.report.exit_codes import STATUSES

ALL = pages()
COMMAND = typer.main.get_command(whole())

CHAINS = [Chain.of("Add 2 and 3.", ["So 2 + 3 = 5."]), Chain.of("Add 2 and 4.", ["So 2 + 4 = 7."])]
ROWS = [{"problem": chain.problem, "steps": [step.text for step in chain.steps]} for chain in CHAINS]

TUTORIAL = Page("tutorial.md", DOCS / "tutorial.md")

# Python

ELSEWHERE = {"from verifier.serving.client": "serving/test_serving.py"}
"""Blocks that need more than Python, by what they hold, and the test that runs them."""

SMALLER = {"pairs=100": "pairs=3", 'audit_prm("default"': f'audit_prm("{quick_model.PRM}"'}
"""What is made smaller before a block is run, so that it takes seconds."""


def given(source: str) -> dict[str, Any]:
    """The names that a page takes for granted, as the text around its blocks says."""
    names: dict[str, Any] = {"verifier": verifier, "chain": CHAINS[0], "chains": CHAINS, "rows": ROWS}
    if "dataset" in source:
        import datasets

        names["dataset"] = datasets.Dataset.from_list(ROWS)
    if "Tokens(tokenizer" in source:
        from tokenizers import Tokenizer, models, pre_tokenizers

        letters = {chr(code): code for code in range(128)}
        names["tokenizer"] = Tokenizer(models.WordLevel(letters, unk_token="?"))
        names["tokenizer"].pre_tokenizer = pre_tokenizers.Split("", "isolated")
        texts = ["So 2 + 3 = 5.\n\nSo 2 + 5 = 8. The answer is 8."]
        names |= {"prompts": [CHAINS[0].problem], "completions": texts, "ids": [list(map(ord, texts[0]))]}
        names["answers"] = ["7"]
    if "GRPOTrainer" in source:
        names["GRPOTrainer"] = lambda *_, **named: named
    return names


def in_readme(names: dict[str, Any]) -> None:
    assert names["record"]["first_error"] == -1


def labels(names: dict[str, Any]) -> None:
    assert names["row"]["labels"] == [0.0]
    assert names["dataset"]["labels"] == [[1.0], [0.0]] and names["dataset"]["first_error"] == [-1, 0]


def rewards(names: dict[str, Any]) -> None:
    [reward] = names["trainer"]["reward_funcs"]
    texts = {"prompts": ["Add 2 and 3."] * 2, "completions": ["2 + 3 = 5\n\\boxed{5}", "2 + 3 = 6\n\\boxed{6}"]}
    assert reward(**texts, answer=["5", "5"]) == [1.0, -1.0]
    found = names["found"]
    assert (found.score, found.reason, found.outcome, found.first_error) == (-1.0, None, 0.0, 0)
    assert found.steps[0].span == (0, 13) and len(found.steps[0].certificates[0]) == 64
    [placed] = names["placed"]
    assert placed.steps[1].tokens is not None and sum(placed.dense(len(names["ids"][0]))) == placed.score == -1.0


def audited(names: dict[str, Any]) -> None:
    assert names["audit"].figures["pairs"] == 3 and set(names["share"]) == {"value", "low", "high", "cases"}


def proved_whole(names: dict[str, Any]) -> None:
    assert names["whole"].status == "proved"


def repaired(names: dict[str, Any]) -> None:
    assert (names["done"].state, names["done"].after.steps[1].text) == ("repaired", "Then 42 + 6 = 48.")


COMES_OUT = {
    "README.md": in_readme,
    "guides/label.md": labels,
    "guides/rewards.md": rewards,
    "guides/audit.md": audited,
    "guides/prove-chain.md": proved_whole,
    "guides/repair.md": repaired,
}
"""What the blocks of a page leave behind, beside what their comments tell."""


def python(page: Page) -> list[str]:
    """The blocks of a page that are run here."""
    return [block for block in page.blocks("python") if not any(mark in block for mark in ELSEWHERE)]


@pytest.mark.parametrize(
    "page", [page for page in ALL if python(page) and page.name != TUTORIAL.name], ids=lambda page: page.name
)
def test_the_python_of_a_page_does_what_it_says(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names = given(page.text)
    checked = 0
    for block in python(page):
        for large, small in SMALLER.items():
            block = block.replace(large, small)
        checked += run(block, names)
    assert checked or page.name in COMES_OUT, "nothing in these blocks is compared with anything"
    COMES_OUT.get(page.name, bool)(names)
    if page.name == "README.md":
        assert capsys.readouterr().out.splitlines() == [
            "settled True [('3x = 15', 'proved')]",
            "settled False [('x = 6', 'refuted')]",
        ]


def test_a_block_that_tells_something_else_than_it_does_is_noticed() -> None:
    assert run("x = 2 + 3\nx  # 5: a sum\n(x, 'a')  # 5, 'a'\nx  # five", {}) == 2
    with pytest.raises(AssertionError, match="line 2: the comment tells 6, and it is 5"):
        run("x = 2 + 3\nx  # 6", {})
    assert told('# {"x": "5"}: the point') == ({"x": "5"},) and told("# the point") == ()


def test_every_block_that_is_not_run_here_is_run_by_another_test() -> None:
    held = [mark for mark in ELSEWHERE for page in ALL for block in page.blocks("python") if mark in block]
    assert held == list(ELSEWHERE)
    for mark, test in ELSEWHERE.items():
        assert mark in (ROOT / "tests" / test).read_text("utf-8")


@pytest.mark.parametrize("page", [page for page in ALL if page.blocks("json")], ids=lambda page: page.name)
def test_the_json_of_a_page_is_json(page: Page) -> None:
    for block in page.blocks("json"):
        assert values(block)


def test_the_chain_that_the_guide_shows_is_read(command: Run) -> None:
    (row,) = Page("check.md", DOCS / "guides" / "check.md").blocks("json")
    (record,) = (
        json.loads(line) for line in command("check", "-", "--json", "--lean", "off", stdin=row).stdout.splitlines()
    )
    assert record["id"] == "pens" and record["steps"][0]["correct"] is True and record["answer"] == "12"


# Pages that a reader types

NOT_TYPED = ("pip install .", "openai:MODEL")
"""What a command line of the tutorial holds that needs a network or a server, and is not run here."""


def type_command(line: str, folder: Path) -> str:
    """Run a command line of a page in ``folder``, and return what it prints; ``> FILE`` writes that into a file."""
    words, _, target = line.partition(" > ")
    done = run_command(folder, *shlex.split(words)[1:], env={"COLUMNS": "80", "PYTHONPATH": str(ROOT)})
    assert done.returncode in (0, 1), f"{line}: {done.stderr}"
    if target:
        (folder / target.strip()).write_text(done.stdout, "utf-8")
    return done.stdout


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the examples in it, where the test works."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_tutorial_typed_from_beginning_to_end_shows_what_it_prints(checkout: Path) -> None:
    names: dict[str, Any] = {}
    printed, ran, compared, shown = "", 0, 0, 0
    for kind, body, before in steps(TUTORIAL.text):
        if kind == "json":
            (checkout / spans(before)[-1]).write_text(body, "utf-8")
        elif kind == "python":
            compared += run(body, names)
        elif kind == "text":
            assert agrees(body, printed), f"{body}\nis not what is printed:\n{printed}"
            shown += 1
        else:
            for line in body.splitlines():
                if not any(part in line for part in NOT_TYPED):
                    printed, ran = type_command(line, checkout), ran + 1
    assert (ran, shown) == (9, 8) and compared > 8


@pytest.mark.parametrize("name", ["check", "label", "programs", "proofs-gate", "reading", "repair"])
def test_example_of_a_guide_shows_what_the_command_prints(name: str, checkout: Path, real_lean: Any) -> None:
    blocks = steps((DOCS / "guides" / f"{name}.md").read_text("utf-8"))
    (kind, line, _), (shown, body, _) = blocks[:2]
    assert (kind, shown) == ("", "text")
    printed = type_command(line, checkout)
    assert agrees(body, printed), f"{body}\nis not what is printed:\n{printed}"


def test_an_output_that_differs_is_noticed() -> None:
    assert agrees("a\nb\n", "a  \nb\n") and agrees("a\n...\nd\n", "a\nb\nc\nd\n") and agrees("...\n", "a\n")
    assert agrees("...\nb\n...\n", "a\nb\nc\n") and agrees("a\n...\n", "a\n")
    wrong = [("a", "b"), ("a", "a\nb"), ("a\n...\nd", "a\nb"), ("...\nb", "a\nb\nc"), ("a\nb", "a")]
    assert [pair for pair in wrong if agrees(*pair)] == []


def test_the_readme_shows_what_the_command_prints() -> None:
    printed = run_command(ROOT, "check", "examples/lucky.json", "--lean", "off", env={"COLUMNS": "110"})
    assert printed.returncode == 1 and not printed.stderr
    shown = [line.rstrip() for line in printed.stdout.splitlines()]
    blocks = [[line.rstrip() for line in block.splitlines()] for block in ALL[0].blocks("")]
    assert shown in blocks and "Final answer: 3 (a guess" in printed.stdout


@pytest.mark.parametrize("page", ["guides/rewards.md", "guides/serve.md"])
def test_pages_name_the_default_of_rewards(page: str) -> None:
    reward: Any = verifier.rewards.process()
    assert reward.judge.rule.how == "errors"
    text = (DOCS / page).read_text("utf-8")
    assert (
        'process(how="errors"' in text or "`how` (`errors`:" in text
    ) and "-1 if a step is settled incorrect" in text


# Commands

REFUSED = typer.BadParameter.__mro__[2]  # click's ClickException: typer brings a click of its own or not, by version


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command below ``command`` that does something, and how it is called."""
    if hasattr(command, "commands"):
        for name, part in command.commands.items():
            yield from commands(part, (*path, name))
    else:
        yield path, command


COMMANDS = dict(commands(COMMAND))
OPTIONS = {opt for command in COMMANDS.values() for one in command.params for opt in (*one.opts, *one.secondary_opts)}


def parsed(line: str) -> None:
    """Parse what follows ``verifier`` in each command of a shell line, without running it. Raises: ClickException."""
    shell = shlex.shlex(line.split(" #")[0], posix=True, punctuation_chars="|<>&;")
    shell.whitespace_split, shell.commenters = True, ""
    words = list(shell)
    cuts = [i for i, word in enumerate(words) if word in ("|", ">", "<", "&&", ";")]
    for start, end in zip([-1, *cuts], [*cuts, len(words)], strict=True):
        part = words[start + 1 : end]
        if "verifier" in part:
            parse(part[part.index("verifier") + 1 :], line)


def parse(words: list[str], line: str) -> None:
    command: Any = COMMAND
    while words and words[0] in getattr(command, "commands", ()):
        command, words = command.commands[words[0]], words[1:]
    if words == ["--help"]:
        return
    assert not hasattr(command, "commands") or not words, f"no such command: {line}"
    try:
        command.make_context("verifier", list(words))
    except typer.Exit:  # --reasons prints and ends
        return


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_the_help_of_every_command_ends_with_examples_that_parse(path: tuple[str, ...]) -> None:
    shown = (COMMANDS[path].epilog or "").splitlines()
    assert shown[1:2] == ["Examples:"], "expected epilog=examples(...)"
    assert any(line.startswith(f"  verifier {' '.join(path)}") for line in shown[2:])
    for line in shown[2:]:
        parsed(line.replace("COMMAND", "check"))


def test_an_example_that_does_not_parse_is_noticed() -> None:
    for wrong in ("verifier explain", "verifier check a.json --lean perhaps", "verifier explain a.json --step x"):
        with pytest.raises(REFUSED):
            parsed(wrong)
    with pytest.raises(AssertionError, match="no such command"):
        parsed("verifier judge a.json")


def command_lines(page: Page) -> list[str]:
    """The command lines of a page: those of its plain blocks that call the command, with what they set before."""
    text = "\n".join(page.blocks("")).replace("\\\n", " ")
    found = [line.split("$(")[0] for line in text.splitlines() if line.split()]
    return [line for line in found if line.split()[0] in ("verifier", "pip") or calls_with_settings(line)]


def calls_with_settings(line: str) -> bool:
    words = line.split()
    return "verifier" in words and all("=" in word for word in words[: words.index("verifier")])


@pytest.mark.parametrize("page", [page for page in ALL if command_lines(page)], ids=lambda page: page.name)
def test_every_command_line_of_a_page_parses(page: Page) -> None:
    for line in command_lines(page):
        parsed(line)


def test_command_lines_are_found() -> None:
    found = {page.name: len(command_lines(page)) for page in ALL}
    assert found["README.md"] == 7 and found["tutorial.md"] == 11 and found["reference/cli.md"] > 60


@pytest.mark.parametrize("page", ALL, ids=lambda page: page.name)
def test_every_command_that_prose_names_is_there(page: Page) -> None:
    wrong = [span for span in spans(page.prose()) if span.startswith("verifier ") and not named(span)]
    assert wrong == []


def named(span: str) -> bool:
    """Whether what follows ``verifier`` in a span is a command, with options that it has."""
    words = span.split("|")[0].split()[1:]
    if words[0].isupper() or words[0].startswith("-"):
        return True
    paths = [path for path in COMMANDS if list(path) == words[: len(path)] or path[:1] == tuple(words)]
    options = {word.partition("=")[0] for word in words if word.startswith("--")} - {"--help"}
    return bool(paths) and options <= OPTIONS


def test_a_command_that_is_not_there_is_noticed() -> None:
    assert named("verifier bench") and named("verifier lean status --full") and named("verifier COMMAND --help")
    assert not named("verifier judge FILE") and not named("verifier check FILE --colour")


def test_the_help_shows_its_examples_line_by_line(command: Run) -> None:
    shown = command("check", "--help").stdout
    said = [line.rstrip() for line in shown.split("Examples:")[1].splitlines()]
    assert said[1:3] == ["    verifier check chain.json", "    verifier check chains.jsonl --json > records.jsonl"]


# Reasons


def test_every_reason_has_a_meaning_and_advice() -> None:
    assert set(MEANING) == set(Reason) and set(WORD) == set(Unjudgement)
    assert set(ADVICE) == {*Reason, *Unjudgement}
    assert sorted(STATUSES) == [0, 1, 2, 3]


def test_the_page_of_reasons_holds_every_reason_and_status(command: Run) -> None:
    done = command("explain", "--reasons")
    assert (done.returncode, done.stdout.splitlines()) == (0, list(lines()))
    rows = [line for line in lines() if line.startswith("|")]
    named = [row for row in rows if row.split("|")[1].strip() in {*Reason, *Unjudgement, *map(str, STATUSES)}]
    assert len(named) == len(Reason) + len(Unjudgement) + len(STATUSES)
    page = (DOCS / "reference" / "reasons.md").read_text("utf-8")
    assert [row for row in named if row not in page] == []
    guide = (DOCS / "guides" / "check.md").read_text("utf-8").split("## Exit status")[1].partition("\n## ")[0]
    assert [status for status in STATUSES if f"\n| {status} | " not in guide] == []
