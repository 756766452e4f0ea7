"""The worked examples of four teaching engines, written for the library: one text for the page and for Python."""

OPERATION_NODES = """
from backpass import Operation, Tensor
import random

# data nodes point to the operation node that made them, operation nodes to their parents
class Multiplication(Operation):
    def forward(self, a, b):
        return a * b

    def backward(self, upstream_grad):
        a, b = self.parents
        return upstream_grad * b, upstream_grad * a

class Addition(Operation):
    def forward(self, a, b):
        return a + b

    def backward(self, upstream_grad):
        return upstream_grad, upstream_grad

class Logarithm(Operation):
    def forward(self, a):
        return a.log()

    def backward(self, upstream_grad):
        (a,) = self.parents
        return (upstream_grad / a,)

class Sigmoid(Operation):
    def forward(self, a):
        return a.sigmoid()

    def backward(self, upstream_grad):
        (a,) = self.parents
        s = a.sigmoid()
        return (upstream_grad * s * (1 - s),)

def product(a, b):
    return Multiplication()(a, b)

def total(a, b):
    return Addition()(a, b)

# gradient descent on f(x) = 2x² + 3x + 5, whose minimum is at -3/4
x = Tensor(0.0)
for step in range(5):
    f = 2*x**2 + 3*x + 5
    f.backward()
    x.data -= 0.4 * x.grad
    x.grad = None
    print(f"x{step + 1} = {x.item():.5f}")

# logistic regression, one example at a time: four clouds, of which one is labelled 1
random.seed(7)
centres = [(-1, -1, 0), (1, 1, 0), (-1, 1, 0), (1, -1, 1)]
examples = [(random.gauss(cx, 0.3), random.gauss(cy, 0.3), label) for _ in range(30) for cx, cy, label in centres]

w1, w2, b = Tensor(-1.0), Tensor(1.0), Tensor(2.0)

def predict(x1, x2):
    x1, x2 = Tensor(x1, requires_grad=False), Tensor(x2, requires_grad=False)
    return Sigmoid()(total(total(product(w1, x1), product(w2, x2)), b))

def accuracy():
    right = [(predict(x1, x2).item() > 0.5) == (label == 1) for x1, x2, label in examples]
    return sum(right) / len(right)

print(f"accuracy before: {accuracy():.3f}")
for x1, x2, label in examples:
    p = predict(x1, x2)
    minus = Tensor(-1.0, requires_grad=False)
    chance = p if label == 1 else total(Tensor(1.0, requires_grad=False), product(minus, p))
    loss = product(minus, Logarithm()(chance))
    loss.backward()
    for parameter in [w1, w2, b]:
        parameter.data -= 0.1 * parameter.grad
        parameter.grad = None
print(f"w1 = {w1.item():.4f}, w2 = {w2.item():.4f}, b = {b.item():.4f}")
print(f"accuracy after: {accuracy():.3f}")

# the graph of one example
p = predict(1.0, -1.0)
loss = product(Tensor(-1.0, requires_grad=False), Logarithm()(p))
loss.backward()
"""

VALUES = """
from backpass import Tensor as Value
import random

# a value that is used twice gets the sum of what comes back
for use in [lambda v: v * v, lambda v: v + v, lambda v: v * v + v]:
    v = Value(3.0)
    use(v).backward()
    print(v.grad)

h = Value(0.5)
y = h.tanh()
y.backward()
print(f"{y.item():.4f} {h.grad:.4f}")

# a network of 41 parameters
random.seed(3)

class Neuron:
    def __init__(self, count):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(count)]
        self.b = Value(0.0)

    def __call__(self, x):
        return sum((wi*xi for wi, xi in zip(self.w, x)), self.b).tanh()

    def parameters(self):
        return self.w + [self.b]

class MLP:
    def __init__(self, inputs, outputs):
        sizes = [inputs] + outputs
        self.layers = [[Neuron(n) for _ in range(m)] for n, m in zip(sizes, outputs)]

    def __call__(self, x):
        for layer in self.layers:
            x = [neuron(x) for neuron in layer]
        return x[0]

    def parameters(self):
        return [p for layer in self.layers for neuron in layer for p in neuron.parameters()]

net = MLP(3, [4, 4, 1])
print(len(net.parameters()))
xs = [[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]]
ys = [1.0, -1.0, -1.0, 1.0]
for step in range(100):
    loss = sum((net(x) - y)**2 for x, y in zip(xs, ys))
    for p in net.parameters():
        p.grad = None
    loss.backward()
    for p in net.parameters():
        p.data -= 0.1 * p.grad
    if step % 20 == 19:
        print(f"step {step + 1}: loss {loss.item():.4f}")

# two paths lead to a, of which 21 and 10 come back
a, b, c, d = Value(2.0), Value(3.0), Value(4.0), Value(5.0)
t1 = a * b
t2 = t1 + c
t3 = a + d
out = t2 * t3
out.backward()
print(out.item(), t1.item(), t2.item(), t3.item())
print(a.grad, b.grad, c.grad, d.grad)
"""

