"""The page to paste into: served by the real command, filled in and read in a real Chromium; and what is refused."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from support.command_line import Run, serving

PROBLEM, SOLUTION = "Solve 3x + 5 = 20 for x.", "So 3x = 15.\n\nThen x = 6."
HOSTILE = "</textarea></script><script>window.ran = 1</script><img src=x onerror='window.ran = 1'>\u202e"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    more = ["--workers", "1", "--body", "20000", "--rate", "1000/minute", "--item-seconds", "60"]
    with serving("--page", *more, stderr=subprocess.DEVNULL) as (url, _):
        yield url


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    said: list[str] = []
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    opened = context.new_page()
    opened.on("console", lambda message: None if "status of 422" in message.text else said.append(message.text))
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.on("request", lambda asked: None if asked.url.startswith((address, "data:")) else said.append(asked.url))
    opened.goto(address)
    opened.wait_for_selector("html[data-ready]")
    yield opened
    context.close()
    assert said == []


def pasted(page: Any, problem: str, solution: str) -> Any:
    """The frame with what becomes of it."""
    page.fill("textarea[name=problem]", problem)
    page.fill("textarea[name=solution]", solution)
    with page.expect_response("**/page/judged") as told:
        page.click("#judge")
    page.wait_for_selector("#judge:enabled")
    assert told.value.status in (200, 413, 422)
    return page.frame(name="picture")


def test_what_a_teacher_pastes_is_shown_step_by_step(page: Any) -> None:
    frame = pasted(page, PROBLEM, SOLUTION)
    frame.wait_for_selector("html[data-ready]")
    steps = frame.locator("#chain .vf-step")
    assert steps.count() == 2 and "vf-incorrect" in steps.nth(1).get_attribute("class")
    assert "First error: step 1" in frame.locator("#chain").inner_text()
    assert not frame.locator("nav").is_visible() and not frame.locator("#overview").is_visible()
    frame.locator(".vf-step.vf-incorrect .vf-mark").first.click()
    frame.locator("#chain").get_by_text("counterexample").first.wait_for()
    assert page.input_value("textarea[name=solution]") == SOLUTION, "the form stays as it was, to be changed"
    again = pasted(page, PROBLEM, "So 3x = 15.\n\nThen x = 5.")
    again.wait_for_selector("html[data-ready]")
    assert "Every step holds. 2 of 2 steps settled correct: all 2 claims hold." in again.locator("#chain").inner_text()


def test_what_is_pasted_is_text(page: Any) -> None:
    frame = pasted(page, HOSTILE, f"2 + 2 = 5 {HOSTILE}")
    frame.wait_for_selector("html[data-ready]")
    assert "<img src=x" in frame.locator("#chain").inner_text() and "U+202E" in frame.locator("#chain").inner_text()
    assert page.evaluate("window.ran") is None and frame.evaluate("window.ran") is None
    assert frame.locator("#chain img, #chain script").count() == 0


def test_nothing_to_judge_is_said(page: Any) -> None:
    frame = pasted(page, PROBLEM, " \n ")
    assert "There is no solution to judge" in frame.locator("body").inner_text()


def test_another_site_and_another_name_are_refused(address: str) -> None:
    form = {"problem": PROBLEM, "solution": SOLUTION}
    post = f"{address}/page/judged"
    assert httpx.post(post, data=form).status_code == 200
    assert httpx.post(post, data=form, headers={"origin": "http://evil.example"}).status_code == 403
    assert httpx.post(post, data=form, headers={"origin": "null"}).status_code == 403
    assert httpx.post(post, data=form, headers={"sec-fetch-site": "cross-site"}).status_code == 403
    for method in ("GET", "POST"):
        asked = httpx.request(method, post if method == "POST" else address, headers={"host": "evil.example"})
        assert asked.status_code == 421
    headers = httpx.get(address).headers
    assert headers["content-security-policy"] == "frame-ancestors 'self'" and headers["cache-control"] == "no-store"


def test_the_page_has_the_limits_of_the_service(address: str) -> None:
    post = f"{address}/page/judged"
    assert httpx.post(post, data={"solution": "x" * 30_000}).status_code == 413
    assert httpx.post(post, content=b"solution=%ff").status_code == 200, "what is no UTF-8 is shown as it came"
    assert httpx.post(post, data={str(i): "x" for i in range(9)}).status_code == 422
    assert "There is no solution" in httpx.post(post, content=b"").text


def test_the_page_is_for_this_machine_alone(command: Run) -> None:
    for more in (("--host", "0.0.0.0"), ("--translator", "openai:some")):
        told = command("serve", "--page", "--port", "0", *more)
        assert told.returncode == 2 and (
            "--page is for this machine alone" in told.stderr or "expected API keys" in told.stderr
        )
    told = command("serve", "--page", "--port", "0", env={"VERIFIER_API_KEYS": "secret"})
    assert told.returncode == 2 and "--page is for this machine alone" in told.stderr
