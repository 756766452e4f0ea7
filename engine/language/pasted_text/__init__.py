"""What a text is freed of before it is parsed: prompts, fences, notebooks, other languages, numbers with units."""
