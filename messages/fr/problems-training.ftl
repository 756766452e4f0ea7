no-examples = Il n’y a pas d’exemples : il n’y a rien à apprendre.
    .hint = Dessinez ou donnez au moins deux points.
example-length = L’exemple { $number } a { $count ->
    [one] { $count } nombre
   *[other] { $count } nombres
}, les précédents en ont { $count2 }.
    .hint = Donnez autant de nombres à chaque exemple.
batch-too-large = Un lot de { $size } ne peut pas être pris parmi { $count } exemples d’apprentissage.
    .hint = Choisissez une taille de lot d’au plus { $count }, ou omettez-la pour les prendre tous à chaque étape.
features-and-columns = Le programme a { $count ->
    [one] { $count } variable
   *[other] { $count } variables
} ({ $names }), mais chaque exemple a { $features ->
    [one] { $features } nombre
   *[other] { $features } nombres
}.
    .hint = Nommez une variable pour chaque colonne des données.
features-of-program = Un programme calcule ses propres caractéristiques : il reçoit les nombres d’un exemple tels quels.
    .hint = Omettez `features`, et écrivez `x**2` ou `sin(x)` dans le programme.
feature-twice = La caractéristique `{ $name }` est donnée deux fois.
    .hint = Nommez chaque caractéristique une seule fois.
feature-of-columns = La caractéristique `{ $name }` ne peut pas être calculée sur des exemples de { $count ->
    [one] { $count } nombre
   *[other] { $count } nombres
}.
    .hint = Les caractéristiques se calculent sur un nombre, x, ou sur deux, x et y ; omettez `features` pour donner au modèle les nombres eux-mêmes.
score-for-each-class = un score pour chaque classe
number-for-each-example = un nombre pour chaque exemple
list-of-scores = une liste de { $classes } scores
one-single-number = un seul nombre
the-shape = la forme { $shape }
one-number-alone = un nombre
loss-wants = { $name } veut { $each } pour chaque exemple, mais le programme donne { $given }.
    .hint = Faites finir le programme par ce que veut la perte, ou choisissez une autre perte.
loss-of-probabilities = { $name } compare des probabilités, entre 0 et 1, mais `{ $last }` de la dernière couche donne n’importe quel nombre : en dehors, le logarithme n’existe pas.
    .hint = Mettez la dernière activation à `sigmoid`, ou choisissez binary_cross_entropy_with_logits.
checkpoint-content = il ne contient pas ce que contient un point de reprise ({ $name } : { $error })
checkpoint-step = son étape n’est pas un nombre à partir de 0
checkpoint-not-loaded = Le point de reprise ne peut pas être chargé : { $why }.
    .hint = Donnez un point de reprise tel qu’il a été téléchargé, sans le modifier.
csv-hint = Collez des lignes comme 0.1,0.2,0 : les nombres d’un exemple, puis sa classe ou le nombre à trouver.
csv-empty = Le tableau est vide : il n’y a rien à apprendre.
csv-one-column = La ligne { $rows } n’a qu’une colonne, mais il faut à chaque ligne au moins une variable, puis sa cible.
csv-heading-alone = Le tableau a un en-tête mais pas d’exemples.
csv-unreadable = La ligne { $line_num } du tableau ne peut pas être lue : { $error }.
    .hint = Fermez chaque guillemet, ou supprimez-les.
csv-columns = La ligne { $line } du tableau a { $count ->
    [one] { $count } colonne
   *[other] { $count } colonnes
}, les précédentes en ont { $width }.
    .hint = Donnez autant de valeurs à chaque ligne ; écrivez les décimales avec un point.
csv-not-finite = `{ $cell }` n’est pas un nombre fini
csv-nothing = la cellule est vide
csv-cell = Ligne { $line }, colonne { $column } du tableau : { $found }.
    .hint = Écrivez un nombre comme 0.25, avec un point décimal.
csv-missing = Ligne { $missing }, colonne { $column } du tableau est vide.
    .hint = Donnez une cible à chaque exemple.
csv-one-class = Chaque exemple a la classe `{ $names }` : d’une seule classe, rien ne peut être distingué.
    .hint = Donnez des exemples d’au moins deux classes.
