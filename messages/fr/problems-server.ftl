nothing-at = Il n’y a rien à { $path }.
    .hint = La page est à /, l’API est décrite à /docs.
method-not-answered = { $path } ne répond pas à { $method }.
    .hint = Utilisez { $methods }.
described-at-docs = L’API est décrite à /docs.
body-not-json = Le corps de la requête n’est pas du JSON valide : { $removeprefix }.
field-missing = Le champ `{ $place }` manque.
    .hint = Ajoutez `{ $place }` à l’objet de la requête.
no-field = Il n’y a pas de champ `{ $place }`.
inputs-are-object = Donnez les entrées par leur nom, chacune avec la liste de ses valeurs : `{"{"}"x": [1, 2]{"}"}`.
see-fields = Voyez à /docs les champs de cette requête.
many-things-wrong = Cette requête a { GROUP($count) } erreurs, trop pour être énumérées.
    .hint = Partez de l’exemple de cette requête à /docs.
unknown-host = Ce serveur n’accepte pas le nom d’hôte { $host }.
    .hint = Ouvrez-le comme `localhost`, ou mettez dans `BACKPASS_ALLOWED_HOSTS` ses noms d’hôte.
foreign-page = Ce serveur est pour un réseau privé, et les pages de { $origin } ne peuvent rien y créer.
    .hint = Utilisez la page du serveur lui-même, ou mettez dans `BACKPASS_ALLOWED_ORIGINS` les sites qui le peuvent.
body-too-large = Le corps de la requête dépasse { GROUP($limit) } octets, le maximum lu ici.
    .hint = Envoyez un programme plus petit ou moins de nombres.
computation-too-long = Le calcul a duré plus de { $seconds } secondes, le maximum que ce serveur accorde à un programme.
    .hint = Réduisez le programme, ou utilisez la bibliothèque Python, où vous fixez les limites.
worker-lost = Le processus qui calculait ceci s’est terminé avant d’avoir une réponse ; il a peut-être pris trop de mémoire.
    .hint = Réessayez ; si cela persiste, réduisez le programme ou ses tenseurs.
shutting-down = Le serveur s’arrête ou redémarre.
    .hint = Réessayez dans un instant.
request-too-slow = La partie « { $value } » de la requête n’était pas complète après { $seconds } secondes.
    .hint = Renvoyez-la par une meilleure connexion, ou envoyez-en moins.
headers-too-large = L’adresse et les en-têtes de la requête dépassent { GROUP($most) } octets, le maximum lu ici.
    .hint = Envoyez ce qui est long dans le corps d’un POST.
internal-error = Quelque chose s’est mal passé de notre côté ; votre programme n’est pas perdu.
    .hint = Réessayez ; si cela persiste, signalez-le avec le numéro { $identifier }.
too-many-connections = Cette adresse a { GROUP($most) } connexions en direct ouvertes, le maximum gardé pour une seule.
    .hint = Fermez les pages que vous ne regardez plus, ou demandez à qui administre ce serveur un `max_sockets_per_client` plus grand.
storage-full = Le stockage de ce serveur est plein : on ne peut plus rien y garder ; les calculs continuent.
    .hint = Copiez le lien long au lieu d’un lien court, et prévenez qui administre ce serveur.
storage-unavailable = Le stockage de ce serveur ne fonctionne pas en ce moment : on ne peut rien y garder ni y chercher ; les calculs continuent.
    .hint = Réessayez dans une minute ; si cela persiste, prévenez qui administre ce serveur.
share-too-long = La page partagée a { GROUP($count) } caractères ; la limite est { GROUP($max_share_characters) }.
    .hint = Partagez un programme plus court, ou envoyez le programme lui-même.
shares-full = Ce serveur garde { GROUP($max_shares) } liens courts, et tous sont utilisés.
    .hint = Copiez plutôt le lien long : il contient tout.
share-gone = Ce lien court n’existe pas, ou a expiré.
    .hint = Demandez à qui l’a envoyé de le partager de nouveau.
near-kink = `{ $signature }` n’est qu’à { $distance } de son point anguleux, et les différences avec h = { $smallest_step } ou plus l’enjambent ; elles sont écartées du verdict.
    .hint = Le gradient vaut de ce côté du point anguleux ; un pas de cette taille aboutit de l’autre.
derivatives-not-finite = La valeur et les gradients sont finis ici, mais une dérivée seconde ou d’ordre supérieur ne l’est pas.
    .hint = Éloignez un peu les entrées de ce point.
path-node-missing = Il faut dire à quel nœud mènent les chemins, par son nom ou par son numéro.
    .hint = Donnez soit `name`, un nom du programme, soit `node`, un id du graphe.
take-id-of-node = Prenez l’`id` d’un nœud dans `/api/v1/graph` avec le même programme.
field-wrong = Le champ `{ $place }` n’est pas valable : { $reason }.
body-wrong = Le corps de la requête n’est pas valable : { $reason }.
overloaded = Le serveur est occupé : { $waiting ->
    [1] une grande requête attend
   *[other] { GROUP($waiting) } grandes requêtes attendent
} { $processes ->
    [one] { $processes } processus
   *[other] { $processes } processus
}.
    .hint = Réessayez dans { $seconds ->
        [one] { $seconds } seconde
       *[other] { $seconds } secondes
    } ; les petits programmes reçoivent leur réponse aussitôt.
too-many-units = Cette adresse a demandé plus de { GROUP($quota) } unités en { $window } secondes, le maximum auquel on répond ici.
    .hint = Demandez moins souvent, ou pour plusieurs points à la fois : /api/v1/gradient/batch.
too-many-creations = Cette adresse a créé plus de { GROUP($quota) } salles, liens courts et entraînements en { $window } secondes.
    .hint = Utilisez-en un que vous avez déjà.
too-many-guesses = Cette adresse a demandé plus de { GROUP($quota) } salles qui n’existent pas en { $window } secondes.
    .hint = Vérifiez le code : il a six lettres et chiffres.
