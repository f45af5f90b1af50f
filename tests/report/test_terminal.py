"""The terminal view: read at a glance, with or without colour, and nothing of the input reaches the terminal raw."""

from __future__ import annotations

import io
from dataclasses import replace

from rich.console import Console

from verifier.chain import Chain
from verifier.judging.judgements.judgement import JudgedChain, JudgedClaim, JudgedStep, Unjudged, Unjudgement
from verifier.kernel.verdict import Reason, Unknown
from verifier.mathtext.guards.evidence import Evidence, Kind
from verifier.report.terminal import show
from verifier.report.terminal_text import MAX_SHOWN


def view(judged: JudgedChain, width: int = 120, colour: bool = False) -> str:
    out = io.StringIO()
    show(judged, Console(file=out, width=width, force_terminal=colour, color_system="standard" if colour else None))
    return out.getvalue()


def chain_of(text: str, marked: str = "", problem: str = "p", id: str | None = None) -> JudgedChain:
    start = text.index(marked)
    claim = JudgedClaim("s0c0", marked, (start, start + len(marked)), "asserted", None, Unknown(Reason.OUT_OF_SCOPE))
    step = JudgedStep(0, text, Unjudged(Unjudgement.NOT_SETTLED), (claim,) if marked else ())
    return JudgedChain(Chain.of(problem, [text], id), (step,))


def test_each_step_shows_its_judgement_and_its_text(judged: JudgedChain) -> None:
    shown = view(judged).splitlines()
    assert shown[0] == "by-hand               What is six times seven?"
    assert "  0  ✓ correct        So 6 * 7 = 42." in shown
    assert "  1  ✗ incorrect      Then 6 * 7 = 43." in shown
    assert "  3  ○ checked        It is easy to see that x = 8, hence." in shown


def test_claims_are_marked_in_place_without_colour(judged: JudgedChain) -> None:
    shown = view(judged).splitlines()
    text = next(i for i, row in enumerate(shown) if "Then 6 * 7 = 43." in row)
    assert shown[text + 1].index("✗") == shown[text].index("6 * 7 = 43")
    assert len(shown[text + 1]) == shown[text].index("6 * 7 = 43") + len("6 * 7 = 43")


def test_claims_are_marked_in_place_with_colour(judged: JudgedChain) -> None:
    assert "Then \x1b[1;4;31m6 * 7 = 43\x1b[0m." in view(judged, colour=True)


def test_a_refutation_shows_both_sides_and_the_point(judged: JudgedChain) -> None:
    shown = " ".join(view(judged).split())
    assert "6 * 7 = 43: refuted by points; 6·7 is 42" in shown
    assert "refuted by points; at x = 2; the left side is 9, the right side is 5" in shown


def test_a_proof_shows_what_it_rests_on(judged: JudgedChain) -> None:
    assert "x = 8: proved by points; from x = 7 + 1 (fact)" in view(judged)


def test_what_was_left_unread_is_dotted(judged: JudgedChain) -> None:
    assert "·· ·· ···· ·· ··· ····" in view(judged)


def test_the_summary_names_the_first_error(judged: JudgedChain) -> None:
    said = "First error: step 1 (counted from 0). 2 of 4 steps correct or checked: 2 of 4 claims hold, 2 refuted; words"
    assert f"{said} unread in 1." in view(judged)


def test_control_characters_are_shown_and_never_sent() -> None:
    evil = "a\x1b[2Jb\x07c\u202ed\u200be\x9bf\ud800g\x00h"
    shown = view(chain_of(evil, evil, problem=evil, id=evil))
    assert all(char.isprintable() for char in shown.replace("\n", ""))
    assert "<U+001B>[2J" in shown
    assert "<U+202E>" in shown


def test_markup_in_the_text_is_text() -> None:
    shown = view(chain_of("[red]x[/red] [link=http://x]y[/link] :smile: [/]"), colour=True)
    assert "[red]x[/red] [link=http://x]y[/link] :smile: [/]" in shown


def test_wide_characters_keep_their_marks_below_them() -> None:
    shown = view(chain_of("所以 2+2=5 呢", "2+2=5")).splitlines()
    before = shown[2].index("所以 ") + 5  # two wide characters and a blank are five cells
    assert shown[3] == " " * before + "?────"


def test_a_mark_that_spans_a_break_goes_on_below() -> None:
    text = "so " + " + ".join(["1"] * 40) + " = 40"
    shown = [row for row in view(chain_of(text, text[3:]), width=60).splitlines() if "─" in row]
    assert len(shown) > 2
    assert "?" in shown[0]


def test_no_line_is_wider_than_the_terminal() -> None:
    rows = view(chain_of("word " * 100 + "x" * 300), width=60).splitlines()
    assert max(len(row) for row in rows[:-3]) <= 60


def test_a_long_step_is_cut() -> None:
    shown = view(chain_of("x" * 10_000_000, "x"))
    assert len(shown) < 10 * MAX_SHOWN
    assert f"and {10_000_000 - MAX_SHOWN} more characters" in shown


def test_findings_and_an_alarm_are_shown_as_what_they_are(judged: JudgedChain) -> None:
    odd = Evidence(Kind.NEGATIVE, "pears counted below \x1b[31mzero", (0, 2))
    steps = (replace(judged.steps[0], findings=(odd,)), *judged.steps[1:])
    shown = view(replace(judged, steps=steps, findings=(odd,), alarm="another end"))
    assert shown.count("! pears counted below <U+001B>[31mzero") == 2
    assert "ALARM: another end" in shown and "\x1b" not in shown
