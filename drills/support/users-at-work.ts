import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TimerReply } from '#contract/timer.ts'
import { entryIdOf } from '#core/timer/focus-sessions.ts'
import { createTimerDevice } from '#server/testing/timer-device.ts'
import { MINUTE_MS, SECOND_MS } from '../../src/core/time/units.ts'
import { type CallLog, callOnce, callUntilAcknowledged } from './calls.ts'
import { waitUntil } from './follower.ts'
import type { Person } from './people.ts'

const PAST_MS = 20 * 24 * 60 * MINUTE_MS

export interface AcknowledgedEntry {
  id: string
  segments: readonly (readonly [start: number, end: number])[]
}

/** The acknowledged entries and commands of a user. */
export interface History {
  person: Person
  entries: AcknowledgedEntry[]
  commands: string[]
}

export interface WorkOptions {
  url: string
  log: CallLog
  end: AbortSignal
}

/** A short random pause, as between two actions of a user. */
const pauseBriefly = () => sleep(Math.random() * 100)

/** A device of a user that repeats each request until it is acknowledged. */
export function createDevice(person: Person, clock: { now: number }, { url, log }: Pick<WorkOptions, 'url' | 'log'>) {
  const request = async (path: string, body?: object) => {
    const data = await callUntilAcknowledged(url, { path, token: person.token, ...(body && { body }) }, log)
    return { statusCode: 200, json: () => ({ data }) }
  }
  return createTimerDevice({ get: (path) => request(path), post: (path, body) => request(path, body) }, clock)
}

/**
 * Works focus sessions of a minute with a pause, all in the past, so that the expected entries are known to the
 * millisecond. Every third run has several phases: on its start the server saves the phases that would have ended since,
 * and must remove them again when the run is stopped.
 */
export async function workWithTimer(person: Person, options: WorkOptions): Promise<History> {
  const clock = { now: Date.now() - PAST_MS }
  const device = createDevice(person, clock, options)
  const history: History = { person, entries: [], commands: [] }
  const send = async (...commands: { id: string }[]) => {
    const { acks } = await device.send()
    if (!commands.every(({ id }) => acks.some((ack) => ack.id === id && ack.isAccepted)))
      throw new Error(`A command was refused: ${JSON.stringify(acks)}`)
    history.commands.push(...commands.map(({ id }) => id))
    await pauseBriefly()
  }
  for (let round = 0; !options.end.aborted; round++) {
    const startedAt = clock.now
    const start = device.start(person.project, { isInfinite: round % 3 > 0 })
    await send(start)
    clock.now += 20 * SECOND_MS
    await send(device.act({ type: 'pause' }))
    clock.now += 10 * SECOND_MS
    const resume = device.act({ type: 'resume' })
    clock.now += 30 * SECOND_MS
    await send(resume, device.act({ type: 'stop', save: true }))
    const segments = [
      [startedAt, startedAt + 20 * SECOND_MS] as const,
      [startedAt + 30 * SECOND_MS, clock.now] as const,
    ]
    history.entries.push({ id: entryIdOf({ runId: start.event.runId, phase: 0 }), segments })
    clock.now += SECOND_MS
  }
  return history
}

/** Creates entries of a minute, each with an id or with an idempotency key. */
export async function workByHand(person: Person, { url, log, end }: WorkOptions): Promise<History> {
  const history: History = { person, entries: [], commands: [] }
  for (let at = Date.now() - PAST_MS; !end.aborted; at += MINUTE_MS) {
    const { id, ...entry } = createMinuteEntry(person, at)
    const isNamed = Math.random() < 0.5
    const named = isNamed ? { body: { id, ...entry } } : { body: entry, headers: { 'idempotency-key': id } }
    const made = (await callUntilAcknowledged(url, { path: '/time-entries', token: person.token, ...named }, log)) as {
      id: string
    }
    if (isNamed && made.id !== id) throw new Error(`An entry with the id ${id} was created as ${made.id}`)
    history.entries.push({ id: made.id, segments: [[at, at + MINUTE_MS]] })
    await pauseBriefly()
  }
  return history
}

/** Only reads, repeatedly. */
export async function keepReading(person: Person, { url, log, end }: WorkOptions) {
  while (!end.aborted) {
    for (const path of ['/timer', '/time-entries?limit=20', '/users/profile'])
      await callUntilAcknowledged(url, { path, token: person.token }, log)
    await pauseBriefly()
  }
}

/** Returns a function that starts and stops a stopwatch in turns. */
export function createPresser(person: Person, options: Pick<WorkOptions, 'url' | 'log'>) {
  const clock = { now: Date.now() }
  const device = createDevice(person, clock, options)
  let isRunning = false
  return async () => {
    clock.now = Date.now()
    if (isRunning) device.act({ type: 'stop', save: false })
    else device.start(person.project, { isInfinite: true })
    isRunning = !isRunning
    const pressedAt = performance.now()
    const { snapshot }: TimerReply = await device.send()
    return { pressedAt, revision: snapshot.revision }
  }
}

/** An entry of a minute with an id, so that it can be sent repeatedly. */
export const createMinuteEntry = ({ project }: Person, at = Date.now() - PAST_MS) => ({
  id: randomUUID(),
  project,
  startTime: new Date(at).toISOString(),
  endTime: new Date(at + MINUTE_MS).toISOString(),
})

const WRITE_TIMEOUT_MS = 30_000

/** Returns how long it takes until an entry can be written. */
export function waitUntilWritable(url: string, person: Person) {
  const call = { path: '/time-entries', body: createMinuteEntry(person), token: person.token }
  return waitUntil(async () => (await callOnce(url, call)).status === 201, WRITE_TIMEOUT_MS)
}
