// What the page and the C library say to each other. Everything that depends on the rules of a game comes from there.

// A game up to a point: everything is asked with this.
export interface At {
  spec: string
  first: string // position text, '' for the start
  moves: string[]
}

export interface Piece {
  kind: string // siam: elephant rhino rock; santasi: A to E; khantsin: red black white; anneaux: pawn
  player: number // owner 1 to 4, 0 nobody (santasi: blue is 1, silver 2)
  // As in move texts. siam: c3, @1 @2 (reserve), taken0 (a rock that is out); santasi: 1 2 3 (tower), bA to sE (stock);
  // khantsin: 1 to 36, stock; anneaux: a1 to c8, @1 to @4 (reserve), taken1 to taken4 (pawns that are out, by owner).
  place: string
  level: number // in a pile, a column (of one kind in a tower), a reserve: 0 is lowest; place, kind and level name one piece
  facing: string // siam: n e s w, else ''
  spent: boolean // anneaux
  visible: boolean // santasi: counts at the end as it stands; else true
  base: number // santasi: heights of its lower and upper end, else 0
  top: number
}

// A place on the board, or an item of a short list.
export interface Step { name: string; item: boolean }

// One legal move.
export interface Choice { move: string; steps: Step[] }

export interface Result { over: boolean; winner: number; payoff: number[]; reason: string /* English key, or '' */ }

export interface Score { label: string /* English key */; number: number; values: number[] }

export interface Last {
  move: string
  player: number
  motion: number[] // piece i before is piece motion[i] now
  places: string[] // of the board that the move touched
  before: Piece[]
}

// Everything a page shows of one point of a game.
export interface View {
  at: At // as it is written canonically
  position: string
  player: number // to move, 0: over
  players: number
  out: number[] // players who are eliminated
  result: Result
  scores: Score[]
  choices: Choice[]
  pieces: Piece[] // all there are, always the same number, off the board too
  last: Last | null
  occurrences: number
  setup: boolean // a set-up is under way that `deal` can complete
  words: string // the position in words, translated
}

export interface Option {
  key: string
  summary: string // English key
  choices: { value: string; summary: string }[] | null // null: free text
  pattern: string // what a free text looks like, English key
  initial: string
  idle: boolean // changes nothing in this game
}

export interface Game {
  id: string
  title: string
  playersMin: number
  playersMax: number
  players: string[] // what they are called, English keys
  options: Option[]
  itemLabels: Record<string, string> // what items mean, English keys; an item that is not here says it itself
  arrows: string[] // items that up right down left stand for, or []
}

// `at` counts in the text that `part` names; for 'moves' it is the number of the bad move, from 0.
export type Part = 'spec' | 'position' | 'moves' | 'text' | 'memory'
export interface Failure { ok: false; message: string /* translated */; at: number; part: Part }
export type Answer<T> = { ok: true; value: T } | Failure

export interface Field {
  key: string
  label: string // English key
  value: string
  choices: string[] | null // null: free text
  words: string[] // of the choices, English keys where they are not plain values; [] for a free text
}

// A position taken apart, to be edited: pieces may be put in any place.
export interface Draft { pieces: Piece[]; fields: Field[] }

export interface RecordNode {
  move: string // '' at the root
  player: number // who makes it, 0 at the root; not looked at when a record is written
  children: RecordNode[] // the first goes on with the line
  comment: string
  marks: number[]
  centi: number | null // value for the player who makes the move; at the root for the player to move
  mate: number | null
  clock: number | null // milliseconds left
}

// remark: what the reader has put right, translated, or ''; not looked at when a record is written.
export interface RecordTree { spec: string; first: string; tags: [string, string][]; root: RecordNode; remark?: string }

export interface Words { en: string; fr: string }
export interface LessonAnswer { any: boolean /* every legal move that no try names */; moves: string[]; reply: string[] }
export interface LessonTry { legal: boolean; moves: string[]; why: Words }
export interface LessonStep {
  title: Words
  text: Words
  spec: string
  position: string
  answers: LessonAnswer[] // []: there is only something to read, and `otherwise` and `done` are null
  tries: LessonTry[] // moves that are not what the step is about, and why not
  otherwise: Words | null // why other legal moves are not right; null when all are
  done: Words | null // what a right move has shown
}
export interface Lesson { game: string; steps: LessonStep[] }

// win: the one way to win in so many turns; only: every other move loses; capture: the one way to take the most in so
// many turns. docs/puzzles.md says what is proven.
export type PuzzleKind = 'win' | 'only' | 'capture'
export interface Puzzle {
  id: string
  spec: string
  position: string
  kind: PuzzleKind
  plies: number // of the line
  turns: number // of the solver in it
  line: string[] // the solution with the replies, beginning with a move of the solver's
}

export type Language = 'en' | 'fr'

// Client of the rules worker, which always answers fast.
export interface Rules {
  language(language: Language): Promise<void> // of the translated texts from now on
  games(): Promise<Game[]>
  view(at: At): Promise<Answer<View>>
  prompt(at: At, steps: Step[]): Promise<string> // what to choose next, translated
  deal(at: At, seed: number): Promise<Answer<string[]>> // moves that complete a set-up at random
  compose(spec: string, draft: Draft): Promise<Answer<string>> // editor: pieces to position text
  draft(spec: string, position: string): Promise<Answer<Draft>>
  readRecord(text: string): Promise<Answer<RecordTree[]>> // PGN-like, several games
  writeRecord(record: RecordTree): Promise<Answer<string>>
  svg(at: At, turned: boolean): Promise<Answer<string>> // stand-alone picture for download
  lesson(text: string): Promise<Answer<Lesson>> // a text of data/lessons
  perft(at: At, depth: number): Promise<bigint>
}

// For the player to move; mate in plies, 0 for none.
// turns: of whoever wins, until then; 0 when nobody does as far as is known.
// proven: what best play leads to for certain; with mate 0 a draw. atMost: the win may be shorter than is told.
export interface Line { centi: number; mate: number; depth: number; moves: string[]; turns: number; proven?: boolean; atMost?: boolean }
// chances: what each of more than two players can expect; empty with two.
export interface News { depth: number; nodes: number; ms: number; lines: Line[]; chances: number[] }
export interface Thought { move: string; news: News }

// 0 = no such limit; without any the engine thinks until it is stopped.
export interface EngineRequest { at: At; level: number /* 1 to 10 */; ms: number; nodes: number; depth: number; lines: number; seed: number }

export interface Engine {
  // One thought at a time; rejected when the game is over or cannot be read.
  think(request: EngineRequest, news: (news: News) => void): Promise<Thought>
  stop(): void // answers at once with the best so far
}
