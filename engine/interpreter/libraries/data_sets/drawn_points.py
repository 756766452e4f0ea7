"""Points of scikit-learn for classifiers. They are drawn by NumPy's generator in the same order, so they are the same points."""

POINTS = """
import numpy as np
import backpass

def generator_of(random_state):
    if random_state is None:
        return np.random
    return np.random.RandomState(random_state) if isinstance(random_state, int) else random_state

def shuffled(X, y, generator):
    order = np.arange(len(y))
    generator.shuffle(order)
    return X[order], y[order]

def two_curves(outer, inner, shuffle, noise, generator):
    X = np.concatenate([outer, inner])
    y = np.concatenate([np.zeros(len(outer), dtype=int), np.ones(len(inner), dtype=int)])
    if shuffle:
        X, y = shuffled(X, y, generator)
    if noise is not None:
        X = X + generator.normal(scale=noise, size=X.shape)
    return X, y

def sizes(n_samples):
    if isinstance(n_samples, tuple) or isinstance(n_samples, list):
        return n_samples
    return (n_samples // 2, n_samples - n_samples // 2)

def make_moons(n_samples=100, shuffle=True, noise=None, random_state=None):
    n_outer, n_inner = sizes(n_samples)
    outer = np.linspace(0, np.pi, n_outer)
    inner = np.linspace(0, np.pi, n_inner)
    upper = np.stack([np.cos(outer), np.sin(outer)], axis=1)
    lower = np.stack([1 - np.cos(inner), 1 - np.sin(inner) - 0.5], axis=1)
    return two_curves(upper, lower, shuffle, noise, generator_of(random_state))

def make_circles(n_samples=100, shuffle=True, noise=None, random_state=None, factor=0.8):
    if not 0 <= factor < 1:
        backpass.stop("factor of circles")
    n_outer, n_inner = sizes(n_samples)
    outer = np.linspace(0, 2 * np.pi, n_outer, endpoint=False)
    inner = np.linspace(0, 2 * np.pi, n_inner, endpoint=False)
    wide = np.stack([np.cos(outer), np.sin(outer)], axis=1)
    narrow = np.stack([np.cos(inner) * factor, np.sin(inner) * factor], axis=1)
    return two_curves(wide, narrow, shuffle, noise, generator_of(random_state))

def make_blobs(
    n_samples=100, n_features=2, centers=None, cluster_std=1.0, center_box=(-10.0, 10.0), shuffle=True, random_state=None,
    return_centers=False
):
    backpass.refuse("sklearn.datasets.make_blobs", "n_samples", isinstance(n_samples, tuple) or isinstance(n_samples, list))
    generator = generator_of(random_state)
    if centers is None:
        centers = 3
    if isinstance(centers, int):
        centers = generator.uniform(center_box[0], center_box[1], size=(centers, n_features))
    else:
        centers = np.array(centers)
        n_features = centers.shape[1]
    count = len(centers)
    spreads = cluster_std if isinstance(cluster_std, list) or isinstance(cluster_std, tuple) else [cluster_std] * count
    rows = []
    kinds = []
    for i in range(count):
        n = n_samples // count + (1 if i < n_samples % count else 0)
        rows.append(centers[i] + generator.normal(scale=spreads[i], size=(n, n_features)))
        kinds.append(np.full(n, i, dtype=int))
    X = np.concatenate(rows)
    y = np.concatenate(kinds)
    if shuffle:
        X, y = shuffled(X, y, generator)
    return (X, y, centers) if return_centers else (X, y)
"""

SEQUENCES = """
import torch
import backpass

def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    backpass.refuse("torch.nn.utils.rnn.pad_sequence", "padding_side", padding_side not in ("right", "left"))
    longest = max([each.shape[0] for each in sequences])
    padded = []
    for each in sequences:
        rest = torch.full((longest - each.shape[0], *each.shape[1:]), float(padding_value))
        padded.append(torch.cat([each, rest] if padding_side == "right" else [rest, each]))
    return torch.stack(padded, 0 if batch_first else 1)
"""
