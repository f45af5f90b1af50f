"""What a problem lays down, and what it asks for."""
