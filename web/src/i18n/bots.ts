// Texts about programs that play, and about reports; loaded with the pages that show them.
import type { Message } from './message.ts'

export const bots = {
  // Tokens, in the settings of an account
  'bots.title': { en: 'Programs', fr: 'Programmes' },
  'bots.text': {
    en: 'A program shows a token instead of your password. Each is shown once, and can be revoked at any time.',
    fr: 'Un programme montre un jeton au lieu de votre mot de passe. Chacun est montré une seule fois, et peut être révoqué à tout moment.',
  },
  'bots.none': { en: 'There are no tokens.', fr: "Il n'y a pas de jetons." },
  'bots.token.read': { en: 'to look', fr: 'pour regarder' },
  'bots.token.play': { en: 'to play', fr: 'pour jouer' },
  'bots.token.times': { en: 'until {expires}, last used {seen}', fr: "jusqu'au {expires}, dernier usage le {seen}" },
  'bots.token.unused': { en: 'until {expires}, never used', fr: "jusqu'au {expires}, jamais utilisé" },
  'bots.revoke': { en: 'Revoke', fr: 'Révoquer' },
  'bots.revoke.of': { en: 'Revoke the token {name}', fr: 'Révoquer le jeton {name}' },
  'bots.revoked': { en: 'The token {name} is good no more.', fr: 'Le jeton {name} ne vaut plus rien.' },
  'bots.make': { en: 'Make a token', fr: 'Créer un jeton' },
  'bots.name': { en: 'What it is for', fr: 'À quoi il sert' },
  'bots.scope': { en: 'What it may do', fr: "Ce qu'il permet" },
  'bots.days': { en: 'Days until it expires', fr: 'Jours avant son expiration' },
  'bots.password': { en: 'Your password', fr: 'Votre mot de passe' },
  'bots.made': { en: 'Copy this token now: it is not shown again.', fr: 'Copiez ce jeton maintenant\u00a0: il ne sera plus montré.' },
  'bots.copy': { en: 'Copy', fr: 'Copier' },
  'bots.copied': { en: 'Copied', fr: 'Copié' },
  'bots.declare': { en: 'A program plays for this account', fr: 'Un programme joue pour ce compte' },
  'bots.declare.text': {
    en: 'Only then tokens can be made to play. Others see it beside the name, and it cannot be taken back.',
    fr: 'Alors seulement des jetons pour jouer peuvent être créés. Les autres le voient à côté du nom, et cela ne peut être repris.',
  },
  'bots.declare.yes': { en: 'Yes, for good', fr: 'Oui, définitivement' },
  'bots.declared': { en: 'This is the account of a program.', fr: "C'est le compte d'un programme." },
  'bots.no.limit': { en: 'There are too many tokens already.', fr: 'Il y a déjà trop de jetons.' },

  // Reports
  'report.title': { en: 'Report {who}', fr: 'Signaler {who}' },
  'report.open': { en: 'Report {who}', fr: 'Signaler {who}' },
  'report.text': { en: 'What happened? Whoever runs this server reads it, with the game and what was said.', fr: "Que s'est-il passé\u00a0? L'hébergeur de ce serveur le lit, avec la partie et ce qui a été dit." },
  'report.what': { en: 'What happened', fr: "Ce qui s'est passé" },
  'report.said': { en: 'What was said', fr: 'Ce qui a été dit' },
  'report.send': { en: 'Send', fr: 'Envoyer' },
  'report.done': { en: 'Thank you, it is reported.', fr: "Merci, c'est signalé." },
  'report.no.limit': { en: 'You have reported enough for today.', fr: "Vous avez assez signalé pour aujourd'hui." },
  'report.no': { en: 'It could not be sent. Please try again.', fr: "L'envoi a échoué. Réessayez." },
} satisfies Record<string, Message>
