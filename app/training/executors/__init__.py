"""Where training is computed: on this machine or on a cluster."""
