"""The page: records as one HTML file, driven in a real Chromium; and what is refused before a page is made."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from verifier.judging.intake import BadInput
from verifier.judging.judgement import JudgedChain
from verifier.judging.record import line, record
from verifier.judging.sheet import sheet
from verifier.report.html.make import Wanted, run
from verifier.report.html.page import embedded

HOSTILE = "</script><script>window.ran = 1</script><img src=x onerror='window.ran = 1'>\u2028\u202e<!--"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture
def stored(judged: JudgedChain) -> dict[str, Any]:
    """The record of the chain made by hand, as a file holds it."""
    found: dict[str, Any] = json.loads(line(record(judged)))
    return found


def made(folder: Path, *rows: Any, **more: Any) -> tuple[int, Path]:
    """Return the exit status of a report on these rows (text as it is), and the page."""
    source = folder / "records.jsonl"
    source.write_text("".join((row if isinstance(row, str) else line(row)) + "\n" for row in rows), "utf-8")
    out = folder / "report.html"
    return run(Wanted(str(source), out, **{"typeset": "off", **more})), out


def spoilt(stored: dict[str, Any], place: str, value: Any) -> dict[str, Any]:
    """Return the record with another value at ``place``, such as ``steps.0.index``."""
    *path, last = [int(key) if key.isdigit() else key for key in place.split(".")]
    data = copy.deepcopy(stored)
    at: Any = data
    for key in path:
        at = at[key]
    at[last] = value
    return data


WRONG = [
    ("schema", 1, "expected a record of schema 2, got schema 1"),
    ("steps", [], "at least one step"),
    ("steps.0.index", 4, '"index": 0'),
    ("steps.0.checked.proved", 7, "other counts than its claims"),
    ("steps.0.claims.0.span", [3, 999], "a span inside its text"),
    ("steps.0.claims.0.span", [9, 3], "a span inside its text"),
    ("steps.0.claims.0.certificate", None, "proved, without a certificate"),
    ("steps.0.claims.0.certificate.proof.shows", "false", "proved, but its certificate shows false"),
    ("steps.1.claims.0.id", "s0c0", "two claims have the id s0c0"),
    ("steps.3.claims.0.rests_on", ["s9.c9"], "rests on s9.c9, which is not there"),
    ("steps.1.correct", True, "settled correct, but not every claim in it is proved"),
    ("steps.0.correct", False, "settled incorrect, but no claim in it is refuted"),
    ("steps.0.score", 7, '"score" from 0 to 1'),
    ("steps.3.kind", "estimated", '"kind", "correct", "score"'),
    ("first_error", 0, '"first_error" to be 1'),
    ("problem", 5, '"problem" as a string'),
]


@pytest.mark.parametrize(("place", "value", "expected"), WRONG)
def test_a_record_that_does_not_fit_together_is_refused(
    stored: dict[str, Any], place: str, value: Any, expected: str
) -> None:
    sheet(stored)
    with pytest.raises(BadInput) as caught:
        sheet(spoilt(stored, place, value))
    assert expected in str(caught.value)


def test_a_point_that_would_fill_the_memory_is_shown_and_not_computed(stored: dict[str, Any]) -> None:
    forged = spoilt(stored, "steps.2.claims.0.certificate.notes", {"point": {"x": "1e999999999"}})
    claim = sheet(forged)["steps"][2]["claims"][0]
    assert claim["point"] == [["x", "1e999999999"]] and claim["sides"] is None


def test_rows_that_are_no_records_are_told_and_counted_nowhere(
    stored: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, twice = spoilt(stored, "schema", 1), spoilt(stored, "problem", "another")
    status, out = made(tmp_path, stored, old, "{", stored, twice, {"schema": 2, "id": "gone", "error": "no steps"})
    said = capsys.readouterr()
    assert status == 2
    assert "records.jsonl:2: expected a record of schema 2, got schema 1" in said.err
    assert "records.jsonl:3: expected JSON" in said.err
    assert "once more, which is counted once" in said.err
    assert "records.jsonl:5: the id by-hand stands at" in said.err
    assert "3 chains" in said.out and "3 rows are left out" in said.out
    assert '"heading":"2 chains, 8 steps"' in out.read_text("utf-8")


def test_an_empty_file_makes_no_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = made(tmp_path)
    assert status == 2 and not out.exists()
    assert "expected records, as 'verifier check --json' prints them, got none" in capsys.readouterr().err


def test_a_folder_that_is_not_there_is_told(
    stored: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "r.jsonl"
    source.write_text(line(stored), "utf-8")
    assert run(Wanted(str(source), tmp_path / "gone" / "x.html", "off")) == 2
    assert "expected a file that can be written" in capsys.readouterr().err


def test_with_recheck_a_record_that_says_more_than_it_shows_is_left_out(
    stored: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out = made(tmp_path, stored, recheck=True)  # made by hand: its reading differs from the real one
    assert status == 2 and not out.exists()  # nothing is left to show
    assert "does not recheck" in capsys.readouterr().err


def test_embedded_json_cannot_leave_its_element() -> None:
    text = embedded({HOSTILE: [HOSTILE]})
    assert text.isascii() and "<" not in text and json.loads(text) == {HOSTILE: [HOSTILE]}


# ---- in a browser -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A headless Chromium of this machine."""
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no Chromium on PATH")
    with driver.sync_playwright() as started:
        running = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def visit(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """Opens a page made of rows; at the end nothing may have been complained of."""
    said: list[str] = []
    context = browser.new_context(viewport={"width": 1200, "height": 800}, offline=True)

    def opened(*rows: Any, **more: Any) -> Any:
        status, out = made(tmp_path, *rows, **more)
        assert status == 0
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda asked: None if asked.url[:5] in ("file:", "data:") else said.append(asked.url))
        page.goto(out.as_uri())
        page.wait_for_selector("html[data-ready]")
        return page

    yield opened
    context.close()
    assert said == []


