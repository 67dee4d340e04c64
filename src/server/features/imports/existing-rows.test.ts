import { expect, test } from 'vitest'
import { testArchives } from '#server/testing/test-account-archives.ts'
import { testImports, togglFile, togglRow } from '#server/testing/test-imports.ts'

/** A user with one entry, made by hand, that equals `togglRow()`. */
async function withEntry(change: object = {}) {
  const parts = await testImports()
  const { ann } = parts
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const client = await make('/clients', { name: 'acme' })
  const project = await make('/projects', { name: 'Web', client })
  const task = await make('/tasks', { name: 'Draw', project })
  const times = { startTime: '2026-03-01T08:00:00.250Z', endTime: '2026-03-01T09:30:00.900Z' }
  await make('/time-entries', { project, task, notes: 'Sketch', ...times, ...change })
  return parts
}

test('M37 a row of another file that an entry made by hand equals adds nothing, and the preview says so', async () => {
  const { preview, result } = await withEntry()
  const file = togglFile(togglRow(), togglRow({ Description: 'Paint' }))
  const seen = await preview(file)
  expect(seen.counts).toMatchObject({ new: 1, duplicate: 1 })
  expect(seen.entries.map(({ isDuplicate }) => isDuplicate)).toEqual([true, false])
  expect(await result(file)).toMatchObject({ created: 1, duplicates: 1, projects: 0, tasks: 0 })
  expect(await result(file)).toMatchObject({ created: 0, duplicates: 2 })
})

test('M37 an entry with a pause equals a row that ends when it would without the pause', async () => {
  const segments = [
    { start: '2026-03-01T08:00:00.000Z', end: '2026-03-01T09:00:00.000Z' },
    { start: '2026-03-01T09:10:00.000Z', end: '2026-03-01T09:40:00.000Z' },
  ]
  const { result } = await withEntry({ startTime: segments[0]!.start, endTime: segments[1]!.end, segments })
  expect(await result(togglFile(togglRow()))).toMatchObject({ created: 0, duplicates: 1 })
})

// prettier-ignore
test.each([
  ['another start',     { 'Start time': '09:00:01' }],
  ['another end',       { 'End time': '10:30:01', Duration: '01:30:01' }],
  ['another project',   { Project: 'Site' }],
  ['no client',         { Client: '' }],
  ['no task',           { Task: '' }],
  ['another note',      { Description: 'Sketch 2' }],
])('M37 a row with %s is another entry', async (_what, change) => {
  const { result } = await withEntry()
  expect(await result(togglFile(togglRow(change)))).toMatchObject({ created: 1, duplicates: 0 })
})

test('M37 an entry equals one row: a second equal row is another entry', async () => {
  const { result } = await withEntry()
  const twice = togglFile(togglRow(), togglRow())
  expect(await result(twice)).toMatchObject({ created: 1, duplicates: 1 })
  expect(await result(togglFile(togglRow()))).toMatchObject({ created: 0, duplicates: 1 })
  expect(await result(togglFile(togglRow(), togglRow(), togglRow()))).toMatchObject({ created: 1, duplicates: 2 })
})

test('M37 a file whose entries came with an archive adds nothing, although their ids are others', async () => {
  const { app, signUp, download, restore } = await testArchives()
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  const payload = togglFile(togglRow(), togglRow(), togglRow({ 'Start time': '08:00:00', Project: '', Client: '' }))
  const importAs = async ({ token }: { token: string }) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
    return (await app.inject({ method: 'POST', url: '/api/imports?zone=Europe/Madrid', payload, headers })).json()
  }
  expect(await importAs(ann)).toMatchObject({ data: { created: 3 } })
  await restore(bob, await download(ann), { conflicts: 'archive' })
  expect(await importAs(bob)).toMatchObject({ data: { created: 0, duplicates: 3, projects: 0 } })
})
