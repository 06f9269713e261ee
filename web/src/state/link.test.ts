import { describe, expect, it } from 'vitest'
import type { At } from '../core/types.ts'
import { isLink, linkOfAt, linkOfRecord, readLink } from './link.ts'

const games: [string, At, string][] = [
  ['a start', { spec: 'siam', first: '', moves: [] }, 'at=siam'],
  ['options', { spec: 'siam:openings=crossed,exits=once', first: '', moves: [] }, 'at=siam:openings=crossed,exits=once'],
  ['moves', { spec: 'siam', first: '', moves: ['@c1n', '@e5w'] }, 'at=siam;;@c1n_@e5w'],
  ['a position', { spec: 'siam', first: '5/5/1###1/5/5 1 0 00', moves: [] }, 'at=siam;5/5/1%23%23%231/5/5_1_0_00'],
  ['both', { spec: 'anneaux', first: '1......./......../........ 2 9,10 - -', moves: ['a+', 'b3-b4'] }, 'at=anneaux;1......./......../........_2_9,10_-_-;a+_b3-b4'],
]

describe('a game up to a point', () => {
  it.each(games)('%s is written', (_name, at, link) => {
    expect(linkOfAt(at)).toBe(link)
  })
  it.each(games)('%s is read', async (_name, at, link) => {
    expect(await readLink(`#${link}`)).toEqual({ kind: 'at', at })
  })
})

describe('what is not exactly a link is refused', () => {
  it.each([
    [''], ['#'], ['#main'], ['#at='], ['#at=;5/5'], ['#at=siam;'], ['#at=siam;;'], ['#at=siam;;a;b'], ['#at=siam;;a__b'], ['#at=siam;;_a'],
    ['#at=si%61m'], ['#at=siam;5 5'], ['#at=siam;%'], ['#at=siam;%2f'], ['#at=siam;#'], ['#AT=siam'], ['#record='], ['#record=!'],
    ['#record=AAAAA'], ['#record=abcd'], [`#at=${'a'.repeat(60_001)}`],
  ])('%s', async (fragment) => {
    expect(await readLink(fragment)).toBeNull()
  })
})

const record = '[Game "siam"]\n[Player1 "Zoé"]\n\n1. @c1n (1. @a1n {à voir}) *\n\n'

it('a record comes back as it was', async () => {
  const link = await linkOfRecord(record)
  expect(link).toMatch(/^record=[A-Za-z0-9_-]+$/)
  expect(await readLink(`#${link}`)).toEqual({ kind: 'record', text: record })
})

it('moves are packed well', async () => {
  const moves = Array.from({ length: 100 }, (_, i) => `${i}. c${(i % 5) + 1}c${((i + 1) % 5) + 1}n`).join(' ')
  expect((await linkOfRecord(moves))?.length).toBeLessThan(moves.length / 2)
})

it('a record that is cut is refused', async () => {
  expect(await readLink(`#${(await linkOfRecord(record))?.slice(0, -8)}`)).toBeNull()
})

it('a record too long to be read is refused', async () => {
  expect(await readLink(`#${await linkOfRecord(' '.repeat(1_000_001))}`)).toBeNull()
})

it('a record too long for a link has none', async () => {
  const noise = Array.from({ length: 90_000 }, (_, i) => String.fromCharCode(33 + ((i * i * 7919 + i * 104729) % 90))).join('')
  const random = Array.from(crypto.getRandomValues(new Uint8Array(60_000)), (byte) => byte.toString(16)).join('') + noise
  expect(await linkOfRecord(random)).toBeNull()
})

it.each([['#at=x', true], ['#record=x', true], ['#main', false], ['', false]])('%s', (fragment, expected) => {
  expect(isLink(fragment)).toBe(expected)
})
