import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { totalOf } from '#core/time/segments.ts'
import { focusSessionsAt } from '#core/timer/focus-sessions.ts'
import { EMPTY_HISTORY, type TimerHistory } from '#core/timer/history.ts'
import { holdForAbsentUser } from '#core/timer/holds.ts'
import { mergeCommand } from '#core/timer/merge-command.ts'
import { runExtentsAt } from '#core/timer/run-extents.ts'
import { anyStep, toCommand } from '#core/timer/testing/any-commands.ts'
import type { TimerEvent } from '#core/timer/transition.ts'
import type { Db } from '#server/db/connect.ts'
import { newId } from '#server/db/values.ts'
import { testApp } from '#server/testing/test-app.ts'

const STREAMS = fc.sample(fc.array(anyStep, { minLength: 60, maxLength: 60 }), { seed: 2_026, numRuns: 12 })

test('I9 the server stores the same after random commands as if it had replayed all runs each time', async () => {
  const { app, db, clock, signUp } = await testApp()
  for (const [stream, steps] of STREAMS.entries()) {
    const ann = await signUp(`Ann${stream}`)
    const project = (await ann.post('/projects', { name: 'Atlas' })).json().data.id as string
    let [history, seenAt] = [EMPTY_HISTORY, clock.now]
    await app.timer.advance(ann.user.id)
    for (const [index, step] of steps.entries()) {
      if (step.type === 'wait' || step.type === 'absence') clock.now += step.age * MINUTE_MS
      history = holdForAbsentUser(history, clock.now, seenAt)
      const command =
        step.type === 'wait' || step.type === 'absence' ? undefined : toCommand(step, index, history, clock.now)
      if (command === undefined) await app.timer.advance(ann.user.id)
      else {
        const given = {
          ...command,
          id: newId(clock.now),
          device: newId(clock.now),
          event: withProject(command.event, project),
        }
        const { history: merged, ack } = mergeCommand(history, given, clock.now)
        expect((await app.timer.applyCommands(ann.user.id, [given])).acks).toEqual([ack])
        history = merged
        if (ack?.isAccepted) seenAt = Math.max(seenAt, Math.min(given.event.at, clock.now))
      }
      expect(await readRuns(db, ann.user.id)).toEqual(runsOf(history, clock.now))
      expect(await readDurations(db, ann.user.id, history, clock.now)).toEqual(durationsOf(history, clock.now))
    }
  }
})

const withProject = (event: TimerEvent, projectId: string): TimerEvent =>
  event.type === 'start' ? { ...event, subject: { ...event.subject, projectId } } : event

const runsOf = (history: TimerHistory, now: number) =>
  runExtentsAt(history, now).map(({ run, endedAt }) => ({ run, endedAt }))

async function readRuns(db: Db, userId: string) {
  const rows = await db
    .selectFrom('timer_runs')
    .select(['run', 'ended_at as endedAt'])
    .where('user_id', '=', userId)
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  return rows.map(({ run, endedAt }) => ({ run: JSON.parse(run) as unknown, endedAt }))
}

const durationsOf = (history: TimerHistory, now: number) =>
  focusSessionsAt(history, now)
    .filter(({ status, segments }) => status === 'saved' && segments.length > 0)
    .map(({ entryId, segments }) => [entryId, totalOf(segments)])

/** The stored durations of the same entries. */
async function readDurations(db: Db, userId: string, history: TimerHistory, now: number) {
  const rows = await db.selectFrom('time_entries').select(['id', 'duration_ms']).where('user_id', '=', userId).execute()
  const durationOf = new Map(rows.map(({ id, duration_ms }) => [id, duration_ms]))
  return durationsOf(history, now).map(([entryId]) => [entryId, durationOf.get(entryId as string)])
}
