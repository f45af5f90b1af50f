"""The Lean processes of the gate, shut in: elaborators, auditors, second kernels."""
