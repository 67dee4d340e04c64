import { expect, test } from 'vitest'
import { annWithTimer, MINUTE } from '#server/testing/ann-with-timer.ts'

test('T26 a continued entry grows, and time filled in by hand meanwhile stays its own', async () => {
  const { project, device, at, entries, beginning, db, ann } = await annWithTimer()
  const phone = device()
  phone.start(project, { isInfinite: true })
  at(10)
  phone.press({ type: 'stop', save: true })
  await phone.send()
  const { id } = await db.selectFrom('time_entries').select('id').executeTakeFirstOrThrow()
  const time = (minute: number) => new Date(beginning + minute * MINUTE).toISOString()
  await ann.post('/time-entries', { project, startTime: time(12), endTime: time(14) })
  at(20)
  phone.start(project, { continues: { entryId: id, startedAt: beginning } })
  at(30)
  phone.press({ type: 'stop', save: true })
  await phone.send()
  expect(await entries()).toEqual(['0-30: 28', '12-14: 2'])
  expect(await db.selectFrom('time_entries').select('id').where('id', '=', id).execute()).toHaveLength(1)
})

test('T26 a continued entry whose beginning was cut off by hand goes on without it', async () => {
  const { project, device, at, entries, beginning, edit, db } = await annWithTimer()
  const phone = device()
  phone.start(project, { isInfinite: true })
  at(10)
  phone.press({ type: 'stop', save: true })
  await phone.send()
  const startedAt = beginning + 4 * MINUTE
  expect(await edit({ startTime: new Date(startedAt).toISOString() })).toBe(200)
  const { id } = await db.selectFrom('time_entries').select('id').executeTakeFirstOrThrow()
  phone.start(project, { continues: { entryId: id, startedAt } })
  at(20)
  phone.press({ type: 'stop', save: true })
  await phone.send()
  expect(await entries()).toEqual(['4-20: 16'])
  expect(await db.selectFrom('time_entry_segments').select('entry_id').execute()).toHaveLength(1)
})

test('T26 a continued entry whose session is thrown away is as it was', async () => {
  const { project, device, at, entries, beginning, db } = await annWithTimer()
  const phone = device()
  phone.start(project, { isInfinite: true })
  at(10)
  phone.press({ type: 'stop', save: true })
  await phone.send()
  const { id } = await db.selectFrom('time_entries').select('id').executeTakeFirstOrThrow()
  at(20)
  phone.start(project, { continues: { entryId: id, startedAt: beginning } })
  await phone.send()
  at(30)
  await phone.send([phone.press({ type: 'stop', save: false })])
  expect(await entries()).toEqual(['0-10: 10'])
})

test('T26 an entry continued out of reach counts nothing that others have counted meanwhile', async () => {
  const { project, device, at, entries, beginning, db } = await annWithTimer()
  const [phone, laptop] = [device(), device()]
  const work = async (from: number, to: number) => {
    at(from)
    laptop.start(project)
    at(to)
    laptop.press({ type: 'stop', save: true })
    await laptop.send()
  }
  await work(0, 10)
  await phone.look()
  const { id } = await db.selectFrom('time_entries').select('id').executeTakeFirstOrThrow()
  await work(12, 14)
  await work(16, 20)
  at(22)
  phone.start(project, { isInfinite: true, continues: { entryId: id, startedAt: beginning } })
  await work(30, 40)
  await phone.send()
  expect(await entries()).toEqual(['0-30: 24', '12-14: 2', '16-20: 4', '30-40: 10'])
})

test('T26 an entry keeps what was worked on it, however short a device took it for', async () => {
  const { project, device, at, entries, beginning, db } = await annWithTimer()
  const phone = device()
  for (const [from, to] of [
    [0, 10],
    [12, 14],
  ] as const) {
    at(from)
    phone.start(project)
    at(to)
    phone.press({ type: 'stop', save: true })
    await phone.send()
  }
  const { id } = await db.selectFrom('time_entries').select('id').orderBy('started_at').executeTakeFirstOrThrow()
  at(20)
  phone.start(project, { isInfinite: true, continues: { entryId: id, startedAt: beginning + 15 * MINUTE } })
  await phone.send()
  at(30)
  await phone.send([phone.press({ type: 'stop', save: true })])
  expect(await entries()).toEqual(['0-30: 25', '12-14: 2'])
})
