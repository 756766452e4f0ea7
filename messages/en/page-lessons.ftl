## What a lesson's page says while it is read.

lesson-contents = Pages of this lesson
lesson-turning = Back and next
lesson-previous = Back
lesson-page-of = Page { $page } of { $count }
lesson-next = Next
lesson-closed = The rest of this page opens when you have answered. A guess is enough.
lesson-edit-copy = Change a copy of it
lesson-your-answer = Your answer
lesson-check-answer = Check
lesson-hint = Hint
lesson-show-answer = Show the answer
lesson-right = Right.
lesson-not-yet = Not yet.
lesson-being-marked = Saved here. It is checked as soon as the server receives it.
lesson-predicted-otherwise = The result is different. Read on and see why, then try again.
lesson-choose-one = Choose an answer first.
lesson-type-number = Type a number, such as 2.5 or −3.
lesson-answer-is = The answer is { $answer }.
lesson-goal-reach = Your turn: make `{ $shown }` equal to { $wanted }.
lesson-goal-below = Your turn: bring `{ $shown }` below { $wanted }.
lesson-goal-above = Your turn: bring `{ $shown }` above { $wanted }.
lesson-goal-reached = Done.
lesson-start-again = Start again
lesson-open-studio = Open in the training studio
lesson-program = Program
lesson-sliders = Inputs
lesson-graph-of = Graph of { $program }
lesson-next-key = Next page (→)
lesson-progress = Your progress
lesson-finished = Done
lesson-questions-right = { $right } of { $count } questions right
lesson-end-all = All { $count } questions are right.
lesson-end-some = { $right } of { $count } questions are right.
lesson-end-again = Look at these pages again:
lesson-pages-read = { $read } of { $pages } pages read

## The editor of lessons.

lesson-insert = Insert
lesson-insert-page = Page
    .about = A heading, which begins a page
lesson-insert-graph = Graph
    .about = A program as a live graph
lesson-insert-question = Number
    .about = A numeric question; the engine computes the answer
lesson-insert-choice = Choice
    .about = A question with answers to choose from
lesson-insert-run = Training
    .about = A run of the training studio
lesson-insert-shown = From the playground
    .about = The graph that the playground in this browser shows now
lesson-file = Lesson
lesson-new = New
    .about = Start another lesson; this one stays in Drafts
lesson-open-file = Open…
    .about = A Markdown file; or drop one on this page
lesson-save-file = Save
    .about = As a Markdown file (Ctrl+S)
lesson-copy-link = Copy link
    .about = A link that contains the whole lesson
lesson-drafts = Drafts
lesson-untitled = Untitled
lesson-link-copied = Link copied. It opens this lesson.
lesson-link-too-long = The lesson is too long for a link ({ $longest } characters). Save it as a file.
lesson-link-broken = The lesson in this link cannot be read. Part of the link may be missing.
lesson-nothing-shown = The playground in this browser has no graph yet.
lesson-edit-ready = { $pages ->
        [one] One page
       *[other] { $pages } pages
    }, { $figures ->
        [one] one number
       *[other] { $figures } numbers
    } computed. No mistakes.
lesson-edit-more = { $count ->
        [one] One more mistake
       *[other] { $count } more mistakes
    }, underlined in the text.
lesson-shared-wrong = { $count ->
        [one] One mistake in this lesson’s text: the affected part is left out.
       *[other] { $count } mistakes in this lesson’s text: the affected parts are left out.
    }
lesson-new-title = A new lesson
lesson-new-summary = What it is about, in one sentence.
lesson-new-page = A new page
lesson-new-text = One idea.
lesson-new-question = What is the gradient of `a`?
lesson-new-hint = a is used twice
lesson-new-answer = right
lesson-new-wrong = That is the contribution of the product alone.
lesson-new-right = One contribution for each use.
lesson-new-choice = What do you expect?
lesson-new-choice-right = The right answer.
lesson-new-choice-wrong = A wrong answer.

## A lesson in class.

in-class-way = Progress through the lesson
in-class-sending = Sending …
in-class-stored = Your answer is stored.
in-class-paused = A short pause. Look up, please.
in-class-own = At your own pace
in-class-together = Together
in-class-over = This class is over.
in-class-thanks = Thank you for taking part.
in-class-more = More lessons
in-class-pull = Bring everyone here
in-class-let-go = Own pace
in-class-go-on = Continue
in-class-pause = Pause
in-class-first = From page
in-class-last = To page
in-class-dashboard = Where everyone is
in-class-names = Show names
in-class-hide = Hide from all
in-class-reveal = Show to all
in-class-question = Question { $question }
in-class-question-state = Question { $question }: { $state }
in-class-student = Student { $guest }
in-class-students = { $count ->
        [one] One student
       *[other] { $count } students
    }
in-class-on-page = Page
in-class-answers = { $count ->
        [one] One answer
       *[other] { $count } answers
    }
in-class-other-answers = { $count ->
        [one] One other answer
       *[other] { $count } other answers
    }
in-class-compared = Answers from the class
in-class-side-by-side = Show the chosen answers to all
in-class-hide-answers = Hide these answers
in-class-open-screen = See the screen of { $name }
in-class-screen = A student’s screen
in-class-screen-of = { $name } · page { $page } of { $count }
in-class-notes = Notes for this page
in-class-no-notes = This page has no notes.
in-class-next = Next: { $title }
in-class-last-page = This is the last page.
remote-over = This remote control is not connected to a class. Scan the code on the teacher’s screen again.
lesson-start = Start
lesson-go-on = Continue
lesson-teach = Teach it
