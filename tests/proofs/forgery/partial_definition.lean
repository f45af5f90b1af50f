-- why: a function that need not end as a proof
-- status: rejected
-- rules: refused-construct, sorry
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
instance : Nonempty False := ⟨by sorry⟩
partial def cheat (n : Nat) : False := cheat (n + 1)
theorem target : False := cheat 0
