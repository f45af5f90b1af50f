theorem target (n : Nat) : n + 0 = n := rfl

#check target
#print axioms target
