-- status: accepted
--- challenge ---
theorem target (a b : Nat) (h : a = b) : b = a := by
  sorry
--- candidate ---
section
variable {α : Type} (x y : α)
theorem turned (h : x = y) : y = x := h.symm
end

theorem target (a b : Nat) (h : a = b) : b = a := h.symm
