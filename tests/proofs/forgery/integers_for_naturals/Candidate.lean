theorem target (a b : Int) (h : a < b) : a + 1 ≤ b := h
