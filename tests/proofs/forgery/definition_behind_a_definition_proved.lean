-- why: the definition beneath is another, and the theorem then holds
-- status: rejected
-- rules: definition-changed
--- challenge ---
def inner (n : Nat) : Nat := n + 1
def outer (n : Nat) : Nat := inner n
theorem target (n : Nat) : outer n = n := by
  sorry
--- candidate ---
def inner (n : Nat) : Nat := n
def outer (n : Nat) : Nat := inner n
theorem target (n : Nat) : outer n = n := rfl
