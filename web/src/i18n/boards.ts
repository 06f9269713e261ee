// Texts of the boards.
import type { Message } from './message.ts'

export const boards = {} satisfies Record<string, Message>
