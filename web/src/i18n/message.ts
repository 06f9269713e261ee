// What a text is: the same in every language we speak, with {name} where an argument goes. A text about a number {n}
// may have a form for one and a form for others.
export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]
export type Text = string | { one: string; other: string }
export type Message = Record<Language, Text>
export type Args = Record<string, string | number>

// The text with its arguments in place.
export function format(text: Text, language: Language, args: Args): string {
  const form = typeof text === 'string' ? text : text[plural(language, Number(args.n))]
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole))
}

function plural(language: Language, n: number): 'one' | 'other' {
  return new Intl.PluralRules(language).select(n) === 'one' ? 'one' : 'other'
}
