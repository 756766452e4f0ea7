## Lessons: their pages, and what can be wrong in a lesson's file.

lesson-shelf = Lessons
lesson-shelf-about = A course on gradients in short lessons. Every graph in it is live: move it, play it, break it. Predict first, then look.
lesson-shelf-kept = Your progress is kept in this browser only.
lesson-minutes = { $minutes } min
lesson-level = Level { $level }: { $named }
lesson-level-1 = no calculus needed
lesson-level-2 = after the first lessons
lesson-level-3 = advanced
lesson-pages = { $count ->
    [one] { $count } page
   *[other] { $count } pages
}
lesson-next-lesson = Next lesson: { $title }
lesson-to-shelf = All lessons
lesson-end = Looking back
lesson-print = Print the whole lesson
lesson-print-now = Print
lesson-playground = Playground
lesson-sources = Sources
lesson-skip = Skip to the lesson
lesson-question-title = Question
lesson-predict-title = Predict first
lesson-choose = Choose one
lesson-no-script = Without JavaScript the text, the programs and the numbers can be read, but nothing moves.
lesson-not-found = There is no lesson page at this address.

## The editor of lessons.

lesson-edit = Write a lesson
lesson-edit-about = Type Markdown and see the lesson live, with every mistake marked.
lesson-edit-tools = Tools
lesson-text = Text of the lesson
lesson-preview = The page as readers see it
lesson-shared = A shared lesson

lesson-shelf-own = Lessons of this school
lesson-own-taken = There is another lesson called `{ $name }`.
    .hint = Give this file another name.
lesson-own-name = This file name cannot be used in a URL.
    .hint = Use lowercase letters, digits and single hyphens, as in `01-our-lesson.md`.
lesson-own-outside = This file is not in the folder: it links elsewhere.
    .hint = Put the file itself into the folder.
lesson-own-coding = This byte is not valid UTF-8.
    .hint = Save the file as UTF-8.
lesson-own-unreadable = This file cannot be read.
    .hint = Give the server permission to read it.
lesson-figure-unknown = the program has no `{ $name }`
lesson-figure-differs = the text says { $typed }, the engine computes { $computed }
lesson-figure-no-gradient = `{ $name }` gets no gradient
lesson-too-long = This lesson has { GROUP($count) } characters; the limit is { GROUP($longest) }.
    .hint = Split it in two.
lesson-fence = This is not a block: its fence line contains a backtick.
    .hint = In an option, put a figure between braces.
lesson-empty = This lesson has no page.
    .hint = Write a level-2 heading and some text below it.
lesson-matter-missing = The lesson does not begin with front matter.
lesson-matter-long = The front matter is longer than { GROUP($longest) } characters.
lesson-matter-broken = The front matter is not valid YAML: { $error }.
lesson-matter-unreadable = The front matter cannot be read as YAML.
lesson-matter =
    .hint = Begin with a line `---`, then `title`, `summary`, `language`, `minutes` and `level`, one per line, then `---`.
lesson-matter-unknown = A lesson has no field `{ $name }`.
lesson-matter-fields = Its fields are { $fields }.
lesson-matter-value = The value of `{ $name }` is not valid.
lesson-matter-lacks = The field `{ $name }` is missing.
lesson-write-option = Write it as `{ $example }`.
lesson-open-quote = A quotation mark is not closed.
    .hint = Put the value in double quotes, as in `caption="A product"`.
lesson-unknown-option = A `{ $kind }` block has no option `{ $name }`.
lesson-did-you-mean = Did you mean `{ $name }`?
lesson-options-are = Its options are { $options }.
lesson-option-missing = This `{ $kind }` block has no `{ $name }`.
lesson-option-twice = The option `{ $name }` is repeated.
    .hint = Keep one of the two.
lesson-option-no-value = The option `{ $name }` is a switch and takes no value.
lesson-option-value = The option `{ $name }` cannot be `{ $value }`.
lesson-picture = A lesson cannot show image files: its pictures are its live blocks, which have descriptions.
    .hint = Write a `backpass` block that draws the picture, with a caption.
