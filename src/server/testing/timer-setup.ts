import { MINUTE_MS } from '#core/time/units.ts'
import { testApp } from './test-app.ts'
import { createTimerDevice } from './timer-device.ts'

/** A test app with a user Ann, a project and devices. Times are in minutes from the start. */
export async function setUpTimer() {
  const parts = await testApp()
  const { app, clock, db, signUp } = parts
  const ann = await signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const project = await make('/projects', { name: 'p' })
  const beginning = clock.now
  const minutes = (at: number) => (at - beginning) / MINUTE_MS
  const at = (minute: number) => {
    clock.now = beginning + minute * MINUTE_MS
  }
  const entries = async () => {
    const rows = await db.selectFrom('time_entries').selectAll().orderBy('started_at').execute()
    return rows.map((row) => `${minutes(row.started_at)}-${minutes(row.ended_at)}: ${row.duration_ms / MINUTE_MS}`)
  }
  const device = () => createTimerDevice(ann, clock)
  const advanceDue = () => app.timer.advanceDue()
  const edit = async (change: object) => {
    const { id } = await db.selectFrom('time_entries').select('id').executeTakeFirstOrThrow()
    return (await ann.put(`/time-entries/${id}`, change)).statusCode
  }
  return { ...parts, ann, make, project, at, entries, device, advanceDue, edit, beginning }
}
