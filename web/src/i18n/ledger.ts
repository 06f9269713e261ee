// Texts about what becomes of games: ratings, what people played, analysis by the server. Loaded with what shows them.
import type { Message } from './message.ts'

export const ledger = {
  // Ratings
  'rating.of': { en: 'rating', fr: 'classement' },
  'rating.rated': { en: 'rated', fr: 'classée' },
  'rating.soon': { en: 'The new ratings are being computed…', fr: 'Les nouveaux classements se calculent…' },
  'rating.now': { en: '{who}: {rating}', fr: '{who}\u00a0: {rating}' },
  'rating.kind': { en: 'Rated', fr: 'Partie classée' },
  'rating.casual': { en: 'For fun', fr: 'Pour le plaisir' },
  'rating.counts': { en: 'For the ratings', fr: 'Pour le classement' },
  'rating.none': { en: 'No rated game yet.', fr: 'Pas encore de partie classée.' },
  'rating.title': { en: 'Ratings', fr: 'Classements' },
  'rating.graph': {
    en: { one: 'Rating in {game}, {class}: from {first} to {last} in {n} game', other: 'Rating in {game}, {class}: from {first} to {last} in {n} games' },
    fr: { one: 'Classement à {game}, {class}\u00a0: de {first} à {last} en {n} partie', other: 'Classement à {game}, {class}\u00a0: de {first} à {last} en {n} parties' },
  },
  'rating.games': { en: { one: '{n} game', other: '{n} games' }, fr: { one: '{n} partie', other: '{n} parties' } },
  'rating.unsure': { en: 'not yet certain', fr: 'encore incertain' },
  'class.fast': { en: 'fast', fr: 'rapide' },
  'class.rapid': { en: 'medium', fr: 'moyenne' },
  'class.slow': { en: 'slow', fr: 'longue' },
  'class.days': { en: 'without hurry', fr: 'sans hâte' },
  'score.title': { en: 'Results', fr: 'Résultats' },
  'score.game': { en: 'Game', fr: 'Jeu' },
  'score.clock': { en: 'Clock', fr: 'Cadence' },
  'score.won': { en: 'Won', fr: 'Gagnées' },
  'score.drawn': { en: 'Drawn', fr: 'Nulles' },
  'score.lost': { en: 'Lost', fr: 'Perdues' },
  'score.none': { en: 'No game yet.', fr: 'Pas encore de partie.' },

  // What people played
  'explorer.title': { en: 'What people played here', fr: "Ce que l'on a joué ici" },
  'explorer.none': { en: 'Nobody has played from this position on this server.', fr: "Personne n'a joué depuis cette position sur ce serveur." },
  'explorer.away': { en: 'The games played here are kept by the service, which cannot be reached now.', fr: "Les parties jouées ici sont conservées par le service, qui est injoignable pour l'instant." },
  'explorer.count': { en: { one: '{n} game', other: '{n} games' }, fr: { one: '{n} partie', other: '{n} parties' } },
  'explorer.won': { en: '{player} {percent}%', fr: '{player} {percent}\u00a0%' },
  'explorer.drawn': { en: 'drawn {percent}%', fr: 'nulles {percent}\u00a0%' },

  // Analysis by the server
  'server.title': { en: 'Analysis by the server', fr: 'Analyse par le serveur' },
  'server.hint': { en: 'The server looks at every move and marks the mistakes.', fr: 'Le serveur examine chaque coup et marque les fautes.' },
  'server.ask': { en: 'Ask for an analysis', fr: 'Demander une analyse' },
  'server.waiting': { en: { one: 'Waiting: {n} game before it', other: 'Waiting: {n} games before it' }, fr: { one: 'En attente\u00a0: {n} partie avant', other: 'En attente\u00a0: {n} parties avant' } },
  'server.working': { en: '{done} of {total} positions', fr: '{done} positions sur {total}' },
  'server.failed': { en: 'The analysis did not succeed.', fr: "L'analyse n'a pas abouti." },
  'server.limit': { en: 'You have asked for several analyses already; please wait until one is done.', fr: "Vous avez déjà demandé plusieurs analyses\u00a0; attendez que l'une d'elles soit faite." },
  'server.full': { en: 'Too many games are waiting. Please try again later.', fr: 'Trop de parties attendent. Réessayez plus tard.' },
  'server.trouble': { en: 'The server did not answer as it should. Please try again.', fr: "Le serveur n'a pas répondu comme il faut. Réessayez." },
  'server.done': { en: 'The analysis is there.', fr: "L'analyse est là." },
  'server.count': { en: '{player}: {list}', fr: '{player}\u00a0: {list}' },
  'server.better': { en: 'Better was {move}.', fr: 'Meilleur\u00a0: {move}.' },
  'server.chosen': { en: '{move} was the best move.', fr: '{move} était le meilleur coup.' },
} satisfies Record<string, Message>
