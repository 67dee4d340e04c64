import type { Run } from '#core/timer/history.ts'
import { replayLog } from '#core/timer/replay.ts'
import { deadlineOf, elapsedAt, isWaiting, type TimerState } from '#core/timer/state.ts'
import { advance } from '#core/timer/transition.ts'
import { TASKS } from './item-server.ts'
import type { Simulation } from './simulation.ts'

/** What schedules have to reach, so that an invariant that holds says something about it. */
export const CONTENTS = [
  'long break',
  'break that waits',
  'work that waits',
  'work extended before its end',
  'work extended after its end',
  'overtime with an end',
  'overtime without an end',
  'completed task',
] as const
export type Content = (typeof CONTENTS)[number]

/** What a schedule has reached at its end. */
export function contentsOf({ server, audit, now }: Pick<Simulation, 'server' | 'audit' | 'now'>): Set<Content> {
  const contents = server.history.runs.flatMap((run) => [
    ...contentsOfLog(run),
    ...statesOf(run, now).flatMap(contentsOfState),
  ])
  const hasCompleted = audit.operations.some(
    ({ mutation, isReceived }) => isReceived && mutation?.list === TASKS && mutation.isNew !== true,
  )
  return new Set(hasCompleted ? [...contents, 'completed task'] : contents)
}

/** The state before and after each command, and after each end of a phase. */
function statesOf({ log: [started, ...rest] }: Run, now: number) {
  const states: StateUntil[] = []
  for (let length = 0; length <= rest.length; length++) {
    let { state } = replayLog([started, ...rest.slice(0, length)])
    const until = rest[length]?.event.at ?? now
    for (let due = deadlineOf(state); due !== null && due <= until; due = deadlineOf(state)) {
      states.push({ state, until: due })
      state = advance(state, due).state
    }
    states.push({ state, until })
  }
  return states
}

/** `until`: the moment of the next state. */
interface StateUntil {
  state: TimerState
  until: number
}

const contentsOfState = (reached: StateUntil): Content[] =>
  reached.state.status === 'idle' ? [] : [...breaksOf(reached), ...waitsOf(reached), ...overtimeOf(reached)]

function breaksOf({ state: { mode, config, repetition } }: StateUntil): Content[] {
  const { longBreak } = config
  return mode === 'break' && longBreak && repetition % longBreak.every === 0 ? ['long break'] : []
}

function waitsOf({ state }: StateUntil): Content[] {
  const { autoStart } = state.config
  if (autoStart === undefined || !isWaiting(state)) return []
  if (state.mode === 'break') return autoStart.breaks ? [] : ['break that waits']
  return autoStart.work ? [] : ['work that waits']
}

function overtimeOf({ state, until }: StateUntil): Content[] {
  const { phaseMs, plannedMs } = state
  if (plannedMs === null || elapsedAt(state, until) <= plannedMs) return []
  return [phaseMs === null ? 'overtime without an end' : 'overtime with an end']
}

const contentsOfLog = ({ log }: Run): Content[] =>
  log.flatMap(({ id, event }) =>
    event.type === 'extend' ? [id === null ? 'work extended after its end' : 'work extended before its end'] : [],
  )
