## Lessons: their pages, and what can be wrong in a lesson's file.

lesson-shelf = Lessons
lesson-shelf-about = A course on gradients in short lessons. Every graph in it is live: move it, play it, break it. Predict first, then look.
lesson-shelf-kept = How far you have come is kept in this browser only.
lesson-minutes = { $minutes } min
lesson-level = Level { $level }: { $named }
lesson-level-1 = no calculus needed
lesson-level-2 = after the first lessons
lesson-level-3 = advanced
lesson-pages = { $count } pages
lesson-next-lesson = Next lesson: { $title }
lesson-to-shelf = All lessons
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
lesson-edit-about = Type Markdown and see the lesson live, with every mistake at its place.
lesson-edit-tools = Tools
lesson-text = Text of the lesson
lesson-preview = The page as readers see it
lesson-shared = A shared lesson

lesson-shelf-own = Lessons of this school
lesson-own-taken = There is another lesson called `{ $name }`.
    .hint = Give this file another name.
lesson-own-name = The name of this file cannot be an address.
    .hint = Use small letters, digits and single hyphens, as in `01-our-lesson.md`.
lesson-own-outside = This is no file of the folder: it leads elsewhere.
    .hint = Put the file itself into the folder.
lesson-own-coding = There is a byte here that is not UTF-8.
    .hint = Save the file as UTF-8.
lesson-own-unreadable = This file cannot be read.
    .hint = Let the server read it.
lesson-figure-unknown = the program has no `{ $name }`
lesson-figure-differs = { $typed } was typed, and the engine computes { $computed }
lesson-figure-no-gradient = `{ $name }` gets no gradient
lesson-too-long = This lesson has { GROUP($count) } characters, and { GROUP($longest) } are the most.
    .hint = Make two lessons of it.
lesson-fence = This block is none: the line of its fence has a backtick in it.
    .hint = Write a figure in an option between braces.
lesson-empty = This lesson has no page.
    .hint = Write a heading of the second level and some text below it.
lesson-matter-missing = The lesson does not begin with its title and language.
lesson-matter-long = What stands before the text is longer than { GROUP($longest) } characters.
lesson-matter-broken = What stands before the text is not YAML: { $error }.
lesson-matter-unreadable = What stands before the text cannot be read as YAML.
lesson-matter =
    .hint = Begin with a line `---`, then `title`, `summary`, `language`, `minutes` and `level`, each on a line, then `---`.
lesson-matter-unknown = A lesson has no field `{ $name }`.
lesson-matter-fields = Its fields are { $fields }.
lesson-matter-value = The value of `{ $name }` does not fit.
lesson-matter-lacks = The field `{ $name }` is missing.
lesson-write-option = Write it as `{ $example }`.
lesson-open-quote = A quotation mark is opened and not closed.
    .hint = Put the value between two double quotes, as in `caption="A product"`.
lesson-unknown-option = A block `{ $kind }` has no option `{ $name }`.
lesson-did-you-mean = Did you mean `{ $name }`?
lesson-options-are = Its options are { $options }.
lesson-option-missing = This block `{ $kind }` has no `{ $name }`.
lesson-option-twice = The option `{ $name }` stands here twice.
    .hint = Keep one of the two.
lesson-option-no-value = The option `{ $name }` is a switch and takes no value.
lesson-option-value = The option `{ $name }` cannot be `{ $value }`.
lesson-picture = A lesson cannot show picture files: its pictures are its live blocks, which have descriptions.
    .hint = Write a `backpass` block that draws what is to be seen, with a caption.
lesson-link = The link to `{ $target }` leads nowhere from here.
    .hint = Link to another lesson by its name, to a page of this site that begins with `/`, or to a whole `https` address.
lesson-link-unknown = There is no lesson `{ $target }`.
    .hint = The lessons here are { $names }.
lesson-no-figure = `{ $expression }` has no value here: { $error }
lesson-figure =
    .hint = Write an expression about the program above, such as `grad(a)`, `L` or `a*b`.
lesson-not-a-number = `{ $expression }` is not one finite number.
lesson-many-blocks = A lesson has at most { $most } live blocks; the rest is left out.
    .hint = Make several lessons of it.
lesson-training-body = A training block has no text of its own.
    .hint = Leave the lines between its fences empty: what runs is declared by `preset`.
lesson-bound-no-goal = `{ $name }` says when a goal is reached, and this block has no goal.
lesson-goal-bounds = A goal needs exactly one of `reach`, `below` and `above`.
lesson-goal =
    .hint = Write for example `goal=grad(x) reach=0 within=0.05`.
lesson-goal-holds = This goal is reached before the reader does anything.
    .hint = Begin with other numbers.
lesson-step-beyond = There is no step `{ $step }`: the timeline has { $count } steps.
    .hint = Count from the start, or write `forward`, `backward-1` or `end`.
lesson-no-node = The program has no node called `{ $name }`.
    .hint = Its names are { $names }.
lesson-no-edge = No edge leads from `{ $source }` to `{ $target }`.
    .hint = An edge goes from a value to what is computed from it directly.
lesson-question-empty = The question has no text.
    .hint = Write the question between the fences, then a list of answers where it has any.
lesson-answer-empty = This answer has no text.
lesson-answer-unmarked = The answer “{ $answer }” is marked neither right nor wrong.
lesson-answer =
    .hint = Begin a right answer with `- [x] `, a wrong one with `- [ ] `, and put what is said to it into a list below it.
