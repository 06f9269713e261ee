// What is said to people who listen to the page: one polite live region for all of it.
const said = $state({ text: '' })

export function announcement(): string {
  return said.text
}

export function announce(text: string): void {
  // The same words twice would not be read again: a no-break space at the end makes them differ.
  said.text = text === said.text ? `${text} ` : text
}
