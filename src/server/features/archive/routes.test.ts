import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#core/time/units.ts'
import { newId } from '#server/db/values.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import {
  editArchive,
  readArchiveFiles,
  testArchives,
  writeArchiveFiles,
} from '#server/testing/test-account-archives.ts'
import { testSite } from '#server/testing/test-site.ts'
import { testUploads } from '#server/testing/test-uploads.ts'

const PASSWORD = 'Correct horse 1'

async function annWithArchive(environment: Record<string, string> = {}) {
  const parts = await testArchives(environment)
  const ann = await parts.signUp('Ann')
  const project = (await ann.post('/projects', { name: 'Web' })).json().data.id as string
  for (let day = 1; day < 4; day += 1)
    await ann.post('/time-entries', {
      project,
      startTime: `2026-03-0${day}T09:00:00Z`,
      endTime: `2026-03-0${day}T10:00:00Z`,
    })
  return { ...parts, ann, project, archive: await parts.download(ann) }
}

// prettier-ignore
test.each([
  ['GET',  undefined,                       15, 200],
  ['GET',  undefined,                       16, 400],
  ['POST', {},                              15, 200],
  ['POST', {},                              16, 400],
  ['POST', { password: PASSWORD },          16, 200],
  ['POST', { password: 'Wrong horse 1' },   0,  400],
] as const)('H7 %s of an archive with %j, %i minutes after sign-in, is answered %i', async (method, body, minutes, status) => {
  const { ann, clock } = await annWithArchive()
  clock.now += minutes * 60_000
  const reply = method === 'GET' ? await ann.get('/archive') : await ann.post('/archive', body)
  expect(reply.statusCode).toBe(status)
  if (status !== 200) return
  expect(reply.headers['content-type']).toBe('application/zip')
  expect(reply.headers['content-disposition']).toBe('attachment; filename="ritmo-archive-2026-03-02.zip"')
  expect(reply.headers['content-length']).toBe(String(reply.rawPayload.length))
})

const FOREIGN = 'not an archive of Ritmo'
const DAMAGED = 'damaged or incomplete'

