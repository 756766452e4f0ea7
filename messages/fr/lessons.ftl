## Les leçons : leurs pages, et ce qui peut être faux dans le fichier d’une leçon.

lesson-shelf = Leçons
lesson-shelf-about = Un cours sur les gradients, en leçons courtes. Chaque graphe y est vivant : déplacez, déroulez, cassez. D’abord prédire, ensuite regarder.
lesson-shelf-kept = Votre progression n’est gardée que dans ce navigateur.
lesson-minutes = { $minutes } min
lesson-level = Niveau { $level } : { $named }
lesson-level-1 = sans calcul différentiel
lesson-level-2 = après les premières leçons
lesson-level-3 = avancé
lesson-pages = { $count ->
    [one] { $count } page
   *[other] { $count } pages
}
lesson-next-lesson = Leçon suivante : { $title }
lesson-to-shelf = Toutes les leçons
lesson-end = En résumé
lesson-print = Imprimer toute la leçon
lesson-print-now = Imprimer
lesson-playground = Terrain de jeu
lesson-sources = Sources
lesson-skip = Aller à la leçon
lesson-question-title = Question
lesson-predict-title = D’abord prédire
lesson-choose = Choisissez une réponse
lesson-no-script = Sans JavaScript, on peut lire le texte, les programmes et les nombres, mais rien ne bouge.
lesson-not-found = Il n’y a pas de page de leçon à cette adresse.

## L’éditeur de leçons.

lesson-edit = Écrire une leçon
lesson-edit-about = Tapez du Markdown et voyez la leçon vivante, chaque erreur à sa place.
lesson-edit-tools = Outils
lesson-text = Texte de la leçon
lesson-preview = La page telle que la voient les lecteurs
lesson-shared = Une leçon partagée

lesson-shelf-own = Leçons de cette école
lesson-own-taken = Il y a une autre leçon nommée `{ $name }`.
    .hint = Donnez un autre nom à ce fichier.
lesson-own-name = Le nom de ce fichier ne peut pas servir dans une URL.
    .hint = Utilisez des minuscules, des chiffres et des traits d’union simples, comme dans `01-our-lesson.md`.
lesson-own-outside = Ce n’est pas un fichier du dossier : il mène ailleurs.
    .hint = Mettez le fichier lui-même dans le dossier.
lesson-own-coding = Il y a ici un octet qui n’est pas de l’UTF-8.
    .hint = Enregistrez le fichier en UTF-8.
lesson-own-unreadable = Ce fichier ne peut pas être lu.
    .hint = Donnez au serveur le droit de le lire.
lesson-figure-unknown = le programme n’a pas de `{ $name }`
lesson-figure-differs = { $typed } est écrit, et le moteur calcule { $computed }
lesson-figure-no-gradient = `{ $name }` ne reçoit pas de gradient
lesson-too-long = Cette leçon a { GROUP($count) } caractères, et { GROUP($longest) } est le maximum.
    .hint = Faites-en deux leçons.
lesson-fence = Ce n’est pas un bloc : la ligne de sa clôture contient un accent grave.
    .hint = Dans une option, écrivez un nombre calculé entre accolades.
lesson-empty = Cette leçon n’a pas de page.
    .hint = Écrivez un titre de deuxième niveau et du texte en dessous.
lesson-matter-missing = La leçon ne commence pas par son en-tête.
lesson-matter-long = L’en-tête dépasse { GROUP($longest) } caractères.
lesson-matter-broken = L’en-tête n’est pas du YAML valable : { $error }.
lesson-matter-unreadable = L’en-tête ne se lit pas comme du YAML.
lesson-matter =
    .hint = Commencez par une ligne `---`, puis `title`, `summary`, `language`, `minutes` et `level`, chacun sur sa ligne, puis `---`.
