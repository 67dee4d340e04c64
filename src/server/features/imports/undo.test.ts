import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { togglFile, testImports, togglRow } from '#server/testing/test-imports.ts'

test('M13 undoing an import deletes its entries and the records created for it that are not in use', async () => {
  const { ann, result, names, entries } = await testImports()
  const { id } = await result(
    togglFile(togglRow(), togglRow({ Project: 'Kept', Task: 'Gone', Client: '', Tags: 'kept' })),
  )
  const kept = (await ann.get('/projects')).json().data.find(({ name }: { name: string }) => name === 'Kept').id
  const tag = (await ann.get('/tags')).json().data.find(({ name }: { name: string }) => name === 'kept').id
  const times = { startTime: '2026-03-02T08:00:00Z', endTime: '2026-03-02T08:30:00Z' }
  await ann.post('/time-entries', { project: kept, tags: [tag], ...times })
  expect((await ann.delete(`/imports/${id}`)).json().data).toEqual({
    timeEntries: 2,
    clients: 1,
    projects: 1,
    tasks: 2,
    tags: 2,
  })
  expect(await entries()).toHaveLength(1)
  expect([await names('/clients'), await names('/projects'), await names('/tasks'), await names('/tags')]).toEqual([
    [],
    ['Kept'],
    [],
    ['kept'],
  ])
  expect((await ann.get('/imports')).json().data).toEqual([])
  expect((await ann.delete(`/imports/${id}`)).statusCode).toBe(404)
})

test('M13 undoing an import keeps records that were changed since or that the running timer uses', async () => {
  const { ann, clock, result, names } = await testImports()
  const { id } = await result(togglFile(togglRow(), togglRow({ Project: 'Timed', Tags: 'timed', Task: '' })))
  const idOf = async (path: string, name: string) =>
    (await ann.get(path)).json().data.find((item: { name: string }) => item.name === name).id as string
  clock.now += 60_000
  await ann.put(`/projects/${await idOf('/projects', 'Web')}`, { color: '#123456' })
  const running = { project: await idOf('/projects', 'Timed'), tags: [await idOf('/tags', 'timed')] }
  expect((await ann.post('/time-entries/start', running)).statusCode).toBe(201)
  await ann.delete(`/imports/${id}`)
  expect(await names('/projects')).toEqual(['Timed', 'Web'])
  expect(await names('/tags')).toEqual(['timed'])
  expect((await ann.get('/time-entries/running')).statusCode).toBe(200)
})

test('M14 a file without a session is not read, and only files may be large', async () => {
  const { app, send, ann } = await testImports()
  const large = Buffer.from(`Start,End\n${'x,y\n'.repeat(50_000)}`)
  const strange = await app.inject({ method: 'POST', url: '/api/imports?zone=UTC', payload: large })
  expect(strange.statusCode).toBe(401)
  expect((await send('/imports/preview?zone=UTC', large)).statusCode).toBe(200)
  const tooLarge = await send('/imports/preview?zone=UTC', Buffer.alloc(32 * 1024 * 1024 + 1, 'x'))
  expect([tooLarge.statusCode, tooLarge.json().message]).toEqual([413, 'This file is larger than 32 MB'])
  expect((await ann.post('/projects', { name: 'x'.repeat(70_000) })).statusCode).toBe(413)
  expect((await send('/projects', '{}')).statusCode).toBe(415)
})

test('M14 a user imports one file at a time', async () => {
  const { requestImport } = await testImports()
  const begun = Promise.withResolvers<void>()
  const rest = Promise.withResolvers<string>()
  async function* slowly() {
    begun.resolve()
    yield await rest.promise
  }
  const slow = requestImport(Readable.from(slowly()))
  await begun.promise
  const other = togglFile(togglRow({ Description: 'Other' }))
  expect((await requestImport(other)).statusCode).toBe(429)
  rest.resolve(togglFile(togglRow()))
  expect((await slow).statusCode).toBe(201)
  expect((await requestImport(other)).statusCode).toBe(201)
})

test('M14 a user cannot list or undo the imports of another user', async () => {
  const { signUp, result, ann } = await testImports()
  const bob = await signUp('Bob')
  const { id } = await result(togglFile(togglRow()))
  expect((await bob.get('/imports')).json().data).toEqual([])
  expect((await bob.delete(`/imports/${id}`)).statusCode).toBe(404)
  expect((await ann.get('/imports')).json().data).toMatchObject([{ id, timeEntries: 1, fileName: '', format: 'toggl' }])
})
