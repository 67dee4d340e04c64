import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { runAllChecks } from '#server/operations/verify.ts'
import { withSnapshot } from '#server/operations/site-database.ts'
import { listTables } from '#server/operations/tables.ts'
import { accounts, storeAccount } from '#server/testing/random-account.ts'
import { comparableFiles, editArchive, readArchiveFiles, testArchives } from '#server/testing/test-account-archives.ts'
import { testDatabase } from '#server/testing/test-app.ts'
import { createTimerDevice } from '#server/testing/timer-device.ts'
import type { Fields } from './fields.ts'
import { LEFT_OUT, NESTED } from './left-out.ts'
import { ENTRIES, fileName, FILE_KINDS, OTHERS, PROFILE, RECORDS } from './records.ts'

const IS_QUICK = process.env['TESTS'] === 'quick'
const TAKE = { conflicts: 'archive' }
let users = 0
const nextName = () => `User${(users += 1)}`

test('H1 an archive that is restored in an empty account gives the same archive again, byte for byte', async () => {
  const { db, signUp, download, restore, preview } = await testArchives()
  await fc.assert(
    fc.asyncProperty(accounts, async (account) => {
      const [ann, bob] = [await signUp(nextName()), await signUp(nextName())]
      await storeAccount(db, ann.user.id, account)
      const archive = await download(ann)
      const {
        createdAt: _at,
        version: _version,
        name: _name,
        email: _email,
        ...expected
      } = await preview(bob, archive, TAKE)
      expect(await restore(bob, archive, TAKE)).toEqual(expected)
      expect(await comparableFiles(await download(bob))).toEqual(await comparableFiles(archive))
      const again = await restore(bob, archive, TAKE)
      for (const { new: added, replaced, copied, kept } of Object.values(again.kinds))
        expect([added, replaced, copied, kept]).toEqual([0, 0, 0, 0])
    }),
    { numRuns: IS_QUICK ? 5 : 15 },
  )
})

test('H2 what was lost after a restore, or by its interruption, is completed by restoring the same archive', async () => {
  const { db, signUp, download, restore } = await testArchives()
  await fc.assert(
    fc.asyncProperty(accounts, fc.nat(3), async (account, lost) => {
      const [ann, bob] = [await signUp(nextName()), await signUp(nextName())]
      await storeAccount(db, ann.user.id, account)
      const archive = await download(ann)
      await restore(bob, archive, TAKE)
      for (const table of ['time_entries', 'tags', 'tasks', 'projects', 'clients'] as const) {
        const rows = await db.selectFrom(table).select('id').where('user_id', '=', bob.user.id).execute()
        for (const { id } of rows.filter((_, index) => index % 4 >= lost))
          if (table === 'clients') await bob.delete(`/clients/${id}`)
          else
            await db
              .deleteFrom(table)
              .where('user_id', '=', bob.user.id)
              .where('id', '=', id)
              .execute()
              .catch(() => [])
      }
      await restore(bob, archive, TAKE)
      expect(await comparableFiles(await download(bob))).toEqual(await comparableFiles(archive))
    }),
    { numRuns: IS_QUICK ? 4 : 10 },
  )
})

test('H3 every table and column is archived, or left out with a reason', async () => {
  const database = await testDatabase()
  const archived = new Map<string, Set<string>>()
  const files: { table: string; fields: Fields }[] = [
    { table: 'users', fields: PROFILE },
    ...Object.values(RECORDS),
    ENTRIES,
    ...Object.values(OTHERS),
  ]
  for (const { table, fields } of files) archived.set(table, new Set(Object.values(fields).map(({ column }) => column)))
  const forgotten: string[] = []
  for (const { name, columns } of await listTables(database.db, database.engine)) {
    if (name in LEFT_OUT || name in NESTED) continue
    for (const { name: column } of columns)
      if (column !== 'user_id' && !archived.get(name)?.has(column) && !(`${name}.${column}` in LEFT_OUT))
        forgotten.push(`${name}.${column}`)
  }
  await database.close()
  expect(forgotten, 'declare these in records.ts or left-out.ts').toEqual([])
})