lesson-matter-unknown = Une leçon n’a pas de champ `{ $name }`.
lesson-matter-fields = Ses champs sont { $fields }.
lesson-matter-value = La valeur de `{ $name }` n’est pas valable.
lesson-matter-lacks = Le champ `{ $name }` manque.
lesson-write-option = Écrivez par exemple `{ $example }`.
lesson-open-quote = Un guillemet est ouvert et n’est pas fermé.
    .hint = Mettez la valeur entre deux guillemets droits, comme `caption="A product"`.
lesson-unknown-option = Un bloc `{ $kind }` n’a pas d’option `{ $name }`.
lesson-did-you-mean = Vouliez-vous écrire `{ $name }` ?
lesson-options-are = Ses options sont { $options }.
lesson-option-missing = Ce bloc `{ $kind }` n’a pas de `{ $name }`.
lesson-option-twice = L’option `{ $name }` est répétée.
    .hint = Gardez l’une des deux.
lesson-option-no-value = L’option `{ $name }` est un interrupteur et ne prend pas de valeur.
lesson-option-value = L’option `{ $name }` ne peut pas valoir `{ $value }`.
lesson-picture = Une leçon ne montre pas de fichiers d’images : ses images sont ses blocs vivants, qui ont une description.
    .hint = Écrivez un bloc `backpass` qui dessine ce qu’il faut voir, avec une légende.
lesson-link = Le lien vers `{ $target }` ne marche pas ici.
    .hint = Faites un lien vers une leçon par son nom, vers un chemin de ce site qui commence par `/`, ou vers une URL `https` complète.
lesson-link-unknown = Il n’y a pas de leçon `{ $target }`.
    .hint = Les leçons d’ici sont { $names }.
lesson-no-figure = `{ $expression }` n’a pas de valeur ici : { $error }
lesson-figure =
    .hint = Écrivez une expression sur le programme qui précède, comme `grad(a)`, `L` ou `a*b`.
lesson-not-a-number = `{ $expression }` n’est pas un seul nombre fini.
lesson-many-blocks = Une leçon a au plus { $most } blocs vivants ; les autres sont ignorés.
    .hint = Divisez la leçon.
lesson-training-body = Un bloc d’entraînement doit être vide.
    .hint = Laissez vides les lignes entre ses clôtures : `preset` choisit l’entraînement.
lesson-bound-no-goal = `{ $name }` dit quand un but est atteint, et ce bloc n’a pas de but.
lesson-goal-bounds = Un but a besoin d’exactement un de `reach`, `below` et `above`.
lesson-goal =
    .hint = Écrivez par exemple `goal=grad(x) reach=0 within=0.05`.
lesson-goal-holds = Ce but est atteint avant que le lecteur fasse quoi que ce soit.
    .hint = Commencez par d’autres nombres.
lesson-plot-no-graph = `{ $name }` concerne le graphe, et ce bloc trace une courbe à sa place.
    .hint = Enlevez `{ $name }`, ou enlevez `plot` pour dessiner le graphe.
lesson-plot-no-play = Une courbe n’a pas de frise à jouer.
    .hint = Écrivez `controls=sliders` ou `controls=none`, ou enlevez `controls`.
lesson-plot-hides = Une courbe ne peut pas cacher une valeur : elle les montre toutes.
    .hint = Écrivez `hide=grad`, qui enlève la tangente, ou dessinez le graphe.
lesson-plot-array = La sortie du programme est un tableau, qui n’a pas de courbe.
    .hint = Terminez le programme par un seul nombre, comme une somme.
lesson-plot-no-input = `{ $name }` n’est pas une entrée faite d’un seul nombre.
    .hint = Une courbe se trace selon une ou deux de celles-ci : { $names }.
lesson-rate-no-plot = `rate` est le taux d’apprentissage d’une descente le long d’une courbe, et ce bloc n’a pas de courbe.
    .hint = Ajoutez par exemple `plot=x`.
lesson-step-beyond = Il n’y a pas de pas `{ $step }` : la frise a { $count } pas.
    .hint = Comptez depuis le début, ou écrivez `forward`, `backward-1` ou `end`.
