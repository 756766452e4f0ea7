server-too-many = Le serveur traite trop de requêtes.
server-busy = Le serveur est occupé.
server-in-trouble = Le serveur a un problème.
server-silent = Le serveur ne répond pas.
compressed-too-long = Le texte compressé est trop long.
try-in-a-moment = Réessayez dans un instant.
server-answers-status = Le serveur a répondu avec le statut { $status }.
panel-explain = Détails
    .about = D’où vient ce nombre
pane-program = Programme
pane-explanation = Explication
pane-inputs = Entrées
formula-line = Le programme, avec l’étape actuelle
sheet = Contenu du volet
sheet-open = Ouvrir le volet
sheet-close = Fermer le volet
panel-plot = Courbe
    .about = La courbe, sa pente, et le chemin de la descente
panel-paths = Chemins
    .about = Le gradient comme somme sur les chemins
panel-check = Test
    .about = Pousser un peu une entrée et voir si le gradient est juste
panel-practice = Exercices
    .about = Trouver les nombres soi-même
keys-picture = Dans le graphe
keys-arrows = De carte en carte ; d’une arête à ses extrémités ou à l’arête voisine
keys-onto-edge = D’une carte à une arête
keys-move = Déplacer la carte
keys-explain = Expliquer la carte ou l’arête, ou déplier un groupe
keys-guess = Deviner le premier nombre encore inconnu d’une carte
keys-flip-on = Le groupe suivant d’une pile
keys-flip-back = Le groupe précédent d’une pile
keys-fold = Replier le groupe autour d’une carte
one-moment = Un instant…
link-copied = Lien copié. Il ouvre ce que vous voyez maintenant.
program-too-long-for-link = Ce programme est trop long pour un lien.
request-copied = Requête copiée, prête pour un terminal.
health-not-finite = non fini
    .about = Sa valeur ou son gradient est NaN ou infini.
health-blocked-about = Il ne laisse passer aucun gradient, comme un relu éteint. Les entrées qui n’alimentent que lui n’apprennent pas.
health-exploding-about = Son gradient dépasse 1000 : un pas de gradient serait trop grand.
health-flat-about = Sa dérivée locale est inférieure à 0.01, comme pour tanh ou sigmoid saturées : il transmet moins d’un centième.
health-vanishing-about = Son gradient n’est pas 0, mais inférieur à un millionième : il n’apprend presque pas.
health-fine = rien n’est bloqué, plat, évanescent, explosif ou non fini
not-computed-yet = pas encore disponible
spoken-wrong-gradient = faux : { $right } serait juste
spoken-data = valeur { $number }
spoken-gradient = gradient { $number }
spoken-tangent = tangente { $number }
spoken-blocked = arrêté
spoken-feeds = alimente { $users }
spoken-uses = { $name } ({ $count } fois)
spoken-more = et { $count } de plus
spoken-wrong-step = ici, votre moteur se trompe pour la première fois
narrated-mistake = ✗ { $message }
card-right = devrait être { $right }
card-wrong-inside = { $count } faux à l’intérieur
search-hint = Essayez un nom, op:tanh, |grad|>1, data<0, role:input, health:blocked ou group:loop.
search-none = aucun
spoken-edges = { $count } arêtes de { $title } à { $title2 }, { $landed } { $landed ->
    [one] contribution a circulé
   *[other] contributions ont circulé
}
spoken-edge = arête de { $titleof } à { $titleof2 }
spoken-rule = règle { $rule }
spoken-no-gradient = aucun gradient n’y circule
spoken-not-computed = contribution pas encore calculée
action-play = Lecture ou pause
group-playback = Lecture
action-next = Étape suivante
action-previous = Étape précédente
action-next-phase = Phase suivante
action-previous-phase = Phase précédente
action-start = Aller au début
action-end = Aller à la fin
action-next-example = Ouvrir l’exemple suivant
    .label = Exemple suivant
action-slower = Plus lent
action-faster = Plus vite
action-forward-mode = Mode direct après la passe arrière
action-sound = Son : une note par étape, plus aiguë quand le nombre est plus grand
action-seek = Aller à l’étape de la sélection
    .label = Aller à l’étape
action-wrong-step = Aller à la première étape fausse de votre moteur
    .label = Première étape fausse
action-breakpoint = Mettre ou ôter un point d’arrêt au nœud sélectionné
    .label = Point d’arrêt
action-fit = Cadrer le graphe
group-view = Affichage
action-find = Trouver des nœuds : par nom, op:tanh, |grad|>1
action-table = Montrer comme tableau
action-direction = Tourner le graphe : de gauche à droite, ou de haut en bas
action-separate = Dessiner les opérations comme des nœuds à part
action-constants = Dessiner les constantes comme des nœuds à part
    .label = Constantes
