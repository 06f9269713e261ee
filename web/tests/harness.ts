// A page of ours in a browser, watched: whatever the console reports as an error, a violation of the Content-Security-Policy,
// an uncaught error, a request that fails or leaves the server makes the test fail.
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { expect, inject, test as plain } from 'vitest'
import { format, type Args, type Language } from '../src/i18n/message.ts'
import { bots } from '../src/i18n/bots.ts'
import { account } from '../src/i18n/account.ts'
import { messages } from '../src/i18n/messages.ts'
import { table } from '../src/i18n/table.ts'

export const base = inject('base')

// Also what is loaded with the pages that show it.
const everything = { ...messages, ...account, ...bots, ...table }
export type Key = keyof typeof everything

let connected: Promise<Browser> | null = null

export interface Visit {
  language: Language
  theme: 'light' | 'dark'
  phone: boolean
  motion: boolean // animations as people see them
  hurry: boolean // timers run twenty times as fast: pauses that let people follow
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

function shortenTimers(): void {
  const real = window.setTimeout.bind(window)
  const short = (handler: TimerHandler, delay = 0, ...rest: unknown[]): number => real(handler, delay / 20, ...rest)
  window.setTimeout = Object.assign(short, { __promisify__: undefined }) as unknown as typeof window.setTimeout
}

// A page that signs somebody in while it still connects gives that connection up for another one, and the browser notes it.
const givenUp = /^WebSocket connection to '[^']*' failed: WebSocket is closed before the connection is established\.$/

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
  readonly visit: Visit
  readonly page: Page
  readonly context: BrowserContext
  constructor(visit: Visit, context: BrowserContext, page: Page) {
    this.visit = visit
    this.context = context
    this.page = page
    page.on('console', (message) => {
      if (/^(error|warning)$/.test(message.type()) && !givenUp.test(message.text())) this.problems.push(`console: ${message.text()}`)
    })
    page.on('pageerror', (error) => this.problems.push(`error: ${error.message}`))
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') this.problems.push(`failed: ${request.url()} ${request.failure()?.errorText}`)
    })
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(base)) this.problems.push(`elsewhere: ${request.url()}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 400) this.problems.push(`${response.status()}: ${response.url()}`)
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

  button(key: Key, args: Args = {}) {
    return this.page.getByRole('button', { name: this.text(key, args), exact: true })
  }

  link(key: Key, args: Args = {}) {
    return this.page.getByRole('link', { name: this.text(key, args), exact: true })
  }
}

export async function open(wanted: Partial<Visit> = {}): Promise<Visitor> {
  connected ??= chromium.connect(inject('browser'))
  const visit = { ...usual, ...wanted }
  const context = await (await connected).newContext(contextOptions(visit))
  context.setDefaultTimeout(30_000)
  await context.addInitScript(reportViolations)
  if (visit.hurry) await context.addInitScript(shortenTimers)
  if (slowness > 1) context.on('page', throttle)
  return new Visitor(visit, context, await context.newPage())
}

// A test with a visitor, whose page must have been without problems at the end. A picture of a page where a test failed is
// left in tests/failures.
export function test(name: string, wanted: Partial<Visit>, run: (visitor: Visitor) => Promise<void>): void {
  plain(name, async ({ task }) => {
    const visitor = await open(wanted)
    try {
      await run(visitor)
      expect(visitor.problems).toEqual([])
    } catch (error) {
      const picture = `${task.suite?.name ?? ''} ${task.name}`.replace(/\W+/g, '-')
      await visitor.page.screenshot({ path: fileURLToPath(new URL(`failures/${picture}.png`, import.meta.url)) }).catch(() => undefined)
      throw error
    } finally {
      await visitor.context.close()
    }
  })
}
