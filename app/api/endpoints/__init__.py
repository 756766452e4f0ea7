"""What the API computes of a program, one module each, and the routes of all of them."""
