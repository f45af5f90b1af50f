theorem easy : 1 + 1 = 2 := rfl