action-pin = Comparer : garder ce programme à côté de celui que vous continuez à modifier
    .label = Comparer
action-put-back = Remettre en place les nœuds déplacés
    .label = Remettre
action-health = Santé des gradients : bloqué, plat, évanescent, explosif, non fini
    .label = Santé
action-roles = Colorer les nœuds selon leurs rôles
    .label = Rôles
action-inspector = Montrer ou cacher l’explication
    .label = Explication
action-check = Vérifier les gradients en poussant les entrées
action-practice = Pratiquer : trouver les nombres soi-même
action-theme = Passer du clair au sombre, ou l’inverse
action-projector = Projecteur : grands caractères, panneaux cachés
    .label = Projecteur
action-pen = Stylo : dessiner sur l’image projetée
action-spotlight = Projecteur de poursuite : tout est sombre sauf autour du pointeur
action-note = Écrire une note sur cette étape
note-of-step = Note sur cette étape
note-full = La note est pleine : elle a { $most } caractères au plus, car les notes font partie du lien. Ce qui dépasse est laissé de côté. Raccourcissez la note, ou écrivez la suite sur l’étape suivante.
pen-wipe = Effacer le dessin
action-new = Nouveau : commencer un programme vide
    .label = Nouveau
action-program = Aller au programme
action-wide = Programme large : la moitié de la page
group-editing = Édition
action-run = Exécuter le programme maintenant
action-undo = Annuler la dernière modification
action-redo = Rétablir la modification
action-share = Partager, intégrer, exporter
    .label = Partager
group-sharing = Partage
action-copy-link = Copier un lien vers ce que vous voyez
action-copy-request = Copier la requête comme commande curl
action-class = Classe : les élèves suivent sur leurs propres écrans
group-class = Classe
action-code = Montrer le code de la classe
action-follow = Suivre de nouveau l’enseignant
action-help = Touches et aide
    .label = Aide
group-page = Page
group-tabs = Onglets
group-examples = Exemples
group-pitfalls = Pièges : casser le moteur
action-palette = Commandes : trouver une action par ses mots
    .label = Commandes
palette = Commandes
    .hint = Tapez ce que vous voulez faire
palette-nothing = Aucune action ne correspond. Effacez des lettres pour en voir plus.
group-pages = Pages
action-close = Fermer ou quitter
server-lost = { $sentence } Votre programme est en sûreté ici ; prochain essai dans { $seconds } s.
help-theme = Thème
as-the-system = Comme le système
theme-light = Clair
theme-dark = Sombre
help-signs = Couleurs des signes
signs-blue-orange = Bleu et orange
signs-green-purple = Vert et violet
signs-stripes = Rayures, sans couleurs
help-motion = Mouvement
motion-full = Complet
motion-reduced = Réduit
help-single-keys = Touches sans Ctrl, comme ci-dessus
settings = Réglages
close = Fermer
copy = Copier
download = Télécharger
link = Lien
gradients-of = Gradients de
sum-of-all-elements = la somme de tous les éléments
own-engine-agree = Votre propre moteur : { $agreeing } { $agreeing ->
    [one] gradient juste
   *[other] gradients justes
} sur { $compared }.
own-engine-pass = Le graphe montre la passe arrière { $shown } sur { $passes }.
own-engine-value = valeur
own-engine-theirs = son gradient
own-engine-right = juste
own-engine-examine = Tester le moteur
own-engine-examining = Test du moteur …
own-engine-passed = { $passed } { $passed ->
    [one] test réussi
   *[other] tests réussis
} sur { $asked }.
own-engine-line-passed = réussi
own-engine-line-failed = échoué
own-engine-line-stopped = arrêté
own-engine-not-required = { $section } (facultatif)
own-engine-link = Copier un lien vers lui
own-engine-save = Enregistrer le rapport de test en { $format }
own-engine-hint = Indice { $place }
own-engine-as-graph = Le montrer comme graphe
own-engine-which = Quel attribut contient le gradient ?
own-engine-chosen = Le gradient est lu dans `{ $name }`, selon votre choix.
own-engine-ask-again = Demander de nouveau
more-lines = et { $left } { $left ->
    [one] autre ligne
   *[other] autres lignes
}
cancel = Annuler
computational-graph = graphe de calcul
    .title = Graphe de calcul
