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
const put = (outbox: Outbox, id: string) => outbox.change((kept) => [appendCommand(kept, command(id)), undefined])
const waiting = (kept: DeviceTimerState) => kept.pending.map(({ id, sequence }) => `${sequence} ${id}`)
const snapshot = (revision: number, now = 0): TimerSnapshot => ({ revision, now, run: null })
const reply = (acked: string[], awaited?: number): TimerReply => ({
  acks: acked.map((id) => ({ id, isAccepted: true })),
  snapshot: snapshot(9),
  ...(awaited !== undefined && { awaited }),
})
const SETTLING = { clockOffset: 0, newDevice: 'another' }

afterEach(() => vi.unstubAllGlobals())

test('Y2 what was pressed in two tabs at once has one order, and survives both', async () => {
  const userId = newId()
  const [one, two] = [openOutbox(userId), openOutbox(userId)]
  await Promise.all([put(one, 'a'), put(two, 'b'), put(one, 'c'), put(two, 'd')])
  const kept = await openOutbox(userId).read()
  expect(kept.pending.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
  expect(kept.pending.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c', 'd'])
  expect(new Set(kept.pending.map(({ device }) => device))).toEqual(new Set([kept.device]))
})

test('Y3 nobody sees or sends what another user of the device has left', async () => {
  const [ann, ben] = [openOutbox(newId()), openOutbox(newId())]
  await put(ann, 'a')
  expect((await ben.read()).pending).toEqual([])
  expect((await ben.read()).device).not.toBe((await ann.read()).device)
  await ben.erase()
  expect(waiting(await ann.read())).toEqual(['1 a'])
})

test('Y3 who leaves leaves nothing but what the server does not have', async () => {
  const [sent, unsent] = [openOutbox(newId()), openOutbox(newId())]
  const { device } = await sent.read()
  await put(unsent, 'a')
  await sent.eraseIfSent()
  await unsent.eraseIfSent()
  expect((await sent.read()).device).not.toBe(device)
  expect(waiting(await unsent.read())).toEqual(['1 a'])
  await unsent.erase()
  expect(waiting(await unsent.read())).toEqual([])
})

test('S26 Y3 where nobody is signed in, of all users only what the server does not have stays', async () => {
  const [sent, unsent] = [newId(), newId()]
  const device = (await openOutbox(sent).read()).device
  await openOutbox(sent).change((kept) => [{ ...kept, snapshot: snapshot(1) }, undefined])
  await put(openOutbox(unsent), 'a')
  await eraseAllSent()
  expect((await openOutbox(sent).read()).device).not.toBe(device)
  expect(waiting(await openOutbox(unsent).read())).toEqual(['1 a'])
})

test('Y3 what comes while somebody leaves does not stay behind', async () => {
  const userId = newId()
  const outbox = openOutbox(userId)
  const { device } = await outbox.read()
  await Promise.all([put(outbox, 'a'), outbox.erase(), put(outbox, 'b'), outbox.read()])
  const found = await openOutbox(userId).read()
  expect(waiting(found)).toEqual([])
  expect((await outbox.read()).device).not.toBe(found.device)
  expect(found.device).not.toBe(device)
})

test('Y2 without a database the tab remembers, and says that nothing else does', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('', 'SecurityError')
    },
  })
  const outbox = openOutbox(newId())
  await put(outbox, 'a')
  await put(outbox, 'b')
  expect(waiting(await outbox.read())).toEqual(['1 a', '2 b'])
  expect(outbox.isDurable()).toBe(false)
})

test('Y2 a disk that is full in the middle loses nothing of what was there', async () => {
  const outbox = openOutbox(newId())
  await put(outbox, 'a')
  expect(outbox.isDurable()).toBe(true)
  const full = simulateFullDisk()
  await put(outbox, 'b')
  full.mockRestore()
  expect(waiting(await outbox.read())).toEqual(['1 a', '2 b'])
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
  expect(waiting(found)).toEqual(['1 a', '2 c', '3 b', '4 d'])
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
  expect(waiting(await outbox.read())).toEqual(['1 a', '2 b'])
  expect(outbox.isDurable()).toBe(true)
})

const three = ['a', 'b', 'c'].reduce((kept, id) => appendCommand(kept, command(id)), {
  device: 'first',
  next: 5,
  pending: [],
  refused: [],
  snapshot: null,
  clockOffset: 0,
} as DeviceTimerState)

// prettier-ignore
test.each<[string, TimerReply, string, string[], number]>([
  ['all is taken',                          reply(['a', 'b', 'c']), 'first',   [],                    8],
  ['one is taken',                          reply(['a']),           'first',   ['6 b', '7 c'],        8],
  ['the server waits for one that is here', reply([], 5),           'first',   ['5 a', '6 b', '7 c'], 8],
  ['the server was restored from a backup', reply([], 2),           'another', ['1 a', '2 b', '3 c'], 4],
  ['the server counts further than we do',  reply(['a'], 40),       'another', ['1 b', '2 c'],        3],
])('when %s', (_what, reply, device, pending, next) => {
  const kept = applyReply(three, reply, SETTLING)
  expect(kept).toMatchObject({ device, next })
  expect(waiting(kept)).toEqual(pending)
  expect(new Set(kept.pending.map(({ device }) => device))).toEqual(new Set(pending.length > 0 ? [device] : []))
})

test('what the server cannot read is put aside, and the rest closes up', () => {
  const kept = setAsideCommand(three, 'b', 'another')
  expect(waiting(kept)).toEqual(['1 a', '2 c'])
  expect(kept.refused.map(({ id }) => id)).toEqual(['b'])
})

// prettier-ignore
test.each<[string, TimerSnapshot | null, TimerSnapshot, boolean]>([
  ['the first word',                              null,                snapshot(0),          true],
  ['a later word',                                snapshot(4),         snapshot(5),          true],
  ['the same word',                               snapshot(4),         snapshot(4, 999_999), false],
  ['an older word that was long on its way',      snapshot(4, 50_000), snapshot(3, 49_000),  false],
  ['less than was known, said much later: a backup', snapshot(4, 0),   snapshot(3, 60_001),  true],
])('Y4 %s', (_what, known, said, isTaken) => {
  expect(isNewerSnapshot(said, known)).toBe(isTaken)
})
