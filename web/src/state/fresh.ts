// New names and seeds.
export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return Array.from(bytes, (byte) => 'abcdefghijkmnpqrstuvwxyz23456789'[byte % 32]).join('')
}

export function freshSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
}
