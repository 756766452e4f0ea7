no-examples = There are no examples to learn from.
    .hint = Draw or give at least two points.
example-length = Example { $number } has { $count ->
    [one] { $count } number
   *[other] { $count } numbers
}, but the ones before it have { $count2 }.
    .hint = Give every example the same number of numbers.
batch-too-large = A batch of { $size } is larger than the { $count } training examples.
    .hint = Choose a batch size up to { $count }, or leave it out to use all of them at each step.
features-and-columns = The program has { $count ->
    [one] { $count } feature
   *[other] { $count } features
} ({ $names }), but each example has { $features ->
    [one] { $features } number
   *[other] { $features } numbers
}.
    .hint = Name a feature for each column of the data.
features-of-program = A program makes its own features: it gets the numbers of an example unchanged.
    .hint = Leave `features` out, and write `x**2` or `sin(x)` in the program.
feature-twice = The feature `{ $name }` is given twice.
    .hint = Name each feature once.
feature-of-columns = The feature `{ $name }` cannot be computed from examples with { $count ->
    [one] { $count } number
   *[other] { $count } numbers
}.
    .hint = Features use one number, x, or two, x and y; leave `features` out to give the model the numbers themselves.
score-for-each-class = one score for each class
number-for-each-example = one number for each example
list-of-scores = a list of { $classes } scores
one-single-number = a single number
the-shape = the shape { $shape }
one-number-alone = one number
loss-wants = { $name } needs { $each } for each example, but the program returns { $given }.
    .hint = Let the program end with a value that the loss accepts, or choose another loss.
loss-of-probabilities = { $name } compares probabilities, between 0 and 1, but the last layer's `{ $last }` is not limited to them: the logarithm would be undefined.
    .hint = Set the last activation to `sigmoid`, or choose binary_cross_entropy_with_logits.
checkpoint-content = its content is not valid ({ $name }: { $error })
checkpoint-step = its step must be a whole number, 0 or more
checkpoint-not-loaded = The checkpoint cannot be loaded: { $why }.
    .hint = Use a checkpoint exactly as downloaded.
csv-hint = Paste lines such as 0.1,0.2,0: the numbers of an example, then its class or target number.
csv-empty = The table is empty, so there is nothing to learn from.
csv-one-column = Line { $rows } has only one column, but each line needs at least one feature, then its target.
csv-heading-alone = The table has a header but no examples.
csv-unreadable = Line { $line_num } of the table cannot be read: { $error }.
    .hint = Close every quotation mark, or leave them out.
csv-columns = Line { $line } of the table has { $count ->
    [one] { $count } column
   *[other] { $count } columns
}, but the lines before it have { $width }.
    .hint = Give every line the same number of values; write decimals with a point.
csv-not-finite = `{ $cell }` is not a finite number
csv-nothing = the cell is empty
csv-cell = Line { $line }, column { $column } of the table: { $found }.
    .hint = Write a number such as 0.25, with a decimal point.
csv-missing = Line { $missing }, column { $column } of the table is empty.
    .hint = Give every example a target.
csv-one-class = Every example has the class `{ $names }`, so there is nothing to classify.
    .hint = Give examples of at least two classes.
workers-lost = The worker process ended before it had a result, several times in a row; perhaps it ran out of memory.
    .hint = Make the model or the data smaller, and start again.
no-workers = The training cluster has no workers left.
    .hint = Start one, or ask the operator of this server; the run continues from its checkpoint.
preparation-too-long = Preparing the run took longer than { $seconds } seconds.
    .hint = Make the program, the model or the data smaller.
choose-example = Choose one of the examples in `started`, or give its numbers as `inputs` and `target`.
example-features = The example has { $count ->
    [one] { $count } number
   *[other] { $count } numbers
}, but those of the run have { $features }.
    .hint = Give { $features ->
        [one] { $features } number
       *[other] { $features } numbers
    }: { $features2 }.
target-not-class = The target is { $target }, but classes are numbered 0 to { $classes }.
    .hint = Give the number of a class.
too-many-steps = { GROUP($steps) } steps are too many; the limit for one run is { GROUP($steps2) }.
    .hint = Use fewer steps; a run can be continued from its checkpoint.
too-many-examples = { GROUP($count) } examples are too many; the limit is { GROUP($examples) }.
    .hint = Use a part of them, or the Python library, which has no such limit.
