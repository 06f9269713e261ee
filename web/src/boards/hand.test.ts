import { beforeAll, describe, expect, it } from 'vitest'
import { valueOf } from '../core/rules.ts'
import { testLibrary } from '../core/testing.ts'
import type { Choice, Step } from '../core/types.ts'
import { back, choose, choosePast, look, offeredItems, offeredPlaces, placesOf, withSource } from './hand.ts'

const place = (name: string): Step => ({ name, item: false })
const item = (name: string): Step => ({ name, item: true })
const choice = (move: string, ...steps: Step[]): Choice => ({ move, steps })

const siam = [
  choice('c1c2n', place('c1'), place('c2'), item('n')),
  choice('c1c2e', place('c1'), place('c2'), item('e')),
  choice('c1b1w', place('c1'), place('b1'), item('w')),
  choice('c1-', place('c1'), place('@1')),
  choice('@a1n', place('@1'), place('a1'), item('n')),
]
const khantsin = [
  choice('5-9', place('5'), item('2'), place('9'), item('-')),
  choice('5-9i', place('5'), item('2'), place('9'), item('i')),
  choice('5:1-9', place('5'), item('1'), place('9'), item('-')),
  choice('5:1-7', place('5'), item('1'), place('7'), item('-')),
  choice('pass', item('pass')),
]

describe('look', () => {
  it('offers every first step once', () => {
    expect(look(siam, [])).toEqual({ steps: [place('c1'), place('@1')], move: null })
  })
  it('goes on from what was chosen', () => {
    expect([...offeredPlaces(look(siam, [place('c1')]))]).toEqual(['c2', 'b1', '@1'])
    expect(offeredItems(look(siam, [place('c1'), place('c2')]))).toEqual([item('n'), item('e')])
  })
  it('names the move that is complete', () => {
    expect(look(siam, [place('c1'), place('@1')]).move).toBe('c1-')
  })
  it('tells an item from a place of the same name', () => {
    expect(look(khantsin, [place('5'), place('2')]).steps).toEqual([])
  })
})

describe('choose', () => {
  it('refuses what is not offered', () => {
    expect(choose(siam, [], place('e5'))).toBeNull()
  })
  it('takes an only item by itself', () => {
    expect(choose(siam, [place('c1')], place('b1'))).toEqual([place('c1'), place('b1'), item('w')])
  })
  it('leaves an only place to the player', () => {
    expect(choose(siam, [], place('@1'))).toEqual([place('@1')])
  })
  it('stops where there is something to choose', () => {
    expect(choose(khantsin, [], place('5'))).toEqual([place('5')])
    expect(choose(khantsin, [place('5')], item('1'))).toEqual([place('5'), item('1')])
  })
})

describe('choosePast', () => {
  it('takes the first item that leads to the place', () => {
    expect(choosePast(khantsin, [place('5')], '7')).toEqual([place('5'), item('1'), place('7'), item('-')])
    expect(choosePast(khantsin, [place('5')], '9')).toEqual([place('5'), item('2'), place('9')])
  })
  it('is null when no item leads there', () => {
    expect(choosePast(khantsin, [place('5')], '8')).toBeNull()
    expect(choosePast(siam, [], 'c1')).toBeNull()
  })
})

describe('back', () => {
  it('takes back the last step', () => {
    expect(back(siam, [place('c1'), place('c2')])).toEqual([place('c1')])
  })
  it('takes back steps that were no choice, too', () => {
    expect(back(siam, [place('c1'), place('b1'), item('w')])).toEqual([place('c1')])
  })
  it('stays empty', () => {
    expect(back(siam, [])).toEqual([])
  })
})

describe('withSource', () => {
  const rings = [choice('a1', place('a1')), choice('b3', place('b3')), choice('a+', place('a+')), choice('b3-b4', place('b3'), place('b4'))]
  const free = (name: string): boolean => name === 'a1'
  it('lets a pawn be carried to a free place', () => {
    const all = withSource(rings, '@1', free)
    expect(look(all, [place('@1'), place('a1')]).move).toBe('a1')
    expect(look(all, [place('@1'), place('b3')]).move).toBeNull()
  })
  it('changes nothing without a source', () => {
    expect(withSource(rings, null, free)).toEqual(rings)
  })
})

// Every legal move of every game can be reached by its steps, and no other.
describe('against the rules', () => {
  const { rules } = testLibrary()
  let specs: string[] = []
  beforeAll(async () => {
    specs = (await rules.games()).map((game) => game.id)
  })
  it('reaches each legal move', async () => {
    for (const spec of [...specs, 'khantsin:setup=striped,flips=both']) {
      const { choices } = valueOf(await rules.view({ spec, first: '', moves: [] }))
      expect(choices.length).toBeGreaterThan(0)
      for (const { move, steps } of choices) {
        let chosen: Step[] = []
        while (look(choices, chosen).move === null) {
          const next = choose(choices, chosen, steps[chosen.length] ?? item(''))
          expect(next).not.toBeNull()
          chosen = next ?? []
        }
        expect(look(choices, chosen).move).toBe(move)
        expect(placesOf({ move, steps }).length).toBeGreaterThan(0)
      }
    }
  })
})
