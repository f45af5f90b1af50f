theorem target : 12 * 12 = 144 := rfl
