"""Programs as tutorials of PyTorch, JAX and NumPy write them: text alone, which the gallery shows. Their numbers are small, so
that each node can be followed; none is drawn by chance.
"""

TRANSFORMER_BLOCK = """import torch
import torch.nn as nn
import torch.nn.functional as F

x = torch.tensor([[1.0, 0.0, -0.5], [0.5, -1.0, 0.2], [0.0, 1.5, 0.3]])   # three tokens
Wq = torch.tensor([[0.4, -0.2, 0.1], [0.1, 0.3, -0.4], [-0.2, 0.5, 0.2]], requires_grad=True)
Wk = torch.tensor([[0.2, 0.5, -0.1], [-0.3, 0.1, 0.4], [0.6, -0.2, 0.3]], requires_grad=True)
Wv = torch.tensor([[0.6, 0.1, 0.2], [0.0, 0.4, -0.5], [0.3, -0.1, 0.7]], requires_grad=True)
W1 = torch.tensor([[0.5, -0.4], [0.2, 0.6], [-0.3, 0.1]], requires_grad=True)
W2 = torch.tensor([[0.3, 0.1, -0.6], [-0.2, 0.4, 0.5]], requires_grad=True)
norm1, norm2 = nn.LayerNorm(3), nn.LayerNorm(3)

# self-attention: no token looks ahead
a = norm1(x)
q, k, v = a @ Wq, a @ Wk, a @ Wv
scores = q @ k.transpose(-2, -1) / 3**0.5
mask = torch.tril(torch.ones(3, 3))
scores = scores.masked_fill(mask == 0, float('-inf'))
attention = F.softmax(scores, dim=-1)
x = x + attention @ v

# feed-forward, with another residual
x = x + F.gelu(norm2(x) @ W1) @ W2

loss = F.cross_entropy(x, torch.tensor([0, 1, 2]))
loss.backward()
print(Wv.grad)
"""

LSTM_CELL = """import torch

x = torch.tensor([0.5, -1.0])
h = torch.tensor([0.1, 0.2], requires_grad=True)
c = torch.tensor([0.3, -0.1], requires_grad=True)
Wf = torch.tensor([[0.2, -0.4], [0.3, 0.1]], requires_grad=True)
Uf = torch.tensor([[0.1, 0.5], [-0.2, 0.4]], requires_grad=True)
Wi = torch.tensor([[0.1, 0.3], [-0.3, 0.2]], requires_grad=True)
Ui = torch.tensor([[-0.5, 0.2], [0.4, 0.1]], requires_grad=True)
Wg = torch.tensor([[0.4, -0.1], [0.5, 0.2]], requires_grad=True)
Ug = torch.tensor([[0.2, -0.3], [-0.1, 0.3]], requires_grad=True)
Wo = torch.tensor([[-0.2, 0.4], [0.1, -0.5]], requires_grad=True)
Uo = torch.tensor([[0.3, 0.1], [0.2, 0.2]], requires_grad=True)

f = torch.sigmoid(Wf @ x + Uf @ h)      # what the cell forgets
i = torch.sigmoid(Wi @ x + Ui @ h)      # what it lets in
g = torch.tanh(Wg @ x + Ug @ h)
o = torch.sigmoid(Wo @ x + Uo @ h)      # what it shows
c_next = f*c + i*g
h_next = o*torch.tanh(c_next)

loss = ((h_next - torch.tensor([1.0, 0.0]))**2).sum()
loss.backward()
print(c.grad)
print(Uf.grad)
"""

VAE_LOSS = """import torch
import torch.nn.functional as F

x = torch.tensor([1.0, 0.0, 1.0])
W_mu = torch.tensor([[0.5, -0.2, 0.3], [0.1, 0.4, -0.3]], requires_grad=True)
W_var = torch.tensor([[-0.3, 0.2, 0.1], [0.2, -0.1, -0.4]], requires_grad=True)
W_out = torch.tensor([[0.6, -0.5], [-0.4, 0.3], [0.2, 0.7]], requires_grad=True)
epsilon = torch.tensor([0.7, -1.2])     # what randn gave

mu = W_mu @ x
logvar = W_var @ x
std = torch.exp(0.5*logvar)
z = mu + std*epsilon                    # the reparameterization trick
x_hat = torch.sigmoid(W_out @ z)

reconstruction = F.binary_cross_entropy(x_hat, x, reduction='sum')
kl = -0.5*torch.sum(1 + logvar - mu**2 - logvar.exp())
loss = reconstruction + kl
loss.backward()
print(W_mu.grad)
"""

