import { beforeAll, describe, expect, it, vi } from 'vitest'
import { valueOf } from '../core/rules.ts'
import { testLibrary } from '../core/testing.ts'
import type { Game, View } from '../core/types.ts'
import { sceneOf, type Layout } from './drawing.ts'
import { withSource } from './hand.ts'

vi.stubGlobal('navigator', { languages: ['en'] })
const { drawingOf } = await import('./drawings.ts')
const { Grip } = await import('./grip.svelte.ts')
const { rules } = testLibrary()
let games: Game[] = []
beforeAll(async () => {
  games = await rules.games()
})

// A board without a screen: a hand over a view, and the moves it makes.
async function table(spec: string, moves: string[] = [], first = '') {
  const game = games.find((each) => each.id === spec.split(':')[0])
  if (!game) throw new Error(spec)
  const drawing = drawingOf(game.id), made: string[] = []
  let view: View = valueOf(await rules.view({ spec, first, moves })), released = 0
  const retracted: string[] = []
  const retract = (place: string): boolean => {
    if (grip.waiting || !drawing.retracts(sceneOf(view, game), place)) return false
    retracted.push(place)
    grip.rewritten()
    return true
  }
  const layout = (): Layout => drawing.layout(sceneOf(view, game), { turned: false, narrow: false })
  const grip = new Grip(
    () => {
      const scene = sceneOf(view, game), held = new Set(view.pieces.map((piece) => piece.place))
      const choices = withSource(view.choices, drawing.source(scene), (place) => !held.has(place))
      return { choices, scene, layout: layout(), drawing, arrows: game.arrows, playable: true, awaiting: made.length + retracted.length > 0, retract }
    },
    (move) => made.push(move),
    () => released++,
  )
  const at = (name: string, dx = 0, dy = 0) => {
    const spot = layout().spots.find((each) => each.name === name)
    if (!spot) throw new Error(name)
    return { x: spot.x + dx * spot.width, y: spot.y + dy * spot.height }
  }
  const hit = (point: { x: number; y: number }) => layout().hit(point.x, point.y)
  const press = (point: { x: number; y: number }, touch = false) => grip.down(1, touch, hit(point), point)
  const click = (name: string, dx = 0, dy = 0) => {
    press(at(name, dx, dy))
    grip.up(1)
  }
  // A finger rests first, so that it has hold.
  const drag = (from: { x: number; y: number }, to: { x: number; y: number }, touch = false, level = 0) => {
    press(from, touch)
    grip.hold(1)
    const pile = view.pieces.filter((piece) => piece.place === hit(from)).sort((a, b) => a.level - b.level)
    grip.move(1, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, pile[level] ?? null)
    grip.move(1, to, pile[level] ?? null)
    grip.up(1)
  }
  // The view after what was made has come.
  const follow = async () => {
    view = valueOf(await rules.view({ ...view.at, moves: [...view.at.moves, ...made.splice(0)] }))
    grip.reset('forward')
  }
  // Nobody took it.
  const refuse = () => {
    made.splice(0)
    grip.settle()
  }
  return { grip, made, retracted, at, click, drag, press, follow, refuse, released: () => released }
}

const names = (steps: { name: string }[]): string[] => steps.map((step) => step.name)

describe('clicks', () => {
  it('choose a piece, a place, and an item', async () => {
    const { grip, made, click } = await table('siam')
    click('@1')
    click('c1')
    expect(names(grip.steps)).toEqual(['@1', 'c1'])
    grip.choose({ name: 'n', item: true })
    expect(made).toEqual(['@c1n'])
    expect(grip.waiting).toBe(true)
  })
  it('choose another piece instead', async () => {
    const { grip, click } = await table('siam', ['@c1n', '@c5s', '@e1n', '@e5s'])
    click('c1')
    click('e1')
    expect(names(grip.steps)).toEqual(['e1'])
  })
  it('near an edge of the piece chosen turn it at once', async () => {
    const { made, click } = await table('siam', ['@c1n', '@c5s'])
    click('c1')
    click('c1', 0.4, 0)
    expect(made).toEqual(['c1e'])
  })
  it('elsewhere take the choice back', async () => {
    const { grip, click, released } = await table('siam', ['@c1n', '@c5s'])
    click('c1')
    click('b3')
    expect(grip.steps).toEqual([])
    expect(released()).toBe(1)
  })
  it('on a target take the whole pile when no number was chosen', async () => {
    const { made, click } = await table('khantsin:setup=striped', ['1-2', '36-35'])
    click('2')
    click('6')
    expect(made).toEqual(['2-6'])
  })
  it('make one move only until its view has come', async () => {
    const { made, click, follow } = await table('anneaux')
    click('a1')
    click('a2')
    expect(made).toEqual(['a1'])
    await follow()
    expect(made).toEqual(['a2'])
  })
  it('are taken back when nobody takes the move', async () => {
    const { grip, click, refuse, released } = await table('anneaux')
    click('a1')
    refuse()
    expect([grip.waiting, names(grip.steps), released()]).toEqual([false, [], 1])
  })
})

