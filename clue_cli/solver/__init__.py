"""The best possible play of the solitaires: values of places, computed from the engine's own movement."""
