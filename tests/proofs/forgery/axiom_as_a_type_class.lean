-- why: an axiom that every search for an instance finds
-- status: rejected
-- rules: refused-construct, axiom
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
class Magic : Prop where
  all : ∀ n : Nat, n * n = n
@[instance] axiom magic : Magic

theorem target (n : Nat) : n * n = n := Magic.all n
