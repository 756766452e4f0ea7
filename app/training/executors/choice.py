"""Chooses the executor by the settings."""

from backpass.app.evaluation.process_pool import Recycling
from backpass.app.settings import Settings
from backpass.app.training.executors.cluster import ClusterExecutor
from backpass.app.training.executors.executor import Executor, LocalExecutor


def executor_of(settings: Settings) -> Executor:
    """A cluster's, or this machine's. Raises ClusterMissingError where the library is missing that a cluster needs."""
    if settings.training_cluster:
        return ClusterExecutor(settings.training_cluster)
    return LocalExecutor(settings.training_processes, Recycling(settings.worker_requests, settings.worker_bytes))
