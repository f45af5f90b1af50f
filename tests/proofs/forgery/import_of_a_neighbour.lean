-- why: a module beside the candidate is imported
-- status: rejected
-- rules: import
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
import Challenge
theorem target (n : Nat) : n * n = n := by
  omega
