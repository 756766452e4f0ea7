"""Thirteen graphs by which it is measured whether pictures stand whole: seven of the gallery, and six as people paste them."""

OF_THE_GALLERY = ("two-paths", "neuron", "derivative", "paths", "neuron-taken-apart", "logistic-loss", "micrograd")

SOFTMAX = """z1 = 2.0
z2 = 1.0
z3 = 0.1
e1 = exp(z1)
e2 = exp(z2)
e3 = exp(z3)
s = e1 + e2 + e3
p1 = e1 / s
loss = -log(p1)
"""

QUADRATIC = """a = 1.0
b = -3.0
c = 2.0
disc = b**2 - 4*a*c
root = (-b + sqrt(disc)) / (2*a)
"""

NETWORK = """x1 = 1.0
x2 = -2.0
w11 = 0.3
w12 = -0.2
b1 = 0.1
w21 = 0.5
w22 = 0.4
b2 = -0.1
v1 = 0.7
v2 = -0.6
c = 0.05
y = 1.0
h1 = tanh(w11*x1 + w12*x2 + b1)
h2 = tanh(w21*x1 + w22*x2 + b2)
o = tanh(v1*h1 + v2*h2 + c)
loss = (o - y)**2
"""

PENDULUM = """th = 0.5
om = 0.0
k = 9.81
dt = 0.1
om1 = om - k*sin(th)*dt
th1 = th + om1*dt
om2 = om1 - k*sin(th1)*dt
th2 = th1 + om2*dt
om3 = om2 - k*sin(th2)*dt
th3 = th2 + om3*dt
E = om3**2/2 + k*(1 - cos(th3))
"""

LSTM_CELL = """x = 0.5
h = 0.1
c = 0.2
wf = 0.4
uf = -0.3
bf = 0.1
wi = 0.2
ui = 0.6
bi = -0.1
wg = -0.5
ug = 0.3
bg = 0.2
wo = 0.7
uo = -0.4
bo = 0.3
f = sigmoid(wf*x + uf*h + bf)
i = sigmoid(wi*x + ui*h + bi)
g = tanh(wg*x + ug*h + bg)
o = sigmoid(wo*x + uo*h + bo)
c1 = f*c + i*g
h1 = o*tanh(c1)
"""

LOGISTIC_REGRESSION = """x11 = 0.5
x12 = 1.5
x21 = -1.0
x22 = 2.0
w1 = 0.3
w2 = -0.2
b = 0.1
y1 = 1.0
y2 = 0.0
p1 = sigmoid(w1*x11 + w2*x12 + b)
p2 = sigmoid(w1*x21 + w2*x22 + b)
l1 = -(y1*log(p1) + (1 - y1)*log(1 - p1))
l2 = -(y2*log(p2) + (1 - y2)*log(1 - p2))
loss = (l1 + l2) / 2
"""

PASTED = {
    "softmax": SOFTMAX,
    "quadratic": QUADRATIC,
    "network": NETWORK,
    "pendulum": PENDULUM,
    "lstm-cell": LSTM_CELL,
    "logistic-regression": LOGISTIC_REGRESSION,
}
