import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { deleteDB, openDB } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Command } from '#core/timer/command.ts'
import type { TimerEvent } from '#core/timer/transition.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { newId } from '#web/api/new-id.ts'
import { closeSession, startSession } from '#web/api/session.ts'
import { createCommandKind } from '#web/features/timer/commands/command-kind.ts'
import { pendingOf, timerOf } from '#web/features/timer/commands/stored-commands.ts'
import { createTestServer } from '#web/features/timer/testing/test-server.ts'
import { openDatabase } from '#web/sync/database.ts'
import { createDiskStorage } from '#web/sync/storage.ts'
import { mutationsOf } from '#web/sync/mutations.ts'
import { createTestSync } from '#web/sync/testing/test-sync.ts'
import { simulateFullDisk } from '#web/testing/full-disk.ts'
import { sessionToken } from '#web/testing/session-token.ts'
import { openStoredData } from './stored-data.ts'

const [ENTRY, PROJECT] = [newId(), newId()]
const NOW = Date.now()
const ANN = 'ann'

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})
afterEach(() => {
  closeSession('deleted')
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The database of the timer as version 0.1.0 creates it. */
const openLegacyTimers = () =>
  openDB('ritmo', 1, {
    upgrade: (db) => void db.createObjectStore('timers'),
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })

/** The database of everything else as version 0.1.0 creates it. */
const openLegacyChanges = () =>
  openDB('ritmo-offline', 1, {
    upgrade: (db) => {
      db.createObjectStore('changes', { keyPath: 'key', autoIncrement: true }).createIndex('user', 'user')
      db.createObjectStore('queries', { keyPath: ['user', 'hash'] })
    },
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })

const toCommand = (id: string, sequence: number, event: TimerEvent): Command => ({
  id,
  device: 'old device',
  sequence,
  base: null,
  sawWait: false,
  event,
})
const start = (projectId: string, continues?: { entryId: string; startedAt: number }): TimerEvent => ({
  type: 'start',
  at: NOW - 10 * MINUTE_MS,
  runId: 'run',
  subject: { projectId, taskId: null, notes: '', tags: [] },
  config: { workMs: 25 * MINUTE_MS, breakMs: 5 * MINUTE_MS, repetitions: 4 },
  isInfinite: true,
  continues,
})
const stop: TimerEvent = { type: 'stop', save: true, at: NOW - MINUTE_MS, runId: 'run', phase: 0 }
const continueEntry = start(newId(), { entryId: ENTRY, startedAt: NOW - 60 * MINUTE_MS })

async function storeTimer(user: string, pending: readonly Command[]) {
  const db = await openLegacyTimers()
  const next = (pending.at(-1)?.sequence ?? 41) + 1
  await db.put('timers', { device: 'old device', next, pending, refused: [], snapshot: null, clockOffset: 250 }, user)
  db.close()
}

interface LegacyChange {
  /** A name for the test. */
  name: string
  item: string
  isNew?: true
  /** The command that must be sent before it. */
  after?: string
}

async function storeChanges(user: string, changes: readonly LegacyChange[]) {
  const db = await openLegacyChanges()
  for (const { name, item, isNew, after } of changes) {
    const calls = [{ method: isNew ? 'POST' : 'PUT', path: `/time-entries/${name}`, body: { notes: name } }]
    const failure = 'entries.failed.update'
    const change = { list: 'time-entries', calls, shows: { [item]: { notes: name } }, failure, name, after }
    await db.put('changes', { user, change: { ...change, ...(isNew && { isNew }) } })
  }
  db.close()
}

const readDisk = async (user = ANN) => {
  const disk = createDiskStorage(await openDatabase())
  return (await disk.change(user, (data) => [data, undefined])).data
}
/** Mutations by their name, commands by their id. */
const outboxOf = async (user = ANN) =>
  (await readDisk(user)).operations.map(({ id, payload }) => (payload as { name?: string }).name ?? id)
const databaseNames = async () => (await indexedDB.databases()).map(({ name }) => name)

/** Sends everything with a page of the present version, and returns the requests in order. */
async function sendAll() {
  const received: string[] = []
  const server = createTestServer()
  startSession(sessionToken(ANN))
  vi.stubGlobal('fetch', async (path: string) => {
    received.push(path.replace('/api/time-entries/', ''))
    return Response.json({ ok: true, data: {} })
  })
  const sync = createTestSync({ openDisk: openStoredData })
  sync.register(
    createCommandKind({
      send: async (commands) => {
        received.push(commands.map(({ id, sequence }) => `${sequence}: ${id}`).join(', '))
        const { snapshot } = server.receive([])
        return { acks: commands.map(({ id }) => ({ id, isAccepted: true })), snapshot }
      },
      isEnabled: () => true,
      clockOffset: () => 0,
      onRejected: () => undefined,
    }),
  )
  sync.start()
  await sync.whenRead()
  await sync.flush()
  sync.stop()
  return received
}

test('Q3 changes and commands of an entry are sent in their order', async () => {
  await storeChanges(ANN, [
    { name: 'edit', item: ENTRY },
    { name: 'edit again', item: ENTRY, after: 'continue' },
  ])
  await storeTimer(ANN, [toCommand('continue', 5, continueEntry), toCommand('stop', 6, stop)])
  expect(await sendAll()).toEqual(['edit', '5: continue', 'edit again', '6: stop'])
  expect(await outboxOf()).toEqual([])
})

test('Q3 work on a new project waits for the project', async () => {
  await storeTimer(ANN, [toCommand('start', 1, start(PROJECT)), toCommand('stop', 2, stop)])
  await storeChanges(ANN, [{ name: 'project', item: PROJECT, isNew: true }])
  expect(await sendAll()).toEqual(['project', '1: start, 2: stop'])
})

test('Q3 changes that follow one that waits for a command do not hold that command up', async () => {
  const project = continueEntry.type === 'start' ? continueEntry.subject.projectId : ''
  await storeTimer(ANN, [toCommand('continue', 1, continueEntry), toCommand('stop', 2, stop)])
  await storeChanges(ANN, [
    { name: 'edit', item: ENTRY, after: 'stop' },
    { name: 'rename project', item: project },
  ])
  expect(await sendAll()).toEqual(['1: continue, 2: stop', 'edit', 'rename project'])
})

test('Q3 a change whose command was already sent waits for nothing', async () => {
  await storeChanges(ANN, [{ name: 'edit', item: ENTRY, after: 'sent long ago' }])
  expect(await sendAll()).toEqual(['edit'])
})

test('Q2 Y2 stored changes, commands and the timer are adopted unchanged, and the old databases are deleted', async () => {
  await storeChanges(ANN, [{ name: 'edit', item: ENTRY }])
  await storeTimer(ANN, [toCommand('continue', 5, continueEntry)])
  await openStoredData()
  const data = await readDisk()
  expect(mutationsOf(data)).toEqual([
    {
      list: 'time-entries',
      requests: [{ method: 'PUT', path: '/time-entries/edit', body: { notes: 'edit' } }],
      optimisticPatch: { [ENTRY]: { notes: 'edit' } },
      failure: 'entries.failed.update',
      name: 'edit',
    },
  ])
  expect(pendingOf(data)).toMatchObject([{ id: 'continue', event: continueEntry }])
  expect(timerOf(data)).toEqual({ device: 'old device', next: 5, snapshot: null, clockOffset: 250 })
  expect(await databaseNames()).toEqual(['ritmo-sync'])
})

test('Y2 a timer without pending commands keeps its number', async () => {
  await storeTimer(ANN, [])
  await openStoredData()
  expect(timerOf(await readDisk())).toMatchObject({ device: 'old device', next: 42 })
})

test('Q5 Y3 each user keeps their own', async () => {
  await storeChanges(ANN, [{ name: 'of Ann', item: ENTRY }])
  await storeChanges('ben', [{ name: 'of Ben', item: ENTRY }])
  await storeChanges(ANN, [{ name: 'of Ann, too', item: ENTRY }])
  await storeTimer('ben', [toCommand('start of Ben', 1, start(PROJECT))])
  await storeTimer('cem', [toCommand('start of Cem', 1, start(PROJECT))])
  await openStoredData()
  expect(await outboxOf(ANN)).toEqual(['of Ann', 'of Ann, too'])
  expect(await outboxOf('ben')).toEqual(['of Ben', 'start of Ben'])
  expect(await outboxOf('cem')).toEqual(['start of Cem'])
})

// prettier-ignore
test.each<[what: string, store: () => Promise<void>, outbox: string[]]>([
  ['only changes',  () => storeChanges(ANN, [{ name: 'edit', item: ENTRY }]),           ['edit']],
  ['only commands', () => storeTimer(ANN, [toCommand('start', 1, start(PROJECT))]),     ['start']],
])('Q2 Y2 a device may have %s', async (_what, store, outbox) => {
  await store()
  await openStoredData()
  expect(await outboxOf()).toEqual(outbox)
  expect(await databaseNames()).toEqual(['ritmo-sync'])
})

test('Q2 a new device gets only the new database', async () => {
  await openStoredData()
  expect(await outboxOf()).toEqual([])
  expect(await databaseNames()).toEqual(['ritmo-sync'])
})

test('Q2 Y2 a browser that cannot list databases adopts them too', async () => {
  await storeBoth()
  Object.defineProperty(indexedDB, 'databases', { configurable: true, value: undefined })
  await openStoredData()
  Reflect.deleteProperty(indexedDB, 'databases')
  expect(await outboxOf()).toEqual(['edit', 'continue'])
  expect(await databaseNames()).toEqual(['ritmo-sync'])
})

test('Q8 a frozen page of the earlier version counts as a failure of the disk', async () => {
  await storeBoth()
  const frozen = await openDB('ritmo-offline')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const opened = openStoredData().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await opened).toMatchObject({ name: 'TimeoutError' })
  vi.useRealTimers()
  frozen.close()
  await openStoredData()
  expect(await outboxOf()).toEqual(['edit', 'continue'])
})

async function storeBoth() {
  await storeChanges(ANN, [{ name: 'edit', item: ENTRY }])
  await storeTimer(ANN, [toCommand('continue', 5, continueEntry)])
}

test('Q3 Y2 a migration that was interrupted before the deletion adds nothing twice', async () => {
  await storeBoth()
  await openStoredData()
  await storeBoth()
  await openStoredData()
  expect(await outboxOf()).toEqual(['edit', 'continue'])
  expect(timerOf(await readDisk())).toMatchObject({ device: 'old device', next: 5 })
  expect(await databaseNames()).toEqual(['ritmo-sync'])
})

test('Q3 Y2 two tabs that start at the same time add nothing twice', async () => {
  await storeBoth()
  await Promise.all([openStoredData(), openStoredData(), openStoredData()])
  expect(await outboxOf()).toEqual(['edit', 'continue'])
  expect(await databaseNames()).toEqual(['ritmo-sync'])
})

test('Q8 while the disk is full nothing is deleted, and the next attempt succeeds', async () => {
  await storeBoth()
  const full = simulateFullDisk()
  await expect(openStoredData()).rejects.toMatchObject({ name: 'AbortError' })
  full.mockRestore()
  await openStoredData()
  expect(await outboxOf()).toEqual(['edit', 'continue'])
  expect(await databaseNames()).toEqual(['ritmo-sync'])
})

test('Q2 Y2 an open page of the earlier version blocks nothing, and what it stores later is adopted at the next start', async () => {
  await storeBoth()
  const [timers, changes] = [await openLegacyTimers(), await openLegacyChanges()]
  await openStoredData()
  expect(await outboxOf()).toEqual(['edit', 'continue'])
  expect(() => changes.transaction('changes')).toThrow()
  expect(() => timers.transaction('timers')).toThrow()
  await storeTimer(ANN, [toCommand('stop', 6, stop)])
  await openStoredData()
  expect(await outboxOf()).toEqual(['edit', 'continue', 'stop'])
})

test('Q3 adopted operations follow those that are already in the outbox', async () => {
  await storeChanges(ANN, [{ name: 'edit', item: ENTRY }])
  await openStoredData()
  await storeTimer(ANN, [toCommand('continue', 5, continueEntry)])
  expect(await sendAll()).toEqual(['edit', '5: continue'])
})

test('Q2 Y2 an empty database of the earlier version is deleted', async () => {
  const db = await openDB('ritmo-offline', 1)
  db.close()
  await openStoredData()
  expect(await databaseNames()).toEqual(['ritmo-sync'])
  await deleteDB('ritmo-sync')
})
