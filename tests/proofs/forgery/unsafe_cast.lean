-- why: an unsafe function of the library changes the type of a proof
-- status: rejected
-- rules: elaboration-error, kernel, refused-construct
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem target (n : Nat) : n * n = n := unsafeCast (α := True) True.intro
