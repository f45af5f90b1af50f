opaque impossible : False
theorem target (n : Nat) : n * n = n := impossible.elim
