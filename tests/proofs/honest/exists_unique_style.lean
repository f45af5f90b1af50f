-- status: accepted
--- challenge ---
theorem target : ∃ n : Nat, n * n = 49 ∧ ∀ m : Nat, m * m = 49 → m = n := by
  sorry
--- candidate ---
theorem target : ∃ n : Nat, n * n = 49 ∧ ∀ m : Nat, m * m = 49 → m = n := by
  refine ⟨7, rfl, ?_⟩
  intro m h
  have h1 : m < 8 := by
    rcases Nat.lt_or_ge m 8 with h2 | h2
    · exact h2
    · have := Nat.mul_le_mul h2 h2
      omega
  match m, h1 with
  | 0, _ | 1, _ | 2, _ | 3, _ | 4, _ | 5, _ | 6, _ => simp at h
  | 7, _ => rfl
