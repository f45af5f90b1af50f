"""Throughput and tail latency of the service under load from this process, with a share of poisoned requests.

``python tests/benchmarks/service_load.py [--requests 2000] [--callers 16] [--workers 2] [--poison 0.01] [--group 8]
[--deadline 30]``: starts ``verifier serve`` on loopback, asks it from so many threads, and prints requests a second,
latencies (50th, 95th, 99th percentile, the longest), and what became of good and of poisoned ones.

A poisoned request is binary, of another shape, far too long, or takes longer than an item may. With ``--group`` it asks
``/reward`` for so many completions a request, as OpenRLHF does; one of the requests takes longer than its time. It says
how many rewards are abstentions or other than they must be, and how many answers came after ``--deadline`` seconds.
Status 1 where a good request is lost, has another reward, or is late.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import httpx
import numpy as np

BRACKETS = "(" * 20_000
POISON = (
    b"\x00\xff\xfe\x80" * 1000,
    b"[" * (9 << 20),
    {"problem": 3, "steps": None},
    {"problem": "x", "steps": [BRACKETS]},
    {"problem": "x", "steps": ["9^" * 2_000 + "9 = 1"]},
    {"problem": "x", "steps": [f"{i} * {i} + {i} = {i * i + i}" for i in range(5_000)]},
)
REWARD_POISON = (
    *POISON[:3],
    {"query": ["a"] * 2, "prompts": ["b"], "labels": []},
    {"query": [BRACKETS], "prompts": ["What is it?"], "labels": ["3"]},
    {"query": [None, 7, "\ud800" * 9, "x" * 300_000], "prompts": [None] * 4, "labels": [[], {}, 3, "\x00"]},
)


def good(chance: random.Random) -> dict[str, object]:
    """A chain of four steps, one of them wrong in every other chain."""
    a, b, c = (chance.randint(2, 99) for _ in range(3))
    slip = chance.randint(0, 1)
    steps = [f"{a} * {b} = {a * b}", f"{a * b} + {c} = {a * b + c + slip}", f"So {a} + {b} = {a + b}.", "We are done."]
    return {"problem": f"What is {a} * {b} + {c}?", "steps": steps}


def group(chance: random.Random, size: int) -> dict[str, object]:
    """Attempts at one problem, every other one of them wrong, as OpenRLHF sends them."""
    a, b, c = (chance.randint(2, 99) for _ in range(3))
    prompt = f"<|im_start|>user\nWhat is {a} * {b} + {c}?<|im_end|>\n<|im_start|>assistant\n"
    queries = []
    for i in range(size):
        end = a * b + c
        if i % 2:
            end += 1 if (end + 1) % 10 else 2  # a round number may be meant as rounded
        queries.append(
            f"{prompt}So {a} * {b} = {a * b}.\n\nThen {a * b} + {c} = {end}.\n\nThe answer is {end}.<|im_end|>"
        )
    return {"query": queries, "prompts": [prompt] * size, "labels": [str(a * b + c)] * size}


EXPECTED = (1.0, -1.0)
"""The rewards of a right attempt, and of one whose second step and answer are wrong."""

SLOW = {"query": ["\n\n".join(f"So {i} * {i} + {i} = {i * i + i}." for i in range(5_000))], "prompts": [""]}
"""One completion that takes longer than an item may."""


def main() -> int:
    """Measure and print, and return 1 where a good request fared badly."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=2000)
    parser.add_argument("--callers", type=int, default=16)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--poison", type=float, default=0.01)
    parser.add_argument("--group", type=int, default=0)
    parser.add_argument("--deadline", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    argv = [sys.executable, "-m", "verifier.cli.main", "serve", "--port", "0", "--lean", "off"]
    argv += ["--workers", str(wanted.workers), "--rate", "10000000/minute", "--item-seconds", "5"]
    server = subprocess.Popen(argv, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        url = server.stdout.readline().split()[3]
        while httpx.get(f"{url}/health").json()["up"] < wanted.workers:
            time.sleep(0.05)
        return load(url, wanted)
    finally:
        server.terminate()
        server.wait(timeout=60)


def load(url: str, wanted: argparse.Namespace) -> int:
    """Put the load on the service, print what came of it, and return the status."""
    chance = random.Random(wanted.seed)
    poisoned = [chance.random() < wanted.poison for _ in range(wanted.requests)]
    poison, path = (REWARD_POISON, "/reward") if wanted.group else (POISON, "/judge")

    def body(bad: bool) -> bytes:
        made = chance.choice(poison) if bad else group(chance, wanted.group) if wanted.group else good(chance)
        return made if isinstance(made, bytes) else json.dumps(made).encode()

    bodies = [body(bad) for bad in poisoned]
    if wanted.group:
        poisoned[len(bodies) // 2], bodies[len(bodies) // 2] = True, json.dumps(SLOW).encode()
    local = threading.local()

    def ask(body: bytes) -> tuple[int, float, httpx.Response]:
        if not hasattr(local, "client"):
            local.client = httpx.Client(base_url=url, timeout=120)
        started = time.perf_counter()
        told = local.client.post(path, content=body, headers={"content-type": "application/json"})
        return told.status_code, time.perf_counter() - started, told

    started = time.perf_counter()
    with ThreadPoolExecutor(wanted.callers) as threads:
        told = list(threads.map(ask, bodies))
    took = time.perf_counter() - started
    seconds = np.array([s for (_, s, _), bad in zip(told, poisoned, strict=True) if not bad])
    print(f"{wanted.requests} requests, {wanted.callers} callers, {wanted.workers} workers: {len(told) / took:.0f}/s")
    tails = np.quantile(seconds, [0.5, 0.95, 0.99, 1.0]) * 1000
    print(
        "good ones, ms: " + ", ".join(f"{n} {v:.0f}" for n, v in zip(("p50", "p95", "p99", "max"), tails, strict=True))
    )
    for name, which in (("good", False), ("poisoned", True)):
        print(f"{name}: {dict(Counter(s for (s, _, _), bad in zip(told, poisoned, strict=True) if bad is which))}")
    every = np.array([s for _, s, _ in told])
    late = int((every > wanted.deadline).sum())
    print(f"answers after {wanted.deadline:g} s: {late} of {len(told)}, the last after {every.max():.1f} s")
    good_ones = [one for (status, _, one), bad in zip(told, poisoned, strict=True) if not bad and status == 200]
    failed = len(good_ones) != poisoned.count(False) or late > 0
    if wanted.group:
        rows = [one.json() for one in good_ones]
        abstained = sum(valid == 0 for row in rows for valid in row["extra_logs"]["valid"])
        found = [reward for row in rows for reward in row["rewards"]]
        right = sum(reward == EXPECTED[i % wanted.group % 2] for i, reward in enumerate(found))
        wanted_rewards = wanted.group * poisoned.count(False)
        print(f"rewards of good ones: {len(found)} of {wanted_rewards}, {right} as expected, {abstained} abstentions")
        print(f"completions: {len(found) / took:.0f}/s")
        failed = failed or right != wanted_rewards
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
