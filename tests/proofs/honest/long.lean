-- status: accepted
--- challenge ---
theorem target (s : Nat → Nat) (h : ∀ n, s n ≤ s (n + 1)) : s 0 ≤ s 40 := by
  sorry
--- candidate ---
theorem target (s : Nat → Nat) (h : ∀ n, s n ≤ s (n + 1)) : s 0 ≤ s 40 := by
  have h0 : s 0 ≤ s 1 := h 0
  have h1 : s 1 ≤ s 2 := h 1
  have h2 : s 2 ≤ s 3 := h 2
  have h3 : s 3 ≤ s 4 := h 3
  have h4 : s 4 ≤ s 5 := h 4
  have h5 : s 5 ≤ s 6 := h 5
  have h6 : s 6 ≤ s 7 := h 6
  have h7 : s 7 ≤ s 8 := h 7
  have h8 : s 8 ≤ s 9 := h 8
  have h9 : s 9 ≤ s 10 := h 9
  have h10 : s 10 ≤ s 11 := h 10
  have h11 : s 11 ≤ s 12 := h 11
  have h12 : s 12 ≤ s 13 := h 12
  have h13 : s 13 ≤ s 14 := h 13
  have h14 : s 14 ≤ s 15 := h 14
  have h15 : s 15 ≤ s 16 := h 15
  have h16 : s 16 ≤ s 17 := h 16
  have h17 : s 17 ≤ s 18 := h 17
  have h18 : s 18 ≤ s 19 := h 18
  have h19 : s 19 ≤ s 20 := h 19
  have h20 : s 20 ≤ s 21 := h 20
  have h21 : s 21 ≤ s 22 := h 21
  have h22 : s 22 ≤ s 23 := h 22
  have h23 : s 23 ≤ s 24 := h 23
  have h24 : s 24 ≤ s 25 := h 24
  have h25 : s 25 ≤ s 26 := h 25
  have h26 : s 26 ≤ s 27 := h 26
  have h27 : s 27 ≤ s 28 := h 27
  have h28 : s 28 ≤ s 29 := h 28
  have h29 : s 29 ≤ s 30 := h 29
  have h30 : s 30 ≤ s 31 := h 30
  have h31 : s 31 ≤ s 32 := h 31
  have h32 : s 32 ≤ s 33 := h 32
  have h33 : s 33 ≤ s 34 := h 33
  have h34 : s 34 ≤ s 35 := h 34
  have h35 : s 35 ≤ s 36 := h 35
  have h36 : s 36 ≤ s 37 := h 36
  have h37 : s 37 ≤ s 38 := h 37
  have h38 : s 38 ≤ s 39 := h 38
  have h39 : s 39 ≤ s 40 := h 39
  omega
