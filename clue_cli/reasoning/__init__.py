"""What a seat has seen, and what follows from it. Nothing here knows the truth, the engine or chance."""
