"""One file per step; its name is what it adds."""
