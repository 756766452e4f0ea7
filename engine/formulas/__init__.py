"""The formulas of the operation records: compiled to functions, evaluated on other kinds of numbers, filled in as templates."""
