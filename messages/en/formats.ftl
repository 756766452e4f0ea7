# How numbers are written within sentences. Formulas and code have a decimal point in every language.

thousands-separator = ,
