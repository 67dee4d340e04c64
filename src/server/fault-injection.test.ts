import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { formatMessage } from '#contract/messages/format-message.ts'
import { LANGUAGES } from '#core/language.ts'
import { findFreePort } from '../../scripts/topology/free-port.ts'
import { connect, openSqlite } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { runAllChecks } from './operations/verify.ts'
import { startFaultProxy } from './testing/fault-proxy.ts'
import { launchServer, signUp as person, waitUntilReady } from './testing/server-process.ts'
import { testApp, testDatabaseUrl } from './testing/test-app.ts'
import { createTimerDevice } from './testing/timer-device.ts'

const isOnPostgres = Boolean(process.env['TEST_DATABASE_URL'])

const MAX_RESPONSE_MS = 10_000
/** Short, so that the test does not wait long for statements without a reply. */
const STATEMENT_TIMEOUT_MS = 2_000
const FAULTS = ['cut', 'reset', 'hold', 'abandon'] as const

const minute = (project: string, index: number) => ({
  project,
  startTime: new Date(Date.UTC(2026, 1, 1, 9, index)).toISOString(),
  endTime: new Date(Date.UTC(2026, 1, 1, 9, index + 1)).toISOString(),
})

/** A server that reaches PostgreSQL through a proxy of its own. */
async function serverBehindProxy(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const proxy = await startFaultProxy(Number(url.port))
  onTestFinished(proxy.close)
  url.port = String(proxy.port)
  const database = connect({ databaseUrl: url.href, dataDir: '', statementTimeoutMs: STATEMENT_TIMEOUT_MS })
  return { proxy, reader: database.reader, ...(await testApp({}, 'nowhere', Promise.resolve(database))) }
}

test.runIf(isOnPostgres)(
  'O41 broken connections to the database make no request hang, and each retried write is stored once',
  async () => {
    const url = await testDatabaseUrl()
    const database = connect({ databaseUrl: url, dataDir: '' })
    await migrate(database)
    await database.close()
    const testFault = async (fault: (typeof FAULTS)[number]) => {
      const { proxy, reader, signUp } = await serverBehindProxy(url)
      const person = await signUp(fault)
      const { id: project } = (await person.post('/projects', { name: 'Atlas' })).json().data
      const entries = Array.from({ length: 6 }, (_, index) => ({ id: randomUUID(), ...minute(project, index) }))
      const write = (entry: object) => timed(() => person.post('/time-entries', entry))
      const queryReader = () => timed(() => sql`select 1`.execute(reader).catch(() => undefined))
      await queryReader()

      // The fault hits busy and idle connections.
      const early = entries.slice(0, 3).map(write)
      proxy[fault]()
      const [long, ...answers] = await Promise.all([queryReader(), ...early, ...entries.slice(3).map(write)])
      for (const { tookMs } of [long, ...answers]) expect(tookMs, fault).toBeLessThan(MAX_RESPONSE_MS)
      const odd = answers.filter(
        ({ result: { statusCode, headers } }) =>
          statusCode !== 201 && !(statusCode === 503 && headers['retry-after'] === '1'),
      )
      expect(odd, fault).toEqual([])

      proxy.heal()
      for (const entry of entries) await expect.poll(async () => (await write(entry)).result.statusCode).toBe(201)
      const stored = (await person.get('/time-entries')).json().data as { id: string }[]
      expect(stored.map(({ id }) => id).toSorted(), fault).toEqual(entries.map(({ id }) => id).toSorted())
      await expect.poll(async () => (await queryReader()).result).toBeDefined()
    }
    await Promise.all(FAULTS.map(testFault))
  },
  60_000,
)

async function timed<T>(work: () => Promise<T>) {
  const startedAt = performance.now()
  const result = await work()
  return { result, tookMs: performance.now() - startedAt }
}

test.skipIf(isOnPostgres)(
  'O40 on a full disk writes are refused and reads work; once there is room, writes work again',
  async () => {
    const database = openSqlite(':memory:')
    await migrate(database)
    const { app, db, clock, signUp } = await testApp({}, 'nowhere', Promise.resolve(database))
    const ann = await signUp('Ann')
    const { id: project } = (await ann.post('/projects', { name: 'Atlas' })).json().data
    const device = createTimerDevice(ann, clock)
    await device.send([device.start(project)])

    // SQLite fails as on a full disk when its file needs another page.
    const limitPages = (most: number) => sql.raw(`pragma max_page_count = ${most}`).execute(db)
    let writtenCount = 0
    const write = (language = 'en') =>
      app.inject({
        method: 'POST',
        url: '/api/time-entries',
        headers: { authorization: `Bearer ${ann.token}`, 'accept-language': language },
        payload: { ...minute(project, writtenCount), notes: 'x'.repeat(1_000) },
      })
    await limitPages(1)
    while ((await write()).statusCode === 201) writtenCount += 1

    for (const language of LANGUAGES) {
      const reply = await write(language)
      expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '1'])
      expect(reply.json().message).toBe(formatMessage(language, 'unavailable', {}))
    }
    // Commands stay on the device until they are acknowledged.
    const act = () => {
      clock.now += 1_000
      isPaused = !isPaused
      return ann.post('/timer/commands', { commands: [device.act({ type: isPaused ? 'pause' : 'resume' })] })
    }
    let isPaused = false
    let { statusCode } = await act()
    while (statusCode === 200) ({ statusCode } = await act())
    expect(statusCode).toBe(503)
    for (const path of ['/timer', '/time-entries', '/projects', '/users/profile'])
      expect((await ann.get(path)).statusCode).toBe(200)
    for (const url of ['/health', '/ready']) expect((await app.inject({ url })).statusCode).toBe(200)

    await limitPages(1_000_000)
    device.act({ type: 'stop', save: true })
    const { acks, snapshot } = await device.send()
    expect([acks.every(({ isAccepted }) => isAccepted), snapshot.run?.log.length]).toEqual([true, acks.length + 1])
    expect((await write()).statusCode).toBe(201)
    expect((await ann.get('/time-entries?limit=500')).json().data).toHaveLength(writtenCount + 2)
    expect((await runAllChecks(db, 'sqlite')).filter(({ wrong }) => wrong > 0)).toEqual([])
  },
)

/** Every write to this device fails as on a full disk. */
const FULL = '/dev/full'

test.runIf(existsSync(FULL) && !isOnPostgres)('O40 a server keeps running if its log cannot be written', async () => {
  const port = await findFreePort()
  const environment = { DATA_DIR: mkdtempSync(join(tmpdir(), 'ritmo-faults-')), LOG_LEVEL: 'info' }
  const server = launchServer(port, environment, openSync(FULL, 'w'))
  onTestFinished(() => void server.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(url)
  // A registration is logged.
  for (const index of [1, 2]) expect((await person(url, index)).token).toBeTypeOf('string')
  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
})