NEURON_AND_MOONS = """
from backpass import Tensor as Value
import math
import random

# the slope of 3x² - 4x + 5 at 3, by its definition; too small a step gives 0.0
def f(x):
    return 3*x**2 - 4*x + 5

print(f(3.0), round((f(3.0 + 1e-6) - f(3.0)) / 1e-6, 3), (f(3.0 + 1e-17) - f(3.0)) / 1e-17)

# one step along the gradient raises L
A, B, C, F = Value(2.0), Value(-3.0), Value(10.0), Value(-2.0)
e = A * B
D = e + C
L = D * F
L.backward()
print(L.item(), A.grad, B.grad, C.grad, e.grad, D.grad, F.grad)
for leaf in [A, B, C, F]:
    leaf.data += 0.01 * leaf.grad
print(((A*B + C) * F).item() > -8.0)

# two moons: 100 points, a network of 337 parameters, hinge loss
random.seed(1337)
X, labels = [], []
for i in range(50):
    angle = math.pi * i / 49
    X.append([math.cos(angle) + random.gauss(0, 0.1), math.sin(angle) + random.gauss(0, 0.1)])
    X.append([1 - math.cos(angle) + random.gauss(0, 0.1), 0.5 - math.sin(angle) + random.gauss(0, 0.1)])
    labels += [[-1.0], [1.0]]
X, labels = Value(X, requires_grad=False), Value(labels, requires_grad=False)

def uniform(rows, columns):
    return Value([[random.uniform(-1, 1) for _ in range(columns)] for _ in range(rows)])

W1, b1 = uniform(2, 16), Value([0.0] * 16)
W2, b2 = uniform(16, 16), Value([0.0] * 16)
W3, b3 = uniform(16, 1), Value([0.0])
parameters = [W1, b1, W2, b2, W3, b3]
print(2*16 + 16 + 16*16 + 16 + 16*1 + 1)
for k in range(100):
    scores = ((X @ W1 + b1).relu() @ W2 + b2).relu() @ W3 + b3
    data_loss = (1 - labels * scores).relu().mean()
    decay = 1e-4 * ((W1*W1).sum() + (W2*W2).sum() + (W3*W3).sum())
    loss = data_loss + decay
    for p in parameters:
        p.grad = None
    loss.backward()
    rate = 1.0 - 0.9*k/100
    for p in parameters:
        p.data -= rate * p.grad
    if k % 25 == 24:
        right = (labels * scores > 0).sum().item()
        print(f"step {k}: loss {loss.item():.3f}, accuracy {right:.0f}%")

# the neuron, with tanh taken apart
x1, x2 = Value(2.0), Value(0.0)
w1, w2 = Value(-3.0), Value(1.0)
b = Value(6.8813735870195432)
n = x1*w1 + x2*w2 + b
E = (2*n).exp()
o = (E - 1) / (E + 1)
o.backward()
print(f"{o.item():.4f} {n.grad:.4f} {x1.grad:.4f} {w1.grad:.4f} {x2.grad:.4f} {w2.grad:.4f}")
"""

FUNCTIONS_WITH_CONTEXT = """
from backpass import Function, Tensor
import math
import random

class Relu(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.relu()

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return grad_output * (x > 0)

class Mul(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad_output):
        a, b = ctx.saved_tensors
        return grad_output * b, grad_output * a

class Add(Function):
    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output, grad_output

class Sin(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.sin()

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return grad_output * x.cos()

def start():
    return Tensor(1.7), Tensor(0.2), Tensor(0.6)

def model(x, w1, w2, w3):
    a = Tensor(x**2, requires_grad=False)
    b = Relu.apply(Add.apply(Mul.apply(w1, a), w3))
    c = Relu.apply(Add.apply(Mul.apply(w2, a), w3))
    return b, c, 4 * Sin.apply(Add.apply(b, c))

# trained with the library's own operations, which are faster: the loss against the iteration
random.seed(0)
w1, w2, w3 = start()
losses = []
for step in range(500):
    x = random.random()
    a = x**2
    y = 4 * ((w1*a + w3).relu() + (w2*a + w3).relu()).sin()
    loss = (y - 4*math.sin(x**4))**2 + 0.1*(w1*w1 + w2*w2 + w3*w3)
    for w in [w1, w2, w3]:
        w.grad = None
    loss.backward()
    losses.append(loss.item())
    for w in [w1, w2, w3]:
        w.data -= 1e-3 * w.grad
print(f"{sum(losses[:100]) / 100:.3f} {sum(losses[-100:]) / 100:.3f}")
print(f"w1 = {w1.item():.4f}, w2 = {w2.item():.4f}, w3 = {w3.item():.4f}")

# the gradient of w3 is the sum over the two paths, through b and through c
w1, w2, w3 = start()
b, c, y = model(0.5, w1, w2, w3)
y.backward()
print(f"{y.item():.6f} {w3.grad:.6f} {b.grad + c.grad:.6f}")
"""
