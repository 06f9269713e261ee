// Addresses that carry a game, in the part after the # that is never sent to a server:
//     #at=SPEC;POSITION;MOVES     a game up to a point; spaces are _, what is empty at the end is left out
//     #record=BYTES               a whole record with its variations: deflated, in base64 for addresses
// Both are short, and read strictly: what is not exactly so is refused. Whether the texts make sense, the rules say.
import type { At } from '../core/types.ts'

const longest = { link: 60_000, record: 1_000_000 }
const plain = /^[A-Za-z0-9:=,+@/.*!()-]$/

export type Linked = { kind: 'at'; at: At } | { kind: 'record'; text: string }

// ---- Games up to a point ---------------------------------------------------------------------------------------------

function escape(text: string): string {
  return [...text].map((character) => (plain.test(character) ? character : character === ' ' ? '_' : encodeURIComponent(character))).join('')
}

// The text that was escaped; null when that is not how it would have been.
function unescape(part: string): string | null {
  try {
    const text = decodeURIComponent(part.replaceAll('_', ' '))
    return escape(text) === part ? text : null
  } catch {
    return null
  }
}

export function linkOfAt(at: At): string {
  return `at=${[at.spec, at.first, at.moves.join(' ')].map(escape).join(';').replace(/;+$/, '')}`
}

export function analysisLink(at: At): string {
  return `/analysis#${linkOfAt(at)}`
}

function readAt(text: string): At | null {
  const parts = text.split(';').map(unescape)
  const [spec, first = '', moves = ''] = parts
  if (!spec || parts.length > 3 || parts.includes(null) || first === null || moves === null) return null
  const at = { spec, first, moves: moves === '' ? [] : moves.split(' ') }
  return at.moves.includes('') || linkOfAt(at) !== `at=${text}` ? null : at
}

// ---- Records ---------------------------------------------------------------------------------------------------------

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]+$/.test(text) || text.length % 4 === 1) return null
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

// All bytes of a stream; null when there are too many.
async function collect(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer())
    size += value.length
    if (size > most) {
      await reader.cancel()
      return null
    }
    chunks.push(new Uint8Array(value))
  }
}

export async function linkOfRecord(text: string): Promise<string | null> {
  const packed = await collect(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')), longest.link)
  const link = packed && `record=${toBase64(packed)}`
  return link && link.length <= longest.link ? link : null
}

async function readRecord(packed: string): Promise<string | null> {
  const bytes = fromBase64(packed)
  if (!bytes) return null
  try {
    const text = await collect(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')), longest.record)
    return text && new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch {
    return null
  }
}

// ---- Reading ---------------------------------------------------------------------------------------------------------

// What the part of an address after the # carries. Null: it is no link of ours, or a broken one.
export async function readLink(fragment: string): Promise<Linked | null> {
  const text = fragment.replace(/^#/, '')
  if (text.length > longest.link) return null
  if (text.startsWith('at=')) {
    const at = readAt(text.slice('at='.length))
    return at && { kind: 'at', at }
  }
  if (!text.startsWith('record=')) return null
  const record = await readRecord(text.slice('record='.length))
  return record === null ? null : { kind: 'record', text: record }
}

export function isLink(fragment: string): boolean {
  return /^#(at|record)=/.test(fragment)
}
