"""One file per step; the name says what it adds."""
