"""Models, losses, optimisers, data and the training loop."""
