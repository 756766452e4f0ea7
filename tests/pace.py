"""How fast this machine computes, so that a test can ask for a multiple of a loop's time rather than for seconds."""

import time


def seconds_of_a_million() -> float:
    """The processor time of a loop of a million multiplications, in seconds: the least of three."""
    times = []
    for _ in range(3):
        began, total = time.process_time(), 0
        for number in range(1_000_000):
            total += number * number
        times.append(time.process_time() - began)
    return min(times)
