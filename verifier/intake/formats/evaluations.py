"""What evaluations leave: lm-eval's samples and inspect's logs.

lm-eval (``--log_samples``, ``samples_TASK_TIME.jsonl``; https://github.com/EleutherAI/lm-evaluation-harness,
docs/interface.md): ``{"doc_id", "doc", "target", "arguments", "resps": [[texts]], "filtered_resps", "filter"}``, a row
for each filter, with the same ``resps``. ``arguments`` is ``[[prompt, ...]]`` or ``{"gen_args_0": {"arg_0": prompt}}``.
inspect (https://inspect.aisi.org.uk/eval-logs.html): ``{"eval", "samples": [{"id", "epoch", "input", "target",
"messages", "output": {"choices": [{"message"}], "completion"}}]}``, or a sample a file in an ``.eval`` archive. Where
our scorer judged a sample, its record stands in ``scores``, in the metadata of the score.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from verifier.intake.example import BadRow, Example, Neutral, Row, has, mapping, plain_text, sequence
from verifier.intake.formats.format import Format, of_part, part
from verifier.intake.formats.plain import PROBLEMS
from verifier.intake.formats.turns import asked, conversation, said

RECORD: Final = "verifier_record"
"""Under which name the metadata of a score hold the record of a sample."""


def samples_of(data: Any) -> list[Any]:
    """Return the samples of a log of inspect, each by itself; of anything else that itself."""
    if isinstance(data, Mapping) and _is_log(data) and "eval" in data:
        return list(data["samples"])
    return [data]


def kept_record(sample: Any) -> dict[str, Any] | None:
    """Return the record that our scorer kept in a sample, None where it kept none. Nothing in it is a verdict."""
    scores = sample.get("scores") if isinstance(sample, Mapping) else None
    for score in scores.values() if isinstance(scores, Mapping) else ():
        metadata = score.get("metadata") if isinstance(score, Mapping) else None
        found = metadata.get(RECORD) if isinstance(metadata, Mapping) else None
        if isinstance(found, dict):
            return found
    return None


def _is_sample(row: Row) -> bool:
    return has(row, "doc_id", "doc", "resps") and isinstance(row["doc"], Mapping)


def _sample_parts(row: Row) -> list[Row]:
    found = [text for one in sequence(row["resps"], "resps") for text in (one if isinstance(one, list) else [one])]
    texts = [text for text in found if isinstance(text, str)]
    if not texts:
        raise BadRow("expected responses as texts, got none: this task compares likelihoods of given answers")
    named = {**row, "id": plain_text(row["doc_id"]), "answer": _target(row.get("target"))}
    many = len(texts) > 1
    return [part(named, _question(row), text, suffix=str(i) if many else None) for i, text in enumerate(texts)]


def _question(row: Row) -> str:
    """What is asked, without the examples that the prompt puts before it, where the document has it."""
    document = row["doc"]
    for key in (*PROBLEMS, "Question", "Problem"):
        if isinstance(document.get(key), str):
            return str(document[key])
    given = row.get("arguments")
    if isinstance(given, Mapping):
        first = given.get("gen_args_0")
        given = [[first.get("arg_0")]] if isinstance(first, Mapping) else None
    prompt = given[0][0] if isinstance(given, list) and given and isinstance(given[0], list) and given[0] else ""
    return prompt if isinstance(prompt, str) else ""


def _target(value: Any) -> str | None:
    """The answer of a document: of GSM8K, what stands behind its mark."""
    if value is None:
        return None
    return plain_text(value).rpartition("####")[2].strip()


def _same_sample(row: Row) -> str:
    """One row a filter repeats the same responses."""
    return plain_text([row.get("doc_id"), row.get("doc_hash"), row.get("resps")])


def _is_log(row: Row) -> bool:
    samples = row.get("samples")
    if has(row, "eval") and isinstance(samples, list):
        return True
    return has(row, "id", "epoch", "input", "target") and ("output" in row or "messages" in row)


def _log_parts(row: Row) -> list[Row]:
    samples = row["samples"] if "samples" in row and "eval" in row else [row]
    return [_of_sample(mapping(one, f"sample {i}")) for i, one in enumerate(samples)]


def _of_sample(sample: Row) -> Row:
    """The row of a sample; what is wrong with it stands in it, so that it costs no other."""
    try:
        named = {"id": f"{plain_text(sample.get('id'))}_epoch_{sample.get('epoch', 1)}", "answer": _one(sample)}
        return part(named, _input(sample), _answered(sample))
    except BadRow as error:
        return {"id": sample.get("id"), "problem": "", "text": None, "wrong": str(error)}


def _one(sample: Row) -> str | None:
    target = sample.get("target")
    if isinstance(target, list):
        target = target[0] if len(target) == 1 else None
    return None if target in (None, "") else plain_text(target)


def _input(sample: Row) -> str:
    given = sample.get("input")
    return given if isinstance(given, str) else asked(sequence(given, "input"))


def _answered(sample: Row) -> str:
    output = sample.get("output") or {}
    choices = output.get("choices") or []
    if choices and isinstance(choices[0].get("message"), Mapping):
        return said(choices[0]["message"])
    if isinstance(output.get("completion"), str) and output["completion"]:
        return str(output["completion"])
    return conversation(sample.get("messages"))[1]


def _read(row: Row, neutral: Neutral) -> Example:
    if "wrong" in row:
        raise BadRow(str(row["wrong"]))
    return of_part(row)


LM_EVAL = Format(
    "lm-eval",
    'a line of samples_TASK_TIME.jsonl, {"doc_id", "doc", "target", "resps"}; a chain a response',
    _is_sample,
    _read,
    _sample_parts,
    _same_sample,
)
INSPECT = Format(
    "inspect",
    'a log of inspect, {"eval", "samples"}, as JSON or as .eval; a chain a sample',
    _is_log,
    _read,
    _log_parts,
)
