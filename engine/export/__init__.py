"""What a computation looks like outside Backpass: pictures, a derivation, its graph as data, and programs for other libraries.

`registry.FORMATS` lists them; each takes a `Computation` and gives a text.
"""
