pitfall-replaces = `=` in place of `+=`
    .about = each contribution replaces the one before it instead of being added
    .spared = No value is used twice here, so nothing is overwritten.
pitfall-leftover = Gradients not set to zero
    .about = inputs still hold the gradient of an earlier pass, and the new one is added to it
    .spared = Every gradient is 0, so nothing is left over.
pitfall-order = The wrong order
    .about = each node passes its gradient on as soon as something arrives, before all of it is there
    .spared = No value on the way is used twice, so none passes on too early.
pitfall-broadcast = Broadcasting not summed back
    .about = an input that was stretched to a larger shape keeps a gradient of that shape instead of the sum
    .spared = No input is stretched to another shape here.
right = Right.
upstream-times-slope = Upstream gradient times the local slope.
chain-rule-hint = The chain rule: what arrived upstream, times the local slope{ $choice }.
    .slope = , which is `{ $letters }`
work-out-product = Work out `{ $upstream } × { $local }`.
it-is-sent = It is { $sent }.
