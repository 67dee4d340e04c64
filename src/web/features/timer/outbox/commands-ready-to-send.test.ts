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
import { sessionToken } from '#web/testing/session-token.ts'
import { commandsReadyToSend, lastCommandOn } from './commands-ready-to-send.ts'
import type { DeviceTimerState } from './device-state.ts'

const ENTRY = newId()
const WORK = { projectId: newId(), taskId: null, notes: '', tags: [] }
const client = createQueryClient(() => undefined)
let mutationQueue: MutationQueue
let stop: () => void
/** Which requests reach the server. */
let reachable: 'none' | 'timer' | 'changes' | 'all'
/** The requests that reached the server, in order. */
let received: string[]

const edit = (id: string): Mutation => ({
  list: 'time-entries',
  requests: [{ method: 'PUT', path: `/time-entries/${id}`, body: {} }],
  optimisticPatch: { [id]: {} },
  failure: 'entries.failed.update',
})
/** Sends a mutation as a screen does. */
const change = (mutation: Mutation) =>
  sendOrEnqueue(mutation, async () => {
    received.push('PUT at once')
    return 'answered'
  })

async function continueAndStop() {
  timerActions.selectEntry({ ...WORK, id: ENTRY, startedAt: Date.now() - 60_000, endedAt: Date.now() - 1_000 })
  await timerActions.start()
  await timerActions.stop({ save: true })
}
const loaded = () => vi.waitFor(() => expect(readTimer().device).not.toBe(null))
const flushTimer = () => flushBeforeSignOut()

beforeAll(() => {
  loadEnglish()
  mutationQueue = startMutationSync({ outbox: createOutbox(openDatabase()), client, report: () => undefined })
  setMutationQueueLoader(async () => mutationQueue)
})

beforeEach(async () => {
  const server = createTestServer()
  received = []
  reachable = 'none'
  vi.stubGlobal('fetch', async (_path: string, request: RequestInit) => {
    const { commands } = JSON.parse((request.body as string | undefined) ?? '{}') as { commands?: Command[] }
    if (reachable !== 'all' && reachable !== (commands ? 'timer' : 'changes')) throw new TypeError('no network')
    if (request.method !== 'GET') received.push(commands?.map(({ event }) => event.type).join(' ') ?? request.method!)
    return Response.json({ ok: true, data: commands ? server.receive(commands) : server.read() })
  })
  startSession(sessionToken(newId()))
  stop = startTimer(client)
  await loaded()
  await timerActions.setSyncEnabled(true)
})

afterEach(() => {
  stop()
  closeSession('deleted')
  vi.unstubAllGlobals()
})

const queueEdit = () => mutationQueue.enqueue(edit(ENTRY))

test('Q3 an entry that was changed and then continued is sent in this order', async () => {
  await queueEdit()
  await continueAndStop()
  reachable = 'timer'
  await flushTimer()
  expect(received).toEqual([])
  reachable = 'all'
  await mutationQueue.flush()
  await flushTimer()
  expect(received).toEqual(['PUT', 'start stop'])
})

test('Q3 an entry that was continued and then changed is sent in this order', async () => {
  await continueAndStop()
  reachable = 'changes'
  await expect(change(edit(ENTRY))).resolves.toBeUndefined()
  await mutationQueue.flush()
  expect(received).toEqual([])
  reachable = 'all'
  await flushTimer()
  await mutationQueue.flush()
  expect(received).toEqual(['start stop', 'PUT'])
})

test('Q3 a change of an entry that the timer does not continue waits for no command', async () => {
  await continueAndStop()
  reachable = 'changes'
  await expect(change(edit(newId()))).resolves.toBe('answered')
})

test('Q3 while sync is off, changes wait for no command', async () => {
  await continueAndStop()
  reachable = 'changes'
  await change(edit(ENTRY))
  await timerActions.setSyncEnabled(false)
  await mutationQueue.flush()
  await expect(change(edit(ENTRY))).resolves.toBe('answered')
  expect(received).toEqual(['PUT', 'PUT at once'])
})

type Action = 'continue' | 'pause' | 'edit' | 'edit another' | 'create'

/** Both outboxes after a sequence of actions without a server. */
function outboxesOf(actions: readonly Action[]) {
  let known: Pick<DeviceTimerState, 'snapshot' | 'pending'> = { snapshot: null, pending: [] }
  const waiting: QueuedMutation[] = []
  actions.forEach((action, index) => {
    const event = { type: action === 'continue' ? 'start' : 'pause', continues: { entryId: ENTRY, startedAt: 0 } }
    const command = { id: `${index}`, event } as unknown as Command
    const mutation = edit(action === 'edit' ? ENTRY : `${index}`)
    const afterCommand = lastCommandOn(mutation.optimisticPatch, known)
    if (action === 'continue' || action === 'pause') known = { ...known, pending: [...known.pending, command] }
    else waiting.push({ ...mutation, ...(action === 'create' && { isNew: true }), key: index, afterCommand })
  })
  return { known, waiting }
}

test('Q3 the two outboxes never block each other for ever, and keep the order on one entry', () => {
  const anyAction = fc.constantFrom<Action>('continue', 'pause', 'edit', 'edit another', 'create')
  const anyChoices = fc.infiniteStream(fc.boolean())
  const property = fc.property(fc.array(anyAction, { maxLength: 12 }), anyChoices, (actions, choices) => {
    let { known, waiting } = outboxesOf(actions)
    const sent: number[] = []
    while (known.pending.length + waiting.length > 0) {
      setQueue(waiting)
      const [command] = commandsReadyToSend(known)
      const [head, ...others] = waiting
      const isMutationReady = head !== undefined && known.pending.every(({ id }) => id !== head.afterCommand)
      expect(command !== undefined || isMutationReady).toBe(true)
      const prefersTimer = choices.next().value
      if (isMutationReady && (command === undefined || !prefersTimer)) {
        sent.push(head.key)
        waiting = others
      } else if (command !== undefined) {
        sent.push(Number(command.id))
        const snapshot = command.event.type === 'start' ? { run: { log: [command] } } : known.snapshot
        known = { snapshot: snapshot as DeviceTimerState['snapshot'], pending: known.pending.slice(1) }
      }
    }
    setQueue([])
    const continuedAt = actions.indexOf('continue')
    const isCommand = (index: number) => actions[index] === 'continue' || actions[index] === 'pause'
    const onEntry = sent.filter(
      (index) => actions[index] === 'edit' || (continuedAt !== -1 && index >= continuedAt && isCommand(index)),
    )
    expect(onEntry).toEqual(onEntry.toSorted((a, b) => a - b))
    const created = actions.indexOf('create')
    const tooEarly = sent.slice(0, sent.indexOf(created)).filter((index) => index > created && isCommand(index))
    expect(created === -1 ? [] : tooEarly).toEqual([])
  })
  fc.assert(property, { seed: 2_026, numRuns: 1_000 })
})