// prettier-ignore
test.each<[what: string, change: (archive: Buffer) => Buffer | Promise<Buffer>, sentence: string]>([
  ['nothing',                     () => Buffer.alloc(0),                                                        FOREIGN],
  ['a table',                     () => Buffer.from('Start,End\n2026-03-01,2026-03-02\n'),                      FOREIGN],
  ['another ZIP archive',         () => writeArchiveFiles(new Map([['xl/workbook.xml', '<workbook/>']])),       FOREIGN],
  ['a manifest of others',        () => writeArchiveFiles(new Map([['archive.json', '{"ritmo":"backup"}']])),   FOREIGN],
  ['its first half',              (archive) => archive.subarray(0, archive.length / 2),                         DAMAGED],
  ['all but its last byte',       (archive) => archive.subarray(0, -1),                                         DAMAGED],
  ['bytes changed in the middle', (archive) => Buffer.concat([archive.subarray(0, 900), Buffer.alloc(40), archive.subarray(940)]), DAMAGED],
  ['a missing file',              (archive) => editArchive(archive, (files) => void files.delete('tags.jsonl')), DAMAGED],
  ['a wrong checksum',            async (archive) => writeArchiveFiles((await readArchiveFiles(archive)).set('tags.jsonl', '')
                                    .set('projects.jsonl', (await readArchiveFiles(archive)).get('projects.jsonl')!.replace('Web', 'Wet'))), DAMAGED],
  ['a newer format',              (archive) => editArchive(archive, (files) => files.set('archive.json', files.get('archive.json')!.replace('"format": 2', '"format": 3'))), 'newer version'],
  ['an unknown field',            (archive) => editField(archive, 'projects', { admin: true }),                 DAMAGED],
  ['a prototype',                 (archive) => editArchive(archive, (files) => files.set('projects.jsonl', files.get('projects.jsonl')!.replaceAll('{"id"', '{"__proto__":{},"id"'))), DAMAGED],
  ['a number as a name',          (archive) => editField(archive, 'projects', { name: 7 }),                     DAMAGED],
  ['a name with NUL',             (archive) => editField(archive, 'projects', { name: 'a\0b' }),                DAMAGED],
  ['a wrong colour',              (archive) => editField(archive, 'projects', { color: 'red' }),                DAMAGED],
  ['a client that is not there',  (archive) => editField(archive, 'projects', { client: 'c' }),                 DAMAGED],
  ['a project that is not there', (archive) => editField(archive, 'entries', { project: 'p' }),                 DAMAGED],
  ['a task that is not there',    (archive) => editField(archive, 'entries', { task: 't' }),                    DAMAGED],
  ['a tag that is not there',     (archive) => editField(archive, 'entries', { tags: ['t'] }),                  DAMAGED],
  ['a day that is not there',     (archive) => editField(archive, 'entries', { start: '2026-13-41T09:00:00.000Z' }), DAMAGED],
  ['a wrong duration',            (archive) => editField(archive, 'entries', { duration: 1 }),                  DAMAGED],
  ['a profile too many',          (archive) => editArchive(archive, (files) => files.set('profile.jsonl', files.get('profile.jsonl')!.repeat(2))), DAMAGED],
  ['a record twice',              (archive) => editArchive(archive, (files) => files.set('projects.jsonl', files.get('projects.jsonl')!.repeat(2))), DAMAGED],
  ['a line without an end',       (archive) => editArchive(archive, (files) => files.set('tags.jsonl', '{}')),  DAMAGED],
  ['a line of 3 MB',              (archive) => editArchive(archive, (files) => files.set('tags.jsonl', `"${'x'.repeat(3_000_000)}"\n`)), DAMAGED],
])('H8 an archive that is %s is refused in one sentence, and nothing is written', async (_what, change, sentence) => {
  const { signUp, archive, requestPreview, requestRestore } = await annWithArchive()
  const bob = await signUp('Bob')
  const changed = await change(archive)
  for (const reply of [await requestPreview(bob, changed), await requestRestore(bob, changed)]) {
    expect(reply.statusCode, reply.body).toBe(400)
    expect(reply.json().message).toContain(sentence)
  }
  expect((await bob.get('/projects')).json().data).toEqual([])
  expect((await bob.get('/archive/restore')).json().data).toBeNull()
})

test('H12 an archive of format 1, which lacks the fields of later formats, is restored as before', async () => {
  const { signUp, ann, project, download, restore } = await annWithArchive()
  await ann.post('/tasks', { name: 'Draw', project })
  const old = await editArchive(await download(ann), (files) => {
    files.set('archive.json', files.get('archive.json')!.replace('"format": 2', '"format": 1'))
    files.set(
      'tasks.jsonl',
      files
        .get('tasks.jsonl')!
        .replaceAll(/"(estimateUnit|estimateAmount|plannedSessions|planPosition|plannedAt)":null,/g, ''),
    )
  })
  expect((await readArchiveFiles(old)).get('tasks.jsonl')).not.toContain('estimate')
  const bob = await signUp('Bob')
  await restore(bob, old)
  expect((await bob.get('/tasks')).json().data).toMatchObject([{ name: 'Draw', estimate: null, planned: null }])
  expect((await restore(bob, old)).kinds.tasks).toMatchObject({ new: 0, same: 1 })
})

const editField = (archive: Buffer, kind: string, fields: object) =>
  editArchive(archive, (files) => {
    const name = `${kind}.jsonl`
    const [first = '{}', ...rest] = files.get(name)!.split('\n')
    files.set(name, [JSON.stringify({ ...(JSON.parse(first) as object), ...fields }), ...rest].join('\n'))
  })

test('H8 an archive that an account has no room for is refused as a whole, in its preview already', async () => {
  const { archive } = await annWithArchive()
  const { signUp, requestPreview, requestRestore } = await testArchives({ QUOTAS: 'time-entries=2' })
  const bob = await signUp('Bob')
  for (const reply of [await requestPreview(bob, archive), await requestRestore(bob, archive)])
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      'Time entries: At most 2 in one account. Delete some first.',
    ])
  expect((await bob.get('/projects')).json().data).toEqual([])
})

