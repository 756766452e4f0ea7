"""`LightningModule` of PyTorch Lightning: a module of PyTorch whose notes of results do nothing. What trains it is not here."""

LIGHTNING = """
import torch

class LightningModule(torch.nn.Module):
    def log(self, name, value, *values, **options):
        pass

    def log_dict(self, dictionary, *values, **options):
        pass

    def save_hyperparameters(self, *values, **options):
        pass
"""
