// Texts of the analysis board.
import type { Message } from './message.ts'

export const analysis = {} satisfies Record<string, Message>
