"""What a recording costs: a training step of an MLP, a CNN and a transformer, plain and recorded.

    python3 run.py bench capture

Prints, for each, the plain time of forward and backward, that of the same within `backpass.record` with the graph taken, their
ratio, and the size of the graph.
"""

import time
from collections.abc import Callable
from typing import Any

import torch
from torch import nn

import backpass
from tests.bench._measure import size

REPETITIONS = size(10, 1)


def seconds(*steps: Callable[[], Any]) -> list[float]:
    """The processor's time of each in one thread: the least of some repetitions in turn, after one that does not count. What
    else the machine does then stays out of their ratio.
    """
    for step in steps:
        step()
    times: list[list[float]] = [[] for _ in steps]
    for _ in range(REPETITIONS):
        for step, taken in zip(steps, times, strict=True):
            start = time.process_time()
            step()
            taken.append(time.process_time() - start)
    return [min(each) for each in times]


def mlp() -> tuple[nn.Module, Any]:
    return nn.Sequential(nn.Linear(256, 1024), nn.ReLU(), nn.Linear(1024, 1024), nn.ReLU(), nn.Linear(1024, 10)), torch.randn(
        512, 256
    )


def cnn() -> tuple[nn.Module, Any]:
    layers: list[nn.Module] = []
    for inputs, outputs in ((3, 16), (16, 32), (32, 64)):
        layers += [nn.Conv2d(inputs, outputs, 3, padding=1), nn.BatchNorm2d(outputs), nn.ReLU(), nn.MaxPool2d(2)]
    return nn.Sequential(*layers, nn.Flatten(), nn.Linear(64 * 16, 10)), torch.randn(32, 3, 32, 32)


def transformer() -> tuple[nn.Module, Any]:
    layer = nn.TransformerEncoderLayer(128, 4, 512, batch_first=True)
    return nn.TransformerEncoder(layer, 2, enable_nested_tensor=False), torch.randn(16, 64, 128)


def main() -> None:
    torch.set_num_threads(1)  # threads that wait for one another on a busy machine would be what is measured
    print(f"{'model':12} {'plain':>9} {'recorded':>9} {'with graph':>10} {'ratio':>6} {'nodes':>6} {'JSON':>9}")
    for make in (mlp, cnn, transformer):
        torch.manual_seed(0)
        model, data = make()

        def loss_of(model: nn.Module = model, data: Any = data) -> Any:
            return model(data).square().mean()

        def plain(loss_of: Callable[[], Any] = loss_of) -> None:
            loss_of().backward()

        def watched(model: nn.Module = model, loss_of: Callable[[], Any] = loss_of) -> None:
            with backpass.record(model=model):
                loss = loss_of()
            loss.backward()

        def graphed(model: nn.Module = model, loss_of: Callable[[], Any] = loss_of) -> Any:
            with backpass.record(model=model) as recording:
                loss = loss_of()
            graph = recording.graph(loss)
            loss.backward()
            return graph

        times = seconds(plain, watched, graphed)
        graph = graphed()
        figures = [f"{each * 1e3:.1f} ms" for each in times]
        ratio = times[2] / times[0]
        size = f"{len(graph.to_json()) / 1e3:.0f} kB"
        print(
            f"{make.__name__:12} {figures[0]:>9} {figures[1]:>9} {figures[2]:>10} {ratio:>6.2f} {len(graph.nodes):>6} {size:>9}"
        )


if __name__ == "__main__":
    main()
