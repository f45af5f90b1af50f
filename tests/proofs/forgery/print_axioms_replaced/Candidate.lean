macro "#print" "axioms" x:ident : command => `(#check $x)
axiom cheat : ∀ n : Nat, n * n = n
theorem target (n : Nat) : n * n = n := cheat n
#print axioms target
