// The analysis board: variations, the engine, the whole game, positions, records and links.
import type { Download, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { chance, clickSomething, makeMove } from './hands.ts'
import { test, type Visitor } from './harness.ts'
import { openKept } from './playing.ts'

const game = '[Game "siam"]\n[Player1 "Ada"]\n[Player2 "Bea"]\n\n1. @a1n {to the north} @e5s (1... @e1n 2. a1a2n) 2. a1a2n $2 *\n'
const rings = '[Game "anneaux:players=3"]\n[Player1 "Cyd"]\n\n1. a1 b1 2. c1 a2 *\n'

const items = (visitor: Visitor) => visitor.page.locator('main [role=treeitem]')
const selected = (visitor: Visitor) => visitor.page.locator('main [role=treeitem][aria-selected=true]')
const position = (visitor: Visitor) => visitor.page.locator('main [data-position]').getAttribute('data-position')

async function textOf(file: Download): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of await file.createReadStream()) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

async function openText(visitor: Visitor, text: string): Promise<void> {
  await visitor.button('analysis.open').click()
  await visitor.page.getByRole('textbox', { name: visitor.text('open.text') }).fill(text)
  await visitor.button('open.open').click()
}

async function openGame(visitor: Visitor, text = game): Promise<void> {
  await visitor.go('/analysis')
  await openText(visitor, text)
  await visitor.page.getByRole('dialog').waitFor({ state: 'hidden' })
}

// What a new tab would go on with.
const kept = (page: Page): Promise<string> => page.evaluate(() => localStorage.getItem('tablier.analysis') ?? '')

