import {
  type Ack,
  type Command,
  EMPTY_LEDGER,
  lastCommandOf,
  type Ledger,
  receive,
  type Run,
  sessionsAt,
  viewAt,
} from '#core/timer/merge.ts'
import type { Subject, TimerConfig, TimerState } from '#core/timer/state.ts'
import { type RunEvent, type StartEvent, transition } from '#core/timer/transition.ts'
import { MINUTE_MS } from '#core/units.ts'

export type Press =
  /** `entry`: which of the entries it goes on with, counted from the latest. */
  | { type: 'start'; isInfinite: boolean; entry: number | null }
  | { type: 'pause' | 'resume' | 'dismiss' }
  | { type: 'stop' | 'skip'; save: boolean }
  | { type: 'subject'; change: Partial<Subject> }
  | { type: 'config'; change: Partial<TimerConfig> }

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

/** What waits is in order: how far the server had heard the device when it sent the snapshot does not matter. */
function predict({ snapshot, outbox }: Device, now: number): Ledger {
  return outbox.reduce((ledger, command) => {
    const ready = { ...ledger, sequences: { [command.device]: command.sequence - 1 } }
    return receive(ready, command, Math.max(now, command.event.at)).ledger
  }, snapshot)
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
  const event = wanted.type === 'start' ? startEvent(ledger, wanted, at, newId()) : runEvent(ledger, wanted, at)
  if (event === undefined) return undefined
  const sequence = device.sequence + 1
  const command: Command = { id: newId(), device: device.name, sequence, base, sawWait: isWaiting(live), event }
  return { ...device, sequence, outbox: [...device.outbox, command] }
}

/** A device that was awake all along knows better than the server, which took nobody to be there. */
export function goOn(device: Device, now: number, newId: () => string): Device {
  const heldAt = predict(device, now).runs.at(-1)?.heldAt ?? null
  return heldAt === null ? device : (press(device, { type: 'resume' }, heldAt, newId) ?? device)
}

const isWaiting = (run: Run | undefined) => run !== undefined && run.heldAt !== null

type Start = Extract<Press, { type: 'start' }>

function startEvent(ledger: Ledger, { isInfinite, entry }: Start, at: number, runId: string): StartEvent | undefined {
  if (viewAt(ledger, at).status === 'running') return undefined
  const subject = { projectId: 'project', taskId: null, notes: '', tags: [] }
  const continues = entry === null ? undefined : entryToContinue(ledger, entry, at)
  return { type: 'start', at, runId, subject, config: CONFIG, isInfinite, continues }
}

function entryToContinue(ledger: Ledger, place: number, now: number) {
  const saved = sessionsAt(ledger, now).filter(({ status }) => status === 'saved')
  const chosen = saved[place % saved.length]
  return chosen && { entryId: chosen.entryId, startedAt: chosen.stretches[0]![0] }
}

function runEvent(ledger: Ledger, wanted: Exclude<Press, { type: 'start' }>, at: number): RunEvent | undefined {
  const view = viewAt(ledger, at)
  if (wanted.type === 'dismiss' && !view.isComplete) return undefined
  const event: RunEvent = { ...wanted, at, runId: ledger.runs.at(-1)?.id ?? '', phase: view.phase }
  return transition(view, event).ok ? event : undefined
}

/** The longest there is: what is changed is made shorter. */
export const CONFIG = { workMs: 25 * MINUTE_MS, breakMs: 5 * MINUTE_MS, repetitions: 3 }

/** Takes what the server sent: an older snapshot than the present one is dropped. */
export function hear(device: Device, acks: readonly (Ack | undefined)[], snapshot: Ledger): Device {
  const newest = snapshot.revision >= device.snapshot.revision ? snapshot : device.snapshot
  const answered = new Set(acks.map((ack) => ack?.id))
  const heard = newest.sequences[device.name] ?? 0
  const outbox = device.outbox.filter(({ id, sequence }) => !answered.has(id) && sequence > heard)
  return { ...device, snapshot: newest, outbox }
}
