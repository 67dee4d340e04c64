import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Command } from '#core/timer/command.ts'
import { newId } from '#web/api/new-id.ts'
import { openDatabase } from '#web/api/offline/database.ts'
import { createOutbox } from '#web/api/offline/mutation-outbox.ts'
import {
  type Mutation,
  type MutationQueue,
  type QueuedMutation,
  sendOrEnqueue,
  setMutationQueueLoader,
  setQueue,
} from '#web/api/offline/mutation-queue.ts'
import { startMutationSync } from '#web/api/offline/mutation-sync.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { closeSession, startSession } from '#web/api/session.ts'
import { flushBeforeSignOut, readTimer, startTimer, timerActions } from '#web/features/timer/queries.ts'
import { createTestServer } from '#web/features/timer/testing/test-server.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { commandsReadyToSend, lastCommandOn } from './commands-ready-to-send.ts'
import type { DeviceTimerState } from './device-state.ts'

const ENTRY = newId()
const WORK = { projectId: newId(), taskId: null, notes: '', tags: [] }
const client = createQueryClient(() => undefined)
let keeper: MutationQueue
let stop: () => void
/** For whom the server can be reached. */
let reachable: 'nobody' | 'timer' | 'changes' | 'all'
/** What came through to the server, in its order. */
let heard: string[]

const edit = (id: string): Mutation => ({
  list: 'time-entries',
  requests: [{ method: 'PUT', path: `/time-entries/${id}`, body: {} }],
  optimisticPatch: { [id]: {} },
  failure: 'entries.failed.update',
})
/** As a screen does it. */
const change = (one: Mutation) =>
  sendOrEnqueue(one, async () => {
    heard.push('PUT at once')
    return 'answered'
  })

async function goOnAndStop() {
  timerActions.selectEntry({ ...WORK, id: ENTRY, startedAt: Date.now() - 60_000, endedAt: Date.now() - 1_000 })
  await timerActions.start()
  await timerActions.stop({ save: true })
}
const loaded = () => vi.waitFor(() => expect(readTimer().device).not.toBe(null))
const flushTimer = () => flushBeforeSignOut()

beforeAll(() => {
  loadEnglish()
  keeper = startMutationSync({ outbox: createOutbox(openDatabase()), client, report: () => undefined })
  setMutationQueueLoader(async () => keeper)
})

beforeEach(async () => {
  const server = createTestServer()
  heard = []
  reachable = 'nobody'
  vi.stubGlobal('fetch', async (_path: string, request: RequestInit) => {
    const { commands } = JSON.parse((request.body as string | undefined) ?? '{}') as { commands?: Command[] }
    if (reachable !== 'all' && reachable !== (commands ? 'timer' : 'changes')) throw new TypeError('no network')
    if (request.method !== 'GET') heard.push(commands?.map(({ event }) => event.type).join(' ') ?? request.method!)
    return Response.json({ ok: true, data: commands ? server.receive(commands) : server.read() })
  })
  startSession(`header.${btoa(JSON.stringify({ exp: 4_000_000_000, sub: newId() }))}.signature`)
  stop = startTimer(client)
  await loaded()
  await timerActions.setSyncEnabled(true)
})

afterEach(() => {
  stop()
  closeSession('deleted')
  vi.unstubAllGlobals()
})

const keepEdit = () => keeper.enqueue(edit(ENTRY))

test('Q3 an entry that was changed and then continued is sent in this order', async () => {
  await keepEdit()
  await goOnAndStop()
  reachable = 'timer'
  await flushTimer()
  expect(heard).toEqual([])
  reachable = 'all'
  await keeper.flush()
  await flushTimer()
  expect(heard).toEqual(['PUT', 'start stop'])
})

test('Q3 an entry that was continued and then changed is sent in this order', async () => {
  await goOnAndStop()
  reachable = 'changes'
  await expect(change(edit(ENTRY))).resolves.toBeUndefined()
  await keeper.flush()
  expect(heard).toEqual([])
  reachable = 'all'
  await flushTimer()
  await keeper.flush()
  expect(heard).toEqual(['start stop', 'PUT'])
})

test('Q3 what the timer does not continue waits for no press', async () => {
  await goOnAndStop()
  reachable = 'changes'
  await expect(change(edit(newId()))).resolves.toBe('answered')
})

test('Q3 what a device on its own has pressed is not waited for', async () => {
  await goOnAndStop()
  reachable = 'changes'
  await change(edit(ENTRY))
  await timerActions.setSyncEnabled(false)
  await keeper.flush()
  await expect(change(edit(ENTRY))).resolves.toBe('answered')
  expect(heard).toEqual(['PUT', 'PUT at once'])
})

type Did = 'continue' | 'press' | 'edit' | 'edit another' | 'create'

/** Both outboxes after some things were done, one after the other, without a server. */
function outboxesOf(did: readonly Did[]) {
  let known: Pick<DeviceTimerState, 'snapshot' | 'pending'> = { snapshot: null, pending: [] }
  const waiting: QueuedMutation[] = []
  did.forEach((what, index) => {
    const event = { type: what === 'continue' ? 'start' : 'pause', continues: { entryId: ENTRY, startedAt: 0 } }
    const command = { id: `${index}`, event } as unknown as Command
    const one = { ...edit(what === 'edit' ? ENTRY : `${index}`), ...(what === 'create' && { isNew: true as const }) }
    if (what === 'continue' || what === 'press') known = { ...known, pending: [...known.pending, command] }
    else waiting.push({ ...one, key: index, afterCommand: lastCommandOn(one.optimisticPatch, known) })
  })
  return { known, waiting }
}

test('Q3 however much waits in both outboxes, neither waits for the other for ever, and on one entry the order is kept', () => {
  const anyDid = fc.constantFrom<Did>('continue', 'press', 'edit', 'edit another', 'create')
  const turns = fc.infiniteStream(fc.boolean())
  const property = fc.property(fc.array(anyDid, { maxLength: 12 }), turns, (did, turns) => {
    let { known, waiting } = outboxesOf(did)
    const sent: number[] = []
    while (known.pending.length + waiting.length > 0) {
      setQueue(waiting)
      const [command] = commandsReadyToSend(known)
      const [head, ...others] = waiting
      const isHeadReady = head !== undefined && known.pending.every(({ id }) => id !== head.afterCommand)
      expect(command !== undefined || isHeadReady).toBe(true)
      const isTimersTurn = turns.next().value
      if (isHeadReady && (command === undefined || !isTimersTurn)) {
        sent.push(head.key)
        waiting = others
      } else if (command !== undefined) {
        sent.push(Number(command.id))
        const snapshot = command.event.type === 'start' ? { run: { log: [command] } } : known.snapshot
        known = { snapshot: snapshot as DeviceTimerState['snapshot'], pending: known.pending.slice(1) }
      }
    }
    setQueue([])
    const begun = did.indexOf('continue')
    const isPress = (index: number) => did[index] === 'continue' || did[index] === 'press'
    const onEntry = sent.filter((index) => did[index] === 'edit' || (begun !== -1 && index >= begun && isPress(index)))
    expect(onEntry).toEqual(onEntry.toSorted((a, b) => a - b))
    const created = did.indexOf('create')
    const tooEarly = sent.slice(0, sent.indexOf(created)).filter((index) => index > created && isPress(index))
    expect(created === -1 ? [] : tooEarly).toEqual([])
  })
  fc.assert(property, { seed: 2_026, numRuns: 1_000 })
})
