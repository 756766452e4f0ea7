# What stands in the HTML of the pages before they draw anything.
page-title = Backpass: watch gradients flow
page-description = Type an expression; see its computational graph and watch every gradient arrive, step by step.
page-skip = Skip to the graph
page-skip-explanation = Skip to the explanation
page-examples = Examples
page-training = Training
page-class = Class
page-view = View
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
page-ways = Ways to look closer
page-no-script = Backpass draws in the browser, so it needs JavaScript. Without it, the API answers all the same:
studio-page-title = Backpass: watch a network learn
studio-page-description = Train a network in the browser, watch its decision regions, weights and losses evolve, and open the computational graph of any point at any step.
studio-page-brand = Backpass: training studio
studio-page-skip = Skip to the picture
studio-page-presets = Presets
studio-page-playground = Playground
studio-page-point = Chosen point
studio-page-run = Timeline of the run
studio-page-curves = Curves
studio-page-set-up = Set-up
studio-page-no-script = The studio draws in the browser, so it needs JavaScript. Without it, the API trains all the same:
preview-picture = The computational graph of { $title }, with its values and gradients
preview-not-found = There is no program at this address.
oembed-json-only = This server answers oEmbed as JSON only: leave format out, or ask for format=json.
oembed-size = maxwidth and maxheight are whole numbers of pixels above 0.
embed-unreachable = The server that draws this graph does not answer.

# A page in the place of one that is not there.
refusal-title = There is no such page
refusal-title-method = This address does not answer this method
refusal-advice = The address may be mistyped, or the link may be older than the page. Check how it is spelled, or go on from here:
refusal-skip = Skip to what is wrong
refusal-api = API documentation
