"""The page: records as one HTML file, driven in a real Chromium; and what is refused before a page is made."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.command_line import Run
from support.report_pages import HOSTILE, made, spoilt

from verifier.chain import Chain
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.commands.options.judging import ReportOptions
from verifier.commands.pages.report import run
from verifier.intake.bad import BadInput
from verifier.judging.judgements.judgement import Estimated, JudgedChain, JudgedStep
from verifier.pipeline.verify import verify
from verifier.records.record import line, record
from verifier.records.views.record_view import sheet
from verifier.repairing.record import repair_record
from verifier.repairing.repair import repair
from verifier.report.html.katex import katex
from verifier.report.html.overview import overview
from verifier.report.html.page import embedded


@pytest.fixture
def stored(judged: JudgedChain) -> dict[str, Any]:
    """The record of the chain made by hand, as a file holds it."""
    found: dict[str, Any] = json.loads(line(record(judged)))
    return found


WRONG = [
    ("schema", 1, 'with "schema": 3, found "schema": 1'),
    ("steps", [], "at least one step"),
    ("steps.0.index", 4, '"index": 0'),
    ("steps.0.checked", False, "otherwise than its claims"),
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
    status, out = made(tmp_path, stored, old, "{", stored, twice, {"schema": 3, "id": "gone", "error": "no steps"})
    said = capsys.readouterr()
    assert status == 2
    assert 'records.jsonl:2: expected a record: an object with "schema": 3, found "schema": 1' in said.err
    assert "records.jsonl:3: expected JSON" in said.err
    assert "once more, which is counted once" in said.err
    assert "records.jsonl:5: the id by-hand is also at" in said.err
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
    assert run(ReportOptions(records=(str(source),), out=tmp_path / "gone" / "x.html", typeset="off")) == 2
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


def test_a_repair_stands_beneath_its_step_as_a_difference(visit: Any) -> None:
    slip = Chain.of("", ["So 17 + 25 = 43.", "Then 43 + 6 = 49.", "As before, 43. <b>&amp;</b>", "It is so."], "slip")
    page = visit(repair_record(repair(slip)))
    repaired = page.locator("#chain .vf-repair")
    assert repaired.count() == 3, "the last step has not changed"
    assert repaired.first.locator("del").inner_text() == "43" and repaired.first.locator("ins").inner_text() == "42"
    repaired.first.locator("summary").click()
    assert "checked by" in repaired.first.locator("dl").inner_text()
    assert [one.inner_text() for one in repaired.nth(1).locator("ins").all()] == ["42", "48"]
    assert "Repair: repaired." in page.locator("#chain").inner_text()
    assert page.evaluate("window.ran") is None


def test_a_repair_that_does_not_fit_is_refused() -> None:
    data = json.loads(line(repair_record(repair(Chain.of("", ["So 2 + 2 = 5."])))))
    assert sheet(data)["steps"][0]["repair"]["changes"] == [[11, 12, "4"]]
    for place, value in (
        ("repair.state", "in part"),
        ("repair.mends.0.edits", [{"old": 3}]),
        ("repair.answers", {"before": 3}),
        ("repair.after.steps.0.claims.0.certificate", None),
    ):
        with pytest.raises(BadInput):
            sheet(spoilt(data, place, value))


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
    page = visit(data, {"schema": 3, "id": HOSTILE, "error": HOSTILE})
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


# ---- typeset mathematics ----------------------------------------------------------------------------------------


@pytest.fixture
def typeset() -> str:
    """How a page is asked to typeset, where KaTeX is to be had."""
    try:
        katex()
    except (LeanUnavailable, OSError) as error:
        pytest.skip(f"KaTeX cannot be had here: {error}")
    return "require"


def test_mathematics_is_typeset_and_its_commands_do_nothing_else(visit: Any, typeset: str) -> None:
    stored = json.loads(line(record(verify("Multiply.", ["So 6 * 7 = 42."], lean="off"))))
    evil = r"So $\href{javascript:window.ran=1}{x} = \frac{1}{2}$, \(\def\a{\a\a}\a\) $1\phantom{0}$ and $5 or \[x^2\]."
    steps = [{**stored["steps"][0], "text": evil, "unread": []}, *stored["steps"][1:]]
    steps[0]["claims"][0] |= {"span": [0, 2]}
    page = visit({**stored, "steps": steps}, typeset=typeset)
    text = page.locator("#chain .vf-text").first
    assert text.locator(".katex").count() == 1  # \\[x^2\\]: the rest stays as it is written
    assert text.locator("a").count() == 0 and page.evaluate("window.ran") is None
    page.keyboard.press("t")
    assert text.inner_text() == evil
    page.locator("#chain .vf-claim summary").first.click()
    page.locator("#chain details[open] .katex").wait_for()  # the claim as read


def test_without_npm_the_page_is_plain(command: Run, stored: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_text(line(stored), "utf-8")
    alone = {"VERIFIER_CACHE": str(tmp_path / "cache"), "npm_config_cache": str(tmp_path / "npm")}
    gone = {**alone, "npm_config_registry": "http://127.0.0.1:9", "npm_config_fetch_retries": "0"}
    done = command("report", "r.jsonl", env=gone)
    assert done.returncode == 0 and "going on without typeset mathematics" in done.stderr
    assert (tmp_path / "report.html").stat().st_size < 100_000
    done = command("report", "r.jsonl", "--typeset", "require", env=gone)
    assert done.returncode == 3 and "expected KaTeX" in done.stderr


def test_lean_source_is_copied(stored: dict[str, Any], visit: Any) -> None:
    lean = "theorem six : (6 : Rat) * 7 = 42 := by norm_num\n"  # stands for one: no Lean is started here
    page = visit(spoilt(stored, "steps.0.claims.0.certificate.notes", {"lean": lean}))
    page.locator("#chain summary").first.click()
    assert page.locator("#chain .lean pre").inner_text().strip() == lean.strip()
    page.locator("#chain .lean button").click()
    page.locator("#chain .lean button", has_text="Copied").wait_for()
    page.locator("#search").focus()
    page.keyboard.press("Control+V")
    assert page.locator("#search").input_value().strip() == lean.strip()


# ---- its figures ------------------------------------------------------------------------------------------------


def estimated(id: str, text: str, score: float) -> dict[str, Any]:
    """The record of a chain of one estimated step, with the reference answer 4."""
    step = JudgedStep(0, text, Estimated(score), score=score)
    chain = Chain.of("Add 2 and 2.", [text], id, "4")
    judged = JudgedChain(chain, (step,), named=0 if score < 0.5 else None)
    found: dict[str, Any] = json.loads(line(record(judged)))
    return found


def test_calibration_is_counted_against_reference_answers() -> None:
    rows = [estimated("a", "The answer is 4.", 0.9), estimated("b", "The answer is 5.", 0.9)]
    rows += [estimated("c", "The answer is 5.", 0.1), estimated("d", "So it goes.", 0.1)]
    found = overview([sheet(row) for row in rows], "r", False, 0)
    table = next(one for one in found["tables"] if one["title"].startswith("Calibration"))
    assert [row[:4] for row in table["rows"]] == [["0.0-0.2", 1, "0.10", "0.00"], ["0.8-1.0", 2, "0.90", "0.50"]]
    assert [(row["verdict"], row["doubtful"]) for row in found["index"]][::3] == [
        ("~ only estimated", False),
        ("~ step 0", True),
    ]


def test_counts_are_those_of_the_claims(stored: dict[str, Any]) -> None:
    found = overview([sheet(stored), {"id": None, "error": "no steps"}], "r", False, 2)
    assert {name: count for name, _, count, _ in found["steps"]} == {
        "correct": 1, "incorrect": 2, "checked": 1, "estimated": 0, "unjudged": 0,
    }  # fmt: skip
    kinds = next(one for one in found["tables"] if one["title"] == "Decided claims by kind")
    assert kinds["rows"] == [["arithmetic", 1, 1], ["identity", 0, 1], ["equation", 1, 0]]
    assert {name: count for name, _, count in found["filters"]} == {
        "incorrect": 1, "refuted": 1,
        "unjudged": 1, "excused": 0, "doubtful": 0, "answer": 0, "strange": 0, "alarm": 0, "bad": 1,
    }  # fmt: skip
    assert "2 rows could not be read and are counted nowhere above." in found["remarks"]
