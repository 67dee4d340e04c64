import { type Run, startEventOf, type TimerHistory } from './history.ts'
import { IDLE, type TimerState } from './state.ts'
import { advance, type EndedPhase, type RefusalCode, startRun, transition } from './transition.ts'

interface LogReplay {
  state: TimerState
  ended: readonly EndedPhase[]
  refusal?: RefusalCode
}

/** A log may have thousands of commands, and each change of the timer needs its replay several times. */
const logReplays = new WeakMap<Run['log'], LogReplay>()

/** The state after the last command of a log. Stops before the first command that the state refuses. */
export function replayLog(log: Run['log']): LogReplay {
  const replay = logReplays.get(log) ?? replayCommands(log)
  logReplays.set(log, replay)
  return replay
}

function replayCommands([started, ...rest]: Run['log']): LogReplay {
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

type Replay = ReturnType<typeof replayRun>

/** A change of the timer replays the same runs several times, most of them up to the same moment. */
const lastReplays = new WeakMap<Run, { now: number; isStopped: boolean; replay: Replay }>()

/** Like `replayRun`, but the start of the next run stops this one, unless one of its own commands is even later. */
export function replayRunUntilNext(run: Run, now: number, next: Run | undefined): Replay {
  const isStopped = next !== undefined
  const until = isStopped ? startEventOf(next).at : now
  const last = lastReplays.get(run)
  if (last?.now === until && last.isStopped === isStopped) return last.replay
  const replay = isStopped ? replayRunAndStop(run, until) : replayRun(run, until)
  lastReplays.set(run, { now: until, isStopped, replay })
  return replay
}

function replayRunAndStop(run: Run, at: number) {
  // A command that is later may have moved the end of the phase to its own time.
  const before = replayRun(run, Math.max(at, replayLog(run.log).state.lastAt))
  const stop = transition(before.state, { type: 'stop', save: true, at, runId: run.id, phase: before.state.phase })
  return stop.ok ? { state: stop.state, ended: [...before.ended, ...stop.ended] } : before
}

/** The timer that every device shows: the latest run. */
export function timerStateAt({ runs }: TimerHistory, now: number): TimerState {
  const latest = runs.at(-1)
  return latest ? replayRun(latest, now).state : IDLE
}
