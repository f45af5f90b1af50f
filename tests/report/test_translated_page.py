"""``verifier report`` of chains judged by translations: the page of all records, in a real Chromium."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.command_line import Run, lines
from support.report_pages import HOSTILE, spoilt

FORMAL = Path(__file__).parents[2] / "examples" / "formal"
FIRST, SECOND = (str(FORMAL / f"bakery{name}.json") for name in ("", "_agreeing"))
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
        page.goto((tmp_path / "report.html").as_uri() + "#chain-0")
        page.wait_for_selector("html[data-ready]")
        return page

    yield visit
    context.close()
    assert said == []


def test_statements_of_translations_stand_as_claims_at_the_words_that_they_quote(opened: Any) -> None:
    page = opened("--formal", FIRST, "--formal", SECOND, "--trust", "agreeing")
    step = page.locator(".vf-step").nth(1)
    assert "✗ incorrect as translated" in step.locator(".vf-tag").inner_text()
    claims = step.locator(".vf-claim").all_inner_texts()
    assert any("[1]" in one for one in claims) and any("[2]" in one for one in claims)
    refuted = next(one for one in claims if one.startswith("✗") and "[1]" in one)
    assert "sold 45 rolls on Friday" in refuted and "from p0" in refuted
    assert step.locator(".vf-mark.vf-refuted").count() > 0
    page.locator(".vf-translation summary").first.click()
    assert "p0" in page.locator(".vf-translation").first.inner_text()


def test_a_certificate_of_a_statement_unfolds(opened: Any) -> None:
    page = opened("--given", FIRST)
    claim = page.locator(".vf-step").nth(0).locator(".vf-claim", has_text="proved").last
    claim.locator("summary").click()
    claim.locator("dl").wait_for()  # the browser tells of an opened element later
    assert "checked by structure" in claim.inner_text()


def test_readings_that_differ_or_contradict_are_named(opened: Any, tmp_path: Path) -> None:
    told = json.loads(Path(FIRST).read_text("utf-8"))
    told["steps"][1] = [{"role": "claim", "quote": "2 * 45 = 90", "expr": "2*45 == 90"}]
    (tmp_path / "other.json").write_text(json.dumps(told), "utf-8")
    odd = {**told, "id": "odd", "problem": "Add.", "steps_text": ["We get 2 + 2 = 5."], "vars": {}, "facts": []}
    odd |= {"asks": [], "steps": [[{"role": "claim", "quote": "2 + 2 = 5", "expr": "2 + 2 == 4"}]]}
    (tmp_path / "odd.json").write_text(json.dumps(odd), "utf-8")
    page = opened("--formal", FIRST, "--formal", "other.json", "--formal", "odd.json")
    assert "translations differ: [1] refuted, [2] proved" in page.locator("#chain").inner_text()
    page.locator("#list [role=option], #list button, #list li").nth(1).click()
    assert "nothing is settled" in page.locator("#chain").inner_text()


def test_hostile_translations_are_only_shown(opened: Any, tmp_path: Path) -> None:
    row = json.loads(Path(FIRST).read_text("utf-8"))
    row |= {"id": HOSTILE, "by": {"name": HOSTILE}}
    row["vars"]["friday"]["means"] = HOSTILE
    row["steps"][0][0] = {"role": "claim", "quote": HOSTILE, "expr": HOSTILE}
    (tmp_path / "hostile.json").write_text(json.dumps(row), "utf-8")
    page = opened("hostile.json")
    assert page.evaluate("window.ran") is None and page.locator("img").count() == 0
    page.set_viewport_size({"width": 360, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_records_give_the_page_that_their_files_give(command: Run, tmp_path: Path) -> None:
    asked = ("--formal", FIRST, "--formal", SECOND, "--trust", "agreeing")
    (tmp_path / "records.jsonl").write_text(command("check", *asked, "--json").stdout, "utf-8")
    shown = []
    for words in (("records.jsonl", "--recheck"), asked):
        done = command("report", *words, *PLAIN, "-o", f"{len(words)}.html")
        assert done.returncode == 0, done.stderr
        page = (tmp_path / f"{len(words)}.html").read_text("utf-8")
        shown.append(page[page.index('id="chains-data"') :])
    assert shown[0] == shown[1]


@pytest.mark.parametrize(
    ("place", "value", "status"),
    [
        ("translations.0.steps.0.decisions.0.verdict", "refuted", 2),
        ("steps.0.reading", "exact", 1),
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


def test_records_with_and_without_translations_make_one_page(command: Run, tmp_path: Path) -> None:
    formal = command("check", "--given", FIRST, "--json").stdout
    exact = command("check", "-", "--lean", "off", "--json", stdin='{"problem": "Add.", "steps": ["1 + 1 = 2"]}').stdout
    (tmp_path / "records.jsonl").write_text(formal + exact, "utf-8")
    done = command("report", "records.jsonl", *PLAIN)
    assert done.returncode == 0 and "2 chains" in done.stdout
    assert command("report").returncode == 2
