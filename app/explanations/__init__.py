"""Every step and contribution of a program in words and formulas."""
