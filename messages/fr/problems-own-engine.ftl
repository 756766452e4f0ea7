# Ce qui est dit d’un moteur de différentiation automatique que le programme définit lui-même.
python-not-read = Les programmes qui ont leur propre moteur sont exécutés comme le fait Python, mais sans `{ $name }`.
    .hint = Écrivez-le avec des instructions simples, ou enlevez-le.
python-module-lacks = `{ $module }` n’a pas de `{ $name }` ici.
    .hint = Un moteur peut utiliser les types de Python, `math`, `random` et une grande partie de NumPy.
python-array-of-lists = Un tableau d’objets ne peut pas contenir de listes ni d’autres tableaux ici.
    .hint = Utilisez une liste de listes, ou un tableau de nombres.
counts-as-constant = Le résultat de `{ $name }` n’a pas de dérivée : il compte ici comme une constante.
    .hint = Sa valeur est celle de Python ; aucun gradient ne le traverse.
whole-number-as-constant = Un nombre entier de plus de 308 chiffres n’a pas de dérivée : il compte ici comme une constante.
    .hint = Sa valeur est celle de Python ; aucun gradient ne le traverse. Les nombres à virgule en ont une.
no-derivative-known = La dérivée de `{ $name }` n’est pas connue ici : son résultat ne peut pas être dérivé.
    .hint = Écrivez-le avec des opérations qui en ont une.
own-engine-import = Le module `{ $name }` n’est pas ici : un programme qui a son propre moteur est exécuté sans autre bibliothèque.
    .hint = Il peut importer { $names } et les modules de Python qui ne font que calculer.
own-passed-over-items = `{ $name }` dessine ou montre quelque chose et n’est pas exécuté : on ne sait pas ici ce qu’une boucle y parcourrait.
    .hint = Faites la boucle sur les nombres eux-mêmes.
own-engine-file = Le fichier `{ $name }` n’est pas disponible, et rien ne le remplace.
    .hint = Écrivez son contenu dans le programme, ou lisez un fichier de texte, `.txt` : un texte inventé le remplace.
python-input = `input()` attend quelqu’un qui tape, et personne ne le fait ici.
own-overwritten = Le gradient de `{ $name }` est écrasé ici : il devient { $theirs }, et son ancienne valeur est perdue. La somme serait { $right }.
    .hint = Une valeur utilisée plusieurs fois reçoit une contribution de chaque usage. Écrivez `+=`, pas `=`.
own-no-seed = La passe arrière commence avec le gradient { $theirs } à la sortie, elle n’envoie donc rien.
    .hint = La dérivée de la sortie par elle-même est 1 : donnez 1 au gradient de la sortie avant tout envoi.
own-wrong-order = `{ $name }` envoie ici son gradient avant qu’il soit complet : il vaut { $theirs }, et { $right } à la fin.
    .hint = Chaque valeur doit attendre tous ses usages. Parcourez les valeurs dans l’ordre topologique inverse, la sortie d’abord.
own-wrong-local-derivative = `{ $source }` envoie ici { $theirs } à `{ $name }`, et { $right } serait juste : la dérivée locale est fausse.
    .hint = Une contribution est le gradient du résultat fois la dérivée de l’opération, aux valeurs de la passe avant.
own-nothing-sent = `{ $source }` n’envoie rien à `{ $name }`, et { $right } serait juste.
    .hint = Chaque entrée d’une opération reçoit une contribution. Manque-t-elle dans la fonction arrière, ou parmi les parents ?
own-right-operand = L’opération n’est pas juste avec un nombre à gauche et un objet à droite.
    .hint = Python demande alors à l’objet de droite : définissez `__radd__`, `__rmul__`, `__rsub__` et `__rtruediv__`, et faites attention à l’ordre pour `-` et `/`.
own-constant-not-wrapped = Une opération avec un simple nombre échoue ici : le nombre n’est pas d’abord transformé en objet.
    .hint = Commencez par `other = other if isinstance(other, Value) else Value(other)`, avec le nom de votre classe.
own-broadcast-not-summed = Le gradient de `{ $name }` a ici une autre forme que sa valeur.
    .hint = La valeur a été répétée le long de certains axes dans la passe avant. Sommez le gradient sur ces axes.
own-gradient-kept = Le gradient de `{ $name }` contient encore ce qu’une passe arrière précédente y a laissé : il devient { $theirs }, et { $right } serait juste.
    .hint = Mettez tous les gradients à 0 avant chaque passe arrière.
own-data-changed = La contribution à `{ $name }` utilise une valeur changée après la passe avant : { $theirs } est envoyé, et { $right } serait juste.
    .hint = Ne changez les valeurs qu’après la passe arrière, ou gardez ce dont la fonction arrière a besoin au moment du calcul.
own-recursion-too-deep = Le moteur s’appelle ici lui-même trop souvent : Python permet 1 000 appels imbriqués.
    .hint = Une chaîne de mille opérations est courante. Ordonnez les valeurs dans une boucle avec une liste, sans récursion.
own-wrong-value = L’opération donne ici { $theirs }, et { $right } serait juste.
    .hint = Regardez le calcul avant : les gradients d’une valeur fausse ne servent à rien.
