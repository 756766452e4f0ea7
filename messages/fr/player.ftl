# Le lecteur : un graphe calculé, sur une page à lui.
player-graph = Graphe de calcul
player-explanation = Explication
player-notes = Bon à savoir
player-program = Programme
player-not-json = Les données de ce graphe sont incomplètes : ce n’est pas du JSON. Enregistrez le graphe à nouveau.
player-no-graph = Ces données ne sont pas un graphe : il faut un objet avec `nodes`, `edges` et `steps`.
player-no-nodes = Ce graphe n’a aucun nœud : il n’y a rien à montrer.
player-no-list = Les données de ce graphe n’ont pas de liste `{ $list }`.
player-too-large = La liste `{ $list }` de ce graphe a { $count } éléments ; le lecteur en montre au plus { $most }. Enregistrez une partie du graphe, ou ouvrez-le dans Backpass.
player-wrong-row = L’entrée { $place } de `{ $list }` contredit le reste de ce graphe, qui ne peut donc être montré. Enregistrez le graphe à nouveau.
player-wrong-output = Le champ `output` de ce graphe ne désigne aucun de ses nœuds : il ne peut donc être montré. Enregistrez le graphe à nouveau.
player-inputs = Entrées
player-number = Écrivez un nombre, par exemple −2,5.
player-kernel-slow = Le noyau n’a pas encore répondu : l’image montre les nombres d’avant ce changement.
player-failed = Ce graphe ne peut être dessiné : ses données se contredisent. Enregistrez le graphe à nouveau.