lesson-no-node = Le programme n’a pas de nœud appelé `{ $name }`.
    .hint = Ses noms sont { $names }.
lesson-no-edge = Aucune arête ne mène de `{ $source }` à `{ $target }`.
    .hint = Une arête va d’une valeur à ce qui en est directement calculé.
lesson-question-empty = La question n’a pas de texte.
    .hint = Écrivez la question entre les clôtures, puis une liste de réponses s’il y en a.
lesson-answer-empty = Cette réponse n’a pas de texte.
lesson-answer-unmarked = La réponse « { $answer } » n’est marquée ni juste ni fausse.
lesson-answer =
    .hint = Commencez une réponse juste par `- [x] `, une fausse par `- [ ] `, et mettez dans une liste en dessous ce qu’on y répond.
lesson-choice-count = Une question à choix en demande entre 2 et { $longest }, en mots.
lesson-choice-right = Un seul choix est juste, et ici { $count } sont marqués ainsi.
lesson-choice-of = Une question à choix ne calcule rien.
    .hint = Enlevez `of`, ou écrivez `kind=number`.
lesson-number-of = Une question qui demande un nombre doit dire lequel.
    .hint = Écrivez par exemple `kind=number of=grad(a)` ; le moteur calcule la réponse.
lesson-number-choice = Une réponse fausse à une question de nombre est une expression entre accents graves.
    .hint = Écrivez par exemple un élément de liste dont le texte est `b` entre accents graves, et en dessous ce qu’on répond à qui le donne.
lesson-wrong-is-right = La réponse fausse `{ $expression }` est égale à la bonne.
    .hint = Changez les nombres du programme, pour que les deux diffèrent.

lesson-option-backpass-caption = Une phrase qui dit ce que montre l’image ; c’est aussi la description pour les lecteurs d’écran.
lesson-option-backpass-continue = Continue le programme du bloc précédent.
lesson-option-backpass-step = Où en est la frise : `start`, `forward` (après la passe avant), `backward-1` (après le premier pas en arrière), `end`, ou un nombre de pas.
lesson-option-backpass-select = Le nœud, ou l’arête écrite `a->L`, qui est sélectionné.
lesson-option-backpass-controls = Ce qu’on peut utiliser : la frise (`play`), les entrées (`sliders`), ou `none`.
lesson-option-backpass-hide = Ce qui ne se montre pas : tous les gradients (`grad`), ou un nombre d’un nœud, comme `b.grad` ou `b.value`.
lesson-option-backpass-overlay = Colore les nœuds par rôle ou par santé.
lesson-option-backpass-view = Le graphe, ou le tableau des mêmes nombres.
lesson-option-backpass-plot = Trace, à la place du graphe, la courbe de la sortie selon cette entrée, avec sa tangente ; selon deux entrées, les lignes d’égale valeur avec le gradient.
lesson-option-backpass-rate = Descend la courbe avec ce taux d’apprentissage, que le lecteur peut régler de 0,01 à 1.
lesson-option-backpass-direction = Dessine le graphe vers la droite ou vers le bas.
lesson-option-backpass-operations = Dessine les opérations comme des nœuds à part.
lesson-option-backpass-forward = Montre le mode avant pour ces entrées, après la passe arrière.
lesson-option-backpass-pitfall = Fait une erreur exprès : des gradients qui s’écrasent, qui restent d’une passe précédente, qui viennent dans le mauvais ordre, ou qui gardent la forme étendue.
lesson-option-backpass-ranges = Minimum, maximum et pas de chaque curseur, par nom.
lesson-option-backpass-edit = Le lecteur peut changer le programme.
lesson-option-backpass-beside = Se place à côté du bloc précédent, là où il y a la place.
lesson-option-backpass-goal = La grandeur du but, comme `grad(x)` ou `value(L)`.
lesson-option-backpass-reach = Le nombre que le but doit atteindre.
lesson-option-backpass-within = La tolérance.
lesson-option-backpass-below = Le nombre sous lequel le but doit passer.
lesson-option-backpass-above = Le nombre que le but doit dépasser.
lesson-option-backpass-done = Le message quand le but est atteint.
lesson-option-question-kind = Un nombre (`number`) ou un choix (`choice`).
lesson-option-question-of = Le nombre demandé : le moteur le calcule.
lesson-option-question-within = La tolérance (par défaut : un demi pour cent).
lesson-option-question-hint = Un indice ; plusieurs sont montrés un à un.
lesson-option-question-predict = Cache le reste de la page jusqu’à ce qu’il y ait une réponse.
lesson-option-training-caption = Ce que cela montre, en une phrase.
lesson-option-training-preset = Un entraînement du studio.
lesson-option-training-steps = Le nombre d’étapes.
lesson-option-training-show = La frontière entre les classes, la perte au fil des pas, ou les deux.

