import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { repeatJob } from '#server/jobs/repeat-job.ts'
import { launchServer, waitUntilReady } from '#server/testing/server-process.ts'
import { testApp, testDatabase, testDatabaseUrl, testMail } from '#server/testing/test-app.ts'
import { createTimerDevice } from '#server/testing/timer-device.ts'
import { findFreePort } from '../../../scripts/topology/free-port.ts'
import { findProgram } from '../../../scripts/topology/programs.ts'
import { measureDatabase } from './metrics.ts'

const TOKEN = 'sixteen letters or more'

const metricValue = (text: string, name: string) => {
  const line = text.split('\n').find((line) => line.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length))
}

// prettier-ignore
test.each([
  ['nothing',        401, {}],
  ['another token',  401, { authorization: `Bearer ${TOKEN}s` }],
  ['another scheme', 401, { authorization: `Basic ${TOKEN}` }],
  ['the token',      200, { authorization: `Bearer ${TOKEN}` }],
])('with METRICS_TOKEN set, a request with %s is answered %i', async (_what, status, headers: Record<string, string>) => {
  const { app } = await testApp({ METRICS_TOKEN: TOKEN })
  const reply = await app.inject({ url: '/metrics', headers })
  expect(reply.statusCode).toBe(status)
  if (status === 401) expect(reply.json()).toMatchObject({ ok: false, code: 'unauthenticated' })
  else expect(reply.body).toContain('# TYPE ritmo_http_request_duration_seconds histogram')
})

test('metrics show the number of queued emails and the age of the oldest', async () => {
  const mail = await testMail()
  mail.refuseWith(451)
  const { app, clock, signUp } = await testApp(mail.settings)
  const read = async () => (await app.inject('/metrics')).body
  expect(metricValue(await read(), 'ritmo_mail_waiting')).toBe(0)
  expect(metricValue(await read(), 'ritmo_mail_oldest_seconds')).toBe(0)
  await signUp('Ann')
  clock.now += MINUTE_MS
  await signUp('Bob')
  clock.now += MINUTE_MS
  expect(metricValue(await read(), 'ritmo_mail_waiting')).toBe(2)
  expect(metricValue(await read(), 'ritmo_mail_oldest_seconds')).toBe(120)
})

test('O78 metrics show the accounts, those in use, and the version', async () => {
  const { app, clock, signUp } = await testApp()
  const read = async () => (await app.inject('/metrics')).body
  const ann = await signUp('Ann')
  await signUp('Bob')
  clock.now += 25 * 60 * MINUTE_MS
  await ann.get('/projects')
  expect(metricValue(await read(), 'ritmo_users_registered')).toBe(2)
  expect(metricValue(await read(), 'ritmo_users_active')).toBe(1)
  await signUp('Cat')
  clock.now += MINUTE_MS
  expect(metricValue(await read(), 'ritmo_users_registered')).toBe(3)
  expect(await read()).toMatch(/^ritmo_build_info\{version="[^"]+",node="v\d+[^"]*"\} 1$/m)
})

test('metrics show how late phases ended, and the outcomes of commands', async () => {
  const { app, clock, signUp } = await testApp()
  const ann = await signUp('Ann')
  const project = (await ann.post('/projects', { name: 'p' })).json().data.id as string
  const device = createTimerDevice(ann, clock)
  device.start(project)
  await device.send()
  await device.send([{ ...device.start('00000000-0000-4000-8000-000000000000'), base: null }])
  clock.now += 25 * MINUTE_MS + 3_000
  await app.timer.advanceDue()
  const text = (await app.inject('/metrics')).body
  expect(metricValue(text, 'ritmo_timer_late_seconds_sum')).toBe(3)
  expect(metricValue(text, 'ritmo_timer_late_seconds_count')).toBe(1)
  expect(metricValue(text, 'ritmo_timer_commands_total{verdict="accepted"}')).toBe(1)
  expect(metricValue(text, 'ritmo_timer_commands_total{verdict="unknown-project"}')).toBe(1)
})

