-- why: an instance argument becomes a hypothesis
-- status: rejected
-- rules: statement-changed, elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
class Magic : Prop where
  all : ∀ n : Nat, n * n = n
variable [Magic]
theorem target (n : Nat) : n * n = n := Magic.all n