too-many-parameters = The model would have { GROUP($count) } weights and biases; the limit is { GROUP($parameters) }. Two neighbouring layers of n and m neurons have n · m weights between them.
    .hint = Make its layers narrower, such as 16, 16, 1, or use the Python library, which has no such limit.
step-too-large = A step would store { GROUP($rows) } examples × { GROUP($values) } values = { GROUP($rows2) } numbers; the limit is { GROUP($elements) }.
    .hint = Choose a smaller batch size, or a smaller model.
run-too-large = { GROUP($steps) } steps × { GROUP($rows) } examples × { GROUP($parameters) } parameters are { GROUP($steps2) } multiplications; the limit for one run is { GROUP($work) }.
    .hint = Use fewer steps, a smaller batch size or a smaller model.
event-not-number = `Last-Event-ID`, or `after`, is not the number of an event.
    .hint = Send the `id` of the last event that arrived, or leave it out.
pitfall-diverges = The loss diverges: it began to grow at step { $began }. This is the effect of the pitfall `{ $pitfall }`.
    .hint = Switch the pitfall off and run it again.
sweep-too-large = { $count } learning rates × { $count2 } widths are { $count3 } runs; the limit for one sweep is { $max_sweep_cells }.
    .cells = { $count } runs are requested; the limit for one sweep is { $max_sweep_cells }.
    .hint = Leave some of them out.
sweep-of-what = A sweep needs either `cells`, or `learning_rates` with or without `widths`.
    .hint = Give one of the two.
too-many-own-runs = Your address already has { $own } training runs in progress, which is the limit.
    .hint = End one of them, or wait until one has finished.
too-many-runs = This server already has { $count } training runs in progress, which is the limit.
    .hint = Try again in a minute.
no-run = There is no such training run: it was ended, it made room for others, it had no listener for { $training_grace_seconds } seconds, or the server was restarted.
    .hint = Start it again, from its checkpoint if you have one.
start-again-soon = Start the run again in a moment, from its checkpoint if you have one.
run-too-long = The run has computed for { $most_seconds } seconds, which is the limit.
    .hint = Continue from its checkpoint, use fewer steps, or make the model smaller.
run-failed = Something went wrong on our side, and the run has stopped.
    .hint = Start it again, from its checkpoint if you have one; if it happens again, please report it.
run-ended = This training run has ended ({ $outcome }), so it can neither be paused nor continued.
    .hint = Start another; to continue where it ended, start from its checkpoint with more steps.
it-takes = It takes { $known }.
it-takes-none = It takes none.
no-such-number = `{ $name }` has no numeric setting called `{ $name2 }`.
switch-not-number = `{ $name }` of { $name2 } is a switch, not a number.
    .hint = Write true or false.
no-such-choice = There is no { $kind } called `{ $name }`; the choices are { $records }.
use-one-of-these = Use one of these.
table-of-examples = The table of examples
list-of-targets = The list of targets
examples-and-targets = The examples have the shape { $shape } and the targets { $shape2 }, but each example must be a row with one target.
    .hint = Give n rows of equal length and n targets.
classes-numbered = The targets are { $some }, but classes are numbered 0 to { $classes }, and at least two of them must occur.
    .hint = Number the classes from 0, and give examples of at least two.
held-out-empty = Holding out { $held_out } of { $count ->
    [one] { $count } example
   *[other] { $count } examples
} leaves one part empty.
    .hint = Hold out a fraction such as 0.2.
grid-over-plane = A grid needs two features, but the examples have the shape { $shape }.
    .hint = Use examples with two features each.
descent-of-list = { $name } is a list, but a descent path needs single numbers.
    .hint = Give each element of { $name } its own name.
descent-of-tensor = Descent needs a function with one value, but this one has the shape { $shape }.
    .hint = Take its sum or mean.
the-example = The example
loss-not-a-number = The loss or its gradient is not a number at step { $step }, before any training (the loss is { $loss }): for at least one example a value overflows, or a function is outside its domain.
    .hint = Look at single examples, start from other parameters, or scale the data.
loss-runs-away = The loss diverges: it began to grow at step { $began }, and at step { $step } it is { $loss }. With the learning rate { $learning_rate } each update overshoots the minimum and ends higher on the other side.
    .at-once = The loss diverges: it is already { $loss } at step { $step }. With the learning rate { $learning_rate } each update overshoots the minimum and ends higher on the other side.
    .hint = Try the learning rate { $suggestion }.
