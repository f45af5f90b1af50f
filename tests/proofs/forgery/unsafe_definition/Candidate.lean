unsafe def cheat : False := cheat
theorem target : False := cheat