test('H3 docs/archive.md describes every file and field', () => {
  const document = readFileSync(new URL('../../../../docs/archive.md', import.meta.url), 'utf8')
  const sections = new Map(
    document
      .split(/^### /m)
      .slice(1)
      .map((section) => [section.split('\n')[0]!, section]),
  )
  const fieldsOf: Record<string, Fields> = {
    profile: PROFILE,
    ...Object.fromEntries(Object.entries({ ...RECORDS, ...OTHERS }).map(([kind, { fields }]) => [kind, fields])),
    entries: ENTRIES.fields,
  }
  const described = FILE_KINDS.map((kind) => {
    const names = [...(sections.get(fileName(kind)) ?? '').matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
    return [kind, names]
  })
  const declared = FILE_KINDS.map((kind) => [
    kind,
    [...Object.keys(fieldsOf[kind]!), ...(kind === 'entries' ? ['tags', 'segments'] : [])],
  ])
  expect(described).toEqual(declared)
})

const NOWHERE = { location: '', close: async () => {} }

/** A user with a paused and edited history of the timer, and a run that is not over. */
async function annWithTimer(last: 'running' | 'paused' | 'stopwatch' | 'none') {
  const parts = await testArchives()
  const { clock, signUp } = parts
  const ann = await signUp('Ann')
  const project = (await ann.post('/projects', { name: 'Web' })).json().data.id as string
  const device = createTimerDevice(ann, clock)
  const wait = (minutes: number) => {
    clock.now += minutes * MINUTE_MS
  }
  for (const save of [true, false, true]) {
    device.start(project)
    wait(10)
    device.act({ type: 'pause' })
    wait(3)
    device.act({ type: 'resume' })
    wait(5)
    device.act({ type: 'stop', save })
    wait(1)
  }
  await device.send()
  const [entry] = (await ann.get('/time-entries')).json().data
  await ann.put(`/time-entries/${entry.id}`, { notes: 'edited' })
  if (last !== 'none') device.start(project, { isInfinite: last === 'stopwatch' })
  wait(7)
  if (last === 'paused') device.act({ type: 'pause' })
  if (last !== 'none') await device.send()
  const check = async () => {
    const engine = process.env['TEST_DATABASE_URL'] ? 'postgres' : 'sqlite'
    const findings = await withSnapshot({ ...NOWHERE, db: parts.db, engine }, (db) => runAllChecks(db, engine))
    expect(findings.filter(({ wrong }) => wrong > 0)).toEqual([])
  }
  return { ...parts, ann, project, wait, check }
}

test.each(['running', 'paused', 'stopwatch', 'none'] as const)(
  'H4 the timer of an archive goes on in the restored account: %s',
  async (last) => {
    const { ann, signUp, download, restore, check } = await annWithTimer(last)
    const bob = await signUp('Bob')
    const archive = await download(ann)
    expect((await restore(bob, archive, TAKE)).timer).toBe(last === 'none' ? 'none' : 'restored')
    expect(await comparableFiles(await download(bob))).toEqual(await comparableFiles(archive))
    expect((await bob.get('/timer')).json()).toEqual((await ann.get('/timer')).json())
    await check()
    expect((await restore(bob, archive, TAKE)).timer).toBe(last === 'none' ? 'none' : 'known')
    expect(await comparableFiles(await download(bob))).toEqual(await comparableFiles(archive))
  },
)

test('H4 a work phase that ends while the archive lies in a drawer counts once, and the next one waits', async () => {
  const { ann, signUp, download, restore, wait, check } = await annWithTimer('running')
  const bob = await signUp('Bob')
  const archive = await download(ann)
  wait(3 * 24 * 60)
  await restore(bob, archive, TAKE)
  const entries = (await bob.get('/time-entries')).json().data as { duration: number }[]
  expect(entries.map(({ duration }) => duration / MINUTE_MS).toSorted((a, b) => a - b)).toEqual([15, 15, 25])
  expect((await bob.get('/timer')).json().data.run.heldAt).not.toBeNull()
  await check()
})

test('H4 an account that has used its timer since keeps it, and no moment counts twice', async () => {
  const { ann, signUp, download, restore, preview, clock, wait, check } = await annWithTimer('running')
  const archive = await download(ann)
  const bob = await signUp('Bob')
  const project = (await bob.post('/projects', { name: 'Own' })).json().data.id as string
  const device = createTimerDevice(bob, clock)
  device.start(project)
  await device.send()
  const before = (await bob.get('/timer')).json().data.run
  expect((await preview(bob, archive)).timer).toBe('left')
  expect((await restore(bob, archive)).timer).toBe('left')
  expect((await bob.get('/timer')).json().data.run).toEqual(before)
  wait(5)
  await check()
  expect((await bob.get('/time-entries')).json().data).toHaveLength(2)
})

test('H5 an archive has no secrets, and none of other users', async () => {
  const { db, signUp, download } = await testArchives()
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  await bob.post('/projects', { name: 'Secret of Bob' })
  const rows = await db.selectFrom('users').select('password_hash').execute()
  const text = JSON.stringify([...(await readArchiveFiles(await download(ann)))])
  for (const secret of [rows[0]!.password_hash!, ann.token, 'bob@example.org', 'Secret of Bob'])
    expect(text).not.toContain(secret)
})

test('H5 an archive that names rows of another user reaches none of them', async () => {
  const { db, signUp, download, requestRestore, restore } = await testArchives()
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  const project = (await ann.post('/projects', { name: 'Ann’s' })).json().data.id as string
  const archive = await download(ann)
  const own = await download(bob)
  const stolen = await editArchive(own, (files) =>
    files.set(
      'tasks.jsonl',
      `${JSON.stringify({ id: 't', project, name: 'n', description: '', status: 'pending', createdAt: AT, updatedAt: AT })}\n`,
    ),
  )
  const refused = await requestRestore(bob, stolen)
  expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining('damaged')])
  await restore(bob, archive)
  await bob.put(`/projects/${project}`, { name: 'Bob’s' })
  const names = await db.selectFrom('projects').select(['user_id', 'name']).orderBy('name').execute()
  expect(names).toEqual([
    { user_id: ann.user.id, name: 'Ann’s' },
    { user_id: bob.user.id, name: 'Bob’s' },
  ])
})

const AT = '2026-03-02T09:00:00.000Z'