lesson-choice-count = A question with choices needs between 2 and { $longest } of them, in words.
lesson-choice-right = Exactly one choice is right, and here { $count } are marked so.
lesson-choice-of = A question with choices computes nothing.
    .hint = Leave `of` out, or write `kind=number`.
lesson-number-of = A question for a number has to say of what.
    .hint = Write for example `kind=number of=grad(a)`; the engine computes the answer.
lesson-number-choice = A wrong answer of a number question is an expression between backticks.
    .hint = Write for example a list item whose text is `b` between backticks, and below it what is said to whoever answers so.
lesson-wrong-is-right = The wrong answer `{ $expression }` is the right one.
    .hint = Change the numbers of the program, so that the mistake shows.

lesson-option-backpass-caption = What is to be seen, in a sentence: it stands below the picture and describes it to those who do not see it.
lesson-option-backpass-continue = Goes on with the program of the block before.
lesson-option-backpass-step = Where the timeline stands: `start`, `forward` (after the forward pass), `backward-1` (after the first step back), `end`, or a number of steps.
lesson-option-backpass-select = The node, or the edge as `a->L`, that is selected.
lesson-option-backpass-controls = What can be used: the timeline (`play`), the inputs (`sliders`), or `none`.
lesson-option-backpass-hide = What is not shown: all gradients (`grad`), or one number of a node, as `b.grad` or `b.value`.
lesson-option-backpass-overlay = Colours the nodes by role or by health.
lesson-option-backpass-view = The graph, or the table of the same numbers.
lesson-option-backpass-direction = Draws the graph to the right or down.
lesson-option-backpass-operations = Draws operations as nodes of their own.
lesson-option-backpass-forward = Shows forward mode for these inputs after the backward pass.
lesson-option-backpass-pitfall = Makes a mistake on purpose: gradients that overwrite, that are left over, that come in the wrong order, that stay stretched.
lesson-option-backpass-ranges = Where sliders begin and end, and their step, by name.
lesson-option-backpass-edit = The reader may change the program.
lesson-option-backpass-beside = Stands beside the block before it, where there is room.
lesson-option-backpass-goal = What the reader has to make true, about `grad(x)` or `value(L)`.
lesson-option-backpass-reach = The number that the goal has to reach.
lesson-option-backpass-within = How near is near enough.
lesson-option-backpass-below = The number that the goal has to be below.
lesson-option-backpass-above = The number that the goal has to be above.
lesson-option-backpass-done = What is said when the goal is reached.
lesson-option-question-kind = A `number` or a `choice`.
lesson-option-question-of = What the number is: the engine computes it.
lesson-option-question-within = How near is near enough; half a percent where nothing is said.
lesson-option-question-hint = A hint; several come one after the other.
lesson-option-question-predict = The rest of the page stays closed until there is an answer.
lesson-option-training-caption = What is to be seen, in a sentence.
lesson-option-training-preset = A run of the training studio.
lesson-option-training-steps = How many steps it takes.
lesson-option-training-show = The boundary between the classes, the loss against the steps, or both.

## A lesson in class.

lesson-defect = This could not be read, and the fault is ours.
    .hint = Please report it with these lines. Written otherwise it may work.
lesson-in-class = A lesson in class
in-class-no-lesson = This class has no lesson.
    .hint = Begin one with “Teach it” on the page of the lessons.
in-class-page-closed = Page { $page } is not open now.
    .hint = The teacher chooses which pages are open.
in-class-unknown-lesson = There is no such lesson on this server.
    .hint = Choose one of those at `/learn`, or send its text.
in-class-wrong-lesson = The lesson has a mistake in line { $line }, column { $column }: { $message }
in-class-no-question = The lesson has no question `{ $question }`.
    .hint = A question is named by its page and its place there, as `2.3`.

cli-lesson = look after lessons
    .description = Checks lessons: programs run, questions have answers, links lead somewhere, pictures have descriptions.
cli-lesson-check = check lessons before they are taught
    .description = Checks every file and prints a table: pages, blocks, questions, figures computed. The exit status is 2 where something is wrong.
cli-lesson-files = lessons, in Markdown
cli-lesson-columns = file, pages, graphs, questions, runs, figures, minutes, result
cli-lesson-right = ready
cli-lesson-wrong = { $count ->
        [one] { $count } mistake
       *[other] { $count } mistakes
    }
cli-lesson-place = { $file }:{ $line }:{ $column }: { $message }
lesson-hint-output = `{ $name }` is the result itself: by how much does it move when it moves?
lesson-hint-unused = `{ $name }` does not lead to the result: by how much does the result move when it moves?
lesson-hint-one-use = `{ $name }` is used once. Take what arrives there from behind, times the local slope.
lesson-hint-uses = `{ $name }` is used { $count } times. Each use sends back what arrives there times its local slope: work them out one by one, then add.
lesson-hint-value = Go forward: work out, line by line, what `{ $name }` is computed from, and put the numbers in.
lesson-hint-from-gradient = Work out the gradient of `{ $name }` first; then do with it what the question says.
lesson-hint-put-in = Write the number of each name in its place, then work it out one operation after the other.
lesson-hint-step-by-step = Write down which numbers the question gives, then what a single step does with them.
