"""What a person sees and types. It shows views and never states."""
