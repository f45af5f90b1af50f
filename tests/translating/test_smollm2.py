"""The plumbing with a real model behind a real HTTP server: SmolLM2-135M, served by a small server of our own.

``VERIFIER_SMOLLM2=FOLDER`` (a folder with SmolLM2-135M-Instruct.Q4_1.gguf, or of transformers) runs it; it takes
minutes. The model is far too small for the task: the test holds that whatever it says is handled, and not that it
translates.
"""

from __future__ import annotations

import json
import os
from contextlib import ExitStack
from pathlib import Path

import pytest
from speaking import Asked, Raw, chat, served

from verifier.chain import Chain
from verifier.http import Patience
from verifier.judging.from_words import Translating
from verifier.judging.judge import Judge
from verifier.judging.records.recheck import recheck
from verifier.judging.records.record import line, record
from verifier.translating.ask import SAME
from verifier.translating.choose import Wish, chosen
from verifier.translating.endpoint import Endpoint
from verifier.translating.local import LocalModel
from verifier.translating.model import Bounds, Counted, NoAnswer, Question, Spent

FOLDER = os.environ.get("VERIFIER_SMOLLM2", "")
PROBLEM = "Natalia sold 48 clips in April, and half as many in May. How many did she sell in May?"
STEPS = ["In May she sold half of 48, that is 24."]


@pytest.mark.skipif(not FOLDER, reason="VERIFIER_SMOLLM2 names no folder with the model")
def test_a_served_model_is_asked_heard_kept_and_replayed(tmp_path: Path) -> None:
    local = LocalModel(FOLDER)

    def reply(asked: Asked) -> str | Raw:
        body = asked.body
        wanted = body.get("response_format", {"json_schema": None})["json_schema"]
        schema = None if wanted is None else (wanted["name"], wanted["schema"])
        bounds = None if schema is None else Bounds(("p.s0", "p.s1"), 2, 256)
        question = Question(tuple(body["messages"]), schema, body["seed"], min(body["max_tokens"], 256), bounds)
        try:
            return local.ask(question).text
        except NoAnswer:
            return chat("", finish="length")

    with ExitStack() as stack:
        server = stack.enter_context(served(reply))
        model = Endpoint("smollm2", server.url, "", Patience(seconds=600.0, attempts=1))
        stack.callback(model.close)
        counted = Counted(model, Spent())
        judged = stack.enter_context(Judge("off", translating=Translating(counted, 1)))(Chain.of(PROBLEM, STEPS))
    said = judged.steps[0].translation
    assert said is not None and said.translation.heard[0] and counted.spent.asked >= 1
    print("it said:", said.translation.state, said.translation.detail, repr(said.translation.heard[0])[:300])
    assert [str(one) for one in recheck([json.loads(line(record(judged)))]) if one.wrong] == []
    with ExitStack() as stack:
        wish = Wish(f"hf:{FOLDER}", tmp_path / "answers.sqlite")
        question = Question(({"role": "user", "content": "Say yes."},), ("same", SAME), 0, 16)
        first = chosen(wish, stack).ask(question)
        again = chosen(Wish(wish.spec, wish.answers, offline=True), stack).ask(question)
    assert first.text == again.text and again.cached and first.written <= 16
