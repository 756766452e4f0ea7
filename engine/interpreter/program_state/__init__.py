"""What a run knows of its program besides values: names, inputs, imports, output, side effects, calls."""
