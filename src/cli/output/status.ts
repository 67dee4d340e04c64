import { type Catalogue, describeSubject, nameOf } from '#client/catalogue.ts'
import type { TimerView } from '#cli/account.ts'
import type { Translate } from '#cli/texts/text.ts'
import type { StatusField } from '#core/command-line/status-line.ts'
import { toTerminalText } from '#core/command-line/terminal-text.ts'
import { writeDuration } from '#core/time-entries/duration-text.ts'
import { elapsedAt, isWaiting, type TimerState } from '#core/timer/state.ts'
import { writeSubject } from './subject.ts'

/** Minutes and seconds, with hours if there are any: 12:05, 1:02:05. */
export const writeClock = (milliseconds: number) => writeDuration(milliseconds).replace(/^0:/, '')

const remainingAt = ({ state, at }: TimerView) =>
  state.phaseMs === null ? null : Math.max(0, state.phaseMs - elapsedAt(state, at))

/** “Work 2 of 4”, “Break” or “Stopwatch” */
export function writePhase(state: TimerState, text: Translate): string {
  if (state.status === 'idle') return text(state.isComplete ? 'status.complete' : 'status.idle')
  if (state.mode === 'break') return text('status.break')
  if (state.isInfinite) return text('status.stopwatch')
  return text('status.work', { session: state.repetition, sessions: state.config.repetitions })
}

/** The lines that `ritmo status` prints. */
export function writeStatus(view: TimerView, catalogue: Catalogue, text: Translate): string[] {
  const { state, at } = view
  if (state.status === 'idle') return [writePhase(state, text)]
  const remaining = remainingAt(view)
  const details = [
    writePhase(state, text),
    ...(isWaiting(state) ? [text('status.waiting')] : state.status === 'paused' ? [text('status.paused')] : []),
    ...(remaining === null ? [] : [text('status.left', { time: writeClock(remaining) })]),
  ]
  const time = writeClock(elapsedAt(state, at))
  return [`${iconOf(state)} ${time}  ${writeSubject(catalogue, state.subject)}`, `  ${details.join(' · ')}`]
}

function iconOf({ status, mode }: TimerState) {
  if (status === 'idle') return '■'
  if (status === 'paused') return '‖'
  return mode === 'break' ? '○' : '▶'
}

interface LineInput {
  view: TimerView
  catalogue: Catalogue
  /** The time worked today, as text. */
  today: string
}

/** The values of the fields of a status line. */
export function statusFields({ view, catalogue, today }: LineInput): Record<StatusField, string> {
  const { state, at } = view
  const isIdle = state.status === 'idle'
  const subject = isIdle ? null : state.subject
  const remaining = remainingAt(view)
  const unlessIdle = (text: string) => (isIdle ? '' : toTerminalText(text))
  const tags = subject?.tags.map((id) => `#${nameOf(catalogue.tags, id)}`).join(' ')
  return {
    icon: iconOf(state),
    status: state.status,
    mode: unlessIdle(state.mode),
    elapsed: unlessIdle(writeClock(elapsedAt(state, at))),
    remaining: unlessIdle(remaining === null ? '' : writeClock(remaining)),
    project: unlessIdle(nameOf(catalogue.projects, subject?.projectId)),
    task: unlessIdle(nameOf(catalogue.tasks, subject?.taskId)),
    tags: unlessIdle(tags ?? ''),
    note: unlessIdle(subject?.notes ?? ''),
    session: unlessIdle(String(state.repetition)),
    sessions: unlessIdle(state.isInfinite ? '' : String(state.config.repetitions)),
    today,
  }
}

/** What `--json` prints about the timer. */
export function toStatusJson(view: TimerView, catalogue: Catalogue) {
  const { state, at, isStale } = view
  if (state.status === 'idle') return { status: 'idle', isComplete: state.isComplete, isStale }
  const remaining = remainingAt(view)
  return {
    status: state.status,
    mode: state.mode,
    isStopwatch: state.isInfinite,
    session: state.repetition,
    sessions: state.config.repetitions,
    elapsedSeconds: Math.floor(elapsedAt(state, at) / 1_000),
    remainingSeconds: remaining === null ? null : Math.ceil(remaining / 1_000),
    ...describeSubject(catalogue, state.subject),
    isStale,
  }
}
