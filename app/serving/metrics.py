"""What the server counts, for Prometheus: requests by route, and what capabilities offer to read. No labels from users."""

from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class _Read(Collector):
    """A number that is read when it is asked for."""

    def __init__(
        self, name: str, meaning: str, read: Callable[[], float], kind: type[GaugeMetricFamily | CounterMetricFamily]
    ) -> None:
        self._name, self._meaning, self._read, self._kind = name, meaning, read, kind

    def collect(self) -> Iterable[Metric]:
        yield self._kind(self._name, self._meaning, value=self._read())


class Metrics:
    """The numbers of one application."""

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call] # they double the text, and nobody asks when a count began
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        GCCollector(registry=self._registry)
        self._requests = Counter(
            "backpass_requests", "Requests that were answered.", ["method", "route", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "backpass_request_seconds", "How long answers took.", ["route"], buckets=_SECONDS, registry=self._registry
        )
        self.sockets = Gauge("backpass_sockets", "WebSockets that are open.", registry=self._registry)
        self._counted: dict[tuple[str, str, int], Counter] = {}
        self._timed: dict[str, Histogram] = {}

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Counts a request."""
        key = (method, route, status)
        counter = self._counted.get(key)
        if counter is None:
            counter = self._counted[key] = self._requests.labels(*key)
            self._timed[route] = self._seconds.labels(route)
        counter.inc()
        self._timed[route].observe(seconds)

    def gauge(self, name: str, meaning: str, read: Callable[[], float]) -> None:
        """Shows a number that goes up and down."""
        self._registry.register(_Read(f"backpass_{name}", meaning, read, GaugeMetricFamily))

    def counter(self, name: str, meaning: str, read: Callable[[], float]) -> None:
        """Shows a number that only grows."""
        self._registry.register(_Read(f"backpass_{name}", meaning, read, CounterMetricFamily))

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self._registry)