describe('what is touched while a view is on its way', () => {
  it('counts in its order once it has come', async () => {
    const { grip, made, click, follow } = await table('siam', ['@c1n', '@c5s', 'c1c2n', '@a5s'])
    click('c2')
    click('c3')
    expect(made).toEqual(['c2c3n'])
    click('a5')
    click('a4')
    await follow()
    expect(names(grip.steps)).toEqual(['a5', 'a4'])
  })
  it('counts when it is let go only after that', async () => {
    const { grip, click, press, at, follow } = await table('siam', ['@c1n', '@c5s', 'c1c2n', '@a5s'])
    click('c2')
    click('c3')
    press(at('a5'))
    await follow()
    expect(names(grip.steps)).toEqual([])
    grip.up(1)
    expect(names(grip.steps)).toEqual(['a5'])
  })
  it('does not count where something else lies now, nor what follows on it', async () => {
    const { grip, click, follow } = await table('khantsin:setup=striped', ['1-2', '36-35'])
    click('2')
    click('6')
    click('6')
    click('5')
    await follow()
    expect(names(grip.steps)).toEqual([])
  })
  it('does not count in another position', async () => {
    const { grip, click } = await table('siam', ['@c1n', '@c5s', 'c1c2n', '@a5s'])
    click('c2')
    click('c3')
    click('a5')
    grip.reset('jump')
    expect(names(grip.steps)).toEqual([])
  })
  it('takes back what was placed in a set-up', async () => {
    const { made, retracted, click, follow } = await table('khantsin', ['1'])
    click('2')
    click('1')
    expect(made).toEqual(['2'])
    await follow()
    expect(retracted).toEqual(['1'])
  })
  it('leaves the board open when the finger slides off it', async () => {
    const { grip, made, at, click, press, follow } = await table('khantsin')
    press(at('1'))
    grip.cancel() // the page is scrolled
    await follow()
    click('2')
    expect(made).toEqual(['2'])
  })
})

describe('dragging', () => {
  it('to the middle of a square leaves the facing to be chosen', async () => {
    const { grip, made, at, drag } = await table('siam')
    drag(at('@1'), at('c1'))
    expect(made).toEqual([])
    expect(names(grip.steps)).toEqual(['@1', 'c1'])
  })
  it('to an edge of a square chooses the facing, too', async () => {
    const { made, at, drag } = await table('siam')
    drag(at('@1'), at('c1', -0.4, 0))
    expect(made).toEqual(['@c1w'])
  })
  it('with a finger never does, since it hides the square', async () => {
    const { made, at, drag } = await table('siam')
    drag(at('@1'), at('c1', -0.4, 0), true)
    expect(made).toEqual([])
  })
  it('onto a piece pushes', async () => {
    const { made, at, drag } = await table('siam', ['@c1n', '@c5s', 'c1c2n', '@a5s'])
    drag(at('c2'), at('c3'))
    expect(made).toEqual(['c2c3n'])
  })
  it('to nowhere does nothing', async () => {
    const { grip, made, at, drag } = await table('siam', ['@c1n', '@c5s'])
    drag(at('c1'), at('b3'))
    expect(made).toEqual([])
    expect(grip.steps).toEqual([])
  })
  it('takes the barons above the one that was grabbed', async () => {
    const { grip, at, press } = await table('khantsin:setup=striped', ['1-2', '36-35'])
    press(at('2'))
    grip.move(1, at('5'), { kind: 'red', player: 0, place: '2', level: 1, facing: '', spent: false, visible: true, base: 0, top: 0 })
    expect(names(grip.steps)).toEqual(['2', '1'])
  })
  it('carries a pawn from the reserve', async () => {
    const { made, at, drag } = await table('anneaux')
    drag(at('@1'), at('b3'))
    expect(made).toEqual(['b3'])
  })
  it('drops a cylinder on a tower', async () => {
    const { made, at, drag } = await table('santasi')
    drag(at('sE'), at('2'))
    expect(made).toEqual(['sE2'])
  })
})

