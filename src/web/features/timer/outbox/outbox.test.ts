import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import type { TimerReply, TimerSnapshot } from '#contract/timer.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { newId } from '#web/api/new-id.ts'
import { simulateFullDisk } from '#web/testing/full-disk.ts'
import { appendCommand, applyReply, type DeviceTimerState, isNewerSnapshot, setAsideCommand } from './device-state.ts'
import { eraseAllSent, openOutbox, type Outbox } from './outbox.ts'

const command = (id: string) => ({
  id,
  base: null,
  sawWait: false,
  event: { type: 'pause', at: 1, runId: 'run', phase: 0 } as const,
})
const put = (outbox: Outbox, id: string) => outbox.change((state) => [appendCommand(state, command(id)), undefined])
const pendingOf = (state: DeviceTimerState) => state.pending.map(({ id, sequence }) => `${sequence} ${id}`)
const snapshot = (revision: number, now = 0): TimerSnapshot => ({ revision, now, run: null })
const reply = (acked: string[], awaited?: number): TimerReply => ({
  acks: acked.map((id) => ({ id, isAccepted: true })),
  snapshot: snapshot(9),
  ...(awaited !== undefined && { awaited }),
})
const CONTEXT = { clockOffset: 0, newDevice: 'another' }

afterEach(() => vi.unstubAllGlobals())

test('Y2 commands of two tabs get one order, and outlive both tabs', async () => {
  const userId = newId()
  const [one, two] = [openOutbox(userId), openOutbox(userId)]
  await Promise.all([put(one, 'a'), put(two, 'b'), put(one, 'c'), put(two, 'd')])
  const state = await openOutbox(userId).read()
  expect(state.pending.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
  expect(state.pending.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c', 'd'])
  expect(new Set(state.pending.map(({ device }) => device))).toEqual(new Set([state.device]))
})

test('Y3 a user neither sees nor sends the commands of another user of the device', async () => {
  const [ann, ben] = [openOutbox(newId()), openOutbox(newId())]
  await put(ann, 'a')
  expect((await ben.read()).pending).toEqual([])
  expect((await ben.read()).device).not.toBe((await ann.read()).device)
  await ben.erase()
  expect(pendingOf(await ann.read())).toEqual(['1 a'])
})

test('Y3 a sign-out deletes everything but pending commands', async () => {
  const [sent, unsent] = [openOutbox(newId()), openOutbox(newId())]
  const { device } = await sent.read()
  await put(unsent, 'a')
  await sent.eraseIfSent()
  await unsent.eraseIfSent()
  expect((await sent.read()).device).not.toBe(device)
  expect(pendingOf(await unsent.read())).toEqual(['1 a'])
  await unsent.erase()
  expect(pendingOf(await unsent.read())).toEqual([])
})

test('S26 Y3 without a session only pending commands stay on the device', async () => {
  const [sent, unsent] = [newId(), newId()]
  const device = (await openOutbox(sent).read()).device
  await openOutbox(sent).change((state) => [{ ...state, snapshot: snapshot(1) }, undefined])
  await put(openOutbox(unsent), 'a')
  await eraseAllSent()
  expect((await openOutbox(sent).read()).device).not.toBe(device)
  expect(pendingOf(await openOutbox(unsent).read())).toEqual(['1 a'])
})

test('Y3 a command that is added during the erasure is not stored', async () => {
  const userId = newId()
  const outbox = openOutbox(userId)
  const { device } = await outbox.read()
  await Promise.all([put(outbox, 'a'), outbox.erase(), put(outbox, 'b'), outbox.eraseIfSent(), put(outbox, 'c')])
  const found = await openOutbox(userId).read()
  expect(pendingOf(found)).toEqual([])
  expect((await outbox.read()).device).not.toBe(found.device)
  expect(found.device).not.toBe(device)
})

test('Y2 without a database commands are in memory, and the outbox is not durable', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('', 'SecurityError')
    },
  })
  const outbox = openOutbox(newId())
  await put(outbox, 'a')
  await put(outbox, 'b')
  expect(pendingOf(await outbox.read())).toEqual(['1 a', '2 b'])
  expect(outbox.isDurable()).toBe(false)
})

