import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'

export const BIN = join(import.meta.dirname, '../ritmo.mjs')

/** A server with one user, who has a few projects, and a computer on which that user runs `ritmo`. */
export async function testTerminal() {
  const site = await testApp()
  site.clock.now = Date.now()
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = site.app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const ada = await site.signUp('Ada')
  const create = async (path: string, body: object) => (await ada.post(path, body)).json().data.id as string
  await ada.post('/initial-data')
  const client = await create('/clients', { name: 'Ateş & Co' })
  const website = await create('/projects', { name: 'Website', client })
  await create('/projects', { name: 'Webinars' })
  await create('/projects', { name: 'Diseño gráfico' })
  await create('/projects', { name: '設計レビュー' })
  await create('/tasks', { name: 'Homepage', project: website })
  await create('/tasks', { name: 'Contact form', project: website })
  await create('/tags', { name: 'design' })
  await ada.put('/users/profile', { formats: FORMATS })
  const computer = testComputer({ RITMO_URL: url, RITMO_TOKEN: ada.token })
  return { ...site, ...computer, url, ada, token: ada.token }
}

const FORMATS = { weekStart: 'monday', clock: '24h', dateOrder: 'dmy', duration: 'units', timeZone: 'Europe/Madrid' }

interface RunOptions {
  environment?: Record<string, string>
  input?: string
}

/** A home folder of its own, with the environment that is given. */
export function testComputer(environment: Record<string, string> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'ritmo-home-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const base = { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'en_GB.UTF-8', ...environment }
  const launch = (given: readonly string[], options: RunOptions = {}) =>
    spawn(process.execPath, [BIN, ...given], { env: { ...base, ...options.environment }, cwd: home })
  return {
    home,
    environment: base,
    launch,
    /** Runs a command line to its end. */
    async ritmo(given: string | readonly string[], options: RunOptions = {}) {
      const child = launch(typeof given === 'string' ? split(given) : given, options)
      child.stdin.end(options.input ?? '')
      const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
      return { out: out.trimEnd(), errors: errors.trimEnd(), code: child.exitCode }
    },
  }
}

/** The words of a command line, as a shell splits them. */
export const split = (line: string) =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare ?? '')
