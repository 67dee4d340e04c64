import { MINUTE_MS } from '#core/time/units.ts'
import type { Run } from './history.ts'
import { replayLog, replayRun } from './replay.ts'
import { deadlineOf } from './state.ts'
import { advance, type RunEvent, startRun, transition } from './transition.ts'

type ExtendEvent = Extract<RunEvent, { type: 'extend' }>

/** A user who goes on within this time of a phase's end has not stopped: the time since the end is work. */
const OVERTIME_GRACE_MS = 2 * MINUTE_MS

/**
 * The log of a run whose last work phase has ended by itself, and goes on as if it had not. Undefined if that phase is
 * not over, or if more than its break has followed.
 */
export function withOvertime(log: Run['log'], id: string, event: ExtendEvent): Run['log'] | undefined {
  const { runId, phase, byMs } = event
  const at = Math.max(event.at, replayLog(log).state.lastAt)
  const end = findOwnEnd(log, event)
  if (end === undefined || !isFollowedOnlyByBreak(log, at, { phase, dueAt: end.dueAt })) return undefined
  const [started, ...rest] = log
  const inPhase = { runId, phase }
  const within = rest.slice(0, end.length - 1)
  const since = rest.slice(end.length - 1).map((entry) => ({ ...entry, event: toWorkEvent(entry.event, phase) }))
  // A millisecond before its end, because then it is over.
  const extension = { id: null, event: { type: 'extend', at: end.dueAt - 1, ...inPhase, byMs } } as const
  if (at - end.dueAt <= OVERTIME_GRACE_MS)
    return [started, ...within, extension, ...since, { id, event: { type: 'subject', at, ...inPhase, change: {} } }]
  const pause = { id: null, event: { type: 'pause', at: end.dueAt, ...inPhase } } as const
  return [started, ...within, extension, pause, ...since, { id, event: { type: 'resume', at, ...inPhase } }]
}

/** The work phase that `extend` would let go on: the present one, or the one that has ended a moment ago. */
export function phaseToExtend(run: Run, now: number): number | undefined {
  const { state, ended } = replayRun(run, now)
  if (state.status !== 'idle' && state.mode === 'work') return state.isInfinite ? undefined : state.phase
  const last = ended.at(-1)
  if (last === undefined) return undefined
  const event = { type: 'extend', byMs: null, at: now, runId: run.id, phase: last.phase } as const
  return withOvertime(run.log, '', event) && last.phase
}

/** How many entries of the log belong to a work phase or come before it, and when the phase ends after the last. */
function findOwnEnd([started, ...rest]: Run['log'], { runId, phase }: ExtendEvent) {
  let state = startRun(started.event)
  let last = { state, length: 1 }
  rest.forEach(({ event }, index) => {
    const result = transition(state, event)
    if (result.ok) state = result.state
    if (state.phase <= phase && state.runId === runId) last = { state, length: index + 2 }
  })
  const step = advanceToPhase(last.state, phase)
  const dueAt = step && deadlineOf(step)
  return typeof dueAt === 'number' && step?.mode === 'work' ? { length: last.length, dueAt } : undefined
}

/** The phases before it may have ended by themselves. */
function advanceToPhase(state: Parameters<typeof advance>[0], phase: number) {
  for (let due = deadlineOf(state); due !== null && state.phase < phase; due = deadlineOf(state))
    state = advance(state, due).state
  return state.phase === phase ? state : undefined
}

/** Whether the break that follows has not ended, or the phase was the last one and the user has not dismissed that. */
function isFollowedOnlyByBreak(log: Run['log'], at: number, { phase, dueAt }: { phase: number; dueAt: number }) {
  const { state } = advance(replayLog(log).state, at)
  const isBreak = state.mode === 'break' && state.phase === phase + 1
  const isEnd = state.isComplete && state.lastAt === dueAt
  const isEndedByUser = log.some(({ event }) => event.type === 'skip' && event.phase === phase)
  return dueAt <= at && (isBreak || isEnd) && !isEndedByUser
}

/** A change of work or lengths in the break was one of the work. Pauses of the break have no effect. */
function toWorkEvent(event: RunEvent, phase: number): RunEvent {
  if (event.type === 'dismiss') return event
  if (event.type === 'subject' || event.type === 'config') return { ...event, phase }
  return { type: 'subject', at: event.at, runId: event.runId, phase, change: {} }
}
