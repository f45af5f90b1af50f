"""The documentation is whole: generated pages are fresh, links lead somewhere, the command shows every page."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from itertools import takewhile
from pathlib import Path
from typing import Any

import pexpect
import pytest
from jsonschema import Draft202012Validator
from reference_pages import HERE, PAGES, stale, write
from support.command_line import Run, lines
from support.documentation import DOCS, KINDS, ROOT, Page, anchors, fenced, links, pages, spans

import verifier
from verifier.chain import Chain
from verifier.mathtext.guards.evidence import STRANGE, Kind
from verifier.pipeline.judge import Judge
from verifier.records.record import SCHEMA, record

ALL = pages()
MOST_LINES = 200
MOST_BYTES = 150_000
IMAGE = DOCS / "images" / "report.png"
GOLDEN = ROOT / "tests" / "golden"


def test_every_generated_page_is_fresh() -> None:
    assert stale() == [], "run: python tests/benchmarks/pages/reference_pages.py"


def test_a_stale_page_is_noticed_and_written_anew(tmp_path: Path) -> None:
    folder = shutil.copytree(HERE, tmp_path / "reference")
    (folder / "rules.md").write_text((folder / "rules.md").read_text("utf-8").replace("sorry", "happy"), "utf-8")
    (folder / "api.md").unlink()
    assert stale(folder) == ["api.md", "rules.md"] == write(folder)
    assert stale(folder) == [] and {path.name for path in folder.iterdir()} == set(PAGES)


def test_every_page_of_the_reference_is_generated() -> None:
    assert {path.name for path in HERE.iterdir()} == set(PAGES)


@pytest.mark.parametrize("page", ALL, ids=lambda page: page.name)
def test_every_link_leads_to_a_page_and_a_heading(page: Page) -> None:
    for target in links(page.prose()):
        if not target.startswith(("https://", "http://")):
            assert (problem := broken(page, target)) is None, f"{target}: {problem}"


def broken(page: Page, target: str) -> str | None:
    """What is wrong with a link of a page; None where it leads somewhere."""
    place, _, heading = target.partition("#")
    path = (page.path.parent / place).resolve() if place else page.path
    if not path.is_file():
        return "no such file"
    if DOCS in page.path.parents and DOCS not in path.parents:
        return "it leads out of the documentation, which is installed without the rest"
    if heading and heading not in anchors(path.read_text("utf-8")):
        return "no such heading"
    return None


def test_a_broken_link_is_noticed() -> None:
    page = Page("concepts.md", DOCS / "concepts.md")
    assert broken(page, "trust.md#assumptions") is None and broken(page, "#guards") is None
    assert broken(page, "trusts.md") == "no such file"
    assert broken(page, "trust.md#promises") == "no such heading"
    assert (broken(page, "../__init__.py") or "").startswith("it leads out of the documentation")


def test_every_page_can_be_reached_from_the_readme() -> None:
    seen: set[Path] = set()
    waiting = [ALL[0].path]
    while waiting:
        path = waiting.pop()
        if path not in seen and path.suffix == ".md":
            seen.add(path)
            targets = (target.partition("#")[0] for target in links(Page("", path).prose()))
            waiting += [(path.parent / target).resolve() for target in targets if target and "://" not in target]
    assert [page.name for page in ALL if page.path not in seen] == []


@pytest.mark.parametrize("page", ALL, ids=lambda page: page.name)
def test_a_page_begins_with_its_title_and_its_fences_are_of_known_kinds(page: Page) -> None:
    assert page.text.startswith("# ") and page.text.endswith("\n")
    assert {word for word, _ in fenced(page.text)} <= set(KINDS)


def test_readme_and_guides_are_short() -> None:
    lengths = {page.name: len(page.text.splitlines()) for page in ALL if page.name.startswith(("README", "guides/"))}
    assert len(lengths) > 20 and {name for name, length in lengths.items() if length > MOST_LINES} == set()


def test_picture_of_the_readme_is_there_and_small() -> None:
    assert 0 < IMAGE.stat().st_size <= MOST_BYTES
    assert IMAGE.relative_to(ROOT).as_posix() in links(ALL[0].prose())


SAMPLES = {
    "bare arithmetic by a model": "bbm_multistep_arithmetic",
    "school word problems, by people": "gsm8k_gold",
    "school word problems, by models": "processbench_gsm8k",
    "competition problems, by people": "math_gold",
    "competition problems, by models": "processbench_math",
    "olympiad problems, by models": "processbench_olympiadbench",
}
"""The held-out file behind each row of the table of the README."""


def table(text: str, head: str) -> list[list[str]]:
    """Return the rows of the table whose first line begins with ``head``."""
    lines_after = iter((head + text.split(f"\n{head}", 1)[1]).splitlines()[2:])
    return [cells(line) for line in takewhile(lambda line: line.startswith("|"), lines_after)]


def measured() -> dict[str, dict[str, str]]:
    """Return the held-out rows of the table of exact verdicts, by file."""
    with (ROOT / "tests" / "benchmarks" / "tables" / "exact.csv").open(encoding="utf-8") as file:
        return {row["file"]: row for row in csv.DictReader(file) if row["part"] == "held out"}


def shares(row: dict[str, str]) -> list[str]:
    """Return the shares of steps settled correct, settled incorrect, checked, and the rest."""
    found = [row[name] for name in ("settled correct", "settled incorrect", "checked")]
    return [*found, f"{100 - sum(float(share.rstrip('%')) for share in found):.1f}%"]


def test_figures_of_the_readme_are_those_of_the_table_of_exact_verdicts() -> None:
    known = measured()
    rows = table(ALL[0].text, "| text | steps | settled correct |")
    assert [row[0] for row in rows] == list(SAMPLES)
    for text, *figures in rows:
        row = known[SAMPLES[text]]
        wanted = [row["steps"], *shares(row), row["first errors named"], row["right steps accused"]]
        assert figures == wanted, text


def test_figures_of_rules_in_the_page_of_expectations_are_those_of_the_table_of_exact_verdicts() -> None:
    known, text = measured(), (DOCS / "expect.md").read_text("utf-8")
    rows = table(text, "| text | file | chains; steps |")
    assert len(rows) == 10
    for _, file, size, *figures in rows:
        assert (size, figures) == (f"{known[file]['chains']}; {known[file]['steps']}", shares(known[file])), file
    names = (
        "first errors named", "right steps accused", "≤ (right steps)", "wrong steps approved", "≤ (wrong steps)",
        "checked steps right",
    )  # fmt: skip
    for file, *figures in table(text, "| file | errors found |"):
        wanted = [known[file][name] for name in names]
        assert [f for f in figures if f not in ("no errors", "not measured")] == [
            w for f, w in zip(figures, wanted, strict=True) if f not in ("no errors", "not measured")
        ], file
        assert all(w == "-" for f, w in zip(figures, wanted, strict=True) if f in ("no errors", "not measured", "-"))


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def test_the_change_log_names_the_version_and_the_schema() -> None:
    changes = (DOCS / "changes.md").read_text("utf-8")
    assert f"**{verifier.__version__}**" in changes and f"schema {SCHEMA}" in changes
    assert f"Version {verifier.__version__}" in ALL[0].text.split("## Changes\n")[1]


def test_every_kind_of_finding_is_explained() -> None:
    assert set(STRANGE) == set(Kind)
    shown = (HERE / "findings.md").read_text("utf-8")
    assert [kind for kind in Kind if f"| `{kind.value}` | {STRANGE[kind]} |" not in shown] == []


def test_every_file_that_the_how_to_names_is_there() -> None:
    named = {span for span in spans((DOCS / "contributing" / "how-to.md").read_text("utf-8")) if is_path(span)}
    assert len(named) > 25
    assert sorted(path for path in named if not there(path)) == []
    assert is_path("kernel/nothing.py") and not there("kernel/nothing.py")


def is_path(span: str) -> bool:
    return "/" in span and " " not in span and "<" not in span


def there(path: str) -> bool:
    beside = (ROOT / "tests", ROOT / "examples", ROOT / "lean_project")
    return (DOCS.parent / path).exists() or (
        any((ROOT / path).is_relative_to(one) for one in beside) and (ROOT / path).exists()
    )


@pytest.mark.parametrize("title", ["function", "format", "PRM", "re-reading", "tactic", "phrase", "language"])
def test_the_how_to_tells_of_each_kind_of_change_in_few_lines(title: str) -> None:
    parts = (DOCS / "contributing" / "how-to.md").read_text("utf-8").split("\n## ")[1:]
    (found,) = (part for part in parts if title in part.partition("\n")[0])
    assert 0 < sum(bool(line.strip()) for line in found.splitlines()[1:]) <= 12


# Records and their schema


def golden() -> Iterator[tuple[str, Chain]]:
    """The first case of every golden file: chains of many kinds."""
    for path in sorted(GOLDEN.glob("*.jsonl")):
        case = json.loads(path.read_text("utf-8").splitlines()[0])
        yield path.stem, Chain.of(case["problem"], case["steps"], case["name"])


@pytest.fixture(scope="module")
def records() -> dict[str, dict[str, Any]]:
    with Judge(lean="off") as judge:
        return {name: json.loads(json.dumps(record(judge(chain)))) for name, chain in golden()}


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    described = json.loads((HERE / "record.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(described)
    return Draft202012Validator(described)


def test_records_of_every_kind_fit_the_schema(
    records: dict[str, dict[str, Any]], validator: Draft202012Validator
) -> None:
    assert len(records) > 12
    assert {name: [str(e.message) for e in validator.iter_errors(one)][:1] for name, one in records.items()} == {
        name: [] for name in records
    }
    verdicts = {claim["verdict"] for one in records.values() for step in one["steps"] for claim in step["claims"]}
    assert verdicts == {"proved", "refuted", "unknown"}


def first(found: dict[str, Any]) -> dict[str, Any]:
    """The first claim of a record."""
    claim: dict[str, Any] = next(claim for step in found["steps"] for claim in step["claims"])
    return claim


BREAKS = {
    "another schema": lambda found: found.update(schema=SCHEMA + 1),
    "no steps": lambda found: found.pop("steps"),
    "a field of its own": lambda found: found.update(mine=1),
    "a score above one": lambda found: found["steps"][0].update(score=1.5),
    "a kind of its own": lambda found: found["steps"][0].update(kind="surely"),
    "a verdict of its own": lambda found: first(found).update(verdict="true"),
    "a role of its own": lambda found: first(found).update(role="whispered"),
    "half a span": lambda found: first(found).update(span=[3]),
    "a certificate without a proof": lambda found: first(found)["certificate"].pop("proof"),
    "a checker that is not registered": lambda found: first(found)["certificate"]["proof"].update(checker="mine"),
    "a finding of its own": lambda found: found.update(findings=[{"kind": "odd", "text": "", "span": [0, 1]}]),
}


@pytest.mark.parametrize("how", BREAKS)
def test_a_broken_record_does_not_fit_the_schema(
    how: str, records: dict[str, dict[str, Any]], validator: Draft202012Validator
) -> None:
    found = deepcopy(records["arithmetic"])
    assert validator.is_valid(found)
    BREAKS[how](found)
    assert not validator.is_valid(found)


def test_what_the_commands_print_fits_the_schema(command: Run, validator: Draft202012Validator) -> None:
    rows = '{"problem": "", "steps": ["So 17 + 25 = 43.", "Then 43 + 6 = 49."]}\n{"id": "odd", "problem": 3}\n'
    checked = lines(command("check", "-", "--json", "--lean", "off", stdin=rows).stdout)
    assert [sorted(row)[0] for row in checked] == ["alarm", "error"]
    repaired = lines(command("repair", "-", "--format", "json", "--lean", "off", stdin=rows.splitlines()[0]).stdout)
    assert repaired[0]["repair"]["after"]["first_error"] == -1
    assert [list(validator.iter_errors(row)) for row in (*checked, *repaired)] == [[], [], []]


# The command that shows the pages


def test_the_command_lists_every_page(command: Run) -> None:
    done = command("docs")
    shown = [line.split() for line in done.stdout.splitlines()[2:]]
    assert done.returncode == 0
    assert {words[0]: " ".join(words[1:]) for words in shown} == {
        page.name.removesuffix(".md"): " ".join(page.text.partition("\n")[0].removeprefix("# ").split())
        for page in ALL[1:]
    }


@pytest.mark.parametrize("topic", ["tutorial", "reference/reasons", "reasons", "Trust", "contributing/how-to.md"])
def test_the_command_prints_a_page_by_its_path_or_its_name(topic: str, command: Run) -> None:
    name = topic.removesuffix(".md").lower()
    (page,) = (page for page in ALL[1:] if page.name.removesuffix(".md").endswith(name) and "trusted" not in page.name)
    for asked in ([topic], [topic, "--raw"]):
        done = command("docs", *asked)
        assert (done.returncode, done.stdout) == (0, page.text)


@pytest.mark.parametrize(("topic", "nearest"), [("tutoral", "tutorial"), ("reasns", "reference/reasons")])
def test_a_page_that_is_not_there_is_bad_input_and_the_nearest_are_named(
    topic: str, nearest: str, command: Run
) -> None:
    done = command("docs", topic)
    assert (done.returncode, done.stdout) == (2, "") and len(done.stderr.splitlines()) == 1
    assert f"nearest: {nearest}" in done.stderr


def test_on_a_terminal_a_page_is_laid_out_and_raw_it_is_not(tmp_path: Path) -> None:
    laid, raw = terminal(tmp_path, "docs", "tutorial"), terminal(tmp_path, "docs", "tutorial", "--raw")
    assert "\x1b[" in laid and "# Tutorial" not in laid and "| step | text |" not in laid
    assert "Tutorial" in laid and "verifier recheck record.jsonl" in laid
    assert "\x1b[" not in raw and raw.replace("\r\n", "\n") == (DOCS / "tutorial.md").read_text("utf-8")


def terminal(folder: Path, *args: str) -> str:
    """What the command writes to a terminal of 90 columns."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "verifier.cli.main", *args],
        cwd=str(folder),
        dimensions=(40, 90),
        encoding="utf-8",
        timeout=120,
    )
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    return child.before or ""


