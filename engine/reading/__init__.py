"""What a finished run means: inputs, output, names, groups, and what is worth noting. Pure functions of tree and record."""
