// A page of ours in a browser, watched: whatever the console reports as an error, a violation of the Content-Security-Policy,
// an uncaught error, a request that fails or leaves the server makes the test fail.
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { expect, inject, test as plain } from 'vitest'
import { format, type Args, type Language } from '../src/i18n/message.ts'
import { analysis } from '../src/i18n/analysis.ts'
import { bots } from '../src/i18n/bots.ts'
import { account } from '../src/i18n/account.ts'
import { messages } from '../src/i18n/messages.ts'
import { online } from '../src/i18n/online.ts'
import { table } from '../src/i18n/table.ts'
import { lastWords, patience, testLimit } from './patience.ts'

export const base = inject('base')

// Also what is loaded with the pages that show it.
const everything = { ...messages, ...account, ...analysis, ...bots, ...online, ...table }
export type Key = keyof typeof everything

let connected: Promise<Browser> | null = null

export interface Visit {
  language: Language
  theme: 'light' | 'dark'
  phone: boolean
  motion: boolean // animations as people see them
  hurry: boolean // pauses that let people follow are twenty times as short
}

const usual: Visit = { language: 'en', theme: 'light', phone: false, motion: false, hurry: true }

export const desktop = { width: 1280, height: 800 }
export const phone = { width: 360, height: 740 }

function contextOptions(visit: Visit): BrowserContextOptions {
  return {
    baseURL: base,
    locale: visit.language === 'fr' ? 'fr-FR' : 'en-GB',
    colorScheme: visit.theme,
    reducedMotion: visit.motion ? 'no-preference' : 'reduce',
    viewport: visit.phone ? phone : desktop,
    hasTouch: visit.phone,
    isMobile: visit.phone,
    deviceScaleFactor: 1,
    acceptDownloads: true,
  }
}

// Longer than a second are only limits, which a slow machine needs whole.
function shortenPauses(): void {
  const real = window.setTimeout.bind(window)
  const short = (handler: TimerHandler, delay = 0, ...rest: unknown[]): number => real(handler, delay < 1000 ? delay / 20 : delay, ...rest)
  window.setTimeout = Object.assign(short, { __promisify__: undefined }) as unknown as typeof window.setTimeout
}

// The seeds that a page draws are the same every time, and so is what the computer plays.
function fixSeeds(): void {
  const real = crypto.getRandomValues.bind(crypto)
  let seed = 0
  const fixed = <T extends ArrayBufferView | null>(array: T): T => {
    if (!(array instanceof Uint32Array) || array.length !== 1) return real(array as never)
    array[0] = ++seed
    return array
  }
  crypto.getRandomValues = fixed
}

