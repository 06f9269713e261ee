// Every text of the page in both languages; one file an area, joined here. Texts that come from C are in po/fr.po.
import { analysis } from './analysis.ts'
import { app } from './app.ts'
import { boards } from './boards.ts'
import type { Message } from './message.ts'
import { online } from './online.ts'

export const messages = { ...app, ...boards, ...analysis, ...online } satisfies Record<string, Message>
export type Key = keyof typeof messages
