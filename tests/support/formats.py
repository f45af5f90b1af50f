"""Rows in the shapes that other tools write, each of the same problem, solved with a slip in its last step."""

from __future__ import annotations

from typing import Any

PROBLEM = "Ann has 3 pens and gets 4 more. How many pens does she have?"
RIGHT, SLIP = "So 3 + 4 = 7.", "Then 7 + 1 = 9."
TEXT = f"{RIGHT}\n\n{SLIP}"

ASKED = {"role": "user", "content": PROBLEM}
ANSWERED = {"role": "assistant", "content": TEXT}

COMPLETION: dict[str, Any] = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "created": 1724858089,
    "model": "model-1",
    "choices": [
        {"index": 0, "message": {**ANSWERED, "refusal": None}, "logprobs": None, "finish_reason": "stop"},
    ],
    "usage": {"prompt_tokens": 24, "completion_tokens": 8, "total_tokens": 32},
    "system_fingerprint": None,
}

RESPONSE: dict[str, Any] = {
    "id": "resp_1",
    "object": "response",
    "created_at": 1741476777,
    "status": "completed",
    "error": None,
    "instructions": None,
    "model": "model-1",
    "output": [
        {
            "type": "reasoning",
            "id": "rs_1",
            "summary": [{"type": "summary_text", "text": "2 + 2 = 5 is what a summary says."}],
            "content": [{"type": "reasoning_text", "text": RIGHT}],
        },
        {
            "type": "message",
            "id": "msg_1",
            "status": "completed",
            "role": "assistant",
            "content": [{"type": "output_text", "text": SLIP, "annotations": []}],
        },
    ],
    "usage": {"input_tokens": 36, "output_tokens": 87, "total_tokens": 123},
}

SAMPLE: dict[str, Any] = {
    "id": "ann",
    "epoch": 1,
    "input": PROBLEM,
    "target": "7",
    "messages": [ASKED, {**ANSWERED, "source": "generate", "model": "model-1"}],
    "output": {
        "model": "model-1",
        "choices": [{"message": {**ANSWERED, "source": "generate"}, "stop_reason": "stop"}],
        "completion": TEXT,
        "usage": {"input_tokens": 24, "output_tokens": 12, "total_tokens": 36},
    },
    "scores": {"match": {"value": "I", "answer": "9", "explanation": TEXT}},
    "metadata": {},
    "store": {},
    "events": [],
    "model_usage": {},
}

ROWS: dict[str, dict[str, Any]] = {
    "sharegpt": {
        "id": "identity_0",
        "conversations": [
            {"from": "system", "value": "Be brief."},
            {"from": "human", "value": PROBLEM},
            {"from": "gpt", "value": TEXT},
        ],
    },
    "prompt-completion": {"prompt": [ASKED], "completion": [ANSWERED]},
    "preference": {"prompt": PROBLEM, "chosen": RIGHT, "rejected": TEXT},
    "openai": {**COMPLETION, "problem": PROBLEM},
    "openai-batch": {
        "id": "batch_req_1",
        "custom_id": "request-1",
        "response": {"status_code": 200, "request_id": "req_1", "body": COMPLETION},
        "error": None,
        "problem": PROBLEM,
    },
    "lm-eval": {
        "doc_id": 0,
        "doc": {"question": PROBLEM, "answer": "3 + 4 = <<3+4=7>>7\n#### 7"},
        "target": "3 + 4 = <<3+4=7>>7\n#### 7",
        "arguments": {"gen_args_0": {"arg_0": f"Question: {PROBLEM}\nAnswer:", "arg_1": {"until": ["Question:"]}}},
        "resps": [[TEXT]],
        "filtered_resps": ["9"],
        "filter": "strict-match",
        "metrics": ["exact_match"],
        "doc_hash": "d",
        "prompt_hash": "p",
        "target_hash": "t",
        "exact_match": 0.0,
    },
    "inspect": {
        "version": 2,
        "status": "success",
        "eval": {"task": "pens", "model": "model-1", "dataset": {"name": "pens", "samples": 1}},
        "plan": {"name": "plan", "steps": [{"solver": "generate", "params": {}}]},
        "results": {"total_samples": 1, "completed_samples": 1, "scores": []},
        "stats": {"started_at": "2025-01-01T00:00:00+00:00"},
        "samples": [SAMPLE],
    },
    "records": {
        "schema": 3,
        "id": "ann",
        "problem": PROBLEM,
        "answer": "7",
        "steps": [{"index": 0, "text": RIGHT, "kind": "correct"}, {"index": 1, "text": SLIP, "kind": "incorrect"}],
        "first_error": 1,
    },
}
"""A row of each format that a tool writes, by the name of the format."""
