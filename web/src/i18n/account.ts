// Texts of the pages of accounts; loaded with them.
import type { Message } from './message.ts'

export const account = {
  // Signing in and registering
  'account.title': { en: 'Account', fr: 'Compte' },
  'account.lead': {
    en: 'An account keeps your name, your games and your ratings, on every device. You can play without one just as well.',
    fr: 'Un compte garde votre nom, vos parties et vos classements, sur tous vos appareils. On peut jouer tout aussi bien sans.',
  },
  'account.choice': { en: 'Sign in or make an account', fr: 'Se connecter ou créer un compte' },
  'account.signin': { en: 'Sign in', fr: 'Se connecter' },
  'account.register': { en: 'Make an account', fr: 'Créer un compte' },
  'account.closed': { en: 'This server makes no new accounts.', fr: 'Ce serveur ne crée pas de nouveaux comptes.' },
  'account.name': { en: 'Name', fr: 'Nom' },
  'account.name.help': {
    en: '2 to 20 letters and digits, with single hyphens or underscores inside. Everybody sees it.',
    fr: "De 2 à 20 lettres et chiffres, avec au besoin des tirets ou des soulignés à l'intérieur. Tout le monde le voit.",
  },
  'account.password': { en: 'Password', fr: 'Mot de passe' },
  'account.password.help': {
    en: '10 characters or more. There is no way to get a forgotten one back: let your browser keep it.',
    fr: "Au moins 10 caractères. Un mot de passe oublié ne se retrouve pas\u00a0: laissez votre navigateur le garder.",
  },
  'account.show': { en: 'Show the password', fr: 'Afficher le mot de passe' },
  'account.adopts': { en: 'Online games you have played in this browser become those of the account.', fr: 'Les parties en ligne jouées dans ce navigateur deviennent celles du compte.' },
  'account.welcome': { en: 'You are signed in as {name}.', fr: 'Vous êtes connecté sous le nom {name}.' },
  'account.claimed': {
    en: { one: "{n} game of this browser is the account's now.", other: "{n} games of this browser are the account's now." },
    fr: { one: '{n} partie de ce navigateur est maintenant celle du compte.', other: '{n} parties de ce navigateur sont maintenant celles du compte.' },
  },

  // Signed in
  'account.profile': { en: 'Your profile', fr: 'Votre profil' },
  'account.signout': { en: 'Sign out', fr: 'Se déconnecter' },
  'account.signedout': { en: 'You are signed out.', fr: 'Vous êtes déconnecté.' },
  'account.sessions': { en: 'Where you are signed in', fr: 'Où vous êtes connecté' },
  'account.session': { en: '{browser}, from {address}', fr: '{browser}, depuis {address}' },
  'account.session.this': { en: 'this browser', fr: 'ce navigateur' },
  'account.session.times': { en: 'since {began}, last used {seen}', fr: 'depuis le {began}, dernier usage le {seen}' },
  'account.session.end': { en: 'End', fr: 'Terminer' },
  'account.session.end.of': { en: 'End the session: {browser}, from {address}', fr: 'Terminer la session\u00a0: {browser}, depuis {address}' },
  'account.sessions.end': { en: 'End all others', fr: 'Terminer toutes les autres' },
  'account.sessions.ended': { en: { one: '{n} session was ended.', other: '{n} sessions were ended.' }, fr: { one: '{n} session a été terminée.', other: '{n} sessions ont été terminées.' } },
  'account.change': { en: 'Change the password', fr: 'Changer le mot de passe' },
  'account.old': { en: 'Current password', fr: 'Mot de passe actuel' },
  'account.new': { en: 'New password', fr: 'Nouveau mot de passe' },
  'account.keep': { en: 'Programs keep their tokens', fr: 'Les programmes gardent leurs jetons' },
  'account.changed': { en: 'The password is changed; you are signed out everywhere else.', fr: 'Le mot de passe est changé\u00a0; vous êtes déconnecté partout ailleurs.' },
  'account.export': { en: 'Export', fr: 'Exporter' },
  'account.export.text': { en: 'All your games in one file, and everything that is kept of your account.', fr: 'Toutes vos parties en un seul fichier, et tout ce qui est gardé de votre compte.' },
  'account.export.games': { en: 'All games (PGN)', fr: 'Toutes les parties (PGN)' },
  'account.export.data': { en: 'All data (JSON)', fr: 'Toutes les données (JSON)' },
  'account.delete': { en: 'Delete the account', fr: 'Supprimer le compte' },
  'account.delete.text': {
    en: 'Your name goes out of all games and chats, games in progress are given up, and ratings, sessions and the password are deleted. Nothing of it can be brought back. For those who played with you the games stay.',
    fr: "Votre nom disparaît de toutes les parties et discussions, les parties en cours sont abandonnées, et classements, sessions et mot de passe sont effacés. Rien ne peut être rétabli. Pour vos adversaires, les parties demeurent.",
  },
  'account.delete.yes': { en: 'Delete it for ever', fr: 'Supprimer pour toujours' },
  'account.deleted': { en: 'The account is deleted.', fr: 'Le compte est supprimé.' },

  // Why not
  'account.no.password': { en: 'The name or the password is wrong.', fr: 'Le nom ou le mot de passe est faux.' },
  'account.no.tries': { en: 'Too many attempts. Please wait a little.', fr: 'Trop de tentatives. Attendez un peu.' },
  'account.no.rate': { en: 'Too many attempts. Please wait a little.', fr: 'Trop de tentatives. Attendez un peu.' },
  'account.no.name': { en: 'This cannot be a name: 2 to 20 letters of one alphabet and digits, with single hyphens or underscores inside.', fr: "Ceci ne peut être un nom\u00a0: de 2 à 20 lettres d'un même alphabet et chiffres, avec au besoin des tirets ou des soulignés à l'intérieur." },
  'account.no.field': { en: 'Something is missing, or too long.', fr: 'Il manque quelque chose, ou un texte est trop long.' },
  'account.no.weak': { en: 'This password is too short, or too easily guessed.', fr: 'Ce mot de passe est trop court, ou trop facile à deviner.' },
  'account.no.taken': { en: 'Somebody has this name, or one that looks like it.', fr: "Quelqu'un porte ce nom, ou un nom qui lui ressemble." },
  'account.no.registration': { en: 'This server makes no new accounts.', fr: 'Ce serveur ne crée pas de nouveaux comptes.' },
  'account.no.account': { en: 'You are signed in no more.', fr: "Vous n'êtes plus connecté." },
  'account.no.session': { en: 'This session has ended already.', fr: 'Cette session est déjà terminée.' },
  'account.no.banned': { en: 'This account is closed.', fr: 'Ce compte est fermé.' },
  'account.no.away': { en: 'The service does not answer. Please try again.', fr: 'Le service ne répond pas. Réessayez.' },

  // A profile
  'user.since': { en: 'Here since {date}', fr: 'Ici depuis le {date}' },
  'user.bot': { en: 'A program plays for this account.', fr: 'Un programme joue pour ce compte.' },
  'user.none': { en: 'Nobody has this name', fr: 'Personne ne porte ce nom' },
  'user.none.text': { en: 'Perhaps the account was deleted.', fr: 'Le compte a peut-être été supprimé.' },
  'user.settings': { en: 'Settings of the account', fr: 'Réglages du compte' },
  'user.games': { en: 'Games', fr: 'Parties' },
  'user.nogames': { en: 'No games to be seen.', fr: 'Aucune partie à montrer.' },
  'user.private': { en: 'Others see only games that were open to everybody.', fr: "Les autres ne voient que les parties ouvertes à tous." },
  'user.more': { en: 'Earlier games', fr: 'Parties antérieures' },
  'user.won': { en: 'won', fr: 'gagnée' },
  'user.lost': { en: 'lost', fr: 'perdue' },
  'user.drawn': { en: 'no winner', fr: 'sans gagnant' },
} satisfies Record<string, Message>