workers-lost = Le processus qui calculait s’est terminé plusieurs fois de suite avant d’avoir une réponse ; il a peut-être pris trop de mémoire.
    .hint = Réduisez le modèle ou les données, et recommencez.
no-workers = Le cluster d’entraînement n’a plus de processus de calcul.
    .hint = Lancez-en un, ou demandez à qui gère ce serveur ; l’entraînement reprend à son point de reprise.
preparation-too-long = L’entraînement n’a pas pu être préparé en { $seconds } secondes.
    .hint = Réduisez le programme, le modèle ou les données.
choose-example = Choisissez-en un parmi ceux qu’a annoncés `started`, ou donnez ses nombres comme `inputs` et `target`.
example-features = L’exemple a { $count ->
    [one] { $count } nombre
   *[other] { $count } nombres
}, ceux de l’entraînement en ont { $features }.
    .hint = Donnez { $features ->
        [one] { $features } nombre
       *[other] { $features } nombres
    } : { $features2 }.
target-not-class = La cible est { $target }, mais les classes sont numérotées de 0 à { $classes }.
    .hint = Donnez le numéro d’une classe.
too-many-steps = { GROUP($steps) } étapes, c’est plus que les { GROUP($steps2) } que l’on fait ici en un entraînement.
    .hint = Faites-en moins ; un entraînement peut être poursuivi depuis son point de reprise.
too-many-examples = { GROUP($count) } exemples, c’est plus que les { GROUP($examples) } avec lesquels on entraîne ici.
    .hint = Prenez-en une partie, ou utilisez la bibliothèque Python, qui n’a pas cette limite.
too-many-parameters = Le modèle aurait { GROUP($count) } poids et biais ; on en entraîne ici { GROUP($parameters) } au plus. Deux couches voisines de n et m neurones ont n · m poids entre elles.
    .hint = Rendez ses couches plus étroites, comme 16, 16, 1, ou utilisez la bibliothèque Python, qui n’a pas cette limite.
step-too-large = Une étape garderait { GROUP($rows) } exemples × { GROUP($values) } valeurs = { GROUP($rows2) } nombres ; on en garde ici { GROUP($elements) } au plus.
    .hint = Choisissez un lot plus petit, ou un modèle plus petit.
run-too-large = { GROUP($steps) } étapes × { GROUP($rows) } exemples × { GROUP($parameters) } paramètres font { GROUP($steps2) } multiplications ; on en fait ici { GROUP($work) } au plus en un entraînement.
    .hint = Faites moins d’étapes, prenez un lot plus petit ou un modèle plus petit.
event-not-number = `Last-Event-ID`, ou `after`, n’est pas le numéro d’un événement.
    .hint = Envoyez l’`id` du dernier événement arrivé, ou omettez-le.
pitfall-diverges = La perte diverge : elle a commencé à croître à l’étape { $began }. C’est l’effet du piège `{ $pitfall }`.
    .hint = Désactivez le piège et recommencez.
sweep-too-large = { $count } taux d’apprentissage × { $count2 } largeurs font { $count3 } entraînements ; on en fait ici { $max_sweep_cells } au plus par balayage.
    .cells = { $count } entraînements sont demandés ; on en fait ici { $max_sweep_cells } au plus par balayage.
    .hint = Supprimez-en quelques-uns.
sweep-of-what = Un balayage a soit `cells`, soit `learning_rates`, avec ou sans `widths`.
    .hint = Donnez l’un des deux.
too-many-own-runs = { $own } entraînements sont déjà en cours depuis votre adresse, le maximum calculé ici pour une seule.
    .hint = Arrêtez l’un d’eux, ou attendez qu’un se termine.
too-many-runs = { $count } entraînements sont déjà en cours sur ce serveur, ce qui est la limite.
    .hint = Réessayez dans une minute.
no-run = Il n’y a pas d’entraînement de ce nom : il a été arrêté, il a fait place à d’autres, personne ne l’a écouté pendant { $training_grace_seconds } secondes, ou le serveur a redémarré.
    .hint = Recommencez-le, depuis son point de reprise si vous en avez un.
start-again-soon = Recommencez l’entraînement dans un instant, depuis son point de reprise si vous en avez un.
run-too-long = L’entraînement a calculé pendant { $most_seconds } secondes, le maximum permis ici.
    .hint = Continuez depuis son point de reprise, faites moins d’étapes, ou réduisez le modèle.
