import { type FocusSession, focusSessionKey, focusSessionsAt } from '#core/timer/focus-sessions.ts'
import { EMPTY_HISTORY, type Run, type TimerHistory } from '#core/timer/history.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import type { TimerState } from '#core/timer/state.ts'
import { type Segment, subtractSegments } from '#core/time/segments.ts'
import { advance, type RunEvent } from '#core/timer/transition.ts'

/** Time that a device or the server displayed as work of a focus session. */
export type DisplayedSegment = [key: string, segment: Segment]

/** The focus sessions of a run if later runs claimed none of its time. The next run still ends it. */
export function focusSessionsOfRunAlone({ runs }: TimerHistory, index: number, now: number): FocusSession[] {
  const next = runs.slice(index + 1, index + 2).map(stopAtStart)
  return focusSessionsAt({ ...EMPTY_HISTORY, runs: [...runs.slice(index, index + 1), ...next] }, now)
}

/** Whether a run, replayed from all of its commands, was in a break or on hold at a moment. */
export function isBreakOrHeldAt(run: Run | undefined, moment: number) {
  if (run === undefined) return false
  const [started, ...rest] = run.log
  const log: Run['log'] = [started, ...rest.filter(({ event }) => event.at <= moment)]
  const last = log.at(-1)!
  const isHeld = (last.id === null && last.event.type === 'pause') || (run.heldAt !== null && run.heldAt <= moment)
  return isHeld || timerStateAt({ ...EMPTY_HISTORY, runs: [{ ...run, log }] }, moment).mode === 'break'
}

function stopAtStart({ id, log: [started] }: Run): Run {
  const { at } = started.event
  const stop: RunEvent = { type: 'stop', save: false, at, runId: id, phase: 0 }
  return { id, log: [started, { id: null, event: stop }], kept: [], heldAt: null }
}

export function displayedWork(view: TimerState, from: number, to: number): DisplayedSegment[] {
  const { state, ended } = advance(view, to)
  const displayed: DisplayedSegment[] = ended.flatMap((phase) =>
    phase.segments.map((segment): DisplayedSegment => [focusSessionKey(phase), segment]),
  )
  if (state.mode === 'work' && state.runId !== null) {
    const key = focusSessionKey({ runId: state.runId, phase: state.phase })
    displayed.push(...state.segments.map((segment): DisplayedSegment => [key, segment]))
    if (state.runningSince !== null) displayed.push([key, [state.runningSince, to]])
  }
  return displayed
    .map(([key, [start, end]]): DisplayedSegment => [key, [Math.max(start, from), Math.min(end, to)]])
    .filter(([, [start, end]]) => end > start)
}

export const intersectSegments = (a: Segment[], b: Segment[]) => subtractSegments(a, subtractSegments(a, b))

/** The fields of a state that users can see, as JSON. */
export const toVisibleState = ({ lastAt: _, ...visible }: TimerState) => JSON.stringify(visible)
