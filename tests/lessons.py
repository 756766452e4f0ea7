"""The text of a small lesson, for tests."""


def small_lesson(title: str, heading: str, body: str, summary: str = "One product.") -> str:
    """A lesson whose first page has this heading and begins with a product; `body` is what follows, further pages included."""
    return f"""---
title: {title}
summary: {summary}
language: en
minutes: 5
level: 1
---

## {heading}

```backpass caption="A product."
a = 2
b = 5
L = a*b
```

{body}"""
