import { expect, test } from 'vitest'
import { HOUR_MS } from '#core/time/units.ts'
import type { StartEvent } from '#core/timer/transition.ts'
import { newId } from '#server/db/values.ts'
import { testApp } from '#server/testing/test-app.ts'
import { createTimerDevice } from '#server/testing/timer-device.ts'

// prettier-ignore
test.each<[string, Partial<StartEvent>, boolean]>([
  ['before the earliest date is refused',             { at: 0 },                                                            false],
  ['on an entry before the earliest date is refused', { isInfinite: true, continues: { entryId: newId(0), startedAt: 5 } }, false],
  ['on the earliest date is accepted',                { at: Date.UTC(2000), isInfinite: true },                             true],
])('T34 a start %s', async (_what, given, isAccepted) => {
  const { clock, db, signUp } = await testApp()
  const ann = await signUp('Ann')
  const { id: project } = (await ann.post('/projects', { name: 'Atlas' })).json().data
  const phone = createTimerDevice(ann, clock)
  const { now, at = now } = { ...clock, ...given }
  const start = phone.start(project, given)
  clock.now += HOUR_MS
  const stop = phone.act({ type: 'stop', save: true, at: at + HOUR_MS })
  // A refused command is acknowledged too; otherwise the commands after it would wait for ever.
  expect((await phone.send()).acks).toMatchObject([
    { id: start.id, isAccepted, ...(!isAccepted && { code: 'too-late' }) },
    { id: stop.id, isAccepted },
  ])
  const entries = await db.selectFrom('time_entries').select(['started_at', 'ended_at']).execute()
  const first = Math.min(at, clock.now)
  expect(entries).toEqual(isAccepted ? [{ started_at: first, ended_at: Math.min(at + HOUR_MS, clock.now) }] : [])
})
