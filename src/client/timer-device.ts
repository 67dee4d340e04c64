import type { Input } from '#contract/endpoint.ts'
import { MAX_COMMANDS_PER_REQUEST, timer, type TimerReply, type TimerSnapshot } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import { type CommandInput, type PendingCommand, predictHistory, toCommand } from '#core/timer/device/prediction.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import type { TimerState } from '#core/timer/state.ts'
import { type Call, CallError } from './call.ts'

/** The timer as a device outside the browser knows it, with the commands that the server has not acknowledged. */
export interface DeviceTimer {
  /** The id of the device. */
  device: string
  /** The sequence number of the first pending command. */
  next: number
  snapshot: TimerSnapshot | null
  /** How far the server's clock is ahead of this device's. */
  clockOffset: number
  pending: readonly PendingCommand[]
}

export const newDeviceTimer = (device: string): DeviceTimer => ({
  device,
  next: 1,
  snapshot: null,
  clockOffset: 0,
  pending: [],
})

/** The state that the timer has once the server has applied the pending commands. */
export const stateOf = ({ snapshot, pending }: DeviceTimer, at: number): TimerState =>
  timerStateAt(predictHistory(snapshot, pending, at), at)

/** What a device knows about time and ids. */
export interface DeviceTools {
  now: () => number
  newId: () => string
}

/** Why the timer does not allow an action, or why the server has refused a command. */
export type RejectionCode = NonNullable<TimerReply['acks'][number]['code']>

/** Chooses the actions for the state of the timer, or the reason why there are none. */
export type ChooseActions = (state: TimerState) => readonly CommandInput[] | RejectionCode

/** Adds commands for the actions, or returns the reason why the timer does not allow them. */
export function addCommands(
  timer: DeviceTimer,
  choose: ChooseActions,
  { now, newId }: DeviceTools,
): DeviceTimer | RejectionCode {
  const at = now() + timer.clockOffset
  const inputs = choose(stateOf(timer, at))
  if (typeof inputs === 'string') return inputs
  let pending = timer.pending
  for (const input of inputs) {
    const result = toCommand(predictHistory(timer.snapshot, pending, at), input, at, newId)
    if (!result.ok) return result.code
    pending = [...pending, result.command]
  }
  return { ...timer, pending }
}

export async function refreshTimer(call: Call, device: DeviceTimer, { now }: DeviceTools): Promise<DeviceTimer> {
  const snapshot = await call(timer.read, {})
  return { ...device, snapshot, clockOffset: snapshot.now - now() }
}

export interface Rejection {
  code: RejectionCode
  command: PendingCommand
}

interface SendResult {
  timer: DeviceTimer
  rejected: readonly Rejection[]
}

/** More requests than this mean that the server counts differently each time. */
const MAX_REQUESTS = 20

/** Sends the pending commands until the server has acknowledged all of them. */
export async function sendCommands(call: Call, device: DeviceTimer, { now }: DeviceTools): Promise<SendResult> {
  let current = device
  const rejected: Rejection[] = []
  for (let requests = 0; current.pending.length > 0; requests++) {
    if (requests === MAX_REQUESTS) throw new CallError('bad-reply')
    const commands = numberCommands(current)
    const reply = await call(timer.command, { body: { commands } as Input<typeof timer.command>['body'] })
    rejected.push(...rejectionsIn(reply, current.pending))
    current = applyReply(current, reply, now())
  }
  return { timer: current, rejected }
}

const numberCommands = ({ pending, device, next }: DeviceTimer): Command[] =>
  pending
    .slice(0, MAX_COMMANDS_PER_REQUEST)
    .map(({ reopens: _, ...command }, index) => ({ ...command, device, sequence: next + index }))

function applyReply(timer: DeviceTimer, { acks, awaited, snapshot }: TimerReply, now: number): DeviceTimer {
  const acknowledged = new Set(acks.map(({ id }) => id))
  const pending = timer.pending.filter(({ id }) => !acknowledged.has(id))
  return {
    ...timer,
    pending,
    snapshot,
    clockOffset: snapshot.now - now,
    next: awaited ?? timer.next + acknowledged.size,
  }
}

function rejectionsIn({ acks }: TimerReply, pending: readonly PendingCommand[]): Rejection[] {
  return acks.flatMap(({ id, isAccepted, code }) => {
    const command = pending.find((command) => command.id === id)
    return isAccepted || code === undefined || command === undefined ? [] : [{ code, command }]
  })
}