test('Y2 a disk that becomes full loses no command of the tab', async () => {
  const outbox = openOutbox(newId())
  await put(outbox, 'a')
  expect(outbox.isDurable()).toBe(true)
  const full = simulateFullDisk()
  await put(outbox, 'b')
  full.mockRestore()
  expect(pendingOf(await outbox.read())).toEqual(['1 a', '2 b'])
  expect(outbox.isDurable()).toBe(false)
})

test('Y2 a tab that worked in memory saves its commands once the disk works again, beside those of other tabs', async () => {
  const userId = newId()
  const outbox = openOutbox(userId)
  await put(outbox, 'a')
  const full = simulateFullDisk()
  await put(outbox, 'b')
  full.mockRestore()
  await put(openOutbox(userId), 'c')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MINUTE_MS })
  await put(outbox, 'd')
  vi.useRealTimers()
  expect(outbox.isDurable()).toBe(true)
  const found = await openOutbox(userId).read()
  expect(pendingOf(found)).toEqual(['1 a', '2 c', '3 b', '4 d'])
  expect(found.pending.map(({ device }) => device)).toEqual(Array(4).fill(found.device))
})

test('Y2 a bug in an edit is thrown, changes nothing, and is not taken for a broken disk', async () => {
  const outbox = openOutbox(newId())
  await put(outbox, 'a')
  const buggy = () => {
    throw new TypeError('undefined is not a function')
  }
  await expect(outbox.change(buggy)).rejects.toThrow('undefined is not a function')
  await put(outbox, 'b')
  expect(pendingOf(await outbox.read())).toEqual(['1 a', '2 b'])
  expect(outbox.isDurable()).toBe(true)
})

const three = ['a', 'b', 'c'].reduce((state, id) => appendCommand(state, command(id)), {
  device: 'first',
  next: 5,
  pending: [],
  refused: [],
  snapshot: null,
  clockOffset: 0,
} as DeviceTimerState)

// prettier-ignore
test.each<[string, TimerReply, string, string[], number]>([
  ['all is acknowledged',                   reply(['a', 'b', 'c']), 'first',   [],                    8],
  ['one is acknowledged',                   reply(['a']),           'first',   ['6 b', '7 c'],        8],
  ['the server expects a pending one',      reply([], 5),           'first',   ['5 a', '6 b', '7 c'], 8],
  ['the server was restored from a backup', reply([], 2),           'another', ['1 a', '2 b', '3 c'], 4],
  ['the server expects a later one',        reply(['a'], 40),       'another', ['1 b', '2 c'],        3],
])('a reply is applied: %s', (_what, reply, device, pending, next) => {
  const state = applyReply(three, reply, CONTEXT)
  expect(state).toMatchObject({ device, next })
  expect(pendingOf(state)).toEqual(pending)
  expect(new Set(state.pending.map(({ device }) => device))).toEqual(new Set(pending.length > 0 ? [device] : []))
})

test('an unreadable command is set aside, and the others are renumbered', () => {
  const state = setAsideCommand(three, 'b', 'another')
  expect(pendingOf(state)).toEqual(['1 a', '2 c'])
  expect(state.refused.map(({ id }) => id)).toEqual(['b'])
})

// prettier-ignore
test.each<[string, TimerSnapshot | null, TimerSnapshot, boolean]>([
  ['the first snapshot',                          null,                snapshot(0),          true],
  ['a later revision',                            snapshot(4),         snapshot(5),          true],
  ['the same revision',                           snapshot(4),         snapshot(4, 999_999), false],
  ['an older revision that arrives late',         snapshot(4, 50_000), snapshot(3, 49_000),  false],
  ['a lower revision much later: a backup',       snapshot(4, 0),   snapshot(3, 60_001),  true],
])('Y4 a snapshot counts as newer: %s', (_what, known, snapshot, isNewer) => {
  expect(isNewerSnapshot(snapshot, known)).toBe(isNewer)
})
