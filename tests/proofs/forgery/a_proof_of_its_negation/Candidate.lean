theorem target : ¬ ∀ n : Nat, n * n = n := fun h => absurd (h 2) (by decide)
