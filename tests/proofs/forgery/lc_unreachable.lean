-- why: the compiler's own value of any type
-- status: rejected
-- rules: elaboration-error, kernel, axiom, refused-construct
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem target (n : Nat) : n * n = n := lcUnreachable
