"""slime: the body that it posts with ``--rm-type remote_rm``, and its hooks.

``--custom-rm-path verifier.rewards.adaptors.slime.custom_rm --reward-key score`` judges here;
``--custom-reward-post-process-path verifier.rewards.adaptors.slime.post_process`` keeps abstentions out of the group.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import mean, pstdev
from typing import Any

from verifier.intake.splitting.templates import answered, asked
from verifier.rewards.flow import Flow, judge_of, run_async
from verifier.rewards.result import Item
from verifier.rewards.texts import problem_of, reference_text, text_of

Answer = dict[str, Any]


async def custom_rm(args: Any, sample: Any, **options: Any) -> Answer:
    """Return the score of a sample with its parts, and leave an abstention out of the loss. Raises: as the judge."""
    body = {"prompt": sample.prompt, "response": sample.response, "label": sample.label}
    found = await run_async(flow(body), judge_of(**options))
    sample.remove_sample = sample.remove_sample or not found["valid"]
    return found


def flow(body: Mapping[str, Any], unknown: float = 0.0) -> Flow[Answer]:
    """Ask about ``{"prompt", "response", "label"}``; the numbers of the result come of it, and ``reason``."""
    text = text_of(body.get("response"))
    problem = asked(problem_of(body.get("prompt")))
    [result] = yield [Item(problem, None if text is None else answered(text), reference_text(body.get("label")))]
    return {**result.numbers(unknown), "reason": result.reason}


def post_process(args: Any, samples: Sequence[Any]) -> tuple[list[float], list[float]]:
    """Return the scores, and the scores less the mean of their group, over its deviation; 0 in an abstention.

    A group is the samples of one ``group_index``; abstentions count in neither figure.
    """
    groups: dict[Any, list[float]] = defaultdict(list)
    for sample in samples:
        if sample.reward["valid"]:
            groups[sample.group_index].append(sample.reward["score"])
    raw = [float(sample.reward["score"]) for sample in samples]
    shaped = [_shaped(args, sample, groups[sample.group_index]) for sample in samples]
    return raw, shaped


def _shaped(args: Any, sample: Any, group: Sequence[float]) -> float:
    if not sample.reward["valid"]:
        return 0.0
    centred = float(sample.reward["score"]) - mean(group)
    return centred / (pstdev(group) + 1e-6) if getattr(args, "grpo_std_normalization", True) else centred