GAN_STEP = """import torch
import torch.nn.functional as F

real = torch.tensor([1.5])
noise = torch.tensor([0.4])
a = torch.tensor([0.5], requires_grad=True)     # the generator: a*noise + b
b = torch.tensor([0.1], requires_grad=True)
w = torch.tensor([0.8], requires_grad=True)     # the discriminator: sigmoid(w*x + c)
c = torch.tensor([-0.5], requires_grad=True)
ones, zeros = torch.ones(1), torch.zeros(1)

# the discriminator's step: the generator is left alone
fake = (a*noise + b).detach()
loss_d = F.binary_cross_entropy(torch.sigmoid(w*real + c), ones) + F.binary_cross_entropy(torch.sigmoid(w*fake + c), zeros)
loss_d.backward()
with torch.no_grad():
    w -= 0.1*w.grad
    c -= 0.1*c.grad
print('discriminator', loss_d.item(), a.grad)

# the generator's step
fake = a*noise + b
loss_g = F.binary_cross_entropy(torch.sigmoid(w*fake + c), ones)
loss_g.backward()
print('generator', loss_g.item(), a.grad)
"""

K_MEANS = """import torch

points = torch.tensor([[0.0, 0.2], [0.3, -0.1], [2.0, 1.8], [2.2, 2.1]])
centres = torch.tensor([[0.5, 0.5], [1.5, 1.0]], requires_grad=True)

for step in range(3):
    distances = ((points[:, None, :] - centres[None, :, :])**2).sum(dim=2)
    cost = distances.min(dim=1).values.sum()
    centres.grad = None
    cost.backward()
    with torch.no_grad():
        centres -= 0.2*centres.grad
    print(step, cost.item())

print(centres)
"""

PPO_LOSS = """import torch

logits = torch.tensor([[0.2, 0.9], [1.1, -0.3], [0.4, 0.1]], requires_grad=True)
actions = torch.tensor([1, 0, 0])
old_log_probs = torch.tensor([-0.9, -0.4, -0.8])
advantages = torch.tensor([1.5, -0.7, 0.3])
epsilon = 0.2

log_probs = torch.log_softmax(logits, dim=1)
log_prob = log_probs.gather(1, actions.unsqueeze(1)).squeeze(1)
ratio = torch.exp(log_prob - old_log_probs)
clipped = torch.clamp(ratio, 1 - epsilon, 1 + epsilon)
loss = -torch.min(ratio*advantages, clipped*advantages).mean()
loss.backward()
print(logits.grad)
"""

KALMAN_UPDATE = """import jax
import jax.numpy as jnp

x = jnp.array([0.0, 1.0])                    # position and speed, as predicted
P = jnp.array([[1.0, 0.2], [0.2, 0.5]])      # how sure that is
H = jnp.array([[1.0, 0.0]])                  # the position is measured
z = jnp.array([0.6])

def log_likelihood(r):
    S = H @ P @ H.T + r*jnp.eye(1)
    K = P @ H.T @ jnp.linalg.inv(S)
    innovation = z - H @ x
    updated = x + K @ innovation
    fit = -0.5*(innovation @ jnp.linalg.inv(S) @ innovation + jnp.log(jnp.linalg.det(2*jnp.pi*S)))
    return fit, updated

r = 0.3
slope, updated = jax.grad(log_likelihood, has_aux=True)(r)
print('updated', updated)
print('by the noise', slope)

fit, updated = log_likelihood(r)
fit
"""

BLACK_SCHOLES = """import jax
import jax.numpy as jnp
from jax.scipy.stats import norm

def call(S, K, T, r, sigma):
    d1 = (jnp.log(S/K) + (r + sigma**2/2)*T) / (sigma*jnp.sqrt(T))
    d2 = d1 - sigma*jnp.sqrt(T)
    return S*norm.cdf(d1) - K*jnp.exp(-r*T)*norm.cdf(d2)

S, K, T, r, sigma = 100.0, 110.0, 0.5, 0.03, 0.25
print('delta', jax.grad(call, 0)(S, K, T, r, sigma))
print('gamma', jax.grad(jax.grad(call, 0), 0)(S, K, T, r, sigma))
print('vega', jax.grad(call, 4)(S, K, T, r, sigma))
print('theta', -jax.grad(call, 2)(S, K, T, r, sigma))
print('rho', jax.grad(call, 3)(S, K, T, r, sigma))

call(S, K, T, r, sigma)
"""

PENDULUM = """import torch

theta0 = torch.tensor(1.0, requires_grad=True)   # where it is released
length = torch.tensor(0.8, requires_grad=True)
g, dt = 9.81, 0.05

theta, omega = theta0, torch.tensor(0.0)
for step in range(12):
    omega = omega - dt*g/length*torch.sin(theta)
    theta = theta + dt*omega

theta.backward()
print(theta.item(), theta0.grad, length.grad)
"""

BAYESIAN_LOGISTIC = """import autograd.numpy as np
from autograd import grad

X = np.array([[1.0, 0.5], [1.0, -1.0], [1.0, 2.0], [1.0, 0.1]])
y = np.array([1.0, 0.0, 1.0, 0.0])

def log_posterior(w):
    logits = np.dot(X, w)
    log_likelihood = np.sum(y*logits - np.log(1 + np.exp(logits)))
    log_prior = -0.5*np.sum(w**2)/4.0
    return log_likelihood + log_prior

w = np.array([0.0, 0.0])
for step in range(5):
    w = w + 0.3*grad(log_posterior)(w)
    print(step, log_posterior(w))

log_posterior(w)
"""