run-failed = Quelque chose s’est mal passé de notre côté, et l’entraînement avec.
    .hint = Recommencez-le, depuis son point de reprise si vous en avez un ; si cela persiste, signalez-le.
run-ended = Cet entraînement est terminé ({ $outcome }) : il ne peut être ni mis en pause ni poursuivi.
    .hint = Démarrez-en un autre ; depuis son point de reprise, avec plus d’étapes, pour continuer là où il s’est arrêté.
it-takes = On peut donner : { $known }.
it-takes-none = On ne peut rien donner.
no-such-number = `{ $name }` n’a pas de nombre nommé `{ $name2 }`.
switch-not-number = `{ $name }` de { $name2 } est un interrupteur, pas un nombre.
    .hint = Écrivez true ou false.
no-such-choice = Il n’y a pas de { $kind } nommé `{ $name }` ; il y a { $records }.
use-one-of-these = Prenez l’un de ceux-ci.
table-of-examples = Le tableau des exemples
list-of-targets = La liste des cibles
examples-and-targets = Les exemples ont la forme { $shape } et les cibles { $shape2 } : chaque exemple est une ligne, et chaque ligne a une cible.
    .hint = Donnez n lignes de même longueur et n cibles.
classes-numbered = Les cibles sont { $some }, mais les classes sont numérotées de 0 à { $classes } et au moins deux d’entre elles doivent apparaître : d’une seule classe, rien ne peut être distingué.
    .hint = Numérotez les classes à partir de 0, et donnez des exemples d’au moins deux.
held-out-empty = Mettre de côté { $held_out } de { $count ->
    [one] { $count } exemple
   *[other] { $count } exemples
} laisse une partie vide.
    .hint = Mettez de côté une fraction comme 0.2.
grid-over-plane = Une grille se pose sur un plan, mais les exemples ont la forme { $shape }.
    .hint = Utilisez des exemples à deux variables.
descent-of-list = { $name } est une liste ; le chemin est fait de nombres seuls.
    .hint = Donnez un nom à chaque nombre de { $name }.
descent-of-tensor = Pour descendre, il faut une seule hauteur, mais la fonction a la forme { $shape }.
    .hint = Prenez-en la somme ou la moyenne.
the-example = L’exemple
loss-not-a-number = La perte ou son gradient n’est déjà plus un nombre à l’étape { $step }, avant tout apprentissage (la perte est { $loss }) : pour au moins un exemple, quelque chose déborde, ou une fonction est prise hors de son domaine.
    .hint = Regardez des exemples isolés, partez d’autres paramètres, ou mettez les données à l’échelle.
loss-runs-away = La perte diverge : elle a commencé à croître à l’étape { $began }, et à l’étape { $step } elle vaut { $loss }. Avec le taux d’apprentissage { $learning_rate }, chaque mise à jour dépasse le minimum et finit plus haut de l’autre côté.
    .at-once = La perte diverge : elle vaut déjà { $loss } à l’étape { $step }. Avec le taux d’apprentissage { $learning_rate }, chaque mise à jour dépasse le minimum et finit plus haut de l’autre côté.
    .hint = Essayez le taux d’apprentissage { $suggestion }.
loss-of-classes = { $name } compare avec des classes, mais ces cibles sont des nombres.
loss-of-two-classes = { $name } distingue deux classes, mais il y en a { $classes }.
loss-shapes = Les prédictions ont la forme { $predictions } et les cibles { $targets } : la diffusion comparerait sans un mot chaque prédiction à chaque cible.
    .hint = Donnez la même forme aux deux ; `.reshape(...)` enlève un axe de longueur 1.
no-text-of-its-own = Un { $name } n’a pas de texte à lui.
    .hint = Écrivez-le comme un programme.
output-without-name = La sortie du programme n’a ni nom ni ligne à elle : sa perte ne peut pas être écrite à sa suite.
    .hint = Donnez un nom à la sortie, comme dans `prediction = …`.
parameter-of-one = `{ $min }` n’est un paramètre que de l’un des deux : les nombres appartiennent à un autre modèle.
parameter-shape = `{ $name }` a la forme { $shape }, mais les nombres donnés pour lui { $shape_of }.
    .hint = Construisez le modèle avec les tailles avec lesquelles il a été enregistré.
