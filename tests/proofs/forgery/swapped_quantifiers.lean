-- why: for all and there is, the other way round
-- status: rejected
-- rules: statement-changed
--- challenge ---
theorem target : ∃ m : Nat, ∀ n : Nat, n < m := by
  sorry
--- candidate ---
theorem target : ∀ n : Nat, ∃ m : Nat, n < m := fun n => ⟨n + 1, Nat.lt_succ_self n⟩
