"""A computation in words: formulas, sentences, reasons, misconceptions."""
