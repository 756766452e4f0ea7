"""A program in another form: code for other libraries, pictures, a derivation, data."""