def test_a_chain_opens_with_its_claims_in_place(stored: dict[str, Any], visit: Any) -> None:
    page = visit(stored, spoilt({**stored, "id": "other"}, "problem", "Something else?"))
    assert page.locator("#chain h2").inner_text() == "by-hand"
    assert page.locator("#chain .vf-refuted.vf-mark").all_inner_texts() == ["6 * 7 = 43", "(x + 1)^2 = x^2 + 1"]
    assert page.locator("#chain .vf-unread").first.inner_text() == "It is easy to see that"
    page.locator("#chain .vf-mark").nth(1).click()
    shown = page.locator("#chain details[open] dl").inner_text()
    assert "42" in shown and "43" in shown and "checked by" in shown
    page.locator("#chain .vf-mark").nth(3).focus()  # x = 8 rests on a fact of the problem
    assert "vf-rested" in page.locator("#chain .vf-problem").get_attribute("class")


def test_the_list_filters_by_state_and_by_text(stored: dict[str, Any], visit: Any) -> None:
    steps = [{**stored["steps"][0]}]
    right = {**stored, "id": "right", "steps": steps, "first_error": -1, "first_error_kind": "settled"}
    page = visit(stored, right)
    assert page.locator(".row").count() == 2
    page.locator("[data-filter=incorrect]").click()
    assert page.locator(".row b").all_inner_texts() == ["✗ step 1\nby-hand"]
    page.locator("[data-filter=incorrect]").click()
    page.locator("#search").fill("RIGHT")
    page.locator("#shown", has_text="1 of 2 chains").wait_for()
    assert page.locator(".row b").all_inner_texts() == ["✓ all correct\nright"]


def test_the_keys_move_open_and_search(stored: dict[str, Any], visit: Any) -> None:
    page = visit(*({**stored, "id": f"c{i}"} for i in range(3)))
    for key in ("j", "j", "k"):
        page.keyboard.press(key)
    assert page.locator("#chain h2").inner_text() == "c1"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "chain"
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    assert page.locator("#chain details[open]").count() == 1
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("jk")
    assert page.locator("#search").input_value() == "jk" and page.locator("#chain h2").inner_text() == "c1"


def everywhere(value: Any) -> Any:
    """Return the record with hostile text wherever free text may stand."""
    free = {"id", "problem", "answer", "alarm", "engine", "version", "toolchain", "lean", "data"}
    if isinstance(value, dict):
        found = {key: everywhere(inner) for key, inner in value.items()}
        texts = {key: HOSTILE for key in free & found.keys() if key != "data" and key != "id"}
        return {**found, **texts}
    return [everywhere(inner) for inner in value] if isinstance(value, list) else value


def test_no_text_of_a_record_runs(stored: dict[str, Any], visit: Any) -> None:
    data = {**everywhere(stored), "id": HOSTILE, "versions": {HOSTILE: HOSTILE}}
    finding = {"kind": HOSTILE, "text": HOSTILE, "span": [0, 2]}
    data["findings"] = [finding]
    for step in data["steps"]:
        step["text"] += HOSTILE
        step["findings"] = [finding]
        for claim in step["claims"]:
            claim["text"] = HOSTILE
            claim["rests_on"] = claim["assumes"] = [HOSTILE]
            claim["certificate"] |= {"axioms": [HOSTILE], "side_conditions": [HOSTILE]}
            claim["certificate"]["notes"] = {
                "lean": HOSTILE,
                "left": HOSTILE,
                "right": HOSTILE,
                "point": {"x": HOSTILE},
            }
    page = visit(data, {"schema": 2, "id": HOSTILE, "error": HOSTILE})
    page.evaluate("document.querySelectorAll('details').forEach((node) => { node.open = true })")
    page.wait_for_selector("#chain dl")
    page.keyboard.press("j")
    assert page.evaluate("window.ran") is None
    assert page.locator("img").count() == 0
    page.keyboard.press("k")
    assert "</script><script>window.ran = 1</script>" in page.locator("#chain .vf-text").first.inner_text()
    assert "U+202E" in page.locator("#chain .vf-text").first.inner_text()


def test_a_script_that_is_not_ours_is_not_run(stored: dict[str, Any], browser: Any, tmp_path: Path) -> None:
    _, out = made(tmp_path, stored)
    out.write_text(out.read_text("utf-8").replace("</body>", "<script>window.ran = 1</script></body>"), "utf-8")
    page = browser.new_page()
    page.goto(out.as_uri())
    page.wait_for_selector("html[data-ready]")
    assert page.evaluate("window.ran") is None
    page.close()


def test_only_the_rows_in_sight_are_made(stored: dict[str, Any], visit: Any) -> None:
    page = visit(*({**stored, "id": f"c{i}", "answer": str(i)} for i in range(400)))
    assert 0 < page.locator(".row").count() < 40
    page.evaluate("document.querySelector('#list').scrollTop = 1e6")
    page.wait_for_selector("#row-399")
    assert page.locator(".row").count() < 40


def test_it_prints_the_listed_chains_and_fits_a_phone(stored: dict[str, Any], visit: Any) -> None:
    page = visit(stored, {**stored, "id": "second"})
    page.set_viewport_size({"width": 360, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#paper h2").all_inner_texts() == ["by-hand", "second"]
    assert not page.locator("nav").is_visible()
