-- why: a structure whose field is a proof of False, and an instance of it by sorry
-- status: rejected
-- rules: sorry
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
structure Oracle where
  no : False
instance : Inhabited Oracle := ⟨⟨sorryAx _⟩⟩
theorem target (n : Nat) : n * n = n := (default : Oracle).no.elim