## Une leçon en classe.

lesson-defect = Ceci n’a pas pu être lu à cause d’une erreur de Backpass.
    .hint = Signalez-le avec ces lignes, s’il vous plaît ; écrit autrement, cela peut marcher.
lesson-in-class = Une leçon en classe
in-class-unread = Les questions de cette leçon n’ont pas pu être lues.
    .hint = Réessayez dans un instant.
in-class-no-lesson = Cette classe n’a pas de leçon.
    .hint = Commencez-en une avec « L’enseigner » sur la page des leçons.
in-class-page-closed = La page { $page } n’est pas ouverte maintenant.
    .hint = L’enseignant choisit quelles pages sont ouvertes.
in-class-unknown-lesson = Il n’y a pas de telle leçon sur ce serveur.
    .hint = Choisissez-en une de `/learn`, ou envoyez son texte.
in-class-wrong-lesson = La leçon a une erreur à la ligne { $line }, colonne { $column } : { $message }
in-class-no-question = La leçon n’a pas de question `{ $question }`.
    .hint = Une question se nomme par sa page et sa place sur celle-ci, comme `2.3`.

cli-lesson = outils pour les leçons
    .description = Vérifie des leçons : les programmes tournent, les questions ont des réponses, les liens marchent, les images ont une description.
cli-lesson-check = vérifier des leçons avant de les enseigner
    .description = Vérifie chaque fichier et écrit un tableau : pages, blocs, questions, nombres calculés. Le code de sortie est 2 s’il y a une erreur.
cli-lesson-files = des leçons, en Markdown
cli-lesson-columns = fichier, pages, graphes, questions, entraînements, nombres, minutes, résultat
cli-lesson-right = prête
cli-lesson-wrong = { $count ->
        [one] { $count } erreur
       *[other] { $count } erreurs
    }
cli-lesson-place = { $file }:{ $line }:{ $column } : { $message }
lesson-hint-output = `{ $name }` est la sortie elle-même : de combien change-t-elle quand elle change ?
lesson-hint-unused = `{ $name }` ne mène pas à la sortie : de combien la sortie change-t-elle quand il change ?
lesson-hint-one-use = `{ $name }` sert une fois. Multipliez le gradient amont à cet endroit par la dérivée locale.
lesson-hint-uses = `{ $name }` sert { $count } fois. Chaque usage renvoie son gradient amont fois sa dérivée locale : calculez-les un par un, puis additionnez.
lesson-hint-value = Allez vers l’avant : calculez, ligne par ligne, ce dont `{ $name }` est fait, et mettez les nombres.
lesson-hint-from-gradient = Calculez d’abord le gradient de `{ $name }` ; faites-en ensuite ce que dit la question.
lesson-hint-put-in = Remplacez chaque nom par son nombre, puis calculez une opération à la fois.
lesson-hint-step-by-step = Notez quels nombres la question donne, puis ce qu’un seul pas en fait.
