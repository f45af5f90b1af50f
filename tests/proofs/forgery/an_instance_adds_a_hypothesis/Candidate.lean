class Magic : Prop where
  all : ∀ n : Nat, n * n = n
variable [Magic]
theorem target (n : Nat) : n * n = n := Magic.all n
