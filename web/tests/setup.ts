// Starts what all tests in a browser share: the server on a port of its own, and one Chromium.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { patience } from './patience.ts'

declare module 'vitest' {
  export interface ProvidedContext { base: string; browser: string }
}

const project = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const program = process.env.TABLIER ?? project('build/release/bin/tablier')
const pages = project('web/dist')

function serverStart(data: string): Promise<{ base: string; server: ChildProcess }> {
  for (const needed of [program, pages]) if (!existsSync(needed)) throw new Error(`${needed} is missing: run make build first`)
  const settings = [
    'away_seconds = 5', 'first_move_seconds = 600', 'password_tries = 1000', 'requests_per_second = 1000', 'tournament_pause_seconds = 1',
    'tournament_wave_seconds = 1', 'tournaments_per_address_day = 1000',
  ]
  writeFileSync(join(data, 'config'), settings.join('\n'))
  const words = ['--web', pages, '--data', join(data, 'games'), '--config', join(data, 'config')]
  const server = spawn(program, ['serve', '--port', '0', ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    let text = ''
    setTimeout(() => reject(new Error(`the server does not say where it listens: ${text}`)), patience).unref()
    server.stdout?.on('data', (more: Buffer) => {
      text += more.toString()
      const found = /http:\/\/\S+/.exec(text)
      if (found) resolve({ base: found[0], server })
    })
    server.on('exit', () => reject(new Error(`the server ended: ${text}`)))
  })
}

function serverStop(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => {
      server.kill('SIGKILL')
      reject(new Error('the server does not stop when it is told to'))
    }, patience).unref()
    server.on('close', resolve)
    server.kill()
  })
}

export default async function setup(vitest: TestProject): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), 'tablier-'))
  const { base, server } = await serverStart(data)
  const leaveNothing = (): void => {
    server.kill('SIGKILL')
    rmSync(data, { recursive: true, force: true })
  }
  process.on('exit', leaveNothing) // also when the tests are broken off
  const browser = await chromium.launchServer({
    // The one without windows needs two thirds of the time.
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })
  vitest.provide('base', base)
  vitest.provide('browser', browser.wsEndpoint())
  return async () => {
    await browser.close()
    await serverStop(server)
  }
}
