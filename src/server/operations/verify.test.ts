import { closeSync, openSync, writeSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { createTimerDevice } from '#server/testing/timer-device.ts'
import { testAppOn, testSite } from '#server/testing/test-site.ts'
import { trackTime } from '#server/testing/track-time.ts'
import { backup } from './backup.ts'
import { openDatabase, type Site, sqliteFile, withDatabase } from './site-database.ts'
import { runAllChecks, verify } from './verify.ts'

/** Two users with data for every check; the timer of one is running. */
async function soundSite() {
  const site = await testSite()
  const { db, clock, signUp } = await testAppOn(site)
  for (const name of ['Ann', 'Bob']) {
    const user = await signUp(name)
    const make = async (path: string, draft: object) => (await user.post(path, draft)).json().data.id as string
    const [project, other] = [await make('/projects', { name: 'one' }), await make('/projects', { name: 'two' })]
    const [task, tag] = [await make('/tasks', { name: 'task', project }), await make('/tags', { name: 'tag' })]
    await make('/tasks', { name: 'elsewhere', project: other })
    const worked: [string, string][] = [
      ['2026-03-01T08:00Z', '2026-03-01T09:00Z'],
      ['2026-03-01T10:00Z', '2026-03-01T11:00Z'],
    ]
    await trackTime(db, user.user.id, { project, task, tags: [tag], worked })
    const device = createTimerDevice(user, clock)
    for (const save of [true, false]) {
      device.start(project)
      clock.now += MINUTE_MS
      device.act({ type: 'stop', save })
      await device.send()
      clock.now += MINUTE_MS
    }
    if (name === 'Bob') continue
    device.start(project)
    await device.send()
  }
  return site
}

test('O34 a sound site passes every check, and all of its rows are checked', async () => {
  const site = await soundSite()
  const findings = await verify(site)
  expect(findings.filter(({ wrong }) => wrong > 0)).toEqual([])
  const checked = Object.fromEntries(findings.map(({ what, checked }) => [what, checked]))
  expect(checked).toMatchObject({
    'time entries have segments': 4,
    'segments follow each other': 6,
    'runs can be read': 5,
    'stored starts and ends of runs match their logs': 5,
    'timers are due when their run is': 2,
    'saved focus sessions have their time entry': 2,
    'commands of a device have no gaps': 9,
  })
})

test('O34 focus sessions of more than one batch are all checked', async () => {
  const site = await testSite()
  const { clock, signUp } = await testAppOn(site)
  const user = await signUp('Ann')
  const project = (await user.post('/projects', { name: 'one' })).json().data.id as string
  const device = createTimerDevice(user, clock)
  for (let sent = 0; sent < 11; sent += 1) {
    for (let worked = 0; worked < 50; worked += 1) {
      device.start(project)
      clock.now += MINUTE_MS
      device.act({ type: 'stop', save: true })
      clock.now += MINUTE_MS
    }
    await device.send()
  }
  const sessions = (await verify(site)).find(({ what }) => what === 'saved focus sessions have their time entry')
  expect(sessions).toMatchObject({ checked: 550, wrong: 0 })
})

const SAVED = `focus_session_key is not null`
const TYPED = `focus_session_key is null`
const ONE = (table: string, condition: string, column = 'id') =>
  `${column} = (select min(${column}) from ${table} where ${condition})`

/** Damages that the database itself would refuse, and the checks that must find them. */
// prettier-ignore
const DAMAGES: [statement: string, wrong: [what: string, count: number][]][] = [
  [`delete from time_entry_segments where ${ONE('time_entries', TYPED).replace('id', 'entry_id')}`, [['time entries have segments', 1]]],
  [`update time_entry_segments set ended_at = ended_at + 5400000 where started_at = (select min(started_at) from time_entry_segments)`,
    [['segments follow each other', 2], ['segments add up to the duration', 2]]],
  [`update time_entries set started_at = started_at + 1 where ${TYPED}`, [['segments lie within their time entry', 2]]],
  [`update time_entries set duration_ms = duration_ms + 1 where ${ONE('time_entries', SAVED)}`, [['segments add up to the duration', 1]]],
  [`update time_entries set ended_at = null where ${ONE('time_entries', TYPED)}`, [['time entries end after they start', 1]]],
  [`update time_entries set task_id = (select min(id) from tasks where name = 'elsewhere') where ${ONE('time_entries', TYPED)}`,
    [['time_entries (user_id, project_id, task_id) are in tasks', 1]]],
  [`delete from tags`, [['time_entry_tags (user_id, tag_id) are in tags', 2]]],
  [`insert into time_entry_segments select user_id, 'gone', 1, 2 from timers`, [['time_entry_segments (user_id, entry_id) are in time_entries', 2]]],
  [`delete from users where name = 'Bob'`, [['projects (user_id) are in users', 2], ['lookups lead to a user', 1]]],
  [`delete from user_lookups where kind = 'email'`, [['addresses lead to their users', 2]]],
  [`update users set google_subject = 'g' where name = 'Bob'`, [['Google accounts lead to their users', 1]]],
  [`update tags set color = '#12345z'`, [['colours of tags are colours', 2]]],
  [`update projects set color = '01234ab'`, [['colours of projects are colours', 4]]],
  [`delete from timer_commands where sequence = 2`, [['commands of a device have no gaps', 2]]],
  [`delete from timer_commands where sequence = 1`, [['commands of a device have no gaps', 2]]],
  [`update timers set revision = 3`, [['the revision counts every accepted command', 2]]],
  [`update timer_runs set ended_at = null where ended_at is not null`, [['at most one run is open', 2], ['stored starts and ends of runs match their logs', 4]]],
  [`update timer_runs set started_at = started_at - 1 where ended_at is null`, [['stored starts and ends of runs match their logs', 1]]],
  [`update timer_runs set counts_from = counts_from - 1 where ended_at is null`, [['stored starts and ends of runs match their logs', 1]]],
  [`update timer_runs set run = substr(run, 2) where ended_at is null`, [['runs can be read', 1]]],
  [`update timer_runs set run = replace(run, '"start"', '"begin"') where ended_at is null`, [['runs can be read', 1]]],
  [`update timer_runs set id = '0195a000-0000-7000-8000-00000000000a' where ended_at is null`, [['runs can be read', 1]]],
  [`delete from timers`, [['runs have a timer', 5]]],
  [`update timers set due_at = due_at + 1`, [['timers are due when their run is', 1]]],
  [`update timers set due_at = 1 where due_at is null`, [['timers are due when their run is', 1]]],
  [`delete from time_entry_segments where entry_id in (select id from time_entries where ${SAVED}); delete from time_entries where ${SAVED}`,
    [['saved focus sessions have their time entry', 2]]],
]

test('O34 each kind of damage is found and counted', async () => {
  const site = await soundSite()
  await withDatabase(openDatabase(site), ({ db, engine }) =>
    db.connection().execute(async (db) => {
      const run = (text: string) => sql.raw(text).execute(db)
      await run(engine === 'sqlite' ? 'pragma foreign_keys = off' : 'set session_replication_role = replica')
      for (const [statement, wrong] of DAMAGES) {
        await run('begin')
        for (const part of statement.split(';')) await run(part)
        const found = (await runAllChecks(db, engine)).filter(({ wrong }) => wrong > 0)
        await run('rollback')
        expect(
          found.map(({ what, wrong }) => [what, wrong]),
          statement,
        ).toEqual(expect.arrayContaining(wrong))
        expect(
          found.map(({ examples }) => examples),
          statement,
        ).not.toContainEqual([])
      }
    }),
  )
  expect((await verify(site)).filter(({ wrong }) => wrong > 0)).toEqual([])
})

test('O51 a missing table is told by name, and not by a stack', async () => {
  const site = await soundSite()
  await withDatabase(openDatabase(site), ({ db }) => sql`drop table report_views`.execute(db))
  const schema = (await verify(site)).find(({ wrong }) => wrong > 0)
  expect(schema).toMatchObject({
    what: 'tables are as this version makes them',
    examples: ['table report_views is missing'],
    remedy: expect.stringContaining('table report_views is missing. Restore the newest backup'),
  })
})

const PAGE_BYTES = 4_096

/** Writes zeros into the first page of a table or index. */
async function damage(site: Site, name: string, { offset, bytes }: { offset: number; bytes: number }) {
  const page = await withDatabase(openDatabase(site), async ({ db }) => {
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    const root = sql<{ rootpage: number }>`select rootpage from sqlite_master where name = ${name}`
    return (await root.execute(db)).rows[0]!.rootpage
  })
  const file = openSync(sqliteFile(site), 'r+')
  writeSync(file, Buffer.alloc(bytes), 0, bytes, (page - 1) * PAGE_BYTES + offset)
  closeSync(file)
}

test.runIf(!process.env['TEST_DATABASE_URL'])('O34 a damaged page of the SQLite file is found', async () => {
  const site = await soundSite()
  // Here an index page stores its number of cells.
  await damage(site, 'time_entries_time', { offset: 3, bytes: 2 })
  const [pages, ...others] = await verify(site)
  expect(others).toEqual([])
  expect(pages).toMatchObject({ what: 'pages of the file are sound', wrong: 6 })
  expect(pages?.examples.join()).toContain('time_entries_time')
})

// prettier-ignore
test.runIf(!process.env['TEST_DATABASE_URL']).each([
  ['table',      'time_entries',      'table time_entries'],
  ['index',      'time_entries_time', 'table time_entries or an index of it'],
  ['catalog',    'sqlite_master',     'malformed'],
  ['migrations', 'migrations',        'table migrations'],
])('O34 damage of a whole page (%s) is one sentence that names the backup to restore', async (what, name, named) => {
  const site = await soundSite()
  const { file } = await backup(site)
  if (name === 'sqlite_master') {
    const database = openSync(sqliteFile(site), 'r+')
    await withDatabase(openDatabase(site), ({ db }) => sql`pragma wal_checkpoint(truncate)`.execute(db))
    writeSync(database, Buffer.alloc(2_000), 0, 2_000, 100)
    closeSync(database)
  } else await damage(site, name, { offset: 0, bytes: PAGE_BYTES })
  const outcome = await verify(site).then(
    (findings) => findings.flatMap(({ remedy }) => remedy ?? []),
    (error: Error) => [error.name === 'StartError' ? error.message : String(error.stack)],
  )
  expect(outcome, what).toHaveLength(1)
  expect(outcome[0]).toContain(named)
  expect(outcome[0]).toMatch(/^The database is damaged \(.+\): stop the server and restore the backup of 20\d\d-[^ ]+Z with /)
  expect(outcome[0]).toContain(`"npm run restore -- ${file} --replace".`)
})
