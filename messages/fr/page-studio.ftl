action-train = Entraîner ou mettre en pause
group-training = Entraînement
action-one-step = Une étape
action-moment-back = Une étape enregistrée en arrière
action-start-again = Revoir le départ
action-newest = Suivre la dernière étape
action-reset = Revenir avant la première étape
action-end-run = Arrêter cet entraînement maintenant
action-keep = Garder cet entraînement pour y comparer le suivant
group-comparing = Comparaison
action-forget = Ne plus comparer
action-open-graph = Ouvrir le graphe de calcul du point choisi
group-closer = Regarder de plus près
action-log-scale = Échelle logarithmique pour les pertes
action-tables = Montrer comme tableaux
action-copy-setup = Copier un lien vers ce réglage
action-save = Télécharger un point de reprise
action-load = Continuer depuis un point de reprise
action-studio-projector = Projecteur : grands caractères, réglages cachés
run-forgotten = Le serveur n’a plus cet entraînement : il est resté inactif trop longtemps, ou le serveur a redémarré.
    .hint = Recommencez-le ; les résultats obtenus restent sur cette page.
trying-again = Le serveur ne répond pas ; nouvel essai.
line-broke = La connexion est perdue ; reconnexion à l’entraînement.
curve-batch = lot
curve-training = entraînement
chart-step = étape { $step }
held-out = mis de côté
log-step = étape { $step } perte { $number }
log-held-out = mis de côté { $number }
log-ran-away = L’entraînement diverge à partir de l’étape { $began }.
log-finished = Terminé après { $step } étapes{ $result }. Appuyez sur lecture pour continuer.
log-before = Avant l’étape 1 de { $lengthof }. Rien n’est appris ; appuyez sur lecture.
    .endless = Avant l’étape 1. Rien n’est appris ; appuyez sur lecture.
log-step-of = Étape { $step } sur { $lengthof }{ $result }.
    .endless = Étape { $step }{ $result }.
log-resumed = Étape { $step }, telle que la sauvegarde la contient. Appuyez sur lecture pour continuer.
setup-from-step = À partir de l’étape { $step } : { $change }
    .on = l’entraînement continue sans fin
    .end = l’entraînement finit après { $steps ->
        [one] { $steps } étape
       *[other] { $steps } étapes
    }
under-a-second = moins d’une seconde
and-count-more = et { $count } de plus
studio-title = L’atelier d’entraînement
studio-set-up = Préparez un entraînement à gauche, appuyez sur lecture, et regardez : le tracé montre la prédiction du modèle en chaque point, le réseau montre ses poids, les courbes montrent sa progression.
studio-drag = Glissez le long de la barre ou d’une courbe pour revenir à n’importe quelle étape. Choisissez un point pour ouvrir le graphe de calcul de sa perte, avec les poids de cette étape, et regardez chaque gradient arriver.
studio-colours = Bleu et plein est positif, orange et tireté négatif. Appuyez sur A pour garder un entraînement, puis changez quelque chose : les deux s’affichent côte à côte.
loss-of-point = La perte du point { $example }, avec les poids de l’étape { $step }
graph-not-fetched = Le graphe n’a pas pu être chargé. Réessayez.
no-checkpoint = Il n’y a pas de point de reprise.
checkpoint-no-request = Il n’a pas de requête.
not-a-checkpoint = Ce fichier n’est pas un point de reprise de l’atelier.
points-too-many = Ces points sont trop nombreux pour un lien.
setup-link-copied = Lien copié. Il ouvre ce réglage.
link-setup-unread = Le réglage du lien n’a pas pu être lu ; voici le premier préréglage.
try-rate = Essayer { $rate }
broken-title = Cassé exprès : { $title }.{" "}
run-has-ended = L’entraînement est terminé.{" "}
fool-it = Le tromper
    .about = Des pas adverses : déplacer le point le long de son gradient, pour que la perte croisse, jusqu’à ce que le modèle lui donne une autre classe
dream = Rêver
    .about = Un pas de rêve : déplacer le point contre son gradient, vers ce que le modèle prend pour sa cible