own-wrong-tangent = La seconde partie de `{ $name }` vaut { $theirs }, et { $right } serait juste : la règle de l’opération est fausse.
    .hint = La tangente d’un résultat est la somme, sur ses entrées, de la dérivée fois la tangente.
own-wrong-gradient = Le gradient de `{ $name }` vaut { $theirs }, et { $right } serait juste.
    .hint = Comparez, pas à pas, ce qui y arrive.
own-raised = Le programme s’arrête ici : { $name } : { $text }
own-unknown-operation = Le moteur utilise `{ $name }`, dont Backpass ne connaît pas la dérivée : ses gradients ne peuvent donc pas être vérifiés.
own-which-gradient = Quel attribut contient le gradient : { $names } ? Demandez de nouveau avec ce nom pour `gradient`.
own-watched-part = Le programme fait plus de nombres que Backpass n’en enregistre : seules { $passes ->
    [one] la première passe arrière est vérifiée
   *[other] les { $passes } premières passes arrière sont vérifiées
}. Les autres ont été exécutées sans être comparées.
    .hint = Un réseau plus petit ou moins d’exemples peuvent être vérifiés en entier.
own-watched-none = Backpass enregistre au plus { GROUP($numbers) } nombres, et le programme en fait davantage avant la fin de sa première passe arrière. Rien ne peut donc être comparé.
    .hint = Un réseau plus petit ou moins d’exemples y tiennent.
own-no-graph = Le programme définit un moteur et n’exécute pas de passe arrière avec lui : il n’y a pas de graphe à montrer.
    .hint = Écrivez en dessous comment on l’utilise : quelques valeurs, une expression, et l’appel qui calcule les gradients.
own-no-attribute = Aucun objet n’a de nombre dans un attribut `{ $name }`. Attributs avec des nombres : { $names }.
own-engine-option = Le programme définit son propre moteur, dont la rétropropagation est exécutée telle qu’elle est écrite : `{ $option }` ne peut pas être changé de l’extérieur.
    .hint = Omettez `{ $option }`, ou modifiez le programme.
own-engine-elsewhere = Le programme définit son propre moteur. Cette demande s’adresse au nôtre, qui n’est pas mis à sa place.
    .hint = Demandez son graphe, qui l’exécute comme il est écrit.
own-not-python = Python ne lit pas ce programme : { $text }.
exam-no-engine = Aucun moteur n’a été trouvé : une classe dont les objets contiennent un nombre, avec `+` ou `*`, et un appel qui calcule les gradients.
    .hint = Donnez le moteur entier. La classe a besoin d’un constructeur qui prend d’abord le nombre.
exam-no-attribute = Aucun objet d’un moteur n’a l’attribut `{ $name }`.
exam-not-offered = Il manque au moteur ce dont ce test a besoin.
exam-not-run = Non exécuté : aucun des { $count } tests précédents ne s’est terminé.
exam-title = Rapport de test de `{ $name }`
exam-summary = { $passed ->
    [one] { $passed } test réussi
   *[other] { $passed } tests réussis
} sur { $asked }.
exam-asked = demandé
exam-expected = juste
exam-got = obtenu
exam-operations = Opérations
exam-functions = Fonctions
exam-numbers = Des nombres de chaque côté
exam-shared = Des valeurs utilisées plusieurs fois
exam-chains = De longues chaînes
exam-passes = Plusieurs passes, et l’entraînement
exam-arrays = Tableaux
exam-hidden = Tests cachés
exam-hint-operations = Regardez l’opération seule : d’abord sa valeur, puis ce qu’elle envoie à chacune de ses entrées.
    .rule = Chaque entrée reçoit le gradient du résultat fois la dérivée de l’opération par rapport à cette entrée.
exam-hint-functions = Regardez la fonction seule, en ce point, puis avec quelque chose derrière elle.
    .rule = La contribution est le gradient du résultat fois la dérivée de la fonction en son entrée.
exam-hint-numbers = Regardez ce qui se passe avec un simple nombre à côté d’un objet.
    .rule = Un nombre devient d’abord un objet. Avec le nombre à gauche, Python appelle `__radd__`, `__rmul__`, `__rsub__` ou `__rtruediv__`.
exam-hint-shared = Regardez la valeur utilisée plus d’une fois.
    .rule = Son gradient est la somme des contributions de tous ses usages, et elle n’envoie rien avant l’arrivée de la dernière.
exam-hint-chains = Regardez comment le moteur trouve l’ordre de ses valeurs.
    .rule = Une fonction qui s’appelle pour chaque valeur s’arrête à 1 000 valeurs. Une liste de valeurs à visiter n’a pas cette limite.
exam-hint-passes = Regardez ce qu’une passe précédente laisse derrière elle.
    .rule = Une fois tous les gradients remis à zéro, une seconde passe doit donner ce que donne une première.
exam-hint-arrays = Regardez les formes : de la valeur, de son gradient, de ce qui arrive.
    .rule = Un gradient a la forme de sa valeur. Ce qui a été répété à l’aller est sommé au retour.
exam-hint-hidden = On n’en montre que le verdict : ils interrogent en d’autres points, et combinent les opérations.
    .rule = Ce qui est juste en tout point et dans toute expression réussit.
own-input-hint = Des valeurs peuvent être données pour des noms comme `a` dans `a = Value(2.0)`.
