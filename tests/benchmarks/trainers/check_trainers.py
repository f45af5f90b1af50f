"""Run the adaptors of rewards inside the real packages of trainers, each in an environment of its own.

``python tests/benchmarks/trainers/check_trainers.py [NAME ...] [--environments FOLDER]``: builds what is missing, runs
``on_NAME.py`` there, and prints the versions. Each check writes what its trainer handed over, and what came back, to
``tests/rewards/recorded/NAME.json``, which the tests replay without the package.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]

NEMO = ("openai==2.44.0", "anthropic<=0.109.2", "mcp<2,>=1.28.1", "ray[default]>=2.58.0", "mlflow-skinny", "wandb")
NEMO_MORE = (
    "aiohttp",
    "datasets",
    "devtools",
    "jinja2",
    "tqdm",
    "hydra-core",
    "itsdangerous",
    "orjson",
    "pydot",
    "python-multipart",
    "scipy",
)
OPENRLHF = ("torch", "transformers==5.15.0", "ray==2.55.0", "aiohttp", "accelerate", "peft", "pylatexenc", "einops")

TRAINERS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "inspect": (("inspect-ai==0.3.285",), ()),
    "nemo_gym": ((*NEMO, *NEMO_MORE, "PyJWT", "yappi", "httptools", "uvloop", "fastapi"), ("nemo-gym==0.7.0",)),
    "openenv": (("openenv==0.10.0",), ()),
    "openrlhf": ((*OPENRLHF, "datasets", "optree", "torchmetrics", "jsonlines"), ("openrlhf==0.11.2",)),
    "skyrl": (("skyrl-gym==0.4.0",), ()),
    "trl": (("trl==1.16.0", "torch", "pytest"), ()),
    "verifiers": (("verifiers==0.4.0",), ()),
    "verl": (("verl==0.9.1", "torch"), ()),
}
"""The packages of each environment, and those that are installed without their own requirements: they ask for a GPU's
compilers, or for a newer Python than this one."""


def built(name: str, folder: Path) -> Path:
    """Return the Python of an environment, which is made where it is missing."""
    python = folder / name / "bin" / "python"
    if python.exists():
        return python
    wanted, alone = TRAINERS[name]
    subprocess.run([sys.executable, "-m", "venv", str(folder / name)], check=True)
    pip = [str(python), "-m", "pip", "install", "-q"]
    subprocess.run([*pip, *wanted, "-e", f"{ROOT}[http,serve]"], check=True)
    if alone:
        subprocess.run([*pip, "--no-deps", "--ignore-requires-python", *alone], check=True)
    return python


def main() -> int:
    """Check, and return 1 where a check failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(TRAINERS))
    parser.add_argument("--environments", type=Path, default=ROOT / ".trainers")
    wanted = parser.parse_args()
    failed = []
    for name in wanted.names or TRAINERS:
        python = built(name, wanted.environments)
        done = subprocess.run([str(python), str(HERE / f"on_{name}.py")], timeout=900)
        failed += [name] if done.returncode else []
    print(f"failed: {', '.join(failed) or 'none'}")
    return int(bool(failed))


if __name__ == "__main__":
    raise SystemExit(main())
