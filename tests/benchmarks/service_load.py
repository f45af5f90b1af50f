"""Throughput and tail latency of the service under load from this process, with a share of poisoned requests.

``python tests/benchmarks/service_load.py [--requests 2000] [--callers 16] [--workers 2] [--poison 0.01]``: starts
``verifier serve`` on loopback, asks it from so many threads, and prints requests a second, latencies (50th, 95th, 99th
percentile, the longest), and what became of good and of poisoned ones. A poisoned request is no chain, is far too
long, or holds a formula that takes long.
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

POISON = (
    {"problem": 3, "steps": None},
    {"problem": "x", "steps": ["(" * 20_000]},
    {"problem": "x", "steps": ["9^" * 2_000 + "9 = 1"]},
    {"problem": "x", "steps": [f"{i} * {i} + {i} = {i * i + i}" for i in range(5_000)]},
)


def good(chance: random.Random) -> dict[str, object]:
    """A chain of four steps, one of them wrong in every other chain."""
    a, b, c = (chance.randint(2, 99) for _ in range(3))
    slip = chance.randint(0, 1)
    steps = [f"{a} * {b} = {a * b}", f"{a * b} + {c} = {a * b + c + slip}", f"So {a} + {b} = {a + b}.", "We are done."]
    return {"problem": f"What is {a} * {b} + {c}?", "steps": steps}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=2000)
    parser.add_argument("--callers", type=int, default=16)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--poison", type=float, default=0.01)
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
        load(url, wanted)
    finally:
        server.terminate()
        server.wait(timeout=60)


def load(url: str, wanted: argparse.Namespace) -> None:
    """Put the load on the service and print what came of it."""
    chance = random.Random(wanted.seed)
    poisoned = [chance.random() < wanted.poison for _ in range(wanted.requests)]
    bodies = [json.dumps(chance.choice(POISON) if bad else good(chance)) for bad in poisoned]
    local = threading.local()

    def ask(body: str) -> tuple[int, float]:
        if not hasattr(local, "client"):
            local.client = httpx.Client(base_url=url, timeout=120)
        started = time.perf_counter()
        status = local.client.post("/judge", content=body, headers={"content-type": "application/json"}).status_code
        return status, time.perf_counter() - started

    started = time.perf_counter()
    with ThreadPoolExecutor(wanted.callers) as threads:
        told = list(threads.map(ask, bodies))
    took = time.perf_counter() - started
    seconds = np.array([s for (_, s), bad in zip(told, poisoned, strict=True) if not bad])
    print(f"{wanted.requests} requests, {wanted.callers} callers, {wanted.workers} workers: {len(told) / took:.0f}/s")
    tails = np.quantile(seconds, [0.5, 0.95, 0.99, 1.0]) * 1000
    print(
        "good ones, ms: " + ", ".join(f"{n} {v:.0f}" for n, v in zip(("p50", "p95", "p99", "max"), tails, strict=True))
    )
    for name, which in (("good", False), ("poisoned", True)):
        print(f"{name}: {dict(Counter(s for (s, _), bad in zip(told, poisoned, strict=True) if bad is which))}")


if __name__ == "__main__":
    main()
