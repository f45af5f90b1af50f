-- why: the checker's own module is imported
-- status: rejected
-- rules: import
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
import Gate.Serve
theorem target (n : Nat) : n * n = n := by
  omega
