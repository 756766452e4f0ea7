"""What a computation looks like outside Backpass: pictures, a derivation, its graph as data, and programs for other libraries.

`formats.FORMATS` lists them; each takes a `computation.Computation` and gives a text.
"""
