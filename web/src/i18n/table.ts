// Texts around a game that is played: its rules where they are not the usual ones, how it ends, what is not possible; and
// what is kept in the browser. Loaded with what shows them.
import type { Message } from './message.ts'

export const table = {
  'rules.usual': { en: 'the usual rules', fr: 'règles habituelles' },
  'rules.set': { en: '{option}: {value}', fr: '{option}\u00a0: {value}' },
  'rated.no': { en: 'for fun', fr: 'amicale' },

  'kept.all': { en: 'Everything is kept in this browser, and works without a network.', fr: 'Tout est conservé dans ce navigateur, et fonctionne sans réseau.' },
  'sides.random': { en: 'Draw lots for the seats', fr: 'Tirer les places au sort' },
  'play.here': { en: 'Play from here', fr: "Jouer d'ici" },

  // How a game in a list ended
  'ended.won': { en: 'you won', fr: 'gagnée' },
  'ended.lost': { en: 'won by {player}', fr: 'victoire\u00a0: {player}' },
  'ended.none': { en: 'no winner', fr: 'sans vainqueur' },

  // Giving up
  'resign.two': { en: 'You give up the game as {player}; {other} will have won.', fr: 'Vous abandonnez la partie ({player})\u00a0; victoire\u00a0: {other}.' },
  'resign.more': { en: 'You give up as {player}. The computer goes on in your place, and the game goes on for the others.', fr: "Vous abandonnez ({player}). L'ordinateur continue à votre place, et la partie continue pour les autres." },
  'resign.last': { en: 'You give up as {player}. As nobody else plays, the game ends.', fr: "Vous abandonnez ({player}). Comme personne d'autre ne joue, la partie se termine." },

  'clock.two': { en: 'A player who runs out of time loses.', fr: "Celui qui n'a plus de temps perd." },
  'clock.many': { en: 'The computer goes on for whoever runs out of time, as long as somebody else plays.', fr: "L'ordinateur continue pour qui n'a plus de temps, tant que quelqu'un d'autre joue." },

  // A hint, and what its line means
  'hint.wait': { en: 'Looking for a good move…', fr: "À la recherche d'un bon coup…" },
  'hint.move': { en: 'Try {move}.', fr: 'Essayez {move}.' },
  'hint.line': { en: 'It could go on: {moves}', fr: 'Suite possible\u00a0: {moves}' },
  'judge.win': { en: { one: 'You win in one turn.', other: 'You win in {n} turns.' }, fr: { one: 'Vous gagnez en un tour.', other: 'Vous gagnez en {n} tours.' } },
  'judge.winmost': { en: 'You win in at most {n} turns.', fr: 'Vous gagnez en {n} tours au plus.' },
  'judge.loss': {
    en: { one: 'Whatever you play, the game is lost in one turn.', other: 'Whatever you play, the game is lost in {n} turns.' },
    fr: { one: 'Perdu en un tour, quoi que vous jouiez.', other: 'Perdu en {n} tours, quoi que vous jouiez.' },
  },
  'judge.lossmost': { en: 'Whatever you play, the game is lost in at most {n} turns.', fr: 'Perdu en {n} tours au plus, quoi que vous jouiez.' },
  'judge.draw': { en: 'When both play their best the game is drawn: this is proven.', fr: "Si chacun joue au mieux, la partie est nulle\u00a0: c'est prouvé." },
  'judge.better': { en: 'You stand clearly better.', fr: 'Vous avez un net avantage.' },
  'judge.good': { en: 'You stand a little better.', fr: 'Vous êtes un peu mieux.' },
  'judge.even': { en: 'The game is even.', fr: 'La partie est égale.' },
  'judge.poor': { en: 'You stand a little worse.', fr: 'Vous êtes un peu moins bien.' },
  'judge.worse': { en: 'You stand clearly worse.', fr: 'Votre position est nettement moins bonne.' },

  'moves.again': { en: 'Moves are made again.', fr: 'Des coups sont refaits.' },

  // Somebody is away
  'away.text': { en: 'Away: {who}. You can claim the game in {seconds}\u00a0s.', fr: 'Absence\u00a0: {who}. Vous pourrez réclamer la partie dans {seconds}\u00a0s.' },
  'away.long': { en: 'Away for long: {who}. You can claim the game.', fr: 'Longue absence\u00a0: {who}. Vous pouvez réclamer la partie.' },

  'left.you': { en: 'You left the game.', fr: 'Vous avez quitté la partie.' },
  'left.other': { en: '{who} left the game.', fr: '{who} a quitté la partie.' },
  'seat.gone': { en: 'Your seat is no longer on this device.', fr: "Votre place n'est plus sur cet appareil." },
  'replaced.you': { en: 'You left the game; the computer goes on in your place.', fr: "Vous avez quitté la partie\u00a0; l'ordinateur continue à votre place." },
  'replaced.here': { en: 'The computer goes on for {who}.', fr: "L'ordinateur continue pour {who}." },
  'replaced.other': { en: '{who} left the game; the computer goes on.', fr: "{who} a quitté la partie\u00a0; l'ordinateur continue." },

  // What is not possible
  'refused.lost': { en: 'The connection was lost on the way. Please look whether it happened.', fr: "La connexion s'est coupée en chemin. Vérifiez si cela s'est fait." },
  'refused.rated': { en: 'A rated game is for two people with accounts, from the start.', fr: 'Une partie classée se joue entre deux comptes, depuis le début.' },
  'refused.taken': { en: 'This seat is taken.', fr: 'Cette place est prise.' },
  'refused.turn': { en: 'It is not your turn.', fr: "Ce n'est pas à vous." },
  'refused.illegal': { en: 'This move is not legal.', fr: "Ce coup n'est pas permis." },
  'refused.time': { en: 'Your time is up.', fr: 'Votre temps est écoulé.' },
  'refused.offer': { en: 'Not now: it was declined, or there is nothing to agree on.', fr: "Pas maintenant : cela a été refusé, ou il n'y a rien à décider." },
  'refused.present': { en: 'The other side is there, or has not been away for long enough.', fr: "L'adversaire est là, ou absent depuis trop peu de temps." },
  'refused.seat': { en: 'You have no seat in this game.', fr: "Vous n'avez pas de place dans cette partie." },
  'refused.token': { en: 'This personal link is not good, or was used already.', fr: "Ce lien personnel n'est pas valable, ou a déjà servi." },
  'refused.chat': { en: 'There is too much chat in this game.', fr: 'Il y a trop de messages dans cette partie.' },
  'refused.rate': { en: 'Too fast. Wait a moment.', fr: 'Trop vite. Attendez un instant.' },
  'refused.limit': { en: 'You have too many games open. Finish one first.', fr: "Vous avez trop de parties ouvertes. Terminez-en une d'abord." },
  'refused.full': { en: 'The service has no room for more.', fr: "Le service n'a plus de place." },
  'refused.store': { en: 'The service could not write it down or read it: it has not happened. Try again.', fr: "Le service n'a pas pu l'enregistrer ou le lire : cela n'a pas eu lieu. Réessayez." },
  'refused.stopping': { en: 'The service is about to restart and begins no new games.', fr: 'Le service va redémarrer et ne commence plus de parties.' },
  'refused.other': { en: 'That is not possible ({code}).', fr: "Ce n'est pas possible ({code})." },
} satisfies Record<string, Message>
