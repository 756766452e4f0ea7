"""Layers of `torch.nn` that go along a sequence, and attention."""

LAYERS = """
def gates(x, h, w_in, w_hidden, b_in, b_hidden):
    one = x @ w_in.T
    other = h @ w_hidden.T
    return one if b_in is None else one + b_in, other if b_hidden is None else other + b_hidden

def step_of_rnn(x, state, weights, nonlinearity):
    one, other = gates(x, state, *weights)
    return torch.relu(one + other) if nonlinearity == "relu" else torch.tanh(one + other)

def step_of_lstm(x, state, weights, projection):
    h, c = state
    one, other = gates(x, h, *weights)
    i, f, g, o = torch.chunk(one + other, 4, -1)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    h = torch.sigmoid(o) * torch.tanh(c)
    return (h if projection is None else h @ projection.T, c)

def step_of_gru(x, h, weights, unused):
    one, other = gates(x, h, *weights)
    r_in, z_in, n_in = torch.chunk(one, 3, -1)
    r_hidden, z_hidden, n_hidden = torch.chunk(other, 3, -1)
    z = torch.sigmoid(z_in + z_hidden)
    n = torch.tanh(n_in + torch.sigmoid(r_in + r_hidden) * n_hidden)
    return (1 - z) * n + z * h

class Cell(Module):
    def drawn(self, input_size, hidden_size, bias, count):
        bound = 1 / hidden_size**0.5
        self.hidden_size = hidden_size
        self.weight_ih = Parameter(backpass.drawn_around_0(bound, count * hidden_size, input_size))
        self.weight_hh = Parameter(backpass.drawn_around_0(bound, count * hidden_size, hidden_size))
        self.bias_ih = Parameter(backpass.drawn_around_0(bound, count * hidden_size)) if bias else None
        self.bias_hh = Parameter(backpass.drawn_around_0(bound, count * hidden_size)) if bias else None

    def begin(self, x):
        return torch.zeros(*x.shape[:-1], self.hidden_size)

    def weights(self):
        return [self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh]

class RNNCell(Cell):
    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
        backpass.refuse("torch.nn.RNNCell", "nonlinearity", nonlinearity not in ("tanh", "relu"))
        self.nonlinearity = nonlinearity
        self.drawn(input_size, hidden_size, bias, 1)

    def forward(self, x, hx=None):
        return step_of_rnn(x, self.begin(x) if hx is None else hx, self.weights(), self.nonlinearity)

class LSTMCell(Cell):
    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        self.drawn(input_size, hidden_size, bias, 4)

    def forward(self, x, hx=None):
        return step_of_lstm(x, (self.begin(x), self.begin(x)) if hx is None else hx, self.weights(), None)

class GRUCell(Cell):
    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        self.drawn(input_size, hidden_size, bias, 3)

    def forward(self, x, hx=None):
        return step_of_gru(x, self.begin(x) if hx is None else hx, self.weights(), None)

class Recurrent(Module):
    def drawn(self, count, input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, proj_size=0):
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.batch_first = batch_first
        self.dropout = dropout
        self.bidirectional = bidirectional
        self.out_size = proj_size if proj_size > 0 else hidden_size
        self.suffixes = ["", "_reverse"] if bidirectional else [""]
        self.biased = bias
        self.projected = proj_size > 0
        bound = 1 / hidden_size**0.5
        for layer in range(num_layers):
            size = input_size if layer == 0 else self.out_size * len(self.suffixes)
            for suffix in self.suffixes:
                shapes = [("weight_ih", [count * hidden_size, size]), ("weight_hh", [count * hidden_size, self.out_size])]
                shapes += [("bias_ih", [count * hidden_size]), ("bias_hh", [count * hidden_size])] if bias else []
                shapes += [("weight_hr", [proj_size, hidden_size])] if proj_size > 0 else []
                for name, shape in shapes:
                    setattr(self, f"{name}_l{layer}{suffix}", Parameter(backpass.drawn_around_0(bound, *shape)))

    def flatten_parameters(self):
        return None

    def weights_of(self, end):
        names = ["weight_ih", "weight_hh", "bias_ih", "bias_hh"]
        return [getattr(self, f"{name}_{end}") if self.biased or name[0] == "w" else None for name in names]

    def run(self, x, begin, step, several):
        batched = x.dim() == 3
        if x.dim() not in (2, 3):
            backpass.stop("axes of a sequence")
        x = x if batched else x[:, None]
        x = x.transpose(0, 1) if self.batch_first and batched else x
        finals = []
        for layer in range(self.num_layers):
            found = []
            for side, suffix in enumerate(self.suffixes):
                end = f"l{layer}{suffix}"
                weights = self.weights_of(end)
                extra = getattr(self, f"weight_hr_{end}") if self.projected else self.nonlinearity
                place = layer * len(self.suffixes) + side
                if begin is None:
                    h = torch.zeros(x.shape[1], self.out_size)
                    state = (h, torch.zeros(x.shape[1], self.hidden_size)) if several else h
                elif several:
                    state = tuple([each[place] if batched else each[place][None] for each in begin])
                else:
                    state = begin[place] if batched else begin[place][None]
                outs = []
                order = list(range(x.shape[0]))
                for t in order[::-1] if side else order:
                    state = step(x[t], state, weights, extra)
                    outs.append(state[0] if several else state)
                found.append(torch.stack(outs[::-1] if side else outs))
                finals.append(state)
            x = found[0] if len(found) == 1 else torch.cat(found, -1)
            if self.dropout and self.training and layer < self.num_layers - 1:
                x = torch.nn.functional.dropout(x, self.dropout)
        out = x.transpose(0, 1) if self.batch_first and batched else x
        out = out if batched else out[:, 0]
        if several:
            last = tuple([torch.stack([each[i] if batched else each[i][0] for each in finals]) for i in range(2)])
        else:
            last = torch.stack([each if batched else each[0] for each in finals])
        return out, last

class RNN(Recurrent):
    def __init__(
        self, input_size, hidden_size, num_layers=1, nonlinearity="tanh", bias=True, batch_first=False, dropout=0.0,
        bidirectional=False, device=None, dtype=None
    ):
        backpass.refuse("torch.nn.RNN", "nonlinearity", nonlinearity not in ("tanh", "relu"))
        self.nonlinearity = nonlinearity
        self.drawn(1, input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional)

    def forward(self, x, hx=None):
        return self.run(x, hx, step_of_rnn, False)

class LSTM(Recurrent):
    nonlinearity = None

    def __init__(
        self, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, proj_size=0,
        device=None, dtype=None
    ):
        self.drawn(4, input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, proj_size)

    def forward(self, x, hx=None):
        return self.run(x, hx, step_of_lstm, True)

class GRU(Recurrent):
    nonlinearity = None

    def __init__(
        self, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, device=None,
        dtype=None
    ):
        self.drawn(3, input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional)

    def forward(self, x, hx=None):
        return self.run(x, hx, step_of_gru, False)

class MultiheadAttention(Module):
    def __init__(
        self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False, add_zero_attn=False, kdim=None, vdim=None,
        batch_first=False, device=None, dtype=None
    ):
        for name, given in (("add_bias_kv", add_bias_kv), ("add_zero_attn", add_zero_attn)):
            backpass.refuse("torch.nn.MultiheadAttention", name, given)
        backpass.refuse("torch.nn.MultiheadAttention", "kdim", kdim not in (None, embed_dim))
        backpass.refuse("torch.nn.MultiheadAttention", "vdim", vdim not in (None, embed_dim))
        if embed_dim % num_heads:
            backpass.stop("heads of attention")
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        bound = (6 / (4 * embed_dim))**0.5
        self.in_proj_weight = Parameter(backpass.drawn_around_0(bound, 3 * embed_dim, embed_dim))
        self.in_proj_bias = Parameter(torch.zeros(3 * embed_dim)) if bias else None
        self.out_proj = Linear(embed_dim, embed_dim, bias)
        if bias:
            self.out_proj.bias.data = torch.zeros(embed_dim)

    def heads(self, x, weight, bias):
        x = torch.nn.functional.linear(x, weight, bias)
        return x.reshape(x.shape[0], x.shape[1], self.num_heads, -1).transpose(1, 2)

    def forward(
        self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None, average_attn_weights=True,
        is_causal=False
    ):
        batched = query.dim() == 3
        given = [query, key, value]
        if not batched:
            given = [each[None] for each in given]
        elif not self.batch_first:
            given = [each.transpose(0, 1) for each in given]
        size = query.shape[-1]
        weights = torch.split(self.in_proj_weight, size)
        biases = [None, None, None] if self.in_proj_bias is None else torch.split(self.in_proj_bias, size)
        q, k, v = [self.heads(x, w, b) for x, w, b in zip(given, weights, biases)]
        scores = q @ k.transpose(-2, -1) / (size // self.num_heads)**0.5
        if is_causal and attn_mask is None:
            backpass.stop("causal without a mask")
        if attn_mask is not None:
            mask = attn_mask if attn_mask.dim() < 3 else attn_mask.reshape(-1, self.num_heads, *attn_mask.shape[1:])
            scores = torch.where(mask, float("-inf"), scores) if backpass.is_mask(attn_mask) else scores + mask
        if key_padding_mask is not None:
            mask = key_padding_mask[:, None, None] if batched else key_padding_mask[None, None, None]
            scores = torch.where(mask, float("-inf"), scores) if backpass.is_mask(key_padding_mask) else scores + mask
        shares = torch.nn.functional.dropout(torch.softmax(scores, -1), self.dropout, self.training)
        out = (shares @ v).transpose(1, 2)
        out = self.out_proj(out.reshape(out.shape[0], out.shape[1], size))
        shares = shares.mean(1) if average_attn_weights else shares
        out = out[0] if not batched else out if self.batch_first else out.transpose(0, 1)
        return out, (shares if batched else shares[0]) if need_weights else None

class TransformerEncoderLayer(Module):
    def __init__(
        self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation="relu", layer_norm_eps=1e-05, batch_first=False,
        norm_first=False, bias=True, device=None, dtype=None
    ):
        self.made_with = [
            d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias
        ]
        named = {"relu": torch.relu, "gelu": torch.nn.functional.gelu}
        backpass.refuse("torch.nn.TransformerEncoderLayer", "activation", isinstance(activation, str) and activation not in named)
        self.self_attn = MultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first)
        self.linear1 = Linear(d_model, dim_feedforward, bias)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias)
        self.norm1 = LayerNorm(d_model, layer_norm_eps, True, bias)
        self.norm2 = LayerNorm(d_model, layer_norm_eps, True, bias)
        self.dropout1 = Dropout(dropout)
        self.dropout2 = Dropout(dropout)
        self.activation = named[activation] if isinstance(activation, str) else activation
        self.norm_first = norm_first

    def attended(self, x, mask, padding, is_causal):
        return self.dropout1(self.self_attn(x, x, x, padding, False, mask, True, is_causal)[0])

    def fed(self, x):
        return self.dropout2(self.linear2(self.dropout(self.activation(self.linear1(x)))))

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        if self.norm_first:
            x = src + self.attended(self.norm1(src), src_mask, src_key_padding_mask, is_causal)
            return x + self.fed(self.norm2(x))
        x = self.norm1(src + self.attended(src, src_mask, src_key_padding_mask, is_causal))
        return self.norm2(x + self.fed(x))

class TransformerEncoder(Module):
    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True):
        self.layers = ModuleList([self.copied(encoder_layer) for _ in range(num_layers)])
        self.norm = norm

    def copied(self, layer):
        made = type(layer)(*layer.made_with)
        made.load_state_dict(layer.state_dict())
        return made

    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        backpass.refuse("torch.nn.TransformerEncoder", "src_key_padding_mask", src_key_padding_mask is not None)
        backpass.refuse("torch.nn.TransformerEncoder", "is_causal", is_causal)
        for layer in self.layers:
            src = layer(src, mask)
        return src if self.norm is None else self.norm(src)
"""

FUNCTIONS = """
def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False
):
    backpass.refuse("torch.nn.functional.scaled_dot_product_attention", "enable_gqa", enable_gqa)
    scores = query @ key.transpose(-2, -1) * (query.shape[-1]**-0.5 if scale is None else scale)
    if is_causal:
        if attn_mask is not None:
            backpass.stop("mask beside causal")
        scores = torch.where(torch.tril(torch.ones(query.shape[-2], key.shape[-2])), scores, float("-inf"))
    if attn_mask is not None:
        scores = torch.where(attn_mask, scores, float("-inf")) if backpass.is_mask(attn_mask) else scores + attn_mask
    return dropout(torch.softmax(scores, -1), dropout_p) @ value
"""
