"""Functions of arrays beside the real libraries': values, shapes and gradients, on arrays of one to four axes."""

import ast
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError
from tests.engine.conformance import oracles
from tests.engine.conformance.cases import Call
from tests.engine.conformance.test_sweep import NUMPY, TORCH
from tests.in_turn import in_turn

SHAPES = {"v": (4,), "x": (2, 4), "y": (4, 4), "z": (2, 3, 4), "u": (2, 1, 3, 2)}
"""By name the shapes of what the calls are given; `t` has ties."""


def arrays() -> dict[str, Any]:
    generator = np.random.default_rng(5)
    found = {name: np.round(generator.uniform(-2, 2, shape), 3) for name, shape in SHAPES.items()}
    return {**found, "t": np.array([[1.0, 2.0, 2.0, 1.0], [0.0, 0.0, 3.0, 3.0]])}


def agree(library: str, text: str) -> None:
    """Holds value, shape and gradients of an expression equal here and in a library. Every array that it names is one of ours."""
    pytest.importorskip(library)
    named = {each.id for each in ast.walk(ast.parse(text)) if isinstance(each, ast.Name)}
    given = {name: data for name, data in arrays().items() if name in named}
    call = Call("made", given, (), {}, differentiated=tuple(given))
    prefix = oracles.IMPORTS[library]
    for name, data in given.items():
        prefix += f"{name} = {oracles._MADE[library].format(data=np.asarray(data).tolist())}\n"
    mine = oracles.ours(f"{prefix}out = {text}\n", tuple(given))
    with np.errstate(all="ignore"):
        real = oracles._ORACLES[library](text, call)
    assert mine.problem is None, mine.problem
    found = oracles.disagreement(mine, real)
    assert found is None, f"{text}: {found}"


