"""`OneCycleLR` of `torch.optim.lr_scheduler`: the rate rises to a maximum and falls far below where it began, the momentum
the other way round.

L. N. Smith and N. Topin, Super-Convergence: Very Fast Training of Neural Networks Using Large Learning Rates (2018).
"""

SCHEDULER = """
class OneCycleLR(LRScheduler):
    def __init__(
        self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None, pct_start=0.3, anneal_strategy="cos",
        cycle_momentum=True, base_momentum=0.85, max_momentum=0.95, div_factor=25.0, final_div_factor=10000.0,
        three_phase=False, last_epoch=-1
    ):
        where = "torch.optim.lr_scheduler.OneCycleLR"
        backpass.refuse(where, "last_epoch", last_epoch != -1)
        backpass.refuse(where, "anneal_strategy", anneal_strategy not in ("cos", "linear"))
        if total_steps is None and (epochs is None or steps_per_epoch is None):
            backpass.stop("steps of a cycle")
        self.total_steps = epochs * steps_per_epoch if total_steps is None else total_steps
        if self.total_steps <= 0:
            backpass.stop("steps of a cycle")
        backpass.refuse(where, "pct_start", not 0 <= pct_start <= 1)
        self.linear = anneal_strategy == "linear"
        count = len(optimizer.param_groups)
        highest = self.for_each_group(max_lr, count)
        first = [lr / div_factor for lr in highest]
        last = [lr / final_div_factor for lr in first]
        up = float(pct_start * self.total_steps) - 1
        end = self.total_steps - 1
        self.phases = [(up, first, highest), (end, highest, last)]
        if three_phase:
            down = float(2 * pct_start * self.total_steps) - 2
            self.phases = [(up, first, highest), (down, highest, first), (end, first, last)]
        self.momenta = None
        if cycle_momentum:
            least = self.for_each_group(base_momentum, count)
            most = self.for_each_group(max_momentum, count)
            self.momenta = [(most, least), (least, most), (most, most)]
            self.with_betas = "betas" in optimizer.defaults
            if not self.with_betas and "momentum" not in optimizer.defaults:
                backpass.stop("momentum of a cycle")
        for group, lr in zip(optimizer.param_groups, first):
            group["lr"] = lr
            group["initial_lr"] = lr
        super().__init__(optimizer, last_epoch)

    def for_each_group(self, value, count):
        return list(value) if isinstance(value, list) or isinstance(value, tuple) else [value] * count

    def between(self, start, end, share):
        if self.linear:
            return (end - start) * share + start
        return end + (start - end) / 2 * (1 + math.cos(math.pi * share))

    def get_lr(self):
        n = self.last_epoch
        if n > self.total_steps:
            backpass.stop("step after a cycle")
        place = 0
        begin = 0.0
        while n > self.phases[place][0] and place < len(self.phases) - 1:
            begin = self.phases[place][0]
            place += 1
        end, starts, ends = self.phases[place]
        share = (n - begin) / (end - begin)
        if self.momenta is not None:
            self.set_momenta(self.momenta[place], share)
        return [self.between(start, end, share) for start, end in zip(starts, ends)]

    def set_momenta(self, phase, share):
        for group, start, end in zip(self.optimizer.param_groups, phase[0], phase[1]):
            momentum = self.between(start, end, share)
            if self.with_betas:
                group["betas"] = (momentum, group["betas"][1])
            else:
                group["momentum"] = momentum
"""
