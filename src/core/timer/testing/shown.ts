import { EMPTY_LEDGER, type Ledger, type Run, type Session, sessionKey, sessionsAt, viewAt } from '#core/timer/merge.ts'
import type { TimerState } from '#core/timer/state.ts'
import { type Stretch, subtract } from '#core/timer/stretches.ts'
import { advance, type RunEvent } from '#core/timer/transition.ts'

/** A moment that a replica showed as work of a session. */
export type Shown = [key: string, stretch: Stretch]

/** What a run counted before anything was taken from it: the next one ends it, but claims nothing. */
export function sessionsAlone({ runs }: Ledger, index: number, now: number): Session[] {
  const next = runs.slice(index + 1, index + 2).map(stoppedAtOnce)
  return sessionsAt({ ...EMPTY_LEDGER, runs: [...runs.slice(index, index + 1), ...next] }, now)
}

/** Whether a run, as all of its commands have made it, was in a break or waited for somebody. */
export function isRestAt(run: Run | undefined, moment: number) {
  if (run === undefined) return false
  const [started, ...rest] = run.log
  const log: Run['log'] = [started, ...rest.filter(({ event }) => event.at <= moment)]
  const isWaiting = log.at(-1)!.id === null || (run.heldAt !== null && run.heldAt <= moment)
  return isWaiting || viewAt({ ...EMPTY_LEDGER, runs: [{ ...run, log }] }, moment).mode === 'break'
}

function stoppedAtOnce({ id, log: [started] }: Run): Run {
  const { at } = started.event
  const stop: RunEvent = { type: 'stop', save: false, at, runId: id, phase: 0 }
  return { id, log: [started, { id: null, event: stop }], kept: [], heldAt: null }
}

export function workShown(view: TimerState, from: number, to: number): Shown[] {
  const { state, ended } = advance(view, to)
  const shown: Shown[] = ended.flatMap((phase) => phase.stretches.map((stretch): Shown => [sessionKey(phase), stretch]))
  if (state.mode === 'work' && state.runId !== null) {
    const key = sessionKey({ runId: state.runId, phase: state.phase })
    shown.push(...state.stretches.map((stretch): Shown => [key, stretch]))
    if (state.runningSince !== null) shown.push([key, [state.runningSince, to]])
  }
  return shown
    .map(([key, [start, end]]): Shown => [key, [Math.max(start, from), Math.min(end, to)]])
    .filter(([, [start, end]]) => end > start)
}

export const intersect = (a: Stretch[], b: Stretch[]) => subtract(a, subtract(a, b))

/** All that people can see of a timer. */
export const outline = ({ lastAt: _, ...seen }: TimerState) => JSON.stringify(seen)