card-blocked = Bloqué : l’opération ne laisse passer aucun gradient ici.
folded-group = groupe replié de { $sizeofgroup }
sum-of-magnitudes = somme des valeurs absolues de ses gradients
enter-unfolds = { $parts }. Entrée le déplie.
enter-unfolds-stack = { $parts }. Entrée déplie la pile, Maj+Page suivante en montre le groupe suivant.
place-in-stack = { $place } sur { $count }
stack-shows = pile de { $count } groupes semblables, le { $place } est montré : { $name }
flip-on = Montrer le groupe suivant de la pile
flip-back = Montrer le groupe précédent de la pile
flip-to-step = Montrer le groupe où se trouve l’étape
wires-in-one = { $count ->
    [one] 1 arête
   *[other] { $shown } arêtes
 }
sum-over-stack = Σ{ $sum }
arranging-cards = Disposition de { $count } cartes…
computing-now = Calcul…
graph-of-part = Affiché jusqu’à la ligne { $line }, qui ne peut être ni lue ni exécutée.
graph-of-rest = { $count ->
    [one] Affiché sans la ligne { $lines }, qui ne peut être ni lue ni exécutée.
   *[other] Affiché sans les lignes { $lines }, qui ne peuvent être ni lues ni exécutées.
 }
graph-of-rest-up-to = { $count ->
    [one] Affiché sans la ligne { $lines }, qui ne peut être ni lue ni exécutée ; jusqu’à la ligne { $end }.
   *[other] Affiché sans les lignes { $lines }, qui ne peuvent être ni lues ni exécutées ; jusqu’à la ligne { $end }.
 }
graph-up-to-limit = Affiché jusqu’à la limite de ce serveur, ligne { $line }.
reading-program = Lecture du nouveau programme…
last-that-worked = Ceci est le dernier programme qui a fonctionné.
last-line-is-a-name = La dernière ligne n’est que le nom `{ $name }`, et `{ $name }` n’a pas de valeur, donc les lignes au-dessus ne seraient pas dans le graphe. L’ancien graphe reste.
    .hint = Donnez-lui une valeur, comme dans `{ $name } = …`, ou finissez par un nom qui en a une.
keys-unfold-fold = {" "}Entrée déplie un groupe, Retour arrière le replie.
graph-description = { $inputs } { $inputs ->
    [one] entrée
   *[other] entrées
}, { $forwardlength } { $forwardlength ->
    [one] opération
   *[other] opérations
}, { $length } { $length ->
    [one] étape
   *[other] étapes
} de la passe arrière. Les flèches suivent les arêtes de carte en carte, avec Maj sur une arête ; Entrée explique un nœud ou une arête.{ $folds }
pitfall-tensors = Cette erreur ne peut être faite qu’avec des nombres seuls ; ce programme a des tenseurs, et ses gradients sont justes.
pitfall-spared = Ce programme s’en tire. { $spared }
pitfall-bites = Montrer où elle compte
pitfall-says = `{ $nodelabel }` vaut { $grad } et devrait valoir { $grad2 }
pitfall-more = {" "}et { $count } { $count ->
    [one] autre est faux
   *[other] autres sont faux
}
undo-mistake = Défaire l’erreur
broken-on-purpose = Cassé exprès :{" "}
table-node = Nœud
table-operation = Opération
table-inputs = Entrées
table-data = Données
table-gradient = Gradient
table-wrong = ✗ { $text } (juste : { $right })
table-contributions = Contributions
table-order = Nœuds dans l’ordre d’évaluation
table-title = Les nœuds en tableau
table-tangent = Tangente
rows-before = Lignes précédentes
rows-after = Lignes suivantes
rows = Lignes
total-as-start = départ { $total }
the-drawing = Le dessin
zoom-in = Agrandir
zoom-out = Réduire
fit = Cadrer
    .about = Cadrer le graphe (F)
follow-camera = Suivre
    .about = Suivre l’étape affichée