describe('a ring', () => {
  it('is turned by dragging it', async () => {
    const { made, at, drag } = await table('anneaux', ['b1', 'c5'])
    drag(at('b6'), at('b7'))
    expect(made).toEqual(['b+'])
  })
  it('stays when it is dragged a little', async () => {
    const { made, at, drag, released } = await table('anneaux', ['b1', 'c5'])
    drag(at('c6'), { x: at('c6').x - 14, y: at('c6').y })
    expect(made).toEqual([])
    expect(released()).toBe(1)
  })
  it('cannot be turned twice', async () => {
    const { made, at, drag } = await table('anneaux', ['b1', 'b+'])
    drag(at('b6'), at('b7'))
    expect(made).toEqual([])
  })
})

describe('painting', () => {
  it('places on every square that is drawn over, one after the other', async () => {
    const { grip, made, at, press, follow } = await table('khantsin')
    press(at('1'))
    for (const square of ['1', '2', '3']) grip.move(1, at(square), null)
    grip.up(1)
    expect(made).toEqual(['1'])
    await follow()
    expect(made).toEqual(['2'])
    await follow()
    expect(made).toEqual(['3'])
  })
})

describe('a finger', () => {
  it('that sets off up or down leaves the board as it was', async () => {
    const { grip, made, at, click, press } = await table('siam', ['@c1n', '@c5s', 'c1c2n', '@a5s'])
    click('@1')
    press(at('c2'), true)
    grip.move(1, at('c3'), null)
    grip.up(1)
    expect([made, names(grip.steps)]).toEqual([[], ['@1']])
  })
  it('that the page takes to scroll leaves it as it was, too', async () => {
    const { grip, made, at, press } = await table('khantsin')
    press(at('8'), true)
    grip.leave(1)
    expect([made, grip.press]).toEqual([[], null])
  })
  it('places when it comes up where it came down', async () => {
    const { grip, made, at, press } = await table('khantsin')
    press(at('8'), true)
    expect(made).toEqual([])
    grip.up(1)
    expect(made).toEqual(['8'])
  })
  it('draws along a row from where it came down', async () => {
    const { grip, made, at, press, follow } = await table('khantsin')
    press(at('8'), true)
    grip.move(1, at('9'), null)
    grip.up(1)
    expect(made).toEqual(['8'])
    await follow()
    expect(made).toEqual(['9'])
  })
  it('draws any way once it has rested', async () => {
    const { grip, made, at, press } = await table('khantsin')
    press(at('8'), true)
    grip.hold(1)
    expect(made).toEqual(['8'])
  })
  it('takes back what it placed by a tap, and not before it comes up', async () => {
    const { grip, retracted, at, press } = await table('khantsin', ['1'])
    press(at('1'), true)
    expect(retracted).toEqual([])
    grip.up(1)
    expect(retracted).toEqual(['1'])
  })
  it('turns a ring by its outer half alone', async () => {
    const { grip, made, at, press } = await table('anneaux', ['b1', 'c5'])
    for (const [out, moves] of [[6, []], [-6, ['c+']]] as const) {
      press({ x: at('c1').x, y: at('c1').y + out }, true)
      for (const to of [20, 60, 120, 180]) grip.move(1, { x: at('c1').x + to, y: at('c1').y + out + to / 8 }, null)
      grip.up(1)
      expect(made).toEqual(moves)
    }
  })
})

it('painting leaves no square out, however fast', async () => {
  const { grip, made, at, press, follow } = await table('khantsin')
  press(at('1'))
  grip.move(1, at('4'), null)
  grip.up(1)
  const placed: string[] = []
  for (let i = 0; i < 4; i++) {
    placed.push(...made)
    await follow()
  }
  expect(placed).toEqual(['1', '2', '3', '4'])
})

describe('taking back', () => {
  it('goes step by step', async () => {
    const { grip, click } = await table('siam')
    click('@1')
    click('c1')
    grip.back()
    expect(names(grip.steps)).toEqual(['@1'])
    grip.back()
    expect(grip.steps).toEqual([])
    expect(grip.back()).toBe(false)
  })
})
