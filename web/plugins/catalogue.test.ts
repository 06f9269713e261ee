import { expect, it } from 'vitest'
import { catalogueOf, readPo } from './catalogue.ts'

const po = `msgid ""
msgstr ""
"Language: fr\\n"

#: src/rules/siam.c src/cli/show.c
msgid "a \\"rock\\" "
"falls"
msgstr ""
"un rocher tombe"

#: src/cli/show.c
msgid "only for the command"
msgstr "pour la commande"
`

it('joins the lines of a text', () => {
  expect(readPo(po)[0]).toEqual({ references: ['src/rules/siam.c', 'src/cli/show.c'], id: 'a "rock" falls', text: 'un rocher tombe' })
})

it('keeps only what can reach the browser', () => {
  expect(catalogueOf(po)).toEqual({ 'a "rock" falls': 'un rocher tombe' })
})
