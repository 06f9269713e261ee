import { describe, expect, it } from 'vitest'
import { atOf, clocks, clocksNow, end, finished, goTo, hasClock, leave, makeMove, newPlay, payoffs, redoPoint, rematch, thinkingTime, undoPoint, type Play, type Seat } from './game.ts'

const person: Seat = { kind: 'person' }
const computer: Seat = { kind: 'engine', level: 3 }
const fischer = { base: 60_000, increment: 5_000 }

function start(seats: Seat[], time: Play['time'] = null): Play {
  return newPlay({ spec: 'siam', seats, time }, 'id', 7, 1000)
}

// Moves by these players one after the other, each in one second.
function played(play: Play, ...movers: number[]): Play {
  return movers.reduce((before, mover, index) => {
    const next = movers[index + 1] ?? (mover % play.seats.length) + 1
    return makeMove(before, `m${before.ply}`, { mover, next, spent: 1000, timed: true, over: false }, 2000)
  }, play)
}

describe('moves', () => {
  it('are what the rules are asked with', () => {
    expect(atOf(played(start([person, person]), 1, 2))).toEqual({ spec: 'siam', first: '', moves: ['m0', 'm1'] })
  })
  it('replace what was taken back', () => {
    const back = goTo(played(start([person, person]), 1, 2, 1), 1, 0)
    const play = makeMove(back, 'other', { mover: 2, next: 1, spent: 0, timed: true, over: false }, 0)
    expect(play.plies.map((ply) => ply.move)).toEqual(['m0', 'other'])
    expect(redoPoint(play)).toBeNull()
  })
  it('keep the rest when the same move is made again', () => {
    const back = goTo(played(start([person, person]), 1, 2, 1), 1, 0)
    const play = makeMove(back, 'm1', { mover: 2, next: 1, spent: 0, timed: true, over: false }, 0)
    expect(play.plies.map((ply) => ply.move)).toEqual(['m0', 'm1', 'm2'])
    expect(play.ply).toBe(2)
  })
})

describe('taking back', () => {
  it('goes one move back between people', () => {
    expect(undoPoint(played(start([person, person]), 1, 2, 1))).toBe(2)
  })
  it("goes back to one's own turn against the computer", () => {
    expect(undoPoint(played(start([person, computer]), 1, 2, 1, 2))).toBe(2)
    expect(undoPoint(played(start([computer, person]), 1, 2, 1))).toBe(1)
  })
  it('goes back one of several moves of a turn', () => {
    expect(undoPoint(played(start([person, computer]), 1, 1, 1))).toBe(2)
  })
  it('does nothing before the first own move', () => {
    expect(undoPoint(played(start([computer, person]), 1))).toBeNull()
    expect(undoPoint(start([person, person]))).toBeNull()
  })
  it('goes one move back where only computers play', () => {
    expect(undoPoint(played(start([computer, computer]), 1, 2))).toBe(1)
  })
  it('lifts a resignation', () => {
    const play = end(played(start([person, computer]), 1, 2), { kind: 'resigned', player: 1 }, 0, 0)
    expect(finished(play)).toBe(true)
    expect(finished(goTo(play, 0, 0))).toBe(false)
  })
})

describe('making again', () => {
  const play = played(start([person, computer]), 1, 2, 1, 2)
  it.each([[0, 2], [2, 4], [4, null]])('from %s leads to %s', (from, to) => {
    expect(redoPoint(goTo(play, from, 0))).toBe(to)
  })
})

describe('clocks', () => {
  it('do not exist without a time control', () => {
    expect(clocks(start([person, person]))).toEqual([])
  })
  it('run for the player to move only', () => {
    expect(clocksNow(start([person, person], fischer), 2, 7000)).toEqual([60_000, 53_000])
  })
  it('gain the increment with each move', () => {
    expect(clocks(played(start([person, person], fischer), 1, 2))).toEqual([64_000, 64_000])
  })
  it('gain it once in a turn of several moves', () => {
    expect(clocks(played(start([person, person], fischer), 1, 1, 1))).toEqual([62_000, 60_000])
  })
  it('stand still in a set-up', () => {
    const play = makeMove(start([person, person], fischer), '1', { mover: 1, next: 1, spent: 9000, timed: false, over: false }, 0)
    expect(clocks(play)).toEqual([60_000, 60_000])
  })
  it('go back with the moves', () => {
    expect(clocks(goTo(played(start([person, person], fischer), 1, 2), 1, 0))).toEqual([64_000, 60_000])
  })
  it('never show less than nothing', () => {
    expect(clocksNow(start([person, person], fischer), 1, 70_000)).toEqual([0, 60_000])
  })
})