no-activation = `{ $name }` ne peut pas être une activation : elle prend un nombre et en donne un, comme tanh, relu ou sigmoid.
    .hint = Vouliez-vous dire `{ $guess }` ? `{ $linear }` est l’activation qui ne change rien.
empty-layer = Un réseau de { $inputs ->
    [one] { $inputs } entrée
   *[other] { $inputs } entrées
} et de couches de { $outputs } neurones a une couche vide : rien ne passe.
    .hint = Donnez au moins une entrée, et au moins un neurone à chaque couche, comme dans MLP(3, [4, 4, 1]).
option-by-two-names = `{ $theirs }` et `{ $ours }` sont la même option.
    .hint = Donnez l’une des deux.
option-pair = `betas` sont deux nombres, pour la moyenne des gradients et pour celle de leurs carrés, et non { $given }.
    .hint = Écrivez `betas=(0.9, 0.999)`.
optimizer-state = Ce que { $get } a mémorisé ne convient pas à { $name } avec { $size } nombres.
    .hint = Continuez avec l’optimiseur et le modèle avec lesquels l’entraînement a commencé.
nothing-learns = Chaque entrée du programme est une variable des données ({ $features }) : rien ne pourrait apprendre.
    .hint = Pour apprendre un nombre, utilisez un nom qui n’est pas une variable des données, comme dans `w*x + b`.
program-features = Le programme a { $count ->
    [one] { $count } variable
   *[other] { $count } variables
}, mais les exemples ont { $count2 ->
    [one] { $count2 } nombre
   *[other] { $count2 } nombres
} chacun.
    .hint = Nommez autant de variables qu’une ligne a de nombres ; il y a maintenant { $features }.
rule-in-training = `{ $name }` a une règle de dérivation propre au programme, qui est suivie pour une exécution du programme et non pendant un entraînement.
    .hint = Pour l’entraînement, écrivez-la avec des opérations, ou entraînez à l’intérieur du programme, dans une boucle.
checkpoint-settings = Le point de reprise est celui d’un entraînement avec { $settings }, celui-ci a { $settings2 } : il continuerait autrement.
    .hint = Faites l’entraînement avec les réglages du point de reprise.
last-layer = { $name } compare { $each }, mais la dernière couche a { $outputs ->
        [one] { $outputs } neurone
       *[other] { $outputs } neurones
    }.
    .hint = Donnez à la dernière couche { $wanted ->
            [one] { $wanted } neurone
           *[other] { $wanted } neurones
        }, ou choisissez une autre perte.
no-example = Il n’y a pas d’exemple { $index } : il y en a { $count }, numérotés à partir de 0.
    .none = Il n’y a pas d’exemple { $index } : il y en a { $count }.
out-of-range = `{ $name }` de { $owner } — { $meaning } — est un nombre de { $low } à { $high }.
    .whole = `{ $name }` de { $owner } — { $meaning } — est un nombre entier de { $low } à { $high }.
    .hint = Écrivez { $name } { $default }, sa valeur par défaut, ou un autre nombre de cet intervalle.
weights-for-inputs = Ce modèle ({ $what }) a { $wanted ->
    [one] { $wanted } entrée
   *[other] { $wanted } entrées
}, mais { $given ->
    [one] { $given } poids est donné
   *[other] { $given } poids sont donnés
} : chaque entrée a besoin de son poids.
    .numbers = Ce modèle ({ $what }) a { $wanted ->
        [one] { $wanted } entrée
       *[other] { $wanted } entrées
    }, mais { $given ->
        [one] { $given } nombre est donné
       *[other] { $given } nombres sont donnés
    } : chaque entrée a besoin de son poids.
    .hint = Donnez-en { $wanted }, ou construisez le modèle ({ $what }) avec { $given ->
        [one] { $given } entrée
       *[other] { $given } entrées
    }.
frozen-parameter = Le modèle n’a pas de paramètre `{ $name }` à figer.
    .hint = Ses paramètres sont { $names }.
frozen-path = `{ $name }` n’a pas de place { $path } : sa forme est { $shape }.
    .hint = Donnez au plus autant d’indices que `{ $name }` a d’axes, chacun de 0 jusqu’à moins que sa longueur.