point = Point
open-its-graph = Ouvrir son graphe
size-of-step = Taille du pas
no-point = Fermer le point
model-says =  ; le modèle prédit { $number }{ $choice }
nowhere-to-push = { $place }, { $name }{ $said }. Sa perte ne change pas avec le point : son gradient vaut 0 ici, il n’y a nulle part où le pousser.
pushed-to = {" "}{ $choice } : vers ({ $moved }), et sa perte passe de { $number } à { $number2 }.
fooled = Trompé après { $count ->
    [one] un pas
   *[other] { $count } pas
}
    .not = Pas trompé après { $count ->
    [one] un pas
   *[other] { $count } pas
}, la classe reste la même
pushed = Poussé
dreamt = Rêvé
click-draws = Un clic dessine maintenant. Choisissez « ouvrir » à côté des classes, et il ouvre le graphe de la perte d’un point.
click-opens = Choisissez un point pour ouvrir le graphe de sa perte, avec les poids de cette étape.
explanation = Explication
chart-nothing = { $subject } : rien encore.
chart-at-step = { $subject } à l’étape { $step } : { $told }.
curve-over = La courbe du modèle selon { $features }, face à { $count } points.
strongest-weights = Les { $count } plus forts des { $count2 } poids : plus c’est large, plus c’est fort ; bleu et plein positif, orange et tireté négatif.
all-weights = { $count } poids : plus c’est large, plus c’est fort ; bleu et plein positif, orange et tireté négatif.
program-learns = Ce qu’apprend le programme : chaque nombre, et sa taille à côté des autres.
network-described = Le réseau : { $sizes } neurones par couche ; le poids le plus fort est { $largest }.
points-over = { $count } points selon { $features }
class-share = classe { $target } { $round } pour cent
plane-described = { $what } ; du plan, { $shares }.
write-field-number = Écrivez un nombre, comme 0.1 ou 1e-3.
write-whole = Écrivez un nombre entier.
one-fewer = { $label } : un de moins
one-more = { $label } : un de plus
rate-goes = Le taux d’apprentissage va de { $told } à { $at }.
draw = Dessiner
    .about = Mettez vous-même des points dans l’image
paste = Coller
    .about = Collez un tableau à vous, en CSV
data-set = Jeu de données
clear-all = Tout effacer
what-click-does = Ce que fait un clic dans l’image
data-table = Tableau
held-out-field = Mis de côté
    .about = La part des points mise de côté, pour voir si ce qui est appris vaut pour des points jamais vus
choose-class-click = Choisissez une classe et cliquez dans l’image ; le bouton droit enlève un point.
line-for-each = Une ligne par point ; la dernière colonne est ce qui doit être appris : une classe, ou un nombre.
model-network = Réseau
    .about = Des couches de neurones : chacun applique une activation à une somme pondérée.
model-logistic = Logistique
    .about = Un seul neurone avec une sigmoïde : une droite entre les classes.
model-program = Programme
    .about = N’importe quel programme : chaque entrée qui n’est pas une variable des points est apprise.
model = Modèle
remove-layer = Supprimer la couche cachée { $index }
layer-number = Couche { $index }
neurons-of-layer = Neurones de la couche { $index }
add-layer = Ajouter une couche
program-of = Programme de { $features }
activation = Activation
of-last-layer = De la dernière couche
the-same = la même
seed-of-weights = Graine des poids
    .about = D’où partent les nombres aléatoires du départ
biases-at-zero = Les biais partent de 0
loss = Perte
loss-error = Erreur
l1-about = Ajoute ce facteur × Σ|paramètre| (pénalité L1) : tire chaque paramètre vers 0, du même pas
l2-about = Ajoute ce facteur × Σ paramètre² (pénalité L2) : les grands poids coûtent plus
method = Méthode
rate-over-time = Taux au fil du temps
optimiser = Optimiseur
run = Entraînement
steps = Étapes
endless = Entraîner sans fin
    .about = Continue après ces étapes jusqu’à la pause ; la variation du taux s’arrête avec elles
batch-size = Taille du lot
    .about = Points par étape ; laissez vide pour tous
seed-of-order = Graine de l’ordre
    .about = D’où vient l’ordre des points, et lesquels sont mis de côté
mistake-on-purpose = Erreur volontaire
run-kept = A : l’entraînement gardé
click-into-picture = Cliquez dans l’image pour y mettre des points.
targets-shown = cibles
misclassified = mal classés
small-held-out = petits : mis de côté
run-this = B : cet entraînement
run-kept-step = A : l’entraînement gardé, étape { $step }
picture = Tracé
more-rows = et { $count ->
    [one] { $count } autre ligne
   *[other] { $count } autres lignes
}
learning-rate-row = taux d’apprentissage
parameters-now = Paramètres à cette étape
value-or-range = valeur, ou de la plus petite à la plus grande
examples = Exemples
prediction-now = prédiction à cette étape
model-over = Prédictions du modèle, selon { $features } en largeur{ $choice }
    .down = {" "}et { $features } en hauteur
one-number-row = un nombre
pace = Allure
full-speed = pleine vitesse
one-step-a-second = 1 étape par seconde
steps-a-second = { $value } étapes par seconde
setup-mistake = Ce réglage a une erreur : elle est dite à côté de son champ.
asking-first = Chargement du premier tracé…
nothing-to-train = Rien à entraîner pour l’instant.
ran-away = {" "}· diverge
train = Entraîner
step-shown = Étape d’entraînement montrée
the-loss = La perte
accuracy = Exactitude
    .about = La part des points bien classés