describe('the computer', () => {
  it('always leaves time on its clock', () => {
    for (const left of [20, 100, 1000, 60_000, 3_600_000]) {
      const time = thinkingTime(start([computer, person], { base: left, increment: 5000 }), 1, 0)
      expect(time).toBeGreaterThan(0)
      expect(time).toBeLessThan(left)
    }
  })
})

describe('the end', () => {
  const result = { over: false, winner: 0, payoff: [0, 0], reason: '' }
  it('is a win for the other one', () => {
    expect(payoffs(end(start([person, computer]), { kind: 'time', player: 1 }, 0, 0), result)).toEqual({ winner: 2, payoff: [0, 1] })
  })
  it('is shared by the others in a game of three', () => {
    const play = end(start([person, person, person]), { kind: 'resigned', player: 2 }, 0, 0)
    expect(payoffs(play, result)).toEqual({ winner: 0, payoff: [0.5, 0, 0.5] })
  })
  it('is what the rules say otherwise', () => {
    expect(payoffs(start([person, person]), { over: true, winner: 1, payoff: [1, 0], reason: 'x' })).toEqual({ winner: 1, payoff: [1, 0] })
  })
})

describe('giving up', () => {
  it('ends a game of two', () => {
    expect(leave(start([person, person]), { kind: 'resigned', player: 1 }, 0, 0).ending).toEqual({ kind: 'resigned', player: 1 })
  })
  it('leaves the seat to the computer where more play, until the rematch', () => {
    const play = leave(start([person, computer, person]), { kind: 'resigned', player: 3 }, 0, 0)
    expect([play.ending, play.seats[2]]).toEqual([null, { kind: 'engine', level: 5, standIn: 0 }])
    expect(rematch(play, 'new', 1, 5).seats).toEqual([person, person, computer])
  })
  it('is lifted by taking back over that point', () => {
    const before = played(start([person, person, person]), 1, 2, 3)
    const play = played(leave(before, { kind: 'resigned', player: 1 }, 0, 0), 1, 2)
    expect(undoPoint(play)).toBe(4)
    expect(goTo(play, 4, 0).seats[0]).toEqual({ kind: 'engine', level: 5, standIn: 3 })
    expect(undoPoint(goTo(play, 4, 0))).toBe(3)
    expect(goTo(play, 3, 0).seats).toEqual([person, person, person])
  })
  it('on the first turn can be lifted too', () => {
    const play = played(leave(start([person, person, person]), { kind: 'resigned', player: 1 }, 0, 0), 1)
    expect(undoPoint(play)).toBe(0)
    expect(goTo(play, 0, 0).seats[0]).toEqual(person)
  })
  it('and running out of time leave a seat without a clock', () => {
    const play = leave(start([person, person, person], fischer), { kind: 'time', player: 1 }, 60_000, 0)
    expect([1, 2].map((player) => hasClock(play, player))).toEqual([false, true])
    expect(thinkingTime(play, 1, 60_000)).toBe(2500)
    expect(clocks(played(play, 1))).toEqual([60_000, 60_000, 60_000])
  })
  it('ends the game of the only person', () => {
    expect(finished(leave(start([person, computer, computer]), { kind: 'resigned', player: 1 }, 0, 0))).toBe(true)
  })
})

describe('a rematch', () => {
  it('changes who begins', () => {
    expect(rematch(played(start([person, computer], fischer), 1, 2), 'new', 1, 5).seats).toEqual([computer, person])
  })
  it('begins afresh', () => {
    const play = rematch(played(start([person, computer], fischer), 1, 2), 'new', 1, 5)
    expect([play.plies, play.ply, play.id, clocks(play)]).toEqual([[], 0, 'new', [60_000, 60_000]])
  })
  it('shows the board from the side of the one person', () => {
    expect(rematch(start([person, computer]), 'new', 1, 5).turned).toBe(true)
    expect(rematch(start([computer, person]), 'new', 1, 5).turned).toBe(false)
  })
})
