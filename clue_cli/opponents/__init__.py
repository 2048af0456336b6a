"""Players that are no persons: each gets a view and the open actions, and answers with one of them."""
