-- why: the definition beneath the one in the statement is another
-- status: rejected
-- rules: definition-changed, elaboration-error
--- challenge ---
def inner (n : Nat) : Nat := n + 1
def outer (n : Nat) : Nat := inner n + 1
theorem target (n : Nat) : outer n = n := by
  sorry
--- candidate ---
def inner (n : Nat) : Nat := n - 1
def outer (n : Nat) : Nat := inner n + 1
theorem target (n : Nat) : outer n = n := by
  unfold outer inner
  omega
