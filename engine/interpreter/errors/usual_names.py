"""Names that programs give to what is their own: a call of one that is not defined is no misspelt operation, however alike."""

USUAL_NAMES = frozenset(
    {
        *("model", "net", "network", "mlp", "cnn", "rnn", "encoder", "decoder", "generator", "discriminator", "critic", "actor"),
        *("layer", "layers", "hidden", "embed", "embedding", "head", "block", "unit", "neuron", "cell", "gate"),
        *("weight", "weights", "bias", "biases", "params", "parameters", "theta", "state", "mask", "noise", "device"),
        *(
            "loss",
            "losses",
            "loss_fn",
            "criterion",
            "cost",
            "objective",
            "metric",
            "score",
            "scores",
            "accuracy",
            "error",
            "penalty",
        ),
        *("opt", "optim", "optimizer", "optimiser", "scheduler", "sampler", "step", "update", "train", "test", "fit", "eval"),
        *("data", "dataset", "loader", "batch", "sample", "samples", "inputs", "outputs", "output", "label", "labels", "target"),
        *(
            "targets",
            "pred",
            "preds",
            "logit",
            "logits",
            "feature",
            "features",
            "image",
            "images",
            "img",
            "text",
            "token",
            "vocab",
        ),
        *("func", "fun", "fn", "forward", "predict", "policy", "value", "reward", "env", "agent", "act", "activation", "args"),
    }
)
