"""``verifier report`` of chains judged by translations: what the page shows in a real Chromium, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.command_line import Run, lines
from support.report_pages import HOSTILE, spoilt

FORMAL = Path(__file__).parents[2] / "examples" / "formal"
FIRST, SECOND, AGAIN = (str(FORMAL / f"bakery{name}.json") for name in ("", "_agreeing", "_again"))
PLAIN = ("--typeset", "off")


@pytest.fixture
def opened(browser: Any, command: Run, tmp_path: Path) -> Iterator[Any]:
    """Opens the page that the command writes; at the end nothing may have been complained of, or asked for."""
    said: list[str] = []
    context = browser.new_context(viewport={"width": 1200, "height": 800}, offline=True)

    def visit(*words: str) -> Any:
        done = command("report", *words, *PLAIN)
        assert done.returncode == 0, done.stderr
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda asked: None if asked.url[:5] in ("file:", "data:") else said.append(asked.url))
        page.goto((tmp_path / "report.html").as_uri())
        page.wait_for_selector("html[data-ready]")
        return page

    yield visit
    context.close()
    assert said == []


def test_text_and_translations_stand_side_by_side_with_verdicts_and_what_they_rest_on(opened: Any) -> None:
    page = opened("--formal", FIRST, "--formal", SECOND, "--trust", "agreeing")
    step = page.locator(".step").nth(1)
    assert step.locator(".judged").inner_text() == "✗ incorrect as translated"
    assert step.locator(".place").all_inner_texts()[0] == "[1]" and "[2]" in step.locator(".place").all_inner_texts()
    first = step.locator(".decided").first
    assert first.locator(".verdict").inner_text() == "✗" and "from p0" in first.inner_text()
    assert "sold 45 rolls on Friday" in first.locator("q").first.inner_text()
    assert page.locator(".step").nth(3).locator(".model").count() > 0
    step.locator(".said").nth(1).hover()
    assert step.locator(".lit").count() > 0
    page.locator("summary").first.click()
    assert page.locator("details .names").first.is_visible()


def test_what_differs_in_verdict_and_readings_that_contradict_are_said(opened: Any, tmp_path: Path) -> None:
    told = json.loads(Path(FIRST).read_text("utf-8"))
    told["steps"][1] = [{"role": "claim", "quote": "2 * 45 = 90", "expr": "2*45 == 90"}]
    (tmp_path / "other.json").write_text(json.dumps(told), "utf-8")
    odd = {**told, "id": "odd", "problem": "Add.", "steps_text": ["We get 2 + 2 = 5."], "vars": {}, "facts": []}
    odd |= {"asks": [], "steps": [[{"role": "claim", "quote": "2 + 2 = 5", "expr": "2 + 2 == 4"}]]}
    (tmp_path / "odd.json").write_text(json.dumps(odd), "utf-8")
    page = opened("--formal", FIRST, "--formal", "other.json", "--formal", "odd.json")
    assert "[1] refuted, [2] proved" in page.locator(".differs").first.inner_text()
    assert "nothing is settled" in page.locator("#chain-1 .finding").inner_text()
    assert page.locator("nav li").count() == 2


def test_it_reads_on_a_phone_and_hostile_text_is_only_shown(opened: Any, command: Run, tmp_path: Path) -> None:
    row = json.loads(Path(FIRST).read_text("utf-8"))
    row |= {"id": HOSTILE, "by": {"name": HOSTILE}}
    row["vars"]["friday"]["means"] = HOSTILE
    row["steps"][0][0] = {"role": "claim", "quote": HOSTILE, "expr": HOSTILE}
    (tmp_path / "hostile.json").write_text(json.dumps(row), "utf-8")
    page = opened("hostile.json")
    assert page.evaluate("window.ran") is None and page.locator("img").count() == 0
    page.set_viewport_size({"width": 360, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_page_reads_without_a_script(command: Run, tmp_path: Path) -> None:
    command("report", "--formal", FIRST, "--formal", SECOND, "--trust", "agreeing", *PLAIN)
    shown = (tmp_path / "report.html").read_text("utf-8")
    for part in (
        "✗ incorrect as translated",
        "Translation [2]",
        '<span class="model">(model)</span>',
        "first error: step 1",
    ):
        assert part in shown
    evidence = command("report", FIRST, *PLAIN)
    assert evidence.returncode == 0
    assert "not settled; incorrect under this reading" in (tmp_path / "report.html").read_text("utf-8")


def test_records_give_the_page_that_their_files_give(command: Run, tmp_path: Path) -> None:
    asked = ("--formal", FIRST, "--formal", SECOND, "--trust", "agreeing")
    (tmp_path / "records.jsonl").write_text(command("check", *asked, "--json").stdout, "utf-8")
    for words in (("records.jsonl", "--recheck"), asked):
        done = command("report", *words, *PLAIN, "-o", f"{len(words)}.html")
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "2.html").read_bytes() == (tmp_path / "6.html").read_bytes()


@pytest.mark.parametrize(
    ("place", "value", "status"),
    [
        ("translations.0.steps.0.decisions.0.verdict", "refuted", 1),
        ("first_error", 3, 2),
        ("steps.0.index", 7, 2),
        ("translations.0.chain", {}, 2),
        ("steps", "none", 2),
        ("schema", 9, 2),
    ],
)
def test_a_record_that_does_not_fit_or_does_not_recheck_is_left_out(
    command: Run, tmp_path: Path, place: str, value: Any, status: int
) -> None:
    [data] = lines(command("check", "--given", FIRST, "--json").stdout)
    rows = [data, spoilt(data, place, value)]
    (tmp_path / "records.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    done = command("report", "records.jsonl", "--recheck", *PLAIN)
    assert done.returncode == status and "records.jsonl:2" in done.stderr and "1 chains" in done.stdout


def test_records_of_both_kinds_are_reported_apart(command: Run, tmp_path: Path) -> None:
    formal = command("check", "--given", FIRST, "--json").stdout
    exact = command("check", "-", "--lean", "off", "--json", stdin='{"problem": "Add.", "steps": ["1 + 1 = 2"]}').stdout
    for text in (formal + exact, exact + formal):
        (tmp_path / "records.jsonl").write_text(text, "utf-8")
        done = command("report", "records.jsonl", *PLAIN)
        assert done.returncode == 2 and "report them apart" in done.stderr and "1 chains" in done.stdout
    assert command("report").returncode == 2
