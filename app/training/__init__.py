"""Training as a service: runs that are declared as JSON, computed elsewhere, and watched as a stream of events."""