// A page that signs somebody in while it still connects gives that connection up for another one, and the browser notes it.
const givenUp = /^WebSocket connection to '[^']*' failed: WebSocket is closed before the connection is established\.$/
// Pictures in space are drawn without a graphics card here, and the browser notes how slow that is.
const slowDrawing = /^\[\.WebGL-\w+\]GL Driver Message \(OpenGL, Performance,/

function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`))
}

// As on a slow machine: THROTTLE=4 gives the pages a quarter of the processor.
const slowness = Number(process.env.THROTTLE ?? 1)

async function throttle(page: Page): Promise<void> {
  try {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  } catch (error) {
    if (!page.isClosed()) throw error
  }
}

export class Visitor {
  readonly problems: string[] = []
  refused: RegExp | null = null // addresses of requests that the service refuses in a test: browsers report them as errors
  readonly visit: Visit
  readonly page: Page
  readonly context: BrowserContext
  readonly leave: () => Promise<void>
  constructor(visit: Visit, context: BrowserContext, page: Page, leave: () => Promise<void>) {
    this.visit = visit
    this.context = context
    this.page = page
    this.leave = leave
    page.on('console', (message) => {
      if (!/^(error|warning)$/.test(message.type()) || givenUp.test(message.text()) || slowDrawing.test(message.text()) || this.refused?.test(message.location().url)) return
      this.problems.push(`console: ${message.text()}`)
    })
    page.on('pageerror', (error) => this.problems.push(`error: ${error.message}`))
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') this.problems.push(`failed: ${request.url()} ${request.failure()?.errorText}`)
    })
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(base)) this.problems.push(`elsewhere: ${request.url()}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 400 && !this.refused?.test(response.url())) this.problems.push(`${response.status()}: ${response.url()}`)
    })
  }

  // A text of the page in its language.
  text(key: Key, args: Args = {}): string {
    const text = format(everything[key][this.visit.language], this.visit.language, args)
    if (/\{\w+\}/.test(text)) throw new Error(`${key} asks for more: ${text}`)
    return text
  }

  async go(path: string): Promise<void> {
    await this.page.goto(path)
    await this.page.locator('main h1').first().waitFor({ state: 'attached' })
  }

  // Goes there as a link of the page does, which is not loaded again.
  async follow(path: string): Promise<void> {
    await this.page.evaluate((wanted) => {
      history.pushState(null, '', wanted)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
  }

  button(key: Key, args: Args = {}) {
    return this.page.getByRole('button', { name: this.text(key, args), exact: true })
  }

  link(key: Key, args: Args = {}) {
    return this.page.getByRole('link', { name: this.text(key, args), exact: true })
  }
}

export async function openContext(visit: Partial<Visit>): Promise<BrowserContext> {
  connected ??= chromium.connect(inject('browser'), { timeout: patience })
  const context = await (await connected).newContext(contextOptions({ ...usual, ...visit }))
  context.setDefaultTimeout(patience)
  await context.addInitScript(reportViolations)
  await context.addInitScript(fixSeeds)
  if (visit.hurry ?? usual.hurry) await context.addInitScript(shortenPauses)
  if (slowness > 1) context.on('page', throttle)
  return context
}

// Those of the test that runs.
const visitors: Visitor[] = []

// A visitor of the test that runs: with a context of its own, or with a new page in one that stays.
export async function open(wanted: Partial<Visit> = {}, staying: BrowserContext | null = null): Promise<Visitor> {
  const context = staying ?? (await openContext(wanted))
  const page = await context.newPage()
  const visitor = new Visitor({ ...usual, ...wanted }, context, page, () => (staying ? page.close() : context.close()))
  visitors.push(visitor)
  return visitor
}

// Pictures of what the visitors see, in tests/failures.
async function takePictures(name: string): Promise<void> {
  const folder = new URL('failures/', import.meta.url), file = name.trim().replace(/\W+/g, '-')
  const take = ({ page }: Visitor, index: number): Promise<unknown> =>
    page.screenshot({ path: fileURLToPath(new URL(`${file}-${index}.png`, folder)), timeout: lastWords / 2 })
  await Promise.allSettled(visitors.map(take))
}

const { poll } = expect

// Runs a test. At its end the pages of its visitors must have been without problems, and are closed. They are closed as well
// when its time is nearly over: whatever it waits for fails then, and says so.
export async function watch(name: string, run: () => Promise<void>): Promise<void> {
  const end = Date.now() + testLimit - lastWords
  let over = false
  const timer = setTimeout(() => {
    over = true
    void takePictures(name).then(() => Promise.all(visitors.map(({ context }) => context.close())))
  }, end - Date.now())
  expect.poll = (look, options) => poll(look, { timeout: Math.min(patience, end - Date.now()), ...options })
  try {
    await run()
    for (const { problems } of visitors) expect(problems).toEqual([])
  } catch (cause) {
    if (over) throw new Error('the time of the test was over, while it waited for this:', { cause })
    await takePictures(name)
    throw cause
  } finally {
    clearTimeout(timer)
    await Promise.all(visitors.splice(0).map(({ leave }) => leave()))
  }
}

export function test(name: string, wanted: Partial<Visit>, run: (visitor: Visitor) => Promise<void>): void {
  plain(name, ({ task }) => watch(`${task.suite?.name ?? ''} ${name}`, async () => run(await open(wanted))))
}