what-is-selected = Sélection
groups = Groupes
fold-all = Tout replier
unfold-all = Tout déplier
fold-name = Replier { $name }
health-line = Santé : { $healthinwords }.
find-nodes = Trouver des nœuds
find = Trouver (/)
key-enter = Entrée
key-escape = Échap
key-space = Espace
key-home = Début
key-end = Fin
key-shift = Maj
previous-found = Trouvé précédent (Maj+Entrée)
next-found = Trouvé suivant (Entrée)
show-where-used = Montrer où { $name } intervient
value-of = Valeur de { $name }
slider-of = Curseur de { $name }
gradient-of = Gradient de { $name }
write-a-value = Écrivez un nombre comme −2.5, une liste comme [1, 2], ou une formule comme pi/4.
value-too-large = Ce nombre dépasse le plus grand flottant de 64 bits, environ 1.8e308. Écrivez-en un plus petit.
range-of-slider-of = Intervalle du curseur de { $name }
range-of-slider = Intervalle du curseur
move-by-itself = Animer { $name }
stop = Arrêter
let-move = Faire aller et venir { $name }
set-here = fixée ici
not-given = pas donnée, compte comme 1
no-inputs = Ce programme n’a pas d’entrées. Un nom sans valeur en devient une.
link-nothing = Le programme de ce lien n’a pas pu être lu, la page s’est donc ouverte sans lui. Il manque peut-être une partie du lien : recopiez-le en entier.
class-not-fetched = La classe n’a pas pu être chargée. Vérifiez la connexion et réessayez.
lesson-block-caption = Décrivez le graphe ici.
link-ignored = Une partie du lien n’a pas pu être lue : { $ignored }.
spoken-fit = Tout le graphe est visible.
spoken-down = Le graphe va de haut en bas.
spoken-right = Le graphe va de gauche à droite.
spoken-put-back = Les nœuds déplacés ont repris leur place.
spoken-on = { $subject } : activé
spoken-off = { $subject } : désactivé
spoken-undone = Annulé : { $what }
spoken-redone = Rétabli : { $what }
spoken-line = ligne { $line }
spoken-value = valeur de { $name }
spoken-value-again = { $name } vaut de nouveau { $value }
spoken-example = l’exemple { $title }
spoken-before-example = l’exemple { $title } ; le programme d’avant est revenu
spoken-whole-program = tout le programme
spoken-empty-again = le programme est de nouveau vide
spoken-place = position d’un nœud
spoken-note = note d’une étape
spoken-nothing-to-undo = Il n’y a rien à annuler.
spoken-nothing-to-redo = Il n’y a rien à rétablir.
spoken-new = Le programme est vide. Annuler ramène l’ancien.
spoken-empty-already = Le programme est déjà vide.
theme-follows = Le thème suit de nouveau le système.
theme-stays-light = Le thème reste clair, quoi que dise le système.
theme-stays-dark = Le thème reste sombre, quoi que dise le système.
hint-swipe = Glissez
no-graph-yet = Pas encore de graphe. Changez ce qui est marqué dans le programme pour voir son graphe.
    .unmarked = Pas encore de graphe. La raison est écrite sous le programme.
computing = Calcul…
numbers-before-mistake = Voici les nombres du programme d’avant l’erreur.
computing-loop = { $name } { $done } sur { $total }
computing-loop-open = { $name } { $done }
computing-repetition = itération
computing-repetitions = { $count ->
    [one] { GROUP($count) } itération
   *[other] { GROUP($count) } itérations
}
computing-seconds = { $seconds } s
computing-for = Calcul… { $time }
computing-so-far = Calcul… { $place } ({ $time })
contribution = Contribution
so-far = {" "}jusqu’ici
nudge-meaning =
    .grows = Le gradient dit : si { $name } augmente de { $nudge }, { $result } augmente d’environ { $change }.
    .falls = Le gradient dit : si { $name } augmente de { $nudge }, { $result } diminue d’environ { $change }.
    .stays = Le gradient dit : si { $name } augmente de { $nudge }, { $result } ne change presque pas.
nudge-tried =
    .grows = { $name } vaut maintenant { $value }, et { $result } a augmenté de { $change }.
    .falls = { $name } vaut maintenant { $value }, et { $result } a diminué de { $change }.
    .stays = { $name } vaut maintenant { $value }, et { $result } n’a pas changé.
nudge-try = Essayer
details = Valeur, règle et raisons
contributions-arrived = { $landed } { $landed ->
    [one] contribution sur { $count } est arrivée
   *[other] contributions sur { $count } sont arrivées
}.
ledger-rule = Règle
ledger-where = où
ledger-numbers = Avec les nombres
ledger-result = Résultat
ledger-chain-rule = Règle de la chaîne
select-edge = Sélectionner cette arête
more-contributions = les autres ({ $count })
forward-mode = mode direct
part-not-fetched = Cette partie de la page n’a pas pu être chargée. Ouvrez-la de nouveau pour réessayer.
write-number-such = Écrivez un nombre, comme −2.5.
right-answer = Juste : { $answerof }.
guess-data = Votre estimation de la valeur de { $called }
guess-grad = Votre estimation du gradient de { $called }
your-answer = Votre réponse
show-answer = Montrer la réponse
done = Terminé
begin = Commencer
no-element = Le modèle de page n’a pas d’élément avec l’id { $id }.
heatmap-scale = Couleur la plus forte : ±{ $largest }.
heatmap-rounding = Au plus { $most } partout : l’erreur d’arrondi de termes qui s’annulent, comptée comme 0.
heatmap-zero = Tout vaut 0.
heatmap-nonfinite = Encadré : NaN ou infini.
heatmap-described = { $what }, { $rows } par { $columns } nombres ; les flèches les lisent
smaller-cells = Cases plus petites
larger-cells = Cases plus grandes
copy-from-here = Le navigateur ne laisse pas la page copier. Copiez-le d’ici :
no-picture-yet = Il n’y a pas encore d’image.
picture-too-large-for-browser = Le navigateur n’a pas pu dessiner une image de cette taille.
forward-mode-heading = Mode direct
    .about = Faites bouger une entrée, et voyez à quelle vitesse bouge avec elle tout ce qui en découle (M)