test('H9 an archive that was sent in parts is restored, by its own user only, and the progress is kept', async () => {
  const { app, signUp, archive } = await annWithArchive()
  const [bob, cleo] = [await signUp('Bob'), await signUp('Cleo')]
  expect((await bob.get('/archive/restore')).json().data).toBeNull()
  const id = await testUploads({ app, token: bob.token }).send(archive)
  expect((await cleo.post(`/archive/restore?upload=${id}`)).statusCode).toBe(404)
  expect((await bob.post(`/archive/preview?upload=${id}`)).json().data.kinds.entries.new).toBe(3)
  expect((await bob.post(`/archive/restore?upload=${id}`)).json().data.kinds.entries.new).toBe(3)
  expect((await bob.get('/archive/restore')).json().data).toMatchObject({
    isRunning: false,
    isFinished: true,
    lines: 5,
    doneLines: 5,
  })
})

test('H10 an archive is one moment of the account, whatever is changed while it is made', async () => {
  const site = await testSite()
  const database = connect(site)
  await migrate(database)
  const { db, signUp, download } = await testArchives({}, Promise.resolve(database))
  const ann = await signUp('Ann')
  const project = (await ann.post('/projects', { name: 'Web' })).json().data.id as string
  const begin = Date.parse('2026-01-01T00:00:00Z')
  const rows = Array.from({ length: 3_000 }, (_, index) => {
    const [started_at, ended_at] = [begin + index * 1_000, begin + index * 1_000 + 500]
    const written = { created_at: 0, updated_at: 0 }
    const key = { user_id: ann.user.id, id: newId(started_at), project_id: project }
    return { ...key, ...written, task_id: null, started_at, ended_at, duration_ms: 500, notes: '' }
  })
  const segments = rows.map(({ user_id, id, started_at, ended_at }) => ({
    user_id,
    entry_id: id,
    started_at,
    ended_at,
  }))
  for (let from = 0; from < rows.length; from += 1_000) {
    await insertRows(db, 'time_entries', rows.slice(from, from + 1_000))
    await insertRows(db, 'time_entry_segments', segments.slice(from, from + 1_000))
  }
  const state = { isReady: false }
  const archive = download(ann).finally(() => (state.isReady = true))
  let changes = 0
  const ids = [rows[0]!.id, rows.at(-1)!.id]
  while (!state.isReady) {
    changes += 1
    expect((await ann.post('/time-entries/bulk-update', { ids, change: { notes: `${changes}` } })).statusCode).toBe(200)
  }
  const lines = (await readArchiveFiles(await archive)).get('entries.jsonl')!.trimEnd().split('\n')
  const notes = lines.map((line) => (JSON.parse(line) as { notes: string }).notes)
  expect(lines).toHaveLength(3_000)
  expect(notes[0]).toBe(notes.at(-1))
  expect(changes).toBeGreaterThan(1)
})

test('H10 a client that goes away ends the archive', async () => {
  const { app, ann } = await annWithArchive()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const headers = { authorization: `Bearer ${ann.token}` }
  const asked = request(`http://127.0.0.1:${port}/api/archive`, { headers })
  asked.on('error', () => {})
  asked.end()
  await once(asked, 'socket')
  asked.destroy()
  expect((await ann.get('/archive')).statusCode).toBe(200)
})

test('H9 a restore that wrote nothing for a minute was interrupted', async () => {
  const { ann, db, clock } = await annWithArchive()
  const row = { lines: 10, done_lines: 4, started_at: clock.now - HOUR_MS, finished_at: null }
  await db
    .insertInto('archive_restores')
    .values({ user_id: ann.user.id, ...row, active_at: clock.now - 59_000 })
    .execute()
  const isRunning = async () => (await ann.get('/archive/restore')).json().data.isRunning as boolean
  expect(await isRunning()).toBe(true)
  clock.now += 1_000
  expect(await isRunning()).toBe(false)
})