lesson-link = The link to `{ $target }` does not work here.
    .hint = Link to a lesson by its name, to a path on this site that begins with `/`, or to a full `https` URL.
lesson-link-unknown = There is no lesson `{ $target }`.
    .hint = The lessons here are { $names }.
lesson-no-figure = `{ $expression }` has no value here: { $error }
lesson-figure =
    .hint = Write an expression about the program above, such as `grad(a)`, `L` or `a*b`.
lesson-not-a-number = `{ $expression }` is not one finite number.
lesson-many-blocks = A lesson has at most { $most } live blocks; the rest are ignored.
    .hint = Split the lesson.
lesson-training-body = A training block must be empty.
    .hint = Leave the lines between its fences empty: `preset` selects the run.
lesson-bound-no-goal = `{ $name }` says when a goal is reached, but this block has no goal.
lesson-goal-bounds = A goal needs exactly one of `reach`, `below` and `above`.
lesson-goal =
    .hint = Write for example `goal=grad(x) reach=0 within=0.05`.
lesson-goal-holds = This goal is reached before the reader does anything.
    .hint = Start with other numbers.
lesson-plot-no-graph = `{ $name }` is about the graph, and this block draws a curve in its place.
    .hint = Leave `{ $name }` out, or leave `plot` out to draw the graph.
lesson-plot-no-play = A curve has no timeline to play.
    .hint = Write `controls=sliders` or `controls=none`, or leave `controls` out.
lesson-plot-hides = A curve cannot hide a value: it shows them all.
    .hint = Write `hide=grad`, which leaves out the tangent, or draw the graph.
lesson-plot-array = The program’s output is an array, which has no curve.
    .hint = End the program with one number, such as a sum.
lesson-plot-no-input = `{ $name }` is not an input with one number of its own.
    .hint = A curve is drawn over one or two of these: { $names }.
lesson-rate-no-plot = `rate` is the learning rate of a walk down a curve, and this block has no curve.
    .hint = Add for example `plot=x`.
lesson-step-beyond = There is no step `{ $step }`: the timeline has { $count } steps.
    .hint = Count from the start, or write `forward`, `backward-1` or `end`.
lesson-no-node = The program has no node called `{ $name }`.
    .hint = Its names are { $names }.
lesson-no-edge = No edge leads from `{ $source }` to `{ $target }`.
    .hint = An edge goes from a value to what is computed from it directly.
lesson-question-empty = The question has no text.
    .hint = Write the question between the fences, then a list of answers if it has any.
lesson-answer-empty = This answer has no text.
lesson-answer-unmarked = The answer “{ $answer }” is marked neither right nor wrong.
lesson-answer =
    .hint = Begin a right answer with `- [x] ` and a wrong one with `- [ ] `; put the feedback in a list below it.
lesson-choice-count = A multiple-choice question needs 2 to { $longest } answers, in words.
lesson-choice-right = Exactly one answer must be right; { $count } are marked right.
lesson-choice-of = Multiple-choice questions compute nothing.
    .hint = Leave `of` out, or write `kind=number`.
lesson-number-of = A number question needs the option `of`.
    .hint = Write for example `kind=number of=grad(a)`; the engine computes the answer.
lesson-number-choice = A wrong answer to a number question is an expression in backticks.
    .hint = For example, write a list item with `b` in backticks, and below it the feedback for that answer.
lesson-wrong-is-right = The wrong answer `{ $expression }` equals the right one.
    .hint = Change the numbers in the program so that the two differ.