describe('the tree', () => {
  test('grows with moves made on the board', {}, async (visitor) => {
    const random = chance(1)
    await visitor.go('/analysis')
    await visitor.page.locator('main [data-offered]').first().waitFor()
    while ((await items(visitor).count()) < 3) await clickSomething(visitor.page, random)
    expect(await selected(visitor).count()).toBe(1)
  })
  test('is walked by keys, and is announced', {}, async (visitor) => {
    await openGame(visitor)
    await visitor.page.keyboard.press('ArrowRight')
    await visitor.page.getByRole('status').filter({ hasText: 'to the north' }).waitFor({ state: 'attached' })
    await visitor.page.keyboard.press('ArrowRight')
    await visitor.page.keyboard.press('ArrowDown')
    await expect.poll(() => selected(visitor).textContent()).toContain('@e1n')
    await visitor.page.keyboard.press('End')
    await expect.poll(() => selected(visitor).getAttribute('data-path')).toBe('@a1n @e1n a1a2n')
    await visitor.page.keyboard.press('Home')
    await expect.poll(() => selected(visitor).count()).toBe(0)
  })
  test('is changed: comments, marks, order, deleting, and undoing it', {}, async (visitor) => {
    await openGame(visitor)
    await visitor.page.locator('[data-path="@a1n @e1n"]').click()
    await visitor.button('mark.1').click()
    await visitor.page.getByRole('textbox', { name: visitor.text('tree.comment') }).fill('better')
    await visitor.button('tree.main').click()
    await expect.poll(() => items(visitor).nth(1).getAttribute('aria-label')).toMatch(/@e1n.*good move.*better/)
    await visitor.button('tree.remove').click()
    await expect.poll(() => items(visitor).count()).toBe(3)
    await visitor.button('analysis.undo').click()
    await expect.poll(() => items(visitor).count()).toBe(5)
  })
  test('takes a mark that is pressed while a comment is written', {}, async (visitor) => {
    await openGame(visitor)
    await visitor.page.keyboard.press('ArrowRight')
    const comment = visitor.page.getByRole('textbox', { name: visitor.text('tree.comment') })
    await comment.fill('')
    await comment.pressSequentially('a word or two, and so many more that the list of the moves needs another line')
    const mark = visitor.page.locator('.marks button').first()
    const where = await mark.boundingBox()
    if (!where) throw new Error('no mark')
    await visitor.page.mouse.click(where.x + 5, where.y + 5)
    await expect.poll(() => mark.getAttribute('aria-pressed')).toBe('true')
    await visitor.button('analysis.undo').click()
    await visitor.button('analysis.undo').click()
    await expect.poll(() => comment.inputValue()).toBe('to the north')
  })
  test('gives a position to play from', {}, async (visitor) => {
    await openGame(visitor)
    await visitor.page.keyboard.press('ArrowRight')
    await visitor.page.getByRole('button', { name: 'Play from here' }).click()
    await visitor.page.waitForURL(/\/play\/\w+$/)
    await visitor.page.locator('main [data-offered]').first().waitFor()
  })
  test('is there after a reload', {}, async (visitor) => {
    await openGame(visitor)
    await visitor.page.locator('[data-path="@a1n @e1n"]').click()
    await expect.poll(() => kept(visitor.page)).toContain('"path":["@a1n","@e1n"]')
    await visitor.page.reload()
    await expect.poll(() => selected(visitor).getAttribute('data-path')).toBe('@a1n @e1n')
    expect(await items(visitor).count()).toBe(5)
  })
  test('is each tab\'s own, also after a reload', {}, async (visitor) => {
    const { page } = visitor, second = await visitor.context.newPage()
    const tree = (tab: typeof page) => tab.locator('main [role=treeitem] .text')
    await second.goto('/analysis')
    await second.locator('main [data-offered]').first().waitFor()
    await openGame(visitor)
    await expect.poll(() => kept(page)).toContain('@e5s')
    await makeMove(second, chance(1))
    await expect.poll(() => kept(page)).not.toContain('@e5s')
    await page.reload()
    await expect.poll(() => tree(page).count()).toBe(5)
    await second.reload()
    await expect.poll(() => tree(second).count()).toBe(1)
  })
  test('leaves the caret where a comment is written', {}, async (visitor) => {
    await openGame(visitor, '[Game "siam"]\n\n{hello world} *\n')
    const comment = visitor.page.getByRole('textbox', { name: visitor.text('tree.comment') })
    await comment.press('Home')
    await comment.pressSequentially(' A  B ')
    expect(await comment.inputValue()).toBe(' A  B hello world')
    await expect.poll(() => visitor.page.locator('.tree .comment').textContent()).toBe('A B hello world')
    await comment.press('Tab')
    await expect.poll(() => comment.inputValue()).toBe('A B hello world')
  })
})

