import { describe, expect, it } from 'vitest'
import { angleBetween, around, isOver, nearestTurn, poseOn, samePose, transformOf, type Path, type Pose, type Track } from './motion.ts'

const pose = (x: number, y: number, turn = 0): Pose => ({ x, y, turn, scale: 1, order: 0 })
const track = (from: Pose, to: Pose, path: Path): Track => ({ from, to, path, start: 100, duration: 200 })

const paths: [string, Path][] = [
  ['line', { kind: 'line' }],
  ['arc', { kind: 'arc', height: 50 }],
  ['orbit', { kind: 'orbit', x: 0, y: 0 }],
  ['drop', { kind: 'drop', top: -100 }],
]

describe.each(paths)('%s', (_name, path) => {
  const travel = track(pose(0, -80), pose(80, 0), path)
  it('begins where the piece is', () => {
    const at = poseOn(travel, 100)
    expect(at.x).toBeCloseTo(0)
    expect(at.y).toBeCloseTo(-80)
  })
  it('ends where it goes', () => {
    expect(poseOn(travel, 300)).toEqual(travel.to)
    expect(poseOn(travel, 9999)).toEqual(travel.to)
    expect(isOver(travel, 300)).toBe(true)
    expect(isOver(travel, 299)).toBe(false)
  })
})

describe('paths', () => {
  it('orbits at the same distance', () => {
    const at = poseOn(track(pose(0, -80), pose(80, 0), { kind: 'orbit', x: 0, y: 0 }), 200)
    expect(Math.hypot(at.x, at.y)).toBeCloseTo(80)
    expect(at.x).toBeGreaterThan(0)
    expect(at.y).toBeLessThan(0)
  })
  it('orbits the short way round', () => {
    const at = poseOn(track(pose(-1, 80), pose(1, 80), { kind: 'orbit', x: 0, y: 0 }), 200)
    expect(at.y).toBeGreaterThan(79)
  })
  it('throws above the straight line', () => {
    expect(poseOn(track(pose(0, 0), pose(100, 0), { kind: 'arc', height: 50 }), 200).y).toBeCloseTo(-50)
  })
  it('lets a cylinder down from straight above', () => {
    const late = poseOn(track(pose(0, 100), pose(80, 50), { kind: 'drop', top: 0 }), 290)
    expect(late.x).toBe(80)
    expect(late.y).toBeLessThan(50)
  })
})

describe('turns', () => {
  it.each([[270, 0, -90], [0, 270, 360], [90, 80, 90], [10, 725, 730]])('%i near %i is %i', (turn, to, expected) => {
    expect(nearestTurn(turn, to)).toBe(expected)
  })
  it('turns the short way', () => {
    expect(poseOn(track(pose(0, 0, 0), pose(0, 0, 270), { kind: 'line' }), 200).turn).toBeCloseTo(-45)
  })
  it('takes full turns for the same pose', () => {
    expect(samePose(pose(1, 2, 360), pose(1, 2, 0))).toBe(true)
    expect(samePose(pose(1, 2, 90), pose(1, 2, 0))).toBe(false)
  })
})

describe('turning by hand', () => {
  const centre = { x: 10, y: 10 }
  it('measures clockwise, the short way', () => {
    expect(angleBetween(centre, { x: 10, y: 0 }, { x: 20, y: 10 })).toBeCloseTo(90)
    expect(angleBetween(centre, { x: 0, y: 11 }, { x: 0, y: 9 })).toBeCloseTo(11.42, 1)
  })
  it('turns a pose around a centre', () => {
    const turned = around(pose(10, 0), centre, 90)
    expect(turned.x).toBeCloseTo(20)
    expect(turned.y).toBeCloseTo(10)
    expect(turned.turn).toBe(0)
  })
})

describe('transformOf', () => {
  it('leaves out what does nothing', () => {
    expect(transformOf(pose(1.234, 5))).toBe('translate(1.23 5)')
    expect(transformOf({ ...pose(0, 0, 90), scale: 0.5 })).toBe('translate(0 0) rotate(90) scale(0.5)')
  })
})
