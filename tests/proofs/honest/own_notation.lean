-- status: accepted
--- challenge ---
theorem target (a b : Nat) (h : a ∣ b) : a ∣ b * b := by
  sorry
--- candidate ---
local infixl:70 " *** " => fun (x y : Nat) => x * y

theorem target (a b : Nat) (h : a ∣ b) : a ∣ b * b := by
  obtain ⟨c, rfl⟩ := h
  exact ⟨c *** (a * c), by simp only [Nat.mul_assoc]⟩