describe('the engine', () => {
  test('shows lines that can be played, and stops', { hurry: false }, async (visitor) => {
    const { page } = visitor
    await visitor.go('/analysis')
    await page.getByRole('combobox', { name: visitor.text('engine.lines') }).selectOption('3')
    await visitor.button('engine.start').click()
    const lines = page.locator('main section ol li')
    await expect.poll(() => lines.count()).toBe(3)
    await expect.poll(async () => Number(await page.locator('[data-depth]').getAttribute('data-depth'))).toBeGreaterThan(2)
    await page.locator('main .arrows path').first().waitFor({ state: 'attached' })
    await lines.first().getByRole('button').nth(1).click()
    await expect.poll(() => items(visitor).count()).toBe(2)
    await visitor.button('engine.stop').click()
    await visitor.button('engine.start').waitFor()
  })
  test('judges a whole game', {}, async (visitor) => {
    const blunder = '[Game "siam"]\n[Position "2N2/2#2/2#2/2#2/2s2 1 0 00"]\n\n1. c5e c1n 2. c5s c1s *\n'
    await openGame(visitor, blunder)
    await visitor.button('whole.start').click()
    const graph = visitor.page.locator('main svg[data-points]')
    await graph.waitFor()
    expect(Number(await graph.getAttribute('data-points'))).toBeGreaterThanOrEqual(4)
  })
  for (const lines of ['1', '2', '5'])
    test(`says what is proven, with ${lines} of its lines`, { hurry: false }, async (visitor) => {
      const { page } = visitor, bar = page.locator('main .bar[role=img]'), shown = page.locator('main section ol li')
      await openGame(visitor, '[Game "santasi"]\n\nsA1 *\n')
      await page.getByRole('combobox', { name: visitor.text('engine.lines') }).selectOption(lines)
      await visitor.button('engine.start').click()
      for (const [key, says] of [['Home', 'Blue wins in 15 turns, proven'], ['End', 'Blue wins in 14 turns, proven']] as const) {
        await page.keyboard.press(key)
        await expect.poll(() => shown.first().getAttribute('aria-label')).toContain(says)
        await expect.poll(() => bar.getAttribute('aria-label')).toBe(says)
      }
      for (const label of await shown.evaluateAll((list) => list.map((line) => line.getAttribute('aria-label')))) expect(label).toContain('Blue wins in 14 turns, proven')
    })
  test('gives a hint in turns', {}, async (visitor) => {
    await openKept(visitor, { spec: 'santasi', seats: [{ kind: 'person' }, { kind: 'engine', level: 1 }], time: null })
    await visitor.button('game.hint').click()
    await visitor.page.getByText('You win in 15 turns.').waitFor()
  })
  test('contradicts no proof in a whole game', {}, async (visitor) => {
    // San Ta Si, won by its first move: player 1 follows the book, which proves every one of these positions.
    const { page } = visitor, moves = 'sA1 bE2 sB2 sE3 sA2 bC2 sD3 sD1 bB1 bB3 sA3'.split(' ')
    await openGame(visitor, `[Game "santasi"]\n\n${moves.join(' ')} *\n`)
    await visitor.button('whole.start').click()
    await page.locator('main svg[data-points]').waitFor()
    await visitor.button('whole.start').waitFor()
    expect(await items(visitor).allTextContents()).toEqual(moves.map((move, i) => (i % 2 === 0 ? `${i / 2 + 1}. ` : '').trim() + move))
    await page.keyboard.press('Home')
    for (const [i] of [...moves, ''].entries()) {
      await expect.poll(() => page.locator('main .bar[role=img]').getAttribute('aria-label'), { message: `after ${i} moves` }).toMatch(/^Blue wins in \d+ turns, proven$/)
      await page.keyboard.press('ArrowRight')
    }
  })
  test('tells the chances of three players', { hurry: false }, async (visitor) => {
    await openGame(visitor, rings)
    await visitor.button('engine.start').click()
    const bar = visitor.page.locator('main .bar[role=img]')
    await expect.poll(() => bar.getAttribute('aria-label')).toMatch(/%.*%.*%/)
  })
})

// Runs in the page: the colours that a property of these elements has, each once.
function coloursOf(page: Page, selector: string, property: 'fill' | 'backgroundColor'): Promise<string[]> {
  const locator = page.locator(`main ${selector}`)
  return locator.evaluateAll((elements, name) => [...new Set(elements.map((element) => getComputedStyle(element)[name]))], property)
}

// The moves of two players with values, so that there is a graph and something to count.
const valued = (spec: string, [one, other]: readonly [string, string]): string =>
  `[Game "${spec}"]\n\n{[%eval 0.1]} 1. ${one} {[%eval 0.1]} ${other} {[%eval -0.2]} *\n`

describe.each([
  ['santasi', ['bE1', 'sE2'], ['.piece .blue .body', '.piece .silver .body']],
  ['siam', ['@c1n', '@c5s'], ['.piece .elephant .base', '.piece .rhino .base']],
  ['anneaux', ['a1', 'b2'], ['.piece .p1:not(.spent) .body', '.piece .p2:not(.spent) .body']],
] as const)('%s', (spec, moves, pieces) => {
  test('has one colour for each player, on the board and beside it', {}, async (visitor) => {
    const { page } = visitor
    await openGame(visitor, valued(spec, moves))
    await page.locator('main svg[data-points]').waitFor()
    for (const [i, piece] of pieces.entries()) {
      const beside = [await coloursOf(page, `.bar .p${i + 1}`, 'backgroundColor'), await coloursOf(page, `svg .band.p${i + 1}`, 'fill'), await coloursOf(page, `.dot.p${i + 1}`, 'backgroundColor')]
      const own = await coloursOf(page, piece, 'fill')
      expect(beside).toEqual([own, own, own])
      expect(own).toHaveLength(1)
    }
  })
})

