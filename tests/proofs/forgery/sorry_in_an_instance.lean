-- why: a decision procedure that is not there decides the target
-- status: rejected
-- rules: sorry, elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
instance magic (n : Nat) : Decidable (n * n = n) := sorry

theorem target (n : Nat) : n * n = n := by
  cases magic n <;> simp_all <;> exact (sorry : _)
