import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApiErrorCode } from '#web/api/api-error.ts'
import { newId } from '#web/api/new-id.ts'
import { closeSession, endRejectedSession } from '#web/api/session.ts'
import { simulateFullDisk } from '#web/testing/full-disk.ts'
import { sessionToken } from '#web/testing/session-token.ts'
import { EMPTY_DATA, type UserData } from './operation.ts'
import { DISK_RETRY_MS } from './storage.ts'
import { enqueue, failWith, openTestDevice, shown, signIn, type TestDevice } from './testing/test-device.ts'

let device: TestDevice

beforeEach(() => {
  device = openTestDevice()
})
afterEach(() => device.close())

test('Y3 a sign-out after everything is sent leaves nothing on the device', async () => {
  const sync = await device.openPage()
  await sync.change((data) => [{ ...data, states: { x: 'a snapshot' } }, undefined])
  await enqueue(sync, 'x1')
  await sync.flush()
  closeSession('signed-out')
  expect(sync.store.getState()).toMatchObject({ user: undefined, data: EMPTY_DATA })
  await expect.poll(device.readDisk).toEqual(EMPTY_DATA)
})

test('Q5 Y3 unsent operations stay for their user, and are sent after the next sign-in', async () => {
  const sync = await device.openPage()
  device.server = failWith('unauthenticated')
  await enqueue(sync, 'x1')
  await sync.flush()
  endRejectedSession()
  expect([shown(sync), device.delays()]).toEqual([[], []])

  device.server = () => undefined
  device.received = []
  const other = newId()
  signIn(other)
  await sync.whenRead()
  await enqueue(sync, 'x2')
  await sync.flush()
  expect(device.received).toEqual(['x2'])
  expect(await device.onDisk()).toEqual(['x1'])

  signIn(device.user)
  await device.whenReceived('x2', 'x1')
  await expect.poll(() => device.onDisk()).toEqual([])
})

test('Q5 Y3 a deleted account leaves no operations', async () => {
  const sync = await device.openPage()
  device.server = failWith('offline')
  await enqueue(sync, 'x1')
  closeSession('deleted')
  await expect.poll(device.readDisk).toEqual(EMPTY_DATA)
})

test('Y3 changes that began before the end of a session do not outlive it, and later ones fail', async () => {
  const sync = await device.openPage()
  const changing = enqueue(sync, 'x1')
  closeSession('deleted')
  await changing
  await expect(enqueue(sync, 'x2')).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await device.readDisk()).toEqual(EMPTY_DATA)
  expect(shown(sync)).toEqual([])
})

test.each<ApiErrorCode | 'acknowledged'>(['acknowledged', 'invalid', 'internal', 'offline'])(
  'Y3 a reply after the end of the session stores nothing: %s',
  async (reply) => {
    const withState = (data: UserData) => ({ ...data, states: { x: 'a snapshot' } })
    const kind = device.createKind('x')
    const send: typeof kind.send = async (operations, data) => {
      const edit = await kind.send(operations, data)
      return (data) => withState(edit(data))
    }
    const sync = await device.openPage({ ...kind, send })
    await enqueue(sync, 'x1')
    const request = device.holdRequest()
    const flushed = sync.flush()
    await device.whenReceived('x1')
    closeSession('deleted')
    if (reply === 'acknowledged') request.resolve()
    else request.reject(reply)
    await flushed
    expect(await device.readDisk()).toEqual(EMPTY_DATA)
    expect([device.onSent.mock.calls, device.delays(), device.reportError.mock.calls]).toEqual([[], [], []])
  },
)

test('Q5 Y3 an operation that is acknowledged after the sign-out is not sent again, and the others stay', async () => {
  const sync = await device.openPage()
  await sync.change((data) => [{ ...data, states: { x: 'a snapshot' } }, undefined])
  for (const id of ['x1', 'x2']) await enqueue(sync, id)
  const request = device.holdRequest()
  const flushed = sync.flush()
  await device.whenReceived('x1')
  closeSession('signed-out')
  request.resolve()
  await flushed
  expect(await device.onDisk()).toEqual(['x2'])
  expect((await device.readDisk()).states).toEqual({ x: 'a snapshot' })
})

test('Q5 nothing is sent in the name of another user', async () => {
  const sync = await device.openPage()
  for (const id of ['x1', 'x2']) await enqueue(sync, id)
  const other = newId()
  // Another tab has signed in someone else, and this page has not noticed yet.
  device.server = () => localStorage.setItem('token', sessionToken(other))
  await sync.flush()
  expect(device.received).toEqual(['x1'])
})

test('Q5 discarded operations are not sent, and the states stay', async () => {
  const sync = await device.openPage()
  await sync.change((data) => [{ ...data, states: { x: 'a snapshot' } }, undefined])
  device.server = failWith('offline')
  await enqueue(sync, 'x1')
  await sync.flush()
  device.received = []
  await sync.discard()
  device.server = () => undefined
  device.runScheduled()
  await sync.flush()
  expect([shown(sync), device.received]).toEqual([[], []])
  expect(await device.readDisk()).toEqual({ operations: [], states: { x: 'a snapshot' } })
})

test('Q5 operations that are discarded during a request do not come back', async () => {
  const sync = await device.openPage()
  for (const id of ['x1', 'x2']) await enqueue(sync, id)
  const request = device.holdRequest()
  const flushed = sync.flush()
  await device.whenReceived('x1')
  await sync.discard()
  request.reject('offline')
  await flushed
  expect([shown(sync), await device.onDisk()]).toEqual([[], []])
})

test('Q8 while the disk fails the page keeps operations, says so, and stores them when the disk works again', async () => {
  const sync = await device.openPage()
  const full = simulateFullDisk()
  await enqueue(sync, 'x1')
  full.mockRestore()
  expect(sync.store.getState().isDurable).toBe(false)
  expect([shown(sync), await device.onDisk()]).toEqual([['x1'], []])
  expect(device.delays()).toContain(DISK_RETRY_MS)

  device.server = failWith('offline')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DISK_RETRY_MS })
  device.runScheduled()
  await expect.poll(() => sync.store.getState().isDurable).toBe(true)
  expect(await device.onDisk()).toEqual(['x1'])
  expect(device.delays()).not.toContain(DISK_RETRY_MS)
})

test('Q8 operations are sent while the disk fails, and do not come back from it', async () => {
  const sync = await device.openPage()
  await enqueue(sync, 'x1')
  const full = simulateFullDisk()
  await enqueue(sync, 'x2')
  await sync.flush()
  full.mockRestore()
  expect([device.received, shown(sync)]).toEqual([['x1', 'x2'], []])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DISK_RETRY_MS })
  device.runScheduled()
  await expect.poll(() => sync.store.getState().isDurable).toBe(true)
  expect([shown(sync), await device.onDisk()]).toEqual([[], []])
})

test('Q5 Q8 operations that are only in memory are saved when the session ends', async () => {
  const sync = await device.openPage()
  const full = simulateFullDisk()
  await enqueue(sync, 'x1')
  full.mockRestore()
  endRejectedSession()
  await expect.poll(() => device.onDisk()).toEqual(['x1'])
})
