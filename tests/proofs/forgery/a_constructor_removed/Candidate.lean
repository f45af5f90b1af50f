inductive Thing where
theorem target (x : Thing) : False := nomatch x
