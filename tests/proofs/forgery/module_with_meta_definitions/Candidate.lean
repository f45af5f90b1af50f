module
meta def f : Nat := 1
theorem target : False := trivial
