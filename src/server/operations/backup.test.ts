import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../../scripts/topology/free-port.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { launchServer, signUp, waitUntilReady } from '#server/testing/server-process.ts'
import { createTimerDevice } from '#server/testing/timer-device.ts'
import { testAppOn, testSite } from '#server/testing/test-site.ts'
import { trackTime } from '#server/testing/track-time.ts'
import { backup } from './backup.ts'
import { withSnapshot, openDatabase, type Site, withDatabase } from './site-database.ts'
import { restore } from './restore.ts'
import { verify } from './verify.ts'

async function serverOn({ dataDir, databaseUrl }: Site) {
  const port = await findFreePort()
  const child = launchServer(port, { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(url)
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { url, stop }
}

/** A user who tracks one minute after the other. `done` has the start of each acknowledged focus session. */
function worker(person: Awaited<ReturnType<typeof signUp>>) {
  const clock = { now: Date.now() - 12 * 60 * MINUTE_MS }
  const device = createTimerDevice(person, clock)
  const done: number[] = []
  const ending = new AbortController()
  const work = async () => {
    while (!ending.signal.aborted) {
      const startedAt = clock.now
      await device.send([device.start(person.project)])
      clock.now += MINUTE_MS
      await device.send([device.act({ type: 'stop', save: true })])
      done.push(startedAt)
      clock.now += 1_000
    }
  }
  const working = work()
  return {
    done,
    end: () => {
      ending.abort()
      return working
    },
  }
}

const wrongIn = async (site: Site) => (await verify(site)).filter(({ wrong }) => wrong > 0)

test('O30 a backup of a running site is a consistent snapshot, and can be restored elsewhere', async () => {
  const [site, other] = [await testSite(), await testSite()]
  const server = await serverOn(site)
  const people = await Promise.all([0, 1, 2].map((index) => signUp(server.url, index)))
  const workers = people.map(worker)
  await expect.poll(() => Math.min(...workers.map(({ done }) => done.length))).toBeGreaterThan(3)

  const before = workers.map(({ done }) => [...done])
  const file = join(site.dataDir, 'one.gz')
  const { tallies, hasSecrets } = await backup(site, file)
  expect(await wrongIn(site)).toEqual([])
  await Promise.all(workers.map(({ end }) => end()))
  await server.stop()
  expect(hasSecrets).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(site.dataDir).filter((name) => name.endsWith('.part'))).toEqual([])

  expect((await restore(other, file, { replace: false })).tallies).toEqual(tallies)
  expect(await wrongIn(other)).toEqual([])
  expect((await backup(other)).tallies).toEqual(tallies)

  const again = await serverOn(other)
  for (const [index, person] of people.entries()) {
    const starts = new Set((await person.entries(again.url)).map(({ startTime }) => Date.parse(startTime)))
    expect(before[index]!.filter((start) => !starts.has(start))).toEqual([])
  }
  const [ann] = people as [(typeof people)[0]]
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${ann.token}` }
  const fetchData = async (path: string, body?: object) => {
    const request = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const reply = await fetch(`${again.url}/api${path}`, { headers, ...request })
    return { status: reply.status, data: ((await reply.json()) as { data: never }).data }
  }
  const login = await fetchData('/users/login', { email: 'person0@example.org', password: 'Quiet river 42' })
  expect(login.status).toBe(200)
  const started = await fetchData('/time-entries/start', { project: ann.project })
  expect(started.data).toMatchObject({ isRunning: true })
  const year = new Date().getUTCFullYear()
  const report = await fetchData(`/reports/summary?group=project&from=${year}-01-01&to=${year}-12-31&zone=UTC`)
  expect(report.status).toBe(200)
  expect(JSON.stringify(report.data)).toContain(ann.project)
})

/** Rows that are otherwise created by mail, browsers and imports. */
const EXTRA_ROWS = [
  `insert into focus_session_overrides (user_id, focus_session_key, kind) select id, 'k#0', 'edited' from users`,
  `insert into tokens (user_id, hash, purpose, expires_at) select id, 'h', 'reset', ${2 ** 52} from users`,
  `insert into user_lookups (kind, key, user_id, expires_at) select 'token', 'h', id, ${2 ** 52} from users`,
  `insert into emails (id, kind, email, language, attempts, due_at, created_at) values ('l', 'k', 'e', 'en', 0, ${2 ** 52}, 0)`,
  `insert into attempts (key, count, ends_at) values ('k', 1, 0)`,
  `insert into idempotency_keys (user_id, hash, resource_id, created_at) select id, 'h', 'r', 0 from users`,
  `insert into push_subscriptions (user_id, id, session_id, endpoint, p256dh, auth, language, created_at)
    select user_id, 'p', id, 'e', 'p', 'a', 'en', 0 from sessions`,
  `insert into imports (user_id, id, file_name, file_hash, format, entries, created_at) select id, 'i', 'f', 'h', 'csv', 0, 0 from users`,
  `insert into uploads (user_id, id, file_name, bytes, created_at, active_at) select id, 'u', 'f', 1, 0, 0 from users`,
  `insert into upload_parts (user_id, upload_id, number, content) select id, 'u', 0, 'c' from users`,
  `insert into goals (user_id, id, first_day, targets) select id, 'all.2026-03-02', '2026-03-02', '{}' from users`,
  `insert into week_review_mails (user_id, zone, due_at) select id, 'UTC', 0 from users`,
  `insert into backup_schedule (id, claimed_until) values ('backup', 0)`,
  `insert into archive_restores (user_id, lines, done_lines, started_at, active_at) select id, 0, 0, 0, 0 from users`,
  `insert into trash (user_id, id, kind, name, device, state, deleted_at, entries, milliseconds, entry_tags, text_bytes)
    select id, 't', 'tag', 'n', 'd', 'kept', 0, 0, 0, 0, 0 from users`,
  `insert into trash_rows (user_id, trash_id, source, id, is_copy, content) select user_id, id, 'tags', 't', 0, '{}' from trash`,
  `insert into time_entry_changes (user_id, entry_id, number, kind, device, changed_at, former)
    select user_id, id, 1, 'edit', 'd', 0, '{}' from time_entries`,
  `insert into reminder_schedule (user_id, due_at, sent) select id, 0, '{}' from users`,
  `insert into security_events (user_id, id, kind, user_agent, created_at) select id, 'e', 'new-device', '', 0 from users`,
  `insert into openid_identities (user_id, id, issuer, subject, label, linked_at, used_at) select id, 'o', 'i', 's', 'l', 0, 0 from users`,
  `insert into openid_sessions (user_id, session_id, provider, issuer, subject, id_token)
    select user_id, id, 'p', 'i', 's', 't' from sessions`,
  `insert into authenticator_apps (user_id, secret, last_step, created_at) select id, 's', 0, 0 from users`,
  `insert into recovery_codes (user_id, hash) select id, 'h' from users`,
  `insert into passkeys (user_id, id, public_key, sign_count, transports, is_synced, name, created_at)
    select id, 'p', 'k', 0, '[]', 0, 'n', 0 from users`,
  `insert into access_tokens (user_id, id, hash, ending, name, scopes, created_at)
    select id, 't', 'h', 'abcd', 'n', 'read', 0 from users`,
  `insert into import_records (user_id, import_id, kind, record_id) select user_id, id, 'tag', 't' from imports`,
  `insert into user_lookups (kind, key, user_id) select 'calendar-feed', 'f', id from users`,
  `insert into calendar_feeds (user_id, id, name, secret_hash, selection, has_notes, days, created_at, updated_at)
    select id, 'f', 'n', 'f', '{}', 0, 1, 0, 0 from users`,
  `insert into calendars (user_id, id, name, color, is_visible, zone, failures, is_shortened, created_at, updated_at)
    select id, 'c', 'n', '#112233', 1, 'UTC', 0, 0, 0, 0 from users`,
  `insert into calendar_events (user_id, calendar_id, id, title, started_at, ended_at) select user_id, id, 'e', 't', 0, 1 from calendars`,
  `insert into shared_reports (user_id, view_id, secret_hash, secret, shows_clients, shows_tasks, shows_tags, shows_entries,
    shows_notes, zone, views, created_at, updated_at) select user_id, id, 'h', 's', 1, 1, 1, 1, 1, 'UTC', 0, 0, 0 from report_views`,
  `insert into webhooks (user_id, id, url, events, secret, last_duration_ms, dropped, created_at, updated_at)
    select id, 'w', 'https://example.org', 'timer.started', 's', 0, 0, 0, 0 from users`,
  `insert into webhook_deliveries (user_id, webhook_id, position, event_id, type, payload, state, is_manual, attempts, created_at)
    select user_id, id, 1, 'e', 'timer.started', '{}', 'delivered', 0, 1, 0 from webhooks`,
  `insert into invitations (id, hash, note, max_uses, uses, created_at, expires_at) values ('i', 'h', '', 1, 0, 1, 2)`,
  `insert into audit_log (id, at, actor, action) values ('a', 1, '', 'maintenance-started')`,
  `insert into maintenance (id, started_at, message) values ('site', 1, '')`,
]

/** A site with rows in every table. */
async function fullSite() {
  const site = await testSite()
  const { db, clock, signUp } = await testAppOn(site)
  const ann = await signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const client = await make('/clients', { name: 'Client' })
  const project = await make('/projects', { name: 'Ünïcode 漢字 \u2028 "quoted"\n', client })
  const task = await make('/tasks', { name: 'Task', project })
  const tag = await make('/tags', { name: 'Tag' })
  await trackTime(db, ann.user.id, { project, task, tags: [tag], worked: [['2026-03-01T08:00Z', '2026-03-01T09:00Z']] })
  await make('/report-views', { name: 'View', search: '?group=project' })
  await make('/timer-presets', { name: 'Preset', workDuration: 25, breakDuration: 5, repetitions: 4 })
  const device = createTimerDevice(ann, clock)
  device.start(project)
  clock.now += MINUTE_MS
  device.act({ type: 'stop', save: true })
  await device.send()
  for (const statement of EXTRA_ROWS) await sql.raw(statement).execute(db)
  return { site, db }
}

const inAnyOrder = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted()

test('O30 a backup contains all rows of all tables, but no files that are being sent', async () => {
  const { site, db } = await fullSite()
  const all = site.databaseUrl
    ? sql<{ name: string }>`select relname as name from pg_class
        where relnamespace = current_schema()::text::regnamespace and relkind in ('r', 'p') and not relispartition`
    : sql<{ name: string }>`select name from sqlite_master where type = 'table'`
  const names = (await all.execute(db)).rows.map(({ name }) => name).filter((name) => name !== 'migrations')
  const { file, tallies } = await backup(site)
  expect(Object.keys(tallies).toSorted()).toEqual(names.toSorted())
  const empty = Object.entries(tallies).flatMap(([name, { rows }]) => (rows === 0 ? [name] : []))
  expect(empty.toSorted()).toEqual(['upload_parts', 'uploads'])

  const other = await testSite()
  await restore(other, file, { replace: false })
  const kept = names.filter((name) => !empty.includes(name))
  const rowsOf = (site: Site) =>
    withDatabase(openDatabase(site), (database) =>
      withSnapshot(database, (db) =>
        Promise.all(kept.map(async (name) => inAnyOrder((await sql.raw(`select * from ${name}`).execute(db)).rows))),
      ),
    )
  expect(await rowsOf(other)).toEqual(await rowsOf(site))
})

test('O30 a backup overwrites no file and leaves no partial file', async () => {
  const { site } = await fullSite()
  const file = join(site.dataDir, 'file')
  writeFileSync(file, 'mine')
  await expect(backup(site, file)).rejects.toThrow(`${file} is there already`)
  expect(readFileSync(file, 'utf8')).toBe('mine')
  writeFileSync(`${file}2.part`, 'mine')
  await expect(backup(site, `${file}2`)).rejects.toThrow('another backup is writing it')
  expect(readFileSync(`${file}2.part`, 'utf8')).toBe('mine')
  await expect(backup(site, join(site.dataDir, 'nowhere', 'file'))).rejects.toThrow(/cannot be written: ENOENT/)
  expect(existsSync(`${file}2`)).toBe(false)
})

test('O30 if the keys come from settings, a backup contains none and creates none', async () => {
  const { site } = await fullSite()
  const { file, hasSecrets } = await backup(site)
  expect(hasSecrets).toBe(false)
  expect(readdirSync(site.dataDir)).not.toContain('secrets.json')
  expect(gunzipSync(readFileSync(file)).toString().split('\n')[0]).toContain('"secrets":null')
})
