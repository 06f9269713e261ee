// Texts of the page itself and of all its pages but the analysis board.
import type { Message } from './message.ts'

export const app = {
  'skip': { en: 'Skip to the content', fr: 'Aller au contenu' },
  'nav.main': { en: 'Main', fr: 'Principal' },
  'nav.home': { en: 'Home', fr: 'Accueil' },
  'nav.play': { en: 'Play', fr: 'Jouer' },
  'nav.learn': { en: 'Learn', fr: 'Apprendre' },
  'nav.puzzles': { en: 'Puzzles', fr: 'Problèmes' },
  'nav.analysis': { en: 'Analysis', fr: 'Analyse' },
  'nav.rules': { en: 'Rules', fr: 'Règles' },
  'settings.language': { en: 'Language', fr: 'Langue' },
  'settings.theme': { en: 'Theme', fr: 'Thème' },
  'theme.auto': { en: 'Like the system', fr: 'Comme le système' },
  'theme.light': { en: 'Light', fr: 'Clair' },
  'theme.dark': { en: 'Dark', fr: 'Sombre' },
  'missing.title': { en: 'Nothing here', fr: 'Rien ici' },
  'missing.text': { en: 'This address leads nowhere.', fr: 'Cette adresse ne mène nulle part.' },
} satisfies Record<string, Message>