loss-of-classes = { $name } needs classes, but these targets are numbers.
loss-of-two-classes = { $name } needs two classes, but there are { $classes }.
loss-shapes = The predictions have the shape { $predictions } and the targets { $targets }: broadcasting would silently compare each prediction with every target.
    .hint = Give both the same shape; `.reshape(...)` drops an axis of length 1.
no-text-of-its-own = A { $name } cannot be written as program text.
    .hint = Write it as a program.
output-without-name = The program's output has neither a name nor its own line, so its loss cannot be added after it.
    .hint = Give the output a name, as in `prediction = …`.
parameter-of-one = `{ $min }` is a parameter of only one of the two: the numbers belong to another model.
parameter-shape = `{ $name }` has the shape { $shape }, but the numbers for it have { $shape_of }.
    .hint = Build the model with the sizes it had when it was saved.
no-activation = `{ $name }` is not an activation: an activation takes one number and returns one, such as tanh, relu or sigmoid.
    .hint = Did you mean `{ $guess }`? `{ $linear }` is the activation that changes nothing.
empty-layer = A network of { $inputs ->
    [one] { $inputs } input
   *[other] { $inputs } inputs
} and layers of { $outputs } neurons has an empty layer: nothing gets through.
    .hint = Give at least one input, and at least one neuron to each layer, as in MLP(3, [4, 4, 1]).
option-by-two-names = `{ $theirs }` and `{ $ours }` are the same option.
    .hint = Give one of the two.
option-pair = `betas` must be two numbers, for the mean of the gradients and of their squares, not { $given }.
    .hint = Write `betas=(0.9, 0.999)`.
optimizer-state = The saved state of { $get } does not fit { $name } with { $size } numbers.
    .hint = Use the optimiser and the model with which the run began.
nothing-learns = Every input of the program is a feature ({ $features }), so there is nothing to learn.
    .hint = To learn a number, use a name that is not a feature, as in `w*x + b`.
program-features = The program has { $count ->
    [one] { $count } feature
   *[other] { $count } features
}, but the examples have { $count2 ->
    [one] { $count2 } number
   *[other] { $count2 } numbers
} each.
    .hint = Name as many features as a row has numbers; they are now { $features }.
rule-in-training = `{ $name }` has its own derivative rule, which works in a single run of the program but not in training.
    .hint = Write it with operations for the training, or train within the program, in a loop.
checkpoint-settings = The checkpoint is from a run with { $settings }, but this one has { $settings2 }, so it would continue differently.
    .hint = Create the training with the settings of the checkpoint.
last-layer = { $name } compares { $each }, but the last layer has { $outputs ->
        [one] { $outputs } neuron
       *[other] { $outputs } neurons
    }.
    .hint = Give the last layer { $wanted ->
            [one] { $wanted } neuron
           *[other] { $wanted } neurons
        }, or choose another loss.
no-example = There is no example { $index }: there are { $count } of them, numbered from 0.
    .none = There is no example { $index }: there are { $count } of them.
out-of-range = `{ $name }` of { $owner } is { $meaning }: a number from { $low } to { $high }.
    .whole = `{ $name }` of { $owner } is { $meaning }: a whole number from { $low } to { $high }.
    .hint = Write { $name } { $default }, its default value, or another number in that range.
weights-for-inputs = This { $what } has { $wanted ->
    [one] { $wanted } input
   *[other] { $wanted } inputs
}, but { $given ->
    [one] { $given } weight is given
   *[other] { $given } weights are given
}: each input needs its own weight.
    .numbers = This { $what } has { $wanted ->
        [one] { $wanted } input
       *[other] { $wanted } inputs
    }, but { $given ->
        [one] { $given } number is given
       *[other] { $given } numbers are given
    }: each input needs its own weight.
    .hint = Give { $wanted }, or build the { $what } with { $given ->
        [one] { $given } input
       *[other] { $given } inputs
    }.
frozen-parameter = The model has no parameter `{ $name }` to freeze.
    .hint = Its parameters are { $names }.
frozen-path = `{ $name }` has no element { $path }: its shape is { $shape }.
    .hint = Give at most as many indices as `{ $name }` has axes, each from 0 to less than its length.
