# What stands in the HTML of the pages before they draw anything.
page-title = Backpass: watch gradients flow
page-description = Type an expression; see its computational graph and watch every gradient arrive, step by step.
page-skip = Skip to the graph
page-skip-explanation = Skip to the explanation
page-examples = Examples
page-training = Training
header-pages = Pages
header-learn = Learn
header-train = Train
header-join = Join
header-join-class = Join a class
header-code = code
    .label = Code of the class
header-present = Present
header-share = Share
page-view = View
language-name = English
page-menu = Menu
page-share = Share and export
page-open-in = Open in Backpass
page-program = Program
page-printed = Printed lines
page-own-engine = Your own engine
page-problems = Problems
page-program-height = Height of the program
page-inputs = Inputs
page-gradient = gradient
page-program-width = Width of the program
page-graph = Computational graph
page-explanation = Explanation
page-ways = Detailed views
page-no-script = Backpass draws in the browser, so it needs JavaScript. Without it, you can use the API:
studio-page-title = Backpass: watch a network learn
studio-page-description = Train a network in the browser, watch its decision regions, weights and losses evolve, and open the computational graph of any point at any step.
studio-page-brand = Backpass: training studio
studio-page-skip = Skip to the plot
studio-page-point = Chosen point
studio-page-run = Timeline of the run
studio-page-curves = Curves
studio-page-set-up = Setup
studio-page-no-script = The studio draws in the browser, so it needs JavaScript. Without it, you can train with the API:
preview-picture = The computational graph of { $title }, with its values and gradients
preview-not-found = There is no program at this address.
oembed-json-only = This server answers oEmbed as JSON only: leave format out, or ask for format=json.
oembed-size = maxwidth and maxheight must be positive integers (pixels).
embed-unreachable = The server that draws this graph does not answer.

# A page in the place of one that is not there.
refusal-title = Page not found
refusal-title-method = Method not allowed
refusal-advice = The address may be mistyped, or the link may be out of date. Check the spelling, or continue from here:
refusal-skip = Skip to the error
refusal-api = API documentation

## The guide and the description of the API.

docs-skip = Skip to the text
docs-guide = Guide
docs-search = Search the guide
docs-contents = Contents
docs-found = { $count ->
    [0] Nothing found for “{ $wanted }”
    [one] 1 section about “{ $wanted }”
   *[other] { $count } sections about “{ $wanted }”
  }
docs-required = required
docs-parameters = Parameters
docs-body = Body
docs-token = Token
docs-request = Try it
docs-send = Send
docs-answer = Fields of the answer
docs-answers = Answers
