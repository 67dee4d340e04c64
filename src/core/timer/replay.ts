import { type Run, startEventOf, type TimerHistory } from './history.ts'
import { IDLE, type TimerState } from './state.ts'
import { advance, type EndedPhase, startRun, transition } from './transition.ts'

/** The state after the last command of a log. Stops before the first command that the state refuses. */
export function replayLog([started, ...rest]: Run['log']) {
  let state = startRun(started.event)
  const ended: EndedPhase[] = []
  for (const { event } of rest) {
    const result = transition(state, event)
    if (!result.ok) return { state, ended, refusal: result.code }
    state = result.state
    ended.push(...result.ended)
  }
  return { state, ended }
}

/** The log up to `now`, with the pause of the run's hold, if the hold has begun by then, as its last event. */
export function logWithHold({ log, heldAt, id }: Run, now: number): Run['log'] {
  if (heldAt === null || now < heldAt) return log
  const { phase } = advance(replayLog(log).state, heldAt).state
  return [...log, { id: null, event: { type: 'pause', at: heldAt, runId: id, phase } }]
}

/** A run at `now`: its log is replayed, then phases end by themselves when they are due. */
export function replayRun(run: Run, now: number) {
  const { state, ended } = replayLog(logWithHold(run, now))
  const progress = advance(state, now)
  return { state: progress.state, ended: [...ended, ...progress.ended] }
}

/** Like `replayRun`, but the start of the next run stops this one, unless one of its own commands is even later. */
export function replayRunUntilNext(run: Run, now: number, next: Run | undefined) {
  if (next === undefined) return replayRun(run, now)
  const { at } = startEventOf(next)
  const before = replayRun(run, at)
  const stop = transition(before.state, { type: 'stop', save: true, at, runId: run.id, phase: before.state.phase })
  return stop.ok ? { state: stop.state, ended: [...before.ended, ...stop.ended] } : before
}

/** The timer that every device shows: the latest run. */
export function timerStateAt({ runs }: TimerHistory, now: number): TimerState {
  const latest = runs.at(-1)
  return latest ? replayRun(latest, now).state : IDLE
}
