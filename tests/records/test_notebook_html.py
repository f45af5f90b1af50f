"""A judged chain in a notebook: marked in place, whole without a script, and no text of it is markup."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

from verifier.chain import Chain
from verifier.judging.judgements.judgement import Estimated, JudgedChain, JudgedStep

HOSTILE = "</div><script>alert(1)</script>\u202e\x07\ud800"


class Seen(HTMLParser):
    """The tags of a page, and that they close in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_claims_are_marked_in_place_and_say_why(judged: JudgedChain) -> None:
    page = judged._repr_html_()
    assert '<span class="vf-mark vf-refuted" title="refuted by points; 6·7 is 42">' in page
    assert '<span class="vf-unread">It is easy to see that</span>' in page
    assert "First error: step 1 (counted from 0)" in page
    assert Seen(page).open == []


def test_no_text_becomes_markup(judged: JudgedChain) -> None:
    steps = tuple(replace(step, text=step.text + HOSTILE) for step in judged.steps)
    page = replace(judged, chain=Chain.of(HOSTILE, [HOSTILE], HOSTILE), steps=steps, alarm=HOSTILE)._repr_html_()
    seen = Seen(page)
    assert seen.open == [] and "script" not in seen.tags
    assert "\u202e" not in page and "&lt;U+202E&gt;" in page and page.encode("utf-8")


def test_an_estimate_is_shown_as_one() -> None:
    step = JudgedStep(0, "So it is.", Estimated(0.25), score=0.25)
    page = JudgedChain(Chain.of("p", ["So it is."]), (step,), named=0)._repr_html_()
    assert "vf-estimated" in page and "~ 0.25<" in page and "First error: probably step 0 (counted from 0)" in page
