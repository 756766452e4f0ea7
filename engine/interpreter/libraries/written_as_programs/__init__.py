"""Texts of libraries in the language itself, by what they define; `torch_and_micrograd_classes` puts them together to modules."""
