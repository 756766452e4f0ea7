# Ce qui se trouve dans le HTML des pages avant qu’elles ne dessinent.
page-title = Backpass : regardez les gradients circuler
page-description = Tapez une expression ; voyez son graphe de calcul et regardez chaque gradient arriver, étape par étape.
page-skip = Aller au graphe
page-skip-explanation = Aller à l’explication
page-examples = Exemples
page-training = Entraînement
header-pages = Pages
header-learn = Apprendre
header-train = Entraîner
header-join = Rejoindre
header-join-class = Rejoindre une classe
header-code = code
    .label = Code de la classe
header-present = Présenter
header-share = Partager
page-view = Affichage
language-name = Français
page-menu = Menu
page-share = Partager et exporter
page-open-in = Ouvrir dans Backpass
page-program = Programme
page-printed = Lignes affichées
page-own-engine = Votre propre moteur
page-problems = Problèmes
page-program-height = Hauteur du programme
page-inputs = Entrées
page-gradient = gradient
page-program-width = Largeur du programme
page-graph = Graphe de calcul
page-explanation = Explication
page-ways = Façons de regarder de plus près
page-no-script = Backpass dessine dans le navigateur ; il a donc besoin de JavaScript. Sans lui, l’API répond tout de même :
studio-page-title = Backpass : regardez un réseau apprendre
studio-page-description = Entraînez un réseau dans le navigateur, regardez évoluer ses régions de décision, ses poids et ses pertes, et ouvrez le graphe de calcul de n’importe quel point à n’importe quelle étape.
studio-page-brand = Backpass : atelier d’entraînement
studio-page-skip = Aller au tracé
studio-page-point = Point choisi
studio-page-run = Ligne de temps de l’entraînement
studio-page-curves = Courbes
studio-page-set-up = Réglages
studio-page-no-script = L’atelier dessine dans le navigateur ; il a donc besoin de JavaScript. Sans lui, l’API entraîne tout de même :
preview-picture = Le graphe de calcul de { $title }, avec ses valeurs et ses gradients
preview-not-found = Il n’y a pas de programme à cette adresse.
oembed-json-only = Ce serveur ne répond à oEmbed qu’en JSON : omettez format, ou demandez format=json.
oembed-size = maxwidth et maxheight sont des nombres entiers de pixels supérieurs à 0.
embed-unreachable = Le serveur qui dessine ce graphe ne répond pas.

# Une page à la place de celle qui n’existe pas.
refusal-title = Page introuvable
refusal-title-method = Cette adresse ne répond pas à cette méthode
refusal-advice = L’adresse est peut-être mal tapée, ou le lien est plus ancien que la page. Vérifiez son orthographe, ou continuez d’ici :
refusal-skip = Aller à l’erreur
refusal-api = Documentation de l’API

## Le guide et la description de l’API.

docs-skip = Aller au texte
docs-guide = Guide
docs-search = Chercher dans le guide
docs-contents = Sommaire
docs-found = { $count ->
    [0] Rien sur « { $wanted } »
    [one] 1 section sur « { $wanted } »
   *[other] { $count } sections sur « { $wanted } »
  }
docs-required = obligatoire
docs-parameters = Paramètres
docs-body = Corps
docs-token = Jeton
docs-request = Essayer
docs-send = Envoyer
docs-answer = Champs de la réponse
docs-answers = Réponses
