more-problems = Il y a au moins { $more ->
    [one] { GROUP($more) } autre problème
   *[other] { GROUP($more) } autres problèmes
} dans ce texte.
    .hint = Corrigez les premiers, puis voyez ce qui reste.
notebook-command = C’est une commande pour un notebook ou un terminal ; elle ne fait rien ici.
keyword-as-name = `{ $word }` est un mot réservé de Python et ne peut pas être un nom.
    .hint = Choisissez un autre nom, par exemple `{ $instead }`.
keyword-not-here = `{ $text }` est un mot de Python que les programmes n’ont pas à cet endroit.
    .hint = Écrivez le calcul sous forme d’affectations, une par ligne.
keyword-try = `try:` est sur une ligne à part, avec `except` ou `finally` en dessous.
keyword-global = Passez les valeurs comme paramètres et rendez-les avec `return`.
keyword-yield = `yield` est au début d’une ligne dans une fonction ; ce qui est envoyé à un générateur n’est pas lu.
keyword-del = Supprimez-le ; rien n’a besoin d’être libéré ici.
keyword-raise = Supprimez-le, ou utilisez `assert`.
keyword-if = Écrivez `a if condition else b`, ou `if condition:` sur une ligne à part.
keyword-else = Écrivez `a if condition else b`, ou `else:` sur une ligne à part.
keyword-for = Écrivez `[f(x) for x in xs]` entre crochets, ou `for x in xs:` sur une ligne à part.
end-of-text = la fin du texte
stopped-at = Inattendu : { $shown }.
    .hint = Écrivez à cet endroit une valeur ou un opérateur, ou supprimez-le.
latex-closes-nothing = `{ $text }` ne ferme rien qui ait été ouvert.
    .hint = Supprimez-le, ou ouvrez ce qu’il ferme.
latex-environment = L’environnement LaTeX `{ $text }` n’est pas lu ici.
    .hint = Écrivez les cas sous la forme where(condition, a, b) et les matrices comme des listes. Sont lus : { $environments }.
latex-chain = De plusieurs signes d’égalité, on lit le premier membre de droite ; le reste est ignoré.
    .hint = Pour voir un autre membre, écrivez-le sur sa propre ligne.
latex-sample = `{ $text }` numérote un échantillon ; ce n’est pas une puissance.
    .hint = Donnez aux valeurs de l’échantillon des noms à part, `x_1`, `x_2`, ou écrivez-les dans une seule liste.
latex-indexed = `{ $name }` est un seul nom, et la somme parcourt son indice.
    .hint = Donnez les valeurs en liste, `{ $name } = [1.0, 2.0]`, et écrivez `sum({ $name }**2)` ; de même pour un produit, `prod({ $name })`.
latex-terms = Le texte ne dit pas combien de termes a cette somme : { GROUP($count) } sont écrits.
    .hint = Donnez-lui un nombre sur une ligne à part, `{ $letter } = 5`.
latex-bare-sum = Rien ne dit ce que { $text } parcourt ; il n’y aurait qu’un seul terme.
    .hint = Donnez un indice à ce qui s’ajoute, `{ $text } x_i y_i`, écrivez les bornes, `{ $text }_{"{"}i=1{"}"}^{"{"}3{"}"} x_i`, ou donnez plus haut des listes aux noms, `x = [1, 2, 3]`.
latex-numbered-inputs = Aucune valeur n’est donnée pour { $names } ; ce sont donc des entrées, avec des nombres entre 0 et 1.
    .hint = Donnez à chacun sa valeur, `{ $name } = 0.5`, ou à tous ceux d’une lettre une liste, `x = [0.1, 0.2, 0.3]`.
latex-free-index = `{ $name }` est l’un de `{ $first }` … `{ $last }`, et hors de la somme rien ne dit lequel.
    .hint = Mettez-le dans les parenthèses derrière la somme, ou écrivez celui qui est voulu : `{ $first }`.
