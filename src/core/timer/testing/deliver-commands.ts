import type { Command } from '#core/timer/command.ts'
import { focusSessionsAt } from '#core/timer/focus-sessions.ts'
import { EMPTY_HISTORY, type TimerHistory } from '#core/timer/history.ts'
import { mergeCommand } from '#core/timer/merge-command.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import type { RunEvent, StartEvent } from '#core/timer/transition.ts'
import { MINUTE_MS } from '#core/time/units.ts'

const TEN = Date.UTC(2026, 2, 2, 10)
export const at = (minute: number) => TEN + minute * MINUTE_MS
const minutesOf = (time: number) => (time - TEN) / MINUTE_MS
export const R = '018f0000-0000-7000-8000-00000000a000'
export const R2 = '018f0000-0000-7000-8000-00000000b000'
export const R3 = '018f0000-0000-7000-8000-00000000c000'
export const R4 = '018f0000-0000-7000-8000-00000000d000'
const CONFIG = { workMs: 25 * MINUTE_MS, breakMs: 5 * MINUTE_MS, repetitions: 2 }

export const startAt = (minute: number, runId = R, extra: Partial<StartEvent> = {}): StartEvent => ({
  type: 'start',
  at: at(minute),
  runId,
  subject: { projectId: 'p', taskId: null, notes: '', tags: [] },
  config: CONFIG,
  isInfinite: false,
  ...extra,
})
export const eventAt = (minute: number, type: RunEvent['type'], extra: object = {}) =>
  ({ type, at: at(minute), runId: R, phase: 0, ...extra }) as RunEvent

/** Merges commands in the order in which they reach the server. `base` is the last command that the device knew. */
export function deliverCommands(
  ...commands: [device: string, event: Command['event'], base: string | null, arrivesAt?: number][]
) {
  let history: TimerHistory = EMPTY_HISTORY
  const sequences: Record<string, number> = {}
  const codes: string[] = []
  commands.forEach(([device, event, base, arrivesAt], index) => {
    sequences[device] = (sequences[device] ?? 0) + 1
    const command = { id: `c${index}`, device, sequence: sequences[device], base, sawWait: false, event }
    const received = mergeCommand(history, command, arrivesAt === undefined ? event.at : at(arrivesAt))
    history = received.history
    codes.push(received.ack?.isAccepted ? (received.ack.code ?? 'accepted') : (received.ack?.code ?? 'gap'))
  })
  return { history, codes }
}

export const savedMinutes = (history: TimerHistory, minute: number) =>
  focusSessionsAt(history, at(minute))
    .filter(({ status }) => status === 'saved')
    .toReversed()
    .map(({ segments }) => segments.map(([from, to]) => `${minutesOf(from)}-${minutesOf(to)}`).join(' '))
export const statusAt = (history: TimerHistory, minute: number) => timerStateAt(history, at(minute)).status
