theorem target {Nat : Type} (x y : Nat) (h : x = y) : x = y := h
