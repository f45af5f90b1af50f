"""The whole path of translations on recorded answers of a large language model, which a local server REPLAYS.

python tests/benchmarks/replayed_path.py gsm8k [--chains N]

Every recorded chain is translated live and by batches, labelled live and by the file, reported and rechecked, with the
commands as a user runs them; what must be the same, byte for byte, is compared.
"""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from support.command_line import profile
from support.model_servers import Reply, asked_of, completion, replay, served

from verifier.chain import Chain
from verifier.language.files import joined, read_file
from verifier.language.formal_chain import FormalChain

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"
TRUST = ("--trust", "agreeing")


def command(*words: object, expected: tuple[int, ...] = (0,)) -> str:
    """Run ``verifier`` and return what it printed."""
    begun = time.monotonic()
    done = subprocess.run(["verifier", *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode not in expected:
        raise SystemExit(f"verifier {words[0]} ended with {done.returncode}: {done.stderr[-2000:]}")
    print(f"verifier {words[0]}: {time.monotonic() - begun:.1f} s, exit status {done.returncode}", flush=True)
    return done.stdout


def recordings(kind: str, most: int) -> tuple[list[dict[str, object]], list[list[FormalChain]]]:
    """Return the labelled rows that were recorded, and their translations, a list for each of the two."""
    with gzip.open(SHARED / f"processbench_{kind}.jsonl.gz") as stream:
        rows = {row["id"]: row for row in map(json.loads, stream)}
    texts = {id: Chain.of(row["problem"], row["steps"], id) for id, row in rows.items()}
    samples = []
    for name in "ab":
        read = (one.chain for one in read_file(SHARED / "formal" / f"{kind}.{name}.jsonl.gz"))
        chains = sorted((one for one in read if one is not None), key=lambda one: one.id)
        samples.append([joined(one, texts[one.id]) for one in islice(chains, most)])
    return [rows[one.id] for one in samples[0]], samples


def answered(requests: Path, responses: Path, reply: Reply) -> int:
    """Answer a file of requests as a batch comes back; return how many there were."""
    lines = [json.loads(line) for line in requests.read_text("utf-8").splitlines()]
    with responses.open("a", encoding="utf-8") as stream:
        for one in lines:
            body = completion(str(reply(asked_of(one["body"]))))
            row = {"custom_id": one["custom_id"], "response": {"status_code": 200, "body": body}, "error": None}
            stream.write(json.dumps(row) + "\n")
    return len(lines)


def same(what: str, first: Path, second: Path) -> None:
    """Say whether two files have the same bytes."""
    told = "the same bytes" if first.read_bytes() == second.read_bytes() else "DIFFERENT"
    print(f"{what}: {told} ({first.stat().st_size:,} bytes)")


def main() -> None:
    """Run the path and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("kind", choices=("gsm8k", "math"))
    parser.add_argument("--chains", type=int, default=1000)
    asked = parser.parse_args()
    rows, samples = recordings(asked.kind, asked.chains)
    print(f"{len(rows)} chains of {asked.kind}, two recorded translations of each")
    with tempfile.TemporaryDirectory() as folder:
        along(Path(folder), rows, samples)


def along(folder: Path, rows: list[dict[str, object]], samples: list[list[FormalChain]]) -> None:
    """Go the whole path within a folder."""
    chains, live, batch = folder / "chains.jsonl", folder / "live.jsonl", folder / "batch.jsonl"
    chains.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    by = ("--translator", "openai:replay")
    keeping = [folder / f"kept{n}" for n in range(3)]
    with served(replay(samples)) as server:
        command(
            "translate", chains, *by, "--out", live, "--url", server.url, "--mode", "whole", "--answers", keeping[0]
        )
        print(
            f"requests that the server saw: {len(server.seen)}, {sum(one.again for one in server.seen)} of them again"
        )
        labels = folder / "labels.jsonl"
        asking = ("--translator-url", server.url)
        kept = profile(folder, "openai:replay", answers=keeping[2])
        command("label", chains, "--translator", kept, *TRUST, *asking, "--out", labels)
    by_batch(folder, chains, batch, samples, keeping[1])
    same("translations, live and by batches", live, batch)
    same("translations, of translate and of label", live, folder / "labels.jsonl.formal.jsonl")
    command("label", chains, "--formal", live, *TRUST, "--out", folder / "by_file.jsonl")
    same("labels, live and by the file", labels, folder / "by_file.jsonl")
    records = folder / "records.jsonl"
    records.write_text(command("check", chains, "--formal", live, *TRUST, "--json", expected=(0, 1)), "utf-8")
    command("recheck", records)
    command("report", records, "--out", folder / "report.html", expected=(0, 1))
    for name in "ab":
        parted(live, "ab".index(name), folder / f"{name}.jsonl")
    print(command("bench", "formal", folder / "a.jsonl", folder / "b.jsonl", "--chains", chains))


def by_batch(folder: Path, chains: Path, out: Path, samples: list[list[FormalChain]], kept: Path) -> None:
    """Translate by batches, round after round until nothing is left to ask."""
    requests, responses = folder / "requests.jsonl", folder / "responses.jsonl"
    options = ("--translator", "openai:replay", "--mode", "whole", "--answers", kept, "--out", out)
    taken: tuple[object, ...] = ()
    while True:
        command("translate", chains, *options, "--requests", requests, *taken)
        if not (count := answered(requests, responses, replay(samples))):
            return
        print(f"{count} requests in a batch")
        taken = ("--responses", responses)


def parted(formal: Path, sample: int, out: Path) -> None:
    """Write the translations of one sample."""
    lines = formal.read_text("utf-8").splitlines()
    out.write_text("".join(f"{one}\n" for one in lines if json.loads(one)["by"]["sample"] == str(sample)), "utf-8")


if __name__ == "__main__":
    main()
