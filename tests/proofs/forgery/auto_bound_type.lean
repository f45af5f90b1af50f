-- why: a letter that binds itself to any type
-- status: rejected
-- rules: statement-changed
--- challenge ---
theorem target (x y : Nat) (h : x + 1 = y + 1) : x = y := by
  sorry
--- candidate ---
theorem target {Nat : Type} (x y : Nat) (h : x = y) : x = y := h
