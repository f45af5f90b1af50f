"""inspect-ai: our scorer in a real evaluation with its mock model; metrics leave abstentions out."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.solver import generate
from recording import ANSWER, CASES, PROBLEM, SETTINGS, record

from verifier.rewards.adaptors.inspect_ai import verifier_reward


def said(text: str) -> ModelOutput:
    made = ModelOutput.from_content("mockllm/model", text)
    made.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)  # else it counts tokens, by a download
    return made


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        model = get_model("mockllm/model", custom_outputs=[said(text) for text, _ in CASES.values()])
        samples = [Sample(input=PROBLEM, target=ANSWER, id=name) for name in CASES]
        task = Task(dataset=samples, solver=generate(), scorer=verifier_reward(settings=SETTINGS))
        [done] = eval(task, model=model, log_dir=folder, log_format="json", display="none", max_samples=1)
        assert done.status == "success", done.error
        log = json.loads(Path(done.location.removeprefix("file://")).read_text("utf-8"))
    scores = {one["id"]: one["scores"]["verifier_reward"] for one in log["samples"]}
    for name, (_, score) in CASES.items():
        assert scores[name]["metadata"]["score"] == score, (name, scores[name])
    figures = {one["name"]: one["metrics"]["mean"]["value"] for one in log["results"]["scores"]}
    known = [score for _, score in CASES.values() if score is not None]
    assert figures == {"reward": sum(known) / len(known), "abstained": 1 - len(known) / len(CASES)}, figures
    record("inspect", "inspect-ai", [], **figures)


if __name__ == "__main__":
    main()