TORCHS = """
torch.cat(torch.split(x, 3, dim=1)[::-1], 1) * x
torch.cat(x.split([1, 3], dim=-1)[::-1], 1) * x
z.split(2, 1)[1] ** 2
torch.cat(torch.chunk(v, 3)[::-1]) * v
x.chunk(2, dim=-1)[1] ** 2
torch.chunk(z, chunks=5, dim=1)[2] ** 2
torch.unbind(x)[1] ** 2
z.unbind(dim=-1)[2] ** 2
torch.tile(x, (2, 1, 3)) ** 2
torch.linalg.pinv(x) ** 2
torch.addmm(y, y, y, alpha=0) ** 2
x.tile(2) ** 2
x.tile(2, 3) ** 2
v.repeat(3) ** 2
x.repeat(2, 1, 2) ** 2
x.repeat((2, 3)) ** 2
torch.repeat_interleave(x, 2) ** 2
x.repeat_interleave(3, dim=1) ** 2
torch.repeat_interleave(x, torch.tensor([1, 2]), dim=0) ** 2
torch.flip(z, [0, -1]) * z
x.flip(1) * x
z.flip(0, 2) * z
torch.roll(x, 1) * x
torch.roll(x, shifts=(1, -3), dims=(0, 1)) * x
z.roll(2, 1) * z
torch.movedim(z, 0, -1) ** 2
z.movedim((0, 1), (2, 0)) ** 2
torch.moveaxis(u, 1, 3) ** 2
torch.swapaxes(z, 0, -1) ** 2
z.swapaxes(1, 2) ** 2
torch.diag(v) * y
torch.diag(y, 1) ** 2
x.diag(diagonal=-1) ** 2
torch.diag(v[:2], -1) ** 2
torch.meshgrid(v, x[0])[1] * y
torch.meshgrid(v, x[0, :2], indexing='xy')[0] ** 2
torch.meshgrid([v, v], indexing='ij')[0] * y
F.pad(x, (1, 2)) ** 2
F.pad(z, (0, 1, 2, 0), 'constant', 1.5) ** 2
F.pad(v, [1, 1], value=-1.0) ** 2
torch.atleast_2d(v) ** 2
torch.matrix_power(y, 5) * y
y.matrix_power(2) ** 2
torch.linalg.slogdet(-y)[1] ** 2
torch.logdet(y @ y.T) ** 2
torch.linalg.cholesky(y @ y.T + torch.eye(4)) * y
torch.linalg.cholesky(x @ x.T, upper=True) ** 2
torch.linalg.eigh(y + y.T)[0] * torch.linalg.eigh(y + y.T)[1] ** 2
torch.linalg.eigvalsh(y @ y.T) * v
torch.linalg.svdvals(x) ** 2
torch.linalg.svd(x, full_matrices=False)[0] ** 2 @ torch.linalg.svd(x, full_matrices=False)[2] ** 2
torch.linalg.svd(y)[0] ** 2 * torch.linalg.svd(y)[1]
torch.logdet(y[:2, 2:]) * v
torch.linalg.slogdet(-y).logabsdet * torch.linalg.slogdet(-y).sign * v
torch.linalg.eigh(y + y.T).eigenvalues * torch.linalg.eigh(y + y.T).eigenvectors ** 2
torch.linalg.svd(y).U ** 2 * torch.linalg.svd(y).S @ torch.linalg.svd(y).Vh ** 2
torch.atleast_1d(x) ** 2
v.view_as(y[0]) * y[0]
z.reshape_as(u.expand(2, 2, 3, 2)) ** 2
v.expand_as(y) * y
torch.isclose(x, x + 1e-9) * x
torch.isclose(v, 2 * v, 0.6) * v
v.isclose(2 * v, atol=1.0) * v
(y > 0).all(dim=1) * v
torch.any(y > 1.5, 0) * v
(y > 0).any(0, keepdim=True) * y
torch.isnan(x / 0 - x / 0) * x
torch.isinf(x / 0) * x
torch.isfinite(x) * x
torch.logical_and(x > 0, x < 1) * x
torch.logical_or(x > 1, x < 0) * x
(x > 0).logical_not() * x
torch.logical_xor(x > 0, x > 1) * x
torch.argsort(x) * x
torch.argsort(x, dim=0, descending=True) * x
x.argsort(1, True) * x
torch.argsort(t, stable=True) * t
torch.median(v) * v
torch.median(x, 1)[0] ** 2
torch.median(x, dim=0, keepdim=True).values * x
torch.median(x, 1).indices * x[:, 0]
torch.quantile(v, 0.3) * v
torch.quantile(x, 0.5, dim=1) ** 2
torch.quantile(x, 0.25, 0, True) * x
torch.nonzero(x > 0) * x[0, 0]
(v > 0).nonzero() * v[0]
torch.index_select(x, 1, torch.tensor([2, 0])) ** 2
y.index_select(dim=0, index=torch.tensor([1, 1, 3])) ** 2
torch.take(x, torch.tensor([[0, 5], [7, 7]])) ** 2
torch.diff(v) ** 2
torch.diff(x, 2, dim=-1) ** 2
x.diff(dim=0) ** 2
torch.vdot(v, x[0]) ** 2
torch.inner(x, y) ** 2
torch.inner(v, v) * v
torch.tensordot(x, y, 1) ** 2
torch.tensordot(z, u[0, 0], dims=([1], [0])) ** 2
torch.tensordot(v, v, dims=0) ** 2
torch.cross(z[0, :, :3], z[1, :, :3], dim=1) * z[0, :, :3]
torch.linalg.cross(z[0, :, 1:], y[:3, :3]) ** 2
torch.cross(z[0, :, :2], z[1, :, :2]) ** 2
torch.clamp_min(x, 0.5) * x
x.clamp_max(0.0) * x
torch.trunc(3 * x) * x
torch.fix(x) * x
x.trunc() * x
torch.frac(3 * x) * x
torch.fmod(3 * x, 1.3) * x
torch.fmod(x, v) * x
torch.nan_to_num(torch.sqrt(x.detach()), 2.0) * x
torch.nan_to_num(x.detach() / 0, 2.0, 3.0, 4.0) * x
torch.heaviside(x.detach(), v.detach()) * x
torch.heaviside(x.detach() / 0 - x.detach() / 0, v.detach()) * x
torch.nansum(x / (x > 0), 1) * x[:, 0]
torch.nansum(torch.where(x > 0, x, float('nan')) ** 2)
torch.nanmean(torch.where(x > 0, x, float('nan')) ** 2)
torch.lerp(x, v, 0.3) ** 2
x.lerp(v, y[:2]) ** 2
torch.addcmul(x, v, y[:2], value=0.5) ** 2
torch.addcdiv(x, v, y[:2] + 3) ** 2
torch.addmm(v, x, y, beta=0.5, alpha=2.0) ** 2
torch.addmm(y[:2], x, y) ** 2
torch.addmm(torch.full((2, 4), float('nan')), x, y, beta=0) ** 2
torch.baddbmm(torch.full((3, 3), float('nan')), z, z.transpose(1, 2), beta=0) ** 2
torch.addmv(x[:, 0], x, v) ** 2
torch.addr(y, v, v, alpha=0.5) ** 2
torch.baddbmm(z[:, :, :3], z, z.transpose(1, 2)) ** 2
torch.logit(torch.sigmoid(x)) ** 2
torch.logit(x / 3 + 0.5, eps=0.2) ** 2
torch.special.logit(torch.sigmoid(v)) ** 2
torch.xlogy(x, v.abs() + 0.1) ** 2
torch.special.xlogy(x - x, x.abs()) + x
torch.logaddexp2(x, v) ** 2
torch.dist(x, v) ** 2
torch.dist(x, v, 1) ** 2
torch.dist(x, x) * x
torch.cdist(x, y) ** 2
torch.cdist(x, x) ** 2
torch.cdist(x, y, p=1) * y[:2]
torch.std_mean(x)[0] * torch.std_mean(x)[1]
torch.std_mean(x, 1)[0] ** 2
torch.var_mean(x, dim=1, correction=0, keepdim=True)[0] * x
torch.var_mean(x, dim=0, unbiased=False)[0] ** 2
torch.corrcoef(y) ** 2
torch.corrcoef(x) ** 2
torch.trapezoid(x) ** 2
torch.trapezoid(x, dx=0.5, dim=0) ** 2
torch.trapz(x, v) ** 2
torch.trapezoid(z, v[:3, None] * z, dim=1) ** 2
torch.cumulative_trapezoid(x, dx=0.5) ** 2
torch.fliplr(x) * x
x.flipud() * x
torch.rot90(y) * y
torch.rot90(x, 2) * x
torch.rot90(y, 3, [1, 0]) * y
torch.rot90(z, -1, (1, 2)) ** 2
torch.diagonal(y) * v
torch.diagonal(x, 1) ** 2
x.diagonal(-1) ** 2
torch.diagonal(z, 1, 1, 2) ** 2
torch.diagonal(z, dim1=0, dim2=2) ** 2
torch.diag_embed(x) ** 2
torch.diag_embed(v, 1) ** 2
torch.diagflat(x, -1) ** 2
torch.narrow(x, 1, 1, 2) ** 2
x.narrow(0, -1, 1) ** 2
torch.masked_select(x, x > 0) ** 2
x.masked_select(v > 0) ** 2
x.unflatten(1, (2, 2)) ** 2
torch.unflatten(x, -1, (-1, 2)) ** 2
torch.take_along_dim(x, torch.tensor([[0, 3], [1, 1]]), 1) ** 2
x.take_along_dim(x.argsort(1), dim=1) * x
torch.take_along_dim(x, torch.tensor([5, 0, 2])) ** 2
torch.take_along_dim(x, torch.tensor([[1, 1, 2]]), dim=1) ** 2
torch.scatter_add(x, 1, torch.tensor([[0, 0], [3, 1]]), y[:2, :2]) ** 2
y.scatter_add(0, torch.tensor([[0, 2, 0]]), x[:1, 1:]) ** 2
torch.scatter(x, 1, torch.tensor([[0, 2], [3, 1]]), y[:2, 1:3]) ** 2
torch.scatter(x, 1, torch.tensor([[0, 0], [3, 1]]), 5.0) ** 2
torch.zeros(2, 4).scatter(1, torch.tensor([[1], [3]]), 1.0) * x
torch.index_add(x, 1, torch.tensor([0, 0, 2]), y[:2, :3], alpha=0.5) ** 2
y.index_add(0, torch.tensor([1, 1]), x) ** 2
torch.kron(x, v) ** 2
torch.kron(v[:2], x) ** 2
torch.kron(x, y[:3]) ** 2
torch.block_diag(x, v, y[:2, :2]) ** 2
torch.cumprod(v, 0) ** 2
torch.cumprod(x, dim=1) ** 2
t.cumprod(1) ** 2
torch.cumprod(z, -2) ** 2
torch.logcumsumexp(x, 1) ** 2
torch.cummax(x, 1).values ** 2
torch.cummax(t, 1)[0] * t + torch.cummax(t, 1).indices
torch.cummin(z, dim=1)[0] ** 2
t.cummin(0).indices * t
torch.count_nonzero(t) * t
torch.count_nonzero(t, 1) * t[:, 0]
torch.bincount(torch.tensor([0, 2, 2]), minlength=4) * v
torch.searchsorted(torch.tensor([0.0, 1.0, 2.0]), x) * x
torch.searchsorted(torch.tensor([0.0, 1.0, 2.0]), t, right=True) * t
torch.bucketize(t, torch.tensor([0.0, 1.0, 2.0])) * t
x.sort(1)[0] * x
t.sort(descending=True).values * t + t.sort().indices
torch.median(t) * t
t.median() * t
"""
NUMPYS = """
np.concatenate(np.split(x, 2)[::-1]) * x
np.split(x, [1, 3], axis=1)[1] ** 2
np.split(v, [1, -1])[1] ** 2
np.array_split(v, 3)[0] ** 2
np.array_split(x, 3, axis=-1)[2] ** 2
np.tile(x, 2) ** 2
np.tile(v, (2, 2)) ** 2
np.repeat(x, 2) ** 2
np.repeat(x, 2, axis=0) ** 2
np.repeat(x, [1, 2], axis=0) ** 2
np.flip(z) * z
np.flip(x, axis=1) * x
np.flip(z, (0, 1)) * z
np.roll(x, 3) * x
np.roll(x, -1, axis=1) * x
np.roll(z, (1, 2), axis=(0, 2)) * z
np.moveaxis(z, 0, -1) ** 2
np.moveaxis(u, [0, 1], [-1, -2]) ** 2
np.swapaxes(z, 0, 2) ** 2
np.diag(v) * y
np.diag(v, k=-1) ** 2
np.diag(x, 2) ** 2
np.meshgrid(v, x[0])[1] * y
np.meshgrid(v, x[0, :3], indexing='ij')[0] ** 2
np.meshgrid(v[:2], v[:3], v)[2] ** 2
np.pad(x, 1) ** 2
np.pad(x, (1, 2)) ** 2
np.pad(x, ((1, 0), (0, 2)), mode='constant') ** 2
np.atleast_2d(v) ** 2
np.append(x, v) ** 2
np.append(x, y, axis=0) ** 2
np.isclose(x, x + 1e-9) * x
np.isclose(v, 2 * v, rtol=0.6) * v
np.all(y > 0, axis=1) * v
np.any(y > 1.5, 0) * v
np.all(z > -1.9, axis=(0, 2)) * z[0, :, 0]
np.any(y > 0, axis=0, keepdims=True) * y
np.isnan(x / 0 - x / 0) * x
np.isinf(x / 0) * x
np.isfinite(x) * x
np.logical_and(x > 0, x < 1) * x
np.logical_or(x > 1, x < 0) * x
np.logical_not(x > 0) * x
np.logical_xor(x > 0, x > 1) * x
np.argsort(x) * x
np.argsort(x, axis=0) * x
np.argsort(v) * v
np.sort(x) * x
np.sort(x, axis=0) * x
np.sort(x, axis=None) ** 2
np.sort(z, 1) * z
np.median(v) * v
np.median(x) * x
np.median(z, axis=1) ** 2
np.median(z, axis=-1, keepdims=True) * z
np.quantile(v, 0.3) * v
np.percentile(x, 25, axis=1) ** 2
np.percentile(z, 50, 0, keepdims=True) * z
np.argwhere(x > 0) * x[0, 0]
np.nonzero(x > 0)[1] * 2.0
np.unique(x) * 2
np.take(x, np.array([1, 5])) ** 2
np.take(x, np.array([[1, 0]]), axis=1) ** 2
np.diff(v) ** 2
np.diff(x, n=2) ** 2
np.diff(x, axis=0) ** 2
np.vdot(x, x) * x
np.inner(x, y) ** 2
np.tensordot(z, u[0, 0], axes=([1], [0])) ** 2
np.tensordot(y, z, axes=[[1], [2]]) ** 2
np.tensordot(y, y) ** 2
np.cross(z[0, :, 1:], z[1, :, 1:]) ** 2
np.cross(z[:, :, 0], z[:, :, 1], axis=1) ** 2
np.c_[v, x[0]] ** 2
np.c_[x, x] ** 2
np.r_[v, 1.5, x[1]] ** 2
np.r_[x, y] ** 2
np.trunc(3 * x) * x
np.fix(x) * x
np.fmod(3 * x, 1.3) * x
np.rint(3 * x) * x
np.nan_to_num(np.array([np.nan, np.inf, -np.inf, 2.0]), posinf=1.0, neginf=3.0) * x
np.heaviside(x, 0.5) * x
np.heaviside(np.array([float('nan'), 0.0, -1.0, 2.0]), 0.5) * v
np.nansum(np.where(x > 0, x, np.nan) ** 2)
np.nanmean(np.where(x > -1, x, np.nan) ** 2, axis=1)
np.logaddexp2(x, v) ** 2
np.corrcoef(y) ** 2
np.corrcoef(v, x[0]) ** 2
np.cov(x) ** 2
np.cov(v) ** 2
np.cov(v, x[0], bias=True) ** 2
np.cov(y, rowvar=False, ddof=0) ** 2
np.ptp(x, axis=1) ** 2
np.average(x) ** 2
np.average(x, axis=0, weights=x[:, 0] + 5) ** 2
np.average(x, weights=x + 5) ** 2
np.polyval([1.0, 2.0, 3.0], x) ** 2
np.polyval(v, x) ** 2
np.polyval(np.array([2.0]), v) + v
np.convolve(v, x[0]) ** 2
np.convolve(v, v[:2], 'same') ** 2
np.convolve(v, v[:3], mode='same') ** 2
np.convolve(v[:2], y[0], 'same') ** 2
np.convolve(v[:3], y[0], 'valid') ** 2
np.correlate(v, v[:2]) ** 2
np.correlate(v, x[0, :2], 'full') ** 2
np.correlate(v[:2], x[0], 'full') ** 2
np.correlate(v[:3], x[0], 'valid') ** 2
np.trapezoid(x) ** 2
np.trapezoid(x, dx=0.5, axis=0) ** 2
np.trapezoid(x, v) ** 2
np.interp(x, np.array([-1.0, 0.0, 1.0]), v[:3]) ** 2
np.interp(v, np.sort(x[0]), y[0]) ** 2
np.interp(t, np.array([0.0, 1.0, 3.0, 3.0]), v) * t[0, 0]
np.interp(t, np.array([0.0, 0.0, 1.0, 1.0]), v) * t[0, 0]
np.interp(t, np.array([1.0, 1.0]), v[:2]) * t[0, 0]
np.interp(v, np.array([0.0, 1.0]), x[0, :2], left=-1.0, right=7.0) ** 2
np.logspace(0, 1, 4) * v
np.geomspace(1, 8, 4) * v
np.gradient(v) ** 2
np.gradient(v[:2], 0.5) ** 2
np.gradient(v, np.array([0.0, 1.0, 1.5, 4.0])) ** 2
np.gradient(x, v, axis=1) ** 2
np.gradient(y, 2.0)[0] * np.gradient(y, 1.0, 3.0)[1]
np.gradient(z, axis=-1) ** 2
np.gradient(v, edge_order=2) ** 2
np.gradient(v[:3], 0.5, edge_order=2) ** 2
np.gradient(x, np.array([0.0, 1.0, 1.5, 4.0]), axis=1, edge_order=2) ** 2
np.gradient(z, axis=-1, edge_order=2) ** 2
np.vander(v) ** 2
np.vander(v, 3) * v[0]
np.vander(v, N=2, increasing=True) ** 2
np.vander(v, 1) * v
np.linalg.pinv(x) ** 2
np.linalg.pinv(x.T) ** 2
np.linalg.pinv(y) ** 2
np.linalg.lstsq(x.T, v)[0] ** 2
np.linalg.lstsq(x.T, y)[0] ** 2
np.polyfit(np.array([0.0, 1.0, 2.0, 4.0]), v, 1) ** 2
np.polyfit(v, x[0], 2) ** 2
np.polyfit(v + 3, y, 2) ** 2
np.polyfit(10 + np.array([0.0, 1.0, 2.0, 4.0]), v, 3) * v
np.linalg.matrix_power(y, 3) ** 2
np.linalg.matrix_power(y, -2) * y
np.linalg.matrix_power(y, 0) * y
np.linalg.matrix_power(y, 1) ** 2
np.linalg.slogdet(y)[0] * np.linalg.slogdet(y)[1] * v
np.linalg.slogdet(1e-90 * y)[1] * v
np.linalg.slogdet(y @ y.T)[1] ** 2
np.linalg.cholesky(y @ y.T + np.eye(4)) * y
np.linalg.cholesky(x @ x.T) ** 2
np.linalg.eigvalsh(y + y.T) ** 2
np.linalg.eigh(y + y.T)[0] * np.linalg.eigh(y + y.T)[1][0] ** 2
np.linalg.eigh(y @ y.T)[1] ** 2
np.linalg.svd(x, compute_uv=False) ** 2
np.linalg.svd(y, full_matrices=False)[1] * v
np.linalg.svd(x, full_matrices=False)[0] ** 2
np.linalg.svd(x.T, full_matrices=False)[0] ** 2
np.linalg.svd(x, full_matrices=False)[2] ** 2
np.linalg.svd(y)[2] ** 2 @ np.linalg.svd(y)[1]
np.linalg.slogdet(y).sign * np.linalg.slogdet(y).logabsdet * v
np.linalg.eigh(y + y.T).eigenvalues * np.linalg.eigh(y + y.T).eigenvectors[0] ** 2
np.linalg.svd(x, full_matrices=False).U @ np.linalg.svd(x, full_matrices=False).Vh ** 2
np.linalg.svd(y).S * v
np.fliplr(x) * x
np.flipud(x) * x
np.rot90(y) * y
np.rot90(z, 3, (1, 2)) ** 2
np.diagonal(y) * v
np.diagonal(z, 1, 1, 2) ** 2
np.diagonal(z, axis1=0, axis2=2) ** 2
np.diagflat(v, 1) ** 2
np.take_along_axis(x, np.array([[0, 3], [1, 1]]), axis=1) ** 2
np.take_along_axis(x, np.argsort(x, axis=1), axis=1) * x
np.take_along_axis(x, np.array([[0], [1]])) ** 2
np.correlate(v[:2], y[0], 'same') ** 2
np.correlate(v[:3], y[0], 'same') ** 2
np.correlate(y[0], v[:2], 'same') ** 2
np.correlate(y[0], v[:3], 'same') ** 2
np.kron(x, v) ** 2
np.cumprod(v) ** 2
np.cumprod(x) ** 2
np.cumprod(x, axis=0) ** 2
np.count_nonzero(t) * t
np.bincount(np.array([0, 2, 2]), minlength=4) * v
np.bincount(np.array([0, 2, 2]), v[:3]) ** 2
np.searchsorted(np.array([0.0, 1.0, 2.0]), t) * t
np.searchsorted(np.array([0.0, 1.0, 2.0]), t, side='right') * t
"""
OF_JAX_ALONE = """
jnp.linalg.eigh(y).eigenvalues * jnp.linalg.eigh(y).eigenvectors ** 2
jnp.linalg.eigvalsh(y) * v
jnp.linalg.cholesky(y + 9 * jnp.eye(4)) * y
jnp.linalg.cholesky(y + 9 * jnp.eye(4), upper=True) * y
"""
METHODS_OF_NUMPY = """
x.repeat(2) ** 2
x.repeat(3, axis=1) ** 2
z.swapaxes(0, 1) ** 2
x.reshape(4, -1) ** 2
x.reshape((2, 2, 2)) ** 2
z.transpose(1, 2, 0) ** 2
z.transpose((2, 0, 1)) ** 2
x.transpose() ** 2
"""