test('metrics show the use of the connection pool', async () => {
  const registry = new Registry()
  const { db, close } = await testDatabase()
  onTestFinished(close)
  measureDatabase(registry, { db, now: Date.now, pool: { totalCount: 5, idleCount: 2, waitingCount: 4 } })
  const text = await registry.metrics()
  const connections = (state: string) => metricValue(text, `ritmo_database_connections{state="${state}"}`)
  expect([connections('used'), connections('idle'), connections('waiting')]).toEqual([3, 2, 4])
})

test('if the database fails, only the metrics that are read from it are missing', async () => {
  const registry = new Registry()
  const { db, close } = await testDatabase()
  onTestFinished(close)
  measureDatabase(registry, { db, now: Date.now })
  await db.schema.alterTable('emails').renameTo('elsewhere').execute()
  const text = await registry.metrics()
  expect(text).toContain('# TYPE ritmo_database_connections gauge')
  expect(metricValue(text, 'ritmo_mail_waiting')).toBeNaN()
})

test('metrics count the runs of a job and its failures', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  app.decorate('metrics', new Registry())
  const outcomes = [true, false, true]
  const isOver = new Promise<void>((resolve) => {
    repeatJob(app, 'first', 1, async () => {
      const isFine = outcomes.shift()
      if (isFine === undefined) resolve()
      else if (!isFine) throw new Error('on purpose')
    })
    repeatJob(app, 'second', MINUTE_MS, async () => undefined)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  await isOver
  const text = await app.metrics.metrics()
  const runs = (outcome: string) =>
    metricValue(text, `ritmo_job_duration_seconds_count{name="first",outcome="${outcome}"}`)
  expect([runs('done'), runs('failed')]).toEqual([2, 1])
})

const DEPLOY = join(import.meta.dirname, '../../../deploy/grafana')
const WORDS = /\b[a-z]+(?:_[a-z\d]+)+\b/g
/** Functions of the query language, and labels. */
const NOT_METRICS = /^(histogram_quantile|label_values|rate_interval)$/
const PROMTOOL = findProgram('promtool')

const namesIn = (expression: string) =>
  // Labels are in braces, or follow `by`.
  [...expression.replaceAll(/\{[^}]*\}|\bby \([^)]*\)/g, '').matchAll(WORDS)]
    .map(([name]) => name)
    .filter((name) => !NOT_METRICS.test(name))

/** Every query of the dashboard and of the alerts. */
function queries() {
  const dashboard = readFileSync(join(DEPLOY, 'ritmo.json'), 'utf8')
  const queries: string[] = []
  JSON.parse(dashboard, (key, value: unknown) => {
    if ((key === 'expr' || key === 'definition') && typeof value === 'string') queries.push(value)
    return value
  })
  const alerts = readFileSync(join(DEPLOY, 'alerts.yaml'), 'utf8')
  const expressions = [...alerts.matchAll(/expr: (?:>-\n)?([\s\S]*?)\n {8}for:/g)].map(([, text = '']) => text)
  expect(expressions).toHaveLength(8)
  return [...queries, ...expressions]
}

test('O78 every metric begins with ritmo_; the dashboard and the alerts use only metrics that a server has', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ritmo-metrics-'))
  const port = await findFreePort()
  const database = process.env['TEST_DATABASE_URL'] ? { DATABASE_URL: await testDatabaseUrl() } : {}
  const child = launchServer(port, { DATA_DIR: dataDir, ...database })
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })
  await waitUntilReady(`http://127.0.0.1:${port}`)
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const offered = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
  expect(offered.filter((name) => !name.startsWith('ritmo_'))).toEqual([])
  const used = new Set(queries().flatMap(namesIn))
  expect(used.size).toBeGreaterThan(15)
  expect([...used].filter((name) => !offered.includes(name))).toEqual([])
})

test.runIf(PROMTOOL)('O78 Prometheus accepts the alerts', () => {
  const rules = ['check', 'rules', join(DEPLOY, 'alerts.yaml')]
  expect(execFileSync(PROMTOOL ?? '', rules, { encoding: 'utf8' })).toContain('8 rules found')
})
