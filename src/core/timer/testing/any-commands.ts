import fc from 'fast-check'
import { MINUTE_MS } from '#core/time/units.ts'
import type { Command } from '#core/timer/command.ts'
import { countedSegments, focusSessionsAt } from '#core/timer/focus-sessions.ts'
import { lastCommandIdOf, type Run, type TimerHistory } from '#core/timer/history.ts'
import { phaseToExtend } from '#core/timer/overtime.ts'
import { replayRun } from '#core/timer/replay.ts'
import type { TimerEvent } from '#core/timer/transition.ts'
import { startAt } from './deliver-commands.ts'

/** A next event of a timer. It need not make sense in the timer’s state. */
export const anyStep = fc.record({
  type: fc.constantFrom<(TimerEvent['type'] | 'wait' | 'absence')[]>(
    'start', 'start', 'start', 'pause', 'resume', 'stop', 'skip', 'config', 'subject', 'begin', 'extend', 'extend', 'undo', 'undo', 'wait', 'absence',
  ), // prettier-ignore
  /** How long ago, in minutes: seldom now, so that most commands are late. */
  age: fc.oneof(fc.constant(0), fc.nat(10), fc.nat(200)),
  /** The run or the entry that it is about, counted from the latest. */
  item: fc.nat(6),
  isInformed: fc.boolean(),
  isInfinite: fc.boolean(),
  /** How much later the entry begins for the device than for the server, in minutes; null: it continues no entry. */
  continues: fc.option(fc.constantFrom(0, 0, 3, 30), { freq: 3 }),
  save: fc.boolean(),
})
export type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never

function toStart({ age, item, continues: delay, isInfinite }: Step, index: number, history: TimerHistory, now: number) {
  const entries = focusSessionsAt(history, now).filter((focusSession) => countedSegments(focusSession).length > 0)
  const entry = entries[item]
  const startedAt = (entry?.segments[0]?.[0] ?? 0) + (delay ?? 0) * MINUTE_MS
  const continues = entry && delay !== null ? { entryId: entry.entryId, startedAt } : undefined
  const runId = `018f0000-0000-7000-8000-${String((index * 7_919) % 100_000).padStart(8, '0')}0000`
  return { ...startAt(0, runId, { isInfinite, continues }), at: now - age * MINUTE_MS }
}

const toExtend = ({ save }: Step, run: Run, at: number): TimerEvent => ({
  type: 'extend',
  at,
  runId: run.id,
  phase: phaseToExtend(run, at) ?? 0,
  byMs: save ? 5 * MINUTE_MS : null,
})

function toEvent(step: Step, index: number, history: TimerHistory, now: number): TimerEvent | undefined {
  const moment = now - step.age * MINUTE_MS
  if (step.type === 'start') return toStart(step, index, history, now)
  const run = history.runs.at(-1 - step.item)
  if (run === undefined) return undefined
  if (step.type === 'undo') {
    const drops = history.runs[history.runs.indexOf(run) + 1]?.id ?? null
    return { type: 'undo', at: moment, runId: run.id, phase: 0, drops }
  }
  const { phase } = replayRun(run, moment).state
  if (step.type === 'extend') return toExtend(step, run, moment)
  const change = step.type === 'config' ? { breakMs: 0 } : { notes: String(index) }
  const startedAt = moment - (step.continues ?? 50) * MINUTE_MS
  return { type: step.type, at: moment, runId: run.id, phase, save: step.save, change, startedAt } as TimerEvent
}

/** The command of a step; undefined if there is no run for it. */
export function toCommand(step: Step, index: number, history: TimerHistory, now: number): Command | undefined {
  const event = toEvent(step, index, history, now)
  if (event === undefined) return undefined
  const isAboutLatest = event.type === 'start' || event.type === 'undo'
  const run = isAboutLatest ? history.runs.at(-1) : history.runs.find(({ id }) => id === event.runId)
  const base = step.isInformed && run ? lastCommandIdOf(run) : null
  return { id: `c${index}`, device: `d${index}`, sequence: 1, base, sawWait: step.save, event }
}
