// The texts of play with others, which are loaded with it.
import { texts } from '../i18n/index.svelte.ts'
import { online } from '../i18n/online.ts'

export const o = texts(online)