latex-every-index = La formule vaut pour tout `{ $letter }` : `{ $name }` est lu comme `{ $first }`.
    .hint = Écrivez celui qui est voulu à la place de `{ $first }`.
latex-below = Ce qui est sous `{ $text }` n’est pas lu.
    .hint = Écrivez une somme avec ses bornes, comme `\sum_{"{"}i=1{"}"}^{"{"}3{"}"} i^2`, ou donnez les valeurs en liste et écrivez `sum(x)`.
latex-nabla = `{ $text }` demande le gradient, qui est de toute façon affiché à côté de chaque entrée.
    .hint = Écrivez la fonction elle-même : son gradient est affiché.
latex-asked = `{ $text }` demande autre chose qu’une valeur ou une dérivée, et c’est ce que Backpass calcule.
    .hint = Écrivez seulement l’expression qui suit.
latex-in = `{ $text }` dit de quelle sorte est un nom, ce qui ne se calcule pas.
    .hint = Enlevez cette ligne ; chaque nom est un nombre ou une liste de nombres.
latex-partial = `{ $text }` n’est lu que dans la dérivée d’un nom par un autre.
    .hint = Écrivez `\frac{"{"}\partial{"}"}{"{"}\partial x{"}"} (x^2 y)`, suivi de l’expression.
latex-two-signs = `{ $text }` donne deux valeurs, et une seule est calculée à la fois.
    .hint = Écrivez l’un des signes, `+` ou `-`.
latex-infinite = `{ $text }` n’est pas un nombre avec lequel calculer.
    .hint = Écrivez un nombre à sa place, par exemple 10 pour le dernier terme d’une somme.
latex-not-finite = Avec 1 pour { $names }, qui n’ont pas de valeur, cette formule n’a pas de valeur finie.
    .hint = Donnez des valeurs entre 0 et 1 : { $given }.
latex-arrays = Aucune valeur n’est donnée pour { $names } : des tableaux de nombres entre 0 et 1 les remplacent, des vecteurs pour les minuscules et des matrices pour les majuscules.
    .hint = Donnez à chacun sa valeur, `{ $name } = { $value }` ; une matrice est une liste de lignes.
latex-binomial = Les coefficients binomiaux ne sont pas parmi les opérations.
    .hint = Écrivez le quotient des produits.
asked-integrate = `{ $text }` demande une intégrale, et Backpass calcule des valeurs et des dérivées.
    .hint = Écrivez seulement l’expression pour sa valeur et sa dérivée : `{ $expression }`.
asked-solve = `{ $text }` demande une solution, et Backpass calcule des valeurs et des dérivées.
    .hint = Écrivez un côté moins l’autre, `{ $expression }`, et déplacez le curseur de x jusqu’à ce que la valeur soit 0 ; le signe de la dérivée montre le sens.
asked-plot = `{ $text }` demande une figure : chaque expression en a une, dans l’onglet « Courbe ».
    .hint = Écrivez seulement l’expression, `{ $expression }`, et ouvrez cet onglet.
asked-tangent = `{ $text }` demande une tangente, dont la pente est la dérivée.
    .hint = Écrivez `{ $expression }` et déplacez x jusqu’au point : sa valeur et son gradient donnent la droite, et l’onglet « Courbe » la trace.
asked-limit = `{ $text }` demande une limite, et Backpass calcule des valeurs et des dérivées.
    .hint = Écrivez seulement l’expression, `{ $expression }`, et approchez x du point.
asked-rewrite = `{ $text }` demande une autre forme d’une formule, et Backpass calcule des valeurs et des dérivées.
    .hint = Écrivez seulement l’expression pour sa valeur et sa dérivée : `{ $expression }`.
asked-optimize = `{ $text }` demande une valeur extrême, où le gradient est 0.
    .hint = Écrivez seulement l’expression, `{ $expression }`, et suivez le gradient : avec le curseur de x, ou dans le studio d’entraînement.