each-in-turn = de chacune à son tour
timeline = Ligne de temps
gradient-strip = Gradients par partie
    .about = Taille des gradients dans chaque partie du graphe : la racine de la moyenne de leurs carrés, sur une échelle logarithmique. Un appui mène à la partie.
    .alike = { $name } ×{ $count }
    .part = { $name } : { $size }
speed = Vitesse
step-size = Pas
timeline-more = Pas, vitesse et mode direct
pause = Pause
play = Lecture
sound-on = Chaque étape se fait entendre : plus aigu, plus grand ; rugueux, négatif.
sound-off = Les étapes sont de nouveau silencieuses.
help-language = Langue
legend-value = valeur
legend-gradient = gradient
legend-tangent = ε
forward-mode-off = non
of-name = de { $name }
step-size-contribution = contribution
step-size-node = nœud
step-size-level = niveau
step-size-phase = phase
role-input = entrée
role-parameter = paramètre
role-constant = constante
role-intermediate = intermédiaire
role-output = sortie
ledger-from = de
ledger-through = par
# A contribution: what arrives at a result, times its local derivative.
part-made = gradient amont { $upstream } × dérivée locale { $local }
titled = { $title } : { $text }
ledger-sum = somme
    .replaced = à la fin
ledger-to = vers
descent-step = pas
given-up = Abandonné. Changez quelque chose pour redemander.
reset-input = rétablir
shape-noted = forme { $shape }
folded-values = { $count } valeurs
    .some = { $known } sur { $count }
    .moving = { $moving } varient
    .flow = Σ|·| { $sum }
group-operations = { $count } { $count ->
    [one] opération
   *[other] opérations
}
group-inputs = { $count } { $count ->
    [one] entrée
   *[other] entrées
}
group-parameters = { $count } { $count ->
    [one] paramètre
   *[other] paramètres
}
group-line = ligne { $from }
group-lines = lignes { $from } – { $to }
key-or = ou
empty-stage = Tapez une expression
empty-stage-about = Son graphe et ses gradients apparaissent pendant la frappe. Ou commencez par l’une de celles-ci :
run-as-it-is = Exécuter avec { $library }
read-it = Lire avec Backpass
apply-replacement = Appliquer
apply-replacement-about = Appliquer : écrire { $text }
leave-out = Ignorer cette ligne
problem-cell = {" "}cellule { $cell }, ligne { $line }
open-file = Ouvrir un fichier
file-opened = { $name } est ouvert. Annuler ramène ce qui était ici.
file-unknown = { $name } n’est pas lu ici : un programme est dans un fichier { $suffixes }.
file-too-large = { $name } est trop grand pour être un programme.
problem-line = {" "}ligne { $line }:{ $column }
element-choice = élément { $choice }
found-at = { $at } sur { $found }
spoken-contribution = contribution { $product } = { $value }
phase-forward = avant
phase-slopes = dérivées
phase-backward = arrière
phase-tangent = tangente
comparison = Comparaison avec le programme épinglé
differs-only = ici seulement
differs-operation = ≠ opération
differs-inputs = ≠ entrées
differs-value = ≠ valeur
differs-gradient = ≠ grad
difference-only-here = absent du programme épinglé
difference-only-there = seulement dans le programme épinglé
difference-operation = opération { $here }, épinglée { $there }
difference-constant = constante
difference-input = entrée
difference-inputs = d’autres entrées
difference-value = valeur { $here }, épinglée { $there }
    .array = les éléments de la valeur diffèrent d’au plus { $largest }
difference-gradient = gradient { $here }, épinglé { $there }
    .array = les éléments du gradient diffèrent d’au plus { $largest }
rows-of = { $first } – { $last } sur { $all }
landed-from = { $number } de { $name }
names-and = et