lesson-option-backpass-caption = One sentence that says what the picture shows; it is also the description for screen readers.
lesson-option-backpass-continue = Continues the program of the previous block.
lesson-option-backpass-step = The timeline position: `start`, `forward` (after the forward pass), `backward-1` (after the first step back), `end`, or a number of steps.
lesson-option-backpass-select = The node, or the edge as `a->L`, that is selected.
lesson-option-backpass-controls = The controls: the timeline (`play`), the inputs (`sliders`), or `none`.
lesson-option-backpass-hide = What to hide: all gradients (`grad`), or one number of a node, as `b.grad` or `b.value`.
lesson-option-backpass-overlay = Colours the nodes by role or by health.
lesson-option-backpass-view = The graph, or the table of the same numbers.
lesson-option-backpass-plot = Draws, in place of the graph, the curve of the output over this input, with its tangent; over two inputs, lines of equal value with the gradient.
lesson-option-backpass-rate = Walks down the curve with this learning rate, which the reader can move from 0.01 to 1.
lesson-option-backpass-direction = Draws the graph to the right or down.
lesson-option-backpass-operations = Draws operations as separate nodes.
lesson-option-backpass-forward = Shows forward mode for these inputs after the backward pass.
lesson-option-backpass-pitfall = Makes a deliberate mistake: gradients that overwrite, are left over, arrive in the wrong order, or stay broadcast.
lesson-option-backpass-ranges = Minimum, maximum and step of each slider, by name.
lesson-option-backpass-edit = The reader may change the program.
lesson-option-backpass-beside = Appears beside the previous block if there is room.
lesson-option-backpass-goal = The quantity in the goal, such as `grad(x)` or `value(L)`.
lesson-option-backpass-reach = The number that the goal has to reach.
lesson-option-backpass-within = The tolerance.
lesson-option-backpass-below = The number that the goal has to be below.
lesson-option-backpass-above = The number that the goal has to be above.
lesson-option-backpass-done = The message when the goal is reached.
lesson-option-question-kind = A `number` or a `choice`.
lesson-option-question-of = The number asked for: the engine computes it.
lesson-option-question-within = The tolerance (default: half a percent).
lesson-option-question-hint = A hint; several are shown one at a time.
lesson-option-question-predict = Hides the rest of the page until there is an answer.
lesson-option-training-caption = What it shows, in one sentence.
lesson-option-training-preset = A training studio preset.
lesson-option-training-steps = The number of steps.
lesson-option-training-show = The decision boundary, the loss curve, or both.

## A lesson in class.

lesson-defect = This could not be read because of an error in Backpass.
    .hint = Please report it with these lines; another wording may work.
lesson-in-class = A lesson in class
in-class-unread = The questions of this lesson could not be read.
    .hint = Try again in a moment.
in-class-no-lesson = This class has no lesson.
    .hint = Start one with “Teach it” on the lessons page.
in-class-page-closed = Page { $page } is not open now.
    .hint = The teacher chooses which pages are open.
in-class-unknown-lesson = There is no such lesson on this server.
    .hint = Choose one from `/learn`, or send its text.
in-class-wrong-lesson = The lesson has a mistake on line { $line }, column { $column }: { $message }
in-class-no-question = The lesson has no question `{ $question }`.
    .hint = Name a question by its page and its number there, as `2.3`.

cli-lesson = lesson tools
    .description = Checks lessons: programs run, questions have answers, links work, pictures have descriptions.
cli-lesson-check = check lessons before they are taught
    .description = Checks every file and prints a table: pages, blocks, questions, figures computed. Exits with status 2 if something is wrong.
cli-lesson-files = lessons, in Markdown
cli-lesson-columns = file, pages, graphs, questions, runs, figures, minutes, result
cli-lesson-right = ready
cli-lesson-wrong = { $count ->
        [one] { $count } mistake
       *[other] { $count } mistakes
    }
cli-lesson-place = { $file }:{ $line }:{ $column }: { $message }
lesson-hint-output = `{ $name }` is the output itself: how much does it change when it changes?
lesson-hint-unused = `{ $name }` does not lead to the output: how much does the output change when it changes?
lesson-hint-one-use = `{ $name }` is used once. Multiply the upstream gradient there by the local derivative.
lesson-hint-uses = `{ $name }` is used { $count } times. Each use sends back its upstream gradient times its local derivative: work out each one, then add.
lesson-hint-value = Go forward line by line: work out what `{ $name }` is computed from, with the numbers put in.
lesson-hint-from-gradient = Work out the gradient of `{ $name }` first; then do what the question asks with it.
lesson-hint-put-in = Replace each name with its number, then work it out one operation at a time.
lesson-hint-step-by-step = Write down the numbers in the question, then what a single step does with them.