reads-thousands = `{ $text }` est lu comme le nombre { $number }.
reads-units = Les unités comme `{ $unit }` sont ignorées : les nombres sont calculés tels quels.
latex-character = Le caractère { $text } n’a pas de sens dans une formule.
latex-index = `{ $shown }` a un indice qui n’est pas lu.
    .hint = Écrivez-le avec des lettres et des chiffres, comme dans `x_{"{"}i+1{"}"}` ou `W_{"{"}ij{"}"}`.
did-you-mean-latex = Vouliez-vous dire `\{ $close }` ?
latex-function-name = Une fonction sans commande s’écrit \operatorname{"{"}name{"}"}(x).
latex-command = `{ $text }` n’est pas une commande LaTeX lue ici.
latex-no-argument = `{ $what }` n’est suivi d’aucun argument.
    .hint = Écrivez-le entre accolades, comme dans `{ $example }`.
latex-never-closed = `{ $what }` n’est jamais refermé.
    .hint = Refermez-le dans la même formule.
derivative-of-unknown = `{ $shown }` se lit comme la dérivée de `{ $what }` par rapport à `{ $by }`, mais aucune ligne ne dit ce qu’est `{ $what }`.
    .hint = Écrivez plus haut `{ $what } = …` avec `{ $by }` ; pour un quotient, donnez une valeur à `d{ $what }` et à `d{ $by }`.
derivative-of-nothing = `{ $shown }` n’est suivi de rien dont il pourrait être la dérivée.
    .hint = Écrivez `{ $shown } (x**2)`, avec votre expression.
derivative-reach = Jusqu’où va `{ $shown }` ? Ce qui suit pourrait appartenir à la dérivée ou venir après elle.
    .hint = Mettez tout ce qui est à dériver dans une seule paire de parenthèses : `{ $shown } (…)` ; ce qui vient après, dans une autre.
value-twice = `{ $name }` reçoit ici une valeur, et une autre ailleurs dans le programme.
    .hint = Gardez une seule des deux valeurs de `{ $name }`.
value-throughout = `{ $name }` vaut { $number } dans tout le programme, et pas seulement dans cette expression.
point-of-names = Le point n’a pas autant de coordonnées que l’expression a de noms.
    .hint = Écrivez laquelle est à qui : `at { $names }`.
derivative-by-what = On ne sait pas par rapport à quel nom dériver.
    .hint = Ajoutez-le après l’expression : `derivative of … with respect to x`.
sympy-symbols = Les symboles de SymPy sont ici des noms sans valeur, et chacun est une entrée.
pasted-page = Ceci ressemble à une page HTML, qui n’est pas un programme.
    .hint = Collez le programme ou la formule qu’elle contient.
pasted-prose = Ceci est un texte, non une formule ou un programme.
    .hint = Collez la formule dont il parle, comme `y = x**2`.
other-language-c = Ceci ressemble à du C, du C++ ou du Java ; ici, les programmes s’écrivent comme en Python.
    .hint = Écrivez la fonction `f(x) = x*x`, ou `def f(x):` avec `return`, et les valeurs sans type : `x = 2`.
other-language-javascript = Ceci ressemble à du JavaScript ; ici, les programmes s’écrivent comme en Python.
    .hint = Écrivez la fonction `f(x) = x*x`, ou `def f(x):` avec `return`.
other-language-blocks = Ceci ressemble à du JavaScript, du C ou du Java ; ici, les programmes s’écrivent comme en Python.
    .hint = Écrivez la ligne avec un deux-points et sans accolade, comme `for i in range(10):` ou `if x > 0:`, et en retrait au-dessous ce qui en dépend.
other-language-matlab = Ceci ressemble à du MATLAB ; ici, les programmes s’écrivent comme en Python.
    .hint = Écrivez la fonction `f(x) = x^2` et appelez-la : `f(3)`.