def _calls() -> Iterator[tuple[str, str]]:
    for text in TORCHS.strip().splitlines():
        yield "torch", text
    for text in NUMPYS.strip().splitlines():
        yield "numpy", text
        if not any(
            each in text for each in ("[1, 2]", "-1])", "np.fix", "polyval([", "edge_order", "lstsq")
        ):  # which JAX refuses
            yield "jax", text.replace("np.", "jnp.")
    for text in OF_JAX_ALONE.strip().splitlines():
        yield "jax", text
    for text in METHODS_OF_NUMPY.strip().splitlines():
        yield "numpy", text
        yield "jax", text


@pytest.mark.filterwarnings("ignore:torch.meshgrid", "ignore:Using torch.cross")
@in_turn("library, text", _calls(), ids=" ".join)
def test_functions_of_arrays_agree_with_the_library(library: str, text: str) -> None:
    agree(library, text)


@pytest.mark.parametrize(
    "text",
    [
        TORCH + "A.split([1, 2])",
        TORCH + "A.split(0)",
        TORCH + "A.chunk(0)",
        TORCH + "A.repeat(2)",
        TORCH + "A.repeat(2, -1)",
        TORCH + "F.pad(A, (9, 1), mode='reflect')",
        TORCH + "F.pad(A[0], (1, 1), mode='reflect')",
        TORCH + "F.pad(A, (1, 1), mode='mirror')",
        TORCH + "F.pad(A, (1, 1, 1))",
        TORCH + "F.pad(A, (-1, 1))",
        TORCH + "torch.diag(A[None])",
        TORCH + "torch.tensordot(A, A, 3)",
        TORCH + "torch.tensordot(A, A[:1], dims=1)",
        TORCH + "torch.quantile(A, 1.5)",
        TORCH + "torch.quantile(A, 0.5, interpolation='nearest')",
        TORCH + "torch.cross(A, A)",
        TORCH + "torch.take(A, torch.tensor([7]))",
        NUMPY + "np.unique(A, equal_nan=False) * A[0, 0]",
        NUMPY + "np.median(A, overwrite_input=True) * A",
        NUMPY + "A.sort()",
        TORCH + "torch.scatter(A, 1, torch.tensor([[0, 0]]), A)",
        TORCH + "torch.scatter_add(A, 1, torch.tensor([[0, 2]]), A)",
        TORCH + "torch.narrow(A, 1, 1, 2)",
        TORCH + "torch.addmm(A, A, A[0])",
        TORCH + "torch.addmm(A, A / 0, A, alpha=0)",
        TORCH + "torch.cumprod(A, 2)",
        TORCH + "torch.cumprod(A, 1, out=A)",
        TORCH + "torch.unflatten(A, 1, (3, -1))",
        TORCH + "torch.bincount(torch.tensor([0.5]))",
        TORCH + "torch.cdist(A, A[0])",
        NUMPY + "np.average(A, weights=np.ones(2))",
        NUMPY + "np.convolve(A, A)",
        NUMPY + "np.convolve(A[0], A[0], 'around')",
        NUMPY + "np.interp(0.5, [1.0, 0.0], [1.0, 2.0])",
        NUMPY + "np.geomspace(-1.0, 2.0, 3)",
        NUMPY + "np.logspace(0, 1, -1)",
        NUMPY + "np.gradient(A, edge_order=2)",
        NUMPY + "np.gradient(np.ones(5) * A[0, 0], edge_order=3)",
        "import jax.numpy as jnp\nA = jnp.arange(4.0)\njnp.gradient(A, edge_order=2)",
        NUMPY + "np.vander(A)",
        NUMPY + "np.vander(A[0], 0)",
        NUMPY + "np.linalg.pinv(np.ones((2, 3)) * A[0, 0])",
        NUMPY + "np.linalg.pinv(A, rcond=0.1)",
        NUMPY + "np.linalg.lstsq(A, A[0], rcond=0.1)",
        TORCH + "torch.linalg.pinv(A, hermitian=True)",
        NUMPY + "np.gradient(A[0], A[0], A[0])",
        NUMPY + "np.gradient(A, A[0, :1])",
        NUMPY + "np.polyfit(A[0], A[1], 2)",
        NUMPY + "np.polyfit(A[0], A[1], 1, w=A[0])",
        NUMPY + "np.polyfit(np.ones(3), np.ones(3), 1)",
        NUMPY + "np.polyfit(np.linspace(1000, 1001, 30), np.arange(30.0), 9)",
        NUMPY + "np.linalg.matrix_power(A[:1], 2)",
        NUMPY + "np.linalg.cholesky(A)",
        NUMPY + "np.linalg.eigh(A)",
        NUMPY + "np.linalg.eigvalsh(A[:1])",
        NUMPY + "np.linalg.eigvalsh(A + A.T, UPLO='M')",
        NUMPY + "np.linalg.svd(A[:1])",
        NUMPY + "np.linalg.svdvals(A / 0)",
        NUMPY + "np.linalg.svd(A, hermitian=True)",
        TORCH + "torch.linalg.svd(A[:, :1])",
        NUMPY + "np.linalg.cholesky(-np.eye(2))",
        NUMPY + "np.rot90(A, 1, (0, 0))",
        NUMPY + "np.diagonal(A[0])",
        NUMPY + "np.take_along_axis(A, np.array([[2]]), axis=1)",
        NUMPY + "np.cov(A[None])",
        NUMPY + "np.median(2.0, axis=0)",
        NUMPY + "np.percentile(2.0, 50, 0, keepdims=True)",
        TORCH + "torch.median(torch.tensor(2.0), 1).values",
        NUMPY + "np.sort(A, kind='heapsort') * A",
        NUMPY + "np.diff(A, prepend=0.0)",
        NUMPY + "np.split(A, 3)[0]",
        NUMPY + "np.r_[0:5]",
        NUMPY + "np.pad(A, 1, mode='edge')",
        NUMPY + "np.pad(A, 1, constant_values=2.0)",
        NUMPY + "np.roll(A, (1, 1), axis=(0, 1, 0))",
        NUMPY + "np.moveaxis(A, (0, 1), 0)",
        NUMPY + "np.meshgrid(A[0], A[1], sparse=True)[0]",
    ],
)
def test_what_does_not_fit_is_refused(text: str) -> None:
    with pytest.raises(ProblemError):
        run(parse(text))


@pytest.mark.parametrize(
    ("library", "text", "printed"),
    [
        (TORCH, "torch.allclose(A, A + 1e-9), torch.allclose(A, A + 1)", "True False"),
        (TORCH, "(A > 0).all(), (A > 6).all(), (A > 6).any(), A.allclose(2 * A, rtol=1.0)", "True False True True"),
        (NUMPY, "np.allclose(A, A + 1, atol=2.0), np.all(A > 0), np.any(A > 9)", "True True False"),
        (NUMPY, "np.allclose([1.0, float('nan')], [1.0, float('nan')], equal_nan=True)", "True"),
        (NUMPY, "np.empty((2, 3)).shape, np.empty_like(A).shape", "(2, 3) (2, 2)"),
        (TORCH, "torch.empty(2, 3).shape, torch.empty_like(A).shape", "(2, 3) (2, 2)"),
    ],
)
def test_questions_are_answered_with_truths(library: str, text: str, printed: str) -> None:
    assert run(parse(f"{library}print({text})\nA.sum()")).printed == [printed]