gradient-by-layer = Gradient par couche
    .about = La norme du gradient de chaque couche
update-over-weights = Mise à jour sur poids
    .about = La norme de chaque mise à jour divisée par celle des poids, par couche
log-scale = Échelle log
thousandth = Un pas qui change les poids d’environ un millième est la règle usuelle : bien plus et ils sont ballottés, bien moins et ils n’apprennent presque pas.
press-play = Appuyez sur lecture : les courbes se tracent ici.
a-is-kept = A est l’entraînement gardé{ $choice }.
    .now =  ; maintenant { $differences }
    .same = la même configuration
log-newest = Journal, le plus récent d’abord
log-copied = Tout le journal est copié.
log = Journal
log-result =  : perte { $loss }
    .before =  ; à l’étape { $step }, avant le changement : perte { $loss }
    .right = , { $share } justes
target-number = cible { $number }
class-name = classe { $name }
run-paused = {" "}· en pause
run-ended-mark = {" "}· terminé
badge-step = ÉTAPE
time-left = {" "}· reste { $duration }
features-field = Caractéristiques
    .about = Ce que le modèle reçoit de chaque point ; choisissez-en une ou plusieurs. Elles se calculent sur ses propres nombres, et sont ensuite centrées et réduites.
standardize = Centrer et réduire les entrées
    .about = Chaque entrée moins sa moyenne, divisée par son écart type : toutes les échelles s’apprennent de même
neuron-of-layer = Neurone { $neuron } de la couche { $layer }
neuron-dead = Mort (0, aucun gradient) pour { $share } des points.
neuron-saturated = Saturé (moins d’un vingtième du gradient) pour { $share } des points.
neuron-standardized = entrées centrées et réduites
no-neuron = Fermer le neurone
largest-loss = La plus grande perte : points
open-point = Ouvrir le point { $number }
misclassified-points = Mal classés : points
none-misclassified = Tous les points sont bien classés.
no-loss-here = Tous les points sont classés avec une marge suffisante : à cette étape, la perte de chaque point est 0.
penalty-is-left = La perte qui reste est la pénalité sur les grands poids.
log-accuracy = exactitude { $share }
layers = Couches
none = aucune
all-points = tous
switched-on = oui
switched-off = non
prediction-right = , juste
prediction-wrong = , faux
wrong-mark = faux
step-column = étape
loss-column = perte
accuracy-column = exactitude
held-out-loss = perte des points mis de côté
held-out-accuracy = exactitude des points mis de côté
gradient-column = gradient
name-column = nom
shape-column = forme
number-column = numéro
inputs-column = entrées
target-column = cible
copy-log = copier
output = sortie
named-slider = { $label }, curseur
output-number = sortie { $row }
neuron-bias = { $name } : biais { $bias }
parameter-layer = couche { $number }
parameter-neuron = neurone { $number }
parameter-weights = poids
parameter-biases = biais
weight-between = { $from } → { $to } : poids { $weight }
class-chip = classe
brush-erase = effacer
brush-open = ouvrir
finding-dead = { $count ->
    [one] { $count } neurone sur { $total } de la couche { $layer } vaut 0 pour presque tous les points : un relu à 0 ne transmet aucun gradient, il est donc mort et n’apprend plus.
   *[other] { $count } neurones sur { $total } de la couche { $layer } valent 0 pour presque tous les points : un relu à 0 ne transmet aucun gradient, ils sont donc morts et n’apprennent plus.
}
finding-unscaled = Les entrées sont loin d’une moyenne 0 et d’un écart-type 1, par exemple ({ $point }) : des poids de taille habituelle ne peuvent pas s’en servir.
finding-batch = Chaque étape ne voit { $size ->
    [one] qu’un point
   *[other] que { $size } points
} : les gradients de points isolés tirent dans des directions différentes, et la perte ne baisse plus.
finding-large-rate = La perte monte à { $share } % des étapes : avec un taux d’apprentissage de { $rate }, chaque étape dépasse le minimum.
finding-saturated = { $count ->
    [one] { $count } neurone sur { $total } de la couche { $layer } est saturé pour presque tous les points : sa dérivée
   *[other] { $count } neurones sur { $total } de la couche { $layer } sont saturés pour presque tous les points : leur dérivée
} locale est presque nulle, presque aucun gradient ne passe.
finding-zero-rate = Le taux d’apprentissage vaut 0 : une étape est le taux fois le gradient, donc aucun poids ne change.
finding-small-rate = Une étape ne change les poids que de { $update } de leur taille : avec un taux d’apprentissage de { $rate }, ce serait très long.
finding-narrow = La perte ne baisse plus, et { $count ->
    [one] un seul neurone caché ne suffit
   *[other] { $count } neurones cachés ne suffisent
} pas à suivre la forme de ces points.
finding-no-hidden = La perte ne baisse plus : sans couche cachée, la frontière est une droite, et ces points en demandent une courbe.
finding-no-hidden-numbers = La perte ne baisse plus : sans couche cachée, la réponse du modèle est une droite (un plan s’il y a plusieurs entrées), et ces points demandent une réponse courbe.
finding-no-hidden-features = La perte ne baisse plus : sans couche cachée, le modèle est une seule somme pondérée de ses caractéristiques, et ces points demandent davantage.
finding-plateau = La perte reste sur un plateau, alors que le modèle n’est pas encore bon : les étapes sont devenues trop petites pour le quitter.
finding-unfinished = L’entraînement s’est terminé alors que sa perte baissait encore.
finding-overfitting = Surapprentissage : la perte sur les points mis de côté était la plus basse à l’étape { $step } ({ $from }) et est montée à { $to }, alors que la perte d’entraînement baissait.
remedy-activation = Entraîner avec { $name }
remedy-standardize = Centrer et réduire les entrées
remedy-batch = Lots de { $size }
remedy-rate = Essayer un taux de { $rate }
remedy-layers = Couches cachées { $layers }
remedy-adam = Prendre Adam à { $rate }
remedy-train-on = Continuer l’entraînement
remedy-l2 = Ajouter L2 { $l2 }
proof-neuron = Montrer le neurone
proof-point = Montrer le point { $number }
proof-step = Montrer l’étape { $step }
remedy-alive = Entraîner avec { $name } et Adam à { $rate }
action-discrete = Classes seulement, sans la certitude du modèle
new-data = Nouvelles données
weights = Poids
bias = biais
freeze-weight = Figer { $name }
the-neuron = le neurone
the-layer = la couche
freeze-about = L’optimiseur ne change pas les poids figés ; leurs gradients sont calculés tout de même. Appuyez encore pour les libérer.
frozen-weights = poids figés
no-frozen = aucun
count-weights = { $count } poids
setting-change = { $label } : { $before } → { $after }
neuron-frozen = { $name }, { $count ->
    [one] { $count } poids figé
   *[other] { $count } poids figés
  } sur { $total }
