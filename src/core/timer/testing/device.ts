import { type Ack, type Command, EMPTY_LEDGER, lastCommandOf, type Ledger, receive, viewAt } from '#core/timer/merge.ts'
import type { TimerState } from '#core/timer/state.ts'
import { type RunEvent, type StartEvent, transition } from '#core/timer/transition.ts'

export type Press = { type: 'start' | 'pause' | 'resume' } | { type: 'stop' | 'skip'; save: boolean }

/** A device as the real client is: a snapshot, an outbox that survives a crash, and the server's own code to predict. */
export interface Device {
  name: string
  /** How wrong its clock is. */
  skew: number
  isOnline: boolean
  snapshot: Ledger
  outbox: readonly Command[]
  sequence: number
}

export const newDevice = (name: string, skew: number): Device => ({
  name,
  skew,
  isOnline: true,
  snapshot: EMPTY_LEDGER,
  outbox: [],
  sequence: 0,
})

function predict({ snapshot, outbox }: Device, now: number): Ledger {
  return outbox.reduce((ledger, command) => receive(ledger, command, Math.max(now, command.event.at)).ledger, snapshot)
}

export const shownOn = (device: Device, now: number): TimerState => viewAt(predict(device, now), now)

/** What a press on the device adds to its outbox; undefined when it would be refused at once. */
export function press(device: Device, wanted: Press, now: number, newId: () => string): Device | undefined {
  const ledger = predict(device, now)
  const view = viewAt(ledger, now)
  const at = Math.max(now, view.lastAt)
  const live = ledger.runs.at(-1)
  const base = live ? lastCommandOf(live) : null
  if (wanted.type === 'start' && view.status === 'paused' && !view.isInfinite)
    return press(device, { type: 'resume' }, now, newId)
  const event = wanted.type === 'start' ? startEvent(view, at, newId) : runEvent(view, wanted, at)
  if (event === undefined) return undefined
  const sequence = device.sequence + 1
  const command: Command = { id: newId(), device: device.name, sequence, base, event }
  return { ...device, sequence, outbox: [...device.outbox, command] }
}

function startEvent(view: TimerState, at: number, newId: () => string): StartEvent | undefined {
  if (view.status === 'running') return undefined
  const subject = { projectId: 'project', taskId: null, notes: '', tags: [] }
  return { type: 'start', at, runId: newId(), subject, config: CONFIG, isInfinite: false }
}

function runEvent(view: TimerState, wanted: Exclude<Press, { type: 'start' }>, at: number): RunEvent | undefined {
  const event = { ...wanted, at, runId: view.runId ?? '', phase: view.phase } as RunEvent
  return transition(view, event).ok ? event : undefined
}

const MINUTE_MS = 60_000
export const CONFIG = { workMs: 25 * MINUTE_MS, breakMs: 5 * MINUTE_MS, repetitions: 3 }

/** Takes what the server sent: an older snapshot than the present one is dropped. */
export function hear(device: Device, acks: readonly (Ack | undefined)[], snapshot: Ledger): Device {
  const newest = snapshot.revision >= device.snapshot.revision ? snapshot : device.snapshot
  const answered = new Set(acks.map((ack) => ack?.id))
  const heard = newest.sequences[device.name] ?? 0
  const outbox = device.outbox.filter(({ id, sequence }) => !answered.has(id) && sequence > heard)
  return { ...device, snapshot: newest, outbox }
}
