import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { setUpTimer } from '#server/testing/timer-setup.ts'

/** Ann has worked for ten minutes on her phone. */
async function annWithEntry() {
  const parts = await setUpTimer()
  const { project, device, at, db, beginning } = parts
  const phone = device()
  const workOn = async (device: typeof phone, from: number, to: number) => {
    at(from)
    device.start(project)
    at(to)
    device.act({ type: 'stop', save: true })
    await device.send()
  }
  await workOn(phone, 0, 10)
  const { id } = await db.selectFrom('time_entries').select('id').executeTakeFirstOrThrow()
  const continueEntry = (startedAt = beginning) =>
    phone.start(project, { isInfinite: true, continues: { entryId: id, startedAt } })
  return { ...parts, phone, workOn, continueEntry, id }
}

test('T26 a continued entry grows, without the time of entries that were added by hand meanwhile', async () => {
  const { phone, continueEntry, id, project, at, entries, beginning, db, ann } = await annWithEntry()
  const time = (minute: number) => new Date(beginning + minute * MINUTE_MS).toISOString()
  await ann.post('/time-entries', { project, startTime: time(12), endTime: time(14) })
  at(20)
  continueEntry()
  at(30)
  phone.act({ type: 'stop', save: true })
  await phone.send()
  expect(await entries()).toEqual(['0-30: 28', '12-14: 2'])
  expect(await db.selectFrom('time_entries').select('id').where('id', '=', id).execute()).toHaveLength(1)
})

test('T26 a continued entry whose beginning the user has cut off grows without it', async () => {
  const { phone, continueEntry, at, entries, beginning, edit, db } = await annWithEntry()
  const startedAt = beginning + 4 * MINUTE_MS
  expect(await edit({ startTime: new Date(startedAt).toISOString() })).toBe(200)
  continueEntry(startedAt)
  at(20)
  phone.act({ type: 'stop', save: true })
  await phone.send()
  expect(await entries()).toEqual(['4-20: 16'])
  expect(await db.selectFrom('time_entry_segments').select('entry_id').execute()).toHaveLength(1)
})

test('T26 discarding the focus session leaves the continued entry unchanged', async () => {
  const { phone, continueEntry, at, entries } = await annWithEntry()
  at(20)
  await phone.send([continueEntry()])
  at(30)
  await phone.send([phone.act({ type: 'stop', save: false })])
  expect(await entries()).toEqual(['0-10: 10'])
})

test('T26 an entry that was continued offline leaves out time that other devices have tracked', async () => {
  const { phone, workOn, continueEntry, device, at, entries } = await annWithEntry()
  const laptop = device()
  await workOn(laptop, 12, 14)
  await workOn(laptop, 16, 20)
  at(22)
  continueEntry()
  await workOn(laptop, 30, 40)
  await phone.send()
  expect(await entries()).toEqual(['0-30: 24', '12-14: 2', '16-20: 4', '30-40: 10'])
})

test('T26 an entry keeps its own time, even if a device believed that it started later', async () => {
  const { phone, workOn, continueEntry, at, entries, beginning } = await annWithEntry()
  await workOn(phone, 12, 14)
  at(20)
  await phone.send([continueEntry(beginning + 15 * MINUTE_MS)])
  at(30)
  await phone.send([phone.act({ type: 'stop', save: true })])
  expect(await entries()).toEqual(['0-30: 25', '12-14: 2'])
})
