-- why: the kernel is told to look away
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
set_option debug.skipKernelTC true
theorem target (n : Nat) : n * n = n := by
  exact (rfl : n = n)
