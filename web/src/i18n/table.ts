// Texts around a game that is played: its rules where they are not the usual ones, and what giving it up means. Loaded with
// what shows them.
import type { Message } from './message.ts'

export const table = {
  'rules.usual': { en: 'the usual rules', fr: 'règles habituelles' },
  'rules.set': { en: '{option}: {value}', fr: '{option}\u00a0: {value}' },
  'rated.no': { en: 'for fun', fr: 'pour le plaisir' },

  // Giving up
  'resign.two': { en: 'You give up the game as {player}; {other} will have won.', fr: 'Vous abandonnez la partie ({player})\u00a0; victoire\u00a0: {other}.' },
  'resign.more': { en: 'You give up as {player}. The computer goes on in your place, and the game goes on for the others.', fr: "Vous abandonnez ({player}). L'ordinateur continue à votre place, et la partie continue pour les autres." },
  'resign.last': { en: 'You give up as {player}. As nobody else plays, the game ends.', fr: "Vous abandonnez ({player}). Comme personne d'autre ne joue, la partie se termine." },

  // Somebody is away
  'away.text': { en: '{who} is away. You can claim the game in {seconds}\u00a0s.', fr: '{who}\u00a0: absent. Vous pourrez réclamer la partie dans {seconds}\u00a0s.' },
  'away.long': { en: '{who} has been away for long: you can claim the game.', fr: '{who}\u00a0: absent depuis longtemps. Vous pouvez réclamer la partie.' },
} satisfies Record<string, Message>
