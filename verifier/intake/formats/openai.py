"""What OpenAI's interfaces answer, as it is kept: chat completions, responses, and the lines of batch output files.

Chat completions: ``{"object": "chat.completion", "choices": [{"message"}]}``, a chain a choice; completions have
``text`` instead. Responses: ``{"object": "response", "output": [{"type": "message" or "reasoning", "content"}]}``.
Batch output: ``{"custom_id", "response": {"status_code", "body"}, "error"}``, where the body is one of these
(https://platform.openai.com/docs/api-reference, chat, responses and batch). None of them repeats what was asked: it is
taken from ``problem``, ``prompt``, ``messages`` or ``input`` where somebody wrote these beside the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from verifier.intake.example import BadRow, Example, Neutral, Row, has, mapping, plain_text, sequence
from verifier.intake.formats.format import Format, of_part, part
from verifier.intake.formats.plain import PROBLEMS
from verifier.intake.formats.turns import are_messages, asked, parts_said, said
from verifier.intake.splitting.thinking import thought

ASKED = (*PROBLEMS, "messages", "input", "request", "body")


def _is_batch(row: Row) -> bool:
    return has(row, "custom_id", "response") and isinstance(row["response"], Mapping | None)


def _is_answer(row: Row) -> bool:
    choices, output = row.get("choices"), row.get("output")
    if isinstance(choices, list) and choices:
        return all(isinstance(one, Mapping) and ("message" in one or "text" in one) for one in choices)
    return row.get("object") == "response" and isinstance(output, list)


def _parts(row: Row) -> list[Row]:
    return _of_body(row, row)


def _batch_parts(row: Row) -> list[Row]:
    response = row["response"]
    if not isinstance(response, Mapping) or response.get("status_code", 200) != 200:
        told = row.get("error") or (response or {}).get("body") or response
        raise BadRow(f"expected an answer, got the error of this request: {plain_text(told)[:120]}")
    body = mapping(response.get("body"), "the body of the response")
    return _of_body(body, {**row, "id": row["custom_id"]})


def _of_body(body: Row, row: Row) -> list[Row]:
    texts = list(_texts(body))
    if not texts:
        raise BadRow("expected an answer, got a response without text")
    many = len(texts) > 1
    return [part(row, _problem(row), text, suffix=str(i) if many else None) for i, text in enumerate(texts)]


def _texts(body: Row) -> Iterator[str]:
    """The texts of a body: one of each choice, or one of all that a response puts out."""
    for choice in body.get("choices") or []:
        message = mapping(choice, "a choice").get("message")
        yield said(mapping(message, "the message")) if message is not None else plain_text(choice.get("text", ""))
    pieces = [mapping(one, "an output") for one in body.get("output") or []]
    found = [_piece(one) for one in pieces if one.get("type") in KINDS]
    if text := "\n\n".join(filter(None, found)):
        yield text


def _piece(one: Row) -> str:
    """The text of one output, marked where it is thinking."""
    text = parts_said(sequence(one.get("content") or [], "content"))
    return thought(text) if one["type"] == "reasoning" else text


KINDS = ("message", "reasoning")
"""What a response puts out that is part of the chain; a summary of the reasoning is not."""


def _problem(row: Row) -> str:
    """What was asked, where the row says so."""
    for key in ASKED:
        value = row.get(key)
        if isinstance(value, str):
            return value
        if isinstance(value, list) and are_messages(value):
            return asked(value)
        if key in ("request", "body") and isinstance(value, Mapping) and value is not row:
            return _problem(value)
    return ""


def _read(row: Row, neutral: Neutral) -> Example:
    return of_part(row)


ANSWER = Format(
    "openai",
    'a chat completion, {"choices": [{"message"}]}, or a response, {"object": "response", "output"}; a chain a choice',
    _is_answer,
    _read,
    _parts,
)
BATCH = Format("openai-batch", 'a line of a batch\'s output, {"custom_id", "response"}', _is_batch, _read, _batch_parts)
