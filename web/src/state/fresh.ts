// New names and seeds.
export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return Array.from(bytes, (byte) => 'abcdefghijkmnpqrstuvwxyz23456789'[byte % 32]).join('')
}

// A list in an order of chance.
export function shuffled<T>(list: readonly T[]): T[] {
  const keys = crypto.getRandomValues(new Uint32Array(list.length))
  return list.map((item, index) => ({ item, key: keys[index] ?? 0 })).sort((one, other) => one.key - other.key).map(({ item }) => item)
}

export function freshSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
}
