// Texts of the page in both languages, one file for each area. Here are those that the first page loads; the others come with
// the page that shows them. Texts that come from C are in po/fr.po.
import { app } from './app.ts'
import { boards } from './boards.ts'
import type { Message } from './message.ts'

export const messages = { ...app, ...boards } satisfies Record<string, Message>
export type Key = keyof typeof messages
