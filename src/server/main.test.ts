import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabaseUrl } from './testing/test-app.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'ritmo-main-'))

/** Starts the server as an operator does, in a process of its own. */
function launch(environment: Record<string, string>) {
  const env = { PATH: process.env['PATH'], PORT: '0', DATA_DIR: folder(), ...environment }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, stderr: text(child.stderr), lines: firstLines(child) }
}

/** The output until the server is ready or has ended. */
function firstLines({ stdout }: ChildProcess) {
  return new Promise<string>((resolve) => {
    let printed = ''
    stdout!.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.split('\n').length > 3) resolve(printed)
    })
    stdout!.on('end', () => resolve(printed))
  })
}

const exitOf = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve))

test('O10 the start prints the URL, the data location and how to stop; SIGTERM stops it cleanly', async () => {
  const { child, lines, stderr } = launch({ PUBLIC_URL: 'https://time.example.org', TRUST_PROXY: '1' })
  expect((await lines).trim().split('\n')).toEqual([
    'Ritmo is ready at https://time.example.org',
    expect.stringMatching(/^Data: .+ritmo\.db$/),
    'Stop it with Ctrl+C',
  ])
  child.kill('SIGTERM')
  expect(await exitOf(child)).toBe(0)
  expect(await stderr).toBe('')
})

const file = join(folder(), 'file')
writeFileSync(file, '')
const damaged = folder()
writeFileSync(join(damaged, 'ritmo.lock'), 'no lock of ours'.repeat(100))

// prettier-ignore
test.each([
  ['a wrong port',             { PORT: 'abc' },                                          'PORT must be a port number from 0 to 65535, but it is "abc".'],
  ['an impossible folder',     { DATA_DIR: join(file, 'below') },                        `DATA_DIR ${join(file, 'below')} cannot be written to`],
  ['a file as folder',         { DATA_DIR: file },                                       `DATA_DIR ${file} cannot be written to`],
  ['an invalid lock file',     { DATA_DIR: damaged },                                     `DATA_DIR ${damaged} cannot be written to (file is not a database)`],
  ['no database',              { DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/ritmo' }, 'The database (PostgreSQL at 127.0.0.1:1/ritmo) cannot be used: connect ECONNREFUSED 127.0.0.1:1'],
])('O2 %s stops the start with one sentence', async (_what, environment, sentence) => {
  const { child, stderr } = launch(environment)
  expect(await exitOf(child)).toBe(1)
  expect(await stderr).toContain(`Ritmo cannot start. ${sentence}`)
  expect((await stderr).trim().split('\n')).toHaveLength(1)
  expect(await stderr).not.toContain('hidden')
})

test('O72 a setting that does not exist is told at the start, with the nearest name', async () => {
  const { child, lines } = launch({ SMPT_URL: 'smtp://u:hidden@mail.example.org', TRUST_PROXIES: '1' })
  const log = text(child.stdout)
  await lines
  child.kill('SIGTERM')
  await exitOf(child)
  const told = (await log).split('\n').filter((line) => line.includes('"nearest"'))
  expect(told.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, setting: 'SMPT_URL', nearest: 'SMTP_URL' },
    { level: 40, setting: 'TRUST_PROXIES', nearest: 'TRUST_PROXY' },
  ])
  expect(await log).not.toContain('hidden')
})

test('O2 an unreadable key file stops the start', async () => {
  const DATA_DIR = folder()
  writeFileSync(join(DATA_DIR, 'secrets.json'), '{}')
  chmodSync(join(DATA_DIR, 'secrets.json'), 0o666)
  expect(await launch({ DATA_DIR }).stderr).toContain('can be read by other users')
})

test('O6 of two processes started at once on a new SQLite folder one runs, and the other says why it cannot', async () => {
  const DATA_DIR = folder()
  const both = [launch({ DATA_DIR }), launch({ DATA_DIR })]
  const printed = await Promise.all(both.map(({ lines }) => lines))
  expect(printed.filter((lines) => lines.includes('is ready'))).toHaveLength(1)
  const refused = both[printed.findIndex((lines) => lines === '')]!
  expect(await refused.stderr).toContain(`Another Ritmo already uses ${DATA_DIR}.`)
})

test.runIf(process.env['TEST_DATABASE_URL'])(
  'O6 of two processes started at once on PostgreSQL one migrates and both run',
  async () => {
    const DATABASE_URL = await testDatabaseUrl()
    const both = [launch({ DATABASE_URL }), launch({ DATABASE_URL })]
    const printed = await Promise.all(both.map(({ lines }) => lines))
    expect(printed.map((lines) => lines.includes('is ready'))).toEqual([true, true])
  },
)

const THROW_ON_SIGNAL = `process.on('SIGUSR2', () => { throw Object.assign(new Error('boom'), { detail: 'Can' + 'ary row' }) })`

test('S25 an uncaught error is logged without its data and ends the server', async () => {
  const { child, lines, stderr } = launch({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(THROW_ON_SIGNAL)}`,
  })
  const log = text(child.stdout)
  await lines
  child.kill('SIGUSR2')
  expect(await exitOf(child)).toBe(1)
  const [, line = ''] = /^({.*})$/m.exec(await log) ?? []
  expect(JSON.parse(line)).toMatchObject({
    level: 60,
    err: { message: 'boom', stack: expect.stringContaining(' at ') },
  })
  expect(`${line}${await stderr}`).not.toContain('Canary')
})