describe('positions', () => {
  test('are written, and what is wrong is told at once', {}, async (visitor) => {
    const { page } = visitor
    await visitor.go('/analysis')
    await visitor.button('analysis.position').click()
    const field = page.getByRole('textbox', { name: visitor.text('edit.text') })
    await field.fill('5/5/1###1/5/4X 1 0 00')
    await page.getByRole('dialog').getByText(/character 14/).waitFor()
    await expect.poll(() => visitor.button('edit.analyse').isDisabled()).toBe(true)
    await field.fill('5/5/1###1/5/4N 2 1 00')
    await page.getByText(visitor.text('edit.valid')).waitFor()
    await visitor.button('edit.analyse').click()
    await expect.poll(() => position(visitor)).toBe('5/5/1###1/5/4N 2 1 00')
  })
  test('of any game with any options', {}, async (visitor) => {
    const { page } = visitor
    await visitor.go('/analysis')
    await visitor.button('analysis.position').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Three Rings', { exact: true }).click()
    await dialog.locator('summary').click()
    await dialog.getByRole('radio', { name: /^Four players/ }).check()
    await expect.poll(() => page.getByRole('textbox', { name: visitor.text('edit.text') }).inputValue()).toContain('10,10,10,10')
    await visitor.button('edit.analyse').click()
    await expect.poll(() => page.locator('main [data-spec]').getAttribute('data-spec')).toBe('anneaux:players=4')
  })
})

describe('records', () => {
  test('come in with several games and go out again', {}, async (visitor) => {
    const { page } = visitor
    await openGame(visitor, game + '\n' + rings)
    const games = page.getByRole('combobox', { name: visitor.text('analysis.game') })
    await expect.poll(() => games.locator('option').allTextContents()).toEqual(['1 of 2: Siam, Ada – Bea', '2 of 2: Three Rings, Cyd'])
    await visitor.button('analysis.share').click()
    const [file] = await Promise.all([page.waitForEvent('download'), visitor.button('share.downloadall', { n: 2 }).click()])
    const text = await textOf(file)
    expect(text).toContain('[Player1 "Ada"]')
    expect(text).toContain('[Game "anneaux:players=3"]')
    expect(text).toContain('(1... @e1n 2. a1a2n)')
    await page.keyboard.press('Escape')
    await games.selectOption('1')
    await expect.poll(() => items(visitor).count()).toBe(4)
  })
  test('say which game it is, and who plays', {}, async (visitor) => {
    await openGame(visitor)
    await visitor.page.getByText('Siam Ada – Bea', { exact: true }).waitFor()
  })
  test('come from a file', {}, async (visitor) => {
    await visitor.go('/analysis')
    await visitor.button('analysis.open').click()
    await visitor.page.locator('input[type=file]').setInputFiles({ name: 'game.pgn', mimeType: 'text/plain', buffer: Buffer.from(game) })
    await expect.poll(() => items(visitor).count()).toBe(5)
  })
  test('that are wrong are refused with line and column', {}, async (visitor) => {
    await visitor.go('/analysis')
    await openText(visitor, '[Game "siam"]\n\n1. @c3n *\n')
    await visitor.page.getByRole('alert').filter({ hasText: 'Line 3, column 4' }).waitFor()
  })
  test('of games that are over come in with an open result, which is put right', { language: 'fr' }, async (visitor) => {
    await openGame(visitor, '[Game "siam"]\n\n@a1n @e5s a1- e5- @a1n @e5s a1- e5- *\n')
    await visitor.page.getByText('le résultat * devient 1/2-1/2').first().waitFor()
    await visitor.page.locator('main .remark').waitFor()
    await visitor.button('analysis.share').click()
    await expect.poll(() => visitor.page.locator('dialog textarea').first().inputValue()).toContain('[Result "1/2-1/2"]')
  })
  test('that are none are refused, and nothing is opened', {}, async (visitor) => {
    await openGame(visitor)
    for (const text of ['', ' ', '% nothing here']) {
      await openText(visitor, text)
      await visitor.page.getByRole('alert').filter({ hasText: visitor.text('open.nothing') }).waitFor()
      await visitor.page.keyboard.press('Escape')
    }
    expect(await items(visitor).count()).toBe(5)
  })
  test('are drawn as a picture', {}, async (visitor) => {
    await openGame(visitor)
    await visitor.button('analysis.share').click()
    const [file] = await Promise.all([visitor.page.waitForEvent('download'), visitor.button('share.svg').click()])
    expect(file.suggestedFilename()).toBe('siam.svg')
    expect(await textOf(file)).toMatch(/^<\?xml|^<svg/)
  })
})

