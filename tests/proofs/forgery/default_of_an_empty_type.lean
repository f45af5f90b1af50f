-- why: a default value of a type that has none
-- status: rejected
-- rules: elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
opaque impossible : False
theorem target (n : Nat) : n * n = n := impossible.elim
