"""A game being played: it is driven, its chance is drawn, its log is kept and its score counted."""
