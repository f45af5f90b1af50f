-- status: accepted
--- challenge ---
theorem target (n : Nat) : (n % 2 = 0) ∨ (n % 2 = 1) := by
  sorry
--- candidate ---
mutual
def isEven : Nat → Bool
  | 0 => true
  | n + 1 => isOdd n
def isOdd : Nat → Bool
  | 0 => false
  | n + 1 => isEven n
end

theorem both (n : Nat) : (isEven n = true → n % 2 = 0) ∧ (isOdd n = true → n % 2 = 1) := by
  induction n with
  | zero => simp [isEven, isOdd]
  | succ n ih =>
    constructor
    · intro h
      rw [isEven] at h
      have := ih.2 h
      omega
    · intro h
      rw [isOdd] at h
      have := ih.1 h
      omega

theorem even_mod (n : Nat) (h : isEven n = true) : n % 2 = 0 := (both n).1 h
theorem odd_mod (n : Nat) (h : isOdd n = true) : n % 2 = 1 := (both n).2 h

theorem even_or_odd (n : Nat) : isEven n = true ∨ isOdd n = true := by
  induction n with
  | zero => exact Or.inl rfl
  | succ n ih =>
    rcases ih with h | h
    · right
      rw [isOdd]
      exact h
    · left
      rw [isEven]
      exact h

theorem target (n : Nat) : (n % 2 = 0) ∨ (n % 2 = 1) := by
  rcases even_or_odd n with h | h
  · exact Or.inl (even_mod n h)
  · exact Or.inr (odd_mod n h)
