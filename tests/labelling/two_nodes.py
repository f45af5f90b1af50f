"""Labels on a real Ray cluster of two nodes on this machine, and kills one of them in the middle.

``python two_nodes.py IN OUT [kill]``; says at the end how many rows were done when the node went.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import psutil
import ray
from ray.cluster_utils import Cluster

from verifier.labelling.run_spec import RunSpec
from verifier.labelling.running import batch, cluster
from verifier.labelling.running.batch import Watch, run
from verifier.labelling.running.plan import LabellingRun

PATIENCE = 600.0
"""Seconds in which a cluster must see that a node is gone."""


class Killer(Watch):
    """Takes a node away when the first rows are done and its own workers are at work."""

    def __init__(self, cluster: Cluster, node: Any) -> None:
        self.cluster, self.node, self.rows = cluster, node, 0

    def done(self, outcomes: Any) -> None:
        self.rows += len(outcomes)
        if self.node is not None and workers(self.node):
            self.cluster.remove_node(self.node, allow_graceful=False)
            self.node = None
            print("killed after", self.rows, flush=True)


def alive() -> int:
    """How many nodes the cluster takes to be there."""
    return sum(node["Alive"] for node in ray.nodes())


def workers(node: Any) -> list[psutil.Process]:
    """The worker processes of ours that a node runs."""
    raylet = psutil.Process(node.all_processes["raylet"][0].process.pid)
    return [p for p in raylet.children(recursive=True) if "verifier.labelling.running.child" in " ".join(p.cmdline())]


def main(data: str, out: str, kill: bool) -> None:
    batch.TOGETHER, cluster.BLOCK, cluster.BLOCK_BYTES, cluster.TOGETHER = 16, 16, 8 << 10, 16  # small data, many parts
    soon = {"health_check_initial_delay_ms": 1000, "health_check_period_ms": 1000, "health_check_failure_threshold": 3}
    head = {"num_cpus": 1, "include_dashboard": False, "_system_config": soon}
    nodes = Cluster(initialize_head=True, head_node_args=head)
    second = nodes.add_node(num_cpus=1)
    try:
        ray.init(address=nodes.address, log_to_driver=False, logging_level="error")
        plan = LabellingRun(
            [data], Path(out), RunSpec("jsonl", lean="off"), cached=False, processes=1, ray=nodes.address
        )
        watch = Killer(nodes, second if kill else None)
        run(plan, watch)
        expected, until = 1 if kill and watch.node is None else 2, time.monotonic() + PATIENCE
        while alive() != expected and time.monotonic() < until:
            time.sleep(0.2)  # the work may be done before the cluster has seen that a node is gone
        print("nodes left", alive(), "rows", watch.rows, flush=True)
    finally:
        ray.shutdown()
        nodes.shutdown()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], "kill" in sys.argv[3:])
