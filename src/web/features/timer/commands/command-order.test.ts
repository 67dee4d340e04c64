import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Command } from '#core/timer/command.ts'
import { newId } from '#web/api/new-id.ts'
import { closeSession, startSession } from '#web/api/session.ts'
import { openTimer, type TimerPage } from '#web/features/timer/testing/open-timer.ts'
import { createTestServer } from '#web/features/timer/testing/test-server.ts'
import { type Mutation, sendOrEnqueue, toMutationOperation } from '#web/sync/mutations.ts'
import { sessionToken } from '#web/testing/session-token.ts'

const ENTRY = newId()
const WORK = { projectId: newId(), taskId: null, notes: '', tags: [] }
let page: TimerPage
/** Which requests the server can process. */
let processed: 'none' | 'timer' | 'changes' | 'all'
/** The requests that the server has processed, in order. */
let received: string[]

const edit = (id: string): Mutation => ({
  list: 'time-entries',
  requests: [{ method: 'PUT', path: `/time-entries/${id}`, body: {} }],
  optimisticPatch: { [id]: {} },
  failure: 'entries.failed.update',
})
const create = (id: string): Mutation => ({
  list: 'projects',
  requests: [{ method: 'POST', path: '/projects', body: {} }],
  optimisticPatch: { [id]: {} },
  isNew: true,
  failure: 'projects.failed.create',
})
const enqueue = (mutation: Mutation) => page.sync.enqueue(toMutationOperation(mutation))
/** Sends a mutation as a screen does. */
const change = (mutation: Mutation) =>
  sendOrEnqueue(page.sync, mutation, async () => {
    received.push('PUT at once')
    return 'answered'
  })

async function continueAndStop() {
  await page.actions.selectEntry({ ...WORK, id: ENTRY, startedAt: Date.now() - 60_000, endedAt: Date.now() - 1_000 })
  await page.actions.start()
  await page.actions.stop({ save: true })
}

async function startOn(projectId: string) {
  await page.actions.select({ projectId })
  await page.actions.start()
}

/** Sends what the server can process now. */
async function sendTo(now: typeof processed) {
  processed = now
  await page.sync.flush()
}

beforeEach(() => {
  const server = createTestServer()
  received = []
  processed = 'none'
  vi.stubGlobal('fetch', async (_path: string, request: RequestInit) => {
    const { commands } = JSON.parse((request.body as string | undefined) ?? '{}') as { commands?: Command[] }
    if (processed !== 'all' && processed !== (commands ? 'timer' : 'changes')) return new Response('', { status: 500 })
    if (request.method !== 'GET') received.push(commands?.map(({ event }) => event.type).join(' ') ?? request.method!)
    return Response.json({ ok: true, data: commands ? server.receive(commands) : server.read() })
  })
  startSession(sessionToken(newId()))
  page = openTimer()
})

afterEach(() => {
  page.close()
  closeSession('deleted')
  vi.unstubAllGlobals()
})

test('Q3 an entry that was changed and then continued is sent in this order', async () => {
  await enqueue(edit(ENTRY))
  await continueAndStop()
  await sendTo('timer')
  expect(received).toEqual([])
  await sendTo('all')
  expect(received).toEqual(['PUT', 'start stop'])
})

test('Q3 an entry that was continued and then changed is sent in this order', async () => {
  await continueAndStop()
  await expect(change(edit(ENTRY))).resolves.toBeUndefined()
  await sendTo('changes')
  expect(received).toEqual([])
  await sendTo('all')
  expect(received).toEqual(['start stop', 'PUT'])
})

test('Q3 an entry that is changed while the timer continues it is sent between the commands', async () => {
  await page.actions.selectEntry({ ...WORK, id: ENTRY, startedAt: Date.now() - 60_000, endedAt: Date.now() - 1_000 })
  await page.actions.start()
  await change(edit(ENTRY))
  await page.actions.stop({ save: true })
  await sendTo('all')
  expect(received).toEqual(['start', 'PUT', 'stop'])
})

test('Q3 a change of an entry that the timer does not continue waits for no command', async () => {
  await continueAndStop()
  await expect(change(edit(newId()))).resolves.toBe('answered')
})

test('Q3 while sync is off, changes wait for no command', async () => {
  await continueAndStop()
  await change(edit(ENTRY))
  processed = 'changes'
  await page.actions.setSyncEnabled(false)
  await page.sync.flush()
  await expect(change(edit(ENTRY))).resolves.toBe('answered')
  expect(received).toEqual(['PUT', 'PUT at once'])
})

test('Q3 work on a queued project is sent after that project', async () => {
  const project = newId()
  await enqueue(create(project))
  await startOn(project)
  await sendTo('timer')
  expect(received).toEqual([])
  await sendTo('all')
  expect(received).toEqual(['POST', 'start'])
})

test('Q3 work on another project does not wait for a queued project', async () => {
  await enqueue(create(newId()))
  await startOn(WORK.projectId)
  await sendTo('timer')
  expect(received).toEqual(['start'])
})
