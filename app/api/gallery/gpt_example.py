"""A GPT in one file, on an engine of its own whose numbers are scalars: the gallery's *Your own GPT*."""

PROGRAM = r"""
import os
import math
import random

random.seed(7)

# What is learned from: a word in each line. Put a file of yours in place of these.
if not os.path.exists("input.txt"):
    with open("input.txt", "w") as file:
        file.write("ana\nada\ndana\nnada\nanna\nadan\n")
words = [line.strip() for line in open("input.txt").read().strip().split("\n") if line.strip()]
random.shuffle(words)
print(f"words: {len(words)}")

# Each letter is a token; one more marks where a word begins and ends.
letters = sorted(set("".join(words)))
END = len(letters)
vocabulary = len(letters) + 1
print(f"tokens: {vocabulary}")


class Value:
    '''A number, what it was computed from, and the slope towards each of those.'''
    __slots__ = ("data", "grad", "sources", "slopes")

    def __init__(self, data, sources=(), slopes=()):
        self.data = data
        self.grad = 0
        self.sources = sources
        self.slopes = slopes

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), (1, 1))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __pow__(self, power):
        return Value(self.data ** power, (self,), (power * self.data ** (power - 1),))

    def log(self):
        return Value(math.log(self.data), (self,), (1 / self.data,))

    def exp(self):
        result = math.exp(self.data)
        return Value(result, (self,), (result,))

    def relu(self):
        return Value(max(0, self.data), (self,), (float(self.data > 0),))

    def __neg__(self): return self * -1
    def __radd__(self, other): return self + other
    def __sub__(self, other): return self + (-other)
    def __rsub__(self, other): return other + (-self)
    def __rmul__(self, other): return self * other
    def __truediv__(self, other): return self * other ** -1
    def __rtruediv__(self, other): return other * self ** -1

    def backward(self):
        order = []
        seen = set()
        def visit(value):
            if value not in seen:
                seen.add(value)
                for source in value.sources:
                    visit(source)
                order.append(value)
        visit(self)
        self.grad = 1
        for value in reversed(order):
            for source, slope in zip(value.sources, value.slopes):
                source.grad += slope * value.grad


# The parameters.
WIDTH, HEADS, LAYERS, CONTEXT = 4, 2, 1, 4
HEAD = WIDTH // HEADS
matrix = lambda rows, columns, deviation=0.3: [[Value(random.gauss(0, deviation)) for _ in range(columns)] for _ in range(rows)]
weights = {"tokens": matrix(vocabulary, WIDTH), "places": matrix(CONTEXT, WIDTH), "output": matrix(vocabulary, WIDTH)}
for layer in range(LAYERS):
    for name in ("query", "key", "value", "project"):
        weights[f"{layer}.{name}"] = matrix(WIDTH, WIDTH)
    weights[f"{layer}.wide"] = matrix(2 * WIDTH, WIDTH)
    weights[f"{layer}.narrow"] = matrix(WIDTH, 2 * WIDTH)
parameters = [p for rows in weights.values() for row in rows for p in row]
print(f"parameters: {len(parameters)}")


def linear(x, w):
    return [sum(wi * xi for wi, xi in zip(row, x)) for row in w]

def softmax(logits):
    largest = max(each.data for each in logits)
    powers = [(each - largest).exp() for each in logits]
    total = sum(powers)
    return [each / total for each in powers]

def rmsnorm(x):
    square = sum(each * each for each in x) / len(x)
    scale = (square + 1e-5) ** -0.5
    return [each * scale for each in x]

def gpt(token, place, keys, values):
    '''What the model expects behind a token: a number for each token, before softmax.'''
    x = [t + p for t, p in zip(weights["tokens"][token], weights["places"][place])]
    x = rmsnorm(x)
    for layer in range(LAYERS):
        before = x
        x = rmsnorm(x)
        q = linear(x, weights[f"{layer}.query"])
        keys[layer].append(linear(x, weights[f"{layer}.key"]))
        values[layer].append(linear(x, weights[f"{layer}.value"]))
        attended = []
        for head in range(HEADS):
            here = slice(head * HEAD, head * HEAD + HEAD)
            qh = q[here]
            kh = [k[here] for k in keys[layer]]
            vh = [v[here] for v in values[layer]]
            scores = [sum(qh[j] * k[j] for j in range(HEAD)) / HEAD ** 0.5 for k in kh]
            shares = softmax(scores)
            attended += [sum(share * v[j] for share, v in zip(shares, vh)) for j in range(HEAD)]
        x = linear(attended, weights[f"{layer}.project"])
        x = [a + b for a, b in zip(x, before)]
        before = x
        x = rmsnorm(x)
        x = linear(x, weights[f"{layer}.wide"])
        x = [each.relu() for each in x]
        x = linear(x, weights[f"{layer}.narrow"])
        x = [a + b for a, b in zip(x, before)]
    return linear(x, weights["output"])


# Adam.
rate, beta1, beta2, tiny = 0.1, 0.85, 0.99, 1e-8
m = [0.0] * len(parameters)
v = [0.0] * len(parameters)

STEPS = 5
for step in range(STEPS):
    word = words[step % len(words)]
    tokens = [END] + [letters.index(letter) for letter in word] + [END]
    n = min(CONTEXT, len(tokens) - 1)

    keys, values = [[] for _ in range(LAYERS)], [[] for _ in range(LAYERS)]
    losses = []
    for place in range(n):
        logits = gpt(tokens[place], place, keys, values)
        probabilities = softmax(logits)
        losses.append(-probabilities[tokens[place + 1]].log())
    loss = (1 / n) * sum(losses)

    loss.backward()

    now = rate * (1 - step / STEPS)
    for i, p in enumerate(parameters):
        m[i] = beta1 * m[i] + (1 - beta1) * p.grad
        v[i] = beta2 * v[i] + (1 - beta2) * p.grad ** 2
        p.data -= now * (m[i] / (1 - beta1 ** (step + 1))) / ((v[i] / (1 - beta2 ** (step + 1))) ** 0.5 + tiny)
        p.grad = 0
    print(f"step {step + 1:3d} of {STEPS}: loss {loss.data:.4f}")

# New words.
temperature = 0.5
for sample in range(2):
    keys, values = [[] for _ in range(LAYERS)], [[] for _ in range(LAYERS)]
    token, word = END, []
    for place in range(CONTEXT):
        logits = gpt(token, place, keys, values)
        probabilities = softmax([each / temperature for each in logits])
        token = random.choices(range(vocabulary), weights=[each.data for each in probabilities])[0]
        if token == END:
            break
        word.append(letters[token])
    print(f"word {sample + 1}: {''.join(word)}")
"""