other-language-swift = Cela ressemble à du Swift ou à du Go, or les programmes s’écrivent ici comme en Python.
other-language-wolfram = Ceci est du Wolfram Language, dont les formules et `D[f, x]` sont lues.
    .hint = Écrivez la formule seule, `x^2 Sin[x]`, pour sa valeur et sa dérivée.
other-language-julia = Ceci ressemble à du Julia ; ici, les programmes s’écrivent comme en Python.
    .hint = Supprimez `using` et l’invite ; les fonctions s’écrivent `f(x) = x^2`, et les gradients sont de toute façon sur la page.
reads-cells = Ceci se lit comme une formule de tableur, dont les cellules sont des entrées.
foreign-comment = Ici, un commentaire commence par `#` ; `//` divise et arrondit vers le bas.
    .hint = Écrivez `#` à sa place.
foreign-sign = `{ $sign }` est un signe d’un autre langage ; ici, les programmes s’écrivent comme en Python.
    .hint = Écrivez `{ $written }`.
reads-declared = Le mot qui précède le nom et le déclare est ignoré.
reads-declaration = Le mot qui précède le nom et le déclare est ignoré ; ici, `^` est une puissance.
reads-type = Le type qui précède le nom est ignoré ; ici, `/` divise exactement les nombres entiers, et `^` est une puissance.
reads-math = Le préfixe `Math.` de JavaScript ou de Java est ignoré.
reads-log = `console.log` se lit `print`.
reads-wolfram = Les fonctions à crochets sont lues comme le Wolfram Language les écrit : `Sin[x]` est `sin(x)`, `D[f, x]` une dérivée.
reads-dots = Le point devant un opérateur, comme en MATLAB et en Julia, est ignoré : ici, tous les opérateurs agissent élément par élément ; les matrices se multiplient par `@`.
reads-arrow = `<-` se lit comme l’affectation de R ; pour comparer à un nombre négatif, écrivez `x < -2`.
beside-pi = `{ $text }` à côté de π se lit `{ $product }`.
    .hint = Si c’est un seul nom, écrivez `π*{ $text }`.
letters-side-by-side = `{ $text }` se lit comme le produit `{ $product }`.
    .hint = Si c’est un seul nom, donnez-lui une valeur plus haut : `{ $text } = 2`.
name-too-long = Un nom a { GROUP($count) } caractères ; on en lit { $longest_name } au plus.
    .hint = Donnez-lui un nom plus court.
quotation-not-closed = Un guillemet ouvre un texte qui ne se termine pas sur sa ligne.
numbers-not-texts = Écrivez le même guillemet à la fin du texte, ou supprimez-le s’il ne s’agit pas d’un texte : les programmes calculent avec des nombres.
prime-mark = Le signe d’une dérivée, comme dans `y'`, n’est pas lu : chaque dérivée est calculée et affichée à son entrée.
    .hint = Supprimez le signe, ou écrivez `d/dx` devant une expression, comme `d/dx x^2`.
degree-sign = Le signe degré n’a pas de sens dans un programme : les angles sont en radians.
    .hint = Écrivez `radians({ $degrees })`, ou `{ $degrees }*pi/180`.
character-without-meaning = Le caractère { $shown } n’a pas de sens dans un programme.
    .hint = Supprimez-le ; il a pu se glisser là, invisible, lors de la copie du texte.
    .visible = Supprimez-le, ou écrivez un nom fait de lettres à sa place.
division-then-product = `{ $text }/{ $text2 }{ $text3 }` se lit de gauche à droite, comme `({ $text }/{ $text2 })*{ $text3 }`.
    .hint = Si le produit est au dénominateur, écrivez `{ $text }/({ $text2 }*{ $text3 })`.
wrapper-fences = Seul ce qui se trouve entre les délimiteurs de code est lu.
wrapper-prompts = Les invites et les lignes affichées sont ignorées.
wrapper-cells = Les étiquettes des cellules et leurs sorties sont ignorées.
wrapper-line-numbers = Les numéros de ligne sont ignorés.
wrapper-sentence = C’est une phrase, pas du code ; elle est donc ignorée.
