"""Laws, which say something of all numbers: where they are taken, what of functions they tell, and inductions."""
