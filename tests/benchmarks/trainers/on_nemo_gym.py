"""NeMo-Gym: our resources server answers ``/verify``, in its own models and with its own failure kinds."""

from __future__ import annotations

import sys
from typing import Any
from unittest.mock import MagicMock

from fastapi.testclient import TestClient
from nemo_gym.failure_kinds import is_namespaced, is_registered
from nemo_gym.server_utils import ServerClient
from recording import ANSWER, CASES, PROBLEM, SETTINGS, expect, record

from verifier.rewards.adaptors.nemo_gym import resources_server


def body(text: str) -> dict[str, Any]:
    part = {"type": "output_text", "text": text, "annotations": []}
    message = {"id": "m", "type": "message", "role": "assistant", "status": "completed", "content": [part]}
    response = {"id": "r", "created_at": 0.0, "model": "policy", "object": "response", "output": [message]}
    response |= {"parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
    asked = {"input": [{"role": "user", "content": PROBLEM}]}
    return {"responses_create_params": asked, "response": response, "expected_answer": ANSWER}


def main() -> None:
    kind = resources_server(settings=SETTINGS)
    config = kind.model_fields["config"].annotation(host="127.0.0.1", port=8123, entrypoint="app.py", name="verifier")
    server = kind(config=config, server_client=MagicMock(spec=ServerClient))
    client = TestClient(server.setup_webserver())
    calls, found = [], {}
    for name, (text, _) in CASES.items():
        told = client.post("/verify", json=body(text))
        assert told.status_code == 200, told.text
        answer = told.json()
        found[name] = (answer["reward"], not answer["mask_sample"])
        failure = answer["failure_kind"]
        assert failure is None or is_namespaced(failure) or is_registered(failure), failure
        kept = ("reward", "reward_components", "mask_sample", "failure_kind", "failure_reason")
        calls.append({"given": body(text), "answer": {key: answer[key] for key in kept}})
    expect(found)
    mode = client.get("/reverify_mode").json()
    assert mode == "stateless", mode
    record("nemo_gym", "nemo-gym", calls, reverify_mode=mode, python=sys.version.split()[0])


if __name__ == "__main__":
    main()
