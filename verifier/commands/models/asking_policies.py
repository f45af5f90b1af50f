"""The policy that a command asks, until it ends: then it is let go of, and what it cost is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from verifier.commands.options.searching import PolicyOptions
from verifier.report.exit_codes import complain
from verifier.search.choose import policy_of
from verifier.search.policies.kept import KeptPolicy
from verifier.search.policies.policy import Policy
from verifier.search.policies.server import ServerPolicy


@contextmanager
def policy_to_ask(options: PolicyOptions) -> Iterator[Policy]:
    """Give the policy of these options. Raises: PolicyUnavailable; OSError when nobody reads complaints."""
    policy = policy_of(
        options.policy,
        temperature=options.temperature,
        step_tokens=options.step_tokens,
        max_tokens=options.max_tokens,
    )
    with ExitStack() as stack:
        if isinstance(policy, ServerPolicy):
            stack.callback(_closed, policy)
        if options.keep is None:
            yield policy
            return
        kept = KeptPolicy(policy, options.keep, sampling_of(options))
        stack.callback(_put_away, kept, options.keep)
        yield kept


def sampling_of(options: PolicyOptions) -> dict[str, Any]:
    """Return what decides, besides the policy, what it writes."""
    names = ("temperature", "step_tokens", "max_tokens")
    return {name: getattr(options, name) for name in names}


def _put_away(kept: KeptPolicy, file: Path) -> None:
    kept.close()
    complain(f"{file}: {kept.reused} answers were there, {kept.asked} were added")


def _closed(policy: ServerPolicy) -> None:
    policy.close()
    if policy.cost.requests:
        complain(policy.cost.told())
