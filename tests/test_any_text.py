"""Whatever the texts are: there is a judgement, its record passes recheck, and the view is safe to print."""

from __future__ import annotations

import io
import json

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from rich.console import Console
from support.sizes import sized

from verifier.chain import Chain
from verifier.intake.bad import Bad
from verifier.intake.chains import Sources
from verifier.pipeline.judge import Judge
from verifier.records.recheck import recheck
from verifier.records.record import line, record
from verifier.report.terminal import show

SPELLED = """2 3 x y f ( ) [ ] { } + - * / = == != < > ≤ ≠ ≈ ^ ** ! % $ 10 0.5 .5 1. 1,000 1e9 ½ ² \\frac{ \\frac12 }
\\sqrt \\sqrt[3]{ \\times \\cdot \\text{ \\( \\) \\[ \\] \\boxed{ \\pi √ π i e × ÷ · − << >> So we get Let be Suppose if
then mod of cm per dozen half not Wait . , : ; ? ... | ' " ` # & ~ \\ _ -> ⇒ ∞ é 漢"""
PIECES = [*SPELLED.split(), "\u200b", "\u202e", "\ud800", "\0", "\x1b[31m"]

texts = st.lists(st.sampled_from([*PIECES, " ", "\n", "\n\n"]) | st.text(max_size=2), max_size=25).map("".join)
math = st.lists(st.sampled_from(PIECES), max_size=25).map(" ".join)


@settings(max_examples=sized(100, 200), deadline=None, suppress_health_check=list(HealthCheck))
@given(texts | math, st.lists(texts | math, min_size=1, max_size=4))
@example("", ["\\"])
@example("", ["\xa0"])
@example("", ["1,234_5 = 7"])
@example("漢", ["", "漢"])
def test_a_chain_of_any_texts_is_judged(problem: str, steps: list[str]) -> None:
    with Judge(lean="off") as judge:
        judged = judge(Chain.of(problem, steps))
    stored = json.loads(line(record(judged)))
    assert [step["text"] for step in stored["steps"]] == steps
    assert [str(finding) for finding in recheck([stored]) if finding.wrong] == []
    for step in stored["steps"]:
        for span in (*step["unread"], *(claim["span"] for claim in step["claims"])):
            assert 0 <= span[0] <= span[1] <= len(step["text"])
    out = io.StringIO()
    show(judged, Console(file=out, width=80))
    assert out.getvalue().replace("\n", "").isprintable()


@settings(max_examples=sized(150, 300), deadline=None)
@given(st.binary(max_size=200) | texts.map(lambda text: json.dumps({"problem": text}).encode()))
def test_any_bytes_are_chains_or_bad(data: bytes) -> None:
    for problem in (None, "p"):
        for item in Sources(["-"], problem).items(io.BytesIO(data)):
            assert isinstance(item, Chain) or (isinstance(item, Bad) and str(item).startswith("<stdin>"))
