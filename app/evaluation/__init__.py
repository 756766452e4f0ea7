"""Computing answers: in place, from a recorded answer, or in a worker process."""
