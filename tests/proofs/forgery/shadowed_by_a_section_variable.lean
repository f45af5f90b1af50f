-- why: a section variable of the same name hides the definition
-- status: rejected
-- rules: statement-changed
--- challenge ---
/-- Twice a number. -/
def double (n : Nat) : Nat := n + n

theorem target (n : Nat) : double n = 3 * n := by
  sorry
--- candidate ---
/-- Twice a number. -/
def double (n : Nat) : Nat := n + n

section
variable (double : Nat → Nat) (h : ∀ n, double n = 3 * n)
include h
theorem target (n : Nat) : double n = 3 * n := h n
end
