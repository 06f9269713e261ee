import { describe, expect, it } from 'vitest'
import { valueOf } from '../../core/rules.ts'
import { testLibrary } from '../../core/testing.ts'
import type { View } from '../../core/types.ts'
import { mirrored, scattered, waiting } from './setup.ts'

const { rules } = testLibrary()
const viewOf = async (moves: string[]): Promise<View> => valueOf(await rules.view({ spec: 'khantsin', first: '', moves }))
const south = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12']

describe('setting up', () => {
  it('mirrors one’s own barons when no others stand', async () => {
    expect(mirrored(await viewOf(['1', '5']), 'red')).toEqual(['32', '36'])
  })
  it('mirrors the other player’s', async () => {
    const view = await viewOf(south)
    expect(mirrored(view, 'black')).toEqual(['25', '26', '27', '28', '29', '30', '31', '32', '33', '34', '35', '36'])
    expect(valueOf(await rules.view({ ...view.at, moves: [...south, ...mirrored(view, 'black')] })).setup).toBe(false)
  })
  it('never mirrors more than wait', async () => {
    const view = await viewOf(['1', '2', '3', '4', '5', '6', '7', '8'])
    expect(mirrored(view, 'red').length).toBe(4)
    expect(waiting(view, 'red')).toBe(4)
  })
  it('scatters all that wait over squares that are free', async () => {
    const view = await viewOf(['4', '17'])
    const placed = scattered(view, 'red', () => 0.5)
    expect(placed.length).toBe(10)
    expect((await rules.view({ ...view.at, moves: [...view.at.moves, ...placed] })).ok).toBe(true)
  })
})