# What is installed


def test_the_pages_are_part_of_the_wheel() -> None:
    builder = pytest.importorskip("hatchling.builders.wheel").WheelBuilder(str(ROOT))
    built = {file.distribution_path for file in builder.recurse_selected_project_files()}
    assert "verifier/cli/machine/docs.py" in built
    expected = {page.path.relative_to(ROOT).as_posix() for page in ALL[1:]} | {
        "verifier/docs/reference/record.schema.json"
    }
    assert sorted(expected - built) == []


def test_nothing_keeps_the_pages_out_of_the_wheel() -> None:
    hatch = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]
    assert hatch["targets"]["wheel"]["packages"] == ["verifier"]
    assert not {"exclude", "include", "only-include"} & {*hatch, *hatch["targets"]["wheel"]}
    if (ROOT / ".git").exists():  # what git would ignore is left out
        paths = [str(page.path) for page in ALL]
        ignored = subprocess.run(
            ["git", "check-ignore", "--no-index", *paths], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert (ignored.returncode, ignored.stdout) == (1, "")


def test_no_page_message_or_workflow_installs_the_package_of_somebody_else() -> None:
    """``verifier`` on PyPI is another project: ours is the distribution ``step-verifier``."""
    root = Path(__file__).parents[2]
    every = [
        p for top in ("verifier", "tests", "examples", "lean_project") for p in (root / top).rglob("*") if p.is_file()
    ]
    files = [
        p for p in (*every, root / "README.md", root / "pyproject.toml") if p.suffix not in (".pyc", ".gz", ".onnx")
    ]
    wrong = []
    for path in files:
        for line in path.read_bytes().decode("utf-8", "replace").splitlines():
            words = line.partition("pip " + "install")[2].replace("`", "\n").partition("\n")[0]
            asked = words.replace("'", " ").replace('"', " ").partition("&&")[0].split()
            wrong += [f"{path}: {line}" for word in asked if word.partition("[")[0] == "verifier"]
            wrong += [f"{path}: {line}"] if path.name == "pyproject.toml" and '"verifier[' in line else []
    assert wrong == []
