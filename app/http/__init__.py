"""What every request passes through, clients and their addresses, and the built page."""
