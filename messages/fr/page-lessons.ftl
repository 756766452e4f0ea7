## Ce que dit la page d’une leçon pendant qu’on la lit.

lesson-contents = Pages de cette leçon
lesson-turning = Retour et suite
lesson-previous = Retour
lesson-page-of = Page { $page } sur { $count }
lesson-next = Suite
lesson-closed = Le reste de cette page s’ouvre quand vous avez répondu. Deviner suffit.
lesson-edit-copy = En modifier une copie
lesson-your-answer = Votre réponse
lesson-check-answer = Vérifier
lesson-hint = Indice
lesson-show-answer = Montrer la réponse
lesson-right = Juste.
lesson-not-yet = Pas encore.
lesson-being-marked = Enregistré ici. La correction vient dès que le serveur l’a reçue.
lesson-predicted-otherwise = Le résultat est autre. Lisez la suite pour voir pourquoi, puis essayez de nouveau.
lesson-choose-one = Choisissez d’abord une réponse.
lesson-type-number = Écrivez un nombre, comme 2.5 ou −3.
lesson-answer-is = La réponse est { $answer }.
lesson-goal-reach = À vous : amenez `{ $shown }` à { $wanted }.
lesson-goal-below = À vous : faites passer `{ $shown }` au-dessous de { $wanted }.
lesson-goal-above = À vous : faites passer `{ $shown }` au-dessus de { $wanted }.
lesson-goal-reached = C’est fait.
lesson-start-again = Recommencer
lesson-open-studio = Ouvrir dans le studio d’entraînement
lesson-program = Programme
lesson-sliders = Entrées
lesson-graph-of = Graphe de { $program }
lesson-next-key = Page suivante (→)
lesson-progress = Votre progression
lesson-finished = Terminée
lesson-questions-right = Questions justes : { $right } sur { $count }
lesson-end-all = Questions justes : { $count } sur { $count }.
lesson-end-some = Questions justes : { $right } sur { $count }.
lesson-end-again = Pages à revoir :
lesson-pages-read = Pages lues : { $read } sur { $pages }

## L’éditeur de leçons.

lesson-insert = Insérer
lesson-insert-page = Page
    .about = Un titre, qui commence une page
lesson-insert-graph = Graphe
    .about = Un programme en graphe vivant
lesson-insert-question = Nombre
    .about = Une question dont la réponse est un nombre que le moteur calcule
lesson-insert-choice = Choix
    .about = Une question avec des réponses au choix
lesson-insert-run = Entraînement
    .about = Un entraînement du studio
lesson-insert-shown = Depuis le terrain de jeu
    .about = Un graphe tel que le terrain de jeu de ce navigateur le montre maintenant
lesson-file = Leçon
lesson-new = Nouvelle
    .about = Commencer une autre leçon ; celle-ci reste parmi les brouillons
lesson-open-file = Ouvrir…
    .about = Un fichier Markdown ; ou déposez-en un sur cette page
lesson-save-file = Enregistrer
    .about = En fichier Markdown (Ctrl+S)
lesson-copy-link = Copier le lien
    .about = Un lien qui contient toute la leçon
lesson-drafts = Brouillons
lesson-untitled = Sans titre
lesson-link-copied = Lien copié. Il ouvre cette leçon.
lesson-link-too-long = La leçon est trop longue pour un lien ({ $longest } caractères). Enregistrez-la en fichier.
lesson-link-broken = Ce lien ne contient pas de leçon lisible. Il a peut-être été coupé en route.
lesson-nothing-shown = Le terrain de jeu n’a encore rien montré dans ce navigateur.
lesson-edit-ready = { $pages ->
        [one] Une page
       *[other] { $pages } pages
    }, { $figures ->
        [0] aucun nombre calculé
        [one] un nombre calculé
       *[other] { $figures } nombres calculés
    }. Aucune erreur.
lesson-edit-more = { $count ->
        [one] Encore une erreur, soulignée
       *[other] Encore { $count } erreurs, soulignées
    } dans le texte.
lesson-shared-wrong = { $count ->
        [one] Une erreur dans le texte de cette leçon : ce qu’elle touche est laissé de côté.
       *[other] { $count } erreurs dans le texte de cette leçon : ce qu’elles touchent est laissé de côté.
    }
lesson-new-title = Une nouvelle leçon
lesson-new-summary = De quoi elle parle, en une phrase.
lesson-new-page = Une nouvelle page
lesson-new-text = Une idée.
lesson-new-question = Quel est le gradient de `a` ?
lesson-new-hint = a sert deux fois
lesson-new-answer = juste
lesson-new-wrong = C’est la contribution du produit seul.
lesson-new-right = Une contribution pour chaque usage.
lesson-new-choice = À quoi vous attendez-vous ?
lesson-new-choice-right = La bonne réponse.
lesson-new-choice-wrong = Une mauvaise réponse.

## Une leçon en classe.

in-class-way = Progression dans la leçon
in-class-sending = Envoi…
in-class-stored = Votre réponse est enregistrée.
in-class-paused = Petite pause. Levez les yeux, s’il vous plaît.
in-class-own = À votre rythme
in-class-together = Ensemble
in-class-over = Cette classe est terminée.
in-class-thanks = Merci d’avoir participé.
in-class-more = D’autres leçons
in-class-pull = Amener tout le monde ici
in-class-let-go = À son rythme
in-class-go-on = Continuer
in-class-pause = Pause
in-class-first = De la page
in-class-last = À la page
in-class-dashboard = Où chacun en est
in-class-names = Montrer les noms
in-class-hide = Cacher à tous
in-class-reveal = Montrer à tous
in-class-question = Question { $question }
in-class-question-state = Question { $question } : { $state }
in-class-student = Élève { $guest }
in-class-students = { $count ->
        [0] Aucun élève
        [one] Un élève
       *[other] { $count } élèves
    }
in-class-on-page = Page
in-class-answers = { $count ->
        [0] Aucune réponse
        [one] Une réponse
       *[other] { $count } réponses
    }
in-class-other-answers = { $count ->
        [one] Une autre réponse
       *[other] { $count } autres réponses
    }
in-class-compared = Réponses de la classe
in-class-side-by-side = Montrer à tous les réponses choisies
in-class-hide-answers = Cacher ces réponses
in-class-open-screen = Voir l’écran de { $name }
in-class-screen = Écran d’un élève
in-class-screen-of = { $name } · page { $page } sur { $count }
in-class-notes = Notes pour cette page
in-class-no-notes = Cette page n’a pas de notes.
in-class-next = Ensuite : { $title }
in-class-last-page = C’est la dernière page.
remote-over = Cette télécommande n’est reliée à aucune classe. Scannez à nouveau le code sur l’écran de l’enseignant.
lesson-start = Commencer
lesson-go-on = Continuer
lesson-teach = L’enseigner
