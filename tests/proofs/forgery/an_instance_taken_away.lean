-- why: the order's instance is taken away and a trivial one put in its place
-- status: rejected
-- rules: statement-changed
--- challenge ---
theorem target (a b : Nat) (h : a ≤ b) : b ≤ a := by
  sorry
--- candidate ---
attribute [-instance] instLENat
instance other : LE Nat := ⟨fun _ _ => True⟩

theorem target (a b : Nat) (h : a ≤ b) : b ≤ a := by
  trivial
