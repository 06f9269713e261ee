// Texts of the boards.
import type { Message } from './message.ts'

export const boards = {
  'board.picture': { en: '{game}. {words}', fr: '{game}. {words}' },
  'board.holds': { en: '{place}, {what}', fr: '{place}, {what}' },
  'board.empty': { en: '{place}, empty', fr: '{place}, libre' },
  'board.isChosen': { en: '{what}, chosen', fr: '{what}, choisi' },
  'board.isTarget': { en: '{what}, possible', fr: '{what}, possible' },
  'board.isLast': { en: '{what}, last move', fr: '{what}, dernier coup' },
  'board.chosen': {
    en: { one: '{what}, chosen. {n} choice.', other: '{what}, chosen. {n} choices.' },
    fr: { one: '{what}, choisi. {n} possibilité.', other: '{what}, choisi. {n} possibilités.' },
  },
  'board.moved': { en: '{player} played {move}.', fr: '{player} : coup {move}.' },
  'board.takenBack': { en: 'Choice taken back.', fr: 'Choix annulé.' },
  'board.chooseItem': { en: 'Choose', fr: 'Choisir' },
  'board.cancel': { en: 'Cancel', fr: 'Annuler' },
  'board.pass': { en: 'Pass', fr: 'Passer' },
  'board.facing.north': { en: 'north', fr: 'nord' },
  'board.facing.east': { en: 'east', fr: 'est' },
  'board.facing.south': { en: 'south', fr: 'sud' },
  'board.facing.west': { en: 'west', fr: 'ouest' },
  'board.siam.elephant': { en: 'elephant', fr: 'éléphant' },
  'board.siam.rhino': { en: 'rhino', fr: 'rhinocéros' },
  'board.siam.rock': { en: 'rock', fr: 'rocher' },
  'board.siam.facing': { en: '{animal} facing {facing}', fr: '{animal} tourné vers : {facing}' },
  'board.siam.reserve': {
    en: { one: '{player}, reserve: {n} animal', other: '{player}, reserve: {n} animals' },
    fr: { one: '{player}, réserve : {n} animal', other: '{player}, réserve : {n} animaux' },
  },
  'board.anneaux.spent': { en: '{player}, spent pawn', fr: '{player}, pion épuisé' },
  'board.anneaux.clockwise': { en: 'turn ring {ring} clockwise', fr: 'tourner l’anneau {ring} dans le sens horaire' },
  'board.anneaux.anticlockwise': {
    en: 'turn ring {ring} anticlockwise',
    fr: 'tourner l’anneau {ring} dans le sens antihoraire',
  },
  'board.anneaux.tray': {
    en: { one: '{player}: {n} pawn in reserve, {lost} lost', other: '{player}: {n} pawns in reserve, {lost} lost' },
    fr: { one: '{player} : {n} pion en réserve, {lost} perdus', other: '{player} : {n} pions en réserve, {lost} perdus' },
  },
  'board.khantsin.red': { en: 'red', fr: 'rouge' },
  'board.khantsin.black': { en: 'black', fr: 'noir' },
  'board.khantsin.white': { en: 'white', fr: 'blanc' },
  'board.khantsin.leap': { en: '{place} (leap {leap})', fr: '{place} (bond {leap})' },
  'board.khantsin.pile': {
    en: { one: '{place}, {n} baron: {colours}', other: '{place}, {n} barons from the bottom: {colours}' },
    fr: { one: '{place}, {n} baron : {colours}', other: '{place}, {n} barons de bas en haut : {colours}' },
  },
  'board.khantsin.stock': {
    en: { one: 'barons to place: {n}', other: 'barons to place: {n}' },
    fr: { one: 'baron à placer : {n}', other: 'barons à placer : {n}' },
  },
  'board.khantsin.setup': { en: 'Set-up', fr: 'Mise en place' },
  'board.khantsin.left': {
    en: {
      one: '{n} baron left to place. Tap or draw over squares; tap one of yours to take it back.',
      other: '{n} barons left to place. Tap or draw over squares; tap one of yours to take it back.',
    },
    fr: {
      one: 'Encore {n} baron à placer. Touchez les cases ou tracez dessus ; touchez un des vôtres pour le reprendre.',
      other: 'Encore {n} barons à placer. Touchez les cases ou tracez dessus ; touchez un des vôtres pour le reprendre.',
    },
  },
  'board.khantsin.random': { en: 'Place mine at random', fr: 'Placer les miens au hasard' },
  'board.khantsin.mirror': { en: 'Mirror', fr: 'En miroir' },
  'board.khantsin.deal': { en: 'Deal everything', fr: 'Tout distribuer' },
  'board.santasi.blue': { en: 'blue', fr: 'bleu' },
  'board.santasi.silver': { en: 'silver', fr: 'argent' },
  'board.santasi.hidden': { en: '{colour} (hidden)', fr: '{colour} (caché)' },
  'board.santasi.column': { en: '{size}: {cylinders}', fr: '{size} : {cylinders}' },
  'board.santasi.height': { en: 'height {height}', fr: 'hauteur {height}' },
  'board.santasi.site': { en: 'Tower {place}, empty', fr: 'Tour {place}, vide' },
  'board.santasi.tower': {
    en: 'Tower {place}, height {height}, columns from the bottom: {columns}',
    fr: 'Tour {place}, hauteur {height}, colonnes de bas en haut : {columns}',
  },
  'board.santasi.stock': {
    en: { one: '{colour} {size}, height {height}, {n} left', other: '{colour} {size}, height {height}, {n} left' },
    fr: { one: '{size} {colour}, hauteur {height}, reste {n}', other: '{size} {colour}, hauteur {height}, reste {n}' },
  },
} satisfies Record<string, Message>
