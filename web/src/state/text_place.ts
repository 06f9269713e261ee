// Where a character of a text stands, as people count.
export interface Place { line: number; column: number }

export function placeIn(text: string, at: number): Place {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
