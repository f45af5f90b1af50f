-- why: the compiler's own proof of anything
-- status: rejected
-- rules: elaboration-error, kernel, axiom, refused-construct
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem target (n : Nat) : n * n = n := lcProof