weight-frozen = { $from } → { $to } : poids { $weight }, figé
frozen-legend = Un petit carré : figé.
drag-weight = Glissez de côté pour le changer, pendant que l’entraînement est en pause
classes-only = classes seules
flag = Le changement
undo-change = Annuler
branches = Branches
branch-name = branche { $number }
branch-left = { $name }, quittée à l’étape { $step }
branch-compare = Comparer
branch-delete = Supprimer la { $name }
branch-pending = Lancez pour commencer une deuxième branche à l’étape { $step }, avec ce changement.
action-sweep = Balayage : essayer d’autres valeurs d’un ou de deux réglages
sweep-title = Balayage
sweep-about = Chaque combinaison des valeurs est un entraînement à part, avec tout le reste comme réglé dans l’atelier. Appuyez sur une image pour ouvrir son entraînement.
sweep-across = En colonnes
sweep-down = En lignes
sweep-nothing = rien
sweep-values = Valeurs : { $setting }
sweep-rate = Taux d’apprentissage
sweep-width = Largeur
sweep-depth = Couches cachées
sweep-start = Lancer { $count ->
    [0] 0 entraînement
    [one] un entraînement
   *[other] { $count } entraînements
  }
sweep-stop = Arrêter
sweep-go-on = Lancer ceux qui manquent
sweep-progress = Entraînements terminés
sweep-results = Résultats
sweep-mistake = Écrivez des valeurs possibles pour ce réglage, séparées par des virgules.
sweep-same = Choisissez deux réglages différents.
sweep-too-many = { $count } entraînements dépassent les { $most } d’un balayage : supprimez des valeurs.
sweep-done = { $done ->
    [one] { $done } entraînement terminé
   *[other] { $done } entraînements terminés
} sur { $total }.
sweep-stopped = Arrêté : { $done ->
    [one] { $done } entraînement terminé
   *[other] { $done } entraînements terminés
} sur { $total }.
sweep-none-learns = Aucun entraînement n’est arrivé à son terme : tous ont divergé ou ont été refusés.
sweep-best = Les { $total } entraînements sont terminés. Encadré : le moins de points mal classés, puis la plus petite perte.
sweep-best-loss = Les { $total } entraînements sont terminés. Encadré : la plus petite perte.
sweep-best-held-out = Les { $total } entraînements sont terminés. Les nombres sont ceux des points mis de côté. Encadré : la plus petite perte de ces points.
sweep-refused = refusé
sweep-diverged = divergé à { $step }
sweep-waiting = pas encore terminé
sweep-missing = manque
sweep-cell = { $name } : { $result }. Ouvrir dans l’atelier
sweep-not-fetched = Le balayage n’a pas pu être chargé depuis le serveur. Réessayez.
