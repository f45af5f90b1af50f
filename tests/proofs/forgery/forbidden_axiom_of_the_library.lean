-- why: sorryAx through a function
-- status: rejected
-- rules: sorry
--- challenge ---
theorem target : (0 : Nat) = 1 := by
  sorry
--- candidate ---
theorem target : (0 : Nat) = 1 := @sorryAx _ (synthetic := false)
