// Answers that take as long as a test wants: what the page asks the rules is held back until it is let go. So a test meets
// the moment between a question and its answer, however fast the machine is.
import type { Visitor } from './harness.ts'

interface Held { holdRules: () => void; letGoRules: () => number }

// Runs in the page, before anything of it.
function holdQuestions(): void {
  const post = Worker.prototype.postMessage
  let held: (() => void)[] | null = null
  Worker.prototype.postMessage = function (this: Worker, message: unknown, ...rest: []): void {
    const send = (): void => post.call(this, message, ...rest)
    if (held && (message as { kind?: string }).kind === 'ask') held.push(send)
    else send()
  }
  const holdRules = (): void => void (held ??= [])
  const letGoRules = (): number => {
    const all = held ?? []
    held = null
    for (const send of all) send()
    return all.length
  }
  Object.assign(window, { holdRules, letGoRules })
}

// To be called before the page is opened.
export async function canHoldRules({ context }: Visitor): Promise<void> {
  await context.addInitScript(holdQuestions)
}

// From now on the rules do not answer.
export async function holdRules({ page }: Visitor): Promise<void> {
  await page.evaluate(() => (window as unknown as Held).holdRules())
}

// They answer again, and first what they were asked meanwhile; gives how many questions that were.
export function letGoRules({ page }: Visitor): Promise<number> {
  return page.evaluate(() => (window as unknown as Held).letGoRules())
}
