"""Which workers the settings ask for."""

from app.settings import Settings
from app.training.cluster import ClusterWorkers
from app.training.workers import LocalWorkers, Workers


def workers_of(settings: Settings) -> Workers:
    """A cluster's, or this machine's. Raises ClusterMissingError where the library is missing that a cluster needs."""
    if settings.training_cluster:
        return ClusterWorkers(settings.training_cluster)
    return LocalWorkers(settings.training_processes)