describe('links', () => {
  const linkField = (visitor: Visitor) => visitor.page.getByRole('textbox', { name: visitor.text('share.link'), exact: true })

  test('carry a game with its variations', {}, async (visitor) => {
    await openGame(visitor)
    await visitor.button('analysis.share').click()
    await expect.poll(() => linkField(visitor).inputValue()).toContain('#record=')
    const link = await linkField(visitor).inputValue()
    await visitor.page.evaluate(() => localStorage.clear())
    await visitor.page.goto('about:blank')
    await visitor.page.goto(link)
    await expect.poll(() => items(visitor).count()).toBe(5)
    expect(visitor.page.url()).not.toContain('#')
  })
  test('carry a position', {}, async (visitor) => {
    await openGame(visitor)
    await visitor.page.keyboard.press('End')
    await expect.poll(() => visitor.page.locator('main [data-moves]').getAttribute('data-moves')).toBe('@a1n @e5s a1a2n')
    const shown = await position(visitor)
    await visitor.button('analysis.share').click()
    await visitor.page.getByText(visitor.text('share.linkposition')).click()
    await expect.poll(() => linkField(visitor).inputValue()).toContain('#at=')
    const link = await linkField(visitor).inputValue()
    await visitor.page.goto('about:blank')
    await visitor.page.goto(link)
    await expect.poll(() => position(visitor)).toBe(shown)
    expect(await items(visitor).count()).toBe(0)
  })
  test('that are broken say so beside what was kept', { language: 'fr' }, async (visitor) => {
    await openGame(visitor)
    await visitor.page.goto('about:blank')
    await visitor.go('/analysis#at=nonsense')
    await expect.poll(() => items(visitor).count()).toBe(5)
    // What the rules answer to these comes after they have learnt French, and after the position was shown again.
    await visitor.button('analysis.share').click()
    await expect.poll(() => linkField(visitor).inputValue()).toContain('#record=')
    await visitor.page.keyboard.press('Escape')
    await visitor.button('analysis.position').click()
    await visitor.page.getByText(visitor.text('edit.valid')).waitFor()
    await visitor.page.keyboard.press('Escape')
    expect(await visitor.page.getByRole('alert').count()).toBe(1)
  })
  test('that are broken are refused', {}, async (visitor) => {
    await visitor.go('/analysis#at=siam;nonsense')
    await visitor.page.getByRole('alert').waitFor()
    await visitor.go('/analysis')
    await visitor.page.locator('main [data-offered]').first().waitFor()
    await visitor.page.evaluate(() => (location.hash = '#record=AAAA'))
    await visitor.page.getByRole('alert').filter({ hasText: visitor.text('analysis.broken') }).waitFor()
    expect(await position(visitor)).toBe('5/5/1###1/5/5 1 0 00')
  })
})
