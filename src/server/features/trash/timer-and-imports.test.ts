import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { togglFile, testImports, togglRow } from '#server/testing/test-imports.ts'
import { setUpTimer } from '#server/testing/timer-setup.ts'

test('H26 the timer does not save a deleted focus session again, and takes care of it after it came back', async () => {
  const { ann, db, project, device, at, entries, advanceDue, edit } = await setUpTimer()
  const overrides = async () =>
    (await db.selectFrom('focus_session_overrides').select('kind').execute()).map(({ kind }) => kind)
  const phone = device()
  phone.start(project)
  await phone.send()
  at(26)
  await advanceDue()
  expect(await entries()).toEqual(['0-25: 25'])
  const [{ id: entry }] = (await ann.get('/time-entries')).json().data
  const id = randomUUID()
  await ann.delete(`/time-entries/${entry}?trash=${id}`)
  at(27)
  await phone.send([phone.act({ type: 'pause', phase: 1 })])
  expect(await entries()).toEqual([])
  expect((await ann.post(`/trash/${id}/restore`, {})).statusCode).toBe(200)
  expect(await entries()).toEqual(['0-25: 25'])
  expect(await overrides()).toEqual([])
  await edit({ notes: 'mine' })
  const again = randomUUID()
  await ann.delete(`/time-entries/${entry}?trash=${again}`)
  expect(await overrides()).toEqual(['deleted'])
  await ann.post(`/trash/${again}/restore`, {})
  expect(await overrides()).toEqual(['edited'])
})

const LISTS = ['/projects', '/clients', '/tasks', '/tags', '/time-entries']

test('H21 an import that was undone comes back with its records, and can be undone again', async () => {
  const { ann, result, names, entries } = await testImports()
  const file = togglFile(togglRow(), togglRow({ Project: 'Other', Task: '', Client: '', Tags: 'kept' }))
  const { id } = await result(file)
  const readAll = async () => Promise.all(LISTS.map(async (path) => (await ann.get(path)).json().data))
  const before = await readAll()
  const list = (await ann.get('/imports')).json().data
  const trashId = randomUUID()
  expect((await ann.delete(`/imports/${id}?trash=${trashId}`)).statusCode).toBe(200)
  expect((await ann.get('/trash')).json().data.items).toMatchObject([{ kind: 'import', timeEntries: 2 }])
  expect((await ann.post(`/trash/${trashId}/restore`, {})).statusCode).toBe(200)
  expect(await readAll()).toEqual(before)
  expect((await ann.get('/imports')).json().data).toEqual(list)
  expect((await result(file)).created).toBe(0)
  expect((await ann.delete(`/imports/${id}`)).statusCode).toBe(200)
  expect([await entries(), await names('/projects')]).toEqual([[], []])
})
