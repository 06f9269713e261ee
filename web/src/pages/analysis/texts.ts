// The texts of the analysis board, which are loaded with it.
import { analysis } from '../../i18n/analysis.ts'
import { texts } from '../../i18n/index.svelte.ts'

export const a = texts(analysis)
